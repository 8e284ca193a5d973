"""Make a game of the names that its author gave: six functions and optional ones, or a class in a known style."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from dis import get_instructions
from inspect import CO_VARARGS, isfunction
from math import inf
from types import CodeType, ModuleType
from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.games.plain_text import numbers_in, plain_text
from zerosum.core.games.user_files.border import TAKES_MOVE, frozen_names, made_texts, whole_utility
from zerosum.core.games.user_files.freezing import Freezer, needs_freezing
from zerosum.core.games.user_files.rule_frames import RUN_NAME
from zerosum.core.games.user_files.styles import Recognised, recognised, rules_object
from zerosum.core.games.user_files.styles.style import counts_arguments
from zerosum.core.rules import Adapted, Rules, Text
from zerosum.core.spelling import did_you_mean

SIX = ("start", "to_move", "moves", "play", "is_over", "utility")

BEST_SEARCHES = ("selective", "mcts")
"""What `best_search` may name."""

MOST_EXPLORED = 500
"""So many positions are looked at for the second player's mark."""


def game_of(thing: Any, where: str, *, name: str = "") -> Game | None:
    """The game that something stands for: a `Game`, `Rules`, a module or dict of names, a class or instance in a style.

    None where it stands for none. `where` is said in errors, and is the game's spec.
    """
    if isinstance(thing, Game):
        return thing
    if isinstance(thing, Rules):
        return Game(name=name or where, spec=where, rules=thing, text=plain_text(thing))
    if isinstance(thing, (Mapping, ModuleType)):
        names = dict(thing) if isinstance(thing, Mapping) else vars(thing)
        own_name = name or (thing.__name__ if isinstance(thing, ModuleType) else "")
        if all(six in names for six in SIX):
            return from_names(where, dict(names), name=own_name)
        thing = dict(names)
    found = recognised(thing)
    if found is None:
        return None
    kind = thing if isinstance(thing, type) else type(thing)
    given = {key: each for key, each in (thing if isinstance(thing, dict) else _public(thing)).items() if key in ABOUT}
    names = {"name": kind.__name__ if kind is not dict else name, "__doc__": kind.__doc__, **given, **found.names}
    return from_names(where, names, name=name, style=found)


ABOUT = ("name", "sides", "margin", "__doc__", "best_search")
"""What a class may say about its game beside its rules."""


def _public(thing: Any) -> dict[str, Any]:
    """Those of the names about a game that an object has as plain values."""
    found = {key: getattr(thing, key, None) for key in ABOUT}
    is_plain = {"name": str, "sides": tuple, "margin": bool, "__doc__": str, "best_search": str}
    return {key: each for key, each in found.items() if isinstance(each, is_plain[key])}


def lacking(names: dict[str, Any]) -> str:
    """Those of the six names that are missing, each with the name that may be meant to be it."""
    unused = [name for name in names if name not in SIX and not name.startswith("_")]
    return ", ".join(f"{six}{did_you_mean(six, unused)}" for six in SIX if six not in names)


def refuse_misspelt(where: str, names: dict[str, Any]) -> None:
    """Refuse a function that nothing calls and whose name is nearly an optional one that is missing.

    It would be ignored in silence otherwise: a game with `cannonical` would be searched without its symmetries.
    """
    own = {key: each for key, each in names.items() if isfunction(each) and each.__module__ == RUN_NAME}
    called_names = {name for each in own.values() for code in codes_in(each.__code__) for name in code.co_names}
    missing = {"reasons", *(field.name for kind in (Rules, Text) for field in fields(kind))}.difference(names)
    for name in own:
        if not name.startswith("_") and name not in called_names and (meant := did_you_mean(name, missing, 0.8)):
            raise BadRules(
                f"{where}: nothing calls {name!r}{meant}; begin its name with _ if it is no part of the game"
            )


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of the functions in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_in(inner)


def from_names(where: str, names: dict[str, Any], *, name: str = "", style: Recognised | None = None) -> Game:
    """A game from the six names in a file, and the optional ones that it defines; `start` may be a function."""
    if style is None:
        refuse_misspelt(where, names)
        hooks = [each.name for kind in (Rules, Text) for each in fields(kind)]
        refuse_other_functions(where, {name: names[name] for name in hooks if name in names})
    if callable(names["start"]) and not isinstance(names["start"], type):
        names = {**names, "start": names["start"]()}
    names, adapted = at_the_border(names, style)
    given = {field.name: names[field.name] for field in fields(Rules) if names.get(field.name) is not None}
    given_forms = {field.name: names[field.name] for field in fields(Text) if field.name in names}
    reasons = names.get("reasons")
    for key in (*given, *given_forms, *(["reasons"] if reasons is not None else [])):
        if key not in ("start", "order", "repeats", "what_to_type") and not callable(names[key]):
            raise BadRules(f"{where}: {key!r} must be a function")
    if "order" in given:
        if not isinstance(given["order"], (list, tuple, range)):
            raise BadRules(f"{where}: 'order' must be a tuple of moves")
        given["order"] = tuple(given["order"])
    endings = names.get("endings", {})
    if not isinstance(endings, dict) or not all(
        isinstance(key, str) and callable(each) for key, each in endings.items()
    ):
        raise BadRules(f"{where}: 'endings' must be a dict of names and functions")
    sides = names.get("sides", ("A", "B"))
    if not (
        isinstance(sides, (list, tuple))
        and len(sides) == 2
        and all(isinstance(side, str) and side.strip() for side in sides)
        and sides[0] != sides[1]
    ):
        raise BadRules(f"{where}: 'sides' must be two different names")
    best_search = names.get("best_search")
    if best_search not in (None, *BEST_SEARCHES):
        raise BadRules(f"{where}: 'best_search' must be {' or '.join(map(repr, BEST_SEARCHES))}, not {best_search!r}")
    rules = Rules(**given)
    text = replace(plain_text(rules), **given_forms)
    return Game(
        name=str(names.get("name") or name),
        spec=where,
        rules=rules,
        text=text,
        sides=(sides[0], sides[1]),
        margin=bool(names.get("margin", False)),
        about=(names.get("__doc__") or "").strip(),
        reasons=reasons,
        endings=endings,
        best_search=best_search,
        adapted=adapted,
    )


