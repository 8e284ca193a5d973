"""Tables that begin at a set of positions: every position that can be reached from one of them, with its true value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import zerosum
from tests.brute import cyclic_truth, reachable, truth
from tests.conftest import Cli
from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, WON
from zerosum.engines.solve.format.key_layout import Field, KeyLayout
from zerosum.engines.solve.format.manifest import UNFINISHED
from zerosum.engines.solve.local.worker_threads import WiderKeys
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.starts import MOST_NAMED, Starts, with_starts
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.engines.solve.verifying import verify

SETS = {
    "as the whole game": ["---/---/---", "---/-X-/---"],
    "layers apart": ["XXX/OO-/---", "XXO/OOX/XO-"],
    "one in the other": ["---/-X-/---", "---/-X-/O--", "XXO/OOX/X--"],
    "no images": ["X--/---/---"],
    "all images": [f"{'-' * n}X{'-' * (8 - n)}" for n in range(9)],
}
"""Positions of Tic-Tac-Toe. The first set uses code that other tests compile; the others belong to `make proof`."""


def states_of(game: Game, texts: list[str]) -> list[State]:
    rows = [text if "/" in text else "/".join(text[at : at + 3] for at in (0, 3, 6)) for text in texts]
    return [game.read_position(row) for row in rows]


def closure(game: Game, starts: list[State]) -> set[State]:
    found = set(starts)
    for state in (todo := list(starts)):
        if not game.is_over(state):
            for move in game.moves(state):
                child = game.play(state, move)
                if child not in found:
                    found.add(child)
                    todo.append(child)
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("name", ["as the whole game", *in_proof(*list(SETS)[1:])])
def test_every_position_after_a_set(name: str, tmp_path: Path) -> None:
    game = load("tictactoe")
    starts = states_of(game, SETS[name])
    table = solve(game, tmp_path / "table", starts=starts)
    there = closure(game, starts)
    assert table.manifest.positions == len(there)
    assert table.manifest.symmetry == (name in ("as the whole game", "all images"))
    for state, (utility, plies) in truth("tictactoe").items():
        mine = utility if game.to_move(state) == 0 else -utility
        assert table.score(state) == (mine * (WON - plies) if state in there else None), game.position_text(state)
    assert verify(table) is None
    again = solve(game, tmp_path / "again", starts=[*reversed(starts), *starts])
    assert files(again.folder) == files(table.folder)


@pytest.mark.parametrize(
    ("segments", "starts", "merged"),
    [
        ([[1, 4], [], [6, 9]], [4, 5, 7, 12], [[1, 4], [5, 6, 7, 9], [12]]),
        ([[5]], [1, 2], [[1, 2, 5]]),
        ([], [3], [[3]]),
        ([[2, 3]], [2], [[2, 3]]),
    ],
)
def test_starts_among_the_children_of_a_layer(
    segments: list[list[int]], starts: list[int], merged: list[list[int]]
) -> None:
    found = with_starts(map(np.array, segments), np.array(starts))
    assert [each.tolist() for each in found] == merged


@pytest.mark.parametrize("spec", in_proof("dodgem:3", "morris3"))
def test_a_set_in_a_game_that_repeats(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    starts = [state for state in reachable(game) if not game.is_over(state)][100:1000:300]
    table = solve(game, tmp_path, starts=starts, threads=2)
    there = closure(game, starts)
    assert table.manifest.positions == len(there)
    for state, (utility, plies) in cyclic_truth(spec).items():
        mine = utility if game.to_move(state) == 0 else -utility
        score = table.score(state)
        expected = mine * (WON - plies) if state in there else None
        assert (0 if score == ENDLESS_DRAW else score) == expected, game.position_text(state)


@pytest.mark.parametrize(("least", "fits"), [(0, True), (1, True), (2, False)])
def test_starts_that_do_not_fit_into_a_key(least: int, fits: bool) -> None:
    """A stone in the last corner, for which one in the first corner is stored."""
    game = load("tictactoe")
    starts = Starts(replace(game, rules=replace(game.rules, class_size=None)), [(256, 0, 1)])
    assert starts.fields == (Field(1, 256, 257), Field(0, 0, 0), Field(1, 1, 1))
    layout = KeyLayout((0, 0, 0), (Field(least, 511, 511), Field(0, 0, 0), Field(0, 1, 1)))
    if fits:
        assert starts.keys(layout).tolist() == starts.keys_by_layer(layout, (0, 1))[0].tolist() == [(1 - least) * 2 + 1]
        return
    with pytest.raises(WiderKeys):
        starts.keys(layout)
    with pytest.raises(WiderKeys):
        starts.keys_by_layer(layout, (0, 1))


UNUSUAL = {
    "a start whose stored image takes more bits": (
        """
