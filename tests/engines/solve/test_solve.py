"""Solved tables against exhaustive search: every value, the same bytes under every limit, damaged files refused."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from tests.brute import cyclic_truth, reachable, truth
from tests.thinned import in_proof
from zerosum.core.errors import BadPosition, BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.engines.native.machine.resources import MEGABYTE
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, WON
from zerosum.engines.native.tables.control import BITS, COUNT, HIGH, new_control
from zerosum.engines.native.tables.hash_slots import slot_functions
from zerosum.engines.solve.format.checked_file import DamagedTable, write_checked
from zerosum.engines.solve.format.layer_arrays import read_keys, write_keys
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.format.manifest import MANIFEST, UNFINISHED, rules_fingerprint
from zerosum.engines.solve.format.table_folder import folder_lock
from zerosum.engines.solve.levels import counted_words
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.starts import with_starts
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.engines.solve.verifying import image_fault, verify


def score_of(game: Game, utility: int, plies: int, state: State) -> int:
    """What a table should say of a state."""
    mine = utility if game.to_move(state) == 0 else -utility
    return mine if game.margin else mine * (WON - plies)


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> SolvedTable:
    return solve(load("tictactoe"), tmp_path_factory.mktemp("tables") / "tictactoe")


def test_every_position_of_tictactoe(tictactoe: SolvedTable) -> None:
    game = tictactoe.game
    assert len(reachable(game)) == 5478
    for state in reachable(game):
        assert tictactoe.score(state) == score_of(game, *truth("tictactoe")[state], state), game.position_text(state)


def test_what_is_stored(tictactoe: SolvedTable) -> None:
    """A representative of each class of positions that are images of each other, once."""
    states = [state for state, _ in tictactoe]
    canonical = tictactoe.game.rules.canonical
    assert canonical is not None
    assert len(states) == len(set(states)) == 765
    assert set(states) == {canonical(state) for state in reachable(tictactoe.game)}
    assert [layer.stored for layer in tictactoe.manifest.layers] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    by_plies = Counter((state[0] | state[1]).bit_count() for state in reachable(tictactoe.game))
    assert {number: layer.positions for number, layer in enumerate(tictactoe.manifest.layers)} == by_plies
    assert (tictactoe.manifest.stored, tictactoe.manifest.positions) == (765, 5478)
    assert dict(tictactoe) == {state: tictactoe.score(state) for state in states}


def test_what_is_not_there(tictactoe: SolvedTable) -> None:
    game = tictactoe.game
    unreachable = (0b111, 0b111000, 0)
    assert tictactoe.score(unreachable) is None
    with pytest.raises(BadPosition, match="cannot be reached"):
        tictactoe.value(unreachable)
    for wrong in ((1, 2, 3, 4), (1, 2), 7, (0, 0, (1,)), ("X", 0, 0)):
        with pytest.raises(BadPosition, match=r"is no state of Tic-Tac-Toe: the first one is \(0, 0, 0\)"):
            tictactoe.value(wrong)
    assert tictactoe.score((0, 0, 1)) is None
    assert str(tictactoe.value(game.start)) == "draw"


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("threads", in_proof(1, 2, 3))
def test_the_same_bytes_with_little_memory(tmp_path: Path, threads: int) -> None:
    """Hash tables so small that the large layers are gone through several times."""
    game = load("connect4:4x4")
    table = solve(game, tmp_path / "large")
    assert table.manifest.stored == 80_541
    solve(game, tmp_path / "small", memory=0, threads=threads)
    assert files(tmp_path / "small") == files(tmp_path / "large")


FIXED = 2 * MEGABYTE
"""What a solve in layers needs besides the memory allowed: the keys that are being encoded, and its own objects."""


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """Numpy tells tracemalloc of all its arrays."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] <= limit
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("spec", "memory"), in_proof(("connect4:5x4", 2), ("connect4:5x4", 8), ("connect4:5x4", 16)))
def test_a_solve_keeps_to_its_memory(spec: str, memory: int, tmp_path: Path) -> None:
    game = load(spec)
    solve(game, tmp_path / "large", threads=2)
    with at_most(memory * MEGABYTE + FIXED):
        solve(game, tmp_path / "small", memory=memory, threads=2)
    assert files(tmp_path / "small") == files(tmp_path / "large")


