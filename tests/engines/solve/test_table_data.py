"""Solved tables as data: every column of an export against the rules in plain Python, and what can be asked of it."""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import zerosum
from tests.brute import bits, cyclic_truth, reachable, truth
from tests.conftest import Cli, refused
from tests.engines.solve.test_solve import score_of
from tests.thinned import in_proof
from zerosum.answers.analysis.table_lookup import probe
from zerosum.answers.lab.table_errors import _gives_away, player_errors
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import State
from zerosum.core.value import Expected, Margin, Outcome
from zerosum.engines.native.solver.scores import ENDLESS_DRAW
from zerosum.engines.solve.data import querying
from zerosum.engines.solve.data.exporting import export
from zerosum.engines.solve.data.querying import query
from zerosum.engines.solve.data.questions import QUESTIONS
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables.stats import _longest, longest_win
from zerosum.engines.solve.tables.table import SolvedTable, open_table


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def exported(spec: str, tables: Path) -> tuple[SolvedTable, Path]:
    """A table and its Parquet file, made once for all tests."""
    table = solve(load(spec), tables / spec.replace(":", "-"))
    return table, export(table).file


@pytest.fixture
def tictactoe(tables: Path) -> SolvedTable:
    return exported("tictactoe", tables)[0]


def expected_row(game: Game, known: dict[State, tuple[int, int]], state: State) -> dict[str, Any]:
    """What an export should say of a state, except for its key, layer and images."""

    def score(of: State) -> int:
        return score_of(game, *known[of], of)

    side, mine = game.to_move(state), score(state)
    moves = [] if game.is_over(state) else [game.rules.play(state, move) for move in bits(game.rules.moves(state))]
    best = optimal = 0
    for child in moves:
        utility, plies = known[child]
        kept = score_of(game, utility, 0 if game.margin or utility == 0 else plies + 1, state)
        best += kept == mine
        optimal += kept == mine if game.margin else (kept > 0) - (kept < 0) == (mine > 0) - (mine < 0)
    has_distance = not game.margin and (mine != 0 or not moves)
    return {
        "position": game.position_text(state),
        "side": side,
        "value": "win" if mine > 0 else "loss" if mine < 0 else "draw",
        "distance": known[state][1] if has_distance else None,
        "margin": mine if game.margin else None,
        "mean": None,
        "moves": len(moves),
        "optimal_moves": optimal,
        "best_moves": best,
    }


@pytest.mark.parametrize(
    "spec", ["tictactoe", "dodgem:3", *in_proof("connect4:4x4", "nim:1,2,3", "kalah:3x2", "dots:2x2", "ponghauki")]
)
def test_every_row_is_what_the_rules_say(spec: str, tables: Path) -> None:
    table, file = exported(spec, tables)
    game, canonical = table.game, table.game.rules.canonical
    known = cyclic_truth(spec) if table.manifest.method == "graph with cycles" else truth(spec)
    images: dict[State, int] = {}
    for state in reachable(game):
        stored = canonical(state) if canonical is not None and table.manifest.symmetry else state
        images[stored] = images.get(stored, 0) + 1
    answer = query(file, "SELECT * FROM positions")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert len(rows) == len(images) == table.manifest.stored
    assert sum(row["images"] for row in rows) == len(reachable(game))
    assert [(row["layer"], row["key"]) for row in rows] == sorted((row["layer"], row["key"]) for row in rows)
    for row in rows:
        state = table.unpack(row.pop("key"))
        assert row.pop("layer") == table.layer_of(state)
        assert row.pop("images") == images[state]
        assert row.pop("endless") == (table.score(state) == ENDLESS_DRAW)
        assert row == expected_row(game, known, state)


@pytest.mark.proof
def test_rows_before_an_empty_layer(tmp_path: Path) -> None:
    game = load("tictactoe")
    starts = [game.read_position(text) for text in ("XXX/OO-/---", "XOX/XOO/-X-")]
    table = solve(game, tmp_path / "table", starts=starts)
    assert [layer.stored for layer in table.manifest.layers] == [1, 0, 1, 2, 2]
    answer = query(export(table).file, "SELECT * EXCLUDE (key, layer, images, endless) FROM positions")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    states = [state for state, _ in table]
    assert rows == [expected_row(game, truth("tictactoe"), state) for state in states]


