"""The games that can repeat positions: every position valued as it was counted, by search and by analysis."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.brute import CYCLIC, PATH_DEPENDENT, bits, cyclic_truth, path_truth, reachable
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.listed_positions import ListedPositions
from zerosum.answers.lab.perft import perft
from zerosum.core.errors import BadMove, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Margin, Outcome
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import Limit, algorithm, retrograde
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import Effort
from zerosum.engines.search.retrograde import reach, scores
from zerosum.engines.search.run import Run

COUNTED = [
    ("dodgem:3", 1_963, (1_123, 0, 840), "win in 19"),
    ("ponghauki", 56, (8, 44, 4), "draw"),
    ("morris3", 5_390, (2_877, 1_312, 1_201), "win in 9"),
    ("nineholes", 5_390, (3_334, 972, 1_084), "draw"),
    *in_proof(
        ("quixo:3", 16_021, (10_126, 0, 5_895), "win in 7"),
        ("dodgem:4", 393_900, (209_489, 35_281, 149_130), "draw"),
    ),
]
"""Reachable positions; wins, draws and losses of the side to move over all of them; the value of the start."""


def as_counted(spec: str, state: Any) -> Any:
    """A position as it is counted: those of Quixo that differ by an exchange of the marks alone are one."""
    return (state[state[2]], state[1 - state[2]]) if spec.startswith("quixo") else state


@pytest.mark.parametrize(("spec", "positions", "results", "value"), COUNTED)
def test_every_position_by_retrograde_analysis(
    spec: str, positions: int, results: tuple[int, int, int], value: str
) -> None:
    game = load(spec)
    run = Run("retrograde", game, game.start)
    graph = reach(run, game.start)
    known = scores(graph, run.scale)
    found: dict[Any, int] = {}
    for state, side in graph.sides.items():
        score = known.get(state, 0) if side == 0 else -known.get(state, 0)
        found[as_counted(spec, state)] = (score > 0) - (score < 0)
    counts = Counter(found.values())
    assert len(found) == positions
    assert (counts[1], counts[0], counts[-1]) == results
    assert str(retrograde(game, game.start).value) == value


@pytest.mark.parametrize("spec", CYCLIC)
def test_the_game_can_repeat_positions(spec: str) -> None:
    assert can_repeat(load(spec).rules)


def sample(spec: str, size: int) -> list[State]:
    """Positions that are not finished, spread over the game."""
    game = load(spec)
    unfinished = [state for state in cyclic_truth(spec) if not game.is_over(state)]
    return Random(spec).sample(unfinished, min(size, len(unfinished)))


def is_true(game: Game, state: State, result: int, distance: int | None) -> bool:
    """Whether a result for the side to move is the true one; a draw has no distance to compare."""
    utility, plies = cyclic_truth(game.spec)[state]
    mine = utility if game.to_move(state) == 0 else -utility
    return result == mine and (mine == 0 or distance in (None, plies))


@pytest.mark.parametrize("spec", [spec for spec in CYCLIC if spec != "quixo:3"] + in_proof("quixo:3"))
@pytest.mark.parametrize(
    "name", ["retrograde", "alphabeta", "table", "deepening", *in_proof("ordering", "pvs", "mtdf", "pns")]
)
def test_searches_that_finish_are_right(name: str, spec: str) -> None:
    game = load(spec)
    # A win within five plies needs no more of them; without a limit of depth, few of the lines through cycles end.
    is_whole = name == "retrograde" or spec == "ponghauki"
    limit = Limit(nodes=40_000) if is_whole else Limit(depth=5, nodes=2_000)
    finished = 0
    for state in sample(spec, 8 if is_whole else 30):
        result = algorithm(name)(game, state, limit=limit)
        if result.exact:
            finished += 1
            assert isinstance(result.value, Outcome)
            assert is_true(game, state, result.value.result, result.value.distance), game.position_text(state)
    assert finished > 5


@pytest.mark.parametrize("spec", PATH_DEPENDENT)
@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ordering", "table", "deepening", "pvs", "mtdf", "pns"])
def test_searches_follow_a_repetition_rule(name: str, spec: str) -> None:
    game = load(spec)
    for state, utility in path_truth(spec).items():
        mine = utility if game.to_move(state) == 0 else -utility
        assert algorithm(name)(game, state).value == Margin(mine), game.position_text(state)


@pytest.mark.parametrize("spec", PATH_DEPENDENT)
def test_an_analysis_follows_a_repetition_rule(spec: str) -> None:
    game = load(spec)
    analyst = Analyst(game, tier="reference")
    for state, utility in path_truth(spec).items():
        assert analyst(state).exact
        assert analyst(state).value == Margin(utility if game.to_move(state) == 0 else -utility)


@pytest.mark.parametrize(
    "spec",
    [spec if spec in ("ponghauki", "dodgem:3") else pytest.param(spec, marks=pytest.mark.proof) for spec in CYCLIC],
)
def test_an_analysis_of_every_position_is_right(spec: str) -> None:
    game = load(spec)
    analyst = Analyst(game, tier="reference")
    for state in cyclic_truth(spec):
        if not game.is_over(state):
            refuse_wrong_analysis(analyst, state)


def refuse_wrong_analysis(analyst: Analyst, state: State) -> None:
    game = analyst.game
    analysis = analyst(state)
    assert analysis.exact
    assert isinstance(analysis.value, Outcome)
    assert is_true(game, state, analysis.value.result, analysis.value.distance)
    for each in analysis.moves:
        assert isinstance(each.value, Outcome)
        distance = None if each.value.distance is None else each.value.distance - 1
        assert is_true(game, game.play(state, each.move), -each.value.result, distance)


def orders(states: list[State]) -> list[list[State]]:
    """The same positions in the order of their distance from the start, backward, and shuffled."""
    shuffled = states[:]
    Random(1).shuffle(shuffled)
    return [states, states[::-1], shuffled]


@pytest.mark.parametrize(
    ("spec", "one_in"),
    [
        ("ponghauki", 1),
        ("dodgem:3", 4),
        *in_proof(
            ("morris3", 61), ("nineholes", 61), ("dodgem:3", 1), ("morris3", 5), ("nineholes", 5), ("quixo:3", 101)
        ),
    ],
)
@pytest.mark.parametrize("order", range(3), ids=["forward", "backward", "shuffled"])
def test_an_analysis_is_right_whatever_was_asked_before(spec: str, one_in: int, order: int) -> None:
    game = load(spec)
    analyst = Analyst(game, tier="reference")
    states = [state for state in reachable(game)[::one_in] if not game.is_over(state)]
    for state in orders(states)[order]:
        refuse_wrong_analysis(analyst, state)


@pytest.mark.parametrize("spec", ["ponghauki", "morris3", "oware:2x2", "pig:5"])
def test_a_new_list_of_positions_asks_the_rules_no_question_twice(spec: str) -> None:
    """A position earlier in the game needs a larger list; it has as many nodes as if it were the first."""
    game = load(spec)
    asked: Counter[Any] = Counter()

    def play(state: Any, move: int) -> Any:
        asked[state, move] += 1
        return game.rules.play(state, move)

    def is_over(state: Any) -> bool:
        asked[state] += 1
        return game.rules.is_over(state)

    counted = replace(game, rules=replace(game.rules, play=play, is_over=is_over, repeats=True), reload=None)
    positions = ListedPositions(counted, "retrograde", lambda graph, effort: dict(graph.sides))
    path = [state for state in game.random_game(game.start, Random(3)) if not game.is_over(state)][:8]
    for state in reversed(path):
        effort = Effort()
        listed = positions.around(state, effort)
        assert listed is not None
        graph, sides = listed
        if effort.nodes:
            assert (len(graph.sides), effort.nodes) == (len(sides), len(sides))
            alone = ListedPositions(game, "retrograde", lambda graph, effort: graph).around(state, Effort())
            assert alone is not None
            assert alone[0] == graph
    assert max(asked.values()) == 1


def openspiel_men(state: Any) -> tuple[int, int]:
    """The men of both sides on OpenSpiel's drawing, whose points are in our order."""
    points = [sign for sign in str(state).partition("\n\n")[0] if sign in ".WB"]
    white, black = (sum(1 << p for p, sign in enumerate(points) if sign == mark) for mark in "WB")
    return white, black


