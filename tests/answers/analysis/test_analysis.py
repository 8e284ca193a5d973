"""The exact value of every move, best lines, refutations, reviews."""

from __future__ import annotations

from random import Random

import pytest

from tests.brute import SMALL, bits, reachable, truth
from tests.engines.search.test_search import expected, optimal
from tests.thinned import in_proof
from zerosum import analyze
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.plain_deepening import ENTRIES_A_MEGABYTE
from zerosum.answers.analysis.results import KEPT, Cost, cost_of
from zerosum.answers.analysis.review import review, value_after, why_not
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.value import Estimate, Margin, Outcome, Value
from zerosum.engines.search import Limit
from zerosum.faces.cli.interrupted import gathered


@pytest.mark.parametrize(
    ("spec", "one_in"), [("tictactoe", 4), *in_proof(("tictactoe", 1)), *((spec, 1) for spec in SMALL[1:])]
)
def test_every_move_of_every_position(spec: str, one_in: int) -> None:
    game = load(spec)
    analyst = Analyst(game)
    known = truth(spec)
    for state in reachable(game)[::one_in]:
        analysis = analyst(state)
        assert analysis.exact
        want = expected(game, spec, state, distance=True)
        if want == Outcome(0, 0):
            assert isinstance(analysis.value, Outcome)
            assert analysis.value.result == 0
        else:
            assert analysis.value == want
        if game.is_over(state):
            assert analysis.moves == ()
            assert analysis.best == ()
            continue
        assert set(analysis.best) == optimal(game, spec, state), game.position_text(state)
        assert [each.move for each in analysis.moves] == bits(game.rules.moves(state))
        for each in analysis.moves:
            utility, plies = known[game.play(state, each.move)]
            mine = utility if game.to_move(state) == 0 else -utility
            if game.margin:
                assert each.value == Margin(mine)
            elif mine == 0:
                assert each.value == Outcome(0, len(each.line))
            else:
                assert each.value == Outcome(mine, plies + 1)
            assert each.line[0] == each.move
            end = game.after(each.line, state)
            assert game.is_over(end)
            assert game.utility(end) == utility


def test_limits_give_estimates_that_are_marked() -> None:
    game = load("connect4:8x6")
    analysis = analyze(game, game.start, limit=Limit(nodes=5000))
    assert not analysis.exact
    assert isinstance(analysis.value, Estimate)
    assert len(analysis.moves) == 8
    assert all(isinstance(each.value, Estimate) for each in analysis.moves)
    hurried = analyze(game, game.start, limit=Limit(nodes=1))
    assert hurried.value == Estimate(round(max(each.value.rank for each in hurried.moves)), 1)


def test_answers_turn_exact_one_after_the_other() -> None:
    game = load("tictactoe")
    analyses = list(Analyst(game).analyses(game.read_position("XX-/OO-/---")))
    assert [analysis.exact for analysis in analyses][-1]
    first_win = next(analysis for analysis in analyses if analysis[2].value == Outcome(1, 1))
    assert not first_win.exact
    assert first_win.value == Outcome(1, 1)  # a win is a win, whatever the other moves are worth


def test_an_unproven_rival_keeps_a_draw_from_being_the_truth() -> None:
    """A drawn best move beside a move still estimated below it is not yet the value of the position."""
    game = load("connect4:5x4")
    for analysis in Analyst(game, limit=Limit(depth=6)).analyses(game.start):
        if not analysis.exact:
            assert isinstance(analysis.value, Estimate) or analysis.value.result > 0


def test_a_win_remembered_from_elsewhere_may_not_be_the_fastest() -> None:
    """A table entry of any depth can show a win that lies farther away than one not seen yet."""
    game = load("mnk:4x3x3")
    analyst = Analyst(game, limit=Limit(nodes=1000))
    for moves in ("7 8 5 1", "7 8 5", "7 8"):
        analysis = analyst(game.after(game.read_moves(moves)))
    assert analyze(game, analysis.state).value == Outcome(1, 5)
    assert analysis.value in (Outcome(1), Outcome(1, 5)) or isinstance(analysis.value, Estimate)


@pytest.mark.parametrize("spec", ["nim:3,4,5", "kalah:3x2", *in_proof("hexapawn:4x4", "mnk:4x3x3", "connect4:4x4")])
def test_what_is_shown_without_a_tilde_is_true(spec: str) -> None:
    """Random positions, small limits, one analyst for all of them: no value is claimed that is not so."""
    game = load(spec)
    random = Random(spec)
    truths = Analyst(game)
    hurried = Analyst(game, limit=Limit(nodes=400))
    claims = 0
    for _ in range(40):
        late = list(game.random_game(game.start, random))[-9:-1]
        for state in reversed(late):
            claimed, true = hurried(state), truths(state)
            pairs = [(claimed.value, true.value)]
            pairs += [(mine.value, other.value) for mine, other in zip(claimed.moves, true.moves, strict=True)]
            for mine, other in pairs:
                if isinstance(mine, Outcome) and isinstance(other, Outcome):
                    claims += 1
                    assert mine.result == other.result, game.position_text(state)
                    assert mine.result == 0 or mine.distance in (None, other.distance), game.position_text(state)
                elif isinstance(mine, Margin):
                    claims += 1
                    assert mine == other
    assert claims > 500


def test_a_stopped_analysis_counts_all_its_work() -> None:
    game = load("connect4:8x6")
    assert analyze(game, game.start, limit=Limit(nodes=30000)).nodes == 30000


