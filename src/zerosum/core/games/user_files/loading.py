"""Run a user's file and make the game in it, or say what it lacks."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from inspect import Parameter, isfunction, signature
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

from zerosum.core.errors import BadRequest, BadRules, BadSpec
from zerosum.core.files import read_bytes
from zerosum.core.game import Game
from zerosum.core.games.user_files import blaming, process_guard
from zerosum.core.games.user_files.from_names import SIX, from_names, game_of, lacking
from zerosum.core.games.user_files.rule_frames import FILES, RUN_NAME, RuleStopped, own_modules_noted
from zerosum.core.games.user_files.rule_timeouts import WATCHDOG
from zerosum.core.games.user_files.styles import is_recognised, nearly_recognised, recognised
from zerosum.core.rules import Rules

MOST_BYTES = 4 << 20
"""No game's file is longer: reading 100 MB of Python takes a minute."""

Reload: TypeAlias = Callable[[str, int | None, str | None], Game]
"""Loads a game again, for unpickling, by spec, numbering of cells and checksum of the file."""

OUT_OF_SCOPE = {
    "hidden information": ("observation", "information_state", "information_set", "private", "private_state"),
    "simultaneous moves": ("simultaneous", "simultaneous_moves", "joint_moves"),
}
"""Functions that a file has only where its game is of a kind that no search here can handle."""


def load_file(spec: str, reload: Reload) -> Game:
    """The game in a file: `file.py`, `file.py:name` for one of several, `file.py:checkers(6)` for a size.

    A file may hold the six names of the rules themselves, a `Game`, a `Rules`, or a function that makes one of these;
    a function may also return the six names in a dict, as `return locals()` does.
    `reload` loads the game again where it is unpickled.
    """
    found = re.fullmatch(r"(.+?\.py)(?::(.*))?", spec, re.DOTALL)
    assert found is not None
    path, name = Path(found[1]), found[2] or ""
    if not path.exists():
        raise BadSpec(f"there is no file {str(path)!r}")
    blaming.LOADED.append(str(path))
    checksum = sha256(content_of(path)).hexdigest()
    process_guard.install()
    WATCHDOG.start()
    return _loaded(spec, path, name, str(path.resolve()), checksum, reload)


@lru_cache(maxsize=4096)  # a game that is dropped from it could no longer be pickled
def _loaded(spec: str, path: Path, name: str, resolved: str, checksum: str, reload: Reload) -> Game:
    """The game in a file with this content; one object, so that a game loaded twice is equal to itself."""
    again = partial(reload, spec, None, checksum)
    game = game_in(path, name)
    syntax = syntax_hash(content_of(path), read_call(path, name) if name else None)
    return replace(game, spec=spec, source=str(path), checksum=checksum, syntax=syntax, reload=again)


def content_of(path: Path) -> bytes:
    """The bytes of a game's file; raises `BadSpec` for what is no regular file, or is longer than any game."""
    try:
        return read_bytes(str(path), MOST_BYTES)
    except BadRequest as error:
        raise BadSpec(str(error)) from None


def syntax_hash(source: bytes, call: tuple[Any, ...] | None) -> str:
    """A hash of the syntax tree of a file and of the call that makes one of its games.

    Comments, layout and docstrings do not count, nor does the version of Python, unlike in `ast.dump`.

    >>> one, two = b"def f(): return 1", b"def f():  # one\\n 'docstring'\\n return (1)"
    >>> syntax_hash(one, None) == syntax_hash(two, None), syntax_hash(one, None) == syntax_hash(one, ("f", [2], {}))
    (True, False)
    """
    told = sha256(repr(call).encode())
    todo: list[Any] = [ast.parse(source)]  # no recursion: a sum of many terms is a deep tree
    while todo:
        node = todo.pop()
        if isinstance(node, ast.AST):
            # Fields that are empty are left out, since new versions of Python add such.
            given = [(name, each) for name, each in ast.iter_fields(node) if each is not None and each != []]
            told.update(f"{type(node).__name__}{len(given)} ".encode())
            todo += [part for pair in given for part in pair]
        elif isinstance(node, list):
            kept = [each for each in node if not is_docstring(each)]
            told.update(f"[{len(kept)} ".encode())
            todo += kept
        else:
            told.update(f"{node!r} ".encode())
    return told.hexdigest()