def openspiel_moves(state: Any) -> dict[int, list[int]]:
    """Our number of each of OpenSpiel's moves, with its actions: it captures by a second one."""
    found = {}
    for action in state.legal_actions():
        start, end = (24, action) if action < 24 else divmod(action - 24, 24)
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == state.current_player():
            for victim in after.legal_actions():
                found[(start * 25 + end) * 25 + victim] = [action, victim]
        else:
            found[(start * 25 + end) * 25 + 24] = [action]
    return found


@pytest.mark.parametrize("seed", [*range(10), *in_proof(*range(10, 300))])
def test_nine_mens_morris_against_openspiel(seed: int) -> None:
    """The same moves in every position of a random game, and the same winner; OpenSpiel ends long games as draws."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("nine_mens_morris").new_initial_state()
    game = load("morris9")
    random = Random(seed)
    state: Any = game.start
    while not theirs.is_terminal():
        assert not game.is_over(state)
        assert theirs.current_player() == game.to_move(state)
        assert openspiel_men(theirs) == state[:2]
        moves = openspiel_moves(theirs)
        assert sorted(bits(game.rules.moves(state))) == sorted(moves)
        move = random.choice(sorted(moves))
        for action in moves[move]:
            theirs.apply_action(action)
        state = game.play(state, move)
    assert openspiel_men(theirs) == state[:2]
    if theirs.returns()[0]:
        assert game.utility(state) == theirs.returns()[0]
    else:
        assert not game.is_over(state)


REFUSED = [
    ("morris3", "", "b2-c2", "W has a man to place: write a point such as b2"),
    ("morris3", "", "d4", "there is no point d4; the points are a3 b3 c3 a2 b2 c2 a1 b1 c1"),
    ("morris3", "", "hello", "'hello' is not a move; write a point such as b2"),
    ("morris3", "", "b2xc2", "nothing is captured here"),
    ("morris3", "a3 b3 c3 a2 b2 c2", "a1", "all men are placed: write from and to, as in b2-c2"),
    ("morris3", "a3 b3 c3 a2 b2 c2", "b2-a1", "'b2-a1' is not a legal move here; legal: b2-b1"),
    ("nineholes", "a3 b3 c3 a2 b2 c2", "b3-a1", "'b3-a1' is not a legal move here; legal: a3-a1"),
    ("ponghauki", "", "a1", "'a1' is not a legal move here; legal: a3 c3"),
    ("ponghauki", "", "a3-c3", "c3 is not empty"),
    ("ponghauki", "", "a3xc3", "nothing is captured in Pong Hau K'i"),
    ("dodgem", "", "b1-b2", "there is no car of W on b1"),
    ("dodgem", "", "a2-c2", "W steps right, up or down, one cell"),
    ("dodgem", "", "a3-off", "'a3-off' is not a step that the car can make"),
    ("dodgem", "", "a2-a3", "'a2-a3' is not a legal move here; legal: a3-b3 a2-b2 a2-a1"),
    ("dodgem", "", "a2-d2", "there is no cell d2; the cells are a1 to c3"),
    ("dodgem", "", "a2", "'a2' is not a move; write from and to, as in a2-b2, or c2-off"),
    ("quixo:3", "", "b2-a2", "'b2-a2' is not a legal move here"),
    ("quixo:3", "", "a1-a1", "a cube cannot be pushed in where it was taken, on a1"),
    ("quixo:3", "", "a1-b1", "b1 is not an end of the row or column of a1"),
    ("quixo:3", "", "a1", "write where to take a cube and where to push it in, as in a1-c1"),
    ("quixo:3", "", "a1-a9", "there is no cell a9; the cells are a1 to c3"),
    ("quixo:3", "a1-c1", "c1-a1", "the cube on c1 has the mark of X"),
    ("morris9", "", "a1-a4", "W has men to place: write a point such as d2"),
    ("morris9", "", "b1", "there is no point b1"),
    ("morris9", "", "a1xa4", "'a1xa4' closes no mill"),
    ("morris9", "a1 b2 d1 b4", "g1", "'g1' closes a mill: add the man to capture, as in g1xb4"),
    ("morris9", "a1 b2 d1 b4", "g1xa1", "a1 cannot be captured: it is not a man of B"),
    ("morris9", "a1 b2 d1 b4", "b2", "'b2' is not a legal move here; legal: a7 d7 g7"),
    ("morris9", "a1 b2 d1 b4 a4 b6xd1 a7xb2", "b2-d2", "B has men to place"),
]


@pytest.mark.parametrize(("spec", "moves", "word", "message"), REFUSED)
def test_a_wrong_move_is_refused_with_the_reason(spec: str, moves: str, word: str, message: str) -> None:
    game = load(spec)
    state = game.after(game.read_moves(moves))
    with pytest.raises(BadMove) as error:
        game.read_move(state, word)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "spec", ["dodgem:3", *in_proof(*(spec for spec in CYCLIC if spec != "dodgem:3"), "morris9", "oware")]
)
def test_compiled_rules_visit_the_same_nodes(spec: str) -> None:
    """Rules that compile; `test_native_cycles.py` has searches so deep that positions repeat."""
    game = load(spec)
    random = Random(spec)
    limit = Limit(depth=3, nodes=3_000)
    for _ in range(5):
        state = random.choice(list(game.random_game(game.start, random)))
        for name in ("minimax", "alphabeta"):
            native = search_on(name, "native")(game, state, limit=limit)
            reference = algorithm(name)(game, state, limit=limit)
            assert native.tier == "native"
            assert (native.nodes, native.leaves, native.value, native.line) == (
                reference.nodes,
                reference.leaves,
                reference.value,
                reference.line,
            )


@pytest.mark.parametrize(
    "spec", ["quixo:3", *in_proof("morris3", "nineholes", "dodgem:3", "ponghauki", "morris9", "oware", "oware:2x2")]
)
def test_compiled_rules_give_the_same_move_sequences(spec: str) -> None:
    game = load(spec)
    random = Random(spec)
    for _ in range(3):
        state = random.choice(list(game.random_game(game.start, random)))
        native, reference = (
            [found.count for found in perft(game, state, 3, tier=tier)] for tier in ("native", "reference")
        )
        assert native == reference


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("morris3:4", "morris3 has no sizes"),
        ("dodgem:8", "Dodgem 8x8 is not possible: the board has from 2x2 to 7x7 cells"),
        ("dodgem:1", "Dodgem 1x1 is not possible"),
        ("dodgem:3x4", "'3x4' is not a size; write dodgem:N, as in dodgem:4"),
        ("quixo:2", "Quixo 2x2 is not possible: the board has from 3x3 to 7x7 cells"),
        ("quixo:8", "Quixo 8x8 is not possible"),
    ],
)
def test_a_wrong_size_is_refused(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as error:
        load(spec)
    assert message in str(error.value)
