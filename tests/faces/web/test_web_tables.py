"""Solved tables over HTTP: which there are, what one holds, and analysis by one that the server was started with."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.brute import bits, truth
from tests.engines.solve.test_table_data import expected_row
from tests.web import Client, client_of, settings
from zerosum.answers.analysis.hard_positions import _choice, hard_positions
from zerosum.core.games import load
from zerosum.core.value import Expected
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables.table import SolvedTable, open_table
from zerosum.faces.web.jobs.table_charts import table_charts
from zerosum.faces.web.jobs.tables import table as table_job
from zerosum.faces.web.table_models import TableView


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's folder, with a table, a damaged one and one of a game in a file."""
    tables = tmp_path_factory.mktemp("tables")
    solve(load("tictactoe"), tables / "noughts")
    (tables / "broken").mkdir()
    (tables / "broken" / "manifest.json").write_text("nonsense")
    return tables


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Client]:
    """A server that was started with a table."""
    with client_of(settings(tables=(str(folder / "noughts"),), workers=1)) as client:
        yield client


def test_which_tables_there_are(lab: Client, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder))
    found = lab.get("/api/tables").json()
    assert found["folder"] == str(folder)
    given, broken = found["tables"]
    assert given == {
        "name": "noughts",
        "folder": str(folder / "noughts"),
        "game": "tictactoe",
        "title": "Tic-Tac-Toe",
        "start": "---/---/---",
        "positions": 5478,
        "problem": None,
    }
    assert broken["name"] == "broken"
    assert "manifest.json is damaged" in broken["problem"]
    other = folder / "elsewhere" / "noughts"
    other.mkdir(parents=True)
    (other / "manifest.json").write_text("nonsense")
    monkeypatch.setenv("ZEROSUM_TABLES", str(other.parent))
    assert [each["name"] for each in lab.get("/api/tables").json()["tables"]] == ["noughts", "noughts-2"]
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder / "nowhere"))
    assert [each["name"] for each in lab.get("/api/tables").json()["tables"]] == ["noughts"]


def test_what_a_table_holds(lab: Client, folder: Path) -> None:
    found = lab.get("/api/table", params={"name": "noughts"}).json()
    assert (found["positions"], found["stored"], found["read"]) == (5478, 765, 765)
    assert found["outcomes"] == {"win": 2836, "draw": 1068, "loss": 1574}
    assert [layer["positions"] for layer in found["layers"]][:5] == [1, 9, 72, 252, 756]
    assert found["view"] == found["mover"]
    assert (found["title"], found["mover"], found["method"], found["symmetry"]) == ("Tic-Tac-Toe", "X", "layers", True)
    assert (found["chance"], found["error"], found["means"]) == (False, None, [])
    assert found["longest"]["text"] == "win in 5"
    assert [each["value"]["text"] for each in found["longest_wins"]] == ["win in 5"] * 6
    assert found["only_draws"][0] == {
        "position": "X--/---/---",
        "mover": "O",
        "layer": 1,
        "value": found["value"],
        "moves": 8,
        "optimal_moves": 1,
        "lead": None,
    }
    assert set(found["charts"]) == {"layers", "shares"}
    for name, tick in (("layers", ">1,000<"), ("shares", ">100%<")):
        for picture in found["charts"][name]:
            assert "<title>win, layer 4: 584 of 756</title>" in picture["svg"]
            assert tick in picture["svg"]
    assert lab.get("/api/table", params={"name": "noughts"}).json() == found


def test_charts_of_tables_without_layers_and_with_means() -> None:
    means = [{"low": low / 2, "high": (low + 1) / 2, "stored": 3} for low in (-2, -1, 0, 1)]
    found = table_charts([{}], {"win": 9, "draw": 0, "loss": 4}, means, chance=True, symmetry=True)
    assert set(found) == {"values", "means"}
    values, bins = (found[name][0]["svg"] for name in ("values", "means"))
    assert re.findall("<title>(.*?)</title>", values) == ["ahead: 9", "even: 0", "behind: 4"]
    assert re.findall('class="zc-(.)"><g><title>(.*?)</title>', bins) == [
        ("1", "−1.00 to −0.50: 3"),
        ("1", "−0.50 to +0.00: 3"),
        ("0", "+0.00 to +0.50: 3"),
        ("0", "+0.50 to +1.00: 3"),
    ]
    assert ">stored positions<" in bins


@pytest.mark.parametrize("name", ["nowhere", "", "../noughts", "broken"])
def test_tables_that_are_refused(name: str, lab: Client, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder))
    answer = lab.get("/api/table", params={"name": name})
    assert answer.status_code == 400
    what = "manifest.json is damaged" if name == "broken" else f"there is no solved table {name!r} here"
    assert what in answer.json()["detail"]


