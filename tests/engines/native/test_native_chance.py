"""Compiled expectimax against the fractions of the reference: the same nodes, and a mean within the stated error."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.conftest import Cli, refused
from tests.engines.native.test_native_twins import twin
from tests.thinned import in_proof
from zerosum.answers.lab.perft import perft
from zerosum.core.errors import BadRequest, BadRules, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules, State
from zerosum.core.value import Estimate, Expected, Outcome
from zerosum.engines.native.search.expectimax import error_of
from zerosum.engines.native.solver.move_values import compile_searches
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES, search_on
from zerosum.engines.search import Limit, Result, algorithm, expectimax
from zerosum.engines.search.result import NO_LIMIT

MASK = (1 << 30) - 1


def spread(number: int) -> int:
    """A number of 30 bits that looks random."""
    number = (number * 0x2C1B3C6D) & MASK
    return ((number ^ number >> 13) * 0x297A2D39) & MASK


def to_move(state: Any) -> int:
    return spread(state[0]) % 3


def moves(state: Any) -> int:
    return (2 << spread(state[0] + 1) % 4) - 1


def play(state: Any, move: int) -> Any:
    return spread(state[0] * 5 + move + 7), state[1] - 1, state[2]


def is_over(state: Any) -> bool:
    return state[1] == 0 or (spread(state[0] + 2) & 15) == 0


def result_of(state: Any) -> int:
    return spread(state[0] + 3) % 3 - 1


def margin_of(state: Any) -> int:
    return int((spread(state[0] + 3) - (1 << 29)) * state[2])


def odds(state: Any, move: int) -> int:
    return int(1 + (spread(state[0] + move) & 7) * state[2])


def tree_game(*, margin: bool = False, **changes: Any) -> Game:
    """Random trees of MAX, MIN and chance nodes with the same rules: a state is (a random number, plies, weight)."""
    usual: dict[str, Any] = {
        "start": (1, 6, 1),
        "to_move": to_move,
        "moves": moves,
        "play": play,
        "is_over": is_over,
        "utility": margin_of if margin else result_of,
        "odds": odds,
    }
    rules = Rules(**{**usual, **changes})
    return Game(name="Trees", spec="trees", rules=rules, text=plain_text(rules), margin=margin)


def refuse_difference(game: Game, state: State, limit: Limit = NO_LIMIT) -> Result:
    """Refuse other nodes than those of the reference, a mean beyond the stated error, and a worse move."""
    native, reference = twin("expectimax")(game, state, limit=limit), expectimax(game, state, limit=limit)
    assert native.tier == "native"
    counters = [(r.nodes, r.leaves, r.deepest, r.bound, r.stopped) for r in (native, reference)]
    assert counters[0] == counters[1]
    if isinstance(reference.value, Estimate):
        assert isinstance(native.value, Estimate)
        # A compiled mean is a double: beyond 2^53 its last bit is more than one.
        assert abs(native.value.score - reference.value.score) <= max(1, abs(reference.value.score) * 2.0**-51)
        return native
    assert isinstance(native.value, Expected)
    assert isinstance(reference.value, Expected)
    error = Fraction(native.value.error)
    assert abs(Fraction(native.value.mean) - Fraction(reference.value.mean)) <= error
    if native.move is None:
        assert reference.move is None
    elif native.move != reference.move:
        child = game.play(state, native.move)
        other = expectimax(game, child).value
        same_view = (game.to_move(child) == 1) == (game.to_move(state) == 1)
        assert isinstance(other, Expected)
        assert abs(Fraction(other.mean if same_view else -other.mean) - Fraction(reference.value.mean)) <= 2 * error
    return native


LARGE = 1 << 52
"""With this weight the odds of two outcomes have a sum that is no float."""


@pytest.mark.parametrize(
    ("margin", "weight"), [(False, 1), (False, LARGE), *in_proof((False, 3), (True, 1), (True, 1 << 10))]
)
def test_means_of_random_trees(margin: bool, weight: int) -> None:
    game = tree_game(margin=margin)
    inexact = 0
    for seed in range(60):
        state = (spread(seed + 100), 5, weight)
        value = refuse_difference(game, state).value
        assert isinstance(value, Expected)
        assert value.error < 1e-14 * (weight << 29 if margin else 1)
        inexact += value.error > 0
        refuse_difference(game, state, Limit(depth=2))
        refuse_difference(game, state, Limit(nodes=20))
    assert inexact > 30


def test_a_value_without_chance_is_exact() -> None:
    game = tree_game()
    states = ((spread(seed), 2, 1) for seed in range(200))
    state = next(
        state for state in states if not is_over(state) and to_move(state) < 2 and expectimax(game, state).leaves == 1
    )
    native = twin("expectimax")(game, state)
    assert (native.value, native.move) == (expectimax(game, state).value, expectimax(game, state).move)


def test_the_error_is_not_less_than_the_argument_allows() -> None:
    """A chance node with k outcomes: k + 2 roundings; two more for the leaf and for the result."""
    assert error_of(1, 2, 1) == Fraction(6, 1 << 53)
    assert error_of(3, 6, 100) == Fraction(26 * 100, 1 << 53)


POSITIONS = [
    ("pig:4", "0,0,0:A"),
    *in_proof(("pig:6", "0,0,0:A"), ("pig:6", "2,3,2:B:roll"), ("dicenim:5x3", None), ("backgammon:bearoff,1", None)),
]


@pytest.mark.parametrize(("spec", "position"), POSITIONS)
def test_games_of_chance(spec: str, position: str | None) -> None:
    """In Pig both sides may roll ones, so that positions repeat: a search that ends there has only an estimate."""
    game = load(spec)
    state = game.start if position is None else game.read_position(position)
    value = refuse_difference(game, state).value
    if spec.startswith("pig"):
        assert isinstance(value, Estimate)
    else:
        assert isinstance(value, Expected)
        assert 0 < value.error < 1e-12
    random = Random(spec)
    for _ in range(10):
        *_, late, _ = game.random_game(game.start, random)
        refuse_difference(game, late, Limit(depth=5))


@pytest.mark.proof
def test_a_game_without_chance_is_minimax() -> None:
    game = load("tictactoe")
    state = game.read_position("X-O/-O-/X--")
    for plain in (False, True):
        result = twin("expectimax")(game, state, plain=plain)
        want = algorithm("minimax")(game, state, plain=plain)
        assert replace(result, algorithm="minimax", tier="reference") == want
        assert result.value == Outcome(1, None if plain else 1)


def test_auto_takes_the_native_tier_for_long_searches() -> None:
    game = tree_game()
    assert search_on("expectimax")(game, (1, 4, 1)).tier == "reference"
    state = next(
        (spread(seed), 12, 1)
        for seed in range(9)
        if twin("expectimax")(game, (spread(seed), 12, 1)).nodes > SMALL_SEARCH_NODES
    )
    result = search_on("expectimax")(game, state)
    assert result == twin("expectimax")(game, state)
    assert search_on("star1")(game, (1, 4, 1)).tier == "reference"
    assert search_on("mcts:50")(game, (1, 4, 1)).tier == "reference"


@pytest.mark.proof
def test_sequences_of_a_game_of_chance_are_counted_by_both_tiers() -> None:
    game = tree_game()
    counts = [[each.count for each in perft(game, game.start, 5, tier=tier)] for tier in ("reference", "native")]
    assert counts[0] == counts[1]


def test_odds_that_are_no_weights() -> None:
    game = tree_game()
    states = ((spread(seed), 2, -4) for seed in range(99))
    state = next(s for s in states if to_move(s) == 2 and not is_over(s) and odds(s, 0) == -3)
    with pytest.raises(BadRules, match="odds gives -3, not a whole number from 1"):
        twin("expectimax")(game, state)
    with pytest.raises(BadRules, match="odds gives -3 for the outcome"):
        expectimax(game, state)


REFUSED = [
    ({"odds": lambda state, move: 0.5}, r"odds gives a float; give a whole number"),
    ({"to_move": lambda state: 3}, "to_move gives 3"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_rules_that_do_not_compile(changes: dict[str, Any], sentence: str) -> None:
    game = tree_game(**changes)
    with pytest.raises(Uncompilable, match=sentence):
        twin("expectimax")(game, game.start)


def test_what_has_no_twin_for_chance() -> None:
    game = load("pig:4")
    with pytest.raises(BadRequest, match="Pig to 4 has chance in it, which mcts searches on the reference tier only"):
        twin("mcts")(game, game.start)
    with pytest.raises(BadRequest, match="which table cannot search; expectimax, star1"):
        twin("table")(game, game.start)
    with pytest.raises(BadRequest, match="star1 runs on the reference tier only"):
        search_on("star1", "native")
    for ask in (compile_searches, Solver):
        with pytest.raises(Uncompilable, match="Pig to 4 has chance in it, which the solver cannot take"):
            ask(game)


def test_compare_on_the_native_tier(cli: Cli) -> None:
    rows = cli("compare", "pig:4", "--tier", "native", "--no-memory", "--json").json["rows"]
    assert [(row["algorithm"], row["tier"]) for row in rows] == [("expectimax", "native")]
    assert "reference tier only" in refused(cli("compare", "pig:4", "-a", "mcts", "--tier", "native"))
