"""The command line: one file per command, each with its options and what it prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from zerosum import __version__
from zerosum.cli.options import BAD_INPUT, INTERNAL, INTERRUPTED, OK, Parser, shortened
from zerosum.game import ZerosumError

COMMANDS = ("play", "web", "analyze", "review", "compare", "tree", "match", "engine", "games", "check", "book")


def build_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(
        prog="zerosum",
        description="A laboratory for two-player games: play, analyze, compare searches, check your own game.",
        epilog="Without a command: a welcome, and a game of Tic-Tac-Toe against the perfect player.",
    )
    parser.add_argument("--version", action="version", version=f"zerosum {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name in COMMANDS:
        module = import_module(f"zerosum.cli.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP + ".", epilog=module.EXAMPLE)
        module.add_options(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; what is wrong goes to standard error in one sentence."""
    prepare_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return run(words)
    except ZerosumError as error:
        return complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return complain("stopped", INTERRUPTED)
    except (Exception, SystemExit) as error:
        sentence = blamed_on_a_file(error)
        if sentence:
            return complain(sentence, BAD_INPUT)
        if isinstance(error, SystemExit):  # --help and --version
            raise
        return explain(error)


def blamed_on_a_file(error: BaseException) -> str:
    """What a user's own game did wrong, with file and line; nothing if the error is not from there."""
    user = sys.modules.get("zerosum.games.user")
    return "" if user is None else next(filter(None, (user.blame(error, source) for source in user.LOADED)), "")


def prepare_streams() -> None:
    """Make do with streams that are closed, and with characters that they cannot read or show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def run(words: list[str]) -> int:
    """Read the words of a command line and do what they say."""
    parser = build_parser()
    options = parser.parse_args(parser.with_values_joined(words))
    if options.command is None:
        from zerosum.cli.welcome import welcome

        return welcome()
    code: int = options.run(options)
    sys.stdout.flush()
    return code


def explain(error: Exception) -> int:
    """Say what else went wrong: with the output, with memory, or with us."""
    from zerosum.games.user import LOADED, describe

    if isinstance(error, BrokenPipeError):
        # Whoever read our output has left; that is no error of theirs or ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
    """Say what is wrong in one sentence, however much was quoted in it."""
    one_line = shortened(" ".join(sentence.split()))
    sys.stderr.write(f"zerosum: {one_line}\n")
    return code
