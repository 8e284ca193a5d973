"""The portable tier: a kernel does what the search does that it was made of, and no other file runs."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.lab.perft import perft
from zerosum.core.games import load
from zerosum.engines.native.compile.entries import PORTABLE, rules_on
from zerosum.engines.native.portable import instance, manifest, rules, sources
from zerosum.engines.native.portable.catalog import shipped_games, wanted_kernels
from zerosum.engines.native.portable.manifest import FOLDER, MANIFEST, NoKernel
from zerosum.engines.native.search.perft import NativePerft
from zerosum.engines.native.search.rolls import RollSearch
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search.result import Effort, Limit, Stopped

GAMES = {game.spec: game for game in shipped_games()}

MOST_BYTES = 2 << 20
"""All kernels together."""


def test_every_game_has_the_kernels_that_it_wants() -> None:
    known = manifest.manifest()
    missing = {(spec, name) for spec, game in GAMES.items() for name in wanted_kernels(game)} - known.kernels.keys()
    assert not missing, "make kernels"


def test_no_kernel_is_stale() -> None:
    stale = []
    for kernel in manifest.manifest().kernels.values():
        try:
            sources.refuse_stale(kernel, GAMES[kernel.game])
        except NoKernel as error:
            stale.append(str(error))
    assert not stale


def test_the_digest_of_a_source_does_not_depend_on_the_version_of_python() -> None:
    """`ast.dump` writes other fields from version to version; a kernel must not be stale because of that."""
    assert sources._dumped(ast.parse("def f(a):\n    return a + 1")) == (
        "Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='a')]), "
        "body=[Return(value=BinOp(left=Name(id='a'), op=Add(), right=Constant(value=1)))])])"
    )


def test_all_kernels_are_small_and_named() -> None:
    named = {kernel.file for kernel in manifest.manifest().kernels.values()}
    files = {file.name: file.stat().st_size for file in FOLDER.glob("*.wasm")}
    assert files.keys() == named
    assert sum(files.values()) < MOST_BYTES


@pytest.mark.parametrize("spec", GAMES)
def test_positions_are_counted_as_in_plain_python(spec: str) -> None:
    game = GAMES[spec]
    depth = 2 if game.rules.odds is not None or len(list(game.moves(game.start))) > 12 else 3
    effort = Effort()
    found = NativePerft(game, effort, depth, PORTABLE).count(game.start, depth)
    *_, written = perft(game, game.start, depth, tier="reference")
    assert found == written.count


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "ordering", "mcts", "rave"])
@pytest.mark.parametrize(("spec", "position", "depth"), [("tictactoe", "X-O/-O-/X--", None), ("connect4", "", 5)])
def test_rungs_visit_the_nodes_of_the_reference(algorithm: str, spec: str, position: str, depth: int | None) -> None:
    game = load(spec)
    state = game.read_position(position) if position else game.start
    limit = Limit(depth=depth) if algorithm not in ("mcts", "rave") else Limit(nodes=4_000)
    written, found = (
        search_on(algorithm, tier)(game, state, limit=limit, plain=True) for tier in ("reference", PORTABLE)
    )
    assert found.tier == PORTABLE
    assert replace(found, tier="reference", seconds=0.0) == replace(written, seconds=0.0)


def test_selective_search_visits_the_nodes_of_the_reference() -> None:
    from zerosum.engines.search.selective import SelectiveSearch as Reference

    game = load("othello")
    *_, written = Reference(game).best(game.start, Effort(Limit(depth=4)))
    *_, found = SelectiveSearch(game, memory=4, threads=1, tier=PORTABLE).best(game.start, Effort(Limit(depth=4)))
    assert (found.nodes, found.value, found.line) == (written.nodes, written.value, written.line)


@pytest.mark.parametrize(
    ("spec", "moves", "value"), [("connect4:5x4", "", "draw"), ("connect4", "44444415", "win in 31")]
)
def test_the_solver_finds_exact_values(spec: str, moves: str, value: str) -> None:
    game = load(spec)
    state = game.after(game.read_moves(moves)) if moves else game.start
    assert str(Solver(game, memory=16, rules=rules_on(PORTABLE, game)).solve(state).value) == value


@pytest.mark.parametrize("threads", [1, 2])
def test_moves_are_valued_exactly_with_lines_to_the_end(threads: int) -> None:
    game = load("connect4")
    state = game.after(game.read_moves("44444415525152"))
    reference = Solver(game, memory=16, rules=rules_on(PORTABLE, game)).solve(state)
    found = Analyst(game, tier=PORTABLE, threads=threads, memory=64)(state)
    assert (found.exact, found.value) == (True, reference.value)
    assert all(game.is_over(game.after(each.line, state)) for each in found.moves)


def test_rolls_are_searched() -> None:
    game = load("backgammon")
    state = game.play(game.start, next(iter(game.moves(game.start))))
    first = next(RollSearch(game, memory=1, tier=PORTABLE).values(state, Effort(Limit(seconds=20))))
    assert set(first) == set(game.moves(state))


@pytest.mark.parametrize("spec", ["connect4", "othello", "gomoku:9", "go:5"])
def test_limits_of_nodes_and_seconds_hold(spec: str) -> None:
    game = load(spec)
    analysis = Analyst(game, limit=Limit(nodes=20_000), tier=PORTABLE, threads=1, book=False, table=False)(game.start)
    assert (analysis.tier, analysis.exact) == (PORTABLE, False)
    assert 0 < analysis.nodes <= 20_000 + 2 * len(analysis.moves)
    timed = Analyst(game, limit=Limit(seconds=0.1), tier=PORTABLE, book=False, table=False)(game.start)
    assert (timed.tier, timed.exact) == (PORTABLE, False)


@pytest.mark.parametrize("spec", ["connect4", "othello", "gomoku:9", "go:5"])
def test_a_limit_that_is_over_before_the_kernel_is_loaded(spec: str) -> None:
    game = load(spec)
    analysis = Analyst(game, limit=Limit(seconds=0.0001), tier=PORTABLE, book=False, table=False)(game.start)
    assert len(analysis.moves) == len(list(game.moves(game.start)))


def test_a_search_is_cancelled_by_what_progress_raises() -> None:
    game = load("connect4")

    class Enough(Exception):
        pass

    def stop(so_far: Any) -> None:
        raise Enough

    with pytest.raises(Enough):
        Solver(game, memory=8, rules=rules_on(PORTABLE, game)).solve(game.start, progress=stop)


def test_a_solver_stops_when_another_thread_says_so() -> None:
    game = load("connect4")
    solver = Solver(game, memory=8, rules=rules_on(PORTABLE, game))
    solver.stop()
    with pytest.raises(Stopped):
        solver.score(game.start)


def test_memory_is_given_back() -> None:
    kernel = manifest.kernel_for("tictactoe", "perft")
    module = instance.Instance(kernel)
    first = module.block(800, "q")
    first[3] = 7
    at = module.offset(first)
    part = first[2:4]
    assert module.offset(part) == at + 16
    del first
    second = module.block(800, "q")
    assert module.offset(second) != at, "a view of it is left"
    del part
    third = module.block(800, "q")
    assert (module.offset(third), third[3]) == (at, 0)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the manifest and two modules, which is taken for that of the package."""
    for kernel in (manifest.kernel_for("tictactoe", "perft"), manifest.kernel_for("connect4", "perft")):
        shutil.copy(FOLDER / kernel.file, tmp_path)
    shutil.copy(FOLDER / MANIFEST, tmp_path)
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    manifest.manifest.cache_clear()
    instance._module.cache_clear()
    yield tmp_path
    instance._module.cache_clear()
    manifest.manifest.cache_clear()