def refuse_other_functions(where: str, hooks: dict[str, Any]) -> None:
    """Refuse a function with the name of a hook that takes something else than a hook does."""
    for name, function in hooks.items():
        if name in SIX or not isfunction(function) or is_ours(function):
            continue
        wanted = 2 if name in (*TAKES_MOVE, "read_move") else 1
        code = function.__code__
        most = inf if code.co_flags & CO_VARARGS else code.co_argcount
        if not counts_arguments(function) <= wanted <= most:
            takes = "(state, move)" if name in TAKES_MOVE else HOOK_ARGUMENTS.get(name, "(state)")
            raise BadRules(
                f"{where}, line {code.co_firstlineno}: {name!r} takes {code.co_argcount} arguments, but a function of "
                f"this name is a part of the game and takes {takes}; if it is something else, rename it, as in _{name}"
            )


HOOK_ARGUMENTS = {"read_move": "(state, text)", "read_position": "(text)", "from_key": "(number)"}


def is_ours(function: Any) -> bool:
    """Whether a function is one of this package, as those at the border are."""
    return str(function.__module__).partition(".")[0] == "zerosum"


def at_the_border(names: dict[str, Any], style: Recognised | None) -> tuple[dict[str, Any], Adapted | None]:
    """The names with frozen states, whole numbers and text forms, as far as the author's need that; and why they do."""
    names = dict(names)
    start = names["start"]
    title = "" if style is None else style.described()
    freezer = Freezer()
    freezer.know(classes_beside(names))
    takes_states = style is None or style.style is rules_object.STYLE
    if takes_states and not needs_freezing(start):
        made = {} if is_numbers(start) else made_texts(names, freezer, is_frozen=False)
        if gives_floats(names["utility"]):
            made["utility"] = whole_utility(names.pop("utility"))
            return {**made, **names}, Adapted(title, "its utility is a float")
        return {**made, **names}, Adapted(title, "") if style is not None else None
    for name in () if style is None else style.left_out:
        if hasattr(start, name):
            freezer.leave_out(name, getattr(start, name))
    made = frozen_names(names, freezer)
    if style is not None:
        meet_both_sides(made, style)
    is_plain = is_numbers(start) and style is not None
    return made, Adapted(title, "its functions are methods" if is_plain else f"its states are {kinds_of(start)}")


def classes_beside(names: dict[str, Any]) -> Iterator[type]:
    """The classes of the files in which the functions are written, in their order there."""
    start = names["start"]
    functions = [getattr(names[six], "__func__", names[six]) for six in SIX if callable(names.get(six))]
    functions += [each for kind in type(start).__mro__ for each in vars(kind).values()]
    for function in functions:
        for each in list(getattr(function, "__globals__", {}).values()):
            if isinstance(each, type) and each.__module__ == getattr(function, "__module__", ""):
                yield each


def kinds_of(state: Any) -> str:
    """What a state is, in the plural."""
    kind = type(state)
    plain: dict[Any, str] = {list: "lists", dict: "dicts", set: "sets", tuple: "tuples, in which not all can be hashed"}
    if kind in plain:
        return plain[kind]
    return "numpy arrays" if kind.__module__ == "numpy" else f"objects of class {kind.__name__}"


def is_numbers(state: Any) -> bool:
    """Whether a state is a tuple of numbers, whose plain text forms are its numbers."""
    return isinstance(state, tuple) and all(isinstance(each, int) for each in numbers_in(state))


def gives_floats(function: Any) -> bool:
    """Whether a function has a float among its constants, or divides."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    return any(
        "float" in inner.co_names
        or any(isinstance(each, float) for each in inner.co_consts)
        or any(each.opname == "BINARY_OP" and each.argrepr == "/" for each in get_instructions(inner))
        for inner in codes_in(code)
    )


def meet_both_sides(names: dict[str, Any], style: Recognised) -> None:
    """Note the marks of both players, from the start on: the one who is not first may be named by a winner alone.

    Whatever the rules raise here, the command that runs them tells.
    """
    todo = [names["start"]]
    seen = set(todo)
    try:
        for state in todo:
            names["to_move"](state)
            if len(style.sides.marks) > 1:
                return
            if len(seen) < MOST_EXPLORED and not names["is_over"](state):
                found = names["moves"](state)
                for move in found if isinstance(found, tuple) else ():
                    child = names["play"](state, move)
                    if child not in seen:
                        seen.add(child)
                        todo.append(child)
    except Exception:
        return
