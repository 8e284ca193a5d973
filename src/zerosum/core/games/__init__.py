"""The games by name: `load("connect4:6x5")` makes one, `load("my_game.py")` reads a user's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from os import PathLike, fspath
from typing import Any, NamedTuple

from zerosum.core.errors import BadRequest, BadSpec
from zerosum.core.game import Game
from zerosum.core.spelling import did_you_mean

__all__ = ["GAMES", "GameEntry", "is_file_spec", "is_registered", "load", "split_beginner"]


def _sizes(text: str, form: str) -> dict[str, Any]:
    """A reader of sizes such as 7x6, which become the positional arguments of the game's maker.

    The form says how a spec is written and ends with an example, which has as many sizes.
    """
    numbers, count = text.split("x"), len(form.rpartition(":")[2].split("x"))
    if len(numbers) != count or not all(re.fullmatch(r"[0-9]{1,4}", number) for number in numbers):
        raise BadSpec(f"{text!r} is not a size; write {form}")
    return {"args": tuple(map(int, numbers))}


def _side(text: str, form: str) -> dict[str, Any]:
    """A reader of the side of a square: 6, or 6x6."""
    found = re.fullmatch(r"([0-9]{1,4})(?:x\1)?", text)
    if found is None:
        raise BadSpec(f"{text!r} is not a size; write {form}")
    return {"args": (int(found[1]),)}


def _gomoku(text: str, form: str) -> dict[str, Any]:
    (side,) = _side(text, form)["args"]
    return {"args": (side, side, 5)}


def _goal(text: str, form: str) -> dict[str, Any]:
    """A reader of one number, the points that win."""
    if re.fullmatch(r"[0-9]{1,4}", text) is None:
        raise BadSpec(f"{text!r} is not a number of points; write {form}")
    return {"args": (int(text),)}


def _backgammon(text: str, form: str) -> dict[str, Any]:
    """A reader of the kinds of backgammon: race, bearoff, or bearoff with a number of checkers."""
    found = re.fullmatch(r"(race)|(bearoff)(?:,([0-9]{1,4}))?", text)
    if found is None:
        raise BadSpec(f"{text!r} is no kind of backgammon; write backgammon:race or backgammon:bearoff,N")
    return {"args": ("race",) if found[1] else ("bearoff",) if found[3] is None else ("bearoff", int(found[3]))}


def _heaps(text: str, form: str) -> dict[str, Any]:
    words = text.split(",")
    misere = words[-1] in ("misere", "misère")
    if misere:
        words.pop()
    if not words or not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise BadSpec(f"{text!r} are not heaps; write nim:3,4,5 or nim:3,4,5,misere")
    return {"args": (tuple(map(int, words)),), "misere": misere}


def _go(text: str, form: str) -> dict[str, Any]:
    found = re.fullmatch(r"([0-9]{1,4})(?:x\1)?(?:,komi=([0-9]{1,4}))?", text)
    if found is None:
        form = "write go:N or go:N,komi=K, as in go:9,komi=0"
        if re.search(r",komi=[0-9]+[.][0-9]+$", text):
            raise BadSpec(f"komi is a whole number here, since a margin is one; {form}")
        raise BadSpec(f"{text!r} is not a size; {form}")
    return {"args": (int(found[1]),), **({} if found[2] is None else {"komi": int(found[2])})}


class GameEntry(NamedTuple):
    """A registered game: its title, how it is written, a description, and a reader of its sizes with one for an error.

    `module` makes it, by a function of the same name; "" where both are called like the game. `counts` says whether
    `count_from` applies, `examples` are sizes to offer, and `is_small` says whether plain alpha-beta solves the default
    size quickly. `shown` is the size to show where the usual one is another entry's game. `tiny` are sizes of which
    plain Python visits every position within a second, "" for the usual one: the tests of all games run with them.
    """

    title: str
    form: str
    blurb: str
    read: Callable[[str, str], dict[str, Any]] | None = None
    size: str = ""
    module: str = ""
    counts: bool = False
    examples: tuple[str, ...] = ()
    is_small: bool = False
    usual: tuple[int, ...] = ()
    shown: str = ""
    tiny: tuple[str, ...] = ()


GAMES: dict[str, GameEntry] = {
    "tictactoe": GameEntry(
        "Tic-Tac-Toe", "tictactoe", "three in a row on 3x3", module="mnk", counts=True, is_small=True, tiny=("",)
    ),
    "mnk": GameEntry(
        "m,n,k",
        "mnk:WxHxK",
        "K in a row on WxH",
        _sizes,
        "4x4x4",
        counts=True,
        examples=("4x4x4", "5x5x4"),
        is_small=True,
        shown="4x4x4",
        tiny=("3x2x2", "4x2x3", "2x3x3"),
    ),
    "gomoku": GameEntry(
        "Gomoku",
        "gomoku:N",
        "five in a row on NxN, 15x15 usually",
        _gomoku,
        "9",
        module="mnk",
        counts=True,
        examples=("9",),
        usual=(15, 15, 5),
    ),
    "connect4": GameEntry(
        "Connect Four",
        "connect4:WxH",
        "four in a row with gravity",
        _sizes,
        "6x5",
        counts=True,
        examples=("5x4", "6x5", "8x8"),
        tiny=("4x2", "3x3"),
    ),
    "nim": GameEntry(
        "Nim",
        "nim:3,4,5[,misere]",
        "take from one heap; the last one decides",
        _heaps,
        counts=True,
        examples=("1,3,5,7", "3,4,5,misere"),
        is_small=True,
        tiny=("1,2,3", "1,2,3,misere", "2,2"),
    ),
    "pig": GameEntry(
        "Pig",
        "pig:N",
        "roll the die or hold; N points win, 100 usually",
        _goal,
        "50",
        examples=("20", "50"),
        tiny=("5",),
    ),
    "dicenim": GameEntry(
        "Dice Nim",
        "dicenim:NxF",
        "take what the die allows; a heap of N, a die of F faces",
        _sizes,
        "10x3",
        examples=("12x4",),
        is_small=True,
        tiny=("",),
    ),
    "kalah": GameEntry(
        "Kalah",
        "kalah:HxS",
        "sow seeds; H pits of S seeds",
        _sizes,
        "6x4",
        counts=True,
        examples=("3x3", "4x4"),
        tiny=("2x2", "3x1", "1x4"),
    ),
    "oware": GameEntry(
        "Oware",
        "oware:HxS",
        "sow seeds, capture twos and threes; H pits of S seeds",
        _sizes,
        "6x4",
        counts=True,
        examples=("3x2", "4x4"),
        tiny=("2x1",),
    ),
    "othello": GameEntry("Othello", "othello:N", "turn discs on NxN", _side, "6", examples=("4", "6")),
    "hexapawn": GameEntry(
        "Hexapawn",
        "hexapawn:WxH",
        "pawns that race and block",
        _sizes,
        "3x3",
        examples=("4x4", "5x4"),
        is_small=True,
        tiny=("2x3", "3x3", "2x4"),
    ),
    "breakthrough": GameEntry(
        "Breakthrough",
        "breakthrough:WxH",
        "two rows of pawns that race to the far side",
        _sizes,
        "5x5",
        examples=("4x4", "5x5", "6x6"),
        tiny=("2x3", "2x4"),
    ),
    "hex": GameEntry(
        "Hex", "hex:N", "join two opposite edges of NxN", _side, "5", examples=("3", "4", "5"), tiny=("2",)
    ),
    "dots": GameEntry(
        "Dots and Boxes",
        "dots:RxC",
        "close boxes; R rows of C boxes",
        _sizes,
        "3x3",
        counts=True,
        examples=("1x2", "2x2", "3x3"),
        tiny=("1x1",),
    ),
    "morris3": GameEntry("Three Men's Morris", "morris3", "place and move three men; three in a row", tiny=("",)),
    "nineholes": GameEntry(
        "Nine Holes", "nineholes", "as morris3, but men move anywhere", module="morris3", usual=(True,), tiny=("",)
    ),
    "morris9": GameEntry("Nine Men's Morris", "morris9", "nine men each; mills capture"),
    "dodgem": GameEntry("Dodgem", "dodgem:N", "cars that cross on NxN", _side, "4", examples=("3", "4"), tiny=("3",)),
    "ponghauki": GameEntry("Pong Hau K'i", "ponghauki", "two men each; block the other side", tiny=("",)),
    "quixo": GameEntry(
        "Quixo", "quixo:N", "push cubes; N in a row on NxN", _side, "3", examples=("3", "4"), tiny=("3",)
    ),
    "ultimate": GameEntry("Ultimate Tic-Tac-Toe", "ultimate", "nine boards; each cell leads to one"),
    "chess": GameEntry("Chess", "chess", "the whole rules; mate the king"),
    "checkers": GameEntry(
        "Checkers",
        "checkers:N",
        "jump men on NxN, 8x8 usually; chains of jumps are one move",
        _side,
        "6",
        examples=("4", "6"),
    ),
    "go": GameEntry(
        "Go",
        "go:N[,komi=K]",
        "surround points on NxN, 9x9 usually; K points for the second",
        _go,
        examples=("3", "5", "7", "13", "19", "9,komi=0"),
    ),
    "backgammon": GameEntry(
        "Backgammon",
        "backgammon:bearoff,N",
        "race by two dice; also backgammon:race, and a bear-off of N checkers a side",
        _backgammon,
        examples=("race", "bearoff", "bearoff,4"),
    ),
}


OTHER_LIBRARIES = {"openspiel": "zerosum.faces.bridge.openspiel"}
"""What may stand before the colon of a game of another library, and the module whose `load_game` makes the game.