def is_docstring(node: Any) -> bool:
    """Whether a statement is a text alone, which does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def game_in(path: Path, name: str) -> Game:
    """The game of this name in a file, or without a name the only one."""
    names = run_file(path)
    refuse_out_of_scope(path, names)
    if name:
        name, arguments, keywords = read_call(path, name)
        if name not in names:
            raise BadRules(f"{path} has no {name!r}")
        return called(path, name, names[name], *arguments, **keywords)
    if all(six in names for six in SIX):
        return from_names(str(path), names, name=path.stem)
    for kind in (Game, Rules):
        found = [key for key, each in names.items() if isinstance(each, kind)]
        if len(found) > 1:
            raise BadRules(f"{path} has several games; name one, as in {path}:{found[0]}")
        if found:
            return as_game(path, found[0], names[found[0]])
    if (styled := game_in_a_style(path, names)) is not None:
        return styled
    own = {key: each for key, each in names.items() if isfunction(each) and each.__module__ == RUN_NAME}
    makers = [key for key, each in own.items() if returns_game(each)]
    missing = [six for six in SIX if six not in names]
    if len(missing) > len(SIX) // 2:
        # No rules but for some names: without an annotation, any function may make the game.
        makers = makers or [key for key, each in own.items() if may_return_game(key, each)]
    if len(makers) == 1:
        return called(path, makers[0], names[makers[0]])
    if makers:
        raise BadRules(f"{path} makes several games; name one, as in {path}:{makers[0]}")
    classes = own_classes(names)
    if near := next(filter(None, map(nearly_recognised, classes.values())), ""):
        raise BadRules(f"{path} has no game: {near}")
    raise BadRules(f"{path} has no game: it lacks {lacking(names)} (or a Game made from them)")


def own_classes(names: dict[str, Any]) -> dict[str, type]:
    """The classes that a file defines, without those that others of them are derived from."""
    own = {key: each for key, each in names.items() if isinstance(each, type) and each.__module__ == RUN_NAME}
    return {
        key: each
        for key, each in own.items()
        if not any(other is not each and issubclass(other, each) for other in own.values())
    }


def game_in_a_style(path: Path, names: dict[str, Any]) -> Game | None:
    """The game of a class or an instance in a file, or of functions with other names; None where there is none."""
    classes = own_classes(names)
    made = {key: each for key, each in names.items() if type(each) in classes.values()}
    found = [key for key, each in {**made, **classes}.items() if is_recognised(each)]
    if made_of_a_game := [key for key in found if hasattr(names[key], "new_initial_state")]:
        found = made_of_a_game
    elif instances := [key for key in found if key in made]:
        found = instances
    if len(found) > 1:
        raise BadRules(f"{path} has several games; name one, as in {path}:{found[0]}")
    if found:
        return called(path, found[0], names[found[0]])
    with rules_blamed(path, path.stem):
        recognised_names = recognised(names)
    return None if recognised_names is None else as_game(path, path.stem, names)


def refuse_out_of_scope(path: Path, names: dict[str, Any]) -> None:
    """Refuse a file with a function, method or inner function that is named for what no search here can handle."""
    own = {key: each for key, each in names.items() if getattr(each, "__module__", None) == RUN_NAME}
    defined = {key for key, each in own.items() if callable(each)}
    for each in own.values():
        if isfunction(each):
            defined.update(inner.co_name for inner in each.__code__.co_consts if isinstance(inner, CodeType))
        elif isinstance(each, type):
            defined.update(key for key, member in vars(each).items() if isfunction(member))
    for what, signs in OUT_OF_SCOPE.items():
        if found := sorted(defined.intersection(signs)):
            raise BadRules(f"{path}: {found[0]!r} is a function for {what}; zerosum has only games without it")


def returns_game(function: Callable[..., Any]) -> bool:
    """Whether the annotation of a function says that it returns a game."""
    return function.__annotations__.get("return") in (Game, "Game", Rules, "Rules")


def may_return_game(name: str, function: Callable[..., Any]) -> bool:
    """Whether a function without a return annotation can be called without arguments, so that it may return a game."""
    parameters = signature(function).parameters.values()
    variadic = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    needs_none = all(each.default is not Parameter.empty or each.kind in variadic for each in parameters)
    return needs_none and "return" not in function.__annotations__ and not name.startswith("_")


def read_call(path: Path, text: str) -> tuple[str, list[int | str], dict[str, int | str]]:
    """A name with its arguments, which are literal ints and strings; nothing is evaluated.

    >>> read_call(Path("my.py"), "checkers(6, rule='misere')")
    ('checkers', [6], {'rule': 'misere'})
    """
    if text.isidentifier():
        return text, [], {}
    try:
        call = ast.parse(text, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError
        arguments = [ast.literal_eval(each) for each in call.args]
        keywords = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords if each.arg is not None}
        if len(keywords) < len(call.keywords) or not all(
            isinstance(each, int | str) for each in (*arguments, *keywords.values())
        ):
            raise ValueError
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BadSpec(
            f"{text!r} is not a game of {path}; write a name, or a call with numbers such as game(6)"
        ) from None
    return call.func.id, arguments, keywords


def run_file(path: Path) -> dict[str, Any]:
    """Run a user's file and return its names; it can import modules of its own folder, which comes last in sys.path."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    FILES.add(str(path))
    try:
        # Standard output is for results alone, so that what a file prints cannot break --json.
        with redirect_stdout(sys.stderr), own_modules_noted(Path(folder)):
            return runpy.run_path(str(path), run_name=RUN_NAME)
    except SyntaxError as error:
        raise BadRules(f"{error.filename or path}, line {error.lineno}: {error.msg}") from None
    except SystemExit:
        raise BadRules(f"{path} ends the program while it is being loaded") from None
    except RuleStopped as error:
        raise BadRules(blaming.blamed_on_a_file(error)) from None
    except Exception as error:
        sentence = blaming.blame(error, str(path))
        if sentence:
            raise BadRules(sentence) from None
        if isinstance(error, OSError):
            raise unreadable(path, error) from None
        raise BadRules(f"{path} is not a Python file: {blaming.describe(error)}") from None


