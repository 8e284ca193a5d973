"""Options that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from zerosum.errors import BadRequest
from zerosum.files import write_file
from zerosum.game import Game
from zerosum.rules import Move, State
from zerosum.setting_names import TIERS
from zerosum.spelling import did_you_mean

if TYPE_CHECKING:
    from zerosum.search import Limit
    from zerosum.solve.tables.table import SolvedTable

OK, NEGATIVE, BAD_INPUT, INTERNAL, INTERRUPTED = 0, 1, 2, 4, 130
"""The exit codes. A negative result is an answer too: rules that are not sound, for example."""

TAKE_ANYTHING = {
    "-p": "--position",
    "--position": "--position",
    "-m": "--moves",
    "--moves": "--moves",
    "--why": "--why",
}
"""Options whose value may begin with a dash: a Tic-Tac-Toe position often does."""


LEAVES = re.compile(r"-[0-9].*")
"""A list of leaves that begins with a negative one, which argparse would take for an option."""

TIES_HELP = "which of several best moves to play (default: random)"
VALUES_HELP = "plain utilities as in the textbook, or wins worth less the farther away (default: plain)"


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence and does not guess at shortened options."""

    def __init__(self, **settings: Any) -> None:
        """As argparse, with our habits."""
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print, with the choice that a misspelt one is nearest to."""
        found = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        near = "" if found is None else did_you_mean(found[1], re.findall(r"\w+", found[2]))
        raise BadRequest(f"{message}{near}; see {self.prog} --help")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse; refuse options that this command does not have here, where its own are known."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            near = (did_you_mean(word, self._option_string_actions) for word in unknown if word.startswith("-"))
            self.error(f"unrecognized arguments: {' '.join(unknown)}{next(filter(None, near), '')}")
        return options, unknown

    @staticmethod
    def with_values_joined(words: list[str]) -> list[str]:
        """Join options to values that look like options, as in --position -X-/---/---."""
        joined: list[str] = []
        rest = iter(words)
        for word in rest:
            if words[0] == "tree" and LEAVES.fullmatch(word):
                # A blank in front makes it an argument; reading a tree skips blanks.
                joined.append(f" {word}")
                continue
            value = next(rest, None) if word in TAKE_ANYTHING else None
            joined.append(word if value is None else f"{TAKE_ANYTHING[word]}={value}")
        return joined


def shortened(sentence: str, most: int = 400) -> str:
    """A sentence that quotes too much, without its middle."""
    return sentence if len(sentence) <= most else f"{sentence[: most // 2]} ... {sentence[-most // 2 :]}"


def whole(text: str) -> int:
    """A whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) <= 15) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


UNITS = {"": 1, "MB": 1, "GB": 1 << 10, "TB": 1 << 20}
"""Megabytes in each unit; a number alone is in megabytes."""


def megabytes(text: str) -> int:
    """An amount of memory in megabytes.

    >>> megabytes("500MB"), megabytes("1.5 gb"), megabytes("64")
    (500, 1536, 64)
    """
    found = re.fullmatch(r"([0-9]{1,9}(?:[.][0-9]{1,3})?) ?([MGT]B|)", text.strip(), re.IGNORECASE)
    amount = 0 if found is None else int(float(found[1]) * UNITS[found[2].upper()])
    if amount < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount of memory such as 500MB or 4GB")
    return amount


def seconds(text: str) -> float:
    """A number of seconds; 0 stands for no limit."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


def add_game(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """The game, as the first argument."""
    about = "a game: tictactoe, connect4:6x5, my_game.py ... (zerosum games lists them)"
    if nargs is None:
        parser.add_argument("game", metavar="GAME", help=about)
    else:
        parser.add_argument("game", metavar="GAME", help=about, nargs=nargs)


def add_table(parser: argparse.ArgumentParser) -> None:
    """The folder of a solved table, and its game where the table cannot tell."""
    parser.add_argument("table", metavar="DIR", help="the folder of a solved table (zerosum solve makes one)")
    parser.add_argument(
        "--game", metavar="GAME", help="the game of the table; needed where its rules are in a file of your own"
    )


def load_table(folder: Path, spec: str | None) -> SolvedTable:
    """The table in a folder, of the game that it names or of this one."""
    from zerosum.solve.tables.table import open_table

    return open_table(folder, None if spec is None else load_checked(spec))


def add_begins(parser: argparse.ArgumentParser) -> None:
    """Which side makes the first move."""
    parser.add_argument("--begins", metavar="MARK", help="the side that begins, as in tictactoe@O (default: as usual)")


def add_conventions(parser: argparse.ArgumentParser) -> None:
    """How a game is read and shown: which side begins, and how cells, columns and pits are numbered."""
    add_begins(parser)
    parser.add_argument(
        "--count-from", type=int, choices=(0, 1), help="number the cells, columns or pits from 0 or from 1"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Where to begin."""
    parser.add_argument("-p", "--position", metavar="P", help="begin at this position, as in X-O/-O-/X--")
    parser.add_argument("-m", "--moves", metavar="M", help="begin after these moves, as in '4 0 8'")