@pytest.mark.parametrize("size", [1 << 18, 100, (1 << 18) + 1, 128])
@pytest.mark.parametrize("starts", [[], [5]])
def test_keys_are_written_one_array_at_a_time(size: int, starts: list[int], tmp_path: Path) -> None:
    def segments() -> Iterator[Any]:
        for number in range(6):
            keys = np.arange(size * number, size * (number + 1), dtype=np.int64)
            keys *= 1 << 30
            yield keys
            del keys

    # Compiles, and imports what numpy needs for a union.
    write_keys(tmp_path / "keys", with_starts(iter([np.arange(1000)]), np.array([5])))
    with at_most(8 * size + FIXED):
        given = with_starts(segments(), np.array(starts)) if starts else segments()
        count, checksum = write_keys(tmp_path / "keys", given)
    whole = np.concatenate([*segments(), np.array(starts, np.int64)])
    assert count == len(whole)
    assert np.array_equal(read_keys(LayerKeys(tmp_path / "keys", checksum, count)), np.sort(whole))
    one, same = write_keys(tmp_path / "one", [np.sort(whole)])
    assert (one, same) == (count, checksum)


class Killed(BaseException):
    """Stands for the end of the process."""


def test_a_solve_goes_on_where_it_was(tictactoe: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before each file in turn: nothing is done twice, and the bytes are the same."""
    written: list[str] = []

    def kill_after_one(path: Path, parts: Iterator[bytes]) -> int:
        if written and written[-1] != "":
            written.append("")
            raise Killed
        written.append(path.name)
        return write_checked(path, parts)

    monkeypatch.setattr("zerosum.engines.solve.format.layer_arrays.write_checked", kill_after_one)
    for _ in range(100):
        try:
            solve(tictactoe.game, tmp_path)
            break
        except Killed:
            assert "manifest.json" not in files(tmp_path)
    names = [name for name in written if name]
    assert len(names) == len(set(names)) == 21
    assert files(tmp_path) == files(tictactoe.folder)


@pytest.mark.parametrize(
    ("file", "made_again"),
    [("layer-004.scores", 5), ("layer-008.scores", 9), ("layer-003.keys", 18), ("layer-010.keys", 11)],
)
def test_damaged_files_of_an_unfinished_solve_are_made_again(
    file: str, made_again: int, tictactoe: SolvedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With those that follow from them: scores of all layers before, or keys of all layers after, and all scores."""
    written: list[str] = []

    def killed_at_layer_4(path: Path, parts: Iterator[bytes]) -> int:
        if path.name == "layer-003.scores" and "killed" not in written:
            written.append("killed")
            raise Killed
        written.append(path.name)
        return write_checked(path, parts)

    monkeypatch.setattr("zerosum.engines.solve.format.layer_arrays.write_checked", killed_at_layer_4)
    with pytest.raises(Killed):
        solve(tictactoe.game, tmp_path)
    written[:] = ["killed"]
    content = bytearray((tmp_path / file).read_bytes())
    content[0] ^= 1
    (tmp_path / file).write_bytes(content)
    solve(tictactoe.game, tmp_path)
    assert files(tmp_path) == files(tictactoe.folder)
    assert file in written
    assert len(written) - 1 == made_again


def test_a_damaged_record_of_a_solve_is_refused(tmp_path: Path, tictactoe: SolvedTable) -> None:
    (tmp_path / "unfinished.json").write_text("{}")
    with pytest.raises(DamagedTable, match=r"unfinished.json is damaged: .*; delete the folder '.*' and solve again"):
        solve(tictactoe.game, tmp_path)


@pytest.mark.parametrize("spec", ["mnk:3x3x2", "mnk:4x3x3", "connect4:4x4"])
def test_another_game_does_not_go_on_in_an_unfinished_table(spec: str, tictactoe: SolvedTable, tmp_path: Path) -> None:
    """Its layers may lie at the same plies, with keys that have the same bits."""
    unfinished = tmp_path / UNFINISHED
    unfinished.write_bytes((tictactoe.folder / MANIFEST).read_bytes())
    before = unfinished.read_bytes()
    with pytest.raises(BadRequest, match="has an unfinished table of tictactoe by other rules or from elsewhere"):
        solve(load(spec), tmp_path)
    assert unfinished.read_bytes() == before
    assert {file.suffix for file in tmp_path.iterdir()} <= {".json", ""}, "no layer was written"


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ([(0, 0), (1, 0), (1, 4)], (0, 1)),
        ([(0, 7), (1, 7), (3, 7)], (0,)),
        ([(0, 0), (1, 1), (3, 3)], (0,)),
        ([(0, 0), (3, 0)], None),
        ([(0, -1), (1, -1), (3, -1)], None),
    ],
)
def test_which_words_count_the_plies(path: list[State], counted: tuple[int, ...] | None) -> None:
    """A negative word has no bits to count."""
    assert counted_words([path]) == counted