FILE = "tictactoe.perft.wasm"


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    data = json.loads((folder / MANIFEST).read_text())
    change(data)
    (folder / MANIFEST).write_text(json.dumps(data))


def plant(folder: Path, text: str) -> None:
    """Put a module there, with the checksum that fits."""
    module = bytes(wasmtime.wat2wasm(text))
    (folder / FILE).write_bytes(module)
    change_manifest(folder, lambda data: kernel_in(data).update(sha256=sha256(module).hexdigest()))


def kernel_in(data: dict[str, Any]) -> dict[str, Any]:
    kernel: dict[str, Any] = data["games"]["tictactoe"]["kernels"]["perft"]
    return kernel


def flip(folder: Path) -> None:
    content = bytearray((folder / FILE).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / FILE).write_bytes(content)


def truncate(folder: Path) -> None:
    (folder / FILE).write_bytes((folder / FILE).read_bytes()[:-1])


def make_folder(folder: Path) -> None:
    (folder / FILE).unlink()
    (folder / FILE).mkdir()


def swap(folder: Path) -> None:
    shutil.copy(folder / "connect4.perft.wasm", folder / FILE)


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "damaged": (flip, "kernel perft of tictactoe is refused: tictactoe.perft.wasm is damaged, or another file"),
    "truncated": (truncate, "is refused: tictactoe.perft.wasm is damaged"),
    "swapped": (swap, "is refused: tictactoe.perft.wasm is damaged, or another file"),
    "missing": (lambda folder: (folder / FILE).unlink(), "is refused: .*tictactoe.perft.wasm"),
    "a folder": (make_folder, "is refused"),
    "elsewhere": (
        lambda folder: change_manifest(folder, lambda data: kernel_in(data).update(file="../x.wasm")),
        "is refused: the manifest names a file elsewhere",
    ),
    "planted, with an import": (
        lambda folder: plant(folder, '(module (import "os" "open" (func)) (memory (export "memory") 1))'),
        "is refused: it imports or exports something else than a kernel does",
    ),
    "planted, with other exports": (
        lambda folder: plant(folder, '(module (func (export "entry")) (memory (export "memory") 1))'),
        "is refused: it imports or exports something else",
    ),
    "stale": (
        lambda folder: change_manifest(folder, lambda data: kernel_in(data).update(sources="0" * 32, files=[])),
        "kernel perft of tictactoe is stale: its rules or its search have changed",
    ),
    "no manifest": (lambda folder: (folder / MANIFEST).unlink(), "there are no portable kernels"),
    "no JSON": (lambda folder: (folder / MANIFEST).write_text("{"), "the manifest of the portable kernels is damaged"),
    "another form": (
        lambda folder: (folder / MANIFEST).write_text("[]"),
        "manifest of the portable kernels is damaged",
    ),
    "another format": (
        lambda folder: change_manifest(folder, lambda data: data.update(format=9)),
        "is damaged .format 9 instead of 1.",
    ),
    "no such game": (
        lambda folder: change_manifest(folder, lambda data: data["games"].pop("tictactoe")),
        "there are no portable kernels of Tic-Tac-Toe",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_as_it_was_built_is_refused_by_name(case: str, copied: Path) -> None:
    change, sentence = REFUSED[case]
    change(copied)
    manifest.manifest.cache_clear()
    game = load("tictactoe")
    with pytest.raises(NoKernel, match=sentence):
        NativePerft(game, Effort(), 2, PORTABLE)


def test_a_planted_module_that_is_none_is_refused(copied: Path) -> None:
    (copied / FILE).write_bytes(b"\0asm")
    digest = sha256(b"\0asm").hexdigest()
    change_manifest(copied, lambda data: kernel_in(data).update(sha256=digest))
    manifest.manifest.cache_clear()
    with pytest.raises(NoKernel, match="kernel perft of tictactoe is refused"):
        NativePerft(load("tictactoe"), Effort(), 2, PORTABLE)


def test_where_the_kernel_is_refused_another_tier_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(kernel: Any, game: Any) -> None:
        raise NoKernel(f"{kernel} is stale")

    monkeypatch.setattr(rules, "refuse_stale", refused)
    game = load("connect4:5x4")
    analyst = Analyst(game, limit=Limit(nodes=4_000), book=False, table=False)
    assert analyst(game.start).tier == "reference"
    with pytest.raises(NoKernel, match="is stale"):
        Analyst(game, limit=Limit(nodes=4_000), tier=PORTABLE)(game.start)


def test_without_a_kernel_and_numba_the_answer_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.answers.analysis.analyst.has_numba", lambda: False)
    monkeypatch.setattr("zerosum.answers.analysis.machine_code.has_numba", lambda: False)
    game = load("connect4:5x5")
    analysis = Analyst(game, limit=Limit(seconds=0.2), book=False, table=False)(game.start)
    assert analysis.note == "Connect Four 5x5 was searched in plain Python; pip install 'zerosum[native]' compiles it"


def test_a_game_without_kernels_says_so() -> None:
    with pytest.raises(NoKernel, match="there are no portable kernels of Connect Four"):
        Analyst(load("connect4:5x5"), tier=PORTABLE)(load("connect4:5x5").start)


RULE = """LIMIT = 5


def to_move(state):
    return state & 1


def rule(state):
    x = LIMIT
    return to_move(state)
"""

CHANGES = {
    "a comment": ("    return to_move(state)", "    # why\n    return to_move(state)", True),
    "a docstring": ("    x = LIMIT", '    """Why."""\n    x = LIMIT', True),
    "a line above": ("def rule(", "X = 1\n\n\ndef rule(", True),
    "an annotation": ("def rule(state)", "def rule(state: int) -> int", True),
    "the rule": ("    return to_move(state)", "    return 1 - to_move(state)", False),
    "what it calls": ("return state & 1", "return state & 2", False),
    "a constant": ("LIMIT = 5", "LIMIT = 6", False),
}
"""A change of a file with a rule, and whether the rule is still the same."""


@pytest.mark.parametrize("case", CHANGES)
def test_the_digest_knows_what_matters(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after, is_same = CHANGES[case]
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    digests = []
    for number, content in enumerate((RULE, RULE.replace(before, after, 1))):
        file = tmp_path / f"{tmp_path.name}_{number}.py"
        file.write_text(content)
        space: dict[str, Any] = {}
        exec(compile(content, str(file), "exec"), space)
        digests.append(list(sources._Seen(set()).described(space["rule"])))
    assert (digests[0] == digests[1]) is is_same


NO_COMPILER = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = sys.modules["llvmlite"] = None
import zerosum.engines.native as native
native.has_numba = lambda: False
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.games import load
from zerosum.engines.search.result import Limit
for spec in ("connect4", "othello", "checkers", "chess", "go", "gomoku", "backgammon"):
    game = load(spec)
    analyst = Analyst(game, limit=Limit(seconds=0.5), book=False, table=False, tier="portable")
    state = game.start if spec != "backgammon" else game.play(game.start, next(iter(game.moves(game.start))))
    print(spec, analyst(state).tier)
"""


def test_games_are_analyzed_without_numba_and_numpy() -> None:
    ran = subprocess.run([sys.executable, "-c", NO_COMPILER], capture_output=True, text=True, check=False)
    assert (ran.stderr, [line.split()[1] for line in ran.stdout.splitlines()]) == ("", ["portable"] * 7)
