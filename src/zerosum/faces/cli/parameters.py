"""The options of a command, made from the parameters of its capability."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zerosum.answers.parameters import Declared, parameters_of
from zerosum.faces.cli.options import positive, seconds, whole


def add_parameters(parser: argparse.ArgumentParser, function: Callable[..., Any], *names: str, **defaults: Any) -> None:
    """An option for each parameter of a capability, or for those named; `defaults` are those of the command alone."""
    declarations = parameters_of(function)
    for declared in map(declarations.__getitem__, names or declarations):
        add_parameter(parser, replace(declared, default=defaults.get(declared.name, declared.default)))


def add_parameter(parser: argparse.ArgumentParser, declared: Declared) -> None:
    """The option of one parameter."""
    default = declared.word
    parser.add_argument(
        *declared.options,
        dest=_destination(declared),
        default=default,
        help=_help(declared, default),
        **_reader(declared),
    )


def _destination(declared: Declared) -> str:
    """The name under which the parser keeps the value of an option."""
    return declared.name if declared.about.is_switch else declared.options[-1].lstrip("-").replace("-", "_")


def _reader(declared: Declared) -> dict[str, Any]:
    """How the text of an option is read."""
    about = declared.about
    if about.is_switch:
        return {"action": "store_false" if declared.default else "store_true"}
    if about.choices:
        return {"choices": tuple(about.choices)}
    if about.least is None:
        return {"metavar": about.unit}
    number = seconds if declared.name == "seconds" else positive if about.least else whole
    return {"type": number, "metavar": about.unit}


def _help(declared: Declared, default: Any) -> str:
    """The line of help with the default, unless the line says it."""
    shown = f"{default:g}" if isinstance(default, float) else declared.about.unset if default is None else default
    if shown == "" or shown is True or "(default" in declared.help:
        return declared.help
    return f"{declared.help} (default: {shown})"
