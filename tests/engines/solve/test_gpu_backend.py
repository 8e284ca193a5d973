"""Solving on a GPU, in the simulator of CUDA: the same bytes as on this machine, and what a GPU cannot solve."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.engines.solve.backends import backend_named
from zerosum.engines.solve.solving import solve

SIMULATED = """
import sys
from pathlib import Path
from zerosum.core.games import load
from zerosum.engines.solve.gpu import gpu_backend
from zerosum.engines.solve.solving import solve
if sys.argv[3] == "in ranges":
    gpu_backend.GpuCoder.free_bytes = lambda self: 0  # sets of 65,536 slots
    gpu_backend.FULL_SHARE = 0.002
if sys.argv[3] == "read again":
    gpu_backend.GpuLayers._hold = lambda self, keys: None
game = load(sys.argv[1])
starts = [game.read_position(text) for text in sys.argv[4:]]
solve(game, Path(sys.argv[2]), starts=starts or None, on="gpu")
"""


WITH_A_GAP = ["XXX/OO-/---", "XOX/XOO/-X-"]
"""Positions of Tic-Tac-Toe; the first is the end of a game, so that the layer after it is empty."""


def simulated(spec: str, folder: Path, how: str, starts: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, "-c", SIMULATED, spec, str(folder), how, *(starts or [])],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    ("how", "starts"),
    [("whole layers", None), *in_proof(("in ranges", None), ("read again", None), ("whole layers", WITH_A_GAP))],
)
def test_the_same_bytes_as_without_a_gpu(how: str, starts: list[str] | None, tmp_path: Path) -> None:
    done = simulated("tictactoe", tmp_path / "gpu", how, starts)
    assert done.returncode == 0, done.stderr
    game = load("tictactoe")
    solve(game, tmp_path / "local", starts=starts and map(game.read_position, starts))
    names = sorted(file.name for file in (tmp_path / "local").iterdir())
    assert sorted(file.name for file in (tmp_path / "gpu").iterdir()) == names
    for name in names:
        assert (tmp_path / "gpu" / name).read_bytes() == (tmp_path / "local" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("dodgem:3", "the positions of Dodgem 3x3 do not lie in layers, which a GPU needs"),
        ("hex:3", "yields its moves; a GPU needs moves as a bit set"),
    ],
)
@pytest.mark.proof
def test_what_a_gpu_does_not_solve(spec: str, sentence: str, tmp_path: Path) -> None:
    done = simulated(spec, tmp_path, "whole layers")
    assert sentence in done.stderr


def test_without_a_gpu_there_is_one_sentence() -> None:
    with pytest.raises(BadRequest, match=r"solving on a GPU needs the package cupy: pip install|no GPU was found"):
        backend_named("gpu", 1, Path(), None, None)
