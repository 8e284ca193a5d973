"""Compiled look-ups in solved tables: the same answers as plain Python, the same refusals, taken over by themselves."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.brute import reachable
from tests.thinned import in_proof
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.engines.native.compile.background import wait_until_idle
from zerosum.engines.native.machine.shapes import words_of
from zerosum.engines.native.tables.probing import NOT_THERE
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.format.layer_arrays import read_keys, read_scores
from zerosum.engines.solve.format.layer_file import keys_path
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables import table as table_module
from zerosum.engines.solve.tables.table import SolvedTable

TABLES: dict[str, SolvedTable] = {}


def solved(spec: str, factory: pytest.TempPathFactory) -> SolvedTable:
    """A table, solved once for all tests."""
    if spec not in TABLES:
        TABLES[spec] = solve(load(spec), factory.mktemp("tables"))
    return TABLES[spec]


@pytest.mark.parametrize(
    "spec", ["tictactoe", *in_proof("dodgem:3", "connect4:4x4", "examples/states/named.py", "kalah:3x2")]
)
def test_the_same_answers_as_plain_python(spec: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One by one, in arrays and by keys; with layers and without, with symmetries, margins, NamedTuples."""
    plain = solved(spec, tmp_path_factory)
    compiled = SolvedTable(plain.folder, plain.game).compiled()
    assert (plain.is_compiled, compiled.is_compiled) == (False, True)
    states = reachable(plain.game)[:10_000]
    scores = [plain.score(state) for state in states]
    assert None not in scores
    assert [compiled.score(state) for state in states] == scores
    words = np.array([words_of(state) for state in states])
    assert compiled.scores(words).tolist() == compiled.scores(states).tolist() == scores
    assert words.flags.writeable
    for layer, (keys, stored) in enumerate(plain.layers):
        found = compiled.scores_of_keys(read_keys(keys))
        assert np.array_equal(found, read_scores(stored)), layer


@pytest.mark.parametrize(("spec", "cells"), [("tictactoe", 0x1FF), *in_proof(("connect4:4x4", 0x7BDEF))])
def test_states_that_cannot_be_reached(spec: str, cells: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Discs in the air, cells with two discs, too many of one side: no key of another state answers for them."""
    plain = solved(spec, tmp_path_factory)
    compiled = SolvedTable(plain.folder, plain.game).compiled()
    there = set(reachable(plain.game))
    words = [word for word in (*range(40), 56, 448, 480, 1 << 18, cells) if word & ~cells == 0]
    for state in product(words, words, (0, 1, 2)):
        score = compiled.score(state)
        assert (score is not None) == (state in there), state
        assert score == plain.score(state), state


def test_what_is_not_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    plain = solved("tictactoe", tmp_path_factory)
    compiled = SolvedTable(plain.folder, plain.game).compiled()
    assert compiled.score((1 << 70, 0, 0)) is None
    assert compiled.scores([(7, 56, 0), (0, 0, 0)]).tolist() == [NOT_THERE, 0]
    assert compiled.scores_of_keys([-1, 1 << 62]).tolist() == [NOT_THERE] * 2
    assert compiled.scores([]).tolist() == []
    for bad in ([(1, 2)], [(1 << 70, 0, 0)], [(1, 2), (1, 2, 3)], np.zeros(3)):
        with pytest.raises(BadRequest, match="each state must have 3 numbers of at most 63 bits"):
            compiled.scores(bad)


def copied(table: SolvedTable, folder: Path) -> SolvedTable:
    for file in table.folder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return SolvedTable(folder, table.game)


def flip(file: Path, at: int) -> None:
    """Change a byte where it is, as a failing disk would under a table that is open."""
    with file.open("r+b") as opened:
        opened.seek(at)
        (byte,) = opened.read(1)
        opened.seek(at)
        opened.write(bytes([byte ^ 1]))


@pytest.mark.parametrize("kind", ["keys", "scores"])
def test_a_page_is_checked_before_it_is_used(
    kind: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plain = solved("tictactoe", tmp_path_factory)
    table = copied(plain, tmp_path).compiled()
    for layer in table.layers:
        for part in layer:
            part.file.checked[:] = bytes(len(part.file.checked))
    flip(tmp_path / f"layer-005.{kind}", 0)
    states = reachable(plain.game)
    for state in states:
        if plain.layer_of(state) == 5:
            with pytest.raises(DamagedTable, match=rf"layer-005\.{kind} is damaged"):
                table.score(state)
        else:
            assert table.score(state) == plain.score(state)
    with pytest.raises(DamagedTable, match=rf"layer-005\.{kind} is damaged"):
        table.scores(states)


@pytest.mark.proof
@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_large_table_is_checked_where_it_is_read(
    is_compiled: bool, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Look-ups on the damaged page are refused, all others are answered."""
    plain = solved("connect4:4x4", tmp_path_factory)
    monkeypatch.setattr(table_module, "CHECKED_WHOLE", 0)
    largest = max(range(len(plain.layers)), key=lambda number: plain.layers[number][0].count)
    damaged = keys_path(tmp_path, largest)
    copied(plain, tmp_path)
    flip(damaged, 0)
    table = SolvedTable(tmp_path, plain.game)
    if is_compiled:
        table.compiled()
    refused, count = set(), 0
    for state, score in plain:
        try:
            assert table.score(state) == score
        except DamagedTable as error:
            refused.add((plain.layer_of(state), str(error)))
            count += 1
    assert refused == {(largest, f"{damaged} is damaged: its content is not what was written")}
    assert count < plain.layers[largest][0].count


def test_compiled_code_takes_over(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "COMPILED_AFTER", 10)
    plain = solved("tictactoe", tmp_path_factory)
    table = SolvedTable(plain.folder, plain.game)
    for state in reachable(plain.game)[:9]:
        table.score(state)
    assert not table.is_compiled
    table.score(plain.game.start)
    wait_until_idle()
    assert table.is_compiled
    assert table.score(plain.game.start) == 0
