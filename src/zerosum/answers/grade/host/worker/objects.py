"""Objects that submissions want: Kaggle's observation and configuration, and their own boards with arguments."""

from __future__ import annotations

import ast
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


def constructor_template(text: str) -> list[str]:
    """The arguments of a constructor as words of an argument template; raises `ValueError` or `SyntaxError`.

    >>> constructor_template("Board"), constructor_template("Board(3, 'x')"), constructor_template("State(turn=player)")
    ([], ['=3', "='x'"], ['turn:player'])
    """
    if "(" not in text:
        return []
    call = ast.parse(text.strip(), mode="eval").body
    if not isinstance(call, ast.Call):
        raise ValueError(text)
    found = [_template_word(each) for each in call.args]
    return found + [f"{each.arg}:{_template_word(each.value)}" for each in call.keywords]


def _template_word(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"={ast.literal_eval(node)!r}"
