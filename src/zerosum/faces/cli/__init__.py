"""The command line: one file per command, each with its options and what it prints."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from textwrap import wrap
from typing import TextIO

from zerosum import __version__
from zerosum.core.errors import ZerosumError
from zerosum.core.escaping import shortened
from zerosum.faces.cli.commands import COMMANDS, GROUPS
from zerosum.faces.cli.faults import blamed_on_a_file, is_ctrl_c
from zerosum.faces.cli.options import BAD_INPUT, INTERNAL, INTERRUPTED, OK, Parser

ABOUT = "A laboratory for two-player games: play, analyze, compare searches, check your own game."

WIDTH = 80
"""How wide the list of commands is, whatever the terminal."""


def build_parser(chosen: str | None = None) -> Parser:
    """The parser of the program; only the chosen command is imported and knows its options."""
    parser = Parser(
        prog="zerosum",
        usage="zerosum [-h] [--version] COMMAND ...",
        description=f"{ABOUT}\n\n{listed_commands()}",
        epilog="Without a command: a welcome, and a game of Tic-Tac-Toe against the perfect player.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"zerosum {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", prog="zerosum", parser_class=Parser, help=SUPPRESS
    )
    for name, about in COMMANDS.items():
        if name != chosen:
            commands.add_parser(name)
            continue
        module = import_module(f"zerosum.faces.cli.{name}")
        command = commands.add_parser(name, description=f"{about}.", epilog=module.EXAMPLE)
        module.add_options(command)
        command.set_defaults(run=module.run)
    return parser


def listed_commands() -> str:
    """The commands in their groups, each with its line of help."""
    column = max(map(len, COMMANDS)) + 4
    lines: list[str] = []
    for group, commands in GROUPS.items():
        lines += [""] * bool(lines) + [f"{group}:"]
        for name, about in commands.items():
            first, *rest = wrap(about, WIDTH - column)
            lines += [f"  {name:<{column - 2}}{first}", *(" " * column + line for line in rest)]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None, *, ready: Callable[[], None] = lambda: None) -> int:
    """Run a command and return its exit code; an error is one sentence on standard error.

    `ready` is called when the imports are done and the command begins.
    """
    prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return run(words, ready)
    except ZerosumError as error:
        return complain(str(error), BAD_INPUT)
    except BaseException as error:  # SystemExit, KeyboardInterrupt and whatever else a user's rules may raise
        sentence = blamed_on_a_file(error)
        if sentence:
            return complain(sentence, BAD_INPUT)
        if is_ctrl_c(error):
            return complain("stopped", INTERRUPTED)
        if not isinstance(error, Exception):  # SystemExit: --help and --version
            raise
        return explain(error)


def prepare_streams() -> None:
    """Replace closed streams by /dev/null, and let characters that a stream cannot encode become "?"."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def run(words: list[str], ready: Callable[[], None]) -> int:
    """Parse the command line and run its command."""
    parser = build_parser(next((word for word in words if not word.startswith("-")), None))
    options = parser.parse_args(parser.with_values_joined(words))
    ready()
    if options.command is None:
        from zerosum.faces.cli.welcome import welcome

        return welcome()
    from zerosum.core.games.user_files.rule_timeouts import WATCHDOG

    with ExitStack() as stack:
        stack.enter_context(WATCHDOG.limited_to(getattr(options, "time", None)))
        if getattr(options, "json", False):
            from zerosum.faces.cli.output import stdout_for_json

            stack.enter_context(stdout_for_json())
        code: int = options.run(options)
    sys.stdout.flush()
    return code


def explain(error: Exception) -> int:
    """Say what else went wrong: with the output, with memory, or with zerosum itself."""
    from zerosum.core.games.user_files.blaming import LOADED, describe

    if isinstance(error, BrokenPipeError):
        # The reader of our output has closed the pipe; that is no error.
        discard(sys.stdout)
        return OK
    if isinstance(error, OSError):
        what = "the output cannot be written" if error.filename is None else f"{error.filename!r} cannot be used"
        return complain(f"{what}: {error.strerror or error}", BAD_INPUT)
    if isinstance(error, MemoryError):
        return complain("out of memory; give --time, --nodes or --depth", INTERNAL)
    if LOADED:
        # The rules gave something that only hurt later, in code of ours.
        return complain(f"{LOADED[-1]} may not be sound ({describe(error)}); zerosum check tells more", BAD_INPUT)
    if os.environ.get("ZEROSUM_TRACEBACK"):
        raise error
    return complain(
        f"a fault in zerosum itself: {describe(error)} (run again with ZEROSUM_TRACEBACK=1 to see where)", INTERNAL
    )


def complain(sentence: str, code: int) -> int:
    """Write one sentence to standard error, shortened where it quotes too much; return the exit code."""
    one_line = shortened(" ".join(sentence.split()))
    if not one_line.isprintable():  # it quotes a file or an agent
        from zerosum.core.escaping import escaped

        one_line = escaped(one_line)
    try:
        sys.stderr.write(f"zerosum: {one_line}\n")
        sys.stderr.flush()
    except OSError:  # a full disk: the exit code still tells
        discard(sys.stderr)
    return code


def end_program(sentence: str) -> None:
    """End this process from any thread, when rules can be stopped in no other way."""
    os._exit(complain(sentence, BAD_INPUT))


def discard(stream: TextIO) -> None:
    """Send what a stream still holds to /dev/null, so that Python's own flush at exit does not fail."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
