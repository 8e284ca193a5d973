"""A game that the other side begins: names, texts, drawings and boards are exchanged, the rules are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from zerosum.core.board import board_of
from zerosum.core.errors import BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load

DRAWINGS = [
    ("tictactoe", "O", "4 0", " X | 1 | 2\n---+---+---\n 3 | O | 5\n---+---+---\n 6 | 7 | 8"),
    ("hexapawn", "B", "", "    a  b  c\n 3  W  W  W\n 2 a2 b2 c2\n 1  B  B  B"),
    ("hexapawn", "B", "b1b2 a3xb2", "    a  b  c\n 3 a3  W  W\n 2 a2  W c2\n 1  B b1  B"),
    ("connect4:4x4", "O", "1 1 2", " 1 2 3 4\n . . . .\n . . . .\n X . . .\n O O . ."),
    ("nim:2,1", "B", "", None),
]


@pytest.mark.parametrize(("spec", "mark", "moves", "drawing"), DRAWINGS)
def test_drawings_show_the_exchanged_marks(spec: str, mark: str, moves: str, drawing: str | None) -> None:
    usual, game = load(spec), load(f"{spec}@{mark}")
    state = game.after(game.read_moves(moves))
    assert game.text.draw(state) == (usual.text.draw(state) if drawing is None else drawing)
    assert game.sides == usual.sides[::-1]
    assert game.rules is game.begun_by(usual.sides[0]).rules


LETTERS = [
    ("tictactoe@O", "4 0", "X...O...."),
    ("tictactoe@X", "4 0", "O...X...."),
    ("mnk:4x4x4@O", "0 5 1", "OO...X.........."),
    ("hexapawn@B", "", "WWW...BBB"),
    ("hexapawn@B", "b1b2", "WWW.B.B.B"),
    ("connect4:4x4@O", "1 1 2", "........X...OO.."),
    ("othello:4@O", "", ".....XO..OX....."),
    ("othello:4", "", ".....OX..XO....."),
]


@pytest.mark.parametrize(("spec", "moves", "letters"), LETTERS)
def test_cells_hold_the_exchanged_letters(spec: str, moves: str, letters: str) -> None:
    game = load(spec)
    board = board_of(game, game.after(game.read_moves(moves)))
    assert "".join(cell.piece or "." for cell in board.cells) == letters
    assert board.pieces == ("-", *game.sides)


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe@O",
        "mnk:4x3x3@O",
        "connect4@O",
        "hexapawn@B",
        "othello:6@O",
        "nim@B",
        "morris9@B",
        "dodgem@B",
        "quixo@O",
    ],
)
def test_texts_are_read_back(spec: str) -> None:
    from random import Random

    game = load(spec)
    for state in game.random_game(game.start, Random(5)):
        assert game.read_position(game.position_text(state)) == state


READ = [
    ("tictactoe", "----O----", "tictactoe@O"),
    ("tictactoe", "----X----", "tictactoe"),
    ("tictactoe", "X-O------", "tictactoe"),
    ("tictactoe@O", "X-O------", "tictactoe@O"),
    ("tictactoe", "XXXOO-O--", "tictactoe@O"),
    ("connect4:4x4", "----/----/----/O---", "connect4:4x4@O"),
    ("hexapawn", "BBB/---/WWW:W", "hexapawn:3x3"),
]


@pytest.mark.parametrize(("spec", "text", "found"), READ)
def test_a_position_says_who_began(spec: str, text: str, found: str) -> None:
    game = load(spec).for_position(text)
    assert game.spec == found
    assert game.position_text(game.read_position(text)).replace("/", "") == text.replace("/", "")


def test_a_position_that_nobody_can_have_begun_is_refused_as_usual() -> None:
    with pytest.raises(BadPosition, match="2 X and 0 O cannot be: X begins"):
        load("tictactoe").for_position("XX-------")
    with pytest.raises(BadPosition, match="2 O and 0 X cannot be: O begins"):
        load("tictactoe@O").read_position("OO-------")


def test_going_back_gives_the_game_itself() -> None:
    game = load("connect4:5x4")
    assert game.begun_by("X") is game
    assert game.begun_by("o").begun_by("x") is game
    assert game.begun_by("O").begun_by("O").spec == "connect4:5x4@O"


REFUSED = [
    ("kalah@North", "in Kalah 6x4, South always begins"),
    ("tictactoe@Z", "begun by X or O, not by 'Z'"),
    ("nosuch@O", "there is no game 'nosuch'"),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED)
def test_what_makes_no_sense_is_refused(spec: str, sentence: str) -> None:
    with pytest.raises(BadSpec, match=sentence):
        load(spec)


RULES = """
sides = {sides}
start = (0, 0)
def to_move(state): return state[1]
def moves(state): return 1 if state[0] == 2 else 3
def play(state, move): return state[0] + move + 1, 1 - state[1]
def is_over(state): return state[0] >= 3
def utility(state): return 2 * state[1] - 1
{more}
"""

NAMED = "def draw(state): return f'{state[0]} taken, {sides[state[1]]} to move'"
LETTERED = "def draw(state): return 'W' * state[0] or '-'"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.py"


def write(file: Path, sides: str, more: str = "") -> str:
    file.write_text(RULES.format(sides=sides, more=more))
    return str(file)


@pytest.mark.parametrize("more", ["", NAMED])
def test_names_are_exchanged_in_a_file_of_ones_own(own: Path, more: str) -> None:
    game: Game = load(write(own, '("White", "Black")', more) + "@Black")
    assert game.sides == ("Black", "White")
    assert game.spec.endswith("own.py@Black")
    if more:
        assert game.text.draw(game.start) == "0 taken, Black to move"


def test_a_file_that_draws_its_sides_by_other_signs_is_refused(own: Path) -> None:
    with pytest.raises(BadSpec, match="White always begins: its texts show the sides by other signs"):
        load(write(own, '("White", "Black")', LETTERED) + "@Black")


def test_a_chosen_beginner_is_not_overruled_by_a_position() -> None:
    game = load("tictactoe@O")
    assert game.for_position("----O----") is game
    with pytest.raises(BadPosition, match="O begins"):
        game.for_position("----X----")
