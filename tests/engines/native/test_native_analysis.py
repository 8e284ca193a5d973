"""Analysis on the native tier: the same truth, estimates first, and the book before both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import EXAMPLE, Cli, refused
from tests.thinned import in_proof
from zerosum import analyze
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book import Book
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadRequest, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import State
from zerosum.core.value import Estimate, Outcome
from zerosum.engines.native.machine.resources import MEGABYTE
from zerosum.engines.native.solver.move_values import DEEP_ENTRIES, MoveSearch, part_progress
from zerosum.engines.native.solver.scores import score_of
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.native.solver.solver_pool import SolverPool
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES
from zerosum.engines.search.result import Effort, Limit, Stopped

GAMES = ["tictactoe", "connect4:4x4", *in_proof("kalah:2x2", EXAMPLE)]


def some_positions(game: Game, count: int) -> Iterator[State]:
    """Unfinished positions of random games, those near the end more often than the start."""
    random = Random(0)
    for _ in range(count):
        *states, _ = game.random_game(game.start, random)
        yield states[-min(len(states), random.randint(1, 9))]


@pytest.mark.parametrize("spec", GAMES)
def test_both_tiers_find_the_same_values(spec: str) -> None:
    game = load(spec)
    native, reference = Analyst(game, tier="native", memory=16), Analyst(game, tier="reference")
    for state in some_positions(game, 40):
        found, expected = native(state), reference(state)
        assert found.exact
        assert (found.value, found.best) == (expected.value, expected.best), game.position_text(state)
        for ours, theirs in zip(found.moves, expected.moves, strict=True):
            assert (ours.move, ours.value, ours.best) == (theirs.move, theirs.value, theirs.best)
            end = game.after(ours.line, state)
            assert game.is_over(end), "the line goes on to the end"


@pytest.mark.proof
def test_the_answer_does_not_depend_on_the_number_of_threads() -> None:
    game = load("connect4:6x5")
    state = game.after(game.read_moves("3 3 3 4 2"))
    one, two = (analyze(game, state, tier="native", threads=threads, memory=64) for threads in (1, 2))
    assert one.exact
    assert one.moves == two.moves


def test_auto_stays_in_python_for_what_is_small() -> None:
    game = load("tictactoe")
    assert analyze(game, game.start).tier == "reference"


def test_auto_compiles_what_is_not() -> None:
    game = load("connect4:4x4")
    analysis = analyze(game, game.start, seconds=None)
    assert (analysis.tier, str(analysis.value), analysis.exact) == ("native", "draw in 16", True)
    assert analysis.json()["tier"] == "native"


def test_estimates_come_first_and_only_ever_get_better() -> None:
    game = load("connect4")
    state = game.after(game.read_moves("4444422"))
    analyst = Analyst(game, limit=Limit(seconds=1), book=False, tier="native", memory=64)
    analyst.prepare()
    known: dict[int, Outcome] = {}
    depth = 0
    analyses = list(analyst.analyses(state))
    assert len(analyses) > 3
    for analysis in analyses:
        for each in analysis.moves:
            if isinstance(each.value, Estimate):
                assert each.move not in known, "a truth does not become an estimate again"
                assert not each.exact
            elif isinstance(each.value, Outcome):
                before = known.get(each.move, each.value)
                assert before.result == each.value.result
                assert before.distance in (None, each.value.distance)
                known[each.move] = each.value
        depths = [each.value.depth for each in analysis.moves if isinstance(each.value, Estimate)]
        assert max(depths, default=depth) >= depth
        depth = max(depths, default=depth)


def test_limits_of_depth_and_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("connect4")
    state = game.after(game.read_moves("4 4"))
    by_depth = analyze(game, state, limit=Limit(depth=4), tier="native", book=False)
    assert not by_depth.exact
    assert {each.value.depth for each in by_depth.moves if isinstance(each.value, Estimate)} == {4}
    reference = analyze(game, state, limit=Limit(depth=4), tier="reference")
    assert [each.value for each in by_depth.moves] == [each.value for each in reference.moves]
    visited = 0
    solutions = SolverPool.solve

    def counted(pool: SolverPool, *words: Any, **settings: Any) -> Iterator[tuple[int, Solution]]:
        nonlocal visited
        for move, solution in solutions(pool, *words, **settings):
            visited += solution.nodes
            yield move, solution

    monkeypatch.setattr(SolverPool, "solve", counted)
    limit = Limit(nodes=3_000_000)
    analyst = Analyst(game, limit=limit, tier="native", book=False, threads=2, memory=64, progress=lambda effort: None)
    by_nodes = analyst(state)
    assert not by_nodes.exact
    visited += analyst._move_searches["native"]._deep.effort.nodes
    assert by_nodes.nodes == visited, "what is reported is what was done"
    assert 3_000_000 - 2 * len(by_nodes.moves) <= visited <= 3_000_000 + 2 * len(by_nodes.moves)


def test_a_pulse_can_stop_it_and_the_best_answer_comes_last() -> None:
    game = load("connect4")
    beats = 0

    def progress(effort: Progress) -> None:
        nonlocal beats
        beats += 1
        if effort.done > 300_000:
            raise Stopped

    analyst = Analyst(game, progress=progress, tier="native", book=False, memory=64)
    analysis = analyst(game.start)
    assert beats > 0
    assert not analysis.exact
    assert analysis.tier == "native"


def test_a_pulse_shows_the_whole_and_changes_nothing() -> None:
    shown: list[int] = []
    whole = Effort(progress=lambda effort: shown.append(effort.done))
    part, later_part = part_progress(whole), part_progress(whole, since=100)
    assert part is not None
    assert later_part is not None
    whole.nodes += 7
    part(Effort(nodes=10))
    later_part(Effort(nodes=110))
    assert shown == [17, 17]
    assert whole.nodes == 7, "what was counted since the progress was made is not forgotten"
    assert part_progress(Effort()) is None


def test_a_line_has_the_rest_of_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []

    def line(solver: Solver, state: State, score: int, *, limit: Limit, progress: ProgressCallback) -> tuple[int, ...]:
        limits.append(limit)
        return ()

    monkeypatch.setattr(Solver, "line", line)
    search = MoveSearch(load("connect4:4x4"), memory=1)
    for seconds in (None, 0, 1000):
        search._line(load("connect4:4x4").start, 0, Effort(Limit(seconds=seconds)))
    assert limits[0].seconds is None
    assert limits[1].seconds == 0
    assert limits[2].seconds is not None
    assert 0 < limits[2].seconds < 1000


@pytest.mark.parametrize("memory", [1, 16, 1024])
def test_all_tables_together_take_no_more_than_the_memory(memory: int) -> None:
    search = MoveSearch(load("connect4:4x4"), memory=memory, threads=1)
    deep = search._deep.table.nbytes
    assert deep <= DEEP_ENTRIES * 8 * 4
    assert search._solving is not None
    assert memory * MEGABYTE // 4 < search._solving.solver.table_bytes + deep <= memory * MEGABYTE


UNCOMPILABLE = """
start = (14,)

