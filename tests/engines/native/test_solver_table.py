"""The solver's transposition table: what is found is what was written, also after races and after growing."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from zerosum.engines.native.machine.memory import checked
from zerosum.engines.native.machine.search_layout import NO_MOVE
from zerosum.engines.native.solver.layout import TABLE_BUCKETS, TABLE_FIRST, TABLE_GROWING, TABLE_MASK, TABLE_MOST
from zerosum.engines.native.solver.transposition_table import (
    NEVER,
    NODES_PER_BUCKET,
    clear,
    low_of,
    new_table,
    nodes_to_growth,
    table_functions,
)


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Access memory by plain Python, so that the functions can be called without compiling them."""

    def load(table: Any, at: int) -> int:
        return int(table[checked(table, at)])

    def store(table: Any, at: int, word: int) -> int:
        before = load(table, at)
        table[at] = word
        return before

    for module in ("solver.transposition_table", "machine.state_words"):
        monkeypatch.setattr(
            f"zerosum.engines.native.{module}.low_product", lambda one, other: one * other & (1 << 63) - 1
        )
    for name in ("load", "relaxed_load"):
        monkeypatch.setattr(f"zerosum.engines.native.solver.transposition_table.{name}", load)
    for name in ("relaxed_store", "atomic_store", "atomic_exchange"):
        monkeypatch.setattr(f"zerosum.engines.native.solver.transposition_table.{name}", store)


@pytest.mark.parametrize("words", [2, 3])
def test_an_entry_that_two_threads_wrote_at_once_matches_nothing(words: int, in_python: None) -> None:
    """Whichever of them wrote which word last, also when both wrote the same data."""
    table = new_table(1 << 14, words)
    _, probe, save, _ = table_functions(words)
    one, other = tuple(range(5, 5 + words)), tuple(range(70, 70 + words))
    written = []
    for key in (one, other):
        table[TABLE_BUCKETS:] = 0
        save(table, TABLE_BUCKETS, key, 3, 3, NO_MOVE, 9)
        assert low_of(probe(table, TABLE_BUCKETS, key)) == 3
        written.append(table[TABLE_BUCKETS : TABLE_BUCKETS + words + 1].copy())
    for choice in product((0, 1), repeat=words):
        for i, thread in enumerate(choice):
            table[TABLE_BUCKETS + i] = written[thread][i]
        mixture = tuple((one, other)[thread][i] for i, thread in enumerate(choice))
        assert (probe(table, TABLE_BUCKETS, mixture) != 0) == (mixture in (one, other)), choice


@pytest.mark.parametrize("words", [1, 2, 3])
def test_a_table_that_grows_loses_nothing(words: int, in_python: None) -> None:
    """Every entry is found in its new bucket with what it said, and none is found for another key."""
    table = new_table(1 << 16, words)
    bucket_of, probe, save, grow = table_functions(words)
    first = table[TABLE_FIRST] = 8
    clear(table, table)
    keys = [tuple(Random(number).randrange(1 << 62) for _ in range(words)) for number in range(30)]
    for number, key in enumerate(keys):
        save(table, bucket_of(table, key), key, -number, number, number, number)
    kept = [(key, data) for key in keys if (data := probe(table, bucket_of(table, key), key)) != 0]
    assert len(kept) > first
    sizes = []
    for _ in range(20):
        sizes.append(int(table[TABLE_MASK]) + 1)
        assert [(key, probe(table, bucket_of(table, key), key)) for key, _ in kept] == kept
        grow(table)
    assert sizes[:3] == [8, 16, 32]
    assert sizes[-1] == table[TABLE_MOST]
    assert nodes_to_growth(table, 1) == NEVER
    clear(table, table)
    assert (table[TABLE_MASK], nodes_to_growth(table, 2)) == (7, 8 * NODES_PER_BUCKET // 2)
    assert not any(probe(table, bucket_of(table, key), key) for key in keys)


def test_two_threads_do_not_let_a_table_grow_at_once(in_python: None) -> None:
    table = new_table(1 << 16, 1)
    table[TABLE_FIRST] = 8
    clear(table, table)
    table[TABLE_GROWING] = 1
    table_functions(1).grow(table)
    assert table[TABLE_MASK] == 7
