"""The parameters of a capability, declared once: in the signature of its function.

The annotation of a parameter has a `Parameter` with its line of help. The command line makes its options from these;
the name, the type and the default are those of the function:

    seconds: Seconds = ANSWER_SECONDS    ->    --time S    seconds for the analysis, 0: no limit (default: 10)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from zerosum.answers.python_call import python_call
from zerosum.core.setting_names import SCALES, TIERS, TIES, VALUE_FORMS

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Parameter:
    """A parameter that faces offer: its line of help, in which `{what}` is what a limit is for.

    `option` has its names on the command line if these are not `--name`, and `unit` stands for its value there.
    `choices` are the words to choose from, with the value that each stands for. `least` is the least number; None for
    any text. A switch on the command line sets the opposite of the default. `unset` says what no value means.
    """

    help: str
    option: str = ""
    unit: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    least: int | None = None
    is_switch: bool = False
    unset: str = ""


@dataclass(frozen=True)
class Declared:
    """A parameter with what its function says about it."""

    name: str
    default: Any
    about: Parameter
    what: str

    @property
    def options(self) -> list[str]:
        """Its names on the command line; the last one is the long one."""
        return self.about.option.split() or [f"--{self.name.replace('_', '-')}"]

    @property
    def help(self) -> str:
        """Its line of help."""
        return self.about.help.format(what=self.what)

    @property
    def word(self) -> Any:
        """The default as it is typed: one of the choices, where there are some."""
        return next((word for word, value in self.about.choices.items() if value == self.default), self.default)


def capability(what: str = "") -> Callable[[Function], Function]:
    """Decorate the function of a capability; `what` is what its limits are for, as in "each position"."""

    def decorated(function: Function) -> Function:
        made: Any = python_call(function)
        made.limits_what = what
        # What `help` shows: the types without the lines of help.
        plain, shown = get_type_hints(function), signature(function)
        made.__signature__ = shown.replace(
            parameters=[each.replace(annotation=plain[each.name]) for each in shown.parameters.values()]
        )
        return made  # type: ignore[no-any-return]

    return decorated


def parameters_of(function: Callable[..., Any]) -> dict[str, Declared]:
    """The parameters of a capability that faces offer, by name."""
    found = {}
    hints = get_type_hints(function, include_extras=True)
    for name, each in signature(function).parameters.items():
        for about in get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ():
            if isinstance(about, Parameter):
                found[name] = Declared(name, each.default, about, getattr(function, "limits_what", ""))
    return found


def declared_as(kind: Any, name: str, default: Any) -> Declared:
    """A parameter of one of the kinds below, for a command that is no capability."""
    return Declared(name, default, get_args(kind)[1], "")


def _same(words: tuple[str, ...]) -> dict[str, str]:
    """Choices that stand for themselves."""
    return {word: word for word in words}


Seconds: TypeAlias = Annotated[
    float | None, Parameter("seconds for {what}, 0: no limit", option="--time", unit="S", least=0)
]
Nodes: TypeAlias = Annotated[int | None, Parameter("positions to look at for {what}", unit="N", least=1)]
Depth: TypeAlias = Annotated[int | None, Parameter("plies to look ahead", unit="N", least=1)]
Tier: TypeAlias = Annotated[
    str, Parameter("run searches in plain Python, compiled, or whichever answers sooner", choices=_same(TIERS))
]
Threads: TypeAlias = Annotated[
    int | None, Parameter("threads of the native tier (default: all cores)", unit="N", least=1)
]
Memory: TypeAlias = Annotated[
    int | None,
    Parameter(
        "megabytes for the tables of a tier (default: native a quarter of the free memory, 256 at most)",
        unit="MB",
        least=1,
    ),
]
Seed: TypeAlias = Annotated[int, Parameter("where random choices begin", unit="N", least=0, unset="another every time")]
Ties: TypeAlias = Annotated[str, Parameter("which of several best moves to play", choices=_same(TIES))]
Plain: TypeAlias = Annotated[
    bool,
    Parameter(
        "plain utilities as in the textbook, or wins worth less the farther away",
        option="--values",
        choices={scale: scale == "plain" for scale in SCALES},
    ),
]
Values: TypeAlias = Annotated[
    str,
    Parameter(
        "write a win as win in 5, as +1, as 10 - depth (10: cells and one), or as the empty cells at the end and one",
        choices=_same(VALUE_FORMS),
    ),
]
