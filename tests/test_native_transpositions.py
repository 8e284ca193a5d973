"""The solver's table: what is found in it is what was written, by one thread."""

from __future__ import annotations

from itertools import product

import pytest

from zerosum.native.machine.layout import NO_MOVE
from zerosum.native.solver.layout import TABLE_BUCKETS
from zerosum.native.solver.transpositions import low_of, new_table, table_functions


@pytest.mark.parametrize("words", [2, 3])
def test_an_entry_that_two_threads_wrote_at_once_matches_nothing(words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of them wrote which word last, also when both wrote the same data."""
    for name in ("load", "relaxed_load"):
        monkeypatch.setattr(f"zerosum.native.solver.transpositions.{name}", lambda table, at: int(table[at]))
    monkeypatch.setattr(
        "zerosum.native.solver.transpositions.relaxed_store", lambda table, at, word: table.__setitem__(at, word)
    )
    table = new_table(1 << 14, words)
    _, probe, save = table_functions(words)
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
