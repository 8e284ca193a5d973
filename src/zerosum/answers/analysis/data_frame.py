"""Rows of results as a data frame; pandas is imported only when one is asked for."""

from __future__ import annotations

from typing import Any

from zerosum.core.errors import BadRequest


def frame_of(rows: list[dict[str, Any]]) -> Any:
    """A pandas DataFrame with a row for each dictionary."""
    try:
        from importlib import import_module

        pandas = import_module("pandas")
    except ImportError:
        raise BadRequest("a data frame needs pandas: pip install pandas; rows() gives the same as a list") from None
    return pandas.DataFrame(rows)
