"""Solves that are killed with SIGKILL at random moments: resumed, they always end with the same bytes."""

from __future__ import annotations

import os
import signal
import time
import warnings
from pathlib import Path
from random import Random

import pytest

from tests.thinned import in_proof
from zerosum.game import Game
from zerosum.games import load
from zerosum.solve.solving import solve
from zerosum.solve.table_folder import folder_lock, remove_leftovers

FEW, MANY = 4, 50


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def solve_and_kill(game: Game, folder: Path, seconds: float) -> bool:
    """Solve in a process of its own and kill that after a time; whether it was still at work."""
    with warnings.catch_warnings():
        # The process only solves: a lock that another thread of this one holds could at worst keep it from going on.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            solve(game, folder, threads=2)
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


def test_what_a_killed_solve_leaves_is_deleted(tmp_path: Path) -> None:
    names = [".unfinished-a", ".zerosum-b", "layer-001.keys", "layer-002.scores", "layer-010.keys", "notes.txt"]
    for name in names:
        (tmp_path / name).touch()
    remove_leftovers(tmp_path)
    assert sorted(files(tmp_path)) == names[2:]
    remove_leftovers(tmp_path, 2)
    assert sorted(files(tmp_path)) == ["layer-001.keys", "notes.txt"]


def test_a_lock_of_a_deleted_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program ends, and deletes the file of its lock, between opening and locking it here."""
    import fcntl

    from zerosum.game import BadRequest
    from zerosum.solve import table_folder

    def flock(handle: int, operation: int) -> None:
        (tmp_path / ".lock").unlink(missing_ok=True)
        fcntl.flock(handle, operation)

    monkeypatch.setattr(table_folder, "flock", flock)
    with pytest.raises(BadRequest, match="another program is solving into"), folder_lock(tmp_path):
        pass
