"""The parameters of a capability, declared once: in the signature of its function.

The annotation of a parameter has a `Parameter` with its line of help. Every face reads these; the name, the type and
the default are those of the function:

    seconds: Seconds = ANSWER_SECONDS    ->    --time S    seconds for the analysis, 0: no limit (default: 10)
    depth: Depth = None                  ->    --depth N   and depth=N in a request to the server, at most `most`

The function of a capability whose answers become better and better is a generator, decorated with `last_of`: Python
gets the last answer, and the other faces show each of its `steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from typing import Annotated, Any, ParamSpec, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from zerosum.core.errors import BadRequest, BadRules
from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.setting_names import ANSWER_SECONDS, SCALES, TIERS, TIES, VALUE_FORMS
from zerosum.core.spelling import did_you_mean
from zerosum.engines.search import Limit

Function = TypeVar("Function", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")


GUESSED_KEYWORDS = {"time": "seconds", "time_limit": "seconds", "timeout": "seconds", "callback": "progress"}
"""Keywords that people try first, and what they are called here: each is taken for it."""


def python_call(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function that users of Python call: it suggests keywords, and raises `BadRules` for stopped rules.

    Python itself suggests keywords from 3.13 on. `RuleStopped` is no `Exception`, which users would not expect.
    """
    names = tuple(signature(function).parameters)

    @wraps(function)
    def call(*given: P.args, **keywords: P.kwargs) -> R:
        for guessed in [each for each in keywords if each not in names and GUESSED_KEYWORDS.get(each) in names]:
            name = GUESSED_KEYWORDS[guessed]
            if name in keywords:
                raise TypeError(f"{function.__name__}() got {guessed!r} and {name!r}, which are the same")
            keywords[name] = keywords.pop(guessed)
        for keyword in keywords:
            if keyword not in names:
                near = did_you_mean(
                    keyword, [*names, *(each for each, name in GUESSED_KEYWORDS.items() if name in names)]
                )
                raise TypeError(f"{function.__name__}() has no keyword argument {keyword!r}{near}")
        try:
            return function(*given, **keywords)
        except RuleStopped as error:
            from zerosum.core.games.user_files.blaming import blamed_on_a_file

            raise BadRules(blamed_on_a_file(error)) from None

    return call


class Steps(Protocol[P, R]):
    """A function that returns its last answer; `steps` yields all of them, each better than the one before."""

    __name__: str
    steps: Callable[P, Iterator[R]]

    def __call__(self, *given: P.args, **keywords: P.kwargs) -> R:
        """The last answer."""


def last_of(steps: Callable[P, Iterator[R]]) -> Steps[P, R]:
    """Decorate a generator of better and better answers, at least one."""

    @wraps(steps)
    def call(*given: P.args, **keywords: P.kwargs) -> R:
        *_, last = steps(*given, **keywords)
        return last

    made: Any = call
    made.steps = steps
    return made  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Parameter:
    """A parameter that faces offer: its line of help, in which `{what}` is what a limit is for.

    `option` has its names on the command line if these are not `--name`, and `unit` stands for its value there.
    `choices` are the words to choose from, with the value that each stands for. `least` is the least number; None for
    any text. A switch on the command line sets the opposite of the default. `unset` says what no value means. A
    request to the server, and an address of the page, may have it if `is_served`; numbers are then at most `most`.
    """

    help: str
    option: str = ""
    unit: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    least: int | None = None
    is_switch: bool = False
    unset: str = ""
    is_served: bool = False
    most: int | None = None


@dataclass(frozen=True)
class Declared:
    """A parameter with what its function says about it."""

    name: str
    kind: Any
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
        answer = get_args(plain["return"])[0] if hasattr(function, "steps") else plain["return"]
        made.__signature__ = shown.replace(
            parameters=[each.replace(annotation=plain[each.name]) for each in shown.parameters.values()],
            return_annotation=answer,
        )
        return made  # type: ignore[no-any-return]

    return decorated


def parameters_of(function: Callable[..., Any]) -> dict[str, Declared]:
    """The parameters of a capability that faces offer, by name."""
    found = {}
    hints, what = get_type_hints(function, include_extras=True), getattr(function, "limits_what", "")
    for name, each in signature(function).parameters.items():
        for about in get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ():
            if isinstance(about, Parameter):
                found[name] = Declared(name, get_args(hints[name])[0], each.default, about, what)
    return found


def declared_as(kind: Any, name: str, default: Any) -> Declared:
    """A parameter of one of the kinds below, for a command that is no capability."""
    plain, about = get_args(kind)
    return Declared(name, plain, default, about, "")


def _same(words: tuple[str, ...]) -> dict[str, str]:
    """Choices that stand for themselves."""
    return {word: word for word in words}


Seconds: TypeAlias = Annotated[
    float | None, Parameter("seconds for {what}, 0: no limit", option="--time", unit="S", least=0)
]
Nodes: TypeAlias = Annotated[
    int | None, Parameter("positions to look at for {what}", unit="N", least=1, is_served=True, most=1_000_000_000)
]
Depth: TypeAlias = Annotated[
    int | None, Parameter("plies to look ahead", unit="N", least=1, is_served=True, most=1_000)
]
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


def limit_from(
    limit: Limit | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    usual_seconds: float = ANSWER_SECONDS,
) -> Limit:
    """One limit from a `Limit` or from its parts; `seconds` is the usual value where the caller gives none."""
    parts = Limit(depth=depth, nodes=nodes, seconds=seconds)
    if limit is None:
        return parts
    if parts != Limit(seconds=usual_seconds):
        raise BadRequest("give either a limit or its seconds, nodes and depth")
    return limit