def unreadable(path: Path, error: OSError) -> BadSpec:
    """The error for a file that cannot be read."""
    return BadSpec(f"{path} cannot be read: {error.strerror or error}")


@contextmanager
def rules_blamed(path: Path, name: str) -> Iterator[None]:
    """Turn what the author's code raises in the block into `BadRules` with file and line; quiet its standard output."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except BadSpec:
        raise
    except BadRules as error:
        told = str(error)
        raise BadRules(told if told.startswith(str(path)) else f"{path}: {told}") from None
    except RuleStopped as error:
        raise BadRules(blaming.blamed_on_a_file(error)) from None
    except Exception as error:
        raise BadRules(blaming.blame(error, str(path)) or f"{path}, {name}: {blaming.describe(error)}") from None


def called(path: Path, name: str, thing: Any, /, *arguments: int | str, **keywords: int | str) -> Game:
    """A game, or the one that a user's function or class makes for these arguments."""
    is_styled_class = isinstance(thing, type) and not arguments and not keywords and is_recognised(thing)
    if callable(thing) and not isinstance(thing, Game) and not is_styled_class and not is_instance(thing):
        with rules_blamed(path, name):
            thing = thing(*arguments, **keywords)
    elif arguments or keywords:
        raise BadRules(f"{path}: {name!r} is not a function, so it takes no arguments")
    return as_game(path, name, thing)


def is_instance(thing: Any) -> bool:
    """Whether this is an instance of a class in a file, perhaps one that can be called."""
    return type(thing).__module__ == RUN_NAME


def as_game(path: Path, name: str, thing: Any) -> Game:
    """A game, or rules with plain text forms; also names in a dict, or a class in a known style."""
    if isinstance(thing, dict) and not all(six in thing for six in SIX) and recognised(thing) is None:
        raise BadRules(f"{path}: what {name!r} returns lacks {lacking(thing)}")
    with rules_blamed(path, name):
        game = game_of(thing, str(path), name=name)
    if game is None:
        near = nearly_recognised(thing)
        raise BadRules(f"{path}: {name!r} is not a Game, nor does it make one{near and f'; {near}'}")
    return game
