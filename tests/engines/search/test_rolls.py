"""Expectimax by rolls: against all plays of a position, against its compiled twin, and as an opponent."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, State, listed
from zerosum.core.value import Estimate, Expected
from zerosum.engines.search.result import Effort, Limit, Stopped
from zerosum.engines.search.rolls import RollSearch

NO_CONTACT = "-,X1,-,-,X1,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,O2,-:X:21"


def values(search: Any, game: Game, state: State, depth: int | None) -> list[dict[int, Any]]:
    """The values for each number of rolls."""
    return [
        {move: value for move, (value, _, _) in found.items()}
        for found in search(game).values(state, Effort(Limit(depth=depth)))
    ]


def positions(spec: str, count: int, seed: int) -> list[tuple[Game, State]]:
    """Some positions of random games in which a side has a choice."""
    game, random = load(spec), Random(seed)
    found = [
        state
        for state in game.random_game(game.start, random)
        if not game.is_over(state) and game.to_move(state) != CHANCE and len(listed(game.moves(state))) > 1
    ]
    return [(game, state) for state in random.sample(found, min(count, len(found)))]


def best_after_turn(game: Game, state: State, side: int) -> float:
    """The best estimate, or result, at the end of a turn: all plays, one by one."""
    if game.is_over(state):
        return game.utility(state) * 1_000_000
    if game.to_move(state) == CHANCE:
        assert game.rules.estimate is not None
        return game.rules.estimate(state)
    scores = [best_after_turn(game, game.play(state, move), side) for move in listed(game.moves(state))]
    return max(scores) if side == 0 else min(scores)


@pytest.mark.parametrize("seed", range(2))
def test_without_a_roll_the_end_of_the_turn_is_estimated(seed: int) -> None:
    for game, state in positions("backgammon", 4, seed):
        side = game.to_move(state)
        (found,) = values(RollSearch, game, state, 1)
        for move, value in found.items():
            expected = best_after_turn(game, game.play(state, move), side)
            assert value == Estimate(round(-expected if side else expected), 1, True)


def test_deep_enough_the_values_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as no move is left out."""
    monkeypatch.setattr("zerosum.engines.search.rolls.FILTER", 10_000_000)
    game = load("backgammon:bearoff,2")
    state = game.read_position(NO_CONTACT)
    found = values(RollSearch, game, state, None)
    exact: dict[int, Any] = {each.move: each.value for each in Analyst(game)(state).moves}
    assert all(isinstance(value, Expected) for value in found[-1].values())
    assert {move: value.mean for move, value in found[-1].items()} == {
        move: value.mean for move, value in exact.items()
    }


def test_it_ends_when_one_roll_more_would_change_nothing() -> None:
    """Where moves are left out by estimates, values stay estimates, here true ones."""
    game = load("backgammon:bearoff,2")
    state = game.read_position(NO_CONTACT)
    *_, last = values(RollSearch, game, state, None)
    for each in Analyst(game)(state).moves:
        assert last[each.move].rank / (1 if isinstance(last[each.move], Expected) else 1_000_000) == pytest.approx(
            each.value.rank, abs=1e-5
        )


@pytest.mark.parametrize("spec", ["backgammon", "backgammon:race"])
def test_a_limit_of_nodes_stops_it(spec: str) -> None:
    ((game, state),) = positions(spec, 1, 3)
    with pytest.raises(Stopped):
        list(RollSearch(game).values(state, Effort(Limit(nodes=500))))


def test_the_opponent_makes_its_five_point() -> None:
    """The best play of an opening 3-1 by all books; the analysis values both of its steps alike."""
    game = load("backgammon")
    state = game.read_position("4HPwATDgc/ABMA:X:31")
    analysis = Analyst(game, limit=Limit(depth=1), tier="reference")(state)
    assert [game.move_text(state, move) for move in analysis.best] == ["8/5", "6/5"]


def test_a_roll_is_valued_by_what_it_leads_to() -> None:
    game = load("backgammon")
    analysis = Analyst(game, limit=Limit(depth=1), tier="reference")(game.read_position("4HPwATDgc/ABMA:X"))
    assert isinstance(analysis.value, Estimate)
    assert analysis.value.depth == 1
    assert len(analysis.moves) == 21
    assert not analysis.best


@pytest.mark.proof
@pytest.mark.parametrize(
    "spec", ["backgammon", "backgammon:race", "backgammon:bearoff,4", "backgammon:bearoff,2", "pig:10"]
)
def test_the_compiled_twin_finds_the_same_values(spec: str) -> None:
    from zerosum.engines.native.search.rolls import RollSearch as NativeRollSearch

    for game, state in positions(spec, 5, 7):
        ours, theirs = (values(search, game, state, 2) for search in (RollSearch, NativeRollSearch))
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert one.keys() == other.keys()
            for move in one:
                assert type(one[move]) is type(other[move])
                assert one[move].rank == pytest.approx(other[move].rank, abs=1)


@pytest.mark.proof
def test_a_compiled_search_that_was_stopped_leaves_no_wrong_values_in_its_table() -> None:
    """Stopped while it looked for moves to leave out, it once left out all of them and kept the score of no move."""
    from zerosum.engines.native.search.rolls import RollSearch as NativeRollSearch

    game, state = positions("backgammon", 4, 1)[-1]
    stopped = NativeRollSearch(game)
    for nodes in range(1, 400):
        with suppress(Stopped):
            list(stopped.values(state, Effort(Limit(nodes=nodes))))
    *_, after = stopped.values(state, Effort(Limit(depth=2)))
    *_, fresh = NativeRollSearch(game).values(state, Effort(Limit(depth=2)))
    assert {move: known[0].rank for move, known in after.items()} == {
        move: known[0].rank for move, known in fresh.items()
    }
