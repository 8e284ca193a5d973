"""The marks of the two sides and of an empty cell: which values the code compares with cells and puts into them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from zerosum.answers.grade.ask.patterns.names import AGENT_NAMES, OTHER_NAMES, tokens, word_for
from zerosum.answers.grade.ask.source.definitions import Function
from zerosum.answers.grade.ask.source.source import Source

Pair = tuple[Any, Any]

USUAL_PAIRS: Final[tuple[Pair, ...]] = (
    ("X", "O"), ("x", "o"), ("X", "0"), (" X ", " O "), ("R", "Y"), ("r", "y"), ("B", "W"), ("❌", "⭕"),
    ("🔴", "🟡"), (1, 2), (1, -1), (0, 1), (1, 10),
)  # fmt: skip
"""Pairs that programs use, the first side first."""

EMPTIES: Final = ("=None", " ", "", "-", "_", ".", 0, "   ", "*", "#", "?", "N", "E", -1)
NO_SIDE: Final = re.compile(r"empty|none|blank|draw|tie|free", re.IGNORECASE)
IS_EMPTY: Final = re.compile(r"empty|blank|vacio|puste|leer|vide|vuoto|vazio", re.IGNORECASE)
SIDE_NAME: Final = re.compile(
    r"(player|p|side|mark|piece|symbol|token|red|yellow|cross|circle|nought|krzyzyk|kolko)_?\w{0,6}|x|o"
)
AGENTS, OTHERS = frozenset(AGENT_NAMES.split()), frozenset(OTHER_NAMES.split())


@dataclass(frozen=True)
class Fixed:
    """The mark that the program plays and that of its opponent, and the names that say so."""

    mine: Any
    theirs: Any
    names: frozenset[str]


class Marks:
    """The marks of one submission."""

    def __init__(self, source: Source) -> None:
        """Take the source with its values."""
        self._source = source
        self._nodes = list(source.owned_nodes())

    def pairs(self, empty: Any) -> list[Pair]:
        """Pairs of marks beside this one of an empty cell, the likely ones first, each with the side that starts first.

        They are one where the code says clearly which.
        """
        counts = Counter(
            {
                mark: count
                for mark, count in self._counts.items()
                if not _same(mark, empty) and (type(mark) is int or mark not in EMPTIES)
            }
        )
        arithmetic = self._arithmetic
        order = {mark: place for place, mark in enumerate(counts)}
        scored: list[tuple[float, Pair]] = []
        for pair in USUAL_PAIRS:
            if not any(_same(mark, empty) for mark in pair):
                score = float(min(counts.get(mark, 0) for mark in pair))
                if isinstance(pair[0], int):
                    score = score * 0.3 + arithmetic[pair]
                if score:
                    scored.append((score, pair))
        defined = [f"={kind.name}.{name}" for kind in self._source.classes.values() for name in kind.attributes]
        members = [each for each in defined if each in counts and _is_member(each) and not NO_SIDE.search(each)]
        if len(members) >= 2 and _is_member(empty):
            scored.append((50.0, (members[0], members[1])))
        texts = [each for each in counts if isinstance(each, str) and len(each.strip()) == 1]
        texts = sorted(texts, key=lambda each: -counts[each])[:2]
        if len(texts) == 2 and not isinstance(empty, int):
            first, second = sorted(texts, key=order.__getitem__)
            scored.append((min(counts[each] for each in texts) * 0.5, (first, second)))
        is_number = isinstance(empty, int)
        if isinstance(empty, str) and empty != "=None":
            scored = [(score, pair) for score, pair in scored if isinstance(pair[0], str)]
        found: list[Pair] = []
        best = max((score for score, _ in scored), default=0.0)
        for score, pair in sorted(scored, key=lambda each: -each[0]):
            if pair not in found and pair[::-1] not in found and score * 2 > best:
                found.append(pair)
        return found[:2] or list(USUAL_PAIRS[9:11] if is_number else USUAL_PAIRS[:2])

    def counts(self, pair: Pair) -> bool:
        """Whether both marks of a pair are used as marks."""
        return all(self._counts.get(mark, 0) > 1 for mark in pair)

    @cached_property
    def empties(self) -> list[Any]:
        """What cells are compared with where an empty one is looked for, the most frequent first."""
        counts: Counter[Any] = Counter()
        for owner, _, node in self._nodes:
            if isinstance(node, ast.Compare) and len(node.comparators) == 1:
                for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                    is_in = isinstance(node.ops[0], (ast.In, ast.NotIn)) and one is node.left
                    mark = self._source.mark(one, owner)
                    name = ast.unparse(one) if isinstance(one, (ast.Name, ast.Attribute)) else ""
                    for each in other.elts if is_in and isinstance(other, (ast.Tuple, ast.List, ast.Set)) else ():
                        inner = self._source.mark(each, owner)  # cell not in (player, "-")
                        counts[inner] += 1 if any(_same(inner, one) for one in EMPTIES) else 0
                    if mark is not None and (isinstance(other, ast.Subscript) or is_in or isinstance(other, ast.Name)):
                        is_known = any(_same(mark, each) for each in EMPTIES) or bool(NO_SIDE.search(name))
                        counts[mark] += (3 if isinstance(other, ast.Subscript) or is_in else 1) if is_known else 0
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("count", "index") and node.args:
                mark = self._source.mark(node.args[0], owner)
                counts[mark] += 2 if any(_same(mark, each) for each in EMPTIES) else 0
        for name, seen in self._source.globals():
            if IS_EMPTY.search(name) and seen.mark is not None:
                counts[seen.mark] += 20
        for name in self._source.classes:
            for key, node in self._source.classes[name].attributes.items():
                if IS_EMPTY.search(key) and self._source.classes[name].is_enum:
                    counts[f"={name}.{key}"] += 20
                elif IS_EMPTY.search(key) and (mark := self._source.mark(node, name)) is not None:
                    counts[mark] += 20
        return [mark for mark, count in counts.most_common(3) if count and mark is not None]

    @cached_property
    def fixed(self) -> Fixed | None:
        """The side that the program plays, where names say so: `ai = "O"`, `self.human = "X"`."""
        mine: list[tuple[str, Any]] = []
        theirs: list[tuple[str, Any]] = []
        for name, mark in self._named():
            side = side_named(name)
            if side == "player":
                mine.append((name, mark))
            elif side == "opponent":
                theirs.append((name, mark))
        if not mine:
            return None
        own = mine[0][1]
        other = [mark for _, mark in theirs if not _same(mark, own)]
        names = frozenset(name for name, _ in (*mine, *theirs))
        return Fixed(own, other[0], names) if other and all(_same(mark, own) for _, mark in mine) else None

    def is_bottom_first(self, rows: int) -> bool:
        """Whether the code of a game in which pieces fall counts rows from the bottom: which row it looks at first."""
        low = high = 0
        for owner, _, node in self._nodes:
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                high += 2 * (name in ("flip", "flipud"))
            for side in (node.left, *node.comparators) if isinstance(node, ast.Compare) else ():
                row = _row_index(side)
                mark = None if row is None else self._source.mark(row, owner)
                low += type(mark) is int and mark == 0
                high += mark == rows - 1
        return high > low

    @cached_property
    def is_spaced(self) -> bool:
        """Whether a mark gets a blank on both sides before it goes into a cell, as in f" {player} "."""
        for _, _, node in self._nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                text = ast.unparse(node.value)
                if re.fullmatch(r"""f(['"]) \{[\w.]+\} \1|(['"]) \2 \+ [\w.]+ \+ (['"]) \3""", text):
                    return True
        return False

    def _named(self) -> Iterator[tuple[str, Any]]:
        """Names to which a mark is given: globals first, then attributes, then local names."""
        for name, seen in self._source.globals():
            if seen.mark is not None and seen.mark != "=None" and not isinstance(seen.value, bool):
                yield name, seen.mark
        for kind in (ast.Attribute, ast.Name):
            for owner, _, node in self._nodes:
                if isinstance(node, ast.Assign):
                    for target, value in _assigned(node):
                        mark = self._source.mark(value, owner)
                        is_mark = mark is not None and mark != "=None" and not str(mark).startswith(("=T", "=F"))
                        if isinstance(target, kind) and is_mark and mark != 0:
                            yield target.attr if isinstance(target, ast.Attribute) else target.id, mark

    @cached_property
    def _counts(self) -> Counter[Any]:
        """How often values are compared with cells or put into them, or stand where a side is named."""
        counts: Counter[Any] = Counter()

        def count(node: ast.AST, owner: str, weight: int) -> None:
            mark = self._source.mark(node, owner) if weight else None
            is_number = type(mark) is int and -1 <= mark <= 10
            is_text = isinstance(mark, str) and (_is_member(mark) or (bool(mark.strip()) and mark[0] != "="))
            if is_number or is_text:
                counts[mark] += weight

        for owner, _, node in self._nodes:
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                is_cell = any(isinstance(side, ast.Subscript) or _is_side(side) for side in sides)
                for side in sides:
                    if isinstance(side, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
                        count(side, owner, 3 if is_cell else 1 if isinstance(side, ast.Constant) else 0)
                    elif isinstance(side, (ast.List, ast.Tuple)):
                        for each in side.elts:
                            count(each, owner, 1)
            elif isinstance(node, ast.Assign):
                for target, value in _assigned(node):
                    count(value, owner, 3 if isinstance(target, ast.Subscript) or _is_side(target) else 0)
            elif isinstance(node, ast.IfExp):
                count(node.body, owner, 2)
                count(node.orelse, owner, 2)
            elif isinstance(node, ast.Dict):
                for entry in (*node.keys, *node.values):
                    if entry is not None:
                        count(entry, owner, 1)
            elif isinstance(node, ast.Call):
                for each in node.args:
                    if isinstance(each, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
                        count(each, owner, 1)
            elif isinstance(node, (ast.List, ast.Tuple)) and 2 <= len(node.elts) <= 3:
                for each in node.elts:
                    count(each, owner, 1)
        for name, seen in self._source.globals():
            if _named_side(name) and isinstance(seen.mark, str | int) and seen.mark != "=None":
                counts[seen.mark] += 6
        for kind in self._source.classes.values():
            if kind.is_enum:
                for name in kind.attributes:
                    counts[f"={kind.name}.{name}"] += 2
        for pair in ((1, 2), (1, -1)):
            for number in pair:
                counts[number] += self._arithmetic[pair]
        return counts

    @cached_property
    def _arithmetic(self) -> Counter[Pair]:
        """What calculations with the side say: 3 - player, -player, 1 - player, player % 2 + 1."""
        found: Counter[Pair] = Counter()
        swaps = set(self._swaps())
        for _, _, node in self._nodes:
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant):
                if _is_side(node.right) or node in swaps:
                    found[(1, 2)] += 6 * (node.left.value == 3)
                    found[(0, 1)] += 6 * (node.left.value == 1)
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
                found[(1, -1)] += 6 * (_is_side(node.operand) or node in swaps)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.right, ast.Constant):
                found[(1, 2)] += 3 * (node.right.value == 2 and _is_side(node.left))
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
                sides = [node.left, node.right]
                is_minus = any(isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub) for each in sides)
                found[(1, -1)] += 6 * (is_minus and any(_is_side(each) for each in sides))
            elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Mult):
                found[(1, -1)] += 6 * isinstance(node.value, ast.UnaryOp)
        return found

    def _swaps(self) -> Iterator[ast.expr]:
        """Calculations whose result goes back where it came from: `x = 3 - x` changes sides, whatever its name."""
        for _, _, node in self._nodes:
            if isinstance(node, ast.Assign) and isinstance(node.value, (ast.BinOp, ast.UnaryOp)):
                operand = node.value.right if isinstance(node.value, ast.BinOp) else node.value.operand
                is_value = isinstance(node.value, ast.UnaryOp) and isinstance(operand, ast.Name)  # `v = -v` of negamax
                if not is_value and any(ast.unparse(target) == ast.unparse(operand) for target in node.targets):
                    yield node.value


def side_named(name: str) -> str:
    """Whether a name is that of the program ("player") or of its opponent ("opponent"), as in `aiPlayer`, `human`."""
    words = set(tokens(name))
    others = words & OTHERS - {"player"} or words & OTHERS
    if len(words) > 3 or (words & AGENTS and others - {"player"}):
        return ""
    return "player" if words & AGENTS else "opponent" if others else ""


def reads_any(source: Source, function: Function, names: frozenset[str]) -> bool:
    """Whether a function, or what it calls, reads one of these globals or attributes."""
    return any((each.reads | each.self_reads | each.local) & names for each in (function, *source.reached(function)))


def _assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _is_member(mark: Any) -> bool:
    """Whether a mark is a member of an Enum, as in "=Mark.X"."""
    return isinstance(mark, str) and re.fullmatch(r"=\w+\.\w+", mark) is not None


def _is_side(node: ast.AST) -> bool:
    return _named_side(node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", ""))


def _named_side(name: str) -> bool:
    lower = name.lower()
    is_word = word_for(name) in ("player", "opponent") or lower in AGENTS or lower in OTHERS
    return bool(name) and (is_word or SIDE_NAME.fullmatch(lower) is not None)


def _row_index(node: ast.expr) -> ast.expr | None:
    """The row of `board[row][column]` or `board[row, column]` where the column is no constant."""
    if not isinstance(node, ast.Subscript):
        return None
    if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        return node.slice.elts[0] if not isinstance(node.slice.elts[1], ast.Constant) else None
    if isinstance(node.value, ast.Subscript) and not isinstance(node.slice, ast.Constant):
        return node.value.slice
    return None
