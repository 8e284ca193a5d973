"""Games as people write them: each file of `examples/styles` is Tic-Tac-Toe, on every position of the built-in game."""

from __future__ import annotations

import pickle
import re
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import zerosum
from tests.places import ROOT
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State, listed
from zerosum.engines.native.compile.rules import native_rules

FOLDER = ROOT / "examples" / "styles"
FILES = sorted(path.name for path in FOLDER.glob("*.py"))
POSITIONS = 5_478


def loaded(name: str) -> Game:
    if name == "pettingzoo_env.py" and find_spec("pettingzoo") is None:
        pytest.skip("PettingZoo is not installed")
    return load(str(FOLDER / name))


@pytest.mark.parametrize("name", FILES)
def test_a_style_is_tictactoe_on_every_position(name: str) -> None:
    """The moves of the start name the cells: the n-th of them is the same move everywhere."""
    own, game = loaded(name), load("tictactoe")
    cells = cells_by_move(own)
    todo: list[tuple[State, State]] = [(game.start, own.start)]
    seen: dict[State, State] = {game.start: own.start}
    for state, twin in todo:
        over = game.is_over(state)
        assert (own.rules.is_over(twin), own.rules.is_over(twin) or own.to_move(twin)) == (
            over,
            over or game.to_move(state),
        )
        if over:
            assert own.utility(twin) == game.utility(state)
            assert type(own.utility(twin)) is int
            continue
        children = {cells[move]: own.rules.play(twin, move) for move in listed(own.rules.moves(twin))}
        assert set(children) == set(listed(game.rules.moves(state)))
        for move, child in children.items():
            after = game.rules.play(state, move)
            if after not in seen:
                seen[after] = child
                todo.append((after, child))
            else:
                assert seen[after] == child  # the same position, whatever moves led to it
    assert len(seen) == POSITIONS


def cells_by_move(own: Game) -> dict[Any, int]:
    """The cell of each move: a number from 0 or 1, a pair by rows, or a name by its place in the list."""
    moves = list(listed(own.rules.moves(own.start)))
    words = [own.move_text(own.start, move) for move in moves]
    is_sorted = all(word.replace(".", "").isdigit() for word in words)
    order = sorted(moves, key=lambda move: words[moves.index(move)]) if is_sorted else moves
    return {move: cell for cell, move in enumerate(order)}


class Countdown:
    """A pile of three: take one or two; whoever takes the last one wins."""

    def __init__(self) -> None:
        self.left, self.turn = 3, "A"

    def legal_moves(self) -> list[int]:
        return [number for number in (1, 2) if number <= self.left]

    def make_move(self, number: int) -> None:
        self.left -= number
        self.turn = "B" if self.turn == "A" else "A"

    def is_over(self) -> bool:
        return self.left == 0

    def winner(self) -> str | None:
        return None if self.left else "B" if self.turn == "A" else "A"


class OfThree(Countdown):
    def make_move(self, number: int) -> None:
        self.left -= number
        self.turn = {"A": "B", "B": "C", "C": "A"}[self.turn]


SIX: dict[str, Any] = {
    "start": lambda: [3, 0],
    "to_move": lambda state: state[1],
    "moves": lambda state: [number for number in (1, 2) if number <= state[0]],
    "play": lambda state, number: [state[0] - number, 1 - state[1]],
    "is_over": lambda state: state[0] == 0,
    "utility": lambda state: 1.0 if state[1] else -1.0,
}


def in_a_module() -> ModuleType:
    module = ModuleType("countdown_of_three")
    vars(module).update(SIX)
    return module


@pytest.mark.parametrize(
    "game", [Countdown, Countdown(), SIX, in_a_module()], ids=["class", "instance", "dict", "module"]
)
def test_python_takes_what_a_game_is(game: Any) -> None:
    assert str(zerosum.analyze(game, progress=False).value) == "loss in 2"


def test_a_board_is_analyzed_as_it_stands_and_stays_so() -> None:
    board = Countdown()
    board.make_move(2)
    assert zerosum.analyze(board, progress=False).best == (1,)
    assert (board.left, board.turn) == (1, "B")


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (OfThree, "three players are to move in this game, 'A', 'B' and 'C'"),
        (3, "a game is a name, a file, a Game, Rules, a module, a dict of functions, or a class in a known style"),
        (type("Nearly", (), {"legal_moves": lambda self: [], "push": lambda self, move: None}), "but it lacks"),
        (
            {**SIX, "position": lambda state, row, column: 0},
            "'position' takes 3 arguments, but a function of this name",
        ),
    ],
)
def test_refusals(thing: Any, told: str) -> None:
    with pytest.raises(zerosum.ZerosumError, match=re.escape(told)):
        zerosum.analyze(thing, progress=False)


def test_native_refuses_with_what_would_compile() -> None:
    with pytest.raises(zerosum.Uncompilable, match="its states are objects of class Board; six functions"):
        native_rules(loaded("make_undo.py"))


def test_a_table_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(zerosum.BadRequest, match="has no solved table, because its states are objects of class Board"):
        zerosum.solve_game(str(FOLDER / "make_undo.py"), tmp_path / "table", progress=False)


def test_positions_and_moves_have_texts() -> None:
    position = zerosum.position(str(FOLDER / "mutable_dataclass.py"), moves="0.1 (2, 2)")
    assert position.text == "-,X,-,-,-,-,-,-,O,X"
    assert pickle.loads(pickle.dumps(position)) == position == zerosum.position(position.game, position.text)
    assert position.draw() == " . X .\n . . .\n . . O\n moves: 0.0 0.2 1.0 1.1 1.2 2.0 2.1"
