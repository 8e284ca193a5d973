"""Compiled searches of games that can repeat positions: node for node as the reference, and right."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.brute import cyclic_truth
from tests.engines.native.test_native_twins import IN_PYTHON, SAME_NODES, WITH_TABLE, told, twin
from tests.engines.search.test_cycles import STATES, graph_game, truth, with_repetition
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import Unsolvable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import FIRST, Rules, State
from zerosum.core.value import Margin, Outcome
from zerosum.engines.native.search.transposition_table import NativeTableSearch
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES, search_on
from zerosum.engines.search import Limit, Result, algorithm
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import Effort


def sides(state: Any) -> int:
    return state[2] >> 14 + state[0] & 1  # type: ignore[no-any-return]


def moves(state: Any) -> int:
    return (1 << (state[2] >> 2 * state[0] & 3)) - 1  # type: ignore[no-any-return]


def play(state: Any, move: int) -> Any:
    return state[1] >> 9 * state[0] + 3 * move & 7, state[1], state[2]


def is_over(state: Any) -> bool:
    return state[0] >= STATES - 2  # type: ignore[no-any-return]


def utility(state: Any) -> int:
    return (state[2] >> 21 + 3 * (state[0] - STATES + 2) & 7) - 3  # type: ignore[no-any-return]


def repetition(state: Any) -> int:
    return (state[2] >> 27 + 2 * state[0] & 3) - 1  # type: ignore[no-any-return]


def packed_state(game: Game, node: int) -> State:
    """A node of a random graph, and in two more words the whole graph, so that all graphs have the same rules.

    word 1    3 bits for each move of each node: where it leads
    word 2    | 2 bits a node: how many moves | 1 bit a node: who moves | 3 bits an end | 2 bits a node: repetition |
    """
    rules = game.rules
    onward = info = 0
    for number in range(STATES):
        state = (number,)
        count = rules.moves(state).bit_length()  # type: ignore[union-attr]
        for move in range(count):
            onward |= rules.play(state, move)[0] << 9 * number + 3 * move  # type: ignore[index]
        info |= count << 2 * number | rules.to_move(state) << 14 + number
        info |= (1 if rules.repetition is None else rules.repetition(state) + 1) << 27 + 2 * number
    for end in (0, 1):
        info |= rules.utility((STATES - 2 + end,)) + 3 << 21 + 3 * end
    return node, onward, info


def packed_game(*, margin: bool = False, rule: bool = False) -> Game:
    rules = Rules(
        start=packed_state(graph_game(0), 0),
        to_move=sides,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        repetition=repetition if rule else None,
        repeats=True,
    )
    return Game(name="Graphs", spec="graphs", rules=rules, text=plain_text(rules), margin=margin)


ONE = Limit(nodes=2_000)
ALL = (ONE, Limit(depth=1), Limit(depth=4), Limit(nodes=77))


@pytest.mark.parametrize(
    ("name", "rule", "margin"),
    [
        ("alphabeta", False, False),
        *in_proof(
            ("minimax", False, False),
            ("ordering", False, False),
            *((name, True, False) for name in SAME_NODES),
            *((name, rule, True) for name in SAME_NODES for rule in (False, True)),
        ),
    ],
)
def test_same_nodes_on_random_graphs(name: str, rule: bool, margin: bool) -> None:
    game = packed_game(margin=margin, rule=rule)
    for seed in range(25):
        graph = graph_game(seed, margin=margin)
        for node in range(STATES):
            state = packed_state(with_repetition(graph, seed) if rule else graph, node)
            for limit in ALL if node == 0 else (ONE,):
                native = twin(name)(game, state, limit=limit)
                assert told(native) == told(algorithm(name)(game, state, limit=limit)), (seed, node, limit)


@pytest.mark.proof
@pytest.mark.parametrize("rule", [False, True])
def test_same_playouts_on_random_graphs(rule: bool) -> None:
    game = packed_game(rule=rule)
    for seed in range(25):
        graph = graph_game(seed)
        state = packed_state(with_repetition(graph, seed) if rule else graph, seed % STATES)
        for limit in ALL:
            native = twin("mcts")(game, state, limit=limit, playouts=120, seed=seed)
            assert told(native) == told(algorithm("mcts:120", seed=seed)(game, state, limit=limit)), (seed, limit)


@pytest.mark.parametrize("margin", [False, *in_proof(True)])
@pytest.mark.parametrize("name", WITH_TABLE)
def test_every_position_of_random_graphs(name: str, margin: bool) -> None:
    """With a table for two entries, too; all exact values are true, and the lines of wins end with them."""
    game, finished = packed_game(margin=margin), 0
    for seed in range(30):
        graph = graph_game(seed, margin=margin)
        for node, (best, plies) in enumerate(truth(graph)[number,] for number in range(STATES)):
            state = packed_state(graph, node)
            for entries in (2, 1 << 10):
                result = twin(name)(game, state, limit=Limit(nodes=5_000), entries=entries)
                if result.exact:
                    finished += 1
                    refuse_wrong(game, state, result, best if game.to_move(state) == FIRST else -best, plies)
    assert finished > 0.9 * 2 * 30 * STATES


def refuse_wrong(game: Game, state: State, result: Result, mine: int, plies: int | None) -> None:
    """Refuse a value that is not this one, or a line that does not lead to it."""
    end = game.after(result.line, state)
    if game.margin:
        assert result.value == Margin(mine)
    elif mine:
        assert result.value == Outcome(mine, plies)
        assert len(result.line) == plies
        assert game.is_over(end)
    else:
        assert result.value == Outcome(0, len(result.line) if game.is_over(end) else None)


@pytest.mark.parametrize("margin", [False, *in_proof(True)])
@pytest.mark.parametrize("name", WITH_TABLE)
def test_a_rule_for_repetition_with_a_table(name: str, margin: bool) -> None:
    """Entries are not used there, so that the values are those of minimax."""
    game, compared = packed_game(margin=margin, rule=True), 0
    for seed in range(25):
        graph = with_repetition(graph_game(seed, margin=margin), seed + 1_000)
        for node in range(STATES - 2):
            state = packed_state(graph, node)
            want = algorithm("minimax")(game, state, limit=Limit(nodes=20_000))
            got = twin(name)(game, state, limit=Limit(nodes=20_000))
            if want.exact and got.exact:
                compared += 1
                assert got.value == want.value or (isinstance(want.value, Outcome) and got.value.rank == 0), (
                    seed,
                    node,
                )
    assert compared > 100


@pytest.mark.parametrize("rule", [True, *in_proof(False)])
def test_an_analysis_on_the_native_tier_is_that_of_the_reference(rule: bool) -> None:
    """Whatever was asked before, and with the analyzed position on the path where the game has a rule."""
    game, compared = packed_game(rule=rule), 0
    limit = Limit(nodes=4_000)
    analyst = Analyst(game, tier="native", limit=limit, threads=1, memory=16)
    for seed in range(12):
        graph = with_repetition(graph_game(seed), seed) if rule else graph_game(seed)
        for node in range(STATES - 2):
            state = packed_state(graph, node)
            want, got = Analyst(game, tier="reference", limit=limit)(state), analyst(state)
            for each, other in zip(*(sorted(found.moves, key=lambda m: m.move) for found in (want, got)), strict=True):
                if each.exact and other.exact:
                    compared += 1
                    assert each.value.rank == other.value.rank, (seed, node, each.move)
    assert compared > 50


GAMES = (
    "ponghauki",
    "morris3",
    "nineholes",
    "dodgem:3",
    "quixo:3",
    "morris9",
    "oware",
    "checkers:4",
    "checkers",
    "go:3",
    "go",
)


def some_positions(game: Game, count: int) -> Iterator[State]:
    """The start, and positions of random games."""
    random = Random(game.spec)
    yield game.start
    for _ in range(count):
        state = game.start
        for _ in range(random.randint(1, 24)):
            child = game.play(state, random.choice(list(game.moves(state))))
            if game.is_over(child):
                break
            state = child
        yield state


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("alphabeta", "morris3"),
        *in_proof(
            *(
                (name, spec)
                for name in (*SAME_NODES, *WITH_TABLE, "mcts")
                for spec in GAMES
                if (name, spec) != ("alphabeta", "morris3")
            )
        ),
    ],
)
def test_same_nodes_in_games(name: str, spec: str) -> None:
    """A table of a few thousand positions drops none of them, so that it finds what the reference finds.

    Not beyond 64 plies, where a compiled search with a table is started again with more memory, and counts on.
    """
    game = load(spec)
    assert can_repeat(game.rules)
    for state in some_positions(game, 8):
        for limit in (Limit(depth=2), Limit(depth=4, nodes=2_500), Limit(depth=60, nodes=700)):
            native = search_on("mcts:80" if name == "mcts" else name, "native")(game, state, limit=limit)
            reference = algorithm("mcts:80" if name == "mcts" else name)(game, state, limit=limit)
            assert told(native) == told(reference), (game.position_text(state), limit)


@cache
def known_positions(spec: str) -> tuple[State, ...]:
    game = load(spec)
    return tuple(state for state in cyclic_truth(spec) if not game.is_over(state))


@pytest.mark.parametrize(
    ("spec", "name", "one_in"),
    [
        ("ponghauki", "table", 1),
        ("ponghauki", "deepening", 1),
        *in_proof(
            *((spec, "deepening", 1) for spec in ("dodgem:3", "morris3", "nineholes")), ("quixo:3", "deepening", 7)
        ),
    ],
)
def test_positions_of_games_against_retrograde_analysis(spec: str, name: str, one_in: int) -> None:
    game, exact = load(spec), 0
    states = known_positions(spec)[::one_in]
    for state in states:
        best, plies = cyclic_truth(spec)[state]
        result = twin(name)(game, state, limit=Limit(nodes=200_000, depth=None if spec == "ponghauki" else 9))
        if result.exact:
            exact += 1
            refuse_wrong(game, state, result, best if game.to_move(state) == FIRST else -best, plies)
    assert exact == len(states) if spec == "ponghauki" else exact > len(states) // 3


def line_game(length: int, turn: Callable[[int], int]) -> Game:
    """One move in each position: from 0 up to `length`, and then where `turn` says."""
    rules = Rules(
        start=(0,),
        to_move=lambda state: state[0] % 2,
        moves=lambda state: 1,
        play=lambda state, move: (state[0] + 1 if state[0] < length else turn(state[0]),),
        is_over=lambda state: False,
        utility=lambda state: 0,
    )
    return Game(name="Line", spec="line", rules=rules, text=plain_text(rules))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["alphabeta", "table"])
def test_a_cycle_that_no_walk_has_seen_is_searched_again(name: str) -> None:
    """The path is compared with 3,000 positions, which needs larger memory than a search begins with."""
    game = line_game(3_000, lambda number: number - 1)
    assert not can_repeat(game.rules)
    native = twin(name)(game, game.start)
    reference = algorithm(name)(game, game.start)
    assert (native.value, native.line) == (reference.value, reference.line) == (Outcome(0), (0,) * 3_001)


def test_what_the_solver_refuses() -> None:
    with pytest.raises(Unsolvable, match="Pong Hau K'i can repeat positions, which the solver cannot take"):
        Solver(load("ponghauki"), memory=1)


def test_auto_takes_the_native_tier_for_games_that_repeat() -> None:
    game = load("ponghauki")
    assert search_on("alphabeta")(game, game.start).tier == "reference"
    morris = load("morris3")
    result = search_on("alphabeta")(morris, morris.start, limit=Limit(depth=12))
    assert result.nodes > SMALL_SEARCH_NODES
    assert result == twin("alphabeta")(morris, morris.start, limit=Limit(depth=12))


@pytest.mark.proof
def test_the_position_before_the_root_counts_where_there_is_a_rule() -> None:
    """Also after the search was started again with more memory."""
    rules = Rules(
        start=(0, 0),
        to_move=lambda state: state[1] % 2,
        moves=lambda state: 1,
        play=lambda state, move: (state[0] + 1 if state[0] < 200 else 0, state[1]),
        is_over=lambda state: False,
        utility=lambda state: 0,
        repetition=lambda state: 1 if state[0] == 7 else 0,
    )
    game = Game(name="Ring", spec="ring", rules=rules, text=plain_text(rules))
    search = NativeTableSearch(game, Effort())
    score, line = search.score_of((8, 0), 300, before=(7, 0))
    assert (score > 0, len(line)) == (True, 200)
    score, line = search.score_of((8, 0), 300)
    assert (score, len(line)) == (0, 201)


@pytest.mark.proof
@pytest.mark.skipif(IN_PYTHON, reason="it starts itself")
def test_without_jit_no_index_lies_outside_of_memory() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "graphs or before", __file__]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
