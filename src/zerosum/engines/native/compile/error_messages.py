"""The compiler's error messages as one sentence with file, line and advice."""

from __future__ import annotations

import dis
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import types

from zerosum.core.errors import Uncompilable
from zerosum.core.rules import WORD
from zerosum.engines.native.compile.fingerprint import plain_function, references
from zerosum.engines.native.machine.shapes import Shape

ADVICE = (
    (
        r"getitem\([A-Z]\w*\(.*slice<",
        "takes a slice whose length the compiler cannot tell; write (*state[:m], x, *state[m + 1:]), or a loop",
    ),
    (r"setitem\([A-Z]\w*\(", "changes a tuple, or a list that it was given; return a new tuple instead"),
    (
        r"<class 'tuple'>",
        "makes a tuple whose length the compiler cannot tell; write tuple(... for cell in state), "
        "or change members of a copy: cells = list(state), cells[m] = x, tuple(cells)",
    ),
    (
        r"intrinsic with_field",
        "calls _replace in a way that the compiler does not know; name fields of the NamedTuple, with whole numbers",
    ),
    (
        r"Unknown attribute '(\w+)' of type type\(CPUDispatcher",
        "uses {1} of a class; put it outside the class, as a constant or a function",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?!UniTuple|Tuple|Literal)[A-Z]\w*\(",
        "uses .{1}, which is no field, method or property of the state",
    ),
    (
        r"Cannot capture the non-constant value",
        "uses a function inside a function that looks at its names; hand them over, or write a loop",
    ),
    (
        r"yield in a closure",
        "uses a generator expression in a way that the compiler does not know; write a loop (it knows sum, any, all, "
        "min and max of one, and tuple where the length is a constant or that of another tuple)",
    ),
    (
        r"Can't unify return type",
        "returns different kinds of things, tuples of different lengths for example; give them one length",
    ),
    (r"Cannot unify .* for '(\w+?)(?:\.\d+)?'", "gives {1} values of different kinds; use whole numbers alone"),
    (r"Untyped global name '(\w+)'", "uses {1}, which is not a whole number, a tuple of them or a plain function"),
    (r"NameError: name '(\w+)'", "uses {1}, which is not defined"),
    (r"getiter with parameters \(Tuple\(\)\)", "goes through an empty tuple; leave that out"),
    (
        r"getiter with parameters \(Tuple",
        "goes through a tuple whose members are not all alike (tuples of different lengths, say); make them alike",
    ),
    (
        r"static_getitem|getitem\((?:Hetero)?Tuple",
        "picks from a tuple whose members are not all alike (tuples of different lengths, say); make them alike",
    ),
    (r"Unknown attribute '(\w+)' of type", "uses .{1}, which the compiler does not know; use whole numbers alone"),
    (r"(?:unicode_type|Literal\[str\])", "uses text; use whole numbers"),
    (
        r"No implementation of function Function\(<(?:built-in function|class) '?(\w+)'?>\)",
        "calls {1} in a way that the compiler does not know; write it as a loop over whole numbers",
    ),
    (r"assigned to variable '(\w+)' in globals", "uses {1}, which can be changed; make it a tuple of whole numbers"),
    (r"opcode \((?:STORE|DELETE)_GLOBAL\)", "changes a global name; what changes belongs in the state"),
    (r"opcode \(UNPACK_EX\)", "unpacks with a star; name every part, or take a slice"),
    (r"opcode \(IMPORT_NAME\)", "imports something; do that at the top of the file"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "makes a class; use tuples of whole numbers"),
    (r"context manager", "uses a with block; leave it out"),
    (r"Cannot bind 'args=", "hands over an argument by its name alone; give arguments in their order"),
    (
        r"Type of variable '.*' cannot be determined",
        "has a value whose kind the compiler cannot tell; write x if c else y in place of and, or",
    ),
    (r"\btry\b|\bexcept\b", "uses try; say it without exceptions"),
    (r"unsupported opcode|^\s*$", "is written in a way that the compiler does not know; write it with plain loops"),
)
"""A pattern in the compiler's message, and what the author of the rule should change."""


def place(function: Any, line: int | None = None) -> str:
    """Where a function stands, as in `my_game.py:17`."""
    written = plain_function(function)
    if written is None:
        return repr(function)
    return f"{Path(written.__code__.co_filename).name}:{written.__code__.co_firstlineno if line is None else line}"


