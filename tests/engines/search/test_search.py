"""Every rung of the ladder against exhaustive search, on every position of every small game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from itertools import count
from math import inf
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.brute import SMALL, bits, reachable, truth
from tests.countdown import countdown, counting, words
from tests.thinned import in_proof, thinned
from zerosum.core.errors import BadRequest, BadRules, EndlessGame
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.bitboard import to_int
from zerosum.core.games.plain_text import plain_text
from zerosum.core.games.tree import read_tree
from zerosum.core.progress import Progress
from zerosum.core.rules import Rules, State
from zerosum.core.value import DISTANCE, WIN, Estimate, Margin, Outcome
from zerosum.engines.search import ALGORITHMS, LADDER, NO_LIMIT, Limit, Result, algorithm, deepen, deepening, mcts
from zerosum.engines.search.ordering import Ordering
from zerosum.engines.search.result import ABLE_OF_CHANCE, AT_LEAST, AT_MOST, EXACT, Effort, Stopped
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with
from zerosum.engines.search.transposition_table import Entry, Table, TableSearch, answers

KNOWS_DISTANCE = ["minimax", "alphabeta", "ordering", "table", "deepening", "pvs", "mtdf"]
KNOWS_OUTCOME = ["pns", "mcts"]


def expected(game: Game, spec: str, state: State, *, distance: bool) -> Outcome | Margin:
    utility, plies = truth(spec)[state]
    mine = utility if game.to_move(state) == 0 else -utility
    if game.margin:
        return Margin(mine)
    return Outcome(mine, plies if distance else None)


def optimal(game: Game, spec: str, state: State) -> set[int]:
    """The moves after which the truth is what it was."""
    known = truth(spec)
    utility, plies = known[state]
    moves = set()
    for move in bits(game.rules.moves(state)):
        child_utility, child_plies = known[game.rules.play(state, move)]
        same_end = child_utility == utility
        if same_end and (game.margin or utility == 0 or child_plies + 1 == plies):
            moves.add(move)
    return moves


def run(name: str, game: Game, state: State) -> Result:
    search = partial(mcts, playouts=10**6) if name == "mcts" else algorithm(name)
    return search(game, state)


@pytest.mark.parametrize(("name", "spec"), thinned(KNOWS_DISTANCE, SMALL[::-1], one_in=11))
def test_value_and_line(name: str, spec: str) -> None:
    game = load(spec)
    for state in reachable(game):
        result = run(name, game, state)
        want = expected(game, spec, state, distance=True)
        assert result.exact
        if want == Outcome(0, 0):
            assert isinstance(result.value, Outcome)
            assert result.value.result == 0
            assert result.value.distance == len(result.line)
        else:
            assert result.value == want, game.position_text(state)
        follow(game, spec, state, result)


def follow(game: Game, spec: str, state: State, result: Result) -> None:
    """A line is made of optimal moves and goes on to the end of the game."""
    for move in result.line:
        assert move in optimal(game, spec, state), game.position_text(state)
        state = game.play(state, move)
    assert game.is_over(state)


@pytest.mark.parametrize(("name", "spec"), thinned(KNOWS_OUTCOME, SMALL[::-1], one_in=5))
def test_value_and_move(name: str, spec: str) -> None:
    game = load(spec)
    for state in reachable(game):
        if name == "mcts" and spec == "tictactoe" and (state[0] | state[1]).bit_count() < 3:
            continue  # proven by a million playouts too, but not within a test's patience
        result = run(name, game, state)
        assert result.exact
        assert result.value == expected(game, spec, state, distance=False), game.position_text(state)
        if result.move is not None:
            after = truth(spec)[game.play(state, result.move)][0]
            assert after == truth(spec)[state][0], game.position_text(state)
        else:
            assert game.is_over(state)


@pytest.mark.proof
def test_mcts_proves_tictactoe_from_the_start() -> None:
    game = load("tictactoe")
    for state in reachable(game):
        if (state[0] | state[1]).bit_count() < 3:
            assert mcts(game, state, playouts=10**6).value == expected(game, "tictactoe", state, distance=False)


@pytest.mark.proof
@pytest.mark.parametrize("name", KNOWS_DISTANCE + KNOWS_OUTCOME)
def test_every_late_position_of_othello(name: str) -> None:
    """Every position of Othello 4x4 with at most six empty cells, passes included, and the perfect player."""
    game = load("othello:4")
    known: dict[State, int] = {}
    tried = 0
    for state in reachable(game):
        mine, other, side = state
        if to_int(mine).bit_count() + to_int(other).bit_count() >= 10:
            true = minimax_score(game, state, known)
            value = run(name, game, state).value
            assert value == Margin(true if side == 0 else -true), game.position_text(state)
            tried += 1
    assert tried > 50_000


LARGER = ("kalah:3x2", "mnk:4x3x3", "othello:4", "connect4:4x4", "hexapawn:4x4")


@pytest.mark.parametrize(("name", "spec"), thinned([*KNOWS_DISTANCE, *KNOWS_OUTCOME], LARGER, one_in=5))
def test_samples_of_larger_games(name: str, spec: str) -> None:
    game = load(spec)
    random = Random(spec)
    for _ in range(12):
        state, path = game.start, [game.start]
        while not game.is_over(state):
            state = game.play(state, random.choice(list(game.moves(state))))
            path.append(state)
        late = path[max(0, len(path) - 6)]
        plain = minimax_score(game, late, {})
        mine = plain if game.to_move(late) == 0 else -plain
        value = run(name, game, late).value
        assert value == Margin(mine) if game.margin else isinstance(value, Outcome) and value.result == mine


def minimax_score(game: Game, state: State, known: dict[State, int]) -> int:
    if state not in known:
        if game.rules.is_over(state):
            known[state] = game.rules.utility(state)
        else:
            choose = max if game.rules.to_move(state) == 0 else min
            children = [game.rules.play(state, move) for move in bits(game.rules.moves(state))]
            known[state] = choose(minimax_score(game, child, known) for child in children)
    return known[state]


@pytest.mark.parametrize("name", KNOWS_DISTANCE)
@pytest.mark.parametrize("spec", ["tictactoe", "connect4:5x4", "kalah:4x3", "othello:4", "hexapawn:4x4"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_depth_limit_agrees_with_minimax(name: str, spec: str, depth: int) -> None:
    """Cut off at a depth, every rung finds the same estimate as minimax cut off there."""
    game = load(spec)
    limit = Limit(depth=depth)
    want = algorithm("minimax")(game, game.start, limit=limit)
    got = algorithm(name)(game, game.start, limit=limit)
    assert got.value == want.value
    assert got.bound == want.bound
    assert not got.stopped


@pytest.mark.parametrize("name", ["table", "deepening", "pvs", "mtdf"])
@pytest.mark.parametrize("depth", range(2, 12, 3))
def test_a_table_may_know_more_than_the_depth_but_never_less(name: str, depth: int) -> None:
    """Where a position recurs at different plies, a true entry shows what lies beyond the depth."""
    game = load("nim:3,4,5")
    got = algorithm(name)(game, game.start, limit=Limit(depth=depth))
    if got.exact:
        assert got.value == Outcome(1, 11)
    elif isinstance(got.value, Outcome):
        assert got.value == Outcome(1)
    else:
        want = algorithm("minimax")(game, game.start, limit=Limit(depth=depth))
        assert got.value == want.value


@pytest.mark.parametrize(
    ("score", "bound", "holds"),
    [
        (WIN, EXACT, True),
        (WIN, AT_LEAST, True),
        (WIN, AT_MOST, False),
        (-WIN, EXACT, True),
        (-WIN, AT_MOST, True),
        (-WIN, AT_LEAST, False),
        (0, EXACT, False),
        (12, AT_LEAST, False),
    ],
)
def test_which_scores_hold_on_any_path(score: int, bound: int, holds: bool) -> None:
    """A win that is only an upper bound says nothing, nor does a loss that is a lower one."""
    game = load("tictactoe")
    assert TableSearch(Run("table", game, game.start)).holds_on_any_path(score, bound) is holds


@pytest.mark.parametrize(
    ("text", "root_is_max", "value", "line", "nodes"),
    [
        ("(1,((5,9),(7,8)))", True, 8, (1, 1, 1), 18),
        ("(9,((5,1),(3,2)))", False, -2, (1, 1, 1), 18),
        ("(1,((9,5),(8,7)),3)", True, 8, (1, 1, 0), 13),
        ("((3,(4,6)),(2,((5,9),(7,8))))", False, -4, (0, 1, 0), 16),
        ("(9,((5,1),(3,2)))", True, 9, (0,), 6),
        ("(1,((5,9),(7,8)))", False, -1, (0,), 6),
    ],
)
def test_pvs_searches_a_better_move_again(
    text: str, root_is_max: bool, value: int, line: tuple[int, ...], nodes: int
) -> None:
    """The null window only says that a move is better: by how much, the whole window must tell."""
    game = read_tree(text, root_is_max=root_is_max)
    found = algorithm("pvs")(game, game.start)
    assert (found.value, found.line, found.nodes) == (Margin(value), line, nodes)
    assert found.value == algorithm("minimax")(game, game.start).value


@pytest.mark.parametrize("limit", [{"depth": -1}, {"nodes": 0}, {"seconds": -0.5}])
def test_limits_that_are_none(limit: dict[str, float]) -> None:
    with pytest.raises(BadRequest, match="a limit is"):
        Limit(**limit)  # type: ignore[arg-type]


def test_a_stopped_deepening_counts_all_its_work() -> None:
    game = load("connect4")
    *_, before, last = deepen(game, game.start, limit=Limit(nodes=30000))
    assert last.nodes == 30000 > before.nodes
    assert (last.value, last.line) == (before.value, before.line)
    assert last.stopped
    assert not before.stopped


@pytest.mark.parametrize("name", list(LADDER))
def test_nodes_limit_stops_every_search(name: str) -> None:
    game = load("connect4")
    result = algorithm("mcts:1000000" if name == "mcts" else name)(game, game.start, limit=Limit(nodes=3000))
    assert result.stopped
    assert not result.exact
    assert isinstance(result.value, Estimate)
    assert result.nodes <= 3000


@pytest.mark.parametrize("name", list(LADDER))
def test_clock_stops_every_search(name: str) -> None:
    game = load("connect4")
    spec = "mcts:1000000" if name == "mcts" else name
    result = algorithm(spec)(game, game.start, limit=Limit(seconds=1e-6))
    assert result.stopped
    assert not result.exact


@pytest.mark.parametrize("name", list(LADDER))
def test_progress_is_reported_and_can_end_a_search(name: str) -> None:
    """The callback gets the nodes so far, once every 1,024 of them; what it raises ends the search."""
    game = load("connect4")
    told: list[tuple[int, int | None, str]] = []

    def report(progress: Progress) -> None:
        told.append((progress.done, progress.total, progress.unit))
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        algorithm("mcts:100000" if name == "mcts" else name)(game, game.start, progress=report)
    assert told == [(nodes, None, "nodes") for nodes in (1024, 2048, 3072)]


def test_deepening_answers_better_and_better() -> None:
    game = load("tictactoe")
    results = list(deepen(game, game.start))
    assert [isinstance(result.value, Estimate) for result in results] == [True] * 8 + [False]
    depths = [result.value.depth for result in results if isinstance(result.value, Estimate)]
    assert depths == list(range(1, 9))
    assert [result.nodes for result in results] == sorted(result.nodes for result in results)


def test_deepening_has_a_legal_move_even_without_time() -> None:
    game = load("tictactoe")
    result = deepening(game, game.start, limit=Limit(nodes=1))
    assert result.move == 4  # the most promising one
    assert result.stopped
    assert result.nodes == 1


def test_a_win_within_the_depth_is_exact_though_others_are_estimates() -> None:
    game = load("tictactoe")
    state = game.read_position("XX-/OO-/---")
    result = deepening(game, state, limit=Limit(depth=1))
    assert result.exact
    assert result.value == Outcome(1, 1)
    assert result.move == 2


@pytest.mark.parametrize("name", ["ordering", "table", "pvs", "mtdf"])
def test_each_idea_saves_nodes(name: str) -> None:
    game = load("tictactoe")
    below = {"ordering": "alphabeta", "table": "ordering", "pvs": "table", "mtdf": "table"}[name]
    assert algorithm(name)(game, game.start).nodes < algorithm(below)(game, game.start).nodes


def test_mcts_repeats_with_its_seed() -> None:
    game = load("connect4:5x4")
    one, same, other = (mcts(game, game.start, playouts=200, seed=seed) for seed in (1, 1, 2))
    assert (one.value, one.nodes) == (same.value, same.nodes)
    assert one.nodes != other.nodes


def test_mcts_finds_the_centre() -> None:
    game = load("tictactoe")
    assert mcts(game, game.start, playouts=2000).move == 4


def test_mcts_with_a_depth_counts_unfinished_playouts_as_level() -> None:
    game = load("connect4")
    result = mcts(game, game.start, playouts=50, limit=Limit(depth=3))
    assert result.value == Estimate(0, 3)
    margin = load("kalah:6x4")
    assert mcts(margin, margin.start, playouts=50, limit=Limit(depth=3)).deepest == 3


def test_pns_with_a_depth_counts_unfinished_positions_as_level() -> None:
    game = load("connect4")
    assert algorithm("pns")(game, game.start, limit=Limit(depth=3)).value == Estimate(0, 3)


@pytest.mark.parametrize(
    ("alpha", "beta"), [(-inf, inf), (-WIN, WIN), (0, 1), (-1, 0), (0, WIN - 3), (1 - WIN, 0), (5 - WIN, WIN - 5)]
)
def test_what_a_bounded_score_means(alpha: float, beta: float) -> None:
    """The three inequalities of alpha-beta, for the table search, on every position."""
    game = load("tictactoe")
    known = truth("tictactoe")
    search = TableSearch(Run("table", game, game.start))
    for state in reachable(game):
        utility, plies = known[state]
        true_score = utility * (WIN - plies)
        score, _ = search.value(state, alpha, beta, 0)
        if alpha < score < beta:
            assert score == true_score
        elif score <= alpha:
            assert true_score <= score
        else:
            assert true_score >= score


def test_table_entries_answer_only_what_they_know() -> None:
    line = ()
    assert answers(Entry(5, EXACT, 0, line), 0, 10)
    assert answers(Entry(12, AT_LEAST, 0, line), 0, 10)
    assert not answers(Entry(5, AT_LEAST, 0, line), 0, 10)
    assert answers(Entry(-1, AT_MOST, 0, line), 0, 10)
    assert not answers(Entry(5, AT_MOST, 0, line), 0, 10)


def test_a_full_table_forgets_the_oldest() -> None:
    table = Table(entries=2)
    entry = Entry(0, EXACT, 0, ())
    for state in range(6):
        table.put(state, entry)
    assert [state for state in range(6) if table.get(state)] == [2, 3, 4, 5]


@pytest.mark.parametrize("entries", [1, 7])
def test_a_tiny_table_is_still_right(entries: int) -> None:
    game = load("tictactoe")
    search = TableSearch(Run("table", game, game.start), entries=entries)
    assert search.value(game.start, -inf, inf, 0)[0] == 0


def test_the_games_own_order_comes_first() -> None:
    order = Ordering((2, 1, 0))
    assert sorted(range(4), key=order.key(0)) == [2, 1, 0, 3]
    order.credit(0, 0)
    assert sorted(range(4), key=order.key(0)) == [2, 1, 0, 3]
    assert sorted(range(4), key=order.key(0, first=3)) == [3, 2, 1, 0]


def test_without_an_order_what_cut_before_comes_first() -> None:
    order = Ordering(None)
    assert sorted(range(3), key=order.key(0)) == [0, 1, 2]
    order.credit(0, 2)
    assert sorted(range(3), key=order.key(0)) == [2, 0, 1]
    assert sorted(range(3), key=order.key(1)) == [0, 1, 2]
    assert sorted(range(3), key=order.key(0, first=1)) == [1, 2, 0]


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "table", "mcts", *in_proof("ordering", "pvs", "mtdf")])
def test_an_endless_game_is_refused(name: str) -> None:
    with pytest.raises(EndlessGame, match="more than 10,000 plies"):
        algorithm(name)(counting(), (0,))


def test_a_long_game_is_searched_to_its_end() -> None:
    """Python's own limit on recursion is no limit on the length of a game."""
    for name in ("minimax", "alphabeta", "table", "mtdf"):
        assert algorithm(name)(countdown(3000), (3000,)).value == Outcome(1, 3000)


