"""Boards as pictures, by the page and by Python: owners, winning lines, the shape of a value and what it claims."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from tests.page.node import PAGE, answer_of, needs_node
from zerosum.core.board import board_of
from zerosum.core.games import load
from zerosum.core.value import WIN, Estimate, Expected, Margin, Outcome, Value
from zerosum.engines.draw.board_svg import board_parts
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT
from zerosum.faces.web.jobs.positions import position_json
from zerosum.faces.web.models import PositionView, ValueView

pytestmark = needs_node


def asked(*questions: tuple[Any, ...]) -> list[Any]:
    """What the page answers to each question."""
    answers: list[Any] = answer_of("boards.mjs", questions)
    return answers


def view(spec: str, position: str | None, moves: str) -> dict[str, Any]:
    """What the server sends to the page."""
    game = load(spec)
    start = game.start if position is None else game.read_position(position)
    found = position_json(game, start, game.read_moves(moves, start))
    return PositionView.model_validate(found).model_dump(mode="json")


def picture(shown: dict[str, Any]) -> ET.Element:
    """The still picture of the page."""
    (drawn,) = asked(("board", shown))
    return ET.fromstring(drawn)


def cells_with(drawn: ET.Element, shown: dict[str, Any], wanted: str) -> dict[str, str]:
    """The names of the cells with an element of this class, and the other class of that element."""
    groups = [each for each in drawn if "cell" in each.get("class", "").split()]
    assert len(groups) == len(shown["board"]["cells"])
    found = {}
    for cell, group in zip(shown["board"]["cells"], groups, strict=True):
        for each in group.iter():
            names = each.get("class", "").split()
            if wanted in names:
                (found[cell["name"]],) = (name for name in names if name != wanted)
    return found


X_WON = "XXX-O----/OO-------/---------/---------/---------/---------/---------/---------/---------:2"
O_WON = "--X------/---X-----/---------/---------/-----X---/---------/------OOO/---------/---------:3"
FIRST_BOARD = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
LAST_BOARD = ("g7", "h7", "i7", "g8", "h8", "i8", "g9", "h9", "i9")

OWNED: list[tuple[str, str | None, str, str, dict[str, str]]] = [
    # game, position, moves; the class of what is drawn, and the owner of each cell
    ("ultimate", None, "", "owned", {}),
    ("ultimate", X_WON, "", "owned", dict.fromkeys(FIRST_BOARD, "first")),
    ("ultimate", O_WON, "", "owned", dict.fromkeys(LAST_BOARD, "second")),
    ("ultimate@O", X_WON, "", "owned", dict.fromkeys(FIRST_BOARD, "first")),
    ("ultimate@O", O_WON, "", "owned", dict.fromkeys(LAST_BOARD, "second")),
    ("go:3", None, "b2 pass", "territory", {}),
    ("go:2", None, "a1 pass b2 pass pass", "territory", dict.fromkeys(("B1", "A2"), "dark")),
    ("go:2", None, "pass a1 pass b2 pass pass", "territory", dict.fromkeys(("B1", "A2"), "light")),
]
"""A board that X or O has won, and the area of Black or White."""


@pytest.mark.parametrize(("spec", "position", "moves", "wanted", "owners"), OWNED)
def test_whose_colour_an_owned_cell_has(
    spec: str, position: str | None, moves: str, wanted: str, owners: dict[str, str]
) -> None:
    shown = view(spec, position, moves)
    assert cells_with(picture(shown), shown, wanted) == owners
    if "@" not in spec:  # Python's picture has the colours of who begins
        assert cells_of_python(spec, position, moves) == owners


PYTHON_NAMES = {"zb-own0": "first", "zb-own1": "second", "zb-black": "dark", "zb-white": "light"}


def cells_of_python(spec: str, position: str | None, moves: str) -> dict[str, str]:
    """The same by the picture that Python draws, in the words of the page."""
    game = load(spec)
    state = game.after(game.read_moves(moves), game.start if position is None else game.read_position(position))
    board = board_of(game, state)
    drawn = ET.fromstring(f"<svg>{''.join(board_parts(board, game.sides))}</svg>")
    empty = {cell.name for cell in board.cells if cell.piece == ""}
    found = {}
    for place in drawn.iter("g"):
        name = place.get("data-name")
        classes = {known for each in place.iter() for known in each.get("class", "").split()} & PYTHON_NAMES.keys()
        if name is not None and classes and (name in empty or not classes & {"zb-black", "zb-white"}):
            (owner,) = classes
            found[name] = PYTHON_NAMES[owner]
    return found


def test_the_colours_of_the_sides_differ() -> None:
    rules = re.findall(r"\.owned\.(first|second) \{ fill: var\(--(\w+)\)", (PAGE / "board" / "board.css").read_text())
    assert rules == [("first", "first"), ("second", "second")]


WON: list[tuple[str, str | None, str, list[list[int]]]] = [
    # game, position, moves; the cells of each line that won
    ("tictactoe", None, "0 3 1 4", []),
    ("tictactoe", None, "0 3 1 4 2", [[0, 1, 2]]),
    ("tictactoe", None, "0 3 1 4 8 5", [[3, 4, 5]]),
    ("tictactoe", "-XX/XOO/XOO", "0", [[0, 1, 2], [0, 3, 6]]),
    ("connect4", None, "1 2 1 2 1 2 1", [[14, 21, 28, 35]]),
]


@pytest.mark.parametrize(("spec", "position", "moves", "lines"), WON)
def test_a_still_board_shows_the_line_that_won(
    spec: str, position: str | None, moves: str, lines: list[list[int]]
) -> None:
    """Each line goes through the middles of its cells, and lies above them."""
    drawn = picture(view(spec, position, moves))
    cells = [each for each in drawn if "cell" in each.get("class", "").split()]
    won = [each for each in drawn if each.get("class") == "winning"]
    middles = [[middle_of(cells[place]) for place in line] for line in lines]
    assert [points_of(line) for group in won for line in group] == [
        each for each in middles for _ in ("under", "upper")
    ]
    assert not won or list(drawn).index(won[0]) > list(drawn).index(cells[-1])


def middle_of(cell: ET.Element) -> tuple[float, float]:
    (place,) = (each for each in cell.iter() if "place" in each.get("class", "").split())
    of = {name: float(place.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy")}
    return (of["cx"] or of["x"] + of["width"] / 2, of["cy"] or of["y"] + of["height"] / 2)


def points_of(line: ET.Element) -> Any:
    """The corners of a line, to a hundredth of a pixel."""
    points = (each.split(",") for each in line.get("points", "").split())
    return [pytest.approx((float(x), float(y)), abs=0.01) for x, y in points]


MARKS: list[tuple[Value, bool, tuple[str, str, str]]] = [
    # value, whether it is shown for the other side; letter, shape and number
    (Outcome(1, 5), False, ("W", "▲", "5")),
    (Outcome(1, 5), True, ("L", "▼", "5")),
    (Outcome(0), False, ("D", "●", "")),
    (Margin(-3), False, ("L", "▼", "3")),
    (Margin(-3), True, ("W", "▲", "3")),
    (Estimate(12, 6), False, ("~", "△", "+12")),
    (Estimate(12, 6), True, ("~", "▽", "−12")),
    (Estimate(0, 6), False, ("~", "○", "0")),
    (Expected(0.25), False, ("E", "▲", "+0.250")),
    (Expected(0.25), True, ("E", "▼", "−0.250")),
    (Outcome(1, 1, "+9"), False, ("", "▲", "+9")),
    (Outcome(1, 1, "+9"), True, ("", "▼", "−9")),
    (Outcome(0, 9, "0"), True, ("", "●", "0")),
]


def test_the_shape_of_a_value() -> None:
    """Filled where it is exact, hollow for an estimate."""
    shown = asked(*(("mark", ValueView.model_validate(value.json()).model_dump(), flip) for value, flip, _ in MARKS))
    assert [(each["letter"], each["shape"], each["number"]) for each in shown] == [row[2] for row in MARKS]


RESULTS = Expected(Fraction(1, 5), results=((1, Fraction(3, 5)), (-1, Fraction(2, 5))))


@pytest.mark.parametrize(
    ("value", "flip", "words"),
    [
        (Outcome(1, 5), True, "loss in 5"),
        (Outcome(1, 5, "+5"), True, "loss, −5"),
        (Margin(-3), True, "win by 3"),
        (Estimate(12, 6), True, "estimate −12 at depth 6"),
        (RESULTS, False, "expected +0.200, wins 60.0 %"),
        (RESULTS, True, "expected −0.200, wins 40.0 %"),
    ],
)
def test_a_value_in_words(value: Value, flip: bool, words: str) -> None:
    """For the other side, that side wins as often as the first one loses."""
    (marks,) = asked(("moveMarks", analysis_view(value, (value, True, True)), flip))
    assert marks["0"]["words"] == words


def analysis_view(value: Value, *moves: tuple[Value, bool, bool]) -> dict[str, Any]:
    """What the page reads of an analysis; moves have a value, whether it is exact, and whether it is best so far."""
    named = enumerate(moves)
    return {
        "value": value.json(),
        "moves": [{"move": str(n), "value": v.json(), "exact": exact, "best": best} for n, (v, exact, best) in named],
    }


@pytest.mark.parametrize(
    ("value", "best"),
    [
        (Estimate(9, 3), [True, True, False]),
        (Outcome(1), [False, True, False]),
    ],
)
def test_the_best_move_is_not_known_by_an_estimate_where_the_value_is_proved(value: Value, best: list[bool]) -> None:
    shown = analysis_view(value, (Estimate(9, 3), False, True), (Outcome(1, 7), True, True), (Outcome(0), True, False))
    (marks,) = asked(("moveMarks", shown, False))
    assert [marks[move]["best"] for move in "012"] == best


@pytest.mark.parametrize(
    ("algorithm", "scale", "value", "text"),
    [
        ("mcts:500", "plain", Estimate(-25, 4), "~−0.25"),
        ("rave", "plain", Estimate(50, 4), "~0.50"),
        ("mcts:500", "margin", Estimate(3, 4), "~3 at depth 4"),
        ("alphabeta", "plain", Estimate(50, 4), "~50 at depth 4"),
    ],
)
def test_the_result_of_a_search(algorithm: str, scale: str, value: Value, text: str) -> None:
    """The mean of playouts is a part of a win, but a number of points where margins count."""
    about = {"algorithm": algorithm, "written": False, "scale": scale, "result": {"value": value.json()}}
    assert asked(("resultText", about)) == [text]


CLAIMS = [
    # scale, score, bound, whether it is estimated, depth; the bound, and whether it is still an estimate
    ("distance", WIN - 5, EXACT, True, 5, EXACT, False),
    ("distance", WIN - 5, EXACT, True, 4, AT_LEAST, False),
    ("distance", 5 - WIN, EXACT, True, 4, AT_MOST, False),
    ("distance", WIN - 5, EXACT, False, 4, EXACT, False),
    ("distance", WIN - 1, AT_LEAST, True, 1, EXACT, False),
    ("distance", WIN - 5, AT_MOST, True, 9, AT_MOST, True),
    ("plain", WIN, AT_LEAST, True, 1, EXACT, False),
    ("plain", 12, EXACT, True, 9, EXACT, True),
    ("margin", WIN, EXACT, True, 9, EXACT, True),
]


def test_the_strongest_true_form_of_a_claim() -> None:
    """A win at the depth that was searched is exact: a faster one would have been found."""
    questions = [
        ("strongest", scale, {"score": score, "bound": bound, "estimated": estimated}, depth)
        for scale, score, bound, estimated, depth, *_ in CLAIMS
    ]
    assert [(each["bound"], each["estimated"]) for each in asked(*questions)] == [row[5:] for row in CLAIMS]


WINDOWS = [(3, 4, True), (3, 3.5, True), (3, 5, False), (4, 3, False), (3, 3, False)]


def test_which_windows_are_null() -> None:
    """A window that has closed holds no question at all."""
    assert asked(*(("isNull", low, high) for low, high, _ in WINDOWS)) == [is_null for *_, is_null in WINDOWS]
