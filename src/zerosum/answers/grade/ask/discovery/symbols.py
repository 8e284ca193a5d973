"""Find the symbols of the two sides in the source of a submission."""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import Any

from zerosum.answers.grade.ask.discovery.evaluation import Name, Unknown
from zerosum.answers.grade.ask.discovery.names import AGENT_NAMES, OTHER_NAMES, word_for
from zerosum.answers.grade.ask.discovery.source import Source

USUAL_PAIRS: tuple[tuple[Any, Any], ...] = (
    ("X", "O"),
    ("x", "o"),
    ("X", "0"),
    (" X ", " O "),
    ("R", "Y"),
    ("r", "y"),
    ("B", "W"),
    ("\u274c", "\u2b55"),
    ("\U0001f534", "\U0001f7e1"),
    (1, 2),
    (1, -1),
    (0, 1),
    (1, 10),
)
"""Pairs that programs use, the first side first."""


CLEAR = 4.0
"""How often both symbols must be counted so that no other pair is tried."""


def symbol_pairs(source: Source, empty: Any, falls: bool) -> list[tuple[Any, Any]]:
    """Pairs of symbols in the order in which they are likely; the first is of the side that starts."""
    counts = _counted(source)
    for value in [each for each in counts if each == empty and type(each) is type(empty)]:
        del counts[value]
    order = {value: place for place, value in enumerate(counts)}
    scored: list[tuple[float, tuple[Any, Any]]] = []
    for pair in USUAL_PAIRS:
        if any(type(each) is type(empty) and each == empty for each in pair):
            continue
        score = float(min(counts.get(pair[0], 0), counts.get(pair[1], 0)))
        if isinstance(pair[0], int):
            score = score * 0.3 + _arithmetic(source).get(pair, 0)
        if score:
            scored.append((score, pair))
    names = [each for each in counts if isinstance(each, Name)]
    members = [each for each in names if not re.search(r"empty|none|blank|draw|tie", each, re.IGNORECASE)]
    if len(members) >= 2 and isinstance(empty, str) and empty.startswith("="):
        scored.append((50.0, (members[0], members[1])))
    texts = [each for each in counts if isinstance(each, str) and not isinstance(each, Name) and len(each.strip()) == 1]
    texts = sorted(texts, key=lambda each: -counts[each])[:2]
    if len(texts) == 2 and isinstance(empty, str | None):
        scored.append(
            (
                min(counts[each] for each in texts) * 0.5,
                (sorted(texts, key=order.__getitem__)[0], sorted(texts, key=order.__getitem__)[1]),
            )
        )
    is_number = isinstance(empty, int)
    if not is_number and any(isinstance(pair[0], str) for _, pair in scored):
        scored = [(score, pair) for score, pair in scored if isinstance(pair[0], str)]
    found: list[tuple[Any, Any]] = []
    best = max((score for score, _ in scored), default=0.0)
    for score, pair in sorted(scored, key=lambda each: -each[0]):
        if pair not in found and pair[::-1] not in found and score * 4 > best:
            found.append(pair)
    if best >= CLEAR:
        return found[:3]
    for pair in USUAL_PAIRS[9:12] if is_number else USUAL_PAIRS[:2]:
        if pair not in found and empty not in pair:
            found.append(pair)
    return sorted(found, key=lambda pair: not is_number and not isinstance(pair[0], str))[:4]


