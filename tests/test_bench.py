"""The node signature: a change of any search shows here, and must be stated when it is stored anew.

And the parts of the benchmark that do no measuring: ratios, means, the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import ours, parts, run
from bench.estimates_before import with_estimate_before
from bench.matches import Measured, table
from bench.measure import Contender, Figure, Times, compared, mean_of, noise, take_turns, timed
from bench.published import SETS, published_score, read_set, refuse_score
from bench.signature import COMPILED_GAMES, COUNTS, SAME_NODES, changes, nodes_of, stored

from zerosum.answers.play.match import play_match, tally
from zerosum.core.games import load
from zerosum.engines.native.solver.scores import WON
from zerosum.engines.recording.recorder import Recorder
from zerosum.engines.search import Limit, Result, algorithm

SLOW_TO_COMPILE = {
    "native": ("minimax", "ordering", "table", "deepening", "mcts"),
    "solver": ("mnk:4x4x4", "kalah:4x3"),
}


@pytest.mark.parametrize(
    ("group", "name"),
    [
        pytest.param(group, name, marks=[pytest.mark.proof] if name in SLOW_TO_COMPILE.get(group, ()) else [])
        for group, names in COUNTS.items()
        for name in names
    ],
)
def test_node_signature(group: str, name: str) -> None:
    assert COUNTS[group][name]() == stored()[group][name]


def test_the_stored_signature_is_whole() -> None:
    signature = stored()
    assert {group: list(names) for group, names in COUNTS.items()} == {
        group: list(names) for group, names in signature.items()
    }
    for name in SAME_NODES:
        assert signature["native"][name] == nodes_of(name, "reference", COMPILED_GAMES)


def test_changes_of_a_signature() -> None:
    before = {"solver": {"a": 1, "b": 2}, "native": {"c": 3}}
    assert changes(before, before) == []
    now = {"solver": {"a": 1, "b": 5, "d": 6}}
    assert changes(before, now) == ["solver b: 2 -> 5", "solver d: None -> 6", "native c: 3 -> None"]


def scripted(name: str, units: int, seconds: list[float], turns: list[str]) -> Contender:
    left = iter(seconds)

    def go() -> float:
        turns.append(name)
        return next(left)

    return Contender(name, "node", units, go)


def test_contenders_take_turns() -> None:
    turns: list[str] = []
    a, missing, b = take_turns([scripted("a", 2, [4, 2, 6], turns), None, scripted("b", 1, [5, 5, 9], turns)])
    assert turns == ["a", "b"] * 3
    assert missing is None
    assert a == Times("a", "node", (2, 1, 3))
    assert b == Times("b", "node", (5, 5, 9))
    assert (a.median, a.best) == (2, 1)
    assert timed(scripted("c", 1, [7], turns), 1).seconds == (7,)


def test_noise() -> None:
    assert noise([2.0, 3.0, 2.5]) == 1.5
    with pytest.raises(ValueError, match="at least 3"):
        noise([1.0, 2.0])


FAST, SLOW, ONCE = Times("us", "node", (1, 2, 4)), Times("them", "node", (30, 20, 10)), Times("them", "node", (8,))

COMPARED = (
    (SLOW, 10, (10, 10, 4, True)),
    (SLOW, 11, (10, 10, 4, False)),
    (SLOW, None, (10, 10, 4, None)),
    (ONCE, 1, (4, 8, None, True)),
    (None, 1, (None, None, 4, None)),
)


@pytest.mark.parametrize(("theirs", "target", "want"), COMPARED)
def test_compared(theirs: Times | None, target: float | None, want: tuple[object, ...]) -> None:
    figure = compared("work", FAST, theirs, "them", target)
    assert (figure.ratio, figure.best, figure.noise, figure.reached) == want
    assert figure.ours == 2


def test_geometric_mean() -> None:
    figures = [compared("work", FAST, theirs, "them") for theirs in (SLOW, ONCE)]
    mean = mean_of("mean", figures, 3)
    assert mean.ratio == pytest.approx(40**0.5)
    assert mean.best == pytest.approx(80**0.5)
    assert (mean.against, mean.noise, mean.reached) == ("them", None, True)
    assert mean_of("mean", [*figures, compared("work", FAST, None, "them")], 3).ratio is None


ROWS = (
    (compared("work", FAST, SLOW, "them", 500), ["work", "500 k/s", "them", "50 k/s", "10 x", "4.00", "500 x: MISSED"]),
    (compared("work", FAST, ONCE, "them", 1), ["4 x", "8 x", "once", "1 x: reached"]),
    (compared("work", FAST, None, "them", 3), ["them", "4.00", "3 x: not installed"]),
    (compared("work", FAST, None, "them"), ["them", "not installed"]),
)


@pytest.mark.parametrize(("figure", "cells"), ROWS)
def test_a_row_of_the_table(figure: Figure, cells: list[str]) -> None:
    row = run.line(Figure(**{**vars(figure), "ours": 2e-6, "theirs": 20e-6 if figure.theirs else None}))
    at = 0
    for cell in cells:
        at = row.index(cell, at)
    assert row.endswith(cells[-1])


@pytest.mark.parametrize(
    ("seconds", "unit", "want"),
    [
        (1e-8, "node", "100 M/s"),
        (1 / 6500, "node", "6.5 k/s"),
        (215.4, "position", "215 s"),
        (0.0123, "position", "12.3 ms"),
        (4.56e-6, "run", "4.56 µs"),
        (None, "run", ""),
    ],
)
def test_quantity(seconds: float | None, unit: str, want: str) -> None:
    assert run.quantity(seconds, unit) == want


def test_published_scores() -> None:
    assert {len(read_set(name)) for name in SETS} == {500}
    assert read_set("L1_R1", 2) == [("32164625", 11), ("6146", 18)]
    assert (
        published_score(WON - 1, 40),
        published_score(WON - 41, 0),
        published_score(2 - WON, 40),
        published_score(0, 7),
    ) == (1, 1, -1, 0)
    with pytest.raises(RuntimeError, match="us scores the empty board 2, published is 1"):
        refuse_score("us", "", 2, 1)


def test_parts_are_chosen_by_a_word() -> None:
    assert parts.chosen(None) == list(parts.PARTS)
    assert parts.chosen("t") == [
        "start-up",
        "watching",
        "tictactoe",
        "depth",
        "cluster",
        "sets",
        "threads",
        "portable",
        "empty",
    ]
    assert list(parts.empty(parts.Scope())) == []


def test_our_contenders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each does its work and gives seconds; a wrong score is refused."""
    monkeypatch.setattr(ours, "LONG", 0.001)
    solver = ours.solver()
    easy = read_set("L3_R1", 3)
    contenders = [
        ours.search("tictactoe", "alphabeta", "native", Limit(depth=3)),
        ours.entry("connect4", Limit(depth=3)),
        ours.answer("tictactoe", "4 0 8", "alphabeta", "reference", watch=Recorder),
        ours.slow_answer("nim:1,2", "table"),
        ours.solved("connect4:5x4"),
        ours.command("python", ("-c", "pass")),
        ours.exact_scores(solver, easy),
        ours.outcomes(solver, easy),
        ours.in_threads(solver, easy),
    ]
    assert all(contender.go() > 0 for contender in contenders)
    with pytest.raises(RuntimeError, match="zerosum scores 6146 18, published is 17"):
        ours.exact_scores(solver, [("6146", 17)]).go()


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def part(scope: parts.Scope) -> Iterator[Figure]:
        assert scope == parts.Scope(full=True, empty=True)
        yield compared("work", FAST, SLOW, "them", 5)

    monkeypatch.setitem(parts.PARTS, "ladder", part)
    assert run.main(["--only", "ladder", "--full", "--json", str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 targets reached"
    written = json.loads((tmp_path / "out.json").read_text())
    assert written["figures"][0]["ratio"] == 10
    assert written["figures"][0]["reached"] is True
    with pytest.raises(SystemExit):
        run.main(["--only", "nonsense"])
    assert "no part has 'nonsense'" in capsys.readouterr().err


def test_a_changed_signature_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("bench.signature.signature", lambda: {"native": {"mcts": 8}})
    monkeypatch.setattr("bench.signature.stored", lambda: {"native": {"mcts": 7}})
    assert run.main(["--signature"]) == 1
    assert "changed: native mcts: 7 -> 8" in capsys.readouterr().out


def test_it_starts_as_a_file() -> None:
    file = Path(run.__file__)
    ran = subprocess.run([sys.executable, str(file), "--help"], capture_output=True, text=True, check=True)
    assert "--only NAME" in ran.stdout


def test_a_measured_player_knows_its_game_alone() -> None:
    """The states of the game so far, from the opening on, and nothing of the game before."""
    game = load("tictactoe")
    told: list[int] = []

    def measured(name: str) -> Measured:
        def choose(state: Any, history: list[Any]) -> Result:
            told.append(len(history))
            return algorithm("alphabeta")(game, state, limit=Limit(depth=1))

        return Measured(name, game, choose)

    players = measured("one"), measured("two")
    found = tally(play_match(game, ("one", "two"), players, 4))
    assert told.count(0) == 2 * 4  # each player begins each game with an empty history
    assert all(count % 2 == 0 for count in told)
    lines = table(game, players, found).splitlines()
    assert lines[0] == "Tic-Tac-Toe, one against two: 4 games"
    assert f"{players[0].moves:,} moves" in lines[2]


@pytest.mark.parametrize(
    ("spec", "moves", "before"), [("othello", "d3 c3", 0), ("checkers", "11-15", 0), ("nim:1,2", "", None)]
)
def test_estimates_of_before(spec: str, moves: str, before: int | None) -> None:
    game = load(spec)
    other = with_estimate_before(game)
    assert (other is game) == (before is None)
    if before is not None:
        assert other.rules.estimate is not None
        assert other.rules.estimate(game.start) == before
        state = game.after(game.read_moves(moves))
        assert other.rules.estimate(state) != game.rules.estimate(state)  # type: ignore[misc]