def three_plies(**changed: Any) -> Game:
    """A game of three plies with two moves each; `changed` replaces parts of its rules."""
    parts: dict[str, Any] = {
        "start": (0,),
        "to_move": lambda state: state[0] % 2,
        "moves": lambda state: 0b11,
        "play": lambda state, move: (state[0] + 1,),
        "is_over": lambda state: state[0] == 3,
        "utility": lambda state: 0,
        "estimate": lambda state: 0,
    }
    rules = Rules(**{**parts, **changed})
    return Game(name="Three plies", spec="three", rules=rules, text=plain_text(rules))


@pytest.mark.parametrize("name", list(LADDER))
@pytest.mark.parametrize("ply", [0, 1, 2])
@pytest.mark.parametrize("side", [-1, 2, None, 7, "X"])
def test_a_side_that_is_not_0_or_1_is_refused(name: str, ply: int, side: object) -> None:
    """At the first position where `to_move` gives it, with the answer and the position in one sentence."""
    game = three_plies(to_move=lambda state: side if state[0] == ply else state[0] % 2)
    with pytest.raises(BadRules) as error:
        algorithm(name)(game, game.start)
    where = game.position_text((ply,))
    assert str(error.value) == f"to_move gives {side!r} in {where}, not 0 for the first player or 1 for the second"


