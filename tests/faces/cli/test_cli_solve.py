"""`zerosum solve`: solving, going on, and what can be wrong with the folder."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.brute import truth
from tests.conftest import Cli, refused
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.core.progress import Count
from zerosum.core.value import Outcome
from zerosum.engines.native.solver.scores import WON
from zerosum.engines.solve.format.checked_file import write_checked
from zerosum.engines.solve.stages import SolveProgress, Stage
from zerosum.engines.solve.tables.table import manifest_of, open_table
from zerosum.faces.cli.solve import folded, how, is_up_to_symmetry, solve_update


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_solve_and_show(cli: Cli, here: Path) -> None:
    run = cli("solve", "tictactoe", "--memory", "64MB", "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json.pop("seconds") > 0
    found = run.json
    size = sum(map(len, contents(here / "tictactoe.table").values()))
    assert found | {"seconds": 0} == {
        "game": "tictactoe",
        "position": "---/---/---",
        "starts": 1,
        "positions": 5478,
        "stored": 765,
        "layers": 10,
        "method": "layers",
        "symmetry": True,
        "up_to_symmetry": False,
        "value": Outcome(0).json(),
        "bytes": size,
        "seconds": 0,
        "table": "tictactoe.table",
        "complete": True,
    }
    again = cli("solve", "tictactoe")
    assert again.out.startswith("Tic-Tac-Toe: solved before (tictactoe.table)\n")
    assert "765 stored: one for all that are symmetric to it; solved in 10 layers" in again.out
    assert again.out.endswith("X to move: draw\n")


@pytest.mark.parametrize(("option", "place"), in_proof(("-p", "XXO/OOX/X--"), ("-m", "0 4 1 2 6 3 5")))
def test_solve_a_part(cli: Cli, option: str, place: str) -> None:
    run = cli("solve", "tictactoe", option, place, "--out", "part", "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json["value"]["outcome"] == "draw"
    assert run.json["layers"] == 3
    assert cli("probe", "part", "-m", "8", "--json").json["value"]["outcome"] == "draw"
    assert "is not in the table: it cannot be reached from XXO/OOX/X--" in refused(
        cli("probe", "part", "-p", "---/---/---")
    )


@pytest.mark.parametrize("json", [True, False])
def test_ctrl_c_keeps_what_is_finished(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch, json: bool, whole: dict[str, bytes]
) -> None:
    written = 0

    def press_ctrl_c(path: Path, parts: Iterator[bytes]) -> int:
        nonlocal written
        written += 1
        if written == 14:
            raise KeyboardInterrupt
        return write_checked(path, parts)

    monkeypatch.setattr("zerosum.engines.solve.format.layer_arrays.write_checked", press_ctrl_c)
    run = cli("solve", "tictactoe", *(["--json"] if json else []))
    assert run.code == 130
    if json:
        assert run.json == {
            "game": "tictactoe",
            "stored": 765,
            "layers": 10,
            "valued": 2,
            "table": "tictactoe.table",
            "complete": False,
        }
    else:
        assert run.out == (
            "Stopped: tictactoe.table has 765 positions of 10 layers, the values of 2; "
            "the same command goes on from there.\n"
        )
    assert cli("solve", "tictactoe").code == 0
    assert written == 22
    assert contents(here / "tictactoe.table") == whole


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a table that nothing has disturbed."""
    from zerosum.engines.solve.solving import solve

    return contents(solve(load("tictactoe"), tmp_path_factory.mktemp("tables")).folder)


