"""Options that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean

if TYPE_CHECKING:
    from zerosum.answers.analysis.analyst import Analyst
    from zerosum.answers.parameters import Declared
    from zerosum.answers.position import Position
    from zerosum.core.game import Game
    from zerosum.core.progress import ProgressCallback
    from zerosum.core.rules import Move, State
    from zerosum.engines.search import Limit
    from zerosum.engines.solve.tables.table import SolvedTable

OK, NEGATIVE, BAD_INPUT, UNFINISHED, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 130
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
    from zerosum.engines.solve.tables.table import open_table

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


def add_save(parser: argparse.ArgumentParser) -> None:
    """Where the games are written."""
    parser.add_argument("--save", metavar="FILE", help="write the games, as PGN, PDN or SGF or as records (by suffix)")
    parser.add_argument("--overwrite", action="store_true", help="replace the file of --save if it exists")


def add_common(parser: argparse.ArgumentParser) -> None:
    """What every command has."""
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    parser.add_argument("--plain", action="store_true", help="no colour and no symbols, also in a terminal")


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
    from zerosum.engines.solve.tables.table import SolvedTable

    return SolvedTable(Path(options.table), game)


def analyst_for(game: Game, options: argparse.Namespace, progress: ProgressCallback) -> Analyst:
    """An analyst with the limits, the tier, the book and the table that the options ask for."""
    from zerosum.answers.analysis.analyst import Analyst

    return Analyst(
        game,
        limit=limit_of(options),
        progress=progress,
        tier=options.tier,
        threads=options.threads,
        memory=options.memory,
        book=options.book,
        values=getattr(options, "values", "distance"),
        table=solved_setting(options, game),
    )


def limit_of(options: argparse.Namespace) -> Limit:
    """The limit that the options set."""
    from zerosum.engines.search import Limit

    return Limit(depth=options.depth, nodes=options.nodes, seconds=options.time or None)


def load_game(options: argparse.Namespace) -> Game:
    """The game that the options name; without --begins, a position that only the other side can have begun decides."""
    game = load_checked(options.game, getattr(options, "count_from", None), getattr(options, "begins", None))
    position = getattr(options, "position", None)
    return game if position is None or options.begins is not None else game.for_position(position)


def load_checked(spec: str, count_from: int | None = None, begins: str | None = None) -> Game:
    """A game by its name or file; refuses a user's own game whose first positions are visibly wrong."""
    from zerosum.core.games import load

    game = load(spec, count_from=count_from)
    if game.source is not None:
        from zerosum.answers.analysis.wrong_rules import refuse_wrong_rules

        refuse_wrong_rules(game)
    return game if begins is None else game.begun_by(begins)


def position_of(game: Game, options: argparse.Namespace) -> Position:
    """The position that the options ask for: moves are played from the position, if both are given."""
    from zerosum.answers.position import Position

    start = None if options.position is None else game.read_position(options.position)
    return Position(game, start, moves=options.moves)


def where_to_begin(game: Game, options: argparse.Namespace) -> State:
    """The state of the position that the options ask for."""
    return position_of(game, options).state


def moves_of(game: Game, options: argparse.Namespace, state: State) -> list[Move]:
    """The moves that the options list, from a position."""
    return game.read_moves(options.moves, state) if options.moves is not None else []


def add_parameters(parser: argparse.ArgumentParser, function: Callable[..., Any], *names: str, **defaults: Any) -> None:
    """An option for each parameter of a capability, or for those named; `defaults` are those of the command alone."""
    from zerosum.answers.parameters import parameters_of

    declarations = parameters_of(function)
    for declared in map(declarations.__getitem__, names or declarations):
        add_parameter(parser, replace(declared, default=defaults.get(declared.name, declared.default)))


def given(options: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """The arguments of a capability that the options stand for, by the names of its parameters."""
    from zerosum.answers.parameters import parameters_of

    found = {}
    for name, declared in parameters_of(function).items():
        value = getattr(options, _destination(declared))
        found[name] = (value or None) if declared.about.unit == "S" else declared.about.choices.get(value, value)
    return found


def add_parameter(parser: argparse.ArgumentParser, declared: Declared) -> None:
    """The option of one parameter."""
    default = declared.word
    parser.add_argument(
        *declared.options,
        dest=_destination(declared),
        default=default,
        help=_help(declared, default),
        **_reader(declared),
    )


def _destination(declared: Declared) -> str:
    """The name under which the parser keeps the value of an option."""
    return declared.name if declared.about.is_switch else declared.options[-1].lstrip("-").replace("-", "_")


def _reader(declared: Declared) -> dict[str, Any]:
    """How the text of an option is read."""
    about = declared.about
    if about.is_switch:
        return {"action": "store_false" if declared.default else "store_true"}
    if about.choices:
        return {"choices": tuple(about.choices)}
    if about.least is None:
        return {"metavar": about.unit}
    number = seconds if about.unit == "S" else positive if about.least else whole
    return {"type": number, "metavar": about.unit}


def _help(declared: Declared, default: Any) -> str:
    """The line of help with the default, unless the line says it."""
    shown = f"{default:g}" if isinstance(default, float) else declared.about.unset if default is None else default
    if shown == "" or shown is True or "(default" in declared.help:
        return declared.help
    return f"{declared.help} (default: {shown})"


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
        from zerosum.core.files import write_file

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