def complaint(name: str, function: Any, error: Exception) -> Uncompilable:
    """The compiler's error as one sentence; `name` is the rule that was being compiled."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    where, inside = _deepest(function, error, text)
    subject = name if inside in (name, "<lambda>") else f"{inside}, which {name} calls,"
    for pattern, advice in ADVICE:
        found = re.search(pattern, text)
        if found:
            words = advice.format(*(found.group(i) if i <= (found.lastindex or 0) else "" for i in range(2)))
            return Uncompilable(f"{where}: {subject} {words}")
    return Uncompilable(f"{where}: {subject} cannot be compiled: {_first_line(text) or type(error).__name__}")


def _deepest(function: Any, error: Exception, text: str) -> tuple[str, str]:
    """The innermost place of the game's own files that an error names, and the function around it."""
    reachable = list(everything(function))
    named = [(Path(file).name, int(line)) for file, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    named += [(Path(file).name, int(line)) for file, line in re.findall(r"(?:at|from) (\S+) \((\d+)\)", text)]
    loc = getattr(error, "loc", None)
    if loc is not None:
        named.append((Path(loc.filename).name, loc.line))
    best: tuple[int, str, str] | None = None
    for depth, each in enumerate(reachable):
        code = each.__code__
        lines = [line for _, _, line in code.co_lines() if line is not None]
        for file, line in named:
            inside = file == Path(code.co_filename).name and min(lines) <= line <= max(lines)
            if inside and (best is None or depth > best[0]):
                best = depth, f"{file}:{line}", code.co_name
    return (best[1], best[2]) if best is not None else (place(function), _name(function))


def _name(function: Any) -> str:
    written = plain_function(function)
    return "" if written is None else written.__code__.co_name


def _first_line(text: str) -> str:
    boring = ("Failed in nopython", "During:", "File ", "This error may", "Enable", "-", "^", "<source")
    for line in text.splitlines():
        if line.strip() and not line.strip().startswith(boring):
            return line.strip().rstrip(".:")
    return ""


def everything(function: Any, seen: dict[int, FunctionType] | None = None) -> Iterator[FunctionType]:
    """A function and all the plain functions that it calls, callers first."""
    seen = {} if seen is None else seen
    written = plain_function(function)
    if written is None or id(written) in seen:
        return
    seen[id(written)] = written
    yield written
    for _, value in references(written):
        yield from everything(value, seen)


def refuse_long_numbers(name: str, function: Any) -> None:
    """Refuse a whole number of more than 63 bits, wherever a rule or its helpers hold one."""
    for each in everything(function):
        for instruction in dis.get_instructions(each.__code__):
            if instruction.starts_line is not None:
                line = instruction.starts_line
            if instruction.opname == "LOAD_CONST" and too_long(instruction.argval):
                raise Uncompilable(_long(place(each, line), name, "a number"))
        for reference, value in references(each):
            if too_long(value):
                raise Uncompilable(_long(place(each), name, reference))


def _long(where: str, name: str, what: str) -> str:
    return f"{where}: {name} uses {what} of more than 63 bits; split it into two"


def too_long(value: Any) -> bool:
    """Whether a number, or one inside a tuple, does not fit into a machine word."""
    if isinstance(value, (tuple, frozenset)):
        return any(map(too_long, value))
    return isinstance(value, int) and not -WORD <= value < WORD


def refuse_answer(name: str, function: Any, answer: Any, shape: Shape | None) -> None:
    """Refuse what a rule gives when it is not a whole number, or (with a shape) not a state of this shape.

    `moves` may also give whole numbers one by one.
    """
    if name == "moves" and isinstance(answer, types.IterableType):
        answer = answer.iterator_type.yield_type
    if shape is not None:
        _refuse_state(name, function, answer, shape, "")
    elif not isinstance(answer, (types.Integer, types.Boolean)):
        hint = (
            "a bit set, a whole number with bit m set for move m"
            if name in ("moves", "wins", "safe")
            else "a whole number"
        ) + (", or yield the moves" if name == "moves" else "")
        raise Uncompilable(f"{place(function)}: {name} gives {kind(answer)}; give {hint}")


def _refuse_state(name: str, function: Any, answer: Any, shape: Shape, inside: str) -> None:
    if not isinstance(answer, types.BaseTuple):
        hint = f", where the start has a tuple of {len(shape)}" if inside else "; give a tuple of whole numbers"
        raise Uncompilable(f"{place(function)}: {name} gives {kind(answer)}{inside}{hint}")
    if len(answer) != len(shape):
        what = "a tuple" if inside else "a state"
        raise Uncompilable(
            f"{place(function)}: {name} gives {what} of {len(answer)} numbers{inside}, but the start has {len(shape)}"
        )
    for member, form in zip(answer, shape, strict=True):
        if isinstance(form, tuple):
            _refuse_state(name, function, member, form, " inside the state")
        elif not isinstance(member, (types.Integer, types.Boolean)):
            raise Uncompilable(
                f"{place(function)}: {name} gives {kind(member)} inside the state; use a tuple of whole numbers"
            )


def kind(answer: Any) -> str:
    """A compiler's type in a word or two."""
    names: tuple[tuple[Any, str], ...] = (
        (types.Float, "a float"),
        ((types.List, types.ListType), "a list"),
        ((types.Set, types.DictType), "a set or dict"),
        ((types.UnicodeType, types.StringLiteral), "a text"),
        ((types.NoneType, types.Optional), "None"),
        (types.BaseTuple, "a tuple"),
    )
    for types_, words in names:
        if isinstance(answer, types_):
            return words
    return str(answer)