@pytest.mark.parametrize(("call", "file"), [(11, "tictactoe.table'"), (13, "tictactoe.table/unfinished.json'")])
def test_a_full_disk(
    cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch, whole: dict[str, bytes], call: int, file: str
) -> None:
    """One sentence; and after space is freed, the same files."""
    fsync, calls = os.fsync, 0

    def full(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    assert f"{file} cannot be written: No space left on device" in refused(cli("solve", "tictactoe"))
    assert not [name for name in os.listdir(here / "tictactoe.table") if name.startswith(".zerosum")]
    assert cli("solve", "tictactoe").code == 0
    assert contents(here / "tictactoe.table") == whole


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("solve", "name a game to solve"),
        (
            "solve --export parquet",
            "name a game to solve, as in zerosum solve tictactoe, or a table that is there by --out",
        ),
        ("solve tictactoe --threads x", "'x' is not a whole number from 1"),
        ("solve tictactoe --threads 0", "'0' is not a whole number from 1"),
        ("solve ((3,5),(2,9))", "a written tree is not solved into a table; zerosum analyze and zerosum tree value it"),
        ("solve ((3,5),(2,9)) --estimate", "a written tree is not solved into a table"),
        ("probe empty", "empty/layer-003.keys is damaged: it is empty; delete the folder 'empty' and solve again"),
        ("solve --verify nowhere", "nowhere has no solved table"),
        ("solve --verify damaged", "damaged/layer-003.keys cannot be read"),
        ("solve mnk:3x3x2 --verify other", "other is a table of tictactoe by other rules than those of mnk:3x3x2"),
        ("probe damaged", "; delete the folder 'damaged' and solve again"),
        ("solve tictactoe --estimate --verify other", "give --estimate or --verify, not both"),
        ("solve tictactoe --game nim", "--game belongs to --verify"),
        ("probe nowhere", "nowhere has no solved table"),
        ("probe damaged", "damaged/layer-003.keys cannot be read"),
        ("probe other -p nonsense", "nonsense"),
        ("probe other --game nim:3,4", "other is a table of tictactoe by other rules than those of nim:3,4"),
        ("stats unfinished", "unfinished has no solved table: it is not finished, run the same solve again"),
        ("stats a-file", "a-file has no solved table"),
        ("solve tictactoe --memory much", "'much' is not an amount of memory such as 500MB or 4GB"),
        ("solve tictactoe --memory 0GB", "'0GB' is not an amount of memory"),
        ("solve tictactoe --memory 4000TB", "memory must be from 1 to"),
        ("solve tictactoe --threads 1000", "threads must be from 1 to 256"),
        ("solve tictactoe --out a-file", "'a-file' is a file, not a folder"),
        ("solve tictactoe --out .", "'.' has other files ('a-file') and no table; choose an empty folder"),
        ("solve tictactoe --out /proc/table", "'/proc/table' cannot be written: No such file or directory"),
        (
            "solve oware:2x1 --estimate",
            "has a rule for repeated positions, so that a value depends on the moves before",
        ),
        ("solve tictactoe --on moon", "'moon' is no place to solve; choose local"),
        ("solve connect4:8x8", "bits, but a solved table holds positions of at most 62"),
        ("solve oware:2x1", "has a rule for repeated positions, so that a value depends on the moves before"),
        ("solve dodgem:3 --memory 0.4MB", "'0.4MB' is not an amount of memory"),
        ("solve mnk:3x3x2 --out other", "other is a table of tictactoe by other rules than those of mnk:3x3x2"),
        ("solve tictactoe --out other -p X--/---/---", "'other' has a table that begins at ---/---/---, not at X--"),
        ("solve tictactoe --from nowhere", "'nowhere' cannot be read: No such file or directory"),
        ("solve tictactoe --from a-file", "'a-file' has no position to start from"),
        ("solve tictactoe --from wrong", "wrong, line 3: a position has 9 cells (3 rows of 3), but 'XX' has 2"),
        ("solve tictactoe --from ending:late", "Tic-Tac-Toe has no ending 'late'"),
        ("solve morris3 --from ending:late", "Three Men's Morris has no ending 'late'; it has moving"),
        ("solve tictactoe --from wrong -p X--/---/---", "give --from, or --position and --moves, not both"),
        ("solve tictactoe --from wrong --estimate", "--estimate begins at one position; leave out --from"),
        ("solve tictactoe --out damaged", "damaged/layer-003.keys cannot be read: No such file or directory"),
    ],
)
def test_what_is_refused(cli: Cli, here: Path, whole: dict[str, bytes], words: str, sentence: str) -> None:
    (here / "a-file").touch()
    (here / "wrong").write_text("# two\n---/-X-/---\nXX\n")
    (here / "unfinished").mkdir()
    (here / "unfinished" / "unfinished.json").touch()
    for name in ("other", "damaged", "empty"):
        (here / name).mkdir()
        for file, content in whole.items():
            (here / name / file).write_bytes(content)
    (here / "damaged" / "layer-003.keys").unlink()
    (here / "empty" / "layer-003.keys").write_bytes(b"")
    assert sentence in refused(cli(*words.split()))
    made = {"a-file", "wrong", "unfinished", "other", "damaged", "empty"}
    assert set(os.listdir(here)) == made, "a refused solve leaves nothing"