@pytest.mark.parametrize("spec", in_proof("pig:10", "dicenim:10x3"))
def test_where_a_player_errs_in_a_game_of_chance(spec: str, tables: Path) -> None:
    table, file = exported(spec, tables)
    choices = [probe(table, state) for state in reachable(table.game) if not table.game.is_over(state)]
    errors = player_errors(table, file, "random", sample=None)
    assert errors.possible == sum(0 < len(each.best) < len(each.moves) for each in choices)
    assert 0 < len(errors.answer.rows) < errors.possible
    assert player_errors(table, file, "perfect", sample=None).answer.rows == ()


def test_counts_of_tictactoe(tictactoe: SolvedTable) -> None:
    """5,478 positions, 16,167 moves from them (the links of the graph), 958 finished ones."""
    game = tictactoe.game
    states = reachable(game)
    moves = sum(0 if game.is_over(state) else len(bits(game.rules.moves(state))) for state in states)
    sql = "SELECT count(*), sum(images), sum(images * moves), sum(images) FILTER (moves = 0) FROM positions"
    assert list(zerosum.query(tictactoe, sql)) == [(765, len(states), moves, sum(map(game.is_over, states)))]
    assert (len(states), moves, sum(map(game.is_over, states))) == (5478, 16167, 958)


@pytest.mark.parametrize("spec", ["tictactoe", "dodgem:3"])
def test_the_same_bytes_with_little_memory(spec: str, tables: Path, tmp_path: Path) -> None:
    """A block of successors at a time, one thread."""
    table, file = exported(spec, tables)
    seen: list[tuple[int, int | None]] = []
    again = export(
        table, tmp_path / "again", memory=0, threads=1, progress=lambda each: seen.append((each.done, each.total))
    )
    assert (again.rows, again.was_there) == (table.manifest.stored, False)
    assert again.file.read_bytes() == file.read_bytes()
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (table.manifest.stored, table.manifest.stored)


class Stop(Exception):
    """What a progress callback raises to stop."""


