"""Pig is solved once, before the first move of its perfect player, and the table is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.play.kept_table import kept_table
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.games import load
from zerosum.core.value import Expected
from zerosum.engines.solve.format.manifest import MANIFEST


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZEROSUM_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


@pytest.mark.parametrize("name", ["perfect", "level:8", "level:3"])
def test_players_by_values_solve_it(tables: Path, name: str) -> None:
    game = load("pig:12")
    player = ComputerPlayer(name, game)
    assert (tables / "pig-12.table" / MANIFEST).exists()
    player(game.read_position("3,4,6:A"))
    assert player.last is not None
    assert player.last.exact
    assert isinstance(player.last.value, Expected)


def test_the_table_is_kept(tables: Path) -> None:
    first, again = kept_table(load("pig:8")), kept_table(load("pig:8"))
    assert first is not None
    assert again is not None
    assert first.folder == again.folder
    assert len(list(tables.iterdir())) == 1


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("tictactoe", {}),  # searched to the end in no time
        ("pig:8", {"tier": "reference"}),  # plain Python was asked for
        ("pig:8", {"table": False}),
    ],
)
def test_where_nothing_is_solved(tables: Path, spec: str, settings: dict[str, object]) -> None:
    game = load(spec)
    analyst = Analyst(game, **settings)  # type: ignore[arg-type]
    ComputerPlayer("perfect", game, analyst=analyst)
    ComputerPlayer("random", game)
    assert analyst.table is None
    assert not tables.exists()


def test_a_folder_that_cannot_be_written_leaves_estimates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ZEROSUM_TABLES", str(tmp_path / "file"))
    assert kept_table(load("pig:8")) is None


def test_without_numba_there_is_none(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.answers.play.kept_table.has_numba", lambda: False)
    assert kept_table(load("pig:8")) is None
    assert not tables.exists()