def _counted(source: Source) -> Counter[Any]:
    """How often values are compared with cells or put into them, or stand where a side is named."""
    counts: Counter[Any] = Counter()

    def count(node: ast.AST | None, weight: int) -> None:
        if node is None:
            return
        try:
            value = source.value(node)
        except Unknown:
            return
        is_number = isinstance(value, int) and not isinstance(value, bool) and -1 <= value <= 10
        is_text = isinstance(value, str) and bool(value.strip()) and len(value) <= 3
        if is_number or is_text or isinstance(value, Name):
            counts[value] += weight

    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            is_cell = any(isinstance(side, ast.Subscript) for side in sides)
            is_side = any(isinstance(side, (ast.Name, ast.Attribute)) and _is_side(side) for side in sides)
            for side in sides:
                if isinstance(side, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
                    count(side, 3 if is_cell or is_side else 1 if isinstance(side, ast.Constant) else 0)
                elif isinstance(side, (ast.List, ast.Tuple)):
                    for each in side.elts:
                        count(each, 1)
        elif isinstance(node, ast.Assign):
            if any(isinstance(target, (ast.Subscript)) or _is_side(target) for target in node.targets):
                count(node.value, 3)
        elif isinstance(node, ast.IfExp):
            count(node.body, 2)
            count(node.orelse, 2)
        elif isinstance(node, ast.Dict):
            for entry in (*node.keys, *node.values):
                count(entry, 1)
        elif isinstance(node, ast.Call):
            for each in node.args:
                if isinstance(each, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
                    count(each, 1)
        elif isinstance(node, (ast.List, ast.Tuple)) and 2 <= len(node.elts) <= 3:
            for each in node.elts:
                count(each, 1)
    for kind in source.classes.values():
        if kind.is_enum:
            for value in kind.constants.values():
                counts[value] += 2
    for name, value in source.constants.items():
        if isinstance(value, (str, int)) and not isinstance(value, bool) and _named_side(name) and len(str(value)) <= 3:
            counts[value] += 6
    for pair in ((1, 2), (1, -1)):
        for value in pair:
            counts[value] += _arithmetic(source).get(pair, 0)
    return counts


def _is_side(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return _named_side(name)


def _named_side(name: str) -> bool:
    lower = name.lower()
    return (
        word_for(name) in ("player", "opponent")
        or lower in AGENT_NAMES.split()
        or lower in OTHER_NAMES.split()
        or bool(
            re.fullmatch(
                r"(player|p|side|mark|piece|symbol|token|red|yellow|cross|circle|nought|krzyzyk|kolko)_?\w{0,6}", lower
            )
        )
        or lower in ("x", "o")
    )


def _arithmetic(source: Source) -> dict[tuple[Any, Any], int]:
    """What calculations with the side say: 3 - player, -player, 1 - player, player % 2 + 1."""
    found: Counter[tuple[Any, Any]] = Counter()
    swaps = _swaps(source)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant):
            if isinstance(node.right, (ast.Name, ast.Attribute)) and (_is_side(node.right) or node in swaps):
                found[(1, 2)] += 6 * (node.left.value == 3)
                found[(0, 1)] += 6 * (node.left.value == 1)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            found[(1, -1)] += 6 * (_is_side(node.operand) or node in swaps)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.right, ast.Constant):
            found[(1, 2)] += 3 * (node.right.value == 2 and _is_side(node.left))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            sides = [node.left, node.right]
            if any(_is_side(side) for side in sides) and any(
                isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.USub) for side in sides
            ):
                found[(1, -1)] += 6
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Mult) and isinstance(node.value, ast.UnaryOp):
            found[(1, -1)] += 6
    return {pair: count for pair, count in found.items() if count}


def _swaps(source: Source) -> set[ast.expr]:
    """The calculations whose result goes back where it came from: `x = 3 - x` changes sides, whatever its name."""
    found: set[ast.expr] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.BinOp, ast.UnaryOp)):
            operand = node.value.right if isinstance(node.value, ast.BinOp) else node.value.operand
            is_value = isinstance(node.value, ast.UnaryOp) and isinstance(operand, ast.Name)  # `v = -v` of negamax
            if not is_value and any(ast.unparse(target) == ast.unparse(operand) for target in node.targets):
                found.add(node.value)
    return found


def fixed_sides(source: Source) -> tuple[Any, Any] | None:
    """The symbols of the program and of its opponent, where constants say so: `ai = "O"`, `human = "X"`."""
    mine = theirs = None
    for name, value in source.constants.items():
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            continue
        parts = re.split(r"[^a-z]+", name.lower())
        if any(part in AGENT_NAMES.split() for part in parts) and mine is None:
            mine = value
        elif any(part in OTHER_NAMES.split() for part in parts) and theirs is None:
            theirs = value
    return None if mine is None or theirs is None or mine == theirs else (mine, theirs)
