"""The packages for tables as data: pyarrow writes Parquet files, DuckDB asks them."""

from __future__ import annotations

from importlib.util import find_spec

from zerosum.core.errors import BadRequest


def require_data() -> None:
    """Raise `BadRequest` with the line that installs them when one is missing."""
    if find_spec("pyarrow") is None or find_spec("duckdb") is None:
        raise BadRequest("tables as data need two more packages: pip install 'zerosum[data]'")