The module is named, not imported: it is in a room above this one, and is for those who have the library.
"""


ALIASES = {"mancala": "kalah"}
"""Other names of games; Oware is a mancala game too, but Kalah is what most people mean."""


def load(spec: str | PathLike[str], *, count_from: int | None = None) -> Game:
    """The game that a spec names: a registered one with its size, a file of the user's own, a tree in brackets,
    or a game of another library (`openspiel:tic_tac_toe`).

    The same spec gives the same game, equal to itself, unless its file has changed.

    `count_from` numbers the cells, columns or pits from 0 or 1 instead of the game's default. What follows an
    "@" is the side that begins.

    >>> load("connect4:5x4").name
    'Connect Four 5x4'
    >>> load("tictactoe@O").sides
    ('O', 'X')
    >>> load("((3,5),(2,9))").about
    'MAX and MIN choose branches in turn; MAX wants a leaf with a great number, MIN a small one.'
    """
    spec, beginner = split_beginner(fspath(spec))
    if beginner is not None:
        return load(spec, count_from=count_from).begun_by(beginner)
    if is_file_spec(spec):
        from zerosum.core.games.user_files.loading import load_file

        game = load_file(spec, reload)
        refuse_counting(game.name, count_from)
        return game
    if is_tree_text(spec):
        refuse_counting("a written tree", count_from)
        from zerosum.core.games.tree import read_tree

        return read_tree(spec)
    name, colon, sizes = spec.lower().partition(":")
    if name in OTHER_LIBRARIES and colon:
        refuse_counting(spec, count_from)
        module = import_module(OTHER_LIBRARIES[name])
        made: Game = module.load_game(spec.partition(":")[2])
        return made
    name = ALIASES.get(name, name)
    if name not in GAMES:
        name = _by_title().get(_squeezed(name), name)
    entry = GAMES.get(name)
    if entry is None:
        raise BadSpec(
            f"there is no game {name!r}{did_you_mean(name, GAMES)}; there are: {', '.join(GAMES)}, "
            "or a file of your own such as my_game.py"
        )
    if colon and entry.read is None:
        other_boards = "; for other boards write mnk:WxHxK" if name == "tictactoe" else ""
        raise BadSpec(f"{name} has no sizes{other_boards}")
    arguments = (
        entry.read(sizes, f"{entry.form}, as in {name}:{entry.size}") if colon and entry.read is not None else {}
    )
    positional = arguments.pop("args", entry.usual)
    if count_from is not None:
        if not entry.counts:
            refuse_counting(name, count_from)
        arguments["count_from"] = count_from
    return _made(name, positional, tuple(arguments.items()))


@lru_cache(maxsize=256)
def _made(name: str, positional: tuple[Any, ...], arguments: tuple[tuple[str, Any], ...]) -> Game:
    """A registered game; one object for each, so that two games of the same size are equal."""
    module = GAMES[name].module or name
    made: Game = getattr(import_module(f"zerosum.core.games.{module}"), module)(*positional, **dict(arguments))
    count_from = dict(arguments).get("count_from")
    game = replace(made, count_from=count_from, reload=partial(reload, made.spec, count_from, None))
    # mnk:3x3x3 is Tic-Tac-Toe too.
    return _MADE.setdefault((made.spec, count_from), game)


_MADE: dict[tuple[str, int | None], Game] = {}
"""The registered games that were loaded, by spec and numbering."""


def is_game(spec: str) -> bool:
    """Whether this names a game: one of the registry, a file, a tree or one of another library."""
    name = spec.lower().partition(":")[0].partition("@")[0]
    is_named = name in GAMES or name in ALIASES or name in OTHER_LIBRARIES or _squeezed(name) in _by_title()
    return is_named or is_file_spec(spec) or is_tree_text(spec)


def _squeezed(name: str) -> str:
    """A name without blanks and signs, as people write titles: "Tic-Tac-Toe", "connect four"."""
    return re.sub(r"[^a-z0-9,]", "", name.lower())


@lru_cache(maxsize=1)
def _by_title() -> dict[str, str]:
    """The names of the games by their titles."""
    return {_squeezed(entry.title): name for name, entry in GAMES.items()}


def reload(spec: str, count_from: int | None, checksum: str | None) -> Game:
    """Load a game again, for unpickling, perhaps in another process; refuses a file that has changed since."""
    game = load(spec, count_from=count_from)
    if game.checksum != checksum:
        raise BadSpec(f"{game.source} has changed since this game was loaded from it")
    return game


def is_file_spec(spec: str) -> bool:
    """Whether `load` runs a file for this spec: `file.py` or `file.py:game`, with or without a beginner.

    >>> is_file_spec("my_game.py"), is_file_spec("my_game.py:small(4)@B"), is_file_spec("tictactoe@O")
    (True, True, False)
    """
    without, beginner = split_beginner(spec)
    if beginner is not None:
        return is_file_spec(without)
    return re.fullmatch(r".+\.py(:.*)?", spec, re.DOTALL) is not None


def is_registered(spec: str) -> bool:
    """Whether `load` runs only code of this package for this spec: a registered game, or a tree in brackets.

    >>> [is_registered(spec) for spec in ("tictactoe@O", "((3,5),(2,9))", "my.py", "openspiel:go")]
    [True, True, False, False]
    """
    without, _ = split_beginner(spec)
    if is_file_spec(without):
        return False
    name = without.lower().partition(":")[0]
    return is_tree_text(without) or ALIASES.get(name, name) in GAMES


def is_tree_text(spec: str) -> bool:
    """Whether a text is a written tree and not the name of a game: it begins with a bracket.

    >>> is_tree_text(" [3 [4 5]]"), is_tree_text("tictactoe")
    (True, False)
    """
    return spec.lstrip("? \n\t")[:1] in ("(", "[")


def split_beginner(spec: str) -> tuple[str, str | None]:
    """A spec without the side that begins, and that side.

    >>> split_beginner("mnk:4x4x4@O"), split_beginner("me@home/game.py")
    (('mnk:4x4x4', 'O'), ('me@home/game.py', None))
    """
    found = re.fullmatch(r"(.+)@([^@/.()'\"]+)", spec)
    return (spec, None) if found is None else (found[1], found[2])


def refuse_counting(name: str, count_from: int | None) -> None:
    """Refuse `count_from` for a game whose moves are not numbered."""
    if count_from is not None:
        raise BadRequest(f"{name} does not count its moves from 0 or 1, so there is nothing to choose")
