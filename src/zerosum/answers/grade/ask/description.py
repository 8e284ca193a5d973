"""How an agent is asked: the TOML that `zerosum grade --describe` writes and people edit.

A description has these tables; every key has a default, so that most files name three or four of them.

    game = "tictactoe"        what it plays
    kind = "python"           "python", "javascript", "terminal" (by prompts) or "program" (position in, move out)
    command = ["{file}"]      how a terminal or a program is started; {file} is the submission

    [call]        which function, with which arguments (`Call`)
    [board]       how the position is written for it (`BoardForm`)
    [move]        how its answer is read (`MoveForm`)
    [turn]        which sides it plays (`Turn`)
    [terminal]    prompts and how they are answered (`Terminal`)
    [functions]   the functions below the agent, by role (`FunctionCall`)
    [limits]      seconds, memory and output (`Limits`)
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from zerosum.answers.grade.ask.toml_tables import read_tables, refuse_unknown, write_tables
from zerosum.core.errors import BadRequest

KINDS = ("python", "terminal", "program", "javascript")

ARGUMENT_WORDS = {
    "board": "the position, as [board] says",
    "player": "the symbol of the side to move",
    "opponent": "the symbol of the other side",
    "depth": "the number of empty cells",
    "ply": "the number of moves played so far",
    "alpha": "minus infinity",
    "beta": "infinity",
    "is_max": "True",
    "is_min": "False",
    "is_first": "whether the first side is to move",
    "moves": "the legal moves, as [move] writes them",
    "last_move": "the move that led here, None at the start",
    "history": "all moves so far",
    "history_text": "all moves so far, one after the other in one text",
    "observation": "Kaggle's observation: board, mark, step, remainingOverageTime; by key and by attribute",
    "configuration": "Kaggle's configuration: rows, columns, inarow, actTimeout, episodeSteps; by key and by attribute",
    "game": "AIMA's game: actions, result, utility, terminal_test, to_move",
    "state": "AIMA's state: to_move, utility, board, moves",
    "callback": "a function to be called with the move",
    "object": "the object of `construct`",
    "rival": "another object of that class, constructed for the other side",
    "seconds": "the time limit for one move",
}
"""The words of an argument template, beside `=LITERAL` (`=9`, `='X'`) and `name:word` for a keyword argument."""

BOARD_FORMS = (
    "flat",  # a list of all cells, row by row
    "flat_from_1",  # the same behind an unused entry 0
    "nested",  # a list of rows
    "tuple",
    "nested_tuple",
    "string",
    "rows",  # a list of strings
    "dict",  # by `keys`
    "numpy",
    "numpy_flat",
    "two_maps",  # for each side rows of booleans
    "two_sets",  # for each side the numbers of its cells
    "two_bits",  # for each side an integer, whose bits are the numbers of its cells
    "numpy_maps",  # for each side a numpy array of booleans
    "stacks",  # a list of columns, each a list of its pieces from the lowest
    "state",  # the state of zerosum's rules
    "text",  # the position text of zerosum
)

DICT_KEYS = ("index", "index_text", "row_column", "column_row", "letters")

MOVE_FORMS = (
    "index",  # the number of a cell, or of a column where pieces fall, counted from `base`
    "row_column",
    "column_row",
    "column",
    "numpad",  # 7 8 9 is the upper row
    "letters",  # B2: a letter for the column and a number for the row, or the other way round
    "nth_empty",  # the k-th empty cell
    "key",  # a key of the board, where that is a dict
    "board",  # the board after the move
    "text",  # zerosum's text of the move
    "number",  # the number of the move in zerosum's rules
)

MOVE_SOURCES = ("result", "board", "global", "attribute", "callback", "printed")

CELL_NAMES = (
    "row",
    "column",
    "index",  # row by row; the column where pieces fall
    "letter",  # of the column: A, B, C
    "small",  # the same in lower case
    "number",  # the same as row
    "row_letter",
    "row_small",
    "bottom_row",  # counted from the bottom
    "numpad",  # row by row from the bottom
    "by_column",  # column by column
    "free",  # among the free cells, row by row
    "text",  # zerosum's text of the move
)
"""How a cell is named in what is typed and in what is read of a terminal."""

SIDES: Mapping[str, tuple[int, ...]] = {"both": (0, 1), "first": (0,), "second": (1,)}
"""What `turn.sides` may be, and the sides that this means."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """Which function is called, and how.

    `function` is a name, or `Class.method` (on an instance that `construct` makes, or on the class where the method is
    static). `arguments` and `construct` are templates of `ARGUMENT_WORDS`. `globals` and `attributes` are set before
    each call, in the module and on the object: a dotted path, and the word that it gets. `is_fresh` makes a new object
    for every question instead of once.
    """

    function: str = ""
    arguments: tuple[str, ...] = ("board",)
    construct: tuple[str, ...] = ()
    globals: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)
    is_fresh: bool = True


@dataclass(frozen=True, kw_only=True)
class BoardForm:
    """How the position is written.

    `empty` is what stands in an empty cell: a text or a number, "=None" for a Python literal, "=Mark.EMPTY" for an
    object of the submission, "number" for the cell's own number counted from `base`, "number_text" for that number as
    text. `symbols` are those of the first and the second side; where `is_relative`, those of the side to move and of
    the other. `names` are how arguments name the sides, where that differs from the symbols in the cells. `keys` are
    those of a dict: one of `DICT_KEYS`, or all of them, row by row with spaces between.
    `is_bottom_first` lists the lowest row first, `is_by_column` lists columns instead of rows. `object` is a class that
    is constructed and whose attribute `path` gets the cells (or its constructor, where `path` is empty), where the
    function wants an object; "Board(3, 3)" gives its constructor literal arguments, "State(player)" words as well.
    Beside the words "game" and "state" it is the submission's own game, and `path` is what gives its first state.
    It may also be a function that makes a dict, or a global that holds one; `path` is a key of it then.
    """

    form: str = "nested"
    empty: Any = " "
    symbols: tuple[Any, ...] = ("X", "O")
    is_relative: bool = False
    names: tuple[Any, ...] = ()
    keys: str = "index"
    base: int = 0
    is_bottom_first: bool = False
    is_by_column: bool = False
    object: str = ""
    path: str = ""


@dataclass(frozen=True, kw_only=True)
class MoveForm:
    """How the answer is read.

    `source` says where the answer is: the result, what changed on the board that was given, a global or an attribute
    (`name`), what the callback got, or what was printed (`name` may be a regular expression then). `path` leads into
    it, as in [1] for `(score, move)` or ["position"] for a dict. `value_path` and `nodes` say where the value of the
    position and the node count are found: a path into the result, and the name of a global or an attribute.
    `is_from_bottom` counts the rows of the answer from the lowest one, whatever the board does.
    """

    form: str = "index"
    base: int = 0
    source: str = "result"
    name: str = ""
    path: tuple[Any, ...] = ()
    value_path: tuple[Any, ...] | None = None
    nodes: str = ""
    is_from_bottom: bool = False


@dataclass(frozen=True, kw_only=True)
class Turn:
    """Which sides it plays ("both", "first", "second"), and whether it has to be walked along games."""

    sides: str = "both"
    has_memory: bool = False


@dataclass(frozen=True, kw_only=True)
class Terminal:
    """How a program that plays by prompts is driven; expressions are regular expressions over what it printed.

    `first` and `second` are the answers to its set-up questions when it is to play that side: pairs of a prompt and a
    line to send, tried in this order whenever the program waits. `prompt` is its question for a move; a move is typed
    as `type` says, with {row}, {column}, {index}, {letter}, {number}, {free}, {text}, counted from `base`; several
    lines by "\\n"; where that follows no rule, `cells` lists what is typed for each cell, row by row. `move` finds the
    program's move in what it prints, with groups named as above; where it is empty, the printed grid is compared with
    the position: `symbols` are the marks in it, in any order, and `empty` texts that are none.
    """

    first: tuple[tuple[str, str], ...] = ()
    second: tuple[tuple[str, str], ...] = ()
    prompt: str = ""
    type: str = "{index}"
    base: int = 0
    cells: tuple[str, ...] = ()
    move: str = ""
    empty: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ("X", "O")


@dataclass(frozen=True, kw_only=True)
class FunctionCall:
    """A function below the agent: its name and its argument template, in which `move` is a move as [move] writes it."""

    function: str = ""
    arguments: tuple[str, ...] = ("board",)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the agent may use: seconds to load, for a move and for all, memory and files in MB, output in kB."""

    load_seconds: float = 20.0
    move_seconds: float = 20.0
    total_seconds: float = 600.0
    memory_mb: int = 1024
    output_kb: int = 1024
    file_mb: int = 16
    processes: int = 16


