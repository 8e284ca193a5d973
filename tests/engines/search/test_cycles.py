"""Games that can come back to a position: every search that finishes is right, whatever it has in its tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.countdown import counting
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import FIRST, Rules, State
from zerosum.core.value import Estimate, Margin, Outcome
from zerosum.engines.search import ALGORITHMS, MONTE_CARLO, Limit, algorithm, retrograde
from zerosum.engines.search.cycles import can_repeat

# Quiescence search needs games with noisy moves: tests/core/test_hooks.py.
SEARCHES = [name for name in ALGORITHMS if name not in (*MONTE_CARLO, "quiescence", "retrograde", "value_iteration")]


STATES = 7


def graph_game(seed: int, *, margin: bool = False) -> Game:
    """A game on a random directed graph: some states are ends, most moves lead anywhere."""
    random = Random(seed)
    utilities = range(-3, 4) if margin else (-1, 0, 1)
    ends = {number: random.choice(utilities) for number in range(STATES - 2, STATES)}
    sides = [random.randrange(2) for _ in range(STATES)]
    onward = [[random.randrange(STATES) for _ in range(random.randint(1, 3))] for _ in range(STATES)]
    rules = Rules(
        start=(0,),
        to_move=lambda state: sides[state[0]],
        moves=lambda state: (1 << len(onward[state[0]])) - 1,
        play=lambda state, move: (onward[state[0]][move],),
        is_over=lambda state: state[0] in ends,
        utility=lambda state: ends[state[0]],
    )
    return Game(name="Graph", spec=f"graph-{seed}", rules=rules, text=plain_text(rules), margin=margin)


def truth(game: Game) -> dict[State, tuple[int, int | None]]:
    """Utility and distance of every state, by backward induction over plies: an independent, slow way.

    A forced end takes fewer plies than there are states; what nobody can force is a draw.
    """
    rules = game.rules
    states: list[Any] = [(number,) for number in range(STATES)]
    known: dict[State, tuple[int, int]] = {s: (rules.utility(s), 0) for s in states if rules.is_over(s)}
    best: dict[State, tuple[int, int | None]] = {}
    for bound in (3, 2, 1):
        for side, sign in ((0, 1), (1, -1)):
            forced = {s: 0 for s in states if rules.is_over(s) and sign * rules.utility(s) >= bound}
            for plies in range(1, STATES + 1):
                for s in states:
                    if s in forced or rules.is_over(s):
                        continue
                    children = [rules.play(s, m) for m in range(rules.moves(s).bit_length())]  # type: ignore[union-attr]
                    reached = [forced.get(child, 99) < plies for child in children]
                    if any(reached) if rules.to_move(s) == side else all(reached):
                        forced[s] = plies
            for s, plies in forced.items():
                best.setdefault(s, (sign * bound, plies))
    for s in states:
        best.setdefault(s, (0, known[s][1] if s in known else None))
    return best


@pytest.mark.parametrize("margin", [False, True], ids=["results", "margins"])
@pytest.mark.parametrize("name", ["retrograde", *SEARCHES])
def test_every_position_of_random_graphs(name: str, margin: bool) -> None:
    finished = repeating = 0
    for seed in range(20):
        game = graph_game(seed, margin=margin)
        repeating += can_repeat(game.rules)
        known = truth(game)
        for state in known:
            result = algorithm(name)(game, state, limit=Limit(nodes=5_000))
            if not result.exact:
                continue
            finished += 1
            utility, plies = known[state]
            mine = utility if game.to_move(state) == FIRST else -utility
            if margin:
                assert result.value == Margin(mine), (seed, state)
                continue
            assert isinstance(result.value, Outcome)
            assert result.value.result == mine, (seed, state)
            if mine and result.value.distance is not None:
                assert result.value.distance == plies, (seed, state)
    assert finished > 20 * STATES * 0.9
    assert repeating > 10


@pytest.mark.parametrize("margin", [False, True], ids=["results", "margins"])
@pytest.mark.parametrize("seed", range(10))
def test_an_analysis_does_not_depend_on_what_was_asked_before(seed: int, margin: bool) -> None:
    game = graph_game(seed, margin=margin)
    known = truth(game)
    analyst = Analyst(game, tier="reference")
    states = list(known)
    for order in (states, states[::-1], sorted(states, key=lambda state: hash(state) % 5)):
        for state in order:
            if game.is_over(state):
                continue
            analysis = analyst(state)
            assert analysis.exact
            for each in analysis.moves:
                utility, plies = known[game.play(state, each.move)]
                mine = utility if game.to_move(state) == FIRST else -utility
                if margin:
                    assert each.value == Margin(mine)
                else:
                    assert isinstance(each.value, Outcome)
                    assert each.value.result == mine
                    assert plies is None or not mine or each.value.distance == plies + 1


def test_a_line_without_end_that_no_walk_has_seen_is_searched_again() -> None:
    """Beyond ply 3,000 two states lead to each other: neither the walk nor the random games get there."""
    game = counting(play=lambda state, move: (state[0] + 1 if state[0] < 3_000 else state[0] - 1,))
    assert not can_repeat(game.rules)
    result = algorithm("alphabeta")(game, game.start)
    assert (result.value, result.nodes) == (Outcome(0), 3_002)


def test_a_line_without_end_that_repeats_nothing_is_refused() -> None:
    game = counting()
    with pytest.raises(EndlessGame, match="10,000 plies"):
        algorithm("alphabeta")(game, game.start)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize(("utility", "expected"), [(None, 0), (1, 1), (-1, -1)])
def test_a_game_says_what_repetition_means(name: str, utility: int | None, expected: int) -> None:
    """Two states that lead to each other and nowhere else."""
    repetition = None if utility is None else lambda state: utility
    game = counting(play=lambda state, move: (1 - state[0],), repetition=repetition)
    value = algorithm(name)(game, (0,)).value
    assert isinstance(value, Outcome)
    assert value.result == expected


def with_repetition(game: Game, seed: int) -> Game:
    """The game in which coming back to a state is worth something else in each state."""
    utilities = Random(seed).choices((-1, 0, 1), k=STATES)
    return replace(game, rules=replace(game.rules, repetition=lambda state: utilities[state[0]]))


@pytest.mark.parametrize("name", [*(name for name in SEARCHES if name != "minimax"), "analyst"])
def test_a_rule_for_repetition_makes_every_score_depend_on_the_path(name: str) -> None:
    """Minimax stores nothing, so it is right; trusted entries gave 4 wrong results in 300 positions."""
    compared = 0
    for seed in range(25):
        game = with_repetition(graph_game(seed), seed + 1_000)
        analyst = Analyst(game, tier="reference")
        for state in [(number,) for number in range(STATES) if not game.is_over((number,))]:
            want = algorithm("minimax")(game, state, limit=Limit(nodes=20_000))
            got = analyst(state) if name == "analyst" else algorithm(name)(game, state, limit=Limit(nodes=20_000))
            if not (want.exact and got.exact):
                continue
            compared += 1
            assert isinstance(want.value, Outcome)
            assert isinstance(got.value, Outcome)
            assert got.value.result == want.value.result, (seed, state)
            if want.value.result and got.value.distance is not None:
                assert got.value.distance == want.value.distance, (seed, state)
    assert compared > 100


def test_retrograde_refuses_what_it_cannot_do() -> None:
    game = graph_game(0)
    with pytest.raises(BadRequest, match="a rule of its own for repetition"):
        retrograde(replace(game, rules=replace(game.rules, repetition=lambda state: 1)), (0,))


def test_retrograde_with_a_depth_limit_knows_what_needs_no_more() -> None:
    game = load("hexapawn:3x3")
    assert str(retrograde(game, game.start, limit=Limit(depth=6)).value) == "loss in 6"
    shallow = retrograde(game, game.start, limit=Limit(depth=3))
    assert shallow.bound == "estimate"
    assert isinstance(shallow.value, Estimate)
