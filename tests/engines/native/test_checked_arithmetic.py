"""Compiled rules against Python's integers: the same number, or `NumberTooLong`, but never another number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from numba import types

from tests.countdown import countdown
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import NumberTooLong
from zerosum.core.game import Game
from zerosum.core.value import Margin, Outcome
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import TWINS, search_on
from zerosum.engines.search import MONTE_CARLO, Limit, algorithm

LEAST, MOST = -(1 << 63), (1 << 63) - 1
FACTOR, BOARD = 0x1E3779B97F4A7C15, (1 << 49) - 1


def in_place(a: int, b: int) -> int:
    a += b
    a *= 3
    a -= 7
    return a


def branches(a: int, b: int) -> int:
    found = a * 5 if a > b else b - a
    for _ in range(3):
        found = found * 2 + 1
    return -found if found > 0 else found


def looks_before_it_masks(a: int, b: int) -> int:
    found = a * b
    return found & 255 if found > 0 else 0


def mixed(a: int, b: int) -> int:
    """Each step uses the one before twice: what takes every path apart would not end."""
    for _ in range(2):
        a = a ^ a >> 32
        a = a ^ a >> 16
        a = a ^ a >> 8
        a = a ^ a >> 4
        a = a ^ a >> 2
        a = a ^ a >> 32
        a = a ^ a >> 16
        a = a ^ a >> 8
        a = a + (a ^ b)
        a = a ^ a >> 4
        a = a ^ a >> 2
        a = a ^ a >> 32
        a = a ^ a >> 16
        a = a ^ a >> 8
        a = a - (a ^ b)
    return a


def loops_and_masks(a: int, b: int) -> int:
    found = a
    for _ in range(4):
        found = (found ^ b) * FACTOR
    return found & BOARD


def threats(a: int, b: int) -> int:
    """As in a bit board: shifts off the board that the empty cells take away."""
    found = a << 1 & a << 2 & a << 3
    pair = a << 9 & a << 18
    found |= pair & (a << 27 | a >> 9)
    return found & b


ALWAYS = (MOST, LEAST, 0, 1, -1, 1 << 62, MOST - 1)

EXPRESSIONS: dict[str, tuple[Callable[[int, int], Any], str]] = {
    "add": (lambda a, b: a + b, "any"),
    "sub": (lambda a, b: a - b, "any"),
    "mul": (lambda a, b: a * b, "any"),
    "neg": (lambda a, b: -a, "any"),
    "abs": (lambda a, b: abs(a), "any"),
    "sum": (lambda a, b: sum((a, b, a)), "any"),
    "sum of a generator": (lambda a, b: sum(each * 2 for each in (a, b)), "any"),
    "power": (lambda a, b: a**b, "count"),
    "shift left": (lambda a, b: a << b, "count"),
    "shift right": (lambda a, b: a >> b, "count"),
    "truth values": (lambda a, b: (a > b) + (a == b) - (a < b), "any"),
    "in place": (in_place, "any"),
    "branches": (branches, "any"),
    "looks before it masks": (looks_before_it_masks, "any"),
    "tuple": (lambda a, b: (a + b, a - 1), "any"),
    "negative mask": (lambda a, b: a * 3 & -4, "any"),
    "shift under a mask of any sign": (lambda a, b: a << 3 & b, "any"),
    "product under a mask of any sign": (lambda a, b: (a * 5 ^ a + 7) & b, "any"),
    "mixed in many steps": (mixed, "any"),
    "inverted": (lambda a, b: ~(a + b), "any"),
}

ALWAYS_EXACT: dict[str, tuple[Callable[[int, int], Any], str]] = {
    "masked product": (lambda a, b: (a * FACTOR + b) * FACTOR & BOARD, "any"),
    "masked shift": (lambda a, b: (a << b) & BOARD | (a >> b) & 3, "count"),
    "masked in a loop": (loops_and_masks, "any"),
    "masked by a variable": (threats, "mask"),
    "lowest bit": (lambda a, b: b & -b, "mask"),
}
"""What must not raise, since a mask takes away what is wrong."""

OPERANDS: dict[str, Callable[[Random], int]] = {
    "any": lambda random: random.choice([random.randint(-5, 5), random.randint(LEAST, MOST), random.choice(ALWAYS)]),
    "count": lambda random: random.randint(0, 140),
    "mask": lambda random: random.getrandbits(63),
}


def pairs(second: str) -> list[tuple[int, int]]:
    random = Random(second)
    return [(OPERANDS["any"](random), OPERANDS[second](random)) for _ in range(2000)]


def fits(answer: Any) -> bool:
    return all(LEAST <= each <= MOST for each in (answer if isinstance(answer, tuple) else (answer,)))


def compiled(function: Callable[..., Any]) -> Any:
    made = rebuild(function, is_entry=True, is_checked=True)
    made.compile((types.int64, types.int64))
    return made


@pytest.mark.parametrize(("function", "second"), EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_the_same_number_or_an_error(function: Callable[..., Any], second: str) -> None:
    machine = compiled(function)
    raised = 0
    for a, b in pairs(second):
        answer = function(a, b)
        if not fits(answer):
            with pytest.raises(NumberTooLong, match="a number of more than 63 bits"):
                machine(a, b)
            raised += 1
            continue
        try:
            assert machine(a, b) == answer, (a, b)
        except NumberTooLong:
            # Allowed where a number on the way is too long.
            raised += 1
    assert raised < 2000


@pytest.mark.parametrize(("function", "second"), ALWAYS_EXACT.values(), ids=ALWAYS_EXACT)
def test_what_a_mask_takes_away_may_wrap_around(function: Callable[..., Any], second: str) -> None:
    machine = compiled(function)
    for a, b in pairs(second):
        assert machine(a, b) == function(a, b), (a, b)


def rare() -> Game:
    """The first player wins by multiplying by 8 each time, up to 2^64: one line of 65,536, which no sample meets."""

    def play(state: Any, move: int) -> Any:
        ply, number, goes_on = state
        if ply % 2 == 1:
            return ply + 1, number, goes_on
        return (ply + 1, number * 8, 1) if goes_on and move == 3 else (ply + 1, number, 0)

    return countdown(
        start=(0, 1 << 40, 1),
        to_move=lambda state: state[0] % 2,
        moves=lambda state: 1 if state[0] % 2 else 15,
        play=play,
        is_over=lambda state: state[0] == 16,
        utility=lambda state: 1 if state[1] >> 60 == 16 else -1,
    )


def test_python_finds_the_rare_win() -> None:
    assert algorithm("table")(rare(), rare().start).value == Outcome(1, 16)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=() if n == "alphabeta" else pytest.mark.proof)
        for n in TWINS
        if n not in (*MONTE_CARLO, "quiescence")
    ],
)
def test_a_compiled_search_that_meets_a_long_number_says_so(name: str) -> None:
    game = rare()
    with pytest.raises(NumberTooLong, match="more than 63 bits"):
        search_on(name, "native")(game, game.start)


@pytest.mark.proof
def test_a_solver_that_meets_a_long_number_says_so() -> None:
    game = rare()
    for threads in (1, 2):
        solver = Solver(game, memory=8, threads=threads)
        with pytest.raises(NumberTooLong, match="more than 63 bits"):
            solver.solve(game.start)
        with pytest.raises(NumberTooLong, match="more than 63 bits"):
            solver.score(game.start)


@pytest.mark.proof
def test_auto_answers_in_plain_python() -> None:
    game = rare()
    result = search_on("alphabeta", "auto")(game, game.start)
    assert (result.tier, result.value) == ("reference", Outcome(1, 16))
    analyst = Analyst(game)
    analyst.prepare()
    for _ in range(2):
        analysis = analyst(game.start)
        assert (analysis.value, analysis.exact) == (Outcome(1, 16), True)
    with pytest.raises(NumberTooLong):
        Analyst(game, tier="native")(game.start)


@pytest.mark.parametrize("margin", [32_767, *in_proof(32_766, 40_000, 1 << 40)])
@pytest.mark.parametrize(
    "name", ["table", *(pytest.param(n, marks=pytest.mark.proof) for n in ("alphabeta", "deepening"))]
)
def test_margins_of_any_size(name: str, margin: int) -> None:
    game = margins(margin)
    assert search_on(name, "native")(game, game.start).value == Margin(margin)
    assert search_on(name, "native")(game, game.start, limit=Limit(depth=1)).value.rank == 0


def margins(margin: int) -> Game:
    game = countdown(
        start=(3, 0),
        to_move=lambda state: state[0] % 2 ^ 1,
        moves=lambda state: 3,
        play=lambda state, move: (state[0] - 1, state[1] + (margin if move == 1 and state[0] != 2 else 0)),
        is_over=lambda state: state[0] == 0,
        utility=lambda state: state[1] - margin,
    )
    return replace(game, margin=True)


@pytest.mark.proof
def test_margins_too_wide_for_the_solver_are_found_in_plain_python() -> None:
    game = margins(40_000)
    with pytest.raises(NumberTooLong, match="margins up to 32,766 only"):
        Solver(game, memory=1, threads=1).solve(game.start)
    analyst = Analyst(game)
    analyst.prepare()
    analysis = analyst(game.start)
    assert (analysis.value, analysis.exact) == (Margin(40_000), True)
