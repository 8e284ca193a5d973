"""Games of chance: expectimax, its prunings and Monte-Carlo agree with the mean by its definition, as fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from tests.conftest import Cli
from tests.places import EXAMPLES
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadRules, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Knowledge, Rules, State, listed
from zerosum.core.value import WIN, Estimate, Expected
from zerosum.engines.recording.recorder import record
from zerosum.engines.recording.tree import rebuild
from zerosum.engines.search import ALGORITHMS, Limit, algorithm, expectimax, mcts, star1, star2
from zerosum.engines.search.result import ABLE_OF_CHANCE, AT_LEAST, AT_MOST, Effort
from zerosum.engines.search.retrograde import reach
from zerosum.engines.search.run import Run
from zerosum.engines.search.value_iteration import means_of

DICE = (1, Fraction(7, 12)), (-1, Fraction(5, 12))
LEAF = 3
"""In place of a side: the node is a leaf, and the second member its utility."""


def tree_game(seed: int, *, margin: bool = False, depth: int = 5) -> Game:
    """A random tree of MAX, MIN and chance nodes; a state is the number of a node."""
    random = Random(seed)
    nodes: list[Any] = []

    def grow(depth: int) -> int:
        number = len(nodes)
        nodes.append(None)
        if depth == 0 or (number and random.random() < 0.1):
            nodes[number] = LEAF, random.randint(-9, 9) if margin else random.choice((-1, 0, 1)), ()
        else:
            side, width = random.randrange(3), random.randint(1, 3)
            weights = [random.randint(1, 4) for _ in range(width)]
            nodes[number] = side, [grow(depth - 1) for _ in range(width)], weights
        return number

    grow(depth)
    rules = Rules(
        start=(0,),
        to_move=lambda state: nodes[state[0]][0] % LEAF,
        moves=lambda state: (1 << len(nodes[state[0]][1])) - 1,
        play=lambda state, move: (nodes[state[0]][1][move],),
        is_over=lambda state: nodes[state[0]][0] == LEAF,
        utility=lambda state: nodes[state[0]][1],
        odds=lambda state, move: nodes[state[0]][2][move],
    )
    known = Knowledge(floor=lambda state: -9, ceiling=lambda state: 9) if margin else Knowledge()
    return Game(name="Tree", spec=f"tree-{seed}", rules=rules, text=plain_text(rules), margin=margin, knowledge=known)


def mean_of(game: Game, state: State) -> Fraction:
    """The value of a state for the first player, by the definition."""
    if game.is_over(state):
        return Fraction(game.utility(state))
    side = game.to_move(state)
    children = {move: mean_of(game, game.play(state, move)) for move in game.moves(state)}
    if side < 2:
        return (max, min)[side](children.values())
    return sum((chance * children[move] for move, chance in game.chances(state)), Fraction(0))


@pytest.mark.parametrize("margin", [False, True], ids=["results", "margins"])
@pytest.mark.parametrize("search", [expectimax, star1, star2], ids=lambda search: search.__name__)
def test_the_mean_of_random_trees(search: Any, margin: bool) -> None:
    for seed in range(100):
        game = tree_game(seed, margin=margin)
        result = search(game, game.start)
        mean = mean_of(game, game.start)
        mine = -mean if game.to_move(game.start) == 1 else mean
        assert (result.value, result.bound) == (Expected(mine), "exact"), seed
        if result.move is not None:
            assert mean_of(game, game.play(game.start, result.move)) == mean, seed


def test_star1_and_star2_visit_fewer_nodes() -> None:
    """Measured on 300 random trees; without an order of moves the probes of Star2 cost more than they save."""
    nodes = dict.fromkeys((expectimax, star1, star2), 0)
    for seed in range(100):
        game = tree_game(seed, depth=6)
        for search in nodes:
            nodes[search] += search(game, game.start).nodes
    assert nodes[star1] < 0.75 * nodes[expectimax]
    assert nodes[star2] < nodes[expectimax]


def test_monte_carlo_proves_or_comes_near() -> None:
    proven = 0
    for seed in range(60):
        game = tree_game(seed, depth=4)
        mean = mean_of(game, game.start)
        mine = -mean if game.to_move(game.start) == 1 else mean
        result = mcts(game, game.start, playouts=3_000)
        if result.exact:
            proven += 1
            assert result.value == Expected(mine), seed
        else:
            assert isinstance(result.value, Estimate)
            assert abs(result.value.score / 100 - mine) < 0.25, seed
    assert proven > 40


def test_a_depth_limit_gives_an_estimate() -> None:
    game = tree_game(3, depth=6)
    for search in (expectimax, star1, star2):
        result = search(game, game.start, limit=Limit(depth=2))
        assert result.bound == "estimate"
        assert isinstance(result.value, Estimate)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in ABLE_OF_CHANCE])
def test_other_searches_say_which_can(name: str) -> None:
    game = tree_game(0)
    with pytest.raises(
        BadRequest, match=r"which \w+ cannot search; expectimax, star1, star2, mcts and value_iteration can"
    ):
        algorithm(name)(game, game.start)


@pytest.mark.parametrize("weight", [0, -1, 0.5, None])
def test_odds_that_are_no_weights(weight: Any) -> None:
    game = tree_game(3)
    game = replace(game, rules=replace(game.rules, to_move=lambda state: 2, odds=lambda state, move: weight))
    with pytest.raises(BadRules, match=r"odds gives .* for the outcome .*, not a whole number from 1"):
        expectimax(game, game.start)


def test_rolls_follow_the_odds() -> None:
    rules = replace(tree_game(0).rules, moves=lambda state: 0b11, odds=lambda state, move: 1 + 2 * move)
    game = replace(tree_game(0), rules=replace(rules, is_over=lambda state: False))
    random = Random(0)
    ones = sum(game.roll(game.start, random) for _ in range(2_000))
    assert abs(ones / 2_000 - 0.75) < 0.03


@pytest.mark.parametrize(
    ("value", "text", "short"),
    [
        (Expected(Fraction(1, 3)), "expected +0.333", "+0.333"),
        (Expected(-0.25, 1e-9), "expected -0.250 ± 1e-09", "-0.250 ± 1e-09"),
        (Expected(Fraction(1, 6), 0, DICE), "expected +0.167, wins 58.3 %", "+0.167"),
    ],
)
def test_how_a_mean_is_written(value: Expected, text: str, short: str) -> None:
    assert (str(value), value.short()) == (text, short)
    other = -value
    assert -other == value
    written = value.json()
    assert (written["kind"], written["text"], written["short"]) == ("expected", text, short)


def test_a_mean_knows_the_chances_of_its_results() -> None:
    value = Expected(Fraction(1, 4), 0, ((2, Fraction(1, 2)), (0, Fraction(1, 4)), (-3, Fraction(1, 4))))
    assert [value.chance(result) for result in (1, 0, -1)] == [0.5, 0.25, 0.25]
    assert [(-value).chance(result) for result in (1, 0, -1)] == [0.25, 0.25, 0.5]
    assert Expected(Fraction(1, 4)) > Expected(0.1)
    with pytest.raises(TypeError, match="cannot be compared"):
        assert value > Estimate(1)


@pytest.mark.parametrize("spec", ["dicenim:4x2", "dicenim:5x3", "dicenim:3x6"])
def test_every_position_of_dice_nim(spec: str) -> None:
    """By every search and by analysis, in exact fractions."""
    game = load(spec)
    analyst = Analyst(game)
    states = [game.start]
    for state in states:
        states.extend(child for move in listed(game.moves(state)) if (child := game.play(state, move)) not in states)
    assert len(states) >= 20
    for state in states[::-1]:
        mean = mean_of(game, state)
        mine = -mean if game.to_move(state) == 1 else mean
        if game.is_over(state):
            continue
        for name in ("expectimax", "star1", "star2", "value_iteration"):
            value = algorithm(name)(game, state).value
            assert isinstance(value, Expected)
            assert value.mean == mine, (name, state)
        analysis = analyst(state)
        assert isinstance(analysis.value, Expected)
        assert (analysis.value.mean, analysis.exact) == (mine, True)
        assert float(sum(chance for _, chance in analysis.value.results)) == 1.0
        assert sum(utility * chance for utility, chance in analysis.value.results) == mine
        children = {each.move: mean_of(game, game.play(state, each.move)) for each in analysis.moves}
        if game.to_move(state) == 2:
            assert analysis.best == ()
        else:
            assert set(analysis.best) == {move for move, value in children.items() if value == mean}


def pig_by_hand(goal: int) -> dict[tuple[int, int, int], float]:
    """The chance to win of who is to decide, by (own points, other's points, points of the turn), as Neller and Presser
    write it: hold is worth what the other side leaves, a roll the mean over the faces. Swept until nothing changes.
    """
    chance = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for i, j, k in chance:
            roll = 1 - chance[j, i, 0]
            for face in range(2, 7):
                roll += 1.0 if i + k + face >= goal else chance[i, j, k + face]
            hold = 1 - chance[j, i + k, 0] if k else 0.0
            best = max(roll / 6, hold)
            change = max(change, abs(best - chance[i, j, k]))
            chance[i, j, k] = best
    return chance


@pytest.mark.parametrize("goal", [6, 10, pytest.param(25, marks=pytest.mark.proof)])
def test_pig_by_value_iteration(goal: int) -> None:
    """Every decision of a game that can repeat, against dynamic programming written in another way."""
    game = load(f"pig:{goal}")
    known = pig_by_hand(goal)
    graph = reach(Run("value_iteration", game, game.start), game.start)
    means = means_of(game, graph, Effort())
    checked = 0
    for state, side in graph.sides.items():
        first, second, turn, *_ = cast(tuple[int, ...], state)
        if side == 2 or game.is_over(state):
            continue
        mine = (first, second, turn) if side == 0 else (second, first, turn)
        value = means.value(state, side)
        assert value.error < 1e-11
        assert abs(value.chance(1) - known[mine]) < 1e-11, state
        checked += 1
    assert checked > 2 * goal


@pytest.mark.parametrize("name", ["expectimax", "star1", "star2", "mcts:300"])
def test_a_position_that_chance_leads_back_to_is_no_draw(name: str) -> None:
    """Where the game goes on from it, a search that stops there has only an estimate."""
    game = load(f"{EXAMPLES / 'pig.py'}:pig(10)")
    state = (8, 8, 0, 0, 0)
    truth = algorithm("value_iteration")(game, state)
    assert isinstance(truth.value, Expected)
    assert abs(float(truth.value.mean) - 5 / 7) < 1e-9
    found = algorithm(name)(game, state)
    assert not found.exact
    assert isinstance(found.value, Estimate)
    assert abs(found.value.score / WIN - 5 / 7) < 0.1
    assert str(found.value).startswith("~ +0.")


def test_a_total_without_a_limit_is_estimated_by_depth() -> None:
    """Listing its positions does not end; what is found by depth is not thrown away for that."""
    rules = Rules(
        start=(0, 0),
        to_move=lambda state: 2 * state[1],
        moves=lambda state: 1,
        odds=lambda state, move: 1,
        play=lambda state, move: (state[0] + 1, 1 - state[1]),
        is_over=lambda state: False,
        utility=lambda state: 0,
    )
    counter = Game(name="Counter", spec="counter", rules=rules, text=plain_text(rules))
    analysis = Analyst(counter, limit=Limit(nodes=100_000))(counter.start)
    assert isinstance(analysis.value, Estimate)
    assert analysis.value.depth > 10


def test_compare_leaves_out_what_has_no_depth_limit(cli: Cli) -> None:
    run = cli("compare", "pig:6", "--depth", "3", "--no-memory")
    assert run.code == 0
    assert "expectimax" in run.out
    assert "value_iteration" not in run.out


@pytest.mark.proof
def test_pig_to_a_hundred() -> None:
    """Neller and Presser (2004): the first player wins with probability 0.5306; 0.5305927 recomputed."""
    game = load("pig")
    value = algorithm("value_iteration")(game, game.start).value
    assert isinstance(value, Expected)
    assert abs(value.chance(1) - 0.5305927) < 5e-8


@pytest.mark.parametrize(
    ("spec", "position", "why"),
    [
        ("pig", "12,30", "is not two scores and the points of the turn"),
        ("pig", "12,30,5:C", "who is to move, A or B, not 'C'"),
        ("pig", "12,30,5:A:rolled", "nothing, or roll while the die is rolling"),
        ("pig", "12,101,5:A", "scores go up to 100"),
        ("pig", "96,30,5:A", "A has won"),
        ("pig", "12,30,1:A", "cannot have brought 1 points"),
        ("pig", "100,30,5:B", "cannot have brought 5 points"),
        ("pig", "100,30,0:A", "A has reached 100 and passed the die"),
        ("dicenim", "7:C", "is not a heap, who is to move"),
        ("dicenim", "7:A:x", "is not a number"),
        ("dicenim", "11:A", "10 things at most, not 11"),
        ("dicenim", "7:A:4", "the die shows 1 to 3, not 4"),
        ("dicenim", "0:A:2", "nothing is left, so nobody rolls"),
        ("dicenim", "10:B", "B cannot be to move with 10 of 10 left"),
    ],
)
def test_positions_that_are_none(spec: str, position: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        load(spec).read_position(position)


@pytest.mark.parametrize(
    ("spec", "position", "word", "why"),
    [
        ("pig", "0,0,0:A", "hold", "nothing to hold"),
        ("pig", "0,0,4:A", "pass", "neither roll nor hold"),
        ("pig", "0,0,4:A:roll", "7", "it shows 1 to 6, not '7'"),
        ("dicenim", "7:A:2", "3", "not a number to take, from 1 to 2"),
        ("dicenim", "7:A", "4", "not what the die shows, from 1 to 3"),
    ],
)
def test_moves_that_are_none(spec: str, position: str, word: str, why: str) -> None:
    game = load(spec)
    with pytest.raises(BadMove, match=why):
        game.read_move(game.read_position(position), word)


@pytest.mark.parametrize("spec", ["pig:3000", "pig:x", "pig:1", "dicenim:0x3", "dicenim:5"])
def test_sizes_that_are_none(spec: str) -> None:
    with pytest.raises(BadSpec):
        load(spec)


@pytest.mark.parametrize("spec", ["pig:20", "dicenim:10x3"])
def test_texts_read_back(spec: str) -> None:
    game, random = load(spec), Random(1)
    for _ in range(20):
        for state in game.random_game(game.start, random):
            assert game.read_position(game.position_text(state)) == state
            for move in listed(game.moves(state)):
                assert game.read_move(state, game.move_text(state, move)) == move


def test_value_iteration_refuses_what_it_cannot_do() -> None:
    game = load("dicenim:5x3")
    with pytest.raises(BadRequest, match="has no chance in it; retrograde values"):
        algorithm("value_iteration")(load("tictactoe"), (0, 0, 0))
    own_rule = replace(game, rules=replace(game.rules, repetition=lambda state: 1))
    with pytest.raises(BadRequest, match="a rule of its own for repetition"):
        algorithm("value_iteration")(own_rule, game.start)
    with pytest.raises(BadRequest, match="takes no depth limit"):
        algorithm("value_iteration")(game, game.start, limit=Limit(depth=3))
    stopped = algorithm("value_iteration")(load("pig"), (0, 0, 0, 0, 0), limit=Limit(nodes=100))
    assert (stopped.stopped, stopped.bound) == (True, "estimate")


def test_a_large_game_of_chance_is_estimated_depth_by_depth() -> None:
    game = load("pig")
    analyst = Analyst(game, limit=Limit(nodes=3_000))
    *_, last = analyst.analyses(game.read_position("40,50,20:A"))
    assert not last.exact
    assert all(isinstance(each.value, Estimate) for each in last.moves)
    assert last.best


def test_play_that_may_never_end_has_an_error_that_says_so() -> None:
    """Who throws the own coin loses half a point in the mean; who passes never does: the bounds do not meet."""
    rules = Rules(
        start=(0,),
        to_move=lambda state: (0, 1, 2, 2, 0, 0)[state[0]],
        moves=lambda state: 0b11,
        play=lambda state, move: (((1, 2), (0, 3), (4, 5), (4, 5))[state[0]][move],),
        is_over=lambda state: state[0] >= 4,
        utility=lambda state: 1 if state[0] == 4 else -1,
        odds=lambda state, move: 1 + 2 * (move == state[0] % 2 ^ 1),
    )
    game = Game(name="Passing", spec="passing", rules=rules, text=plain_text(rules))
    result = algorithm("value_iteration")(game, (0,))
    assert isinstance(result.value, Expected)
    assert result.bound == "estimate"
    assert abs(float(result.value.mean)) <= result.value.error
    assert 0.4 < result.value.error < 0.6


@pytest.mark.parametrize(
    ("tree", "spec", "mean"),
    [
        ("((3,5),?(1:2,2:9))", "((3,5),?(1:2,2:9))", Fraction(20, 3)),
        ("?(3 9)", "?(1:3,1:9)", Fraction(6)),
        ("? [ (1,2) 3 : (5,4) ]", "?(1:(1,2),3:(5,4))", Fraction(17, 4)),
        ("(?(1:(1,2),3:(5,4)),0)", "(?(1:(1,2),3:(5,4)),0)", Fraction(13, 4)),
    ],
)
def test_written_trees_have_chance_nodes(tree: str, spec: str, mean: Fraction) -> None:
    game = load(tree)
    assert game.spec == spec
    assert load(game.spec) == game
    for name in ("expectimax", "star1", "star2"):
        assert algorithm(name)(game, game.start).value == Expected(mean)


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        ("((3,5),(1:2,9))", "weights from 1 stand before the children of a node of chance"),
        ("(3,?(0:2,9))", "weights from 1"),
        ("(3,?(1:2:2,9))", "weights from 1"),
        ("(3,?(1:,9))", "stands where a child should follow its weight"),
        ("(3,?(2,1:))", "stands where a child should follow its weight"),
        ("(3,?2)", "is not a bracket"),
    ],
)
def test_trees_that_are_none(tree: str, why: str) -> None:
    with pytest.raises(BadSpec, match=why):
        load(tree)


@pytest.mark.parametrize("name", ["expectimax", "star1", "star2"])
def test_every_claim_of_a_recorded_search_is_true(name: str) -> None:
    """The interval of every node, chance nodes and probes included, holds the true mean."""
    claims = 0
    for seed in range(60):
        game = tree_game(seed, margin=seed % 2 == 1, depth=4)
        _, recording = record(game, game.start, name)
        for root in rebuild(recording):
            for node in root.walk():
                if node.pruned or node.score is None:
                    continue
                mean = float(mean_of(game, node.state) * WIN)
                near = abs(node.score - mean) < 1e-6 * max(1, abs(mean))
                is_true = (
                    near
                    or (node.bound == AT_LEAST and mean > node.score)
                    or (node.bound == AT_MOST and mean < node.score)
                )
                assert is_true, (seed, node.state, node.score, node.bound, mean)
                claims += 1
    assert claims > 1_000


def test_a_tree_with_chance_is_drawn_with_circles_and_probabilities(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    run = cli("tree", "((3,5),?(1:2,2:9))", "--svg", str(picture))
    assert "└─ 1: CHANCE 6.67 window [3, ∞]\n   ├─ 0 (1/3): 2\n   └─ 1 (2/3): 9" in run.out
    assert "star1: value expected +6.667 for MAX, best line 1" in run.out
    assert picture.read_text().count("<circle") == 1
    assert "1 (2/3)" in picture.read_text()


def test_a_rule_for_repetition_is_followed_by_the_analysis() -> None:
    """A coin ends the game, or leads back to the start, which wins for the first player: by depth, not by a list."""
    rules = Rules(
        start=(0,),
        to_move=lambda state: (0, 2, 0)[state[0]],
        moves=lambda state: 0b11 if state[0] == 1 else 0b1,
        play=lambda state, move: (1,) if state[0] == 0 else (2 * move,),
        is_over=lambda state: state[0] == 2,
        utility=lambda state: -1,
        odds=lambda state, move: 1,
        repetition=lambda state: 1,
    )
    game = Game(name="Coin", spec="coin", rules=rules, text=plain_text(rules))
    assert expectimax(game, (0,)).value == Expected(Fraction(0))
    assert Analyst(game, limit=Limit(nodes=2_000))((0,)).value == Expected(Fraction(0))


def test_the_mean_of_outcomes_by_depth_is_an_exact_fraction() -> None:
    game = load("dicenim:2x3")
    last = Analyst(game, limit=Limit(depth=6))(game.start)
    assert last.exact
    assert last.value == Expected(mean_of(game, game.start))