@pytest.mark.parametrize(
    ("position", "said"),
    in_proof(
        ("XXO/OOX/XO-", ", all stored: symmetries are not used, as not all images of where it begins can be reached"),
        ("XXO/OOX/XO-", "; solved in 2 layers\n0.9 kB; "),
        ("XXO/OOX/XOX", "1 position, all stored: symmetries are not used"),
        ("XXO/OOX/XOX", "; solved in 1 layer\n"),
    ),
)
def test_what_is_said_of_few_positions(cli: Cli, position: str, said: str) -> None:
    assert said in cli("solve", "tictactoe", "-p", position, "--out", "part").out


def test_positions_that_are_counted_up_to_symmetry(here: Path, solved: str) -> None:
    table = open_table(here / solved)
    assert folded(table) == ", 765 stored: one for all that are symmetric to it"
    assert how(replace(table.manifest, layers=table.manifest.layers[:1])) == "solved in 1 layer"
    table.game = replace(table.game, rules=replace(table.game.rules, class_size=None))
    assert is_up_to_symmetry(table)
    assert folded(table) == " up to symmetry (the game has no class_size, which would count all)"
    table.manifest = replace(table.manifest, symmetry=False)
    assert folded(table).startswith(", all stored: symmetries are not used")


def own_game(file: Path, spec: str) -> None:
    """A file of the user's own with a game whose steps other tests have compiled."""
    file.write_text(f"from zerosum.core.games import load\ngame = load({spec!r})\n")


