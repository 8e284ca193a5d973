"""Kaggle's agent: a function of the observation and the configuration."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.answers.grade.ask.description import Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.names import tokens
from zerosum.answers.grade.ask.source.definitions import Function

OBSERVATIONS = ("observation", "obs")
CONFIGURATIONS = ("configuration", "config", "conf", "cfg")


def is_kaggle(function: Function) -> bool:
    """Whether a function is an agent of Kaggle."""
    names = [each.name.lower() for each in function.parameters]
    if not names or len(names) > 2 or function.is_bound:
        return False
    first = function.parameters[0].name
    uses = function.attributes.get(first, set()) | function.keys.get(first, set())
    is_named = len(names) == 2 and names[1] in CONFIGURATIONS and "agent" in tokens(function.name)
    return names[0] in OBSERVATIONS or is_named or ({"mark", "board"} <= uses and len(names) == 2)


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """One way: Kaggle says how an agent is called."""
    if is_kaggle(function):
        words = ("observation", "configuration")[: len(function.parameters)]
        yield Description(call=Call(function=function.path, arguments=words))