@pytest.mark.parametrize("name", list(LADDER))
@pytest.mark.parametrize("ply", [0, 1, 2])
@pytest.mark.parametrize("moves", [0, (), []])
def test_no_moves_before_the_end_are_refused(name: str, ply: int, moves: Any) -> None:
    game = three_plies(moves=lambda state: moves if state[0] == ply else 0b11)
    with pytest.raises(BadRules) as error:
        algorithm(name)(game, game.start)
    where = game.position_text((ply,))
    assert str(error.value) == f"moves gives no move in a position that is not over: {where}"


@pytest.mark.parametrize("name", list(LADDER))
def test_the_rules_of_the_two_tables_above_are_otherwise_sound(name: str) -> None:
    assert isinstance(algorithm(name)(three_plies(), (0,)).value, Outcome)


@pytest.mark.parametrize("name", list(LADDER))
def test_a_misspelt_option_is_refused(name: str) -> None:
    game = load("tictactoe")
    with pytest.raises(TypeError, match="limits"):
        algorithm(name)(game, game.start, limits=Limit(depth=1))  # type: ignore[call-arg]


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in ABLE_OF_CHANCE])
def test_chance_is_refused(name: str) -> None:
    game = counting(to_move=lambda state: 2, odds=lambda state, move: 1)
    with pytest.raises(BadRequest, match="has chance in it"):
        algorithm(name)(game, (0,))