def test_a_table_of_a_users_own_game(cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest has the name of the file, which is run only where the user names it by --game."""
    for name in ("games", "elsewhere"):
        (here / name).mkdir()
    own_game(here / "games" / "own.py", "tictactoe")
    assert cli("solve", "games/own.py", "--out", "games/table").code == 0
    monkeypatch.chdir(here / "games")
    assert cli("solve", "./own.py", "--out", "again").code == 0
    assert contents(here / "games" / "table") == contents(here / "games" / "again")
    assert cli("solve", "own.py", "--out", "table").out.startswith("Tic-Tac-Toe: solved before")
    monkeypatch.chdir(here / "elsewhere")
    (here / "games" / "table").rename(here / "table")
    said = refused(cli("stats", "../table"))
    assert "'../table' is a table of 'own.py', which is no game of zerosum's own; a table runs no code" in said
    assert "so name the file with its rules: --game FILE" in said
    assert cli("probe", "../table", "--game", "../games/own.py").code == 0
    assert cli("stats", "../table", "--game", "../games/own.py").code == 0
    assert cli("solve", "--verify", "../table", "--game", "../games/own.py").code == 0
    own_game(here / "elsewhere" / "own.py", "mnk:3x3x2")
    changed = (
        "the rules in own.py have changed since '../table' was solved; delete the folder '../table' and solve again"
    )
    for words in ("solve own.py --out", "solve --game own.py --verify", "probe --game own.py"):
        assert changed in refused(cli(*words.split(), "../table"))


def changed(folder: Path, whole: dict[str, bytes], number: int, place: int, score: int) -> None:
    """Write a table with one other score, and checksums that are right."""
    from zerosum.engines.solve.format.layer_arrays import read_scores, write_scores

    folder.mkdir()
    for file, content in whole.items():
        (folder / file).write_bytes(content)
    manifest = manifest_of(folder)
    table = open_table(folder)
    scores = read_scores(table.layers[number][1])
    scores[place] = score
    manifest.layers[number].scores = write_scores(folder / f"layer-{number:03}.scores", scores)
    manifest.write(folder / "manifest.json")


@pytest.mark.parametrize(
    ("number", "place", "score", "said"),
    [
        (9, 3, WON - 2, "the table says win in 2, but the rules give loss in 0"),
        (8, 20, WON - 1, "the table says win in 1, but the rules give loss in 0"),
        (4, 5, WON - 5, "the table says win in 5, but its moves give win in 1"),
        (0, 0, 5 - WON, "the table says loss in 5, but its moves give draw"),
    ],
)
def test_verify_names_the_first_wrong_position(
    cli: Cli, here: Path, whole: dict[str, bytes], number: int, place: int, score: int, said: str
) -> None:
    changed(here / "wrong", whole, number, place, score)
    run = cli("solve", "--verify", "wrong")
    assert run.code == 1
    table = open_table(here / "wrong")
    position = table.game.position_text(list(table.states(number))[place])
    assert run.out == f"The table is wrong: {position}: {said}.\n"
    found = cli("solve", "--verify", "wrong", "--json")
    assert (found.code, found.json["right"]) == (1, False)
    assert f"{found.json['position']}: {found.json['fault']}" in run.out


def test_verify_a_right_table(cli: Cli, here: Path, whole: dict[str, bytes]) -> None:
    changed(here / "right", whole, 0, 0, 0)
    run = cli("solve", "--verify", "right", "--memory", "1MB", "--json")
    assert (run.code, run.json["right"], run.json["stored"]) == (0, True, 765)
    assert "no fault found" in cli("solve", "--verify", "right").out


def test_a_position_that_is_missing(cli: Cli, here: Path, whole: dict[str, bytes]) -> None:
    from zerosum.engines.solve.format.layer_arrays import read_keys, read_scores, write_keys, write_scores
    from zerosum.engines.solve.verifying import verify

    changed(here / "cut", whole, 0, 0, 0)
    manifest, table = manifest_of(here / "cut"), open_table(here / "cut")
    keys, scores = table.layers[5]
    entry = manifest.layers[5]
    entry.stored, entry.keys = write_keys(here / "cut" / "layer-005.keys", [read_keys(keys)[1:]])
    entry.scores = write_scores(here / "cut" / "layer-005.scores", read_scores(scores)[1:])
    manifest.write(here / "cut" / "manifest.json")
    fault = verify(open_table(here / "cut"))
    assert fault is not None
    assert fault.what == "the position after 4 is missing"
    missing, before = table.game.position_text(next(table.states(5))), fault.position
    assert before is not None
    assert f"{missing} is not in the table: it cannot be reached from" in refused(cli("probe", "cut", "-p", missing))
    assert f"cut is damaged: it lacks a position after {before}" in refused(cli("probe", "cut", "-p", before))


@pytest.mark.parametrize(("layer", "field"), [(4, "wins"), (9, "draws"), (0, "losses"), (3, "endless")])
def test_wrong_counts_are_found(here: Path, whole: dict[str, bytes], layer: int, field: str) -> None:
    from zerosum.engines.solve.verifying import verify

    changed(here / "wrong", whole, 0, 0, 0)
    manifest = manifest_of(here / "wrong")
    setattr(manifest.layers[layer], field, getattr(manifest.layers[layer], field) + 1)
    manifest.write(here / "wrong" / "manifest.json")
    said = f"manifest.json has other counts of wins, draws and losses in layer {layer} than its files"
    assert str(verify(open_table(here / "wrong"))) == said


@pytest.mark.parametrize("spec", in_proof("dodgem:3", "connect4:4x4", "kalah:3x2", "dots:2x2", "ponghauki"))
def test_verify_other_games(spec: str, here: Path) -> None:
    from zerosum.engines.solve.solving import solve
    from zerosum.engines.solve.verifying import verify

    assert verify(solve(load(spec), here / "table")) is None


@pytest.mark.parametrize(
    ("spec", "stored", "layers"),
    [
        ("tictactoe", 765, 4),
        ("tictactoe", 765, 6),
        *in_proof(
            ("hex:3", 5_514, 4),
            ("connect4:4x4", 80_541, 6),
            ("connect4:4x4", 80_541, 8),
            ("connect4:5x4", 1_974_174, 6),
            ("connect4:5x4", 1_974_174, 8),
            ("connect4:5x4", 1_974_174, 10),
        ),
    ],
)
def test_estimates_are_right_within_a_factor_of_three(spec: str, stored: int, layers: int) -> None:
    """From so many layers; the worst was 0.43 of what there is, for Connect Four 5x5 from 14 of its 26 layers."""
    from zerosum.engines.solve.estimating import estimate

    size = estimate(load(spec), most_layers=layers, seconds=60)
    assert (size.exact, size.listed_layers) == (False, layers)
    assert stored / 3 < size.stored < stored * 3


@pytest.mark.parametrize(
    ("spec", "stored", "layers", "factor"),
    in_proof(
        ("connect4:6x5", 1_409_488_535, 8, 3),
        ("connect4:6x5", 1_409_488_535, 9, 3),
        ("connect4", 4_531_985_219_092 // 2, 8, 3),
        ("connect4", 4_531_985_219_092 // 2, 9, 6),
    ),
)
def test_estimates_of_huge_games(spec: str, stored: int, layers: int, factor: int) -> None:
    """Against the published numbers of positions, up to mirror images."""
    from zerosum.engines.solve.estimating import estimate

    size = estimate(load(spec), most_layers=layers, seconds=600)
    assert (size.exact, size.listed_layers) == (False, layers)
    assert stored / factor < size.stored < stored * factor


@pytest.mark.parametrize(
    ("spec", "least", "most"),
    [("mnk:8x8x4", 10**20, 2**129), *in_proof(("gomoku", 10**60, 2**451), ("ultimate", 10**6, 2**185))],
)
def test_few_layers_of_many_give_a_range(spec: str, least: int, most: int) -> None:
    from zerosum.engines.solve.estimating import estimate

    size = estimate(load(spec), most_layers=2, seconds=60)
    assert size.between is not None
    low, high = size.between
    assert least <= low < size.stored < high <= most


@pytest.mark.parametrize("spec", ["othello", *in_proof("othello:6")])
def test_games_without_layers_that_no_table_holds_have_a_lower_bound(spec: str) -> None:
    from zerosum.engines.solve.estimating import estimate

    size = estimate(load(spec), seconds=0.05)
    assert (size.seconds, size.exact, size.at_least) == (None, False, True)
    assert size.bits > 62


def test_estimate(cli: Cli) -> None:
    run = cli("solve", "tictactoe", "--estimate", "--json")
    assert (run.code, run.json["stored"], run.json["layers"], run.json["exact"]) == (0, 765, 10, True)
    assert "Tic-Tac-Toe: 765 positions to store\n" in cli("solve", "tictactoe", "--estimate").out


@pytest.fixture
def solved(here: Path, whole: dict[str, bytes]) -> str:
    """A table of Tic-Tac-Toe in the current folder."""
    changed(here / "solved", whole, 0, 0, 0)
    return "solved"


@pytest.mark.parametrize("position", ["---/---/---", "X-O/-O-/X--", "XXO/OOX/XXO", "XXX/OO-/---", "X--/---/---"])
def test_probe_is_as_analyze(cli: Cli, solved: str, position: str) -> None:
    """All that analysis finds, line by line where only one move is best."""
    probed = cli("probe", solved, "-p", position, "--json")
    assert (probed.code, probed.err) == (0, "")
    analyzed = cli("analyze", "tictactoe", "-p", position, "--json", "--tier", "reference").json
    assert set(probed.json) == set(analyzed)
    for key in ("game", "position", "to_move", "side", "over", "value", "exact", "best", "best_known"):
        assert probed.json[key] == analyzed[key], key
    told = {each["move"]: (each["value"], each["cost"], len(each["line"])) for each in probed.json["moves"]}
    assert told == {each["move"]: (each["value"], each["cost"], len(each["line"])) for each in analyzed["moves"]}
    assert probed.json["tier"] == "table"


def test_probe_needs_no_compiler(solved: str) -> None:
    code = (
        "import sys; from zerosum.faces.cli import main\n"
        f"assert main(['probe', {solved!r}, '-m', '4 0', '--plain']) == 0\n"
        f"assert main(['stats', {solved!r}, '--json']) == 0\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "From the solved table." in out


def test_stats(cli: Cli, solved: str) -> None:
    found = cli("stats", solved, "--json").json
    known = truth("tictactoe")
    game = load("tictactoe")
    results = [utility if game.to_move(state) == 0 else -utility for state, (utility, _) in known.items()]
    assert found["positions"] == 5478
    assert found["outcomes"] == {"win": results.count(1), "draw": results.count(0), "loss": results.count(-1)}
    stones = [sum(each.bit_count() for each in state[:2]) for state in known]  # type: ignore[index]
    assert [layer["positions"] for layer in found["layers"]] == [stones.count(number) for number in range(10)]
    assert [layer["layer"] for layer in found["layers"]] == list(range(10))
    longest = max(
        plies for state, (utility, plies) in known.items() if (utility > 0) == (game.to_move(state) == 0) and utility
    )
    assert found["longest_win"]["value"]["text"] == f"win in {longest}"
    text = cli("stats", solved).out
    assert "all      5,478" in text
    assert f"The longest win: {found['longest_win']['position']}, win in {longest}." in text


@pytest.fixture
def tables(here: Path, solved: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with a table of Tic-Tac-Toe."""
    folder = here / "tables"
    folder.mkdir()
    (here / solved).rename(folder / "tictactoe.table")
    monkeypatch.setenv("ZEROSUM_TABLES", str(folder))
    return folder


@pytest.mark.parametrize("named", [True, False])
def test_analysis_by_a_table(cli: Cli, tables: Path, named: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    words = []
    if named:
        monkeypatch.delenv("ZEROSUM_TABLES")
        words = ["--table", str(tables / "tictactoe.table")]
    found = cli("analyze", "tictactoe", *words, "--json").json
    assert (found["tier"], found["exact"], len(found["best"])) == ("table", True, 9)
    assert "From the solved table." in cli("analyze", "tictactoe", *words).out
    assert cli("analyze", "tictactoe", *words, "--tier", "reference", "--json").json["tier"] == "reference"
    if not named:
        assert cli("analyze", "tictactoe", "--no-table", "--json").json["tier"] == "reference"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("review tictactoe --moves 4,1,0", "mistake: turn"),
        ("match perfect perfect tictactoe -n 2 --json", '"draws": 2'),
        ("play tictactoe --first computer --ties first", "The computer (X) plays 0"),
        ("engine tictactoe", "nodes 0 "),
    ],
)
def test_everything_that_plays_uses_a_table(
    cli: Cli, solved: str, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    """No search is begun: the table knows every move."""

    def refuse(*_: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr("zerosum.answers.analysis.plain_deepening.PlainDeepening.values", refuse)
    run = cli(*words.split(), "--table", solved, stdin="quit\n" if words.startswith("play") else "go\nwait\nquit\n")
    assert run.code == 0, run
    assert said in run.out


def test_a_wrong_table_is_refused(cli: Cli, tables: Path) -> None:
    table = tables / "tictactoe.table"
    assert "by other rules than those of connect4" in refused(cli("analyze", "connect4", "--table", str(table)))
    assert "not both" in refused(cli("analyze", "tictactoe", "--table", str(table), "--no-table"))
    assert "nowhere has no solved table" in refused(cli("engine", "tictactoe", "--table", "nowhere"))
    table.rename(tables / "mnk-3x3x2.table")
    said = refused(cli("analyze", "mnk:3x3x2"))
    assert "mnk-3x3x2.table is a table of tictactoe by other rules than those of mnk:3x3x2; you can go on" in said
    assert cli("analyze", "mnk:3x3x2", "--no-table").code == 0


def test_an_analyst_with_a_table_is_pickled(solved: str) -> None:
    table = open_table(Path(solved))
    analyst = pickle.loads(pickle.dumps(Analyst(table.game, table=table)))
    assert analyst(table.game.start).tier == "table"
    assert Analyst(table.game, table=False)((1, 2, 0)).tier == "reference"
    with pytest.raises(BadRequest, match="a table is a SolvedTable"):
        Analyst(table.game, table="solved")  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="solved is a table of tictactoe, not of nim:1,2"):
        Analyst(load("nim:1,2"), table=table)


def test_steps_tell_their_progress_however_short_they_are() -> None:
    from zerosum.engines.native.tables.control import END, new_control
    from zerosum.engines.solve.local.worker_threads import WorkerThreads

    told: list[tuple[int, int | None]] = []
    workers = WorkerThreads(1, lambda so_far: told.append((so_far.done, so_far.total)))
    control = new_control(4)
    control[END] = 7
    workers.run(control, len, "")
    workers.close()
    assert told == [(0, 7)]


def test_progress_of_layers() -> None:
    said: list[str] = []
    told: list[Any] = []
    forward = Stage(told.append, "finding positions", 2, size=10, before=5)
    for done in (1, 4, 2, 6):  # two parts, of 4 and of 6 positions
        forward(Count(done, "positions", 4 if done in (1, 4) else 6))
        assert isinstance(told[-1], SolveProgress)
        said.append(str(told[-1].done))
    assert said == ["6", "9", "11", "15"]
    short = Stage(told.append, "valuing", 2, size=10, before=5)
    for total in (4, 6):  # parts that are done before anybody asks again
        short(Count(0, "positions", total))
    short(Count(3, "positions", 6))
    assert told[-1].done == 5 + 4 + 3
    lines: list[str] = []
    update = solve_update(lines.append)
    update(SolveProgress("finding positions", 2, None, 7, None))
    update(SolveProgress("valuing", 2, 9, 7, 100))
    update(Count(3, "positions", 10))
    assert lines[0] == "finding positions, layer 3, 7 positions, 0 a second"
    assert lines[1] == "valuing, layer 3 of 9, 7 of 100 positions"
    assert lines[2].startswith("3 of 10 positions")