def to_move(state):
    return len(state) % 2

def moves(state):
    return 0b111

def play(state, move):
    return state[:-1] + (move, state[-1] - 1)

def is_over(state):
    return state[-1] == 0

def utility(state):
    return sum(move * place for place, move in enumerate(state)) % 3 - 1
"""
"""A state that grows is no tuple of so many numbers."""


def test_a_game_that_cannot_be_compiled(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "growing.py"
    file.write_text(UNCOMPILABLE)
    game = load(str(file))
    with pytest.raises(Uncompilable, match=r"growing\.py:\d+: play"):
        analyze(game, game.start, tier="native")
    analysis = analyze(game, game.start, limit=Limit(nodes=SMALL_SEARCH_NODES + 2_000))
    assert (analysis.tier, analysis.nodes) == ("reference", SMALL_SEARCH_NODES + 2_000), "it goes on in plain Python"
    assert "growing.py:" in refused(cli("analyze", str(file), "--tier", "native", "--time", "0"))


def test_unknown_tiers_are_refused() -> None:
    with pytest.raises(BadRequest, match="a tier is reference, portable, native or auto, not 'fast'"):
        Analyst(load("tictactoe"), tier="fast")


def test_the_book_answers_first_and_tells_the_truth(small_book: Book) -> None:
    game = small_book.game
    reader, solving = Analyst(game, book=small_book), Analyst(game, book=False, memory=16)
    for moves in ("", "3", "1 4", "2 2"):
        state = game.after(game.read_moves(moves))
        found, expected = reader(state), solving(state)
        assert (found.tier, found.nodes) == ("book", 0)
        assert found.exact
        for ours, theirs in zip(found.moves, expected.moves, strict=True):
            assert score_of(ours.value) == score_of(theirs.value)
            assert ours.best == theirs.best
            game.after(ours.line, state)


def test_beyond_the_book_it_is_solved(small_book: Book) -> None:
    game = small_book.game
    state = game.after(game.read_moves("3 3 3"))
    assert small_book.value(state) is not None
    assert Analyst(game, book=small_book)(state).tier == "native"


@pytest.mark.parametrize(
    ("moves", "nodes", "is_guess"),
    [
        ("3 3", 10, False),  # the book knows every move
        ("3 3 3", 10, True),  # the book knows the position alone
        ("3 3 3 3", 10, True),  # an estimate
        ("3 3 3", None, False),
    ],
)
def test_a_guess_is_never_called_exact(small_book: Book, moves: str, nodes: int | None, is_guess: bool) -> None:
    game = small_book.game
    analyst = Analyst(game, book=small_book, limit=Limit(nodes=nodes), memory=16)
    player = ComputerPlayer("perfect", game, analyst=analyst)
    player(game.after(game.read_moves(moves)))
    assert player.last is not None
    assert analyst.last is not None
    assert (analyst.last.is_guess, analyst.guesses, player.last.exact) == (is_guess, int(is_guess), not is_guess)


def test_books_are_for_who_wants_them(small_book: Book) -> None:
    game = small_book.game
    assert Analyst(game, book=small_book, limit=Limit(depth=2))(game.start).tier == "reference"
    assert Analyst(game, book=small_book, tier="reference", limit=Limit(nodes=500))(game.start).tier == "reference"
    assert Analyst(game, book=small_book)(game.start).tier == "book"


@pytest.mark.parametrize("seconds", [None, 0.5])
def test_moves_that_are_solved_side_by_side_share_one_deadline(
    seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("connect4:5x4")
    deadlines: list[float | None] = []

    def recorded(pool: SolverPool, tasks: Any, *, deadline: float | None, **_: Any) -> Iterator[tuple[int, Solution]]:
        deadlines.append(deadline)
        raise Stopped

    monkeypatch.setattr(SolverPool, "solve", recorded)
    search = MoveSearch(game, memory=1, threads=2)
    effort = Effort(Limit(seconds=seconds))
    with pytest.raises(Stopped):
        list(search._solutions(game.start, list(game.moves(game.start)), effort, 0.1))
    assert deadlines == [None if seconds is None else effort.started + seconds]


def test_the_command_line(cli: Cli) -> None:
    ran = cli("analyze", "connect4:5x4", "--tier", "native", "--threads", "2", "--memory", "16", "--json")
    assert ran.code == 0
    assert (ran.json["tier"], ran.json["exact"], ran.json["value"]["outcome"]) == ("native", True, "draw")
    assert "on the native tier." in cli("analyze", "connect4:4x4", "--tier", "native").out
    assert "on the reference tier." in cli("analyze", "tictactoe", "--tier", "reference").out
    assert "argument --threads" in refused(cli("analyze", "tictactoe", "--threads", "0"))
    assert "argument --tier" in refused(cli("analyze", "tictactoe", "--tier", "quick"))