def test_moves_need_not_be_numbers() -> None:
    """A game that only runs in plain Python may use any hashable state and any iterable of moves."""
    game = words(4, lambda state: 1 if state.count("l") == 2 else -1)
    values = {name: algorithm(name)(game, game.start).value for name in KNOWS_DISTANCE}
    assert set(values.values()) == {Outcome(-1, 4)}


@pytest.mark.parametrize("name", ["alphabet", "", "alphabeta:3", "mcts:", "mcts:0", "mcts:x", "rave:", "rave:-1"])
def test_unknown_algorithms(name: str) -> None:
    with pytest.raises(BadRequest):
        algorithm(name)


def test_scale_is_distance_unless_asked() -> None:
    game = load("tictactoe")
    assert Run("table", game, game.start).scale is DISTANCE


def test_seconds_are_checked_often_where_nodes_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock here goes on by a tenth of a second whenever it is read."""
    ticks = count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) / 10)
    monkeypatch.setattr("zerosum.engines.search.result.time", clock)
    effort = Effort(Limit(seconds=1.0), started=0.0)
    while effort.nodes < 1000:
        try:
            effort.enter(0)
        except Stopped:
            break
    assert effort.nodes < 100


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_search_shows_its_whole_signature(name: str) -> None:
    shown = signature(ALGORITHMS[name].search)
    settings = {"mcts": ["playouts", "seed"], "rave": ["playouts", "seed", "ideas"], "selective": ["ideas"]}
    shared = ["game", "state", "limit", "plain", "watch", "progress"]
    assert list(shown.parameters) == shared + settings.get(name, [])
    assert shown.parameters["limit"].default == NO_LIMIT


def test_settings_of_a_decorated_search() -> None:
    def body(run: Run, *, entries: int = 7) -> tuple[str, bool, int]:
        """Say what was handed over."""
        return run.algorithm, run.scale is DISTANCE, entries

    search: Callable[..., Any] = search_with(Run, "table")(body)
    plain: Callable[..., Any] = search_with(Run, "pns", always_plain=True)(body)
    game = load("tictactoe")
    assert search(game, game.start) == ("table", True, 7)
    assert search(game, game.start, plain=True, entries=2) == ("table", False, 2)
    assert plain(game, game.start) == ("pns", False, 7)
    assert list(signature(search).parameters)[-1] == "entries"
    assert search.__doc__ == "Say what was handed over."
    with pytest.raises(TypeError, match="unexpected keyword argument 'entry'"):
        search(game, game.start, entry=2)
