"""Results with rows: as a data frame, as plain data, as JSON; pandas is imported only when a frame is asked for."""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import Any

from zerosum.core.errors import BadRequest


class Rows:
    """A result that has rows, and with them a data frame, a dictionary and JSON."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each row, for a data frame or a CSV file."""

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame."""
        try:
            from importlib import import_module

            pandas = import_module("pandas")
        except ImportError:
            raise BadRequest("a data frame needs pandas: pip install pandas; rows() gives the same as a list") from None
        return pandas.DataFrame(self.rows())

    to_dataframe = to_frame

    def to_dict(self) -> dict[str, Any]:
        """The rows as plain data; a result that prints more with --json gives all of that."""
        return {"rows": self.rows()}

    def to_json(self, indent: int | None = 2) -> str:
        """The same as JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)
