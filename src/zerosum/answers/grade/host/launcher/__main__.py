"""Confine a command, start it, watch it, and tell how it ended.

Run by path (`python -I -S launcher ORDER`), so it imports nothing of zerosum. The order is JSON, written by
`sandbox.py`. What this program tells goes to the status pipe, one JSON object a line:

    {"started": true, "not_isolated": [...], "folder": PATH, "group": NUMBER}
    {"ended": {"code": N} or {"signal": N} or {"killed": "memory"} or {"cannot": WHY}}

With namespaces there are two of these processes: the outer one waits for the inner one, which is the init of the
agent's process namespace. When it ends, the system ends every process in the namespace, whatever they do. Without
namespaces the one process adopts the orphans of the agent and ends them one by one.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zerosum.answers.grade.host.launcher import confinement, limits
else:
    import confinement
    import limits

CHECK_SECONDS = 0.25
CANNOT_START = 127


def main() -> None:
    """Read the order and carry it out."""
    order = json.loads(sys.argv[1])
    for end in (order["status"], order["lifeline"]):
        os.set_inheritable(end, False)
    for end in order["pipe"]:
        os.set_inheritable(end, True)
    place = os.path.dirname(order["folder"])
    beside = os.open(os.path.dirname(place), os.O_RDONLY)  # the root of this process will be another one
    confined = confinement.prepare(order)
    if not confined.has_init:
        watch(order, confined)
        delete(os.path.basename(place), beside)
        return
    inner = os.fork()
    if inner == 0:
        with whatever_happens():
            confined.become_init()
            watch(order, confined)
    os.close(order["lifeline"])
    close_agents_ends(order)
    os.waitpid(inner, 0)
    delete(os.path.basename(place), beside)


def delete(name: str, beside: int) -> None:
    """Delete the agent's folder. The grader does it too, but it may have been killed."""
    with contextlib.suppress(OSError, RecursionError):
        try:
            os.unlink(name, dir_fd=beside)
            return
        except IsADirectoryError:
            opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=beside)
        try:
            for inside in os.listdir(opened):
                delete(inside, opened)
        finally:
            os.close(opened)
        os.rmdir(name, dir_fd=beside)


def watch(order: dict[str, Any], confined: confinement.Confinement) -> None:
    """Start the agent, wait until it ends or the grader wants it to end, tell it, and end what it left behind."""
    woken, wake = os.pipe()
    for end in (woken, wake):
        os.set_blocking(end, False)
        os.set_inheritable(end, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    failed, fails = os.pipe()
    agent = os.fork()
    if agent == 0:
        with whatever_happens():
            start(order, confined, fails)
    os.close(fails)
    close_agents_ends(order)
    why = os.read(failed, 10_000).decode(errors="replace")  # nothing when the command was started
    tell(
        order,
        {
            "started": True,
            "not_isolated": confined.not_isolated,
            "folder": confined.folder,
            "group": confined.group(agent),
        },
    )
    ended = wait_for(agent, order, confined, woken)
    tell(order, {"ended": {"cannot": why} if why else ended or {"code": None}})
    confined.end_all(agent)


def wait_for(agent: int, order: dict[str, Any], confined: confinement.Confinement, woken: int) -> dict[str, Any] | None:
    """How the agent ended; None when the grader closed its end of the lifeline."""
    poll = select.poll()
    poll.register(order["lifeline"], select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        for end, _ in poll.poll(CHECK_SECONDS * 1000):
            if end == order["lifeline"]:
                return None
            with contextlib.suppress(BlockingIOError):
                os.read(woken, 1000)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return {"code": None}
            if pid == agent:
                code = os.waitstatus_to_exitcode(status)
                return {"code": code} if code >= 0 else {"signal": -code}
            if pid == 0:
                break
        if limits.memory_of(confined.processes(agent)) > order["limits"]["memory"]:
            return {"killed": "memory"}


def start(order: dict[str, Any], confined: confinement.Confinement, fails: int) -> None:
    """Become the agent."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these, and ignored signals are inherited
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        if order["terminal"]:
            import fcntl
            import termios

            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        os.chdir(confined.folder)
        environment = order["environment"] | {"HOME": confined.folder, "TMPDIR": confined.folder}
        if order["pipe"]:
            environment["ZEROSUM_PIPE"] = " ".join(map(str, order["pipe"]))
        command = [word.replace("{folder}", confined.folder) for word in order["command"]]
        limits.apply(order["limits"], confined.other_processes)
        confined.drop_rights()
        os.execvpe(command[0], command, environment)
    except OSError as error:
        hint = confined.why_denied if isinstance(error, PermissionError) else ""
        os.write(fails, f"{error.strerror or error}: {error.filename or order['command'][0]}{hint}".encode())
    except Exception as error:  # the grader must learn of it, whatever it is
        os.write(fails, repr(error).encode())
    os._exit(CANNOT_START)


@contextlib.contextmanager
def whatever_happens() -> Any:
    """A forked process never returns into the code of its parent."""
    try:
        yield
    except BaseException as error:  # printed where the agent prints, and the process ends
        with contextlib.suppress(OSError):
            os.write(2, f"the launcher failed: {error!r}\n".encode())
        os._exit(1)
    os._exit(0)


def close_agents_ends(order: dict[str, Any]) -> None:
    """Only the agent itself may keep its pipes open, so that the grader sees when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1, 2):
        os.dup2(nothing, end)
    for end in order["pipe"]:
        os.close(end)


def tell(order: dict[str, Any], what: dict[str, Any]) -> None:
    """Tell the grader, unless it has gone."""
    with contextlib.suppress(OSError):
        os.write(order["status"], json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main()