def test_a_stopped_export_leaves_nothing(tictactoe: SolvedTable, tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done > 100:
            raise Stop

    with pytest.raises(Stop):
        export(tictactoe, tmp_path / "stopped.parquet", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_export_leaves_is_deleted(tictactoe: SolvedTable, tmp_path: Path) -> None:
    """But not what another program is writing, which holds a lock on it."""
    (tmp_path / ".zerosum-1f03ab9c.parquet").touch()
    with (tmp_path / ".zerosum-00000000.parquet").open("wb") as alive:
        flock(alive, LOCK_EX)
        export(tictactoe, tmp_path / "new.parquet")
    assert {file.name for file in tmp_path.iterdir()} == {".zerosum-00000000.parquet", "new.parquet"}


@pytest.mark.parametrize("spec", ["tictactoe", "dodgem:3"])
def test_the_longest_win_of_a_large_layer(spec: str, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code finds the same position as plain Python, in parts too."""
    table, _ = exported(spec, tables)
    found = longest_win(table)
    assert found is not None
    monkeypatch.setattr("zerosum.engines.solve.tables.stats.PLAIN_POSITIONS", 0)
    monkeypatch.setattr("zerosum.engines.solve.tables.stats.DECODED_POSITIONS", 8)
    assert longest_win(table) == found


@pytest.mark.parametrize(("margin", "found"), [(False, (3, 1)), (True, (7, 1))])
def test_of_equally_long_wins_the_first_layer_counts(margin: bool, found: tuple[int, int]) -> None:
    table = Mock(layers=[(None, Mock(scores=scores)) for scores in ([0, -4], [3, 7, -2], [7, 3], [5])])
    table.manifest.margin = margin
    assert _longest(table) == found


def test_a_full_disk(tictactoe: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("zerosum.core.files.os.fsync", full)
    with pytest.raises(BadRequest, match=r"full\.parquet' cannot be written: No space left on device"):
        export(tictactoe, tmp_path / "full.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [None, b"", "dodgem:3"])
def test_an_export_of_another_table_is_replaced(
    tictactoe: SolvedTable, tables: Path, tmp_path: Path, content: bytes | str | None
) -> None:
    file = tmp_path / "positions.parquet"
    if content is not None:
        file.write_bytes(exported(content, tables)[1].read_bytes() if isinstance(content, str) else content)
    assert not export(tictactoe, file).was_there
    assert export(tictactoe, file).was_there
    assert query(file, "SELECT count(*) FROM positions").rows == ((765,),)


def test_a_damaged_export_is_written_again(tictactoe: SolvedTable, cli: Cli, tmp_path: Path) -> None:
    """One bit is wrong: in the data, the checksum, the footer, its length, or the bytes that end every Parquet file."""
    folder = Path(shutil.copytree(tictactoe.folder, tmp_path / "table"))
    table, file = open_table(folder), folder / "positions.parquet"
    whole = export(table).file.read_bytes()
    ask = ("query", str(folder), "SELECT count(*) AS n FROM positions")
    words = ("solve", "--out", str(folder), "--export", "parquet", "--export-to", str(file))
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    for place in (*range(0, len(whole), 2999), footer - 3, footer, footer + 9, -8, -5, -2):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)
        again = export(table)
        assert (again.was_there, again.was_damaged) == (False, True)
        assert file.read_bytes() == whole
    file.write_bytes(whole[:-100])
    run = cli(*ask)
    assert (run.out, run.err[: len(str(file))]) == ("  n\n765\n", str(file))
    assert "was damaged; exported 765 positions to it again (" in run.err
    file.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    assert cli(*words).out.splitlines()[-1].startswith("765 rows exported again, as the file was damaged: ")
    assert cli(*ask).err == ""


PRECIOUS = {
    "text": b"precious",
    "Parquet of others": None,
    "damaged Parquet": b"PAR1 and nonsense PAR1",
    "zeros": bytes(5000),
}


@pytest.mark.parametrize("content", PRECIOUS.values(), ids=PRECIOUS)
@pytest.mark.parametrize("name", ["precious.txt", "positions.parquet", "link.parquet"])
def test_an_export_replaces_no_other_file(
    name: str, content: bytes | None, tictactoe: SolvedTable, cli: Cli, tmp_path: Path
) -> None:
    from pyarrow import table as arrow_table
    from pyarrow.parquet import write_table

    file = tmp_path / "linked" if name.startswith("link") else tmp_path / name
    if content is None:
        write_table(arrow_table({"mine": [1, 2]}), file)
    else:
        file.write_bytes(content)
    if name.startswith("link"):
        (tmp_path / name).symlink_to(file)
    whole, folder = file.read_bytes(), str(tictactoe.folder)
    for words in (
        ("query", folder, "SELECT 1"),
        ("solve", "--out", folder, "--export", "parquet"),
        ("solve", "tictactoe", "--out", str(tmp_path / "new"), "--export", "parquet"),
    ):
        assert "is there already, and it is no export of a table" in refused(
            cli(*words, "--export-to", str(tmp_path / name))
        )
    assert file.read_bytes() == whole
    assert not (tmp_path / "new").exists()


def test_a_link_in_a_table_is_replaced_and_not_followed(tictactoe: SolvedTable, tmp_path: Path) -> None:
    """Somebody else's table may hold a link to a file of mine, or to one that is not there yet."""
    other = export(tictactoe, tmp_path / "mine.parquet").file
    mine = other.read_bytes()
    assert solve(load("nim:2,2"), tmp_path / "table").folder
    for target in (other, tmp_path / "new"):
        place = tmp_path / "table" / "positions.parquet"
        place.unlink(missing_ok=True)
        place.symlink_to(target)
        assert zerosum.query(tmp_path / "table", "SELECT count(*) > 0 FROM positions")[0] == (True,)
        assert not place.is_symlink()
    assert other.read_bytes() == mine
    assert not (tmp_path / "new").exists()


def test_an_export_replaces_no_device(tictactoe: SolvedTable, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/full")
    for name in ("pipe", "link", "."):
        with pytest.raises(BadRequest, match="is there already, and it is no export of a table"):
            export(tictactoe, tmp_path / name)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


READ = (
    "FROM positions",
    "SELECT count(*) FROM positions",
    "DESCRIBE positions",
    "SUMMARIZE positions",
    "SHOW TABLES",
    "VALUES (1)",
    "TABLE positions",
    "WITH few AS (SELECT * FROM positions LIMIT 3) SELECT max(key) FROM few",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT count(*) FROM positions",
    "explain  analyze\nselect 1",
    "SELECT 'Ann''s; COPY x TO y'",
)

WRITES = (
    "COPY positions TO 'F'",
    "COPY (SELECT 1) TO 'F' (FORMAT parquet)",
    "COPY positions TO 'P'",
    "COPY positions TO '/dev/stdout'",
    "COPY positions FROM 'P'",
    "CREATE TABLE t AS SELECT 1",
    "CREATE TEMP TABLE t AS SELECT 1",
    "CREATE OR REPLACE VIEW positions AS SELECT 1",
    "CREATE SCHEMA s",
    "CREATE SEQUENCE s",
    "CREATE MACRO m() AS 1",
    "CREATE TYPE mood AS ENUM ('a')",
    "CREATE SECRET (TYPE http)",
    "DROP VIEW positions",
    "ALTER VIEW positions RENAME TO other",
    "INSERT INTO positions VALUES (1)",
    "UPDATE positions SET key = 0",
    "DELETE FROM positions",
    "ATTACH 'F' AS other",
    "DETACH memory",
    "EXPORT DATABASE 'F'",
    "IMPORT DATABASE 'F'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "PRAGMA enable_profiling",
    "CALL enable_logging('QueryLog', storage = 'file', storage_config = {'path': 'F'})",
    "CHECKPOINT",
    "VACUUM",
    "ANALYZE",
    "BEGIN",
    "COMMIT",
    "USE memory",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "EXPLAIN ANALYZE COPY positions TO 'F'",
)

READS_OTHERS = (
    "SELECT * FROM 'O'",
    "SELECT * FROM read_text('O')",
    "SELECT * FROM read_blob('O')",
    "SELECT * FROM read_csv('O')",
    "SELECT * FROM read_json('O')",
    "SELECT * FROM read_parquet('*.parquet')",
    "SELECT * FROM glob('*')",
    "SELECT * FROM sniff_csv('O')",
    "SELECT * FROM parquet_metadata('O')",
    "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    "SELECT * FROM query('DROP VIEW positions')",
    "SELECT * FROM query_table('O')",
    "SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_config = {'path': 'F'})",
    "WITH t AS (INSERT INTO positions VALUES (1) RETURNING *) SELECT * FROM t",
    "SELECT getenv('HOME')",
    "SELECT * FROM sqlite_scan('O', 't')",
    "SELECT 1; COPY positions TO 'F'",
    "SELECT 1 FROM",
    "EXPLAIN",
    "EXPLAIN ANALYZE",
    "EXPLAIN (ANALYZE) SELECT 1",
)

REFUSED = [f"{prefix}{each}" for prefix in ("", "EXPLAIN ANALYZE ") for each in WRITES] + [
    f"{prefix}{each}" for prefix in ("", "EXPLAIN ANALYZE ") for each in READS_OTHERS
]


def test_a_query_reads_one_file_and_writes_none(
    tictactoe: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 128 statements, 12 are answered; the temporary folder has an apostrophe in its name, and is empty again."""
    temporary = tmp_path / "Ann's"
    temporary.mkdir()
    (tmp_path / "other.csv").write_text("a\n1\n")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.chdir(tmp_path)
    file = Path(shutil.copy(export(tictactoe).file, tmp_path / "positions.parquet"))
    before = {each: each.read_bytes() if each.is_file() else None for each in tmp_path.rglob("*")}
    places = {"'F'": f"'{tmp_path}/written'", "'P'": f"'{file}'", "'O'": f"'{tmp_path}/other.csv'"}
    assert len(READ) + len(REFUSED) == 128
    for sql in READ:
        assert query(file, sql).rows
    for sql in REFUSED:
        asked = sql
        for name, place in places.items():
            asked = asked.replace(name, place)
        with pytest.raises(BadRequest):
            query(file, asked)
    assert {each: each.read_bytes() if each.is_file() else None for each in tmp_path.rglob("*")} == before


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT repeat('x', 100000000)",
        "SELECT repeat('x', 1000) FROM range(100000)",
        "SELECT range FROM range(1000000000000)",
        "SELECT list(position) FROM positions, range(10000)",
    ],
)
def test_a_result_of_100_megabytes_ends_in_a_sentence(sql: str, tictactoe: SolvedTable) -> None:
    with pytest.raises(BadRequest, match="the result is longer than 64 MB; add a LIMIT to the query, or read the"):
        query(export(tictactoe).file, sql)


def test_long_rows_are_fetched_one_by_one() -> None:
    """A batch of 256 rows of 4 MB would take 1 GB before it is measured."""
    asked: list[int] = []

    class Rows:
        def fetchmany(self, count: int) -> list[tuple[str]]:
            asked.append(count)
            return [("x" * (4 << 20),)] * count

    with pytest.raises(BadRequest, match="the result is longer than 64 MB"):
        list(querying._fetched(Rows(), None))
    assert asked == [1] * 16


def test_a_result_is_escaped(tictactoe: SolvedTable, cli: Cli) -> None:
    folder = str(tictactoe.folder)
    sql = "SELECT chr(27) || '[31m' AS \"a\x07\", ['\u202e'] AS b"
    assert cli("query", folder, sql).out == "a\\x07     b\n\\x1b[31m  ['\\u202e']\n"
    assert cli("query", folder, sql, "--csv").out == "a\\x07,b\n\\x1b[31m,['\\u202e']\n"
    assert cli("query", folder, "SELECT '\udcff'").err == (
        "zerosum: the query cannot be answered: it has bytes that are not UTF-8\n"
    )


LONGEST_WIN = 5
"""Plies, of Tic-Tac-Toe: 2 stones are on the board, and 5 more decide."""


def test_ready_questions(tictactoe: SolvedTable, cli: Cli) -> None:
    game = tictactoe.game
    known = truth("tictactoe")
    rows = {state: expected_row(game, known, state) for state, _ in tictactoe}
    wins = [row for row in rows.values() if row["value"] == "win"]
    assert max(row["distance"] for row in wins) == LONGEST_WIN
    longest = {row["position"] for row in wins if row["distance"] == LONGEST_WIN}
    assert {row["position"] for row in zerosum.query(tictactoe, "longest-win").rows()} == longest
    saving = {
        row["position"]
        for row in rows.values()
        if row["value"] != "loss" and row["moves"] > 1 and row["optimal_moves"] == 1
    }
    only = zerosum.query(tictactoe, "only-moves").rows()
    assert {row["position"] for row in only} == saving
    distances = [row["distance"] or 0 for row in only]
    assert distances == sorted(distances, reverse=True)
    layers = zerosum.query(tictactoe, "values-by-layer").rows()
    found = [(row["positions"], row["win"], row["draw"], row["loss"]) for row in layers]
    stored = tictactoe.manifest.layers
    assert found == [(layer.positions, layer.wins, layer.draws, layer.losses) for layer in stored]
    assert all(abs(row["win %"] + row["draw %"] + row["loss %"] - 100) < 0.2 for row in layers)
    assert "margin" not in cli("query", str(tictactoe.folder), "--ask", "longest-win").out.splitlines()[0]


@pytest.mark.parametrize("player", ["random", *in_proof("level:1", "perfect", "depth:2")])
def test_where_a_player_errs(player: str, tictactoe: SolvedTable) -> None:
    """Each of its moves is worth less than the position by exhaustive search; perfect play is never worth less."""
    game, known = tictactoe.game, truth("tictactoe")
    errors = player_errors(tictactoe, export(tictactoe).file, player, sample=None)
    rows = [expected_row(game, known, state) for state, _ in tictactoe]
    assert errors.asked == errors.possible == sum(row["optimal_moves"] < row["moves"] for row in rows) == 431
    assert bool(errors.answer.rows) == (player != "perfect")
    for position, _, side, value, move, becomes, _, _ in errors.answer.rows:
        state = game.read_position(position)
        after = game.rules.play(state, game.read_move(state, move))
        sign = 1 if side == 0 else -1
        words = {1: "win", 0: "draw", -1: "loss"}
        assert value.split()[0] == words[sign * known[state][0]]
        assert becomes.split()[0] == words[sign * known[after][0]]
        assert known[state][0] != known[after][0]


def test_a_sample_comes_from_a_seed(tictactoe: SolvedTable, cli: Cli) -> None:
    words = ("query", str(tictactoe.folder), "--ask", "errors", "--player", "random", "--sample", "40")
    one, same, other = (cli(*words, "--json", "--seed", seed).json for seed in ("1", "1", "2"))
    assert one == same
    assert one["rows"] != other["rows"]
    assert (one["asked"], one["possible"], one["errors"], one["more"]) == (40, 431, len(one["rows"]), False)
    shown = cli(*words, "--limit", "1").out.splitlines()
    assert "of 40 positions" in shown[0]
    assert shown[1] == "A sample by seed 0 of 431 stored positions in which a move can."
    assert shown[-1] == "The first 1 rows; --limit N shows more, --limit 0 all."
    assert cli(*words[:-2], "--limit", "1").out.splitlines()[1] == "All stored positions in which a move can."


COUNTS = "SELECT value, sum(images) AS positions, NULL AS nothing FROM positions GROUP BY value ORDER BY value"


def test_forms_of_an_answer(tictactoe: SolvedTable, cli: Cli) -> None:
    folder = str(tictactoe.folder)
    assert cli("query", folder, COUNTS).out.splitlines() == [
        "value  positions  nothing",
        "draw       1,068",
        "loss       1,574",
        "win        2,836",
    ]
    assert cli("query", folder, COUNTS, "--csv").out == ("value,positions,nothing\ndraw,1068,\nloss,1574,\nwin,2836,\n")
    found = cli("query", folder, COUNTS, "--json", "--limit", "1").json
    assert found == {
        "table": folder,
        "sql": COUNTS,
        "columns": ["value", "positions", "nothing"],
        "rows": [{"value": "draw", "positions": 1068, "nothing": None}],
        "more": True,
    }
    assert cli("query", folder, "SELECT 1 AS one WHERE false").out == "one\nNo rows.\n"
    every = cli("query", folder, "SELECT key FROM positions LIMIT 30", "--limit", "0").out
    assert len(every.splitlines()) == 31
    assert len(cli("query", folder, "SELECT * FROM positions").out.splitlines()) == 22
    assert [each["name"] for each in cli("query", "--list", "--json").json] == list(QUESTIONS)
    assert "    WHERE value <> 'loss' AND moves > 1 AND optimal_moves = 1" in cli("query", "--list").out


def test_from_python(tictactoe: SolvedTable) -> None:
    found = zerosum.query(tictactoe.folder, "SELECT layer, position FROM positions ORDER BY layer, key", limit=2)
    assert found.columns == ("layer", "position")
    assert list(found) == [(0, "---/---/---"), (1, "X--/---/---")]
    assert found.rows()[1] == {"layer": 1, "position": "X--/---/---"}
    assert repr(found) == "<QueryResult of 2 rows: layer, position>"
    assert str(found).endswith("There are more rows.")
    assert found.to_frame()["layer"].tolist() == [0, 1]
    assert "<td>---/---/---</td>" in found._repr_html_()
    errors = zerosum.table_errors(tictactoe, "random", sample=10)
    assert 0 < len(errors) <= 10
    assert set(errors.columns) == set(errors.rows()[0])
    with pytest.raises(BadRequest, match=r"asked by table_errors\(table, player\)"):
        zerosum.query(tictactoe, "errors")


def test_web_is_started_with_a_table(tictactoe: SolvedTable, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr("zerosum.faces.web.server.serve", lambda **settings: given.update(settings))
    assert cli("web", "--no-browser", "--table", str(tictactoe.folder)).code == 0
    assert (given["tables"], given["files"]) == ((str(tictactoe.folder),), ())


def test_a_query_is_stopped(tictactoe: SolvedTable) -> None:
    def stop(progress: Progress) -> None:
        raise Stop

    with pytest.raises(Stop):
        query(export(tictactoe).file, "SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3", progress=stop)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["query"], "name the folder of a solved table; zerosum query --list"),
        (["query", "T"], "give a query in SQL, or --ask NAME; zerosum query --list shows"),
        (["query", "T", "SELECT 1", "--ask", "only-moves"], "give a query in SQL or --ask, not both"),
        (["query", "T", "SELECT 1", "--csv", "--json"], "give --csv or --json, not both"),
        (["query", "T", "--ask", "only-move"], "there is no question 'only-move' (did you mean only-moves?)"),
        (["query", "T", "--ask", "errors"], "--ask errors needs a --player, as in --player level:3"),
        (["query", "T", "--ask", "only-moves", "--sample", "3"], "--player and --sample belong to --ask errors"),
        (["query", "T", "--ask", "errors", "--player", "nobody"], "nobody"),
        (["query", "nowhere", "SELECT 1"], "nowhere has no solved table"),
        (["query", "T", ""], "give one SQL statement, not 0"),
        (["query", "T", "SELECT 1; SELECT 2"], "give one SQL statement, not 2"),
        (["query", "T", "selec 1"], 'the query cannot be answered: syntax error at or near "selec"'),
        (["query", "T", "SELECT laye FROM positions"], 'Referenced column "laye" not found in FROM clause!'),
        (["query", "T", "SELECT * FROM position"], 'Did you mean "positions"?'),
        (["query", "T", "SELECT 'a'::INT"], "Could not convert string 'a' to INT32"),
        (["query", "T", "SELECT * FROM '/etc/passwd'"], "/etc/passwd"),
        (["query", "T", "SELECT * FROM read_text('/etc/passwd')"], "file system operations are disabled"),
        (["query", "T", "COPY positions TO 'stolen.csv'"], "a table is only read"),
        (["query", "T", "DROP VIEW positions"], "DROP is not"),
        (["query", "T", "SELECT 1", "--export-to", "none/x.parquet"], "cannot be written: its folder does not exist"),
        (["web", "--no-browser", "--table", "nowhere"], "nowhere has no solved table"),
        (["solve", "--export", "parquet"], "name a game to solve"),
        (["solve", "--export", "csv", "tictactoe"], "invalid choice: 'csv'"),
        (["solve", "tictactoe", "--export-to", "x"], "--export-to belongs to --export parquet"),
        (["solve", "--export", "parquet", "--verify", "T"], "--export goes with a solve"),
        (["solve", "tictactoe", "--export", "parquet", "--estimate"], "--export goes with a solve"),
        (["solve", "--export", "parquet", "--out", "nowhere"], "nowhere has no solved table"),
        (["solve", "--export", "parquet", "--out", "T", "--export-to", "none/x"], "its folder does not exist"),
    ],
)
def test_what_is_refused(
    words: list[str], sentence: str, tictactoe: SolvedTable, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = cli(*(str(tictactoe.folder) if word == "T" else word for word in words))
    assert sentence in refused(run)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["pyarrow", "duckdb"])
@pytest.mark.parametrize(
    "words", [["query", "T", "SELECT 1"], ["solve", "tictactoe", "--out", "new", "--export", "parquet"]]
)
def test_without_the_packages(
    words: list[str], package: str, tictactoe: SolvedTable, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said before a long solve begins, with the line that installs them."""
    from importlib.util import find_spec

    monkeypatch.setattr(
        "zerosum.engines.solve.data.data_extra.find_spec", lambda name: None if name == package else find_spec(name)
    )
    sentence = refused(cli(*(str(tictactoe.folder) if word == "T" else word for word in words)))
    assert sentence == "zerosum: tables as data need two more packages: pip install 'zerosum[data]'\n"


def test_solve_exports(tictactoe: SolvedTable, cli: Cli, tmp_path: Path) -> None:
    folder, file = str(tictactoe.folder), tmp_path / "here.parquet"
    words = ("solve", "tictactoe", "--out", folder, "--export", "parquet", "--export-to", str(file))
    assert cli(*words).out.splitlines()[-1] == f"765 rows exported: {file} ({file.stat().st_size / 1e3:.1f} kB)"
    assert cli(*words, "--json").json["export"] == {"file": str(file), "bytes": file.stat().st_size}
    again = cli("solve", "--out", folder, "--export", "parquet")
    assert again.out.splitlines()[-1].startswith(f"765 rows exported before: {folder}/positions.parquet")
    (tictactoe.folder / "positions.parquet").unlink()
    asked = cli("query", folder, "SELECT count(*) AS rows FROM positions")
    assert asked.out == "rows\n 765\n"
    assert asked.err.startswith(f"Exported 765 positions to {folder}/positions.parquet (")
    assert json.loads(cli("solve", "--out", folder, "--json", "--export", "parquet").out)["positions"] == 5478


@pytest.mark.parametrize(
    ("before", "after", "gives_away"),
    [
        (Outcome(1, 3), Outcome(1, 5), False),
        (Outcome(1, 3), Outcome(0), True),
        (Margin(4), Margin(4), False),
        (Margin(4), Margin(2), True),
        (Margin(-2), Margin(-4), True),
        (Expected(0.5, error=0.01), Expected(0.485, error=0.01), False),
        (Expected(0.5, error=0.01), Expected(0.475, error=0.01), True),
    ],
)
def test_what_gives_value_away(before: Any, after: Any, gives_away: bool) -> None:
    """A slower win does not, a win by less does, and a mean only by more than both means may be wrong."""
    assert _gives_away(before, after) is gives_away
