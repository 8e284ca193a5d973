"""Sets of cells on boards of any size: the same as Python's sets, in Python and compiled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import BadSpec
from zerosum.core.games.bitboard import BITS, Bitboard, bitboard, cell_sets

SIZES = (1, 9, 62, 63, 64, 81, 126, 127, 225)


def some_cells(cells: int, random: Random) -> set[int]:
    return {cell for cell in range(cells) if random.random() < random.choice((0.1, 0.5, 0.9))}


def compare(board: Bitboard, functions: Any, random: Random) -> None:
    """Everything about two sets of cells, held against the same sets of Python."""
    cells = board.cells
    one, other = some_cells(cells, random), some_cells(cells, random)
    a, b = board.of(one), board.of(other)
    assert all(0 <= word < 1 << BITS for word in (a if isinstance(a, tuple) else (a,)))
    cell, n = random.randrange(cells), random.randrange(cells + 70)
    expected = {
        "has": cell in one,
        "put": board.of(one | {cell}),
        "take": board.of(one - {cell}),
        "either": board.of(one | other),
        "both": board.of(one & other),
        "without": board.of(one - other),
        "shift_down": board.of(each - n for each in one if each >= n),
        "shift_up": board.of(each + n for each in one if each + n < cells),
        "is_empty": not one,
        "count": len(one),
    }
    assert functions(a, b, cell, n) == tuple(expected.values()), (sorted(one), sorted(other), cell, n)
    assert board.listed(a) == tuple(sorted(one))


def asking(board: Bitboard) -> Any:
    def ask(a: Any, b: Any, cell: int, n: int) -> Any:
        return (
            board.has(a, cell),
            board.put(a, cell),
            board.take(a, cell),
            board.either(a, b),
            board.both(a, b),
            board.without(a, b),
            board.shift_down(a, n),
            board.shift_up(a, n),
            board.is_empty(a),
            board.count(a),
        )

    return ask


@pytest.mark.parametrize(("make", "cells"), [*product((bitboard, cell_sets), SIZES)])
def test_sets_of_cells(make: Callable[[int], Bitboard], cells: int) -> None:
    board, random = make(cells), Random(cells)
    assert isinstance(board.empty, int) == (make is cell_sets and cells <= BITS)
    for _ in range(100):
        compare(board, asking(board), random)
    compare(board, asking(board), Random(1))
    assert board.count(board.full) == cells
    assert board.without(board.full, board.full) == board.empty
    assert board.is_empty(board.empty)


@pytest.mark.parametrize(
    ("cells", "is_checked"), [(81, True), *in_proof(*product((9, 225), (False, True)), (81, False))]
)
def test_sets_of_cells_compiled(cells: int, is_checked: bool) -> None:
    """With and without the checks of arithmetic that a user's rules get."""
    from numba import types

    from zerosum.engines.native.compile.rebuild import rebuild

    board, random = bitboard(cells), Random(cells)
    compiled = rebuild(asking(board), is_entry=True, is_checked=is_checked)
    words = types.UniTuple(types.int64, len(board.empty))
    compiled.compile((words, words, types.int64, types.int64))
    for _ in range(200):
        compare(board, compiled, random)


def test_a_board_without_cells_is_refused() -> None:
    with pytest.raises(BadSpec, match="at least one cell, not 0"):
        bitboard(0)
