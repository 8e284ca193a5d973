"""Keep rules of a user's file from starting processes, and from ending this one.

A rule that forks on every call would take the machine down, and a fork of a command prints its result twice. A rule
that calls `os._exit(0)` ends a command without a word and with the exit code of success.

Python reports every start of a process to audit hooks (PEP 578). The hook here raises `RuleStopped` if rules made the
call themselves; processes that this package starts, while rules run in another thread or above rules on the stack, are
not affected. `os._exit` and the call below `multiprocessing` raise no audit event, so they are replaced.

It is a guard against accidents, on every system. Malice gets round it: a thread whose function is `os.system` has no
frame of the rules, and Python 3.11 reports no start of a thread; a C library does as it likes. Nothing but a sandbox
stops those, and `docs/security.md` says so. No limit of the operating system is
set: `RLIMIT_NPROC` counts all processes of a user, and does not bind root.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from types import FrameType
from typing import Any

from zerosum.core.games.user_files.rule_frames import RuleStopped, is_called_by_rules, is_rule

STARTS_A_PROCESS = "rules may not start a process"
ENDS_THE_PROCESS = "rules may not end the process"
SENDS_A_SIGNAL = "rules may not send a signal"
RUNS_AT_EXIT = "rules may not register what runs at exit"

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
    ("faulthandler", "dump_traceback_later", ENDS_THE_PROCESS),
    ("_thread", "interrupt_main", SENDS_A_SIGNAL),
    ("signal", "alarm", SENDS_A_SIGNAL),
    ("signal", "pidfd_send_signal", SENDS_A_SIGNAL),
    ("signal", "raise_signal", SENDS_A_SIGNAL),
    ("signal", "setitimer", SENDS_A_SIGNAL),
    ("_posixsubprocess", "fork_exec", STARTS_A_PROCESS),
)
"""Functions that raise no audit event: module, name, and what they do. No system has all of them."""


@cache
def install() -> None:
    """Guard this process until it ends; an audit hook cannot be removed."""
    sys.addaudithook(_hook)
    for module, name, what in WITHOUT_EVENT:
        _replace(module, name, what, is_called_by_rules)
    _replace("atexit", "register", RUNS_AT_EXIT, _is_rule_itself)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    what = EVENTS.get(event)
    if what is None and event == "ctypes.dlsym":
        what = C_FUNCTIONS.get(arguments[1]) if isinstance(arguments[1], str) else None
    if what is not None and is_called_by_rules(sys._getframe().f_back):
        raise RuleStopped(what)


def _is_rule_itself(caller: FrameType | None) -> bool:
    """Whether rules made a call without a library between: libraries register functions when they are imported."""
    return caller is not None and is_rule(caller) and is_called_by_rules(caller)


def _replace(module_name: str, name: str, what: str, is_refused: Callable[[FrameType | None], bool]) -> None:
    """Put a function that refuses calls by rules in place of one of the standard library."""
    try:
        module = import_module(module_name)
        function: Callable[..., Any] = getattr(module, name)
    except (ImportError, AttributeError):  # another operating system
        return

    @wraps(function)
    def guarded(*arguments: Any, **keywords: Any) -> Any:
        if is_refused(sys._getframe().f_back):  # None where C code calls, as at exit
            raise RuleStopped(what)
        return function(*arguments, **keywords)

    # `os._exit` is also `posix._exit`, by which it is pickled.
    for holder in (module, sys.modules[function.__module__]):
        setattr(holder, name, guarded)
