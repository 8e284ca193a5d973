"""The program `zerosum`, also `python -m zerosum`: handles Ctrl-C before anything slow is imported."""

import sys
from types import FrameType, TracebackType


def main() -> int:
    """Run the command line. Ctrl-C during the imports ends the program with one line; from then on it raises `CtrlC`.

    Three steps, because even `import signal` takes milliseconds: first an exception hook; then a signal handler that
    leaves at once (Python drops exceptions in the callbacks of its import locks, and prints a traceback); and when the
    command begins, one that raises an exception.
    """
    sys.excepthook = _report
    import signal

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return _run()  # a background job of a shell: SIGINT is ignored, and stays so
    signal.signal(signal.SIGINT, _leave)
    try:
        return _run()
    finally:
        # What is left is the interpreter's own clean-up: let Ctrl-C end it without a word.
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _run() -> int:
    from zerosum.faces.cli import main as run

    return run(ready=_ready)


def _ready() -> None:
    """The command begins: Ctrl-C raises an exception, and rules that can be stopped in no other way end the program."""
    from zerosum.core.games.user_files.rule_timeouts import WATCHDOG
    from zerosum.faces.cli import end_program

    WATCHDOG.when_stuck = end_program
    _raise_from_now_on()


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print one line for a Ctrl-C that nobody caught, and the traceback of anything else."""
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("zerosum: stopped\n")
    else:
        sys.__excepthook__(kind, error, trace)


def _leave(number: int, frame: FrameType | None) -> None:
    import os

    os.write(2, b"zerosum: stopped\n")
    os._exit(130)


def _raise_from_now_on() -> None:
    """Ctrl-C raises `CtrlC`, and so do requests to end the program, so that it leaves no temporary files."""
    import signal

    from zerosum.core.interrupts import CtrlC

    def stop(number: int, frame: FrameType | None) -> None:
        raise CtrlC

    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, stop)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)


if __name__ == "__main__":
    sys.exit(main())