@pytest.mark.parametrize("nodes", [1, 100, 1000])
def test_compiled_deepening_keeps_to_a_limit_lower_than_the_last(nodes: int) -> None:
    """The compiled search looks at its limit every now and then: a new limit may come before its next look."""
    game = load("connect4:8x6")
    analyst = Analyst(game, tier="native", threads=1)
    with analyst.limited(Limit(depth=4)):
        analyst(game.start)
    with analyst.limited(Limit(nodes=nodes)):
        assert analyst(game.play(game.start, 3)).nodes == nodes


def test_what_is_known_is_not_searched_again() -> None:
    game = load("tictactoe")
    analyst = Analyst(game)
    first = analyst(game.start)
    assert analyst(game.start) is first
    later = analyst(game.play(game.start, 4))
    assert later.nodes < analyze(game, game.play(game.start, 4)).nodes


@pytest.mark.parametrize(
    ("position", "move", "value"),
    [
        ("XX-/OO-/---", 8, Outcome(-1, 2)),
        ("XX-/OO-/---", 2, Outcome(1, 1)),
        ("---/---/---", 4, Outcome(0, 9)),
        ("X--/-O-/--X", 2, Outcome(-1, 4)),
    ],
)
def test_the_value_of_a_move_by_the_position_after_it(position: str, move: int, value: Value) -> None:
    analyst = Analyst(load("tictactoe"))
    state = analyst.game.read_position(position)
    assert value_after(analyst, state, move) == analyst(state)[move].value == value


@pytest.mark.parametrize(("depth", "is_exact"), [(2, False), (3, False), (None, True)])
def test_a_judgement_is_exact_where_the_best_move_is_known_too(depth: int | None, is_exact: bool) -> None:
    """The last move is seen to lose at any of these depths; whether another move is better, only without a limit."""
    game = load("tictactoe")
    *_, last = review(Analyst(game, limit=Limit(depth=depth)), game.read_moves("4 1 0 2"))
    assert (last.after, last.exact) == (Outcome(-1, 2), is_exact)


def test_why_not() -> None:
    game = load("tictactoe")
    state = game.read_position("X--/-O-/--X")
    analysis = analyze(game, state)
    contrast = why_not(analysis, 2)
    assert contrast.cost == Cost("D→L", is_mistake=True)
    assert contrast.reply is not None
    assert game.is_over(game.after(contrast.move.line, state))
    assert why_not(analysis, 1).cost == KEPT


def test_why_not_waits_for_the_opponent_through_extra_turns() -> None:
    game = load("kalah:3x2")
    analysis = analyze(game, game.start)
    for each in analysis.moves:
        contrast = why_not(analysis, each.move)
        if contrast.reply_at is not None:
            before = game.after(each.line[: contrast.reply_at], game.start)
            assert game.to_move(before) == 1
    finishing = analyze(load("tictactoe"), load("tictactoe").read_position("XX-/OO-/---"))
    assert why_not(finishing, 2).reply is None


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (Outcome(1, 3), Outcome(1, 3), "kept"),
        (Outcome(1, 3), Outcome(1, 5), "slower win"),
        (Outcome(-1, 6), Outcome(-1, 4), "faster loss"),
        (Outcome(0, 5), Outcome(0, 7), "kept"),
        (Outcome(1, 3), Outcome(0, 5), "W→D"),
        (Outcome(0, 5), Outcome(-1, 4), "D→L"),
        (Outcome(1, 1), Outcome(-1, 4), "W→L"),
        (Outcome(1), Outcome(1, 3), "kept"),  # a win at an unknown distance says nothing of a slower one
        (Margin(6), Margin(6), "kept"),
        (Margin(6), Margin(2), "4 less"),
        (Margin(6), Margin(0), "W→D"),
        (Margin(2), Margin(-2), "W→L"),
        (Estimate(5, 2), Estimate(3, 2), "~ worse"),
        (Estimate(5, 2), Estimate(5, 2), "kept"),
    ],
)
def test_costs_have_names(before: Value, after: Value, name: str) -> None:
    cost = cost_of(before, after)
    assert cost.name == name
    assert cost.is_mistake == ("→" in name)


def test_the_published_game_with_five_mistakes() -> None:
    game = load("tictactoe")
    judgements = list(review(Analyst(game), game.read_moves("0 1 2 5 8 4 7 6 3")))
    mistakes = {each.number: each.mistake for each in judgements if each.mistake}
    assert mistakes == {2: "D→L", 3: "W→D", 4: "D→L", 5: "W→L", 8: "W→D"}
    assert judgements[7].missed_win_in_one == 3
    assert [each.side for each in judgements] == [0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_a_slower_win_is_no_mistake() -> None:
    game = load("tictactoe")
    state = game.read_position("X-O/-O-/X--")
    judgement = next(iter(review(Analyst(game), [8], state)))
    assert judgement.cost == Cost("slower win")
    assert judgement.mistake is None


def test_what_the_reference_tier_remembers_keeps_to_the_memory() -> None:
    game = load("mnk:4x3x3")
    small = Analyst(game, tier="reference", memory=1)
    state = game.after(game.read_moves("0"))
    assert small(state).value == Analyst(game, tier="reference")(state).value
    table = small._plain._search.table
    assert 1000 < len(table._young) + len(table._old) <= 2 * ENTRIES_A_MEGABYTE


@pytest.mark.parametrize("tier", ["reference", "native"])
def test_an_interrupt_takes_no_nodes_back(tier: str) -> None:
    shown: list[int] = []

    def progress(so_far: Progress) -> None:
        shown.append(so_far.done)
        if len(shown) == 8:
            raise KeyboardInterrupt

    game = load("connect4")
    found, ended_by = gathered(Analyst(game, tier=tier, progress=progress, book=False, memory=16).analyses(game.start))
    assert isinstance(ended_by, KeyboardInterrupt)
    assert found[-1].nodes >= max(shown)
    assert found[-1].moves == found[-2].moves
