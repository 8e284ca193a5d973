"""Keep rules of a user's file from starting processes, and from ending this one.

A rule that forks on every call would take the machine down, and a fork of a command prints its result twice. A rule
that calls `os._exit(0)` ends a command without a word and with the exit code of success.

Python reports every start of a process to audit hooks (PEP 578). The hook here raises `RuleStopped` if rules made the
call themselves; processes that this package starts, while rules run in another thread or above rules on the stack, are
not affected. `os._exit` and the call below `multiprocessing` raise no audit event, so they are replaced.

It is a guard against accidents and against simple malice, on every system. Rules that load a C library of their own
get round it; nothing but a sandbox stops those, and `docs/security.md` says so. No limit of the operating system is
set: `RLIMIT_NPROC` counts all processes of a user, and does not bind root.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from zerosum.games.user_files.rule_frames import RuleStopped, is_called_by_rules

STARTS_A_PROCESS = "rules may not start a process"
ENDS_THE_PROCESS = "rules may not end the process"
SENDS_A_SIGNAL = "rules may not send a signal"

EVENTS = {
    "os.fork": STARTS_A_PROCESS,
    "os.forkpty": STARTS_A_PROCESS,
    "os.posix_spawn": STARTS_A_PROCESS,
    "os.spawn": STARTS_A_PROCESS,
    "os.startfile": STARTS_A_PROCESS,
    "os.system": STARTS_A_PROCESS,
    "pty.spawn": STARTS_A_PROCESS,
    "subprocess.Popen": STARTS_A_PROCESS,
    "os.exec": ENDS_THE_PROCESS,
    "os.kill": SENDS_A_SIGNAL,
    "os.killpg": SENDS_A_SIGNAL,
    "signal.pthread_kill": SENDS_A_SIGNAL,
}
"""The audit events that rules may not cause, and what each is called."""

C_FUNCTIONS = {
    **dict.fromkeys(("fork", "vfork", "posix_spawn", "posix_spawnp", "system", "popen", "clone"), STARTS_A_PROCESS),
    **dict.fromkeys(("_exit", "_Exit", "exit", "quick_exit", "abort", "execv", "execve", "execvp"), ENDS_THE_PROCESS),
    **dict.fromkeys(("kill", "raise", "pthread_kill"), SENDS_A_SIGNAL),
    "syscall": "rules may not make system calls",
}
"""The functions of the C library that rules may not ask ctypes for."""

WITHOUT_EVENT = (
    ("os", "_exit", ENDS_THE_PROCESS),
    ("os", "abort", ENDS_THE_PROCESS),
    ("signal", "raise_signal", SENDS_A_SIGNAL),
    ("_posixsubprocess", "fork_exec", STARTS_A_PROCESS),
)
"""Functions that raise no audit event: module, name, and what they do."""

_installed: list[bool] = []


def install() -> None:
    """Guard this process from now on; an audit hook cannot be removed."""
    if not _installed:
        _installed.append(True)
        sys.addaudithook(_hook)
        for module, name, what in WITHOUT_EVENT:
            _replace(module, name, what)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    what = EVENTS.get(event)
    if what is None and event == "ctypes.dlsym":
        what = C_FUNCTIONS.get(arguments[1]) if isinstance(arguments[1], str) else None
    if what is not None:
        _refuse_rules(what)


def _refuse_rules(what: str) -> None:
    caller = sys._getframe(1).f_back
    # Without a caller in Python, it is a callback that rules have registered, as in `atexit.register(os._exit, 0)`.
    if caller is None or is_called_by_rules(caller):
        raise RuleStopped(what)


def _replace(module_name: str, name: str, what: str) -> None:
    """Put a function that refuses calls by rules in place of one of the standard library."""
    try:
        module = import_module(module_name)
    except ImportError:  # another operating system
        return
    function: Callable[..., Any] = getattr(module, name)

    @wraps(function)
    def guarded(*arguments: Any, **keywords: Any) -> Any:
        _refuse_rules(what)
        return function(*arguments, **keywords)

    # `os._exit` is also `posix._exit`, by which it is pickled.
    for holder in (module, sys.modules[function.__module__]):
        setattr(holder, name, guarded)
