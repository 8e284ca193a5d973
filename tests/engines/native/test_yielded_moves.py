"""Games that yield their moves: compiled searches visit the nodes of the reference tier, in the yielded order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.countdown import countdown
from tests.engines.native.test_native_twins import cases, told, twin
from tests.thinned import in_proof
from tests.yielding import VARIANTS, ascending, descending, far
from zerosum import analyze
from zerosum.core.errors import BadRequest, BadRules, MovesBeyondBitSet
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules
from zerosum.core.value import Outcome
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.search import Limit, algorithm

PROOF = pytest.mark.proof
SAME = ("minimax", "alphabeta", "ordering", "mcts")
SPECS = ("tictactoe", "connect4:4x4", "kalah:2x2", "othello:4")

EDGE = 9
CELLS = EDGE * EDGE
LOW = 45
"""The cells of the first word; the others are in the second."""


def stones(order: tuple[int, ...] | None = None) -> Game:
    """On 9x9, whoever first has two stones side by side in a row wins; two words for each side."""

    def has(low: int, high: int, cell: int) -> int:
        return low >> cell & 1 if cell < LOW else high >> cell - LOW & 1

    def moves(state: Any) -> Iterator[int]:
        for cell in range(CELLS):
            if has(state[0] | state[2], state[1] | state[3], cell) == 0:
                yield cell

    def play(state: Any, move: int) -> Any:
        own_low, own_high, low, high, side = state
        if move < LOW:
            own_low |= 1 << move
        else:
            own_high |= 1 << move - LOW
        return low, high, own_low, own_high, 1 - side

    def has_pair(state: Any) -> bool:
        for cell in range(CELLS - 1):
            if cell % EDGE < EDGE - 1 and has(state[2], state[3], cell) & has(state[2], state[3], cell + 1) != 0:
                return True
        return False

    def is_over(state: Any) -> bool:
        is_full = (state[0] | state[2]) + 1 == 1 << LOW and (state[1] | state[3]) + 1 == 1 << CELLS - LOW
        return is_full or has_pair(state)

    def utility(state: Any) -> int:
        return 2 * state[4] - 1 if has_pair(state) else 0

    rules = Rules((0, 0, 0, 0, 0), lambda state: state[4], moves, play, is_over, utility, order=order)
    return Game(name="Stones", spec="stones", rules=rules, text=plain_text(rules))


def table(names: tuple[str, ...]) -> list[Any]:
    """Every search with every game and every way to yield; in every run, half of the searches with one of them."""
    return [
        pytest.param(name, spec, variant, id=f"{name}-{spec}-{variant.__name__}", marks=() if always else PROOF)
        for place, name in enumerate(names)
        for spec in SPECS
        for variant in VARIANTS
        for always in [spec == "tictactoe" and variant is far and place % 2 == 0]
    ]


@pytest.mark.parametrize(("name", "spec", "variant"), table(SAME))
def test_same_nodes_as_the_reference(name: str, spec: str, variant: Callable[[Game], Game]) -> None:
    game = variant(load(spec))
    more: dict[str, Any] = {"playouts": 150, "seed": 7} if name == "mcts" else {}
    for state, limit in cases(game, spec, 30):
        native = twin(name)(game, state, limit=limit, **more)
        assert native.tier == "native"
        reference = algorithm("mcts:150", 7) if more else algorithm(name)
        assert told(native) == told(reference(game, state, limit=limit)), (game.position_text(state), limit)


@pytest.mark.parametrize(("name", "spec", "variant"), table(("table", "deepening")))
def test_same_values_with_a_table(name: str, spec: str, variant: Callable[[Game], Game]) -> None:
    game, random = variant(load(spec)), Random(spec)
    for _ in range(15):
        path = list(game.random_game(game.start, random))
        state = path[max(0, len(path) - random.randint(1, 6))]
        want = algorithm("alphabeta")(game, state).value
        for entries in (2, 1 << 12):
            result = twin(name)(game, state, entries=entries)
            assert result.exact
            if not (isinstance(want, Outcome) and want.result == 0):
                assert result.value == want
            assert game.is_over(game.after(result.line, state))


@pytest.mark.parametrize("name", ["minimax", *(pytest.param(name, marks=PROOF) for name in ("alphabeta", "ordering"))])
def test_same_nodes_as_the_bit_set(name: str) -> None:
    game = load("tictactoe")
    bits = twin(name)(game, game.start, plain=True)
    assert told(twin(name)(ascending(game), game.start, plain=True)) == told(bits)


@pytest.mark.parametrize(
    "order", [None, pytest.param(tuple(range(CELLS - 1, 3, -1)), marks=PROOF)], ids=["learnt", "given"]
)
@pytest.mark.parametrize("name", in_proof("alphabeta", "ordering", "mcts"))
def test_more_moves_than_a_bit_set_holds(name: str, order: tuple[int, ...] | None) -> None:
    game = stones(order)
    assert len(game.moves(game.start)) == 81
    for state, limit in cases(game, "stones", 12):
        more: dict[str, Any] = {"playouts": 40} if name == "mcts" else {}
        reference = algorithm("mcts:40" if more else name)
        assert told(twin(name)(game, state, limit=limit, **more)) == told(reference(game, state, limit=limit))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["table", "deepening"])
def test_more_moves_than_a_bit_set_holds_with_a_table(name: str) -> None:
    game = stones()
    result = twin(name)(game, game.start, limit=Limit(depth=3))
    assert (result.value, result.line) == (Outcome(1, 3), (1, 0, 2))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["ordering", "table"])
def test_more_moves_than_can_be_sorted(name: str) -> None:
    def moves(state: Any) -> Iterator[int]:
        for move in range(20_000):
            yield 2 * move

    game = countdown(start=(1,), moves=moves)
    assert twin("alphabeta")(game, (1,)).nodes == 20_001
    with pytest.raises(BadRequest, match="a position has more than 16,384 moves"):
        twin(name)(game, (1,))


def no_moves(state: Any) -> Iterator[int]:
    if state[0] > 1:
        yield 0


def negative(state: Any) -> Iterator[int]:
    yield 0 if state[0] > 1 else -5


def too_great(state: Any) -> Iterator[int]:
    yield 0 if state[0] > 1 else 1 << 31


def divides(state: Any) -> Iterator[int]:
    yield 1 // (state[0] - 1)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ordering", "mcts"])
def test_wrong_moves_end_the_search(name: str) -> None:
    """They are wrong one ply before the end only, which the check before compiling does not reach from this start."""
    for moves, sentence in (
        (no_moves, "moves gives no move in a position that is not over"),
        (negative, "moves yields -5, which is not a number from 0 to 2147483647"),
        (too_great, "moves yields 2147483648, which is not a number from 0 to 2147483647"),
    ):
        with pytest.raises(BadRules, match=sentence):
            twin(name)(countdown(start=(900,), moves=moves), (2,))
    with pytest.raises(ZeroDivisionError):
        twin(name)(countdown(start=(900,), moves=divides), (2,))


@pytest.mark.parametrize("given", [lambda state: [1, 0], lambda state: range(2)], ids=["list", "range"])
def test_moves_as_a_list_or_range(given: Callable[[Any], Any]) -> None:
    game = countdown(start=(9,), moves=given, play=lambda state, move: (max(0, state[0] - 1 - move),))
    assert told(twin("alphabeta")(game, (9,))) == told(algorithm("alphabeta")(game, (9,)))


def free(state: Any, cell: int) -> bool:
    return (state[0] | state[1]) >> cell & 1 == 0  # type: ignore[no-any-return]


def free_cells(state: Any) -> Iterator[int]:
    for cell in range(9):
        if free(state, cell):
            yield cell


def from_a_function(state: Any) -> Iterator[int]:
    yield from free_cells(state)


def from_ranges(state: Any) -> Iterator[int]:
    cell = 4
    if free(state, cell):
        yield cell
    yield from (cell for cell in range(4) if free(state, cell))
    yield from (row + cell - 1 for row in (6,) for cell in range(4) if free(state, row + cell - 1))
    if cell != 4:
        yield 99  # the variable of an expression is another one


def returned(state: Any) -> Iterator[int]:
    return (cell for cell in range(9) if sum(1 for each in range(9) if each == cell and free(state, each)))


def collected(state: Any) -> list[int]:
    return [cell for cell in range(9) if free(state, cell)]


@pytest.mark.parametrize(
    "moves", [from_a_function, collected, *(pytest.param(each, marks=PROOF) for each in (from_ranges, returned))]
)
def test_ways_to_give_moves(moves: Any) -> None:
    game = replace(load("tictactoe"), rules=replace(load("tictactoe").rules, moves=moves))
    rules = native_rules(game)  # compares what is compiled with what is written
    assert rules.yields
    assert list(rebuild(rules.each_move, is_entry=True)(game.start)) == list(moves(game.start))


@pytest.mark.parametrize(
    ("variant", "line"), [(descending, (8, 7, 6)), pytest.param(ascending, (0, 1, 2), marks=PROOF)]
)
def test_the_yielded_order_is_kept(variant: Callable[[Game], Game], line: tuple[int, ...]) -> None:
    game = load("tictactoe")
    plain = variant(replace(game, rules=replace(game.rules, estimate=None)))
    assert twin("minimax")(plain, game.start, limit=Limit(depth=3)).line == line


class Heap(NamedTuple):
    """A heap of stones, and the side to move."""

    stones: int
    side: int


def test_a_named_tuple_as_the_state() -> None:
    def moves(state: Heap) -> Iterator[int]:
        for stones in (3, 2, 1):
            if stones <= state.stones:
                yield stones

    rules = Rules(
        start=Heap(12, 0),
        to_move=lambda state: state.side,
        moves=moves,
        play=lambda state, move: Heap(state.stones - move, 1 - state.side),
        is_over=lambda state: state.stones == 0,
        utility=lambda state: 2 * state.side - 1,
    )
    game = Game(name="Heap", spec="heap", rules=rules, text=plain_text(rules))
    for name in ("alphabeta", "ordering"):
        assert told(twin(name)(game, game.start)) == told(algorithm(name)(game, game.start))


@pytest.mark.parametrize("variant", [far, pytest.param(ascending, marks=PROOF)])
def test_analysis_on_the_native_tier(variant: Callable[[Game], Game]) -> None:
    """With moves that fit into a bit set by the solver, with others by deepening: the same values and distances."""
    game = variant(load("tictactoe"))
    want = analyze(load("tictactoe"), game.start, tier="native", seconds=None)
    found = analyze(game, game.start, tier="native", seconds=None)
    assert (found.tier, found.exact, str(found.value)) == ("native", True, "draw in 9")
    assert sorted(str(each.value) for each in found.moves) == sorted(str(each.value) for each in want.moves)
    for each in found.moves:
        assert game.is_over(game.after(each.line, game.start))


def late_moves(state: Any) -> Iterator[int]:
    """Moves beyond 62 only in the middle of the game, which the solver meets later."""
    for move in range(3):
        yield move + (100 if state[0] < 9 else 0)


@pytest.mark.proof
def test_analysis_goes_on_without_the_solver() -> None:
    game = countdown(start=(20,), moves=late_moves, play=lambda state, move: (max(0, state[0] - 1 - move % 100),))
    solver = Solver(game, memory=16, threads=1)
    with pytest.raises(MovesBeyondBitSet, match="Made has moves beyond 62, and the solver takes moves from 0 to 62"):
        solver.score(game.start)
    found = analyze(game, game.start, tier="native", seconds=None)
    assert (found.exact, found.value) == (True, algorithm("alphabeta")(game, game.start).value)


def test_the_solver_says_that_it_does_not_apply() -> None:
    with pytest.raises(MovesBeyondBitSet, match="Stones has moves beyond 62"):
        Solver(stones(), memory=16)
