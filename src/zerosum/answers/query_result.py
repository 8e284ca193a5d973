"""The rows of a query over a solved table, for Python and notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.answers.items import Items
from zerosum.engines.draw.table_text import Table
from zerosum.engines.solve.data.querying import QueryAnswer


@dataclass(frozen=True, repr=False)
class QueryResult(Items[tuple[Any, ...]]):
    """The rows, each a tuple."""

    answer: QueryAnswer

    @property
    def _items(self) -> tuple[tuple[Any, ...], ...]:
        return self.answer.rows

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.answer.columns

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each row."""
        return [dict(zip(self.answer.columns, row, strict=True)) for row in self.answer.rows]

    def table(self) -> Table:
        """The table that text, HTML and the command line show."""
        return Table(self.answer.columns, self.answer.rows)

    def sentences(self) -> list[str]:
        """What there is to say below the table."""
        return ["There are more rows."] if self.answer.more else []

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<QueryResult of {len(self):,} rows: {', '.join(self.columns)}>"