def add_time(parser: argparse.ArgumentParser, default: float | None, what: str, shown: str = "") -> None:
    """How long something may take; `shown` describes a default that depends on other options."""
    shown = shown or ("no limit" if default is None else f"{default:g}")
    parser.add_argument(
        "--time", type=seconds, metavar="S", default=default, help=f"seconds for {what}, 0: no limit (default: {shown})"
    )


def add_limits(parser: argparse.ArgumentParser, default: float | None, what: str, shown: str = "") -> None:
    """How far a search may go."""
    add_time(parser, default, what, shown)
    parser.add_argument("--nodes", type=positive, metavar="N", help=f"positions to look at for {what}")
    parser.add_argument("--depth", type=positive, metavar="N", help="plies to look ahead")


def add_common(parser: argparse.ArgumentParser) -> None:
    """What every command has."""
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    parser.add_argument("--plain", action="store_true", help="no colour and no symbols, also in a terminal")


def add_seed(parser: argparse.ArgumentParser, default: int | None = 0) -> None:
    """What chance begins with."""
    shown = "another every time" if default is None else default
    about = f"where random choices begin (default: {shown})"
    parser.add_argument("--seed", type=whole, metavar="N", default=default, help=about)


def add_tier(parser: argparse.ArgumentParser, default: str, note: str) -> None:
    """Where searches run: in plain Python, compiled, or wherever the answer comes sooner."""
    about = f"run searches in plain Python, compiled, or whichever answers sooner (default: {default}{note})"
    parser.add_argument("--tier", choices=TIERS, default=default, help=about)


def add_analyst(parser: argparse.ArgumentParser) -> None:
    """Where positions are analyzed, and with what."""
    add_tier(parser, "auto", "")
    parser.add_argument("--threads", type=positive, metavar="N", help="threads of the native tier (default: all cores)")
    about = "megabytes for the tables of a tier (default: native a quarter of the free memory, 256 at most)"
    parser.add_argument("--memory", type=positive, metavar="MB", help=about)
    parser.add_argument("--no-book", action="store_true", help="do not look positions up in a book")
    add_solved(parser)


def add_solved(parser: argparse.ArgumentParser) -> None:
    """The solved table that answers first."""
    about = "a solved table that answers first (default: the game's own in the user's folder of tables)"
    parser.add_argument("--table", metavar="DIR", help=about)
    parser.add_argument("--no-table", action="store_true", help="do not look positions up in a solved table")


def solved_setting(options: argparse.Namespace, game: Game) -> SolvedTable | bool:
    """The table that the options of `add_solved` ask for."""
    if options.table is None:
        return not options.no_table
    if options.no_table:
        raise BadRequest("give --table or --no-table, not both")
    from zerosum.solve.tables.table import SolvedTable

    return SolvedTable(Path(options.table), game)


def analyst_settings(options: argparse.Namespace, game: Game) -> dict[str, Any]:
    """What an `Analyst` is told by the options of `add_analyst`."""
    return {
        "tier": options.tier,
        "threads": options.threads,
        "memory": options.memory,
        "book": not options.no_book,
        "table": solved_setting(options, game),
    }


def limit_of(options: argparse.Namespace) -> Limit:
    """The limit that the options set."""
    from zerosum.search import Limit

    return Limit(depth=options.depth, nodes=options.nodes, seconds=options.time or None)


def load_game(options: argparse.Namespace) -> Game:
    """The game that the options name; without --begins, a position that only the other side can have begun decides."""
    game = load_checked(options.game, getattr(options, "count_from", None), getattr(options, "begins", None))
    position = getattr(options, "position", None)
    return game if position is None or options.begins is not None else game.for_position(position)


def load_checked(spec: str, count_from: int | None = None, begins: str | None = None) -> Game:
    """A game by its name or file; refuses a user's own game whose first positions are visibly wrong."""
    from zerosum.games import load

    game = load(spec, count_from=count_from)
    if game.source is not None:
        from zerosum.analysis.wrong_rules import refuse_wrong_rules

        refuse_wrong_rules(game)
    return game if begins is None else game.begun_by(begins)


def where_to_begin(game: Game, options: argparse.Namespace) -> State:
    """The position that the options ask for: moves are played from the position, if both are given."""
    state = game.start if options.position is None else game.read_position(options.position)
    return game.after(moves_of(game, options, state), state)


def moves_of(game: Game, options: argparse.Namespace, state: State) -> list[Move]:
    """The moves that the options list, from a position."""
    return game.read_moves(options.moves, state) if options.moves is not None else []


class Files:
    """The files that a command writes before it prints.

    A reader who closes a pipe early does not keep the files from being written. A file that cannot be written does not
    keep the result from being shown: `settle` complains at the end.
    """

    def __init__(self) -> None:
        """Nothing is written yet."""
        self.written: list[str] = []
        self.problem: BadRequest | None = None

    def write(self, file: str | None, content: Callable[[], str | bytes]) -> None:
        """Write a file, if one was asked for; `content` is called only then."""
        if file is None:
            return
        try:
            write_file(file, content())
            self.written.append(file)
        except BadRequest as error:
            self.problem = error
        except OSError as error:  # the content could not be made: a plotting library without its own files, say
            self.problem = BadRequest(f"{file!r} cannot be written: {error.strerror or error}")

    def settle(self) -> None:
        """Complain about the last file that could not be written, after everything was shown."""
        if self.problem is not None:
            raise self.problem
