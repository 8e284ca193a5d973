"""Solves that are killed with SIGKILL at random moments: resumed, they always end with the same bytes."""

from __future__ import annotations

import os
import signal
import time
import warnings
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.engines.solve.format.table_folder import (
    LOCK,
    PARTITIONS,
    folder_lock,
    refuse_other_files,
    remove_leftovers,
)
from zerosum.engines.solve.partitioned.partitions import Team
from zerosum.engines.solve.solving import solve

FEW, MANY = 4, 50


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def solve_and_kill(game: Game, folder: Path, seconds: float, memory: int | None = None) -> bool:
    """Solve in a process of its own and kill that after a time; whether it was still at work."""
    with warnings.catch_warnings():
        # The process only solves: a lock that another thread of this one holds could at worst keep it from going on.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            solve(game, folder, threads=2, memory=memory)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize(
    ("spec", "kills"), [("tictactoe", FEW), *in_proof(("tictactoe", MANY), ("connect4:4x4", MANY), ("dodgem:3", MANY))]
)
def test_a_killed_solve_ends_with_the_same_bytes(spec: str, kills: int, tmp_path: Path) -> None:
    """The moments are spread over the time that a whole solve takes; a third of the solves is killed again."""
    game = load(spec)
    solve(game, tmp_path / "warm")
    began = time.perf_counter()
    whole = files(solve(game, tmp_path / "whole", threads=2).folder)
    seconds = time.perf_counter() - began
    random = Random(kills)
    killed = 0
    number = 0
    while killed < kills:
        folder = tmp_path / str(number)
        number += 1
        assert number < 20 * kills, "solves end before they are killed"
        for _ in range(1 + (number % 3 == 0)):
            killed += solve_and_kill(game, folder, random.uniform(0, seconds))
        assert files(solve(game, folder, threads=2).folder) == whole


@pytest.mark.proof
def test_a_solve_in_passes_that_is_killed_ends_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The graph lies in several partitions, and goes on with as little memory as before, or with enough."""
    monkeypatch.setattr("zerosum.engines.solve.local.local_graph.Team", partial(Team, fewest=64))
    game = load("dodgem:3")
    whole = files(solve(game, tmp_path / "warm").folder)
    began = time.perf_counter()
    assert files(solve(game, tmp_path / "whole", threads=2, memory=0).folder) == whole
    seconds = time.perf_counter() - began
    solves = 5 * FEW
    random = Random(solves)
    killed = 0
    for number in range(solves):
        folder = tmp_path / str(number)
        for _ in range(1 + number % 3):
            killed += solve_and_kill(game, folder, random.uniform(0, seconds), memory=0)
        assert files(solve(game, folder, threads=1 + number % 2, memory=random.choice((0, None))).folder) == whole
    assert killed >= solves // 2


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (".zerosum-1f03ab9c", ()),
        ("layer-001.keys", ("all", "two")),
        ("layer-002.scores", ("all",)),
        ("layer-002.values", ("all",)),
        ("layer-1000.keys", ("all",)),
        # What a user has put there.
        ("notes.txt", ("all", "two")),
        ("layer-12.png", ("all", "two")),
        ("layer-012.png", ("all", "two")),
        ("layer-12.keys", ("all", "two")),
        (".zerosum-notes", ("all", "two")),
    ],
)
def test_what_a_killed_solve_leaves_is_deleted(name: str, kept: tuple[str, ...], tmp_path: Path) -> None:
    for layers, case in ((None, "all"), (2, "two")):
        (tmp_path / name).touch()
        remove_leftovers(tmp_path, layers)
        assert (tmp_path / name).exists() == (case in kept)


@pytest.mark.parametrize(
    ("names", "refused"),
    [
        (["notes.txt"], "notes.txt"),
        (["layer-12.png"], "layer-12.png"),
        (["layer-000.keys"], "layer-000.keys"),
        (["partitions/mine"], "partitions"),
        ([LOCK, "z"], "z"),
        ([], None),
        ([LOCK], None),
        ([".zerosum-1f03ab9c", f"{PARTITIONS}/begun"], None),
        (["unfinished.json", "notes.txt"], None),
        (["manifest.json", "notes.txt"], None),
    ],
)
def test_a_folder_with_other_files_is_refused(names: list[str], refused: str | None, tmp_path: Path) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    if refused is None:
        refuse_other_files(tmp_path)
    else:
        with pytest.raises(BadRequest, match=f"has other files .'{refused}'. and no table; choose an empty folder"):
            refuse_other_files(tmp_path)


def test_a_solve_keeps_what_a_user_has_put_beside_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the solve goes on, and beside the finished table: files and folders of any name."""
    game = load("tictactoe")
    whole = files(solve(game, tmp_path / "whole").folder)
    folder = tmp_path / "table"
    with monkeypatch.context() as patched:
        patched.setattr("zerosum.engines.solve.format.layer_arrays.write_checked", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solve(game, folder)
    mine = ["layer-12.png", "layer-1.keys", "partitions", "notes.txt"]
    for name in mine:
        (folder / name).mkdir()
        (folder / name / "kept").touch()
    for _ in range(2):
        solve(game, folder)
        assert all((folder / name / "kept").exists() for name in mine)
        assert {name: content for name, content in files(folder).items() if name not in mine} == whole


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_lock_of_a_deleted_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program ends, and deletes the file of its lock, between opening and locking it here."""
    import fcntl

    from zerosum.engines.solve.format import table_folder

    def flock(handle: int, operation: int) -> None:
        (tmp_path / LOCK).unlink(missing_ok=True)
        fcntl.flock(handle, operation)

    monkeypatch.setattr(table_folder, "flock", flock)
    with pytest.raises(BadRequest, match="another program is solving into"), folder_lock(tmp_path):
        pass
