"""Games as people write them: each file of `examples/styles` is Tic-Tac-Toe, on every position of the built-in game."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from tests.places import ROOT
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State, listed

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