start = (0, 5, 0)
def to_move(state): return state[2]
def moves(state):
    for heap in range(2):
        for left in range(state[heap]):
            yield heap * 8 + left
def play(state, move):
    return (move % 8, state[1], 1 - state[2]) if move < 8 else (state[0], move % 8, 1 - state[2])
def is_over(state): return state[0] + state[1] == 0
def utility(state): return 1 if state[2] else -1
def canonical(state): return (max(state[0], state[1]), min(state[0], state[1]), state[2])
""",
        [(0, 5, 0)],
    ),
    "own keys that give all starts back, but not what follows": (
        """
start = (5, 2, 0)
def to_move(state): return state[2]
def moves(state): return (1 if state[0] else 0) | (2 if state[1] else 0)
def play(state, move): return (state[0] - (move == 0), state[1] - (move == 1), 1 - state[2])
def is_over(state): return state[0] + state[1] == 0
def utility(state): return 1 if state[2] else -1
def key(state): return (state[0] << 8 | state[1]) << 1 | state[2]
def from_key(number): return (number >> 9) + (number >> 9 == 3), number >> 1 & 255, number & 1
""",
        [(1, 2, 0), (60, 2, 0)],
    ),
}


@pytest.mark.proof
@pytest.mark.parametrize("name", UNUSUAL)
def test_every_start_is_in_its_table(name: str, tmp_path: Path) -> None:
    rules, starts = UNUSUAL[name]
    (tmp_path / "unusual.py").write_text(rules)
    game = load(str(tmp_path / "unusual.py"))
    table = solve(game, tmp_path / "table", starts=starts)
    assert all(table.find(state) is not None for state in closure(game, starts))  # type: ignore[arg-type]
    assert verify(table) is None


def test_another_set_is_refused(tmp_path: Path) -> None:
    game = load("tictactoe")
    one, other = (states_of(game, SETS[name]) for name in ("as the whole game", "one in the other"))
    table = solve(game, tmp_path / "table", starts=one)
    for starts in (other, one[:1]):
        with pytest.raises(BadRequest, match="has a table that begins at its 2 first positions, not at"):
            solve(game, table.folder, starts=starts)
    unfinished = tmp_path / "unfinished"
    unfinished.mkdir()
    (unfinished / UNFINISHED).write_bytes((table.folder / "manifest.json").read_bytes())
    with pytest.raises(BadRequest, match="by other rules or from elsewhere; choose another folder"):
        solve(game, unfinished, starts=other)


def test_a_large_set_is_another_where_only_unnamed_starts_differ(tmp_path: Path) -> None:
    """The names and the rules in random games from them are the same; the hash of all starts is not."""
    game = load("tictactoe")
    every = list(Starts(game, reachable(game)))
    fewer = every[:-1]
    assert Starts(game, fewer).named == Starts(game, every).named
    table = solve(game, tmp_path / "table", starts=every)
    unfinished = tmp_path / "unfinished"
    unfinished.mkdir()
    (unfinished / UNFINISHED).write_bytes((table.folder / "manifest.json").read_bytes())
    with pytest.raises(BadRequest, match="by other rules or from elsewhere; choose another folder"):
        solve(game, unfinished, starts=fewer)


def test_many_starts_are_kept_as_a_hash_and_some_names() -> None:
    game = load("tictactoe")
    many = Starts(game, reachable(game))
    record = many.record
    assert record is not None
    assert (len(many), record.count) == (5478, 5478)
    assert len(record.named) <= MOST_NAMED
    fewer = Starts(game, reachable(game)[1:]).record
    assert fewer is not None
    assert fewer.checksum != record.checksum


@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        ([], "there is no position to start from"),
        ([(1, 2)], "a position to start from is no state of Tic-Tac-Toe"),
        ([(1 << 70, 0, 0)], "a position to start from has a number of more than 63 bits"),
    ],
)
def test_what_is_no_start(states: list[State], sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        Starts(load("tictactoe"), states)


def test_a_file_of_positions(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_text("# two positions\n\n---/-X-/---  # the centre\n  ---/---/---\n")
    run = cli("solve", "tictactoe", "--from", str(file), "--out", str(tmp_path / "table"), "--json")
    assert (run.code, run.json["starts"], run.json["position"]) == (0, 2, "---/---/---")
    assert (
        "begins at 2 positions" in cli("solve", "tictactoe", "--from", str(file), "--out", str(tmp_path / "table")).out
    )
    found = cli("analyze", "tictactoe", "--table", str(tmp_path / "table"), "--json", "-p", "XXO/OOX/XO-").json
    assert found["tier"] == "table"


def test_starts_from_python(tmp_path: Path) -> None:
    table = zerosum.solve_game("tictactoe", tmp_path / "list", start=SETS["as the whole game"])
    assert table.manifest.beginning == "its 2 first positions"
    with pytest.raises(BadRequest, match="give start, or a position and moves, not both"):
        zerosum.solve_game("tictactoe", tmp_path / "both", "X--/---/---", start=["X--/---/---"])
    with pytest.raises(BadRequest, match="give start, or a position and moves, not both"):
        zerosum.solve_game("tictactoe", tmp_path / "both", moves="0", start=["X--/---/---"])
    with pytest.raises(BadRequest, match="name a folder for a table that begins at a list of positions"):
        zerosum.solve_game("tictactoe", start=["X--/---/---"])
    with pytest.raises(BadRequest, match="has no ending 'late'"):
        zerosum.solve_game("tictactoe", tmp_path / "both", start="ending:late")
    with pytest.raises(BadRequest, match="memory must be a whole number, not 'nonsense'"):
        zerosum.solve_game("tictactoe", tmp_path / "both", memory="nonsense")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("endings", "sentence"),
    [
        ("endings = {'small': lambda: [(1, 0), (2, 1)]}", None),
        ("endings = {'small': lambda: 7}", "the ending 'small' of game is 7, which is no list of states"),
        ("endings = {'small': lambda: [(1, 2, 3)]}", "a position to start from is no state of game"),
        ("endings = [(1, 0)]", "'endings' must be a dict of names and functions"),
    ],
)
def test_a_game_gives_endings(endings: str, sentence: str | None, tmp_path: Path, cli: Cli) -> None:
    """Take one or two from a heap; who takes the last wins."""
    (tmp_path / "game.py").write_text(
        "start = (4, 0)\n"
        "def to_move(state): return state[1]\n"
        "def moves(state): return 3 if state[0] > 1 else 1\n"
        "def play(state, move): return (state[0] - 1 - move, 1 - state[1])\n"
        "def is_over(state): return state[0] == 0\n"
        "def utility(state): return 2 * state[1] - 1\n"
        f"{endings}\n"
    )
    game = str(tmp_path / "game.py")
    if sentence is not None:
        assert sentence in cli("solve", game, "--from", "ending:small", "--out", str(tmp_path / "table")).err
        return
    assert load(game).endings["small"]() == [(1, 0), (2, 1)]
    assert len(Starts(load(game), load(game).endings["small"]())) == 2


@pytest.mark.proof
@pytest.mark.parametrize("spec", ["morris3", "nineholes"])
def test_endings_of_the_package(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    table: SolvedTable = solve(game, tmp_path, starts=game.endings["moving"]())
    known = cyclic_truth(spec)
    placed = [state for state in known if (state[0] | state[1]).bit_count() == 6]  # type: ignore[index]
    assert 0 < len(placed) <= table.manifest.positions
    for state in placed:
        utility, plies = known[state]
        mine = utility if game.to_move(state) == 0 else -utility
        score = table.score(state)
        assert (0 if score == ENDLESS_DRAW else score) == mine * (WON - plies), game.position_text(state)
