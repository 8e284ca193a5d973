"""Solved tables that somebody else made: they run no code, and forged ones are refused with a sentence."""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.conftest import Cli, refused
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.engines.solve.format.checked_file import DamagedTable, write_checked
from zerosum.engines.solve.format.layer_arrays import read_keys, read_scores
from zerosum.engines.solve.format.layer_file import BLOCK, KEYS_TRAILER, SCORES_TRAILER, LayerKeys, LayerScores
from zerosum.engines.solve.tables.compiled_probe import CompiledProbe
from zerosum.engines.solve.tables.table import SolvedTable, open_table

COMMANDS = ("probe T", "stats T", "solve --verify T", "query T 'SELECT 1'", "analyze tictactoe --table T")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from zerosum.engines.solve.solving import solve

    return solve(load("tictactoe"), tmp_path_factory.mktemp("forged") / "table").folder


@pytest.fixture
def folder(solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a table, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(solved, tmp_path / "T"))


def forge(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest of a table, with the right checksum."""
    file = folder / "manifest.json"
    data = json.loads(file.read_text())
    del data["checksum"]
    change(data)
    content = json.dumps(data, indent=1)
    file.write_text(f'{content[:-2]},\n "checksum": "{crc32(content.encode()):08x}"\n}}\n')


def words_of(command: str) -> list[str]:
    import shlex

    return shlex.split(command)


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "no fields": lambda data: data.update(fields=[]),
    "100,000 fields": lambda data: data.update(fields=[[0, 1, 0]] * 100_000),
    "fields of 2**70 bits": lambda data: data.update(fields=[[0, 2**70, 0]] * 3),
    "fields of 2**62": lambda data: data.update(fields=[[0, 2**62, 0]] * 3),
    "fields that end before they begin": lambda data: data.update(fields=[[3, 0, 0]] * 3),
    "fields of four numbers": lambda data: data.update(fields=[[0, 1, 0, 0]] * 3),
    "fields of texts": lambda data: data.update(fields=["abc"] * 3),
    "fields as a number": lambda data: data.update(fields=7),
    "a counted word that is not there": lambda data: data.update(counted=[99]),
    "a counted word below zero": lambda data: data.update(counted=[-1]),
    "a counted word twice": lambda data: data.update(counted=[0, 0]),
    "counted as a text": lambda data: data.update(counted="01"),
    "a counted word of 2**70": lambda data: data.update(counted=[2**70]),
    "a number as game": lambda data: data.update(game=3),
    "a list as game": lambda data: data.update(game=["tictactoe"]),
    "a game with a line feed": lambda data: data.update(game="tic\ntactoe"),
    "no game": lambda data: data.pop("game"),
    "an unknown game": lambda data: data.update(game="tictactwo"),
    "an impossible board": lambda data: data.update(game="connect4:0x0"),
    "a start that is no position": lambda data: data.update(start="nonsense"),
    "a number as start": lambda data: data.update(start=4),
    "a title that commands a terminal": lambda data: data.update(name="\x1b[31m"),
    "rules as a number": lambda data: data.update(rules=0),
    "margin as a text": lambda data: data.update(margin="no"),
    "a score of 2**70": lambda data: data.update(score=2**70),
    "no layers": lambda data: data.update(layers=[]),
    "layers as an object": lambda data: data.update(layers={}),
    "a layer too many": lambda data: data["layers"].append(data["layers"][-1]),
    "a layer of 2**70 positions": lambda data: data["layers"][0].update(stored=2**70),
    "a layer of 2**62 positions": lambda data: data["layers"][0].update(stored=2**62),
    "a layer of -1 positions": lambda data: data["layers"][3].update(stored=-1),
    "a checksum of 2**70": lambda data: data["layers"][0].update(keys=2**70),
    "a checksum that is a text": lambda data: data["layers"][0].update(scores="0"),
    "a game of chance": lambda data: data.update(chance={"mean": 0.0, "error": 0.0, "results": None}),
    "chance that is no number": lambda data: data.update(chance={"mean": float("nan"), "error": 0.0, "results": None}),
    "starts without a name": lambda data: data.update(starts={"count": 1, "checksum": "", "named": []}),
    "another version": lambda data: data.update(format="zerosum solved table, version 9"),
}

NAMES = FORGED["an unknown game"], FORGED["an impossible board"]


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_forged_manifest(command: str, change: Callable[[dict[str, Any]], object], folder: Path, cli: Cli) -> None:
    forge(folder, change)
    before = {file: file.read_bytes() for file in folder.iterdir()}
    run = cli(*words_of(command))
    if change in NAMES and command.startswith("analyze"):  # the user has named the game
        assert run.code == 0
    else:
        refused(run)
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("no fields", "the manifest has 0 fields, which are no layout of 3 words"),
        ("a counted word that is not there", "the manifest counts bits of word 99, and a state has 3 words"),
        ("a score of 2**70", "score is too large a number"),
        ("a layer of -1 positions", "manifest.json is no manifest of a table: its layers cannot be right"),
        ("no layers", "manifest.json names no layer"),
        ("a game of chance", "manifest.json names 10 layers; a table of a game of chance has one"),
    ],
)
def test_the_sentence_about_a_forged_manifest(case: str, sentence: str, folder: Path, cli: Cli) -> None:
    forge(folder, FORGED[case])
    assert sentence in refused(cli("probe", "T"))


def test_a_forged_table_in_the_folder_of_the_user(folder: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    forge(folder, FORGED["no layers"])
    folder.rename(folder.parent / "tictactoe.table")
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder.parent))
    assert refused(cli("analyze", "tictactoe")).endswith("; you can go on without it: --no-table\n")
    assert cli("analyze", "tictactoe", "--no-table").code == 0


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"[" * 100_000, b"\xff", b'{"a": ' + b"9" * 5000 + b"}"])
@pytest.mark.parametrize("has_checksum", [False, True])
def test_what_is_no_manifest(content: bytes, has_checksum: bool, folder: Path, cli: Cli) -> None:
    if has_checksum:
        content += f',\n "checksum": "{crc32(content + chr(10).encode() + b"}"):08x}"\n}}\n'.encode()
    (folder / "manifest.json").write_bytes(content)
    refused(cli("probe", "T"))


SPY = """
from pathlib import Path
Path({ran!r}).touch()
from zerosum.core.games import load
game = load("tictactoe")
"""


@pytest.mark.parametrize("spec", ["own.py", "own.py:game", "./own.py", "../own.py", "T/own.py", "own.py@X"])
@pytest.mark.parametrize("command", COMMANDS[:4])
def test_a_table_runs_no_code(command: str, spec: str, folder: Path, cli: Cli, tmp_path: Path) -> None:
    """A file with the name of the table's game lies beside it, inside it and in the current folder."""
    ran = tmp_path / "ran"
    for place in (folder, tmp_path, tmp_path.parent):
        (place / "own.py").write_text(SPY.format(ran=str(ran)))
    forge(folder, lambda data: data.update(game=spec))
    sentence = refused(cli(*words_of(command)))
    assert f"'T' is a table of '{spec}', which is no game of zerosum's own; a table runs no code" in sentence
    assert not ran.exists()
    (tmp_path.parent / "own.py").unlink()


def test_a_table_of_another_machine(folder: Path, cli: Cli, tmp_path: Path) -> None:
    """It works in a folder with a strange name and strange files, and says what to add for a game in a file."""
    strange = tmp_path / "a [b]* 'c' ü\u202e"
    strange.mkdir()
    folder.rename(strange / "T")
    (strange / "own.py").write_text("raise SystemExit(0)")
    (strange / "T" / "notes.txt").write_text("mine")
    for command in COMMANDS:
        words = [str(strange / "T") if word == "T" else word for word in words_of(command)]
        assert cli(*words).code == 0, words
    (strange / "T" / "layer-003.keys").write_bytes(b"")
    sentence = refused(cli("probe", str(strange / "T")))
    assert "delete" not in sentence
    assert "solve again into another folder" in sentence
    assert "'notes.txt'" in sentence


def forge_layer(folder: Path, name: str, content: bytes, **counts: int) -> None:
    """Replace a file of layer 4 by one with the right checksums."""
    checksum = write_checked(folder / f"layer-004.{name}", iter((content,)))
    forge(folder, lambda data: data["layers"][4].update({name: checksum, **counts}))


def keys_file(data: bytes, offsets: list[int], firsts: list[int], count: int, block: int = BLOCK) -> bytes:
    """A file of keys as `layer_file.py` has it."""
    index = struct.pack(f"<{len(firsts)}q{len(offsets)}q", *firsts, *offsets)
    return data + index + KEYS_TRAILER.pack(count, block)


def scores_file(data: bytes, scores: list[int], count: int, width: int, different: int | None = None) -> bytes:
    """A file of scores as `layer_file.py` has it."""
    number = len(scores) if different is None else different
    return data + struct.pack(f"<{len(scores)}h", *scores) + SCORES_TRAILER.pack(count, number, width)


COUNT = 103
"""The stored positions of Tic-Tac-Toe with four stones."""

FORGED_KEYS = {
    "nothing but a trailer": keys_file(b"", [], [], COUNT),
    "too short for a trailer": b"\0" * 8,
    "another count": keys_file(bytes(COUNT - 1), [0, COUNT - 1], [0], COUNT + 1),
    "a block of 0": keys_file(bytes(COUNT - 1), [0, COUNT - 1], [0], COUNT, 0),
    "a block of 2**63": keys_file(bytes(COUNT - 1), [0, COUNT - 1], [0], COUNT, 1 << 63),
    "offsets beyond the end": keys_file(bytes(COUNT - 1), [1 << 40, 1 << 41], [0], COUNT),
    "offsets below zero": keys_file(bytes(COUNT - 1), [-(1 << 40), COUNT - 1], [0], COUNT),
    "offsets backwards": keys_file(bytes(COUNT - 1), [COUNT - 1, 0], [0], COUNT),
    "only continued bytes": keys_file(b"\xff" * (COUNT - 1), [0, COUNT - 1], [0], COUNT),
    "more bytes than keys": keys_file(bytes(4 * COUNT), [0, 4 * COUNT], [0], COUNT),
    "fewer bytes than keys": keys_file(bytes(COUNT - 1), [0, 9], [0], COUNT),
    "keys of no position": keys_file(bytes(COUNT - 1), [0, COUNT - 1], [(1 << 62) + 5], COUNT),
    "keys below zero": keys_file(bytes(COUNT - 1), [0, COUNT - 1], [-(1 << 62)], COUNT),
}

FORGED_SCORES = {
    "too short for a trailer": b"\0" * 8,
    "no score": scores_file(b"", [], COUNT, 0),
    "a score that is not listed": scores_file(b"\xff" * 26, [0, 1, 2], COUNT, 2),
    "a width of 40": scores_file(b"\xff" * (5 * COUNT), [0, 1], COUNT, 40),
    "a width for fewer bytes": scores_file(b"\xff", [0, 1], COUNT, 1),
    "60,000 scores": scores_file(bytes(26), [0], COUNT, 2, 60_000),
}

ASKED = (*COMMANDS[:4], "probe T -p XO-/XO-/---", "query T 'SELECT count(position) FROM positions'")


@pytest.mark.parametrize(
    ("name", "content"),
    [("keys", each) for each in FORGED_KEYS.values()] + [("scores", each) for each in FORGED_SCORES.values()],
    ids=[f"keys, {each}" for each in FORGED_KEYS] + [f"scores, {each}" for each in FORGED_SCORES],
)
def test_forged_files_of_a_layer(name: str, content: bytes, folder: Path, cli: Cli) -> None:
    """Each command refuses them, or answers from what it reads; none reads beyond the file."""
    forge_layer(folder, name, content)
    runs = [cli(*words_of(command)) for command in ASKED]
    assert {run.code for run in runs} <= {0, 2}
    refused(cli("solve", "--verify", "T"))


@pytest.mark.parametrize("content", FORGED_KEYS.values(), ids=FORGED_KEYS)
def test_compiled_code_stays_inside_forged_keys(content: bytes, folder: Path) -> None:
    """Compiled look-ups and whole layers: they refuse, or say that a position is not there."""
    forge_layer(folder, "keys", content)
    try:
        table = open_table(folder)
    except (DamagedTable, BadRequest):
        return
    assert_stays_inside(table)


@pytest.mark.parametrize("content", FORGED_SCORES.values(), ids=FORGED_SCORES)
def test_compiled_code_stays_inside_forged_scores(content: bytes, folder: Path) -> None:
    forge_layer(folder, "scores", content)
    try:
        table = open_table(folder)
    except (DamagedTable, BadRequest):
        return
    assert_stays_inside(table)


def assert_stays_inside(table: SolvedTable) -> None:
    """Ask for all positions with four stones: an answer is a listed score or none, or the table is damaged."""
    keys, scores = table.layers[4]
    assert isinstance(keys, LayerKeys)
    assert isinstance(scores, LayerScores)
    probe, seen = CompiledProbe(table), 0
    for state in positions_of_four(table):
        try:
            plain = table._plain_score(state)
        except DamagedTable:
            with pytest.raises(DamagedTable):
                probe.score(state)
            continue
        assert plain is None or plain in scores.scores
        seen += 1
    readers: list[Callable[[], Any]] = [partial(read_keys, keys), partial(read_scores, scores)]
    for read in readers:
        try:
            assert len(read()) == keys.count
        except DamagedTable:
            seen += 1
    assert seen


def positions_of_four(table: SolvedTable) -> list[Any]:
    states: list[Any] = [table.game.start]
    for _ in range(4):
        states = [table.game.play(state, move) for state in states for move in table.game.moves(state)]
    return sorted(set(states))[::20]