@pytest.mark.parametrize("count", [2, 9, 100])
def test_a_full_set_keeps_the_lower_half_of_its_keys(count: int, tictactoe: SolvedTable) -> None:
    """Where memory is short, the next turn begins with the first key that was left out."""
    layout = tictactoe.manifest.layout(tictactoe.game, tictactoe.game.start)
    keys = np.array(sorted(Random(count).sample(range(1 << 20), count)), np.int64)
    with closing(Layered(tictactoe.game, layout, (), 0, 1, None)) as layered:
        control, slots = new_control(layered.most_bits), np.zeros(1 << layered.most_bits, np.int64)
        slot_functions().rehash(keys + 1, layered.most_bits, slots)
        control[COUNT] = count
        slots = layered._with_room(control, slots)
        assert layered._sorted(control, slots).tolist() == keys[: count // 2].tolist()
    assert (int(control[HIGH]), int(control[BITS])) == (keys[count // 2], layered.most_bits)


@pytest.mark.parametrize("spec", ["tictactoe", *in_proof("dodgem:3")])
def test_any_changed_byte_is_refused(spec: str, tmp_path: Path) -> None:
    """300 places: of the manifest, of keys, scores and checksums; a fifth of the files are cut off instead."""
    random = Random(3)
    game = load(spec)
    table = solve(game, tmp_path / "table", threads=2)
    content = files(table.folder)
    for _ in range(300):
        name = random.choice(sorted(content))
        whole = content[name]
        at = random.randrange(len(whole))
        if random.random() < 0.2:
            changed = whole[:at]
        else:
            changed = whole[:at] + bytes([whole[at] ^ random.randint(1, 255)]) + whole[at + 1 :]
        (table.folder / name).write_bytes(changed)
        with pytest.raises(BadRequest, match=name.replace(".", r"\.")):
            SolvedTable(table.folder, game)
        (table.folder / name).write_bytes(whole)
    assert SolvedTable(table.folder, game).score(game.start) == table.manifest.score
    (table.folder / "layer-000.keys").unlink()
    with pytest.raises(DamagedTable, match=r"layer-000\.keys cannot be read: No such file"):
        SolvedTable(table.folder, game)


@pytest.mark.parametrize(("old", "new"), [("version 1", "version 0"), ('"stored"', '"size"'), ('"fields"', '"widths"')])
def test_a_table_of_another_version_is_refused(tictactoe: SolvedTable, tmp_path: Path, old: str, new: str) -> None:
    text = (tictactoe.folder / "manifest.json").read_text().replace(old, new)
    content = text.rpartition(',\n "checksum"')[0]
    checksum = crc32(f"{content}\n}}".encode())
    (tmp_path / "manifest.json").write_text(f'{content},\n "checksum": "{checksum:08x}"\n}}\n')
    with pytest.raises(BadRequest, match=r"manifest\.json is of another version than this program reads"):
        SolvedTable(tmp_path, tictactoe.game)


OWN = """
start = (0, 0)
def to_move(state):
    return 0
def moves(state):
    return 3
def play(state, move):
    return (state[0] * 2 + move, state[1] + 1)
def is_over(state):
    return state[1] == 16
def utility(state):
    return 1 if state[0] == 65535 else -1
def other(number=1):
    return {**globals(), "utility": lambda state: 1 if state[0] == 65535 - number else -1}
"""
"""Of 65,536 ends one is won, which the random games do not meet."""


@pytest.mark.parametrize(
    ("old", "new", "call", "is_same"),
    [
        ("", "", "", True),
        ("def play(state, move):", "# A comment.\ndef play( state,\n  move ):\n    'The move.'", "", True),
        ("start = (0, 0)", "'The game.'\nstart = 0, 0", "", True),
        ("== 65535 else", "== 65534 else", "", False),
        ("1 if state[0] == 65535 else -1", "-1", "", False),
        ("", "", ":other", False),
    ],
)
def test_a_rule_that_random_games_do_not_meet_counts(
    old: str, new: str, call: str, is_same: bool, tmp_path: Path
) -> None:
    hashes = []
    for name, text in (("one", OWN), ("two", OWN.replace(old, new, 1))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.py").write_text(text)
        game = load(str(tmp_path / name / "own.py") + (call if name == "two" else ""))
        hashes.append(rules_fingerprint(game, game.start))
    assert (hashes[0] == hashes[1]) == is_same


def test_arguments_of_a_game_in_a_file_count(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    games = [load(f"{tmp_path / 'own.py'}:{call}") for call in ("other", "other()", "other(2)", "other(number=2)")]
    hashes = [rules_fingerprint(game, game.start) for game in games]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


def test_games_of_the_package_keep_their_hash() -> None:
    game = load("tictactoe")
    found = rules_fingerprint(game, game.start)
    assert found == "53e8158aba5562731193b5b3bff8b6418e363507a79a29f846d2bfc405fe2624"


def test_a_table_of_another_game_is_refused(tictactoe: SolvedTable) -> None:
    with pytest.raises(BadRequest, match="a table of tictactoe by other rules than those of mnk:3x3x2"):
        SolvedTable(tictactoe.folder, load("mnk:3x3x2"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("spec", "positions"),
    [
        ("connect4:4x4", 161_029),
        ("connect4:5x4", 3_945_711),
        ("connect4:4x5", 1_706_255),
        ("connect4:5x5", 69_763_700),
        ("hex:3", 5_514),
        ("dots:2x2", 5_349),
        ("mnk:4x3x3", None),
    ],
)
def test_larger_games(spec: str, positions: int | None, tmp_path: Path) -> None:
    game = load(spec)
    table = solve(game, tmp_path)
    if positions is None or positions < 10_000:
        assert table.manifest.positions == len(reachable(game))
    assert positions in (None, table.manifest.positions)
    if table.manifest.positions < 200_000:
        for state in reachable(game):
            assert table.score(state) == score_of(game, *truth(spec)[state], state), game.position_text(state)


COUNTED = [
    ("dodgem:3", (1_123, 0, 840), "win in 19"),
    *in_proof(
        ("ponghauki", (8, 44, 4), "draw"),
        ("morris3", (2_877, 1_312, 1_201), "win in 9"),
        ("nineholes", (3_334, 972, 1_084), "draw"),
        ("quixo:3", (20_247, 0, 11_780), "win in 7"),
        ("dodgem:4", (209_489, 35_281, 149_130), "draw"),
    ),
]
"""Wins, draws and losses of the side to move over all positions; the value of the start."""


@pytest.mark.parametrize(("spec", "results", "value"), COUNTED)
def test_games_that_repeat(spec: str, results: tuple[int, int, int], value: str, tmp_path: Path) -> None:
    game = load(spec)
    table = solve(game, tmp_path, threads=2)
    (layer,) = table.manifest.layers
    assert (layer.wins, layer.draws, layer.losses) == results
    assert sum(results) == layer.positions
    assert str(table.value(game.start)) == value
    assert table.manifest.method == "graph with cycles"
    if layer.positions < 50_000:
        for state in reachable(game):
            utility, plies = cyclic_truth(spec)[state]
            score = table.score(state)
            assert (0 if score == ENDLESS_DRAW else score) == score_of(game, utility, plies, state), state


@pytest.mark.parametrize("spec", in_proof("hexapawn:3x3", "nim:1,2,3", "kalah:3x2", "othello:4", "breakthrough:3x4"))
def test_games_whose_positions_come_after_different_numbers_of_moves(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    table = solve(game, tmp_path, threads=2)
    assert table.manifest.method == "graph"
    for state in reachable(game):
        assert table.score(state) == score_of(game, *truth(spec)[state], state), game.position_text(state)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("oware:2x1", "has a rule for repeated positions, so that a value depends on the moves before"),
        ("connect4:8x8", "bits, but a solved table holds positions of at most 62"),
    ],
)
def test_games_that_no_table_holds_are_refused(spec: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=sentence):
        solve(load(spec), tmp_path / "table")


MIXED_UP = """
start = (0, 0)
def to_move(state): return state[1]
def moves(state): return 0b111
def play(state, move): return (state[0] + move + 1, 1 - state[1])
def is_over(state): return state[0] >= 10
def utility(state): return 1 if state[1] == 1 else -1
def canonical(state): return (state[0] // 2 * 2, state[1])
"""
"""Positions that are no images of each other have the same `canonical`."""


def test_a_wrong_canonical_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mixed.py").write_text(MIXED_UP)
    with pytest.raises(BadRules, match=r"mixed.py: canonical gives 4,1, whose moves lead elsewhere, for 5,1"):
        solve(load(str(tmp_path / "mixed.py")), tmp_path / "table")


@pytest.mark.proof
def test_verify_finds_a_wrong_canonical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mixed.py").write_text(MIXED_UP)
    monkeypatch.setattr("zerosum.engines.solve.solving.refuse_wrong_symmetry", lambda *_: None)
    table = solve(load(str(tmp_path / "mixed.py")), tmp_path / "table")
    assert str(verify(table)).startswith("7,0: the table says draw, the value of 6,0, but its own moves give another")


@pytest.mark.parametrize("spec", ["tictactoe", *in_proof("connect4:4x4", "dodgem:3", "kalah:3x2", "pig:10")])
def test_values_of_images_follow_from_their_own_successors(spec: str, tmp_path: Path) -> None:
    table = solve(load(spec), tmp_path)
    assert image_fault(table) is None
    if spec == "tictactoe":
        scores = table.layers[2][1]
        scores.scores = [-score for score in scores.scores]
        assert "but its own moves give another: canonical is wrong" in str(image_fault(table))


def test_two_programs_do_not_solve_into_one_folder(tmp_path: Path) -> None:
    with folder_lock(tmp_path), pytest.raises(BadRequest, match="another program is solving into"):
        solve(load("tictactoe"), tmp_path)
