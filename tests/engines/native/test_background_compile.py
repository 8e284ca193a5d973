"""Analysis while a game is being compiled: limits and cancels are obeyed, and plain Python answers meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from threading import Event
from typing import Any, NoReturn

import pytest

from tests.thinned import in_proof
from zerosum import Engine, load
from zerosum.answers.analysis import machine_code
from zerosum.answers.analysis.analyst import Analyst, depth_of
from zerosum.answers.analysis.results import Analysis
from zerosum.core.errors import BadRequest, NumberTooLong, Uncompilable
from zerosum.core.progress import Progress
from zerosum.engines.native import tiers
from zerosum.engines.native.compile import background
from zerosum.engines.native.portable.manifest import NoKernel
from zerosum.engines.native.search.compile_in_time import LOAD_SECONDS
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES, TWINS, search_on
from zerosum.engines.search import MONTE_CARLO
from zerosum.engines.search.result import Limit, Stopped

FOR_ANY_GAME = [name for name in TWINS if name != "quiescence"]


class SlowCompile:
    """A compile that ends when the test says so: a stand-in for `BackgroundCompile`."""

    def __init__(self, error: Exception | None = None) -> None:
        self.started = Event()
        self.ended = Event()
        self.error = error
        self.is_loading = False

    def prepare(self, *_: Any) -> SlowCompile:
        self.started.set()
        return self

    @property
    def is_done(self) -> bool:
        return self.ended.is_set()

    @property
    def is_ready(self) -> bool:
        return self.is_done and self.error is None

    def wait(self, seconds: float | None = None) -> bool:
        return self.ended.wait(seconds)


@pytest.fixture(autouse=True)
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of which no portable kernel comes with the package: plain Python answers until machine code is there."""

    def none(game: str, name: str) -> NoReturn:
        raise NoKernel(game)

    monkeypatch.setattr("zerosum.engines.native.portable.rules.kernel_for", none)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowCompile:
    compile = SlowCompile()
    monkeypatch.setattr(background, "prepare", compile.prepare)
    monkeypatch.setattr(background, "is_prepared", lambda *asked: compile.is_loading)
    return compile


def stop_after(count: int, meanwhile: Callable[[], None] = lambda: None) -> Callable[[Progress], None]:
    """A progress callback that cancels when it is called for the n-th time."""
    calls = 0

    def progress(_: Progress) -> None:
        nonlocal calls
        calls += 1
        meanwhile()
        if calls == count:
            raise Stopped

    return progress


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(seconds=0.05), Limit(seconds=0.05, nodes=10**9)])
def test_the_native_tier_ends_with_its_limit(slow: SlowCompile, limit: Limit) -> None:
    game = load("connect4:6x5")
    analysis = Analyst(game, tier="native", limit=limit)(game.start)
    assert slow.started.is_set()
    assert not analysis.exact
    assert analysis.note == "Connect Four 6x5 was still being compiled when the limit was reached"
    assert set(analysis.candidates) <= set(game.moves(game.start))


def test_a_cancel_is_obeyed_while_the_native_tier_compiles(slow: SlowCompile) -> None:
    game = load("connect4:6x5")
    analysis = Analyst(game, tier="native", progress=stop_after(3))(game.start)
    assert slow.started.is_set()
    assert (analysis.exact, analysis.nodes) == (False, 0)


def test_an_engine_is_cancelled_while_it_compiles(slow: SlowCompile) -> None:
    engine = Engine("connect4:6x5", tier="native")
    thinking = engine.think()
    assert slow.started.wait(20)
    engine.cancel()
    assert not thinking.result(20).exact


def test_plain_python_goes_on_while_a_game_compiles(slow: SlowCompile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "LONG_SECONDS", 0.0)
    game = load("connect4:4x4")
    analysis = Analyst(game)(game.start)
    assert slow.started.is_set()
    assert (analysis.tier, analysis.exact, str(analysis.value)) == ("reference", True, "draw in 16")


def test_the_native_tier_takes_over_when_it_is_ready(slow: SlowCompile) -> None:
    game = load("connect4:5x4")

    def ready_later(so_far: Progress) -> None:
        if so_far.done > SMALL_SEARCH_NODES + 5_000:
            slow.ended.set()

    analyst = Analyst(game, progress=ready_later)
    analyses = list(analyst.analyses(game.start))
    tiers = [each.tier for each in analyses]
    assert tiers == sorted(tiers, reverse=True), "first plain Python, then compiled code"
    assert (tiers[0], tiers[-1]) == ("reference", "native")
    assert (analyses[-1].exact, str(analyses[-1].value)) == (True, "draw in 20")
    assert analyses[-1].nodes > SMALL_SEARCH_NODES + 5_000, "all the work is counted"


