"""Kaggle's observation and configuration, readable by key and by attribute."""

from __future__ import annotations

from typing import Any

MARKS = {".": 0, "0": 1, "1": 2}


class Observation(dict[str, Any]):
    """A dict whose keys are attributes too."""

    def __getattr__(self, name: str) -> Any:
        """The value of that key."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set the key."""
        self[name] = value


def kaggle_observation(question: dict[str, Any]) -> Observation:
    """The cells as a list from the top left: 0 empty, 1 the first side, 2 the second."""
    return Observation(
        board=[MARKS[cell] for cell in question["cells"]],
        mark=question["side"] + 1,
        step=question["ply"],
        remainingOverageTime=60,
    )


def kaggle_configuration(rows: int, columns: int, line: int, seconds: float) -> Observation:
    """The size of the board and the limits."""
    return Observation(
        rows=rows,
        columns=columns,
        inarow=line,
        actTimeout=seconds,
        timeout=seconds,
        episodeSteps=1000,
        runTimeout=1200,
        agentTimeout=60,
    )
