"""Boards that are pasted from a terminal: what the program draws, and what people draw."""

from __future__ import annotations

from random import Random

import pytest

from zerosum.core.errors import BadPosition
from zerosum.core.games import load
from zerosum.core.rules import listed

DRAWN = [
    "tictactoe",
    "mnk:4x4x4",
    "connect4:5x4",
    "connect4:10x4",
    "othello:4",
    "hex:3",
    "hexapawn",
    "breakthrough:4x4",
    "morris3",
    "dodgem",
    "ponghauki",
    "quixo:3",
    "ultimate",
    "checkers",
    "checkers:4",
    "go:2",
    "go:9",
]


@pytest.mark.parametrize("spec", DRAWN)
def test_a_drawing_with_the_side_to_move_reads_back(spec: str) -> None:
    game, random = load(spec), Random(1)
    state = game.start
    for _ in range(12):
        turn = game.side_name(game.to_move(state))
        assert game.read_position(f"{game.text.draw(state)}\n{turn} to move: win in 3.") == state
        if game.is_over(state):
            break
        state = game.play(state, random.choice(listed(game.moves(state))))


@pytest.mark.parametrize(
    ("spec", "text", "position"),
    [
        ("tictactoe", "X - O\n- O -\nX - -", "X-O/-O-/X--"),
        ("tictactoe", "XO-\n---\n---", "XO-/---/---"),
        ("tictactoe", "X-O -O- X--", "X-O/-O-/X--"),
        ("tictactoe", "x|o|\n-+-+-\n | | \n-+-+-\n | | ", "XO-/---/---"),
        ("tictactoe", "| X |   | O |\n|---|---|---|\n|   | O |   |\n|---|---|---|\n| X |   |   |", "X-O/-O-/X--"),
        ("tictactoe", "X|O|.\n-----\n.|.|.\n-----\n.|.|.", "XO-/---/---"),
        ("tictactoe", "X O .\n---\n. . .\n---\n. . .", "XO-/---/---"),
        ("tictactoe", "  1 2 3\n1 X O .\n2 . . .\n3 . . .", "XO-/---/---"),
        ("tictactoe", "\n\n X | O | _ \n\n _ | _ | _ \n\n _ | _ | _ \n", "XO-/---/---"),
        ("tictactoe", "X_O/_O_/X__", "X-O/-O-/X--"),
        ("tictactoe", "x.o.o.x..", "X-O/-O-/X--"),
        ("tictactoe", "X O\n O \nX", "X-O/-O-/X--"),
        ("tictactoe", "| X ||   || O |\n|   || O ||   |\n| X ||   ||   |", "X-O/-O-/X--"),
        ("tictactoe", "[['X', ' ', 'O'], ['', 'o', '_'], ['x', None, '.']]", "X-O/-O-/X--"),
        ("tictactoe", '["X", "-", "O", 3, "O", 5, "X", 7, 8]', "X-O/-O-/X--"),
        ("tictactoe", "[[1, 0, -1], [0, -1, 0], [1, 0, 0]]", "X-O/-O-/X--"),
        ("tictactoe", "(1, 0, 2, 0, 2, 0, 1, 0, 0)", "X-O/-O-/X--"),
        ("tictactoe", "['X-O', '-O-', 'X--']", "X-O/-O-/X--"),
        ("tictactoe", "X,-,O,-,O,-,X,-,-", "X-O/-O-/X--"),
        ("connect4:4x4", "[[0,0,0,0],[0,0,0,0],[0,2,0,0],[0,1,1,0]]", "----/----/-O--/-XX-"),
        ("connect4:4x4", "----\n----\n-O--\n-XX-\n", "----/----/-O--/-XX-"),
        ("connect4:4x4", ". . . .\n. . . .\n. O . .\n. X X .\n1 2 3 4", "----/----/-O--/-XX-"),
        ("go:2", "  A B\n2 X .\n1 . O\n  passes: 1\nO to move", "X-/-O:O:pass"),
        ("othello:4", ". . . .\n. O X .\n. X O .\n. . . .\nX to move", "----/-OX-/-XO-/----:X"),
        ("hexapawn", "B B B\n. . .\nW W W:W", "BBB/---/WWW:W"),
    ],
)
def test_boards_as_people_draw_them(spec: str, text: str, position: str) -> None:
    game = load(spec)
    assert game.position_text(game.read_position(text)) == position


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "X O\n. . .\n. . .",
            "row 1 of this board, 'X O', has 2 cells, but it should have 3; write - for an empty one",
        ),
        ("[['X', 'O']]", "a position has 9 cells, but this list has 2"),
        ("[['X', 'O'", "\"[['X', 'O'\" is not a list of cells as Python writes it"),
        ("[" * 200, f"'{'[' * 59} is not a list of cells as Python writes it"),
        ("[" + "0," * 5001 + "]", "a board of 10,004 characters is too long; write at most 10,000"),
        ("['X', 'O', '?', 0, 0, 0, 0, 0, 0]", "'?' in row 1, column 3 is not a mark; use X, O or - for empty"),
        ("[1, 2, 7, 0, 0, 0, 0, 0, 0]", "7 is not a mark in a list of numbers; use 1, -1 or 2, and 0 for empty"),
        ("[True, 0, 0, 0, 0, 0, 0, 0, 0]", "'True' in row 1, column 1 is not a mark"),
        ("X O .\n. . .", "a position has 3 rows, but this board has 2"),
        ("X O .\n. ? .\n. . .", "'?' in row 2, column 2 is not a mark; use X, O or - for empty"),
        ("X | O | X | O\n . | . | .\n. | . | .", "row 1 of this board, 'X | O | X | O', has 4 cells"),
        ("X O .\n. . .\n. . .\nO to move", "the last line says that O is to move, but on this board it is X"),
    ],
)
def test_a_bad_board_gets_a_sentence_that_names_the_row(text: str, says: str) -> None:
    with pytest.raises(BadPosition) as error:
        load("tictactoe").read_position(text)
    assert str(error.value).startswith(says)
