"""A row for each kind of agent: random, with a memory, one-sided, slow, with values, node counts and functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.plain_agents import Chooses, PlainAgent, depth_limited, game_values
from tests.thinned import in_proof
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.question import Question, grid_of, question_for
from zerosum.answers.grade.checks.pruning import LARGE
from zerosum.answers.grade.grading import STOPPED, grade_agent
from zerosum.answers.grade.reports.formats.words import summary_sentence
from zerosum.answers.grade.reports.report import CheckResult, GradeReport
from zerosum.answers.grade.settings import USUAL_CHECKS, CheckSetting, GradeSettings
from zerosum.answers.grade.truth.position_file import read_positions
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, Move, State, listed
from zerosum.core.value import Expected, Margin

SMALL = load("mnk:3x2x3")
"""No side can force three in a row on so small a board, and each can lose by a mistake: a draw."""

HEXAPAWN = load("hexapawn:3x3")


def first(question: Question) -> Move:
    return question.legal[0].number


def perfect(game: Game) -> Callable[[Question], Move]:
    value = game_values(game)

    def choose(question: Question) -> Move:
        sign = 1 if question.side == 0 else -1
        return max(
            (move.number for move in question.legal), key=lambda move: sign * value(game.play(question.state, move))
        )

    return choose


def random_among_best(game: Game) -> Chooses:
    truth, random = Truth(game), Random(1)
    return lambda question: random.choice(sorted(truth.best(question.state)))


def random_mover(game: Game) -> Chooses:
    random = Random(1)
    return lambda question: random.choice(question.legal).number


def check(report: GradeReport, name: str) -> CheckResult:
    return next(each for each in report.checks if each.name == name)


PERFECT_GAMES = ("mnk:3x2x3", "hexapawn:3x3", "nim:2,3", "nim:1,2,misere", "kalah:2x2", "dots:1x2")


@pytest.mark.parametrize("spec", PERFECT_GAMES)
@pytest.mark.parametrize("style", [perfect, random_among_best])
def test_perfect_play_passes_in_every_game(spec: str, style: Callable[[Game], Chooses]) -> None:
    game = load(spec)
    report = grade_agent(PlainAgent(style(game)), game)
    assert report.passed, report
    assert (report.score, report.exit_code, report.counterexample) == (100, 0, None)


@pytest.mark.parametrize("spec", ["hexapawn:3x3", "nim:2,3", "kalah:2x2", "dicenim:6x3", *in_proof("morris3")])
def test_the_first_move_is_not_always_right(spec: str) -> None:
    """Also in games without a grid, with margins, with chance and with cycles."""
    game = load(spec)
    report = grade_agent(PlainAgent(first), game, settings=GradeSettings(most_positions=300, drawn=50))
    assert check(report, "legal").passed
    assert not check(report, "optimal").passed
    assert report.counterexample is not None
    state = game.read_position(report.counterexample.position)
    assert game.after(game.read_moves(report.counterexample.moves)) == state
    truth = Truth(game)
    assert game.read_move(state, report.counterexample.move) not in truth.best(state)
    assert game.read_move(state, report.counterexample.better) in truth.best(state)


def test_values_of_margins_and_of_chance() -> None:
    kalah, dice = Truth(load("kalah:2x2")), Truth(load("dicenim:6x3"))
    assert isinstance(kalah.value(kalah.states[0]), Margin)
    assert isinstance(dice.value(dice.states[0]), Expected)
    assert all(dice.game.to_move(state) != CHANCE for state in dice.states)


def test_a_random_agent_is_asked_again() -> None:
    report = grade_agent(PlainAgent(random_mover(SMALL)), SMALL)
    optimal = check(report, "optimal")
    assert not optimal.passed
    assert "it answers at random, so it was asked 5 times" in optimal.details
    assert len(report.rows) == 5 * optimal.tried
    assert not any("never" in sentence for sentence in optimal.details)
    assert report.counterexample is not None
    assert report.counterexample.is_in_own_games is not False, "it may play other moves next time"
    assert any("no proof" in sentence for sentence in check(report, "unbeatable").details)


def test_an_agent_with_a_memory_is_walked_along_its_own_games() -> None:
    """It plays perfectly, and refuses every game in which a move is not the one that it chose."""
    choose, seen = perfect(SMALL), set[tuple[Move, ...]]()

    def remembering(question: Question) -> Move:
        moves = tuple(move.number for move in question.history)
        assert len(moves) < 2 or moves[:-2] in seen or question.side == 1
        seen.add(moves)
        for number in range(question.side, len(moves), 2):
            state = SMALL.after(moves[:number])
            mine = choose(replace(question, state=state, legal=question_for(SMALL, state).legal, side=question.side))
            assert mine == moves[number], "this is not a game of mine"
        return choose(question)

    agent = PlainAgent(remembering, has_memory=True)
    report = grade_agent(agent, SMALL)
    assert report.passed, report
    assert "It is played with from the start" in report.notes[0]
    assert check(report, "unbeatable").tried > 10


def test_wrong_only_where_it_never_gets() -> None:
    """It plays the first legal move in a position that its own play avoids: two verdicts."""
    choose, own = perfect(HEXAPAWN), grade_agent(PlainAgent(perfect(HEXAPAWN)), HEXAPAWN)
    truth = Truth(HEXAPAWN)
    reached = _own_positions(HEXAPAWN, choose)
    spoiled = next(s for s in truth.states if s not in reached and truth.is_open(s))
    wrong = next(iter(set(truth.move_values(spoiled)) - truth.best(spoiled)))
    agent = PlainAgent(lambda question: wrong if question.state == spoiled else choose(question))
    report = grade_agent(agent, HEXAPAWN)
    assert own.passed
    assert [(each.name, each.failed) for each in report.checks if not each.passed] == [("optimal", 1)]
    assert "all of them in positions that it would never reach by its own play" in check(report, "optimal").details
    assert report.counterexample is not None
    assert not report.counterexample.is_in_own_games
    assert report.score == 96


def _own_positions(game: Game, choose: Callable[[Question], Move]) -> set[State]:
    found: set[State] = set()
    for side in (0, 1):
        waiting = [game.start]
        while waiting:
            state = waiting.pop()
            if game.is_over(state):
                continue
            if game.to_move(state) == side:
                found.add(state)
                waiting.append(game.play(state, choose(question_for(game, state))))
            else:
                waiting.extend(game.play(state, move) for move in listed(game.moves(state)))
    return found


def test_only_the_sides_that_it_plays() -> None:
    report = grade_agent(PlainAgent(perfect(SMALL), sides=(1,)), SMALL)
    assert report.passed
    assert {row.side for row in report.rows} == {"O"}
    assert "Only O was graded." in report.notes[0]


def test_slower_wins_cost_nothing_unless_asked() -> None:
    game = load("nim:3,4,5")
    slow = grade_agent(PlainAgent(_slowest(game)), game)
    fast = grade_agent(PlainAgent(_slowest(game)), game, settings=GradeSettings(is_fastest=True))
    assert slow.passed
    assert any("slower win" in each for each in check(slow, "optimal").details)
    assert not check(fast, "optimal").passed
    assert fast.counterexample is not None
    assert "instead of" in fast.counterexample.cost


def _slowest(game: Game) -> Chooses:
    truth = Truth(game)

    def choose(question: Question) -> Move:
        values = truth.move_values(question.state)
        best = truth.best(question.state)
        return min(best, key=lambda move: values[move].rank)

    return choose


FAILURES: dict[str, tuple[Chooses, str, int]] = {
    "crash": (lambda question: [][question.side], "crash", 0),
    "illegal": (lambda question: 99, "illegal move", 0),
    "no answer": (lambda question: Answer(failure=Failure.NO_ANSWER, reason="it gave no move"), "no answer", 0),
    "endless": (lambda question: Answer(failure=Failure.TIMEOUT, reason="no answer in 10 s"), "time limit", 5),
    "memory": (lambda question: Answer(failure=Failure.MEMORY, reason="it used 1 GB"), "memory limit", 5),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_an_agent_that_always_fails_is_graded(kind: str) -> None:
    """A report is written, and one that goes over its limits is given up after a few answers."""
    choose, failure, asked = FAILURES[kind]
    agent = PlainAgent(choose)
    report = grade_agent(agent, HEXAPAWN)
    assert report.exit_code == 1
    legal = check(report, "legal")
    assert legal.details[0].startswith(f"{failure}: ")
    assert not any(check(report, name).passed for name in ("legal", "optimal", "own_games", "unbeatable"))
    assert check(report, "time").passed == (asked == 0)
    assert asked in (0, agent.asked)
    assert report.counterexample is not None
    assert report.counterexample.check == "legal"


def test_a_stopped_grading_reports_what_it_has() -> None:
    asked = []

    def choose(question: Question) -> Move:
        asked.append(question)
        if len(asked) == 20:
            raise KeyboardInterrupt
        return first(question)

    report = grade_agent(PlainAgent(choose), HEXAPAWN)
    assert not report.is_complete
    assert STOPPED in report.notes
    assert check(report, "legal").tried == 19
    assert not report.passed


def test_the_report_is_written_after_each_check() -> None:
    seen: list[GradeReport] = []
    report = grade_agent(PlainAgent(first), HEXAPAWN, on_report=seen.append)
    assert [len(each.checks) for each in seen] == [1, 2, 3, 4, 5, 5]
    assert [each.is_complete for each in seen] == [False] * 5 + [True]
    assert seen[-1] == report


def test_hidden_checks_tell_only_how_many_failed() -> None:
    checks = {name: replace(each, is_visible=False) for name, each in USUAL_CHECKS.items()}
    report = grade_agent(PlainAgent(first), HEXAPAWN, settings=GradeSettings(checks=checks))
    assert report.counterexample is None
    assert not any(each.details for each in report.checks)
    assert check(report, "optimal").failed > 0


def test_points_by_share() -> None:
    """Moves at random get none of the points and a right agent all; a teacher can ask for all or nothing."""
    game = load("nim:3,4")
    truth = Truth(game)

    def score(choose: Chooses, credit: str) -> float:
        settings = GradeSettings(checks={"optimal": CheckSetting(points=50, credit=credit)})
        return grade_agent(PlainAgent(choose), game, settings=settings, truth=truth).score

    expected = sum(1 - len(truth.best(state)) / len(truth.move_values(state)) for state in truth.states)
    shallow = depth_limited(game, 3)
    wrong = sum(shallow(question_for(game, state)) not in truth.best(state) for state in truth.states)
    assert score(shallow, "share") == round(50 * (1 - wrong / expected), 2)
    assert score(shallow, "all") == 0
    assert score(lambda question: Random(repr(question.state)).choice(question.legal).number, "share") < 10
    assert score(depth_limited(game, 20), "share") == score(depth_limited(game, 20), "all") == 50


def test_what_was_not_asked_is_no_mistake() -> None:
    """Every other position cannot be put to the agent: the others are graded, and the report says so."""
    choose, truth = perfect(HEXAPAWN), Truth(HEXAPAWN)
    left_out = set(truth.states[::2])

    def half(question: Question) -> Move | Answer:
        if question.state in left_out:
            return Answer(failure=Failure.NOT_ASKED, reason="it was not reached again")
        return choose(question)

    report = grade_agent(PlainAgent(half), HEXAPAWN, truth=truth)
    assert {each.name: each.failed for each in report.checks} == dict.fromkeys(
        ("legal", "optimal", "own_games", "unbeatable", "time"), 0
    )
    assert check(report, "optimal").tried == len(truth.states) - len(left_out)
    assert f"Not asked: {len(left_out)} positions, because it was not reached again." in report.notes
    assert any("no proof" in detail for detail in check(report, "unbeatable").details)
    assert summary_sentence(report) == "plain passes all 5 checks, as far as it could be asked: 100 of 100 points."


def test_an_agent_that_could_not_be_asked_anything_is_for_a_person() -> None:
    report = grade_agent(PlainAgent(lambda _: Answer(failure=Failure.NOT_ASKED, reason="nothing is reached")), HEXAPAWN)
    assert (report.problem, report.asks_person, report.exit_code) == (
        "it could not be asked in any position: nothing is reached",
        True,
        2,
    )
    assert report.checks == ()


VIEWS: dict[str, tuple[Callable[[int, int], int], int]] = {
    "first": (lambda value, side: value, 0),
    "mover": (lambda value, side: value if side == 0 else -value, 0),
    "second": (lambda value, side: -value, 0),
    "ten": (lambda value, side: 10 * value, 0),
    "wrong": (lambda value, side: 1, 1),
}


@pytest.mark.parametrize("view", VIEWS)
def test_values_are_read_for_any_side(view: str) -> None:
    choose, value = perfect(HEXAPAWN), game_values(HEXAPAWN)
    shown, wrong = VIEWS[view]

    def valued(question: Question) -> Answer:
        move = choose(question)
        return Answer(move=move, value=shown(value(question.state), question.side))

    values = check(grade_agent(PlainAgent(valued), HEXAPAWN), "values")
    assert values.passed == (not wrong)
    assert (values.failed > 0) == bool(wrong)


def prunes_but_once(truth: Truth, state: State, more: int) -> int:
    """Few nodes, but in one position as many as minimax visits, or more."""
    nodes = {each: truth.minimax_nodes(each) or 0 for each in truth.states}
    once = min((each for each in nodes if nodes[each] >= LARGE), key=nodes.__getitem__)
    return nodes[state] + more if state == once else nodes[state] // 4


PRUNING: dict[str, tuple[Callable[[Truth, State], int | None], bool]] = {
    "prunes": (lambda truth, state: (truth.minimax_nodes(state) or 0) // 4, True),
    "counts all": (lambda truth, state: truth.minimax_nodes(state), False),
    "counts inner nodes": (lambda truth, state: truth.inner_nodes(state), False),
    "prunes nothing once": (lambda truth, state: prunes_but_once(truth, state, 0), True),
    "more than minimax once": (lambda truth, state: prunes_but_once(truth, state, 1), False),
}


@pytest.mark.parametrize("style", PRUNING)
def test_pruning_must_prune(style: str) -> None:
    game = load("mnk:3x2x3")
    choose, truth = perfect(game), Truth(game)
    nodes, passes = PRUNING[style]

    def counting(question: Question) -> Answer:
        move = choose(question)
        return Answer(move=move, nodes=nodes(truth, question.state))

    assert check(grade_agent(PlainAgent(counting), game), "pruning").passed == passes


def rules_of(game: Game, role: str, question: Question, move: Move | None) -> FunctionAnswer:
    """What right functions give."""
    state = question.state
    utility = game.utility(state) if game.is_over(state) else 0
    if role == "result":
        if move not in listed(game.moves(state)):
            return FunctionAnswer(raised="ValueError")
        assert move is not None
        return FunctionAnswer(result=grid_of(game, game.play(state, move))[0])
    results: dict[str, object] = {
        "legal_moves": frozenset(listed(game.moves(state))),
        "terminal": game.is_over(state),
        "winner": None if utility == 0 else 0 if utility > 0 else 1,
        "utility": 10 * utility,
        "player": game.to_move(state),
    }
    return FunctionAnswer(result=results[role])


RULES_FAULTS: dict[str, tuple[str, Callable[[FunctionAnswer], FunctionAnswer]]] = {
    "changes the board": ("result", lambda answer: replace(answer, board_changed=True)),
    "plays illegal moves": ("result", lambda answer: FunctionAnswer(result=answer.result or ((0,),))),
    "loops at illegal moves": (
        "result",
        lambda answer: FunctionAnswer(failure=Failure.TIMEOUT, reason="it took too long") if answer.raised else answer,
    ),
    "always over": ("terminal", lambda answer: FunctionAnswer(result=True)),
    "nobody wins": ("winner", lambda answer: FunctionAnswer(result=None)),
    "crashes": ("player", lambda answer: FunctionAnswer(failure=Failure.CRASH, reason="it raised KeyError")),
}


@pytest.mark.parametrize("fault", [None, *RULES_FAULTS])
def test_functions_below_the_agent_follow_the_rules(fault: str | None) -> None:
    roles = ("legal_moves", "result", "terminal", "winner", "utility", "player")
    wrong_role, spoil = RULES_FAULTS[fault] if fault else ("", lambda answer: answer)

    def call(role: str, question: Question, move: Move | None) -> FunctionAnswer:
        answer = rules_of(SMALL, role, question, move)
        return spoil(answer) if role == wrong_role else answer

    report = grade_agent(PlainAgent(perfect(SMALL), functions=roles, calls=call), SMALL)
    rules = check(report, "rules")
    assert rules.passed == (fault is None), rules.details
    failing = {role for role in roles if f"{role}: 0 of" not in " ".join(rules.details)}
    assert failing == ({wrong_role} if fault else set())


def test_positions_drawn_with_a_seed() -> None:
    """Where a game is too large to list: always the same, each with a wrong move, and solved."""
    drawn = [Truth(HEXAPAWN, seed=seed, drawn=5, most_listed=10) for seed in (7, 7, 8)]
    whole = Truth(HEXAPAWN)
    assert drawn[0].states == drawn[1].states != drawn[2].states
    assert len(drawn[0].states) == 5
    assert not drawn[0].is_exhaustive
    for state in drawn[0].states:
        assert drawn[0].is_open(state)
        assert drawn[0].move_values(state) == whole.move_values(state)
        assert HEXAPAWN.after(drawn[0].history(state)) == state


PUBLISHED = """
2252576253462244111563365343671351441 -1
7422341735647741166133573473242566 1
23163416124767223154467471272416755633 0
"""


def test_published_positions_of_connect_four() -> None:
    game = load("connect4")
    given = read_positions(game, PUBLISHED)
    assert [score for _, score in given] == [-1, 1, 0]
    report = grade_agent(PlainAgent(first), game, settings=GradeSettings(given=given))
    assert check(report, "optimal").tried == 3
    assert [each.name for each in report.checks] == ["legal", "optimal", "time"]


def slow_and_random(game: Game, steps: float) -> tuple[Chooses, Callable[[], float]]:
    """A right agent that is random among best moves, and a clock that goes on by so much at each answer."""
    choose, now = random_among_best(game), [0.0]

    def answered(question: Question) -> Move | Answer:
        now[0] += steps
        return choose(question)

    return answered, lambda: now[0]


OUT_OF_TIME = {
    # seconds for one answer to every position: the exit code, the checks that are unfinished
    "before the first round ends": (2000, 3, {"legal", "optimal", "own_games", "unbeatable", "time"}),
    "in a later round": (300, 0, set[str]()),
}


@pytest.mark.parametrize("case", OUT_OF_TIME)
def test_what_could_not_be_asked_is_not_scored(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, code, unfinished = OUT_OF_TIME[case]
    choose, clock = slow_and_random(SMALL, seconds / len(Truth(SMALL).states))
    monkeypatch.setattr("zerosum.answers.grade.checks.interview.perf_counter", clock)
    report = grade_agent(PlainAgent(choose), SMALL)
    assert report.exit_code == code
    assert {each.name for each in report.checks if each.is_unfinished} == unfinished
    assert report.score == report.out_of
    assert report.out_of + report.undecided == 100
    assert report.bug is None
    assert report.counterexample is None
    assert not any(each.result == "FAILED" for each in report.checks)


def test_faults_count_where_the_time_was_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now, choose = [0.0], perfect(SMALL)

    def late(question: Question) -> Move | Answer:
        now[0] += 10
        return Answer(failure=Failure.ILLEGAL) if now[0] == 300 else choose(question)

    monkeypatch.setattr("zerosum.answers.grade.checks.interview.perf_counter", lambda: now[0])
    report = grade_agent(PlainAgent(late), SMALL)
    legal = check(report, "legal")
    assert report.exit_code == 1
    assert (legal.result, legal.failed) == ("FAILED", 1)
    assert 4 < legal.points < legal.out_of
    assert check(report, "unbeatable").is_unfinished


@pytest.mark.parametrize("failure", [Failure.TIMEOUT, Failure.CRASH, Failure.OUT_OF_TIME])
def test_an_answer_that_the_end_of_the_time_cut_off_is_no_fault(
    failure: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, choose = [0.0], perfect(SMALL)

    def cut(question: Question) -> Move | Answer:
        now[0] += 30 if now[0] < 590 else 15
        is_over = now[0] > 600 or (failure is Failure.OUT_OF_TIME and now[0] > 300)
        return Answer(failure=failure, reason="it did not answer") if is_over else choose(question)

    monkeypatch.setattr("zerosum.answers.grade.checks.interview.perf_counter", lambda: now[0])
    report = grade_agent(PlainAgent(cut), SMALL)
    assert report.exit_code == 3
    assert check(report, "legal").result == "unfinished"


def test_a_right_random_agent_is_asked_less_often_than_a_wrong_one() -> None:
    report = grade_agent(PlainAgent(random_among_best(SMALL)), SMALL)
    assert len(report.rows) == 3 * check(report, "optimal").tried
