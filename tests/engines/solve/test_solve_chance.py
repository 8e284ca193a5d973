"""Solved tables of games of chance against exact fractions, independent programmes and the published value of Pig."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import zerosum
from tests.brute import bits, reachable
from tests.conftest import Cli, refused
from tests.engines.solve.test_solve import Killed, files
from tests.places import EXAMPLES
from tests.random_graphs import chance_graphs
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.table_lookup import probe
from zerosum.core.errors import BadPosition, BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, State
from zerosum.core.value import Expected, error_text
from zerosum.engines.native.tables.chance_kernels import OVER
from zerosum.engines.search.result import Effort
from zerosum.engines.search.retrograde import reach
from zerosum.engines.search.run import Run
from zerosum.engines.search.value_iteration import means_of
from zerosum.engines.solve.data.querying import query
from zerosum.engines.solve.data.questions import ready_sql
from zerosum.engines.solve.format.checked_file import DamagedTable, write_checked
from zerosum.engines.solve.format.layer_arrays import read_draws, read_keys, read_values, write_keys, write_values
from zerosum.engines.solve.format.manifest import rules_fingerprint
from zerosum.engines.solve.levels import sample
from zerosum.engines.solve.local.chance_graph import Links, valued
from zerosum.engines.solve.local.worker_threads import WorkerThreads
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables.stats import spread_of_means
from zerosum.engines.solve.tables.table import SolvedTable, open_table
from zerosum.engines.solve.verifying import verify
from zerosum.faces.web.jobs.tables import table as table_job
from zerosum.faces.web.table_models import TableView


def means_by_definition(game: Game, sweeps: int = 5_000) -> dict[State, float]:
    """The mean of each state for the first player: all of them again and again from their successors, from 0 on."""
    rules, means = game.rules, dict[State, float]()
    for state in reachable(game):
        means[state] = float(rules.utility(state)) if rules.is_over(state) else 0.0
    states = [state for state in reversed(means) if not rules.is_over(state)]
    children = {state: [rules.play(state, move) for move in bits(rules.moves(state))] for state in states}
    chances = {s: [float(chance) for _, chance in game.chances(s)] for s in states if rules.to_move(s) == CHANCE}
    for _ in range(sweeps):
        change = 0.0
        for state in states:
            values = [means[child] for child in children[state]]
            if state in chances:
                mean = sum(c * value for c, value in zip(chances[state], values, strict=True))
            else:
                mean = (max, min)[rules.to_move(state)](values)
            change = max(change, abs(mean - means[state]))
            means[state] = mean
        if change < 1e-15:
            return means
    raise AssertionError("the means still change")


def assert_means(table: SolvedTable, truth: dict[State, Any], slack: float = 0.0) -> None:
    """Every mean is right within the error of the table, for whom it should be."""
    game, chance = table.game, table.manifest.chance
    assert chance is not None
    assert table.manifest.positions == len(truth)
    for state, mean in truth.items():
        mine = -mean if game.to_move(state) == 1 else mean
        found = table.value(state)
        assert isinstance(found, Expected)
        assert found.error == chance.error
        assert abs(Fraction(found.mean) - Fraction(mine)) <= Fraction(chance.error) + Fraction(slack), state


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> SolvedTable:
    return solve(load("pig:9"), tmp_path_factory.mktemp("tables") / "pig", threads=1)


def pig_wins(goal: int) -> dict[tuple[int, int, int], float]:
    """The chance to win of the side to move at (own points, the other's, points of this turn), by Neller and Presser.

    It shares no line with the rules: a roll and the choice before it are one step.
    """
    wins = {(i, j, k): 0.0 for i in range(goal) for j in range(goal) for k in range(goal - i) if k != 1}

    def to_win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else wins[i, j, k]

    for _ in range(1_000):
        change = 0.0
        for i, j, k in wins:
            roll = (1 - wins[j, i, 0] + sum(to_win(i, j, k + face) for face in range(2, 7))) / 6
            hold = 0.0 if k == 0 else 1 - wins[j, i + k, 0]
            change = max(change, abs(wins[i, j, k] - max(roll, hold)))
            wins[i, j, k] = max(roll, hold)
        if change < 1e-15:
            return wins
    raise AssertionError("the chances still change")


def test_pig_against_an_independent_program(pig: SolvedTable) -> None:
    chance = pig.manifest.chance
    assert chance is not None
    assert (pig.manifest.method, chance.results) == ("value iteration", [-1, 1])
    assert 0 < chance.error < 1e-13
    compared = 0
    for (own, other, turn), wins in pig_wins(9).items():
        for state in ((own, other, turn, 0, 0), (other, own, turn, 1, 0)):
            value = pig.find(state)
            if value is None:  # no turn brings one point
                assert 1 in (own, other)
                continue
            assert isinstance(value, Expected)
            assert abs(value.mean - (2 * wins - 1)) <= chance.error + 1e-14
            assert abs(value.chance(1) - wins) <= chance.error + 1e-14
            compared += 1
    assert compared > 400
    assert_means(pig, means_by_definition(pig.game), slack=1e-14)


@pytest.mark.proof
def test_compiled_look_ups(pig: SolvedTable) -> None:
    compiled = open_table(pig.folder).compiled()
    assert (compiled.is_compiled, pig.is_compiled) == (True, False)
    for state in (*reachable(pig.game), (1, 0, 0, 0, 0), (99, 0, 0, 0, 0)):
        assert compiled.find(state) == pig.find(state)


@pytest.mark.proof
def test_the_published_value_of_pig(tmp_path: Path) -> None:
    """Neller and Presser 2004: the first player wins with probability 0.5305927."""
    table = solve(load("pig"), tmp_path / "two", threads=2)
    value = table.value(table.start)
    assert isinstance(value, Expected)
    assert f"{value.chance(1):.7f}" == "0.5305927"
    assert value.error < 1e-13
    assert verify(table) is None
    solve(table.game, tmp_path / "one", threads=1)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def random_links(seed: int, *, nodes: int, ends: int, is_endless: bool, largest: int) -> tuple[Links, Any]:
    """A random graph and the utilities of its ends, which are the last nodes; players go round only where endless."""
    random = Random(seed)
    offsets, children, chances, sides = [0], [], [], []
    for node in range(nodes):
        if node >= nodes - ends:
            sides.append(OVER + random.randrange(2))
        else:
            sides.append(random.randrange(3))
            onward = [random.randrange(node + 1, min(nodes, node + 6)) for _ in range(random.randint(1, 3))]
            if is_endless or sides[-1] == CHANCE:
                onward += [random.randrange(nodes) for _ in range(random.randint(0, 2))]
            weights = [random.randint(1, 4) for _ in onward]
            children += onward
            chances += [weight / sum(weights) if sides[-1] == CHANCE else 0.0 for weight in weights]
        offsets.append(len(children))
    utilities = np.array([float(random.randint(-largest, largest)) for _ in range(nodes)])
    links = np.array(offsets), np.array(children), np.array(chances), np.array(sides, np.int8)
    return Links(*links), utilities


def swept(links: Links, utilities: Any, start: float) -> list[float]:
    """The means for the first player by plain sweeps from one number on: with several fixed points, the one near it."""
    nodes = range(len(links.sides))
    means = [float(utilities[n]) if links.sides[n] >= OVER else start for n in nodes]
    for _ in range(3_000):
        change = 0.0
        for node in reversed(nodes):
            if links.sides[node] < OVER:
                span = slice(links.offsets[node], links.offsets[node + 1])
                values = [means[child] for child in links.children[span]]
                rolled = sum(c * value for c, value in zip(links.chances[span], values, strict=True))
                mean = (max(values), min(values), rolled)[links.sides[node]]
                change, means[node] = max(change, abs(mean - means[node])), mean
        if change < 1e-15:
            return means
    raise AssertionError("the means still change")


def by_best_play(links: Links, utilities: Any, means: Any) -> list[float]:
    """The probability of a draw if every player takes the first move that is best by these means."""
    offsets, children, sides = [0], list[int](), links.sides.copy()
    chances: list[float] = []
    for node, side in enumerate(links.sides):
        span = slice(links.offsets[node], links.offsets[node + 1])
        onward = links.children[span].tolist()
        if side in (0, 1):
            seen = [means[child] * (1, -1)[side] for child in onward]
            onward = [onward[next(i for i, each in enumerate(seen) if each >= max(seen) - 1e-11)]]
        children += onward
        chances += links.chances[span].tolist() if side == CHANCE else [0.0] * len(onward)
        offsets.append(len(children))
    played = Links(np.array(offsets), np.array(children), np.array(chances), sides)
    return swept(played, (utilities == 0).astype(float), 0.0)


@pytest.mark.parametrize("is_endless", [False, True])
def test_sweeps_of_random_graphs(is_endless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same by one thread and by several, with large cycles too; where play can go on for ever, it is an error."""
    cycles = drawn = 0
    for seed in range(8):
        links, utilities = random_links(seed, nodes=40, ends=6, is_endless=is_endless, largest=1 + 2 * (seed % 2))
        sign = np.where(links.sides % OVER == 1, -1, 1)
        ends = [0.0, *utilities[links.sides >= OVER]]
        below, above = (sign * np.array(swept(links, utilities, start)) for start in (min(ends), max(ends)))
        found = []
        for threads, small, large in ((1, 2048, 1 << 16), (3, 4, 1 << 16), (2, 4, 3)):
            monkeypatch.setattr("zerosum.engines.solve.local.chance_graph.SMALL_LEVEL", small)
            monkeypatch.setattr("zerosum.engines.solve.local.chance_graph.LARGE_CYCLE", large)
            workers = WorkerThreads(threads, None)
            found.append(valued(workers, links, utilities.copy(), None))
            workers.close()
        assert np.array_equal(found[0].values, found[1].values)
        assert found[0].error == found[1].error
        for means in found:
            cycles += means.repeats
            assert np.all(np.abs(means.values - (below + above) / 2) <= means.error + 1e-12), seed
            assert np.all(np.abs(above - below) / 2 <= means.error + 1e-12), seed
            if not is_endless:
                assert means.error < 1e-12
            if means.draws is not None:
                drawn += 1
                assert means.utilities == [-1, 0, 1]
                draws = by_best_play(links, utilities, sign * means.values)
                assert np.all(np.abs(means.draws - draws) <= means.draw_error + 1e-12), seed
    assert cycles > 15
    assert drawn > 5


@pytest.mark.parametrize("back", in_proof(True, False))
def test_random_graphs(tmp_path: Path, back: bool) -> None:
    game = chance_graphs(back=back)
    table = solve(game, tmp_path / "one", threads=1)
    assert table.manifest.method == ("value iteration" if back else "backward induction")
    chance = table.manifest.chance
    assert chance is not None
    assert (chance.results, chance.error < 1e-12) == ([-1, 0, 1], True)
    effort = Effort()
    graph = reach(Run("value_iteration", game, game.start), game.start)
    by_search = means_of(game, graph, effort)
    if not back:
        assert_means(table, {state: by_search.low[state] for state in graph.sides})
    else:
        assert_means(table, means_by_definition(game), slack=1e-13)
        for state, side in graph.sides.items():
            value, found = table.value(state), by_search.value(state, side)
            assert isinstance(value, Expected)
            assert abs(float(value.mean) - float(found.mean)) <= value.error + found.error
    assert verify(table) is None
    solve(game, tmp_path / "several", threads=3)
    assert files(tmp_path / "several") == files(tmp_path / "one")
    means, draws = read_values(table.value_layers[0]), read_draws(table.value_layers[0])
    assert draws is not None
    draws[-1] += 0.1
    for changed in (draws, None):
        table.manifest.layers[0].scores = write_values(tmp_path / "one" / "layer-000.values", means, changed)
        table.manifest.write(tmp_path / "one" / "manifest.json")
        fault = verify(open_table(tmp_path / "one", game))
        assert fault is not None
        assert fault.what == "the probabilities of a draw are not those of best play"


@pytest.mark.parametrize("spec", in_proof("dicenim:10x3", str(EXAMPLES / "ten.py"), "dicenim:30x6"))
def test_games_that_only_move_forward_against_fractions(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    table = solve(game, tmp_path, threads=2)
    assert table.manifest.method == "backward induction"
    graph = reach(Run("value_iteration", game, game.start), game.start)
    means = means_of(game, graph, Effort())
    assert all(isinstance(mean, int | Fraction) for mean in means.low.values())
    assert_means(table, {state: means.low[state] for state in graph.sides})
    for state, side in graph.sides.items():
        found, known = table.value(state), means.value(state, side)
        assert isinstance(found, Expected)
        for result in (1, 0, -1):
            assert abs(found.chance(result) - known.chance(result)) < 1e-12, (state, result)
    assert verify(table) is None


def test_probe_is_as_analyze(cli: Cli, pig: SolvedTable) -> None:
    for position in ("0,0,0:A", "3,4,2:B", "3,5,4:A:roll", "9,3,0:B"):
        probed = cli("probe", str(pig.folder), "-p", position, "--json").json
        analyzed = cli("analyze", "pig:9", "-p", position, "--no-table", "--json").json
        assert set(probed) == set(analyzed)
        for key in ("game", "position", "to_move", "side", "over", "exact", "best", "best_known"):
            assert probed[key] == analyzed[key], (position, key)
        told = {each["move"]: each for each in analyzed["moves"]}
        for found, known in [(probed, analyzed), *((each, told[each["move"]]) for each in probed["moves"])]:
            if analyzed["over"]:
                assert found["value"] == known["value"]
                continue
            assert abs(found["value"]["expected"] - known["value"]["expected"]) < 1e-12
            assert found["value"]["sign"] == known["value"]["sign"]
            assert abs(found["value"]["win"] - known["value"]["win"]) < 1e-12
        assert probed["tier"] == "table"


def test_analysis_and_play_by_the_table(cli: Cli, pig: SolvedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr("zerosum.answers.analysis.chance_values.ChanceValues.analyses", refuse)
    found = cli("analyze", "pig:9", "-p", "3,5,4:A", "--table", str(pig.folder))
    assert "From the solved table." in found.out
    assert "*  roll" in found.out
    assert cli("play", "pig:9", "--first", "computer", "--table", str(pig.folder), stdin="quit\n").code == 0
    assert Analyst(pig.game, table=pig)(pig.game.start).tier == "table"


def test_stats_and_what_solve_says(cli: Cli, pig: SolvedTable) -> None:
    found = cli("stats", str(pig.folder), "--json").json
    assert found["positions"] == found["stored"] == len(reachable(pig.game))
    assert sum(found["outcomes"].values()) == found["positions"]
    means = list(pig.value_layers[0])
    assert found["outcomes"]["win"] == sum(mean > 1e-13 for mean in means)
    assert sum(each["stored"] for each in found["means"]) == found["stored"]
    assert found["means"][9]["stored"] == sum(mean >= found["means"][9]["from"] for mean in means)
    assert (found["longest_win"], found["endless"]) == (None, 0)
    text = cli("stats", str(pig.folder)).out
    assert "values for the side to move, of the first player where chance moves\n" in text
    assert "+0.60 to +0.78" in text
    (answer,) = table_job({"folder": str(pig.folder), "game": "pig:9"}, Mock())
    page = TableView.model_validate(answer)
    assert [{"from": each.low, "to": each.high, "stored": each.stored} for each in page.means] == found["means"]
    assert pig.manifest.chance is not None
    assert page.error == error_text(pig.manifest.chance.error)
    leads: list[float] = []
    for state in pig.states(0):
        values = sorted((each.value.rank for each in probe(pig, state).moves), reverse=True)
        if pig.game.to_move(state) != CHANCE and len(values) > 1 and values[0] - values[1] > 1e-12:
            leads.append(values[0] - values[1])
    leads.sort()
    assert [each.lead for each in page.closest] == leads[:6]
    assert [each.lead for each in page.most_at_stake] == leads[:-7:-1]
    assert page.read == pig.manifest.stored
    said = cli("solve", "pig:9", "--out", str(pig.folder)).out
    assert "one graph, by value iteration, as positions can repeat; no mean is off by more than" in said
    assert said.splitlines()[-1].startswith("A to move: expected +0.4")
    told = cli("solve", "pig:9", "--out", str(pig.folder), "--json").json
    assert (told["method"], told["layers"], told["value"]["kind"]) == ("value iteration", 1, "expected")
    size = cli("solve", "pig:9", "--estimate", "--json").json
    assert (size["stored"], size["exact"]) == (found["stored"], True)


def test_the_page_of_a_table_that_chance_begins(pig: SolvedTable, tmp_path: Path) -> None:
    rolling = next(state for state in pig.states(0) if pig.game.to_move(state) == CHANCE)
    folder = copied(pig, tmp_path / "rolling")
    manifest = open_table(folder).manifest
    manifest.start, manifest.rules = pig.game.position_text(rolling), rules_fingerprint(pig.game, rolling)
    manifest.write(folder / "manifest.json")
    (answer,) = table_job({"folder": str(folder), "game": "pig:9"}, Mock())
    page = TableView.model_validate(answer)
    assert (page.mover, page.view) == ("chance", pig.game.sides[0])
    assert page.value.text == str(pig.value(rolling))


@pytest.mark.parametrize("name", ["longest-win", "only-moves"])
def test_questions_about_wins_are_refused(name: str, cli: Cli, pig: SolvedTable) -> None:
    sentence = f"{name} does not fit a game of chance, whose values are means and not win, draw or loss"
    assert sentence in refused(cli("query", str(pig.folder), "--ask", name))
    with pytest.raises(BadRequest, match=sentence):
        zerosum.query(pig, name)


def test_values_by_layer_are_counted_by_the_mean(pig: SolvedTable, tmp_path: Path) -> None:
    """Over the means of the table alone, as an export compiles the rules."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    means = read_values(pig.value_layers[0])
    zeros, ones = (np.full(len(means), number, np.int32) for number in (0, 1))
    write_table(pa.table({"layer": zeros, "mean": means, "images": ones}), tmp_path / "means.parquet")
    answer = query(tmp_path / "means.parquet", ready_sql("values-by-layer", pig))
    layer = pig.manifest.layers[0]
    assert answer.columns[:5] == ("layer", "positions", "ahead", "even", "behind")
    assert answer.rows[0][:5] == (0, layer.positions, layer.wins, layer.draws, layer.losses)


@pytest.mark.proof
def test_export(cli: Cli, pig: SolvedTable, tmp_path: Path) -> None:
    file = str(tmp_path / "pig.parquet")
    sql = "SELECT position, side, mean, moves, best_moves, images, value, margin FROM positions ORDER BY key"
    rows = cli("query", str(pig.folder), sql, "--export-to", file, "--json").json["rows"]
    assert len(rows) == pig.manifest.stored
    for state, row in zip(pig.states(0), rows, strict=True):
        analysis = probe(pig, state)
        side = pig.game.to_move(state)
        best = None if side == CHANCE else len(analysis.best)
        shown = pig.game.position_text(state), side, pig.value(state).rank, len(analysis.moves), best, 1, None, None
        assert tuple(row.values() if isinstance(row, dict) else row) == shown


def copied(table: SolvedTable, folder: Path) -> Path:
    folder.mkdir()
    for name, content in files(table.folder).items():
        (folder / name).write_bytes(content)
    return folder


def test_verify_names_what_is_wrong(cli: Cli, pig: SolvedTable, tmp_path: Path) -> None:
    folder = copied(pig, tmp_path / "wrong")
    manifest, means = open_table(folder).manifest, read_values(pig.value_layers[0])
    means[100] += 1e-6
    manifest.layers[0].scores = write_values(folder / "layer-000.values", means)
    manifest.write(folder / "manifest.json")
    run = cli("solve", "--verify", str(folder))
    assert run.code == 1
    assert "The table is wrong: " in run.out
    assert "a difference of more than" in run.out
    assert manifest.chance is not None
    right = manifest.chance
    # With a large error, means that are all too high agree with each other: nothing but the bounds refute them.
    sign = [0 if pig.game.is_over(s) else -1 if pig.game.to_move(s) == 1 else 1 for s in pig.states(0)]
    for error, shift, sentence in ((right.error / 2, 0.0, "says an error of"), (0.2, 0.3, "of more than 3e-01")):
        manifest.chance = replace(right, error=error)
        manifest.layers[0].scores = write_values(
            folder / "layer-000.values", read_values(pig.value_layers[0]) + shift * np.array(sign)
        )
        manifest.write(folder / "manifest.json")
        fault = verify(open_table(folder))
        assert fault is not None
        assert sentence in fault.what
    manifest.chance = right
    manifest.chance.mean += 1e-6
    manifest.layers[0].scores = write_values(folder / "layer-000.values", read_values(pig.value_layers[0]))
    manifest.write(folder / "manifest.json")
    fault = verify(open_table(folder))
    assert fault is not None
    assert fault.what == "manifest.json has another value than the files"
    keys = read_keys(pig.key_layers[0])
    manifest.layers[0].stored, manifest.layers[0].keys = write_keys(folder / "layer-000.keys", [keys[1:]])
    manifest.layers[0].scores = write_values(folder / "layer-000.values", read_values(pig.value_layers[0])[1:])
    manifest.write(folder / "manifest.json")
    fault = verify(open_table(folder))
    assert fault is not None
    assert "is missing" in fault.what


def test_a_damaged_table_is_refused(pig: SolvedTable, tmp_path: Path) -> None:
    folder = copied(pig, tmp_path / "damaged")
    content = (folder / "layer-000.values").read_bytes()
    (folder / "layer-000.values").write_bytes(content[:70] + bytes([content[70] ^ 1]) + content[71:])
    with pytest.raises(DamagedTable, match=r"layer-000\.values is damaged"):
        open_table(folder)
    manifest = pig.manifest
    short = write_values(folder / "layer-000.values", np.zeros(3))
    broken = replace(manifest, layers=[replace(manifest.layers[0], scores=short)])
    broken.write(folder / "manifest.json")
    with pytest.raises(DamagedTable, match="has 3 positions, but the manifest says"):
        open_table(folder)


def test_what_a_table_of_means_does_not_tell(pig: SolvedTable) -> None:
    for ask in (pig.score, lambda _: pig.scores([]), lambda _: pig.scores_of_keys([]), lambda _: list(pig)):
        with pytest.raises(BadRequest, match="a table of a game of chance, which has means and no scores"):
            ask(pig.start)
    with pytest.raises(BadPosition, match="it cannot be reached"):
        pig.value((1, 0, 0, 0, 0))


@pytest.mark.parametrize("file", ["layer-000.keys", "layer-000.values"])
def test_a_solve_that_was_killed_begins_again(
    pig: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    def kill(path: Path, parts: Iterator[bytes]) -> int:
        if path.name == file:
            raise Killed
        return write_checked(path, parts)

    with monkeypatch.context() as patch:
        patch.setattr("zerosum.engines.solve.format.layer_arrays.write_checked", kill)
        with pytest.raises(Killed):
            solve(pig.game, tmp_path)
    solve(pig.game, tmp_path)
    assert files(tmp_path) == files(pig.folder)


def test_ctrl_c_in_every_step(pig: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever `progress` raises ends a solve at once; the next one gives the same bytes."""
    monkeypatch.setattr("zerosum.engines.solve.local.worker_threads.POLL_SECONDS", 0)
    said: list[Any] = []

    def stop(so_far: Any) -> None:
        said.append(so_far)
        if len(said) in (1, 3, 7):
            raise Killed

    for _ in range(4):
        try:
            solve(pig.game, tmp_path, progress=stop)
        except Killed:
            assert "manifest.json" not in files(tmp_path)
    assert files(tmp_path) == files(pig.folder)


def test_what_is_refused(cli: Cli, pig: SolvedTable, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="do not fit into 0 MB; allow more memory"):
        solve(pig.game, tmp_path / "large", memory=0)
    with pytest.raises(BadRequest, match=r"Pig to 9 is a game of chance, which is solved on this machine only"):
        solve(pig.game, tmp_path / "elsewhere", on=Mock())
    assert "by other rules than those of pig:8" in refused(cli("analyze", "pig:8", "--table", str(pig.folder)))


@pytest.mark.proof
@pytest.mark.parametrize("name", ["odds", "utility"])
def test_wrong_rules(tmp_path: Path, name: str) -> None:
    """In a state that no random game meets, so that nothing but the solve finds it."""
    game = chance_graphs()
    met = {state for path in sample(game, [game.start]) for state in path}
    rare = [state for state in reachable(game) if state not in met]
    if name == "odds":
        number, node = next(state for state in rare if not game.is_over(state) and game.to_move(state) == CHANCE)
        odds: Any = game.rules.odds
        wrong = lambda state, move: 0 if state[0] == number and state[1] == node else odds(state, move)  # noqa: E731
        rules = replace(game.rules, odds=wrong)
        sentence = "odds gives a number for some outcome that is not a whole number from 1"
    else:
        number, node = next(state for state in rare if game.is_over(state))
        rules = replace(game.rules, utility=lambda state: 2 if state[0] == number and state[1] == node else 0)
        sentence = "utility gives something else than 1, 0 or -1"
    with pytest.raises(BadRules, match=sentence):
        solve(replace(game, rules=rules), tmp_path)


@pytest.mark.parametrize(("means", "stored"), [([0.5] * 3, [3]), ([0.0, 0.0, 1.0], [2, 0, 0, 0, 0, 0, 0, 0, 0, 1])])
def test_means_that_are_all_the_same_are_one_bin(means: list[float], stored: list[int]) -> None:
    layer = Mock(count=3, file=Mock(view=lambda start, size: array("d", means).tobytes()))
    assert [each["stored"] for each in spread_of_means(Mock(value_layers=[layer])) or ()] == stored
