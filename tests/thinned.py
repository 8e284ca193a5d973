"""Tables of searches and games too long for every run: most rows belong to `make proof`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def thinned(names: Sequence[str], specs: Sequence[str], *, one_in: int = 3) -> list[Any]:
    """Every name with every spec; in every run, the first spec with all names and one pair in so many of the others.

    The pairs lie along diagonals, so that with no fewer names than `one_in` every game meets one of them; a table
    whose rows compile is thinned more.
    """
    return [
        pytest.param(name, spec, id=f"{name}-{spec.rpartition('/')[2]}", marks=() if always else pytest.mark.proof)
        for row, name in enumerate(names)
        for column, spec in enumerate(specs)
        for always in [column == 0 or (row + column) % one_in == 0]
    ]


def in_proof(*rows: Any) -> list[Any]:
    """Rows of a table that belong to `make proof` alone; a row with one column is given as it is."""
    return [pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.proof) for row in rows]
