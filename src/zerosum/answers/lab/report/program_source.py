"""The program that ran, as it is written: the rules of the game and the searches, with the lines that say what."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.core.game import Game
from zerosum.engines.recording.pseudocode_map import SAME
from zerosum.engines.recording.source_map import keys_of, parts_of
from zerosum.engines.search.pseudocode import PSEUDOCODE, base_name

LONGEST = 160
"""A file of rules with more lines than this is listed by the functions that hold the rules, not as a whole."""

SYMBOLS = {
    "to_move": "PLAYER(s)",
    "moves": "A(s)",
    "play": "T(s, a)",
    "is_over": "TERMINAL(s)",
    "utility": "U(s)",
    "estimate": "ESTIMATE(s)",
    "odds": "P(a | s)",
}
"""The functions of the rules, and what the formulation calls them."""


SAID: dict[str, str] = {
    "if rules.is_over(state):": "if TERMINAL(s) then return U(s)",
    "if ply == run.horizon:": "if the depth limit is reached then return ESTIMATE(s)",
    "if ply >= run.horizon:": "if the depth limit is reached then return ESTIMATE(s)",
    "if side == FIRST:": "if PLAYER(s) = MAX then",
    "best, line = -inf, NO_LINE": "v ← −∞",
    "best, line = inf, NO_LINE": "v ← +∞",
    "for move in moves:": "for each a in A(s) do",
    "for move in run.moves(state):": "for each a in A(s) do",
    "alpha = max(alpha, best)": "α ← max(α, v)",
    "beta = min(beta, best)": "β ← min(β, v)",
}
"""Lines that say the same in every search; those of one search are in `SAME`."""


@dataclass(frozen=True)
class Part:
    """Lines of a file, from `first` on."""

    file: str
    first: int
    text: str

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.text.splitlines()) - 1


@dataclass(frozen=True)
class Mention:
    """A line of a file, and what it does: a symbol of the formulation, or a line of pseudocode."""

    what: str
    file: str
    line: int
    code: str


def rules_parts(game: Game) -> list[Part]:
    """The rules as they are written; none for a game that no file holds."""
    files: dict[str, list[int]] = {}
    for _, file, line in rule_functions(game):
        files.setdefault(file, []).append(line)
    found = []
    for file, lines in files.items():
        text = _text(file)
        if text is None:
            continue
        if len(text.splitlines()) <= LONGEST:
            found.append(Part(Path(file).name, 1, text.rstrip("\n")))
        else:
            found += _definitions(file, text, lines)
    return found


def rule_functions(game: Game) -> Iterator[tuple[str, str, int]]:
    """The functions of the rules: their name in the protocol, their file and first line."""
    for name in SYMBOLS:
        function = getattr(game.rules, name)
        code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
        if code is not None and not code.co_filename.startswith("<"):
            yield name, code.co_filename, code.co_firstlineno


def rule_mentions(game: Game) -> list[Mention]:
    """Where each function of the formulation stands."""
    found = []
    for name, file, line in rule_functions(game):
        text = _text(file)
        if text is not None:
            found.append(Mention(SYMBOLS[name], Path(file).name, line, text.splitlines()[line - 1].strip()))
    return found


def search_parts(name: str) -> list[Part]:
    """The source of a search: the definitions of its file, and the class of another file that it runs on.

    Of a long file it is the search's own function alone.
    """
    own, *bases = parts_of(name)
    file = str(inspect.getsourcefile(inspect.unwrap(own)))
    text = read_text(file)
    defined = _definitions(file, text)
    first, last = defined[0].first, defined[-1].last
    if last - first < LONGEST:
        whole = Part(Path(file).name, first, "\n".join(text.splitlines()[first - 1 : last]))
    else:
        whole = _part(inspect.unwrap(own))
    return [whole, *map(_part, bases)]


def search_mentions(name: str) -> list[Mention]:
    """The lines of a search's listing that do what a line of its pseudocode says, in the order of the pseudocode."""
    said = SAME.get(base_name(name), {})
    lines = [_words(line) for line in PSEUDOCODE[base_name(name)].splitlines()]
    file = str(inspect.getsourcefile(inspect.unwrap(parts_of(name)[0])))
    found = []
    for part in search_parts(name):
        if part.file != Path(file).name:
            continue
        for number, line in enumerate(part.text.splitlines(), start=part.first):
            what = _says(file, number, line, said, lines)
            if what:
                found.append(Mention(what, part.file, number, line.strip()))
    defined = [each for each in found if each.what.startswith("function") and each.code.startswith("def ")]
    if defined:  # the function itself, not who calls it first
        found = [each for each in found if not each.what.startswith("function") or each in defined]
    return sorted(found, key=lambda each: lines.index(each.what) if each.what in lines else len(lines))


def _says(file: str, number: int, line: str, said: Mapping[str, str], lines: Sequence[str]) -> str:
    """The line of pseudocode that a line of source does; "" where none does."""
    code = line.strip().replace("self.", "")
    key = next((each for each in keys_of((file, number)) if each in said), None) if code else None
    if key is not None:
        return _words(said[key])
    if re.match(r"def value\(", code) and lines[0].startswith("function"):
        return lines[0]
    return SAID[code] if SAID.get(code) in lines else ""


def _words(line: str) -> str:
    """A line of pseudocode with single blanks and without its comment."""
    return " ".join(line.partition("▷")[0].split())


def _part(written: Any) -> Part:
    """A function or class as lines of its file."""
    lines, first = inspect.getsourcelines(written)
    return Part(Path(str(inspect.getsourcefile(written))).name, first, "".join(lines).rstrip("\n"))


def _text(file: str) -> str | None:
    """The text of a file, if it can be read."""
    try:
        return read_text(file)
    except BadRequest:
        return None


def _definitions(file: str, text: str, lines: list[int] | None = None) -> list[Part]:
    """The definitions at the top level of a file; those that hold one of these lines, if any are given."""
    rows = text.splitlines()
    found = []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        last = node.end_lineno or first
        if lines is None or any(first <= line <= last for line in lines):
            found.append(Part(Path(file).name, first, "\n".join(rows[first - 1 : last])))
    return found
