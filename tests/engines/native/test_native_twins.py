"""Compiled searches against their reference twins: same nodes in the same order, or at least the same values."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.any_spec import WIDE, any_spec
from tests.brute import reachable, truth
from tests.conftest import DOMINOES, EXAMPLE, Cli, refused
from tests.countdown import countdown, counting, words
from tests.thinned import in_proof, thinned
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadRequest, BadRules, EndlessGame
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Estimate, Margin, Outcome
from zerosum.engines.native.search.deepening import deepen
from zerosum.engines.native.search.mcts import MOST_PLAYOUTS
from zerosum.engines.native.tiers import TWINS, search_on
from zerosum.engines.recording.recorder import Recorder
from zerosum.engines.search import Limit, Result, algorithm, mcts
from zerosum.engines.search.result import Effort

SPECS = (
    "tictactoe",
    "nim:1,2,3",
    "kalah:2x2",
    "connect4:4x4",
    "hexapawn:3x3",
    "othello:4",
    EXAMPLE,
    f"{DOMINOES}:small",
    "breakthrough:3x4",
    "hex:3",
    "dots:2x2",
)
SAME_NODES = ("minimax", "alphabeta", "ordering")
WITH_TABLE = ("table", "deepening", "pvs")
FEW = 3000
IN_PYTHON = "NUMBA_DISABLE_JIT" in os.environ
PROOF = pytest.mark.proof


def twin(name: str) -> Callable[..., Result]:
    found: Callable[..., Result] = search_on(name, "native")
    return found


def told(result: Result) -> dict[str, Any]:
    """All that two tiers must agree on."""
    return {name: value for name, value in vars(result).items() if name not in ("seconds", "peak_bytes", "tier")}


def cases(game: Game, spec: str, count: int) -> Iterator[tuple[State, Limit]]:
    """Positions near the end, searched to it, and others under limits of depth and nodes."""
    random = Random(spec)
    for _ in range(count):
        path = list(game.random_game(game.start, random))
        yield path[max(0, len(path) - random.randint(1, 6))], Limit(nodes=FEW)
        if random.random() < 0.3:
            yield random.choice(path), Limit(depth=random.randint(0, 3))
            yield random.choice(path), Limit(nodes=random.choice((1, 2, 7, 300, 1024, 1025)))
            yield game.start, Limit(depth=random.randint(0, 4), nodes=random.choice((1, 50, 1500)))


@pytest.mark.parametrize(("name", "spec"), thinned(SAME_NODES, SPECS, one_in=99))
def test_same_nodes_in_the_same_order(name: str, spec: str) -> None:
    game = load(spec)
    for state, limit in cases(game, spec, 25):
        native = twin(name)(game, state, limit=limit)
        assert native.tier == "native"
        assert told(native) == told(algorithm(name)(game, state, limit=limit)), (game.position_text(state), limit)


@pytest.mark.parametrize("name", SAME_NODES)
def test_same_nodes_on_the_plain_scale(name: str) -> None:
    game = load("tictactoe")
    for state, limit in cases(game, "plain", 60):
        native = twin(name)(game, state, limit=limit, plain=True)
        assert told(native) == told(algorithm(name)(game, state, limit=limit, plain=True))


@pytest.mark.parametrize(("name", "spec"), thinned(["mcts"], SPECS, one_in=11))
def test_same_playouts(name: str, spec: str) -> None:
    game = load(spec)
    for seed, (state, limit) in enumerate(cases(game, spec, 20)):
        native = twin(name)(game, state, limit=limit, playouts=150, seed=seed)
        reference = mcts(game, state, limit=limit, playouts=150, seed=seed)
        assert told(native) == told(reference), (game.position_text(state), limit)


@pytest.mark.parametrize(("name", "spec"), thinned(WITH_TABLE, SPECS, one_in=99))
def test_same_values_with_a_table(name: str, spec: str) -> None:
    """Values and moves that keep them; a line to the end; also with a table that has hardly any room."""
    game = load(spec)
    random = Random(spec)
    for _ in range(15):
        path = list(game.random_game(game.start, random))
        state = path[max(0, len(path) - random.randint(1, 7))]
        want = algorithm("alphabeta")(game, state).value
        for entries in (2, 1 << 12):
            result = twin(name)(game, state, entries=entries)
            assert result.exact
            if isinstance(want, Outcome) and want.result == 0:
                assert result.value == Outcome(0, len(result.line))
            else:
                assert result.value == want
            assert result.move == (result.line[0] if result.line else None)
            end = game.after(result.line, state)
            assert game.is_over(end)


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if IN_PYTHON else PROOF) for name in WITH_TABLE])
def test_every_position_of_a_small_game(name: str) -> None:
    game, known = load("nim:1,2,3"), truth("nim:1,2,3")
    for state in reachable(game):
        utility, plies = known[state]
        mine = utility if game.to_move(state) == 0 else -utility
        assert twin(name)(game, state, entries=64).value == Outcome(mine, plies)


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        *((name, "tictactoe") for name in WITH_TABLE),
        ("table", "connect4:4x4"),
        *in_proof(*((name, spec) for spec in ("othello:4", "hexapawn:3x3") for name in WITH_TABLE)),
    ],
)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_depth_limit_with_a_table(name: str, spec: str, depth: int) -> None:
    game = load(spec)
    want = algorithm("minimax")(game, game.start, limit=Limit(depth=depth))
    got = twin(name)(game, game.start, limit=Limit(depth=depth))
    assert (got.value, got.bound, got.stopped) == (want.value, want.bound, False)


def test_deepening_answers_better_and_better() -> None:
    game = load("tictactoe")
    results = list(deepen(game, game.start))
    depths = [result.value.depth for result in results if isinstance(result.value, Estimate)]
    assert depths == list(range(1, 9))
    assert results[-1].value == Outcome(0, 9)
    hurried = twin("deepening")(game, game.start, limit=Limit(nodes=1))
    assert (hurried.move, hurried.stopped, hurried.nodes) == (4, True, 1)
    *_, before, last = deepen(game, game.start, limit=Limit(nodes=400))
    assert (last.nodes, last.value, last.line) == (400, before.value, before.line)


def test_a_draw_whose_line_is_cut_off_has_no_distance() -> None:
    """With the last node spent on the value, none is left for the line."""
    game = load("tictactoe")
    whole = twin("table")(game, game.start)
    for nodes in range(whole.nodes - 40, whole.nodes + 1):
        result = twin("table")(game, game.start, limit=Limit(nodes=nodes))
        if result.exact:
            assert result.value in (Outcome(0), Outcome(0, 9))
        else:
            assert result.stopped


KNOWN_NODES = (
    ("tictactoe", "minimax", 549_946),
    ("tictactoe", "alphabeta", 18_297),
    *in_proof(("mnk:4x3x3", "alphabeta", 75_266), ("mnk:4x4x4", "alphabeta", 499_829_623)),
)


@pytest.mark.parametrize(("spec", "name", "nodes"), KNOWN_NODES)
def test_known_numbers_of_nodes(spec: str, name: str, nodes: int) -> None:
    game = load(spec)
    assert twin(name)(game, game.start, plain=True).nodes == nodes


@pytest.mark.parametrize("name", ["deepening", *(pytest.param(name, marks=PROOF) for name in ("alphabeta", "mcts"))])
def test_clock_and_pulse(name: str) -> None:
    """The seconds stop a search, what a progress raises ends it, and the counters move meanwhile."""
    game = load("connect4")
    search = partial(twin(name), playouts=MOST_PLAYOUTS) if name == "mcts" else twin(name)
    search(game, game.start, limit=Limit(nodes=1))  # compiled before the clock runs
    began = time.perf_counter()
    result = search(game, game.start, limit=Limit(seconds=0.3))
    assert result.stopped
    assert not result.exact
    assert time.perf_counter() - began < 5
    seen: list[int] = []

    def progress(effort: Effort) -> None:
        seen.append(effort.nodes)
        if len(seen) == 3:
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        search(game, game.start, progress=progress)
    assert 0 < seen[0] < seen[1] < seen[2]
    assert threading.active_count() == before


def test_no_time_at_all_is_like_the_reference() -> None:
    game = load("tictactoe")
    late = game.read_position("X-O/-O-/X--")
    assert twin("minimax")(game, late, limit=Limit(seconds=0)).exact
    assert twin("minimax")(game, game.start, limit=Limit(seconds=0)).stopped


@pytest.mark.parametrize("name", ["minimax", *in_proof("table", "ordering", "mcts")])
def test_an_endless_game_is_refused(name: str) -> None:
    with pytest.raises(EndlessGame, match="more than 10,000 plies"):
        twin(name)(counting(), (0,))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["table", "alphabeta"])
def test_a_long_game_is_searched_to_its_end(name: str) -> None:
    result = twin(name)(countdown(3000), (3000,))
    assert result.value == Outcome(1, 3000)
    assert len(result.line) == 3000


@pytest.mark.parametrize("name", ["alphabeta", pytest.param("mcts", marks=PROOF)])
def test_wrong_rules_get_the_same_sentence(name: str) -> None:
    for changes, sentence in (
        ({"utility": lambda state: 2}, "utility gives 2, not 1, 0 or -1"),
        ({"moves": lambda state: -4 if state[0] == 1 else 1}, "moves gives -4, which is not a set of moves"),
        ({"moves": lambda state: 0 if state[0] == 1 else 1}, "moves gives no move in a position that is not over"),
    ):
        with pytest.raises(BadRules, match=sentence):
            twin(name)(countdown(9, **changes), (2,), **({"playouts": 9} if name == "mcts" else {}))


@pytest.mark.parametrize("answer", [-1, 2, 3, 1 << 40])
@pytest.mark.parametrize("name", ["alphabeta", pytest.param("table", marks=PROOF), "mcts"])
def test_a_side_that_is_none_ends_the_search(name: str, answer: int) -> None:
    """It is given on one line of 1,024 alone, which the check before compiling does not meet."""

    def play(state: Any, move: int) -> Any:
        return state[0] - 1, state[1] * 8 + move if move == 7 and state[1] >= 0 else -1, state[2]

    game = countdown(
        start=(5, 0, answer),
        moves=lambda state: 255,
        play=play,
        to_move=lambda state: state[2] if state[:2] == (1, 0o7777) else state[0] % 2,
        is_over=lambda state: state[0] == 0,
    )
    with pytest.raises(BadRules, match="to_move gives a number in some position that is not 0"):
        twin(name)(game, (2, 0o777, answer), **({"playouts": 500} if name == "mcts" else {}))


def test_what_the_rules_raise_is_raised() -> None:
    game = countdown(9, utility=lambda state: 1 // state[0])
    with pytest.raises(ZeroDivisionError):
        twin("alphabeta")(game, (2,))


def test_what_compiled_searches_refuse() -> None:
    game = load("tictactoe")
    for name in TWINS:
        with pytest.raises(BadRequest, match=r"cannot be watched|which moves are noisy"):
            twin(name)(game, game.start, watch=Recorder())
    with pytest.raises(BadRequest, match="plays 10,000,000 games at most"):
        twin("mcts")(game, game.start, playouts=10**9)
    with pytest.raises(BadRequest, match="room for 2 entries"):
        twin("table")(game, game.start, entries=1)
    with pytest.raises(BadRequest, match="pns runs on the reference tier only"):
        search_on("pns", "native")
    with pytest.raises(BadRequest, match="a tier is reference, portable, native or auto, not 'gpu'"):
        search_on("table", "gpu")


def test_auto_takes_whichever_answers_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tictactoe")
    late = game.read_position("X-O/-O-/X--")
    auto = search_on("minimax", "auto")
    assert auto(game, late).tier == "reference"
    assert auto(game, game.start, limit=Limit(nodes=500)).tier == "reference"
    assert auto(game, game.start, watch=Recorder(), limit=Limit(depth=5)).tier == "reference"
    long = auto(game, game.start, plain=True)
    assert (long.tier, long.nodes) == ("portable", 549_946)
    assert auto(game, game.start, limit=Limit(seconds=60), plain=True).tier == "portable"
    without_kernel = load("connect4:4x3")
    assert auto(without_kernel, without_kernel.start, plain=True).tier == "native"
    assert auto(game, game.start, limit=Limit(seconds=0)).tier == "reference"
    assert search_on("pvs", "auto")(game, late).tier == "reference"
    assert told(search_on("mcts:4000", "auto", seed=3)(game, game.start)) == told(
        algorithm("mcts:4000", seed=3)(game, game.start)
    )
    words = countdown(start=("",), moves=lambda state: 1, play=lambda state, move: (state[0] + "x",))
    with pytest.raises(TypeError):
        auto(words, ("",))
    monkeypatch.setattr("zerosum.engines.native.find_spec", lambda name: None)
    assert search_on("minimax", "auto") is algorithm("minimax")


def test_auto_falls_back_on_the_reference() -> None:
    """A game of words cannot be compiled, and is searched as it is."""
    game = words(14, lambda state: 1 if state.count("l") == 7 else -1)
    result = search_on("minimax", "auto")(game, "")
    assert (result.tier, result.nodes) == ("reference", 2**15 - 1)


def test_players_on_both_tiers() -> None:
    game = load("tictactoe")
    for spec in ("alphabeta", "mcts:50"):
        moves = {
            ComputerPlayer(spec, game, seed=1, ties="first", tier=tier)(game.start) for tier in ("reference", "native")
        }
        assert len(moves) == 1
    with pytest.raises(BadRequest, match="reference tier only"):
        ComputerPlayer("mtdf", game, tier="native")


def test_compare_on_the_native_tier(cli: Cli) -> None:
    words = ("compare", "tictactoe", "-a", "minimax,alphabeta", "--tier", "native", "--no-memory")
    rows = cli(*words, "--json").json["rows"]
    assert [(row["tier"], row["nodes"]) for row in rows] == [("native", 549_946), ("native", 18_297)]
    assert "(on the native tier: minimax, alphabeta)" in cli(*words, "--plain").out
    assert "on the native tier" not in cli("compare", "tictactoe", "-a", "alphabeta", "--no-memory", "--plain").out
    (measured,) = cli("compare", "tictactoe", "-a", "alphabeta", "--tier", "native", "--json").json["rows"]
    assert measured["peak_bytes"] is None
    assert "reference tier only" in refused(cli("compare", "tictactoe", "-a", "pns", "--tier", "native"))
    grown = cli("compare", "tictactoe", "-a", "alphabeta", "--tier", "native", "--growth", "2-3", "--json").json
    assert {point["tier"] for point in grown["points"]} == {"native"}


POOL = ("connect4:4x4", "nim:1,2,3", "kalah:2x2", "hexapawn:3x3", "othello:4", "tictactoe")
"""Games that other tests here have compiled already."""


@pytest.mark.proof
@settings(max_examples=60)
@given(data=st.data())
def test_tiers_agree_on_any_size(data: st.DataObject) -> None:
    """In the default profile on games compiled already; `make proof` compiles many sizes."""
    is_quick = settings.default is not None and settings.default.derandomize
    game = load(data.draw(st.sampled_from(POOL) if is_quick else any_spec(5) | st.sampled_from(WIDE)))
    name = data.draw(st.sampled_from((*SAME_NODES, "mcts")))
    path = list(game.random_game(game.start, Random(data.draw(st.integers(0, 1 << 32)))))
    state = data.draw(st.sampled_from(path))
    limit = Limit(
        depth=data.draw(st.none() | st.integers(0, 12)),
        nodes=data.draw(st.integers(1, 3000)),
    )
    options: dict[str, Any] = {"limit": limit}
    if name == "mcts":
        options |= {"playouts": data.draw(st.integers(1, 100)), "seed": data.draw(st.integers(0, 99))}
    assert told(twin(name)(game, state, **options)) == told(algorithm(name)(game, state, **options))


def test_margins_with_a_table() -> None:
    game, known = load("kalah:2x2"), truth("kalah:2x2")
    for state in reachable(game)[:40]:
        utility, _ = known[state]
        assert twin("table")(game, state).value == Margin(utility if game.to_move(state) == 0 else -utility)


@pytest.mark.skipif(IN_PYTHON, reason="it starts itself")
def test_without_jit_the_same_code_runs_in_python() -> None:
    words = "tictactoe or nim or wrong or refuse or every_position"
    others = ("plain", "known", "depth", "minimax", "auto", "compare", "endless")
    here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    chosen = f"({words}) and not ({' or '.join(others)})"
    ran = subprocess.run(
        [*here, "-k", chosen], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
