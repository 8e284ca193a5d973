"""The boards of all games: every move can be made on them, and what they show is what the position's text says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from tests.conftest import DOMINOES, EXAMPLE
from tests.thinned import in_proof
from zerosum.core.board import Board, Cell, board_json, board_of, drawn_board, touched_by
from zerosum.core.errors import BadPosition, BadRules
from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.core.games.tree import read_tree
from zerosum.core.rules import CHANCE, Move, State, Text, listed
from zerosum.engines.draw.board_svg import board_svg

SIZES = (
    "mnk:5x4x4",
    "mnk:13x5x4",
    "connect4:5x4",
    "othello:4",
    "othello:6",
    "checkers:6",
    "hexapawn:4x5",
    "kalah:3x6",
    "breakthrough:3x12",
    "hex:5",
    "dots:1x5",
    "pig:20",
    "dicenim:13x9",
    "go:3",
    "backgammon:bearoff",
)
EDITED = (
    *(name for name in GAMES if name not in ("gomoku", "hex", "pig", "chess", "checkers", "go", "backgammon")),
    *SIZES,
    "nim:1,7,2,misere",
)
"""Smaller ones stand for Gomoku, Go, Hex, Checkers and backgammon, which take minutes; one needs more than a word."""
OWN = (*EDITED, *in_proof("chess"))
"""The text of a chess position cannot be edited cell by cell."""
LARGE = ("ultimate", "breakthrough", "breakthrough:3x12", "othello", "mnk:13x5x4")

SPECS = (*OWN, DOMINOES, f"{DOMINOES}:small", EXAMPLE, *in_proof("backgammon"))


def positions(game: Game, games: int = 3) -> Iterator[State]:
    """Positions of random games, the start and finished ones included."""
    for seed in range(games):
        yield from game.random_game(game.start, Random(seed))


def clicks(board: Board, move: Move) -> set[tuple[int, ...]]:
    """All the ways to click a move."""
    path = board.moves[move]
    return {(*path[:-1], last) for last in board.area.get(move, path[-1:])}


@pytest.fixture(params=SPECS, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_moves_on_the_board_are_legal_and_clicked_in_different_ways(game: Game) -> None:
    for state in positions(game):
        board = board_of(game, state)
        legal = set() if game.is_over(state) else set(listed(game.moves(state)))
        assert set(board.moves) <= legal
        assert set(board.area) | set(board.touched) | set(board.shown) <= set(board.moves)
        ways = {move: clicks(board, move) for move in board.moves}
        for one, other in combinations(ways, 2):
            for way in ways[one]:
                # Two same clicks, of promotions, are told apart by a menu; clicks that begin others could not be.
                others = [each for each in ways[other] if each != way or len(way) == 1]
                assert not any(way[: len(each)] == each or each[: len(way)] == way for each in others)
        for move, path in board.moves.items():
            named = (*path, *board.area.get(move, ()), *board.touched.get(move, ()))
            assert path
            assert all(0 <= cell < len(board.cells) for cell in named)
            if move in board.area:
                assert len(path) == 1
                assert path[0] in board.area[move]
            if move in board.shown:
                assert 0 <= board.shown[move] < len(board.cells)


@pytest.mark.parametrize("spec", OWN)
def test_every_move_but_a_pass_and_a_roll_has_a_cell(spec: str) -> None:
    game = load(spec)
    for state in positions(game):
        if not game.is_over(state) and game.to_move(state) != CHANCE:
            board = board_of(game, state)
            missing = [game.move_text(state, move) for move in listed(game.moves(state)) if move not in board.moves]
            assert missing in ([], ["pass"])


def test_cells_lie_on_the_board_and_do_not_overlap(game: Game) -> None:
    for state in positions(game, games=2):
        board = board_of(game, state)
        assert all(cell.name for cell in board.cells)
        for cell in board.cells:
            assert cell.width > 0
            assert cell.height > 0
            assert min(cell.x, cell.y) >= 0
            assert cell.x + cell.width <= board.width
            assert cell.y + cell.height <= board.height
        for one, other in combinations(board.cells, 2):
            assert (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            ), (one, other)


def test_edges_are_named_all_along_or_not_at_all(game: Game) -> None:
    board = board_of(game, game.start)
    assert len(board.rows) in (0, board.height)
    assert len(board.columns) in (0, board.width)


@pytest.mark.parametrize("spec", OWN)
def test_cells_keep_their_places(spec: str) -> None:
    game = load(spec)

    def places(state: State) -> list[tuple[float, float, str]]:
        return [(cell.x, cell.y, cell.name) for cell in board_of(game, state).cells]

    at_start = places(game.start)
    assert len({name for _, _, name in at_start}) == len(at_start)
    assert all(places(state) == at_start for state in positions(game, games=2))


def test_spans_hold_what_stands_on_the_cells(game: Game) -> None:
    for state in positions(game):
        board, text = board_of(game, state), game.position_text(state)
        for cell in board.cells:
            if cell.span is not None:
                written = text[slice(*cell.span)]
                assert written == (cell.piece or board.pieces[0])
                assert written in board.pieces if board.pieces else written.isdigit()
        spans = sorted(cell.span for cell in board.cells if cell.span is not None)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))


@pytest.mark.parametrize("spec", EDITED)
def test_the_whole_position_can_be_edited(spec: str) -> None:
    game = load(spec)
    for state in positions(game, games=2):
        text = list(game.position_text(state).partition(":")[0])
        for cell in board_of(game, state).cells:
            if cell.span is not None:
                text[slice(*cell.span)] = " " * (cell.span[1] - cell.span[0])
        assert set("".join(text)) <= set(" /,")


@pytest.mark.parametrize("spec", [*(spec for spec in EDITED if spec not in LARGE), *in_proof(*LARGE)])
def test_an_edited_text_is_read_as_the_edited_position_or_refused(spec: str) -> None:
    game = load(spec)
    read = 0
    for state in positions(game, games=1):
        board, text = board_of(game, state), game.position_text(state)
        for number, cell in enumerate(board.cells):
            if cell.span is None:
                continue
            for piece in board.pieces or (str(int(cell.piece) + 1), str(max(0, int(cell.piece) - 1))):
                edited = text[: cell.span[0]] + piece + text[cell.span[1] :]
                try:
                    after = game.read_position(edited)
                except BadPosition:
                    continue
                read += 1
                assert game.position_text(after) == edited
                shown = board_of(game, after).cells[number].piece
                assert shown == ("" if board.pieces and piece == board.pieces[0] else piece)
    # A single changed count never keeps the sum of the seeds, save for none taken from none.
    assert read > 0


def test_the_json_is_json_and_goes_by_move_texts(game: Game) -> None:
    for state in positions(game, games=2):
        found, board = board_json(game, state), board_of(game, state)
        assert json.loads(json.dumps(found)) == found
        assert found["moves"] == {game.move_text(state, move): list(path) for move, path in board.moves.items()}


def test_tictactoe() -> None:
    game = load("tictactoe", count_from=1)
    state = game.read_position("X-O/-X-/---")
    board = board_of(game, state)
    assert (board.width, board.height, board.pieces) == (3, 3, ("-", "X", "O"))
    assert board.cells[2] == Cell(x=2, y=0, name="cell 3", label="3", piece="O", span=(2, 3))
    assert board.cells[3] == Cell(x=0, y=1, name="cell 4", label="4", span=(4, 5))
    assert board.moves == {move: (move,) for move in (1, 3, 5, 6, 7, 8)}


def test_connect4_takes_a_click_anywhere_in_the_column() -> None:
    game = load("connect4:4x3")
    state = game.after(game.read_moves("2 2 2 4"))
    board = board_of(game, state)
    assert [cell.piece for cell in board.cells] == ["", "X", "", "", "", "O", "", "", "", "X", "", "O"]
    assert board.moves == {0: (8,), 2: (10,), 3: (7,)}
    assert board.area == {0: (0, 4, 8), 2: (2, 6, 10), 3: (3, 7, 11)}
    assert board.columns == ("1", "2", "3", "4")
    assert board.cells[7].name == "column 4, row 2"
    assert touched_by(game, state, 3) == [7]


def test_othello_passes_by_a_button() -> None:
    game = load("othello:4")
    state = next(
        state
        for seed in range(1000)
        for state in game.random_game(game.start, Random(seed))
        if not game.is_over(state) and [game.move_text(state, move) for move in listed(game.moves(state))] == ["pass"]
    )
    assert board_of(game, state).moves == {}
    assert board_of(game, game.start).cells[4].name == "a2"
    assert {board_of(game, game.start).cells[path[0]].name for path in board_of(game, game.start).moves.values()} == {
        "b1",
        "a2",
        "d3",
        "c4",
    }


def test_hexapawn_is_from_and_to() -> None:
    game = load("hexapawn")
    state = game.read_position("B-B/WB-/-WW:W")
    found = board_json(game, state)
    assert found["moves"] == {"c1c2": [8, 5], "c1xb2": [8, 4]}
    assert found["rows"] == ["3", "2", "1"]


def test_kalah_pits_run_to_the_right_of_each_side() -> None:
    game = load("kalah:3x2")
    state = game.read_position("1,2,3,0/2,0,4,0:N")
    board = board_of(game, state)
    assert [cell.piece for cell in board.cells] == ["0", "4", "0", "2", "1", "2", "3", "0"]
    assert [cell.name for cell in board.cells][:4] == ["North store", "North pit 3", "North pit 2", "North pit 1"]
    assert board.moves == {0: (3,), 2: (1,)}
    assert (board.cells[0].x, board.cells[0].height, board.cells[7].x) == (0, 2, 4)
    two_digits = board_of(game, game.read_position("0,0,0,12/0,0,0,0:S"))
    assert two_digits.cells[7].span == (6, 8)
    assert two_digits.cells[3].span == (9, 10)


@pytest.mark.parametrize("spec", ["kalah:3x4", "oware:3x4"])
def test_seeds_are_sown_through_the_cells_that_the_board_names(spec: str) -> None:
    game = load(spec)
    before = board_of(game, game.start)
    for move in game.moves(game.start):
        after = board_of(game, game.play(game.start, move))
        place = before.sowing.index(before.moves[move][0])
        expected = [before.sowing[(place + step) % len(before.sowing)] for step in range(5)]
        found = [i for i, cell in enumerate(before.cells) if cell.piece != after.cells[i].piece]
        assert sorted(found) == sorted(expected)


def test_nim_takes_a_thing_and_all_to_its_right() -> None:
    game = load("nim:2,3")
    state = game.read_position("2,2:B")
    found = board_json(game, state)
    assert [cell["piece"] for cell in found["cells"]] == ["|", "|", "2", "|", "|", "", "2"]
    assert found["moves"] == {"1:2": [0], "1:1": [1], "2:2": [3], "2:1": [4]}
    assert found["touched"]["2:2"] == [3, 4]
    assert found["cells"][6]["span"] == [2, 3]


def test_pig_rolls_by_its_die_which_shows_the_last_roll() -> None:
    game = load("pig:20")
    state = game.read_position("7,12,5:B")
    board = board_of(game, state)
    assert [(cell.label, cell.piece, cell.kind) for cell in board.cells] == [
        ("A, of 20", "7", "score"),
        ("B, of 20", "12", "score"),
        ("turn of B", "5", "score"),
        ("", "", "die"),
    ]
    assert {game.move_text(state, move): path for move, path in board.moves.items()} == {"hold": (2,), "roll": (3,)}
    (roll,) = game.read_moves("roll", state)
    rolling = game.play(state, roll)
    assert board_of(game, rolling).moves == {}
    (one,) = game.read_moves("1", rolling)
    after = board_json(game, game.play(rolling, one), rolling, one)
    assert [cell["piece"] for cell in after["cells"]] == ["7", "12", "0", "1"]


@pytest.mark.parametrize(("spec", "position", "pips"), [("dicenim", "7:A:3", 3), ("dicenim:9x9", "7:A:8", 0)])
def test_dice_nim_takes_no_more_than_the_die_shows(spec: str, position: str, pips: int) -> None:
    game = load(spec)
    board = board_of(game, game.read_position(position))
    most = int(position[-1])
    assert board.moves == {take: (6 - take,) for take in range(min(7, most))}
    assert board.cells[-1].piece == str(most)
    assert board_svg(board, game.sides).count("zb-pip") == pips + 1  # the style names it too


def test_domineering_is_drawn_as_a_grid_of_cells() -> None:
    game = load(f"{DOMINOES}:small")
    board = board_of(game, game.after(game.read_moves("a1")))
    assert (board.width, board.height) == (3, 3)
    assert {cell.kind for cell in board.cells} == {"square"}
    assert [cell.piece for cell in board.cells] == ["x", "", "", "x", "", "", "", "", ""]
    assert [cell.label for cell in board.cells] == ["", "b1", "c1", "", "b2", "c2", "a3", "b3", "c3"]
    assert len(board.moves) == 4


def test_a_game_without_a_drawing_shows_its_numbers_and_leaves_the_moves_to_buttons() -> None:
    game = load(EXAMPLE)
    for position in ("20,0", "4,1", "1,0"):
        board = board_of(game, game.read_position(position))
        assert [cell.piece for cell in board.cells] == position.split(",")
        assert {cell.kind for cell in board.cells} == {"word"}
        assert board.moves == {}
    tree = read_tree("((3,5),(2,9))")
    assert [cell.piece for cell in board_of(tree, tree.start).cells] == ["((3,5),(2,9))"]


def drawn(drawing: str, moves: dict[int, str], sides: tuple[str, str] = ("X", "O")) -> Board:
    """The board from a drawing of a game that only has these moves."""
    base = load("tictactoe")

    def unused(*_: object) -> Any:
        raise AssertionError

    text = Text(unused, unused, lambda _, move: moves[move], unused, lambda _: drawing, what_to_type="")
    rules = base.rules.__class__(
        **{
            **{name: getattr(base.rules, name) for name in ("to_move", "play", "utility")},
            "start": (),
            "moves": lambda _: tuple(moves),
            "is_over": lambda _: False,
        }
    )
    return drawn_board(Game(name="drawn", spec="drawn", rules=rules, text=text, sides=sides), ())


def test_words_that_do_not_make_a_grid_stay_where_they_were_drawn() -> None:
    board = drawn("    a  b\n 1  X b1\n 2  . b2", {5: "b1", 7: "b2"})
    assert [cell.name for cell in board.cells] == ["a", "b", "1", "X", "b1", "2", ".", "b2"]
    assert board.moves == {5: (4,), 7: (7,)}
    assert [cell.kind for cell in board.cells[3:5]] == ["square", "square"]
    assert board.cells[4].x == 3
    assert board.cells[4].label == "b1"


def test_a_word_that_stands_twice_is_not_clicked() -> None:
    board = drawn("1 2 3\n3 X 3", {1: "1", 2: "2", 3: "3"})
    assert board.moves == {1: (0,), 2: (1,)}


def test_words_that_name_few_of_the_moves_are_not_clicked() -> None:
    assert drawn("3 left", {1: "1", 2: "2", 3: "3"}).moves == {}
    assert drawn("3", {3: "3"}).moves == {}


def test_signs_of_emptiness_are_no_pieces_and_lines_are_no_words() -> None:
    board = drawn("X | - | .\n--+---+--\nO | _ | #", {0: "x1"})
    assert [cell.piece for cell in board.cells] == ["X", "", "", "O", "", "#"]
    assert (board.width, board.height) == (3, 2)


def test_an_empty_drawing_is_a_board() -> None:
    board = drawn("", {0: "x1"})
    assert (board.width, board.height, board.cells) == (1, 1, ())


def test_a_board_that_is_none_is_refused() -> None:
    game = load("tictactoe")
    text = Text(**{**{name: getattr(game.text, name) for name in Text.__dataclass_fields__}, "board": lambda _: "XO"})
    wrong = Game(name=game.name, spec=game.spec, rules=game.rules, text=text)
    with pytest.raises(BadRules, match=r"board gives 'XO', which is not a zerosum\.Board"):
        board_of(wrong, wrong.start)


@pytest.mark.parametrize(("spec", "lines"), [("morris9", 32), ("morris3", 12), ("ponghauki", 7), ("tictactoe", 0)])
def test_lines_between_points_are_drawn(spec: str, lines: int) -> None:
    game = load(spec)
    board = board_of(game, game.start)
    assert len(set(board.lines)) == lines
    assert all(0 <= one < other < len(board.cells) for one, other in board.lines)
    assert board_json(game, game.start)["lines"] == [list(ends) for ends in board.lines]
    assert board_svg(board, game.sides).count("<line ") == lines


def test_a_car_leaves_the_board_by_a_cell_of_its_own() -> None:
    game = load("dodgem")
    state = game.read_position("--W/W--/B-B:W")
    found = board_json(game, state)
    off = found["moves"]["c3-off"]
    assert [found["cells"][cell]["name"] for cell in off] == ["c3", "W off"]
    assert found["moves"]["c3-c2"] == [2, 5]


@pytest.mark.parametrize(
    ("spec", "moves", "winning"),
    [
        ("tictactoe", "0 3 1 4", ()),
        ("tictactoe", "0 3 1 4 2", ((0, 1, 2),)),
        ("tictactoe@O", "2 0 4 1 6", ((2, 4, 6),)),
        ("tictactoe", "0 1 2 3 6 5 8 7 4", ((0, 4, 8), (2, 4, 6))),
        ("mnk:4x2x3", "0 4 1 5 3 7 2", ((0, 1, 2), (1, 2, 3))),
        ("connect4", "1 2 1 2 1 2 1", ((14, 21, 28, 35),)),
        ("morris3", "a3 a1 b3 b1 c3", ((0, 1, 2),)),
        ("hexapawn", "", ()),
        ("hex:3", "b1 a1 b2 a2", ()),
        ("hex:3", "b1 a1 b2 a2 a3", ((6, 4, 1),)),
        ("hex:3", "b1 a2 a1 b2 c1 c2", ((5, 4, 3),)),
    ],
)
def test_the_lines_that_won(spec: str, moves: str, winning: tuple[tuple[int, ...], ...]) -> None:
    game = load(spec)
    assert board_of(game, game.after(game.read_moves(moves, game.start), game.start)).winning == winning


@pytest.mark.parametrize(
    ("spec", "moves", "score"),
    [
        ("othello", "d3", (4, 1)),
        ("othello@O", "d3", (4, 1)),
        ("kalah", "3", (1, 0)),
        ("dots:1x1", "1 2 3 4", (0, 1)),
        ("tictactoe", "0", None),
    ],
)
def test_what_each_side_has(spec: str, moves: str, score: tuple[int, int] | None) -> None:
    game = load(spec)
    assert board_of(game, game.after(game.read_moves(moves, game.start), game.start)).score == score


DICE = [
    # the last roll, the moves since then; the faces that are shown, and which of the dice are pale
    ("63", "", "63", ""),
    ("63", "24/18", "63", "0"),
    ("63", "24/18 13/10", "63", "01"),
    ("22", "6/4", "22", ""),
    ("22", "6/4 6/4 13/11", "22", "1"),
]


@pytest.mark.parametrize(("rolled", "moves", "faces", "pale"), DICE)
def test_dice_that_were_used_are_pale(rolled: str, moves: str, faces: str, pale: str) -> None:
    game = load("backgammon")
    to_play = rolled * 2 if rolled[0] == rolled[1] else rolled
    start = game.read_position(f"{game.position_text(game.start).split(':')[0]}:X:{to_play}")
    board = board_of(game, game.after(game.read_moves(moves, start), start), rolled=rolled)
    dice = [number for number, cell in enumerate(board.cells) if cell.kind == "die"]
    assert "".join(board.cells[number].piece for number in dice) == faces
    assert "".join(str(place) for place, number in enumerate(dice) if number in board.faded) == pale


TAKEN = [
    ("chess", "e4 d5 exd5 Qxd5", (("p",), ("P",)), ("", "")),
    ("chess", "e4 d5 exd5", (("p",), ()), ("+1", "")),
    ("checkers", "11-15 22-18 15x22", (("w",), ()), ("", "")),
    ("backgammon", "63 24/18", ((), ()), ("161 pips", "167 pips")),
]


@pytest.mark.parametrize(("spec", "moves", "captured", "notes"), TAKEN)
def test_what_the_sides_have_taken(spec: str, moves: str, captured: object, notes: object) -> None:
    game = load(spec)
    board = board_of(game, game.after(game.read_moves(moves)))
    assert (board.captured, board.notes) == (captured, notes)


def test_check_and_ko_are_marked() -> None:
    chess, go = load("chess"), load("go:5")
    checked = board_of(chess, chess.after(chess.read_moves("e4 f5 Qh5")))
    assert {checked.cells[number].name: mark for number, mark in checked.marks.items()} == {"e8": "check"}
    ko = board_of(go, go.after(go.read_moves("B3 C3 A2 D2 B1 C1 C2 B2")))
    assert {ko.cells[number].name: mark for number, mark in ko.marks.items()} == {"C2": "ko"}
