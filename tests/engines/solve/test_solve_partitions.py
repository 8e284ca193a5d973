"""Solves in partitions, in threads and on a Dask cluster: the bytes of a solve on this machine, whatever happens."""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.places import EXAMPLES
from tests.random_graphs import cyclic_margins
from tests.thinned import in_proof
from zerosum.core.errors import BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import listed
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.local.graph import GraphInMemory, TooLarge
from zerosum.engines.solve.local.worker_threads import WiderKeys
from zerosum.engines.solve.partitioned import dask_backend, partition_steps
from zerosum.engines.solve.partitioned.graph_passes import GraphInPasses
from zerosum.engines.solve.partitioned.partition_backend import PartitionBackend
from zerosum.engines.solve.partitioned.partition_steps import StepResult, Work, run_step
from zerosum.engines.solve.partitioned.partitions import LayersInParts, Team
from zerosum.engines.solve.partitioned.scratch import CHUNK_BYTES, Scratch
from zerosum.engines.solve.solving import solve


class AtOnce(Executor):
    """Runs a step when it is submitted, as another process would: nothing but pickled data reaches it.

    `ran` has the files of the steps that had to compute something; after `left` of them the program is killed.
    """

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self.ran: list[str] = []

    def submit(self, step: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        if self.left == 0:
            raise Killed
        future: Future[Any] = Future()
        try:
            outcome: StepResult = step(*pickle.loads(pickle.dumps(arguments)))
            future.set_result(pickle.loads(pickle.dumps(outcome)))
            if outcome.computing:
                self.ran.append(arguments[2])
                self.left = None if self.left is None else self.left - 1
        except OSError as error:
            future.set_exception(error)
        return future


class Killed(BaseException):
    """Stands for the end of the process."""


def backend(folder: Path, executor: Executor, scratch: str | None = None, fewest: int = 100) -> PartitionBackend:
    """Parts so small that small games have several."""
    below = folder / "partitions"
    return PartitionBackend(Team(executor, lambda: 2, fewest=fewest, is_local=True), scratch or str(below), below, 0)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The files of a game that was solved in the usual way."""
    known: dict[str, dict[str, bytes]] = {}

    def files_of(spec: str) -> dict[str, bytes]:
        if spec not in known:
            known[spec] = files(solve(game_of(spec), tmp_path_factory.mktemp("solved") / "table").folder)
        return known[spec]

    return files_of


def game_of(spec: str) -> Game:
    return cyclic_margins() if spec == "margins" else load(spec)


@pytest.mark.parametrize(
    ("spec", "fewest"),
    [
        ("tictactoe", 40),
        ("dodgem:3", 300),
        *in_proof(
            ("tictactoe", 7),
            ("dodgem:3", 40),
            ("margins", 30),
            ("nim:1,2,3", 5),
            ("kalah:3x2", 200),
            ("kalah:3x2", 5000),
            ("dots:2x2", 300),
            ("hexapawn:3x3", 20),
            ("ponghauki", 10),
            ("quixo:3", 3000),
            ("connect4:4x4", 1000),
        ),
    ],
)
def test_the_same_bytes_in_partitions(spec: str, fewest: int, tmp_path: Path, solved: Any) -> None:
    executor = AtOnce()
    solve(game_of(spec), tmp_path, on=backend(tmp_path, executor, fewest=fewest))
    assert files(tmp_path) == solved(spec)
    assert len(executor.ran) == len(set(executor.ran)) > 20


@pytest.mark.parametrize("spec", in_proof("tictactoe", "dodgem:3"))
def test_several_starts_in_partitions(spec: str, tmp_path: Path) -> None:
    """Positions of several layers, beyond an empty one too."""
    game = load(spec)
    play, moves = game.rules.play, game.rules.moves
    states = [game.start]
    for _ in range(6):
        state = states[-1]
        states.append(play(state, max(listed(moves(state)))))
    starts = [*states[1:3], states[6]]
    expected = files(solve(game, tmp_path / "usual", starts=starts).folder)
    folder = tmp_path / "table"
    solve(game, folder, starts=starts, on=backend(folder, AtOnce(), fewest=40))
    assert files(folder) == expected


def test_scratch_files_of_other_starts_are_not_used(tmp_path: Path) -> None:
    """Two solves from other starts, with as many positions, at one address."""
    game, shared = load("tictactoe"), str(tmp_path / "shared")
    for name, move in (("one", 1), ("other", 3)):
        start = game.play(game.start, move)
        expected = files(solve(game, tmp_path / f"usual-{name}", start=start).folder)
        folder = tmp_path / name
        backend_here = backend(folder, AtOnce(), shared, fewest=40)
        backend_here.forget = lambda: None  # type: ignore[method-assign]
        solve(game, folder, start=start, on=backend_here)
        assert files(folder) == expected


@pytest.mark.parametrize("default", [5, None], ids=["five by default", "all always"])
def test_all_workers_of_a_cluster_count(default: int | None) -> None:
    workers = {str(number): {"nthreads": 2, "memory_limit": (16 - number) << 30} for number in range(8)}

    class Client:
        def scheduler_info(self, n_workers: int | None = default, **_: Any) -> dict[str, Any]:
            chosen = len(workers) if default is None or n_workers == -1 else n_workers
            return {"workers": dict(list(workers.items())[:chosen])}

    cluster = dask_backend.DaskBackend.__new__(dask_backend.DaskBackend)
    cluster._client = Client()
    assert cluster._threads() == 16
    assert cluster._step_memory(None) == 9 << 28


@pytest.mark.parametrize(("spec", "steps"), [("tictactoe", 30), *in_proof(("tictactoe", 7), ("dodgem:3", 19))])
@pytest.mark.parametrize("keeps", [True, *in_proof(False)])
def test_a_solve_in_partitions_goes_on(spec: str, steps: int, keeps: bool, tmp_path: Path, solved: Any) -> None:
    """Killed after so many steps, again and again: no step computes twice, unless its files are lost."""
    ran: list[str] = []
    for number in range(200):
        executor = AtOnce(steps if keeps or number < 4 else None)
        try:
            solve(load(spec), tmp_path, on=backend(tmp_path, executor))
            break
        except Killed:
            assert not (tmp_path / "manifest.json").exists()
            if not keeps:
                Scratch(str(tmp_path / "partitions")).clear()
        finally:
            ran += executor.ran
    assert files(tmp_path) == solved(spec)
    assert number >= 2
    if keeps:
        assert len(ran) == len(set(ran))


@pytest.mark.parametrize(
    ("spec", "pattern"),
    [
        ("tictactoe", "*/4/keys-1"),
        ("dodgem:3", "*/*/linked-1-numbers"),
        *in_proof(
            ("tictactoe", "*/4/run-0"),
            ("tictactoe", "*/4/answers/0"),
            ("tictactoe", "*/4/scores-1"),
            ("tictactoe", "*/4/plan"),
            ("dodgem:3", "*/found-3-0"),
            ("dodgem:3", "*/run-3-0"),
            ("dodgem:3", "*/keys-0-*"),
            ("dodgem:3", "*/*/linked-1"),
            ("dodgem:3", "*/*/pass-2-1"),
            ("dodgem:3", "*/*/valued"),
            ("dodgem:3", "*/found"),
        ),
    ],
)
def test_a_damaged_scratch_file_is_made_anew(spec: str, pattern: str, tmp_path: Path, solved: Any) -> None:
    """Killed when the file is there, and its first byte changed."""
    fewest = 300 if spec == "dodgem:3" else 100
    for _ in range(200):
        with pytest.raises(Killed):
            solve(load(spec), tmp_path, on=backend(tmp_path, AtOnce(4), fewest=fewest))
        damaged = next((tmp_path / "partitions").glob(pattern), None)
        if damaged is not None:
            break
    assert damaged is not None
    content = damaged.read_bytes()
    damaged.write_bytes(bytes([content[0] ^ 1]) + content[1:])
    solve(load(spec), tmp_path, on=backend(tmp_path, AtOnce(), fewest=fewest))
    assert files(tmp_path) == solved(spec)


def test_a_disk_that_damages_every_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(self: Scratch, name: str, *_: object) -> None:
        raise self._damaged(name)

    monkeypatch.setattr(Scratch, "_chunks", damaged)
    with pytest.raises(DamagedTable, match="is damaged: its content is not what was written"):
        solve(load("tictactoe"), tmp_path, on=backend(tmp_path, AtOnce()))


def test_a_graph_that_does_not_fit_into_memory(tmp_path: Path, solved: Any) -> None:
    solve(load("dodgem:3"), tmp_path, memory=0, threads=2)
    assert files(tmp_path) == solved("dodgem:3")


def test_a_graph_whose_links_do_not_fit_into_memory(
    tmp_path: Path, solved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positions that were found in memory are used."""
    monkeypatch.setattr("zerosum.engines.solve.local.graph.BYTES_A_MOVE", 1 << 20)
    solve(load("dodgem:3"), tmp_path, memory=64, threads=2)
    assert files(tmp_path) == solved("dodgem:3")


@pytest.mark.parametrize(("threads", "fit"), [(1, "positions"), (1, "nothing"), *in_proof((2, "positions"))])
def test_a_graph_that_was_cut_otherwise_before(
    threads: int, fit: str, tmp_path: Path, solved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed when positions found in memory lie in files, but not yet the list of them; then with less memory."""
    monkeypatch.setattr("zerosum.engines.solve.local.local_graph.Team", partial(Team, fewest=64))
    whole = solved("dodgem:3")

    def refuse(self: GraphInMemory, needed: int, what: str) -> None:
        if fits == "nothing" or what.endswith("moves"):
            raise TooLarge(what)

    def kill(self: GraphInPasses, name: str, state: dict[str, Any]) -> None:
        raise Killed

    fits = "positions"
    monkeypatch.setattr(GraphInMemory, "refuse_more", refuse)
    with monkeypatch.context() as patched:
        patched.setattr(GraphInPasses, "_keep", kill)
        with pytest.raises(Killed):
            solve(load("dodgem:3"), tmp_path, threads=2)
    fits = fit
    solve(load("dodgem:3"), tmp_path, threads=threads)
    assert files(tmp_path) == whole


def test_a_stopped_graph_goes_on_in_passes(tmp_path: Path, solved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped with little memory, while positions are found and while they are valued; then with enough."""
    for calls in (20, 60):
        left = iter(range(calls, -1, -1))

        def stop(_: object, left: Any = left) -> None:
            if next(left) == 0:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            solve(load("dodgem:3"), tmp_path, memory=0, threads=2, progress=stop)
        assert not (tmp_path / "manifest.json").exists()
    monkeypatch.setattr("zerosum.engines.solve.local.graph.GraphInMemory.positions", None)
    solve(load("dodgem:3"), tmp_path, threads=2)
    assert files(tmp_path) == solved("dodgem:3")


@pytest.mark.parametrize("address", ["folder", "memory://zerosum-tests"])
def test_scratch_files(address: str, tmp_path: Path) -> None:
    scratch = Scratch(str(tmp_path / address) if address == "folder" else address).below("one")
    numbers = np.arange(0, 3 * 30_000, 3, dtype=np.int64)
    assert scratch.notes("0/keys") is None
    assert scratch.write("0/keys", numbers, {"sample": [3]}) == scratch.notes("0/keys")
    assert scratch.notes("0/keys") == {"count": 30_000, "sample": [3]}
    assert np.array_equal(scratch.read("0/keys"), numbers)
    each = CHUNK_BYTES // 8
    for low, high in (
        (0, 1),
        (3 * each - 1, 3 * each + 1),
        (3 * each, 3 * each),
        (7, 80_000),
        (5, 1 << 62),
        (99_999, 1 << 62),
    ):
        expected = numbers[(numbers >= low) & (numbers < high)]
        assert np.array_equal(scratch.between("0/keys", low, high), expected), (low, high)
    for start, count in ((0, 0), (5, each), (each, each), (29_999, 1)):
        assert np.array_equal(scratch.part("0/keys", start, count), numbers[start : start + count])
    scratch.write("empty", numbers[:0].astype(np.int16))
    assert (scratch.read("empty").dtype, len(scratch.between("empty", 0, 9))) == (np.int16, 0)
    scratch.clear()
    assert scratch.notes("0/keys") is None


@pytest.mark.parametrize(("at", "is_seen"), [(70_000, False), (-30, True), (-1, True), (None, True)])
def test_damaged_scratch_files(at: int | None, is_seen: bool, tmp_path: Path) -> None:
    """A damaged end is as no file at all; a damaged number is found when it is read."""
    scratch = Scratch(str(tmp_path))
    scratch.write("keys", np.arange(20_000))
    whole = bytearray((tmp_path / "keys").read_bytes())
    if at is None:
        del whole[-50:]
    else:
        whole[at] ^= 1
    (tmp_path / "keys").write_bytes(whole)
    assert (scratch.notes("keys") is None) == is_seen
    with pytest.raises(DamagedTable, match="keys is damaged"):
        scratch.between("keys", 8192, 8193)


def work(address: str, spec: str = "tictactoe") -> Work:
    game = load(spec)
    return partition_steps.work_for(game, solve_layout(game), (0, 1), address, 0)


def solve_layout(game: Game) -> Any:
    from zerosum.engines.solve.format.key_layout import game_keys, layout_of

    return game_keys(game.rules, game.start) or layout_of([game.start])


def test_states_that_do_not_fit_are_told_together(tmp_path: Path) -> None:
    """What two partitions say is joined, so that the layout does not depend on how a layer is cut."""
    job = work(str(tmp_path))
    runner = LayersInParts(job, solve_layout(load("tictactoe")), Team(AtOnce(), lambda: 1), None)
    told = [
        StepResult({"fields": [[0, 1, 1], [0, 4, 4]]}, 0, 0),
        StepResult({}, 0, 0),
        StepResult({"fields": [[-1, 0, 2], [1, 2, 2]]}, 0, 0),
    ]
    with pytest.raises(WiderKeys) as found:
        runner.run([], lambda _: None) or runner._checked(told)
    assert found.value.fields == ((-1, 1, 3), (0, 4, 6))
    with pytest.raises(BadRules, match="no sense"):
        runner._checked([*told, StepResult({}, 0, 0, BadRules("no sense"))])


def test_what_a_worker_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = work(str(tmp_path / "elsewhere"))
    assert "does not see" in str(run_step(job, "expand", "run", "keys", 0).refused)
    Scratch(job.address).write(partition_steps.BEGUN, np.empty(0, np.int64))
    monkeypatch.setattr(partition_steps, "_games", {})
    other = Work(**{**vars(job), "rules": "0"})
    assert "has other rules of Tic-Tac-Toe" in str(run_step(other, "expand", "run", "keys", 0).refused)
    unknown = Work(**{**vars(job), "spec": "shogi"})
    assert "a worker cannot load the game" in str(run_step(unknown, "expand", "run", "keys", 0).refused)


def test_a_game_of_a_file_is_sent_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = EXAMPLES
    file = tmp_path / "mine.py"
    file.write_text(next(iter(sorted(example.glob("*.py")))).read_text())
    game = load(str(file))
    job = partition_steps.work_for(game, solve_layout(game), (), str(tmp_path), 0)
    monkeypatch.setattr(partition_steps, "_games", {})
    file.unlink()
    partition_steps._game.cache_clear()
    again = partition_steps._game(job.spec, job.file, job.source, job.symmetry, job.rules)
    assert (again.name, again.start, again.source != game.source) == (game.name, game.start, True)


@pytest.mark.parametrize(
    ("on", "sentence"),
    [
        ("moon", "'moon' is no place to solve; choose local, gpu, or a Dask cluster: dask://HOST:8786"),
        ("dask://somewhere", "'dask://somewhere' is no place to solve; write dask://HOST:PORT"),
        ("dask://local?workers=0", "is no place to solve; write dask://local?workers=2"),
        ("dask:///no/scheduler.json", "there is no scheduler file '/no/scheduler.json'"),
        ("dask://127.0.0.1:1", "no Dask scheduler answers at dask://127.0.0.1:1"),
    ],
)
def test_places_that_are_refused(on: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_backend, "SCHEDULER_SECONDS", 0.2)
    with pytest.raises(BadRequest, match=sentence.replace("?", r"\?")):
        solve(load("tictactoe"), tmp_path / "table", on=on)
    assert not (tmp_path / "table").exists()


def test_a_scratch_address_that_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"'nowhere://x/table-.*' is no address for scratch files"):
        solve(load("dodgem:3"), tmp_path / "table", scratch="nowhere://x", memory=0)