MOST_BYTES: Final = 1 << 20
"""No file that describes an agent or an assignment is longer."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """How an agent is asked."""

    game: str = "tictactoe"
    kind: str = "python"
    command: tuple[str, ...] = ("{file}",)
    call: Call = Call()
    board: BoardForm = BoardForm()
    move: MoveForm = MoveForm()
    turn: Turn = Turn()
    terminal: Terminal = Terminal()
    functions: Mapping[str, FunctionCall] = field(default_factory=dict)
    limits: Limits = Limits()


def read_description(text: str, file: str = "the description") -> Description:
    """Read the TOML; an unknown key or a value of the wrong kind is named in one sentence."""
    found = read_tables(Description, text, file)
    for what, word, known in (
        ("kind", found.kind, KINDS),
        ("board.form", found.board.form, BOARD_FORMS),
        ("board.keys", found.board.keys if " " not in found.board.keys else DICT_KEYS[0], DICT_KEYS),
        ("move.form", found.move.form, MOVE_FORMS),
        ("move.source", found.move.source, MOVE_SOURCES),
        ("turn.sides", found.turn.sides, tuple(SIDES)),
    ):
        refuse_unknown(file, what, word, known)
    if len(found.board.symbols) != 2:
        raise BadRequest(f"{file}: board.symbols has a symbol for each of two sides, not {len(found.board.symbols)}")
    if len(found.board.names) not in (0, 2):
        raise BadRequest(f"{file}: board.names has a name for each of two sides, not {len(found.board.names)}")
    if found.move.source == "printed":
        try:
            re.compile(found.move.name)
        except re.error as error:
            raise BadRequest(f"{file}: move.name is {found.move.name!r}, no regular expression: {error}") from None
    refuse_bad_limits(found.limits, file)
    return found


def refuse_bad_limits(limits: Limits, file: str) -> None:
    """Refuse limits that are not positive and finite."""
    for each in fields(limits):
        value = getattr(limits, each.name)
        if not 0 < value < math.inf:
            raise BadRequest(f"{file}: limits.{each.name} must be above 0, not {value}")


def write_description(description: Description) -> str:
    """The TOML of a description: what differs from the defaults."""
    return write_tables(description)