def test_a_file_that_a_table_names_is_not_run(lab: Client, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a game runs its file: a table that names one is refused, unless the server was started with the file."""
    table = open_table(folder / "noughts")
    table.manifest.game = "mine.py"
    (folder / "other" / "mine").mkdir(parents=True)
    table.manifest.write(folder / "other" / "mine" / "manifest.json")
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder / "other"))
    answer = lab.get("/api/table", params={"name": "mine"})
    assert answer.status_code == 400
    sentence = "'mine.py' is a file that this server was not started with; run zerosum web mine.py"
    assert sentence in answer.json()["detail"]
    (listed,) = (each for each in lab.get("/api/tables").json()["tables"] if each["name"] == "mine")
    assert (listed["problem"], listed["positions"]) == (sentence, 5478)


@pytest.mark.parametrize(("spec", "problem"), [("g/mine.py", False), ("mine.py", False), ("g/notmine.py", True)])
def test_the_game_of_a_table_is_a_file_that_was_given(
    spec: str, problem: bool, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = open_table(folder / "noughts").manifest
    manifest.game = "mine.py"
    (tmp_path / "mine").mkdir()
    manifest.write(tmp_path / "mine" / "manifest.json")
    monkeypatch.setenv("ZEROSUM_TABLES", str(tmp_path))
    with client_of(settings(files=(spec,), workers=1)) as client:
        (listed,) = client.get("/api/tables").json()["tables"]
    assert (listed["problem"] is not None) == problem
    assert listed["game"] == ("mine.py" if problem else spec)


def test_analysis_by_the_table_that_was_given(lab: Client) -> None:
    found = lab.get("/api/analysis", params={"game": "tictactoe", "moves": "4 1"}).json()
    assert (found["tier"], found["value"]["text"]) == ("table", "win in 5")
    assert lab.get("/api/analysis", params={"game": "nim:2,2"}).json()["tier"] != "table"


def test_hard_positions_are_the_hardest(folder: Path) -> None:
    table: SolvedTable = open_table(folder / "noughts")
    game, known = table.game, truth("tictactoe")
    rows = [expected_row(game, known, state) | {"layer": table.layer_of(state)} for state, _ in table]
    hard = hard_positions(table)
    assert {each.layer for each in hard.longest} == {2}
    only = {row["position"] for row in rows if row["optimal_moves"] == 1 < row["moves"]}
    shown = [*hard.only_wins, *hard.only_draws]
    assert len(shown) == 12
    for each in shown:
        assert game.position_text(each.state) in only
        assert each.moves == len(bits(game.rules.moves(each.state)))
    assert not {each.state for each in hard.longest} & {each.state for each in hard.only_wins}
    most = max(row["moves"] for row in rows if row["position"] in only and row["value"] == "draw")
    assert hard.only_draws[0].moves == most == 8
    # Less than a block for each layer: one block of each is read, and what is found there is as true.
    sample = hard_positions(table, most_read=100)
    assert sample.read == sum(min(128, layer.stored) for layer in table.manifest.layers) < 765
    assert sample.longest == hard.longest


@pytest.mark.parametrize(("lead", "is_clear"), [(0.025, True), (0.015, False)])
def test_a_choice_of_chance_is_clear_by_more_than_both_means_may_be_wrong(lead: float, is_clear: bool) -> None:
    game = load("pig:10")
    state = game.read_position("0,0,2:A")
    held, rolled = (game.play(state, move) for move in game.read_moves("hold", state) + game.read_moves("roll", state))
    means = {state: 0.5, rolled: 0.5, held: lead - 0.5}  # of those who are to move, or of the first side
    table = Mock(game=game, value=lambda asked: Expected(means[asked], error=0.01))
    assert [each.lead for each in _choice(table, state)] == [pytest.approx(lead)] * is_clear


@pytest.mark.parametrize(("position", "mover"), [("XX-/OO-/---", "X"), ("XX-/OO-/X--", "O")])
def test_values_are_shown_for_who_is_to_move_where_the_table_begins(position: str, mover: str, tmp_path: Path) -> None:
    game = load("tictactoe")
    solve(game, tmp_path, starts=[game.read_position(position)])
    (found,) = table_job({"folder": str(tmp_path), "game": "tictactoe"}, Mock())
    page = TableView.model_validate(found)
    assert (page.mover, page.view) == (mover, mover)


def test_a_table_that_was_solved_anew_is_looked_at_anew(tmp_path: Path) -> None:
    game, folder, counted = load("tictactoe"), tmp_path / "again", []
    with client_of(settings(tables=(str(folder),), workers=1)) as client:
        for position in ("XX-/OO-/---", "XX-/OO-/X--"):
            shutil.rmtree(folder, ignore_errors=True)
            solve(game, folder, starts=[game.read_position(position)])
            counted.append(client.get("/api/table", {"name": "again"}).json()["positions"])
    assert counted[0] > counted[1]