@pytest.mark.parametrize("seconds", [None, *in_proof(1000.0)])
@pytest.mark.parametrize("ends_as", ["native", "reference"])
def test_plain_python_waits_while_machine_code_is_loaded(
    slow: SlowCompile, ends_as: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on when there is nothing to load, although the cache had a mark that says so."""
    monkeypatch.setattr(machine_code, "LONG_SECONDS", 0.0)
    game = load("connect4:4x4")
    slow.is_loading = True
    waited: list[int] = []

    def progress(so_far: Progress) -> None:
        if slow.is_loading and slow.started.is_set():
            waited.append(so_far.done)
            if len(waited) == 5:
                slow.is_loading = False
                if ends_as == "native":
                    slow.ended.set()

    analyses = list(Analyst(game, limit=Limit(seconds=seconds), progress=progress).analyses(game.start))
    assert len(waited) == 5
    assert len(set(waited)) == 1, "no nodes are searched meanwhile"
    assert (analyses[-1].tier, analyses[-1].exact, str(analyses[-1].value)) == (ends_as, True, "draw in 16")
    depths = [depth_of(analysis) for analysis in analyses if not analysis.exact]
    assert depths == sorted(depths), "nothing is shown again"


@pytest.mark.parametrize("limit", [Limit(seconds=LOAD_SECONDS / 2), Limit(seconds=LOAD_SECONDS / 2, nodes=10**9)])
def test_plain_python_does_not_wait_where_too_little_time_is_left(slow: SlowCompile, limit: Limit) -> None:
    slow.is_loading = True
    game = load("connect4:6x5")
    analysis = Analyst(game, limit=limit)(game.start)
    assert analysis.tier == "reference"
    assert analysis.nodes > 1024
    result = search_on("alphabeta", "auto")(game, game.start, limit=limit)
    assert (result.tier, result.stopped) == ("reference", True)


@pytest.mark.parametrize(("seconds", "starts_early"), [(1000.0, True), (1.0, False), (None, False)])
def test_what_was_compiled_before_is_loaded_early(
    slow: SlowCompile, seconds: float | None, starts_early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where there is no time limit, since plain Python may be ready sooner, nor where it is too short."""
    monkeypatch.setattr(machine_code, "LONG_SECONDS", 10_000.0)
    monkeypatch.setattr(machine_code, "EARLY_SHARE", 0.0)
    slow.is_loading = True
    game = load("connect4:6x5")
    Analyst(game, limit=Limit(seconds=seconds), progress=stop_after(5))(game.start)
    assert slow.started.is_set() == starts_early


@pytest.mark.parametrize("progress", [stop_after(1), stop_after(5)])
def test_whoever_cancels_early_starts_no_compiler(
    slow: SlowCompile, progress: Callable[[Progress], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "LONG_SECONDS", 10_000.0)
    game = load("connect4:6x5")
    analysis = Analyst(game, progress=progress)(game.start)
    assert not slow.started.is_set()
    assert not analysis.exact
    assert 0 < analysis.nodes < SMALL_SEARCH_NODES


@pytest.mark.parametrize("error", [Uncompilable("no tuple"), BadRequest("no numba")])
def test_what_cannot_be_compiled_is_searched_in_plain_python(slow: SlowCompile, error: Exception) -> None:
    slow.error = error
    slow.ended.set()
    game = load("connect4:5x4")
    analysis = Analyst(game, limit=Limit(nodes=SMALL_SEARCH_NODES + 5_000))(game.start)
    assert (analysis.tier, analysis.nodes) == ("reference", SMALL_SEARCH_NODES + 5_000)
    with pytest.raises(type(error), match=str(error)):
        Analyst(game, tier="native")(game.start)


@pytest.mark.parametrize("tier", ["auto", "native"])
def test_a_fault_of_the_compiler_is_not_hidden(slow: SlowCompile, tier: str) -> None:
    slow.error = RuntimeError("a fault of the compiler")
    slow.ended.set()
    game = load("connect4:5x4")
    with pytest.raises(RuntimeError, match="a fault of the compiler"):
        Analyst(game, tier=tier)(game.start)


@pytest.mark.parametrize("depth", [7, *in_proof(10)])
def test_plain_python_goes_on_from_what_the_compiled_search_has_found(
    slow: SlowCompile, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a number turns out to be too long for machine code."""
    game = load("connect4:4x4")
    found = Analyst(game, tier="reference", limit=Limit(depth=depth))(game.start)

    def too_long(*_: Any) -> Iterator[Analysis]:
        yield found
        raise NumberTooLong("a number of more than 63 bits")

    monkeypatch.setattr(machine_code, "LONG_SECONDS", 0.0)
    monkeypatch.setattr(Analyst, "_compiled", too_long)
    slow.ended.set()
    analyst = Analyst(game)
    analyses = list(analyst.analyses(game.start))
    after = analyses[analyses.index(found) :]
    depths = [depth_of(analysis) for analysis in after if not analysis.exact]
    assert depths == list(range(depth, depth + len(depths)))
    assert (after[-1].exact, str(after[-1].value)) == (True, "draw in 16")


@pytest.mark.parametrize("name", FOR_ANY_GAME)
def test_a_compiled_search_ends_with_its_limit(slow: SlowCompile, name: str) -> None:
    game = load("connect4:6x5")
    result = search_on(name, "native")(game, game.start, limit=Limit(seconds=0.05))
    assert slow.started.is_set()
    assert (result.stopped, result.tier, result.nodes, result.bound) == (True, "native", 0, "estimate")
    assert result.seconds >= 0.05, "the clock starts before the compiler"


class Enough(Exception):
    pass


@pytest.mark.parametrize("name", FOR_ANY_GAME)
def test_a_progress_callback_ends_a_search_that_waits_for_the_compiler(slow: SlowCompile, name: str) -> None:
    def progress(so_far: Progress) -> None:
        assert (so_far.done, so_far.unit) == (0, "nodes")
        raise Enough

    game = load("connect4:6x5")
    with pytest.raises(Enough):
        search_on(name, "native")(game, game.start, progress=progress)
    assert slow.started.is_set()


@pytest.mark.parametrize(
    ("name", "error"),
    [
        *((f"{name}:100000" if name in MONTE_CARLO else name, None) for name in FOR_ANY_GAME if name != "selective"),
        ("alphabeta", Uncompilable("no tuple")),
        *in_proof(*((name, Uncompilable("no tuple")) for name in ("minimax", "table", "deepening", "mcts:100000"))),
    ],
)
def test_auto_searches_in_plain_python_while_it_compiles(slow: SlowCompile, name: str, error: Exception | None) -> None:
    """Also when the compile has failed; what it cannot compile is an error for who asks for the native tier."""
    game = load("connect4:6x5")
    if error is not None:
        slow.error = error
        slow.ended.set()
        with pytest.raises(Uncompilable, match="no tuple"):
            search_on(name, "native")(game, game.start, progress=lambda _: None)
    result = search_on(name, "auto")(
        game, game.start, limit=Limit(nodes=SMALL_SEARCH_NODES + 5_000), progress=lambda _: None
    )
    assert slow.started.is_set()
    assert (result.tier, result.nodes) == ("reference", SMALL_SEARCH_NODES + 5_000)


def test_auto_takes_the_compiled_search_when_it_is_ready(slow: SlowCompile) -> None:
    game = load("tictactoe")

    def ready_later(so_far: Progress) -> None:
        if slow.started.is_set() and so_far.done > 5_000:
            slow.ended.set()

    result = search_on("minimax", "auto")(game, game.start, plain=True, progress=ready_later)
    assert (result.tier, result.nodes) == ("native", 549_946)


@pytest.mark.parametrize("ends_as", ["native", "reference"])
def test_auto_waits_while_the_compiled_search_is_loaded(slow: SlowCompile, ends_as: str) -> None:
    game = load("tictactoe")
    slow.is_loading = True
    waited: list[int] = []

    def progress(so_far: Progress) -> None:
        if slow.started.is_set() and slow.is_loading:
            waited.append(so_far.done)
            if len(waited) == 3:
                slow.is_loading = False
                if ends_as == "native":
                    slow.ended.set()

    result = search_on("minimax", "auto")(game, game.start, plain=True, progress=progress)
    assert waited == [SMALL_SEARCH_NODES] * 3
    assert (result.tier, result.nodes) == (ends_as, 549_946)


@pytest.mark.parametrize("name", FOR_ANY_GAME)
def test_auto_keeps_its_answer_when_the_limit_ends_before_all_is_loaded(
    slow: SlowCompile, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zerosum.engines.native.search.compile_in_time.LOAD_SECONDS", -1.0)
    monkeypatch.setattr(tiers, "SMALL_SEARCH_NODES", 100)
    slow.is_loading = True
    game = load("connect4:6x5")
    name = f"{name}:100000" if name in MONTE_CARLO else name
    result = search_on(name, "auto")(game, game.start, limit=Limit(seconds=0.1))
    assert (result.tier, result.stopped, result.nodes) == ("reference", True, 100)
    assert result.seconds >= 0.1


def test_auto_hides_no_fault_of_the_compiler(slow: SlowCompile) -> None:
    slow.error = RuntimeError("a fault of the compiler")
    slow.ended.set()
    game = load("connect4:6x5")
    with pytest.raises(RuntimeError, match="a fault of the compiler"):
        search_on("alphabeta", "auto")(game, game.start, progress=lambda _: None)


def test_auto_counts_the_seconds_of_all_that_came_before(slow: SlowCompile, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second at each look."""
    slow.ended.set()
    handed: list[Limit] = []

    def twin(game: Any, state: Any, *, limit: Limit, **_: Any) -> Any:
        handed.append(limit)

    monkeypatch.setattr(tiers, "perf_counter", count().__next__)
    monkeypatch.setattr(tiers, "_twin", lambda *_: twin)
    game = load("connect4:6x5")
    search_on("alphabeta", "auto")(game, game.start, limit=Limit(seconds=1000))
    assert handed == [Limit(seconds=997)]


def test_a_warm_analyst_does_not_search_in_python_first() -> None:
    game = load("connect4:5x4")
    analyst = Analyst(game, memory=16)
    analyst.prepare()
    shown: list[int] = []
    analyst.progress = lambda so_far: shown.append(so_far.done)
    tiers = [(each.tier, each.nodes) for each in analyst.analyses(game.start)]
    assert max(nodes for tier, nodes in tiers if tier == "reference") <= 1024
    assert tiers[-1][0] == "native"
