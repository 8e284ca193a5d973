"""What the results of several things share: a sequence that turns into rows, a data frame, a table and a picture."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from html import escape
from typing import Generic, TypeVar, overload

from zerosum.answers.analysis.data_frame import Rows
from zerosum.engines.draw.table_html import table_html
from zerosum.engines.draw.table_text import Table, table_text

Item = TypeVar("Item", covariant=True)


class Items(Rows, Sequence[Item], Generic[Item]):
    """A sequence of results that knows its rows."""

    @property
    @abstractmethod
    def _items(self) -> tuple[Item, ...]:
        """The results."""

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        """One result by its number from 0, or several."""
        return self._items[index]

    def __len__(self) -> int:
        """How many results there are."""
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        """The results in order."""
        return iter(self._items)

    @abstractmethod
    def table(self) -> Table:
        """The results as a table, the same as the command's."""

    def sentences(self) -> list[str]:
        """What there is to say below the table."""
        return []

    def __str__(self) -> str:
        """A table as lines of text."""
        return "\n".join([table_text(*self.table()), *self.sentences()])

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<{type(self).__name__} {self.table().caption}>"

    def _repr_html_(self) -> str:
        """A table, for a notebook."""
        below = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        return f"<div>{table_html(*self.table())}{below}</div>"
