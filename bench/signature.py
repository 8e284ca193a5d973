"""The node signature: how many nodes every search visits on fixed positions; any change of a search changes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.estimates_before import with_estimate_before
from bench.published import read_set
from zerosum.core.games import load
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import TWINS, search_on
from zerosum.engines.search import LADDER, Limit

FILE = Path(__file__).with_name("signature.json")

Signature = dict[str, dict[str, int]]

POSITIONS: list[tuple[str, str, int | None]] = [
    ("tictactoe", "", None),
    ("tictactoe", "4 0", None),
    ("mnk:4x3x3", "5 0 6", None),
    ("connect4", "44444", 5),
    ("connect4:5x4", "3 3 3 3 1 2 1 2", None),
    ("nim:2,3,4", "", None),
    ("kalah:3x2", "", None),
    ("kalah:6x4", "3 6", 4),
    ("othello:4", "b1 a1 a2", None),
    ("othello", "d3 c3", 4),
    ("hexapawn:3x4", "", None),
]
"""Game, moves and depth: what the searches are counted on."""

SOLVED: dict[str, list[str]] = {
    "connect4": [columns for columns, _ in read_set("L2_R2", 20)],
    "connect4:5x4": ["", "3", "33", "3333", "1"],
    "mnk:4x4x4": ["", "5", "5 0", "5 10 6"],
    "kalah:4x3": ["", "1", "2"],
}
"""Game and moves: what the solver is counted on, from an empty table each."""

MEMORY = 4
"""Megabytes, so few that some positions fill the table and have to replace what is there."""

SAME_NODES = ("minimax", "alphabeta", "ordering", "mcts")
"""The algorithms whose compiled twin visits exactly the nodes that the reference visits."""

COMPILED_GAMES = ("tictactoe", "connect4")
"""Where the twins are counted; each game more is seconds of compiling."""


def nodes_of(name: str, tier: str, specs: Sequence[str] | None = None) -> int:
    """The total nodes of an algorithm over the positions, those of certain games only if they are given."""
    search = search_on("mcts:300" if name == "mcts" else name, tier)
    total = 0
    for spec, moves, depth in POSITIONS:
        if specs is not None and spec not in specs:
            continue
        game = with_estimate_before(load(spec))
        state = game.after(game.read_moves(moves))
        slow = name == "minimax" and depth is None
        total += search(game, state, limit=Limit(depth=6 if slow else depth)).nodes
    return total


def solved_nodes(spec: str, outcome_only: bool = False) -> int:
    """The total nodes of the solver, in one thread, over the positions of a game."""
    game = load(spec)
    solver = Solver(game, memory=MEMORY, threads=1)
    total = 0
    for moves in SOLVED[spec]:
        solver.forget()
        solver.score(game.after(game.read_moves(moves)), outcome_only)
        total += solver.nodes
    return total


COUNTS: dict[str, dict[str, Callable[[], int]]] = {
    "reference": {name: lambda name=name: nodes_of(name, "reference") for name in LADDER},  # type: ignore[misc]
    "native": {
        name: lambda name=name: nodes_of(name, "native", COMPILED_GAMES)  # type: ignore[misc]
        for name in LADDER
        if name in TWINS and name != "pvs"  # its twin came later: the total stays the same
    },
    "solver": {
        **{spec: lambda spec=spec: solved_nodes(spec) for spec in SOLVED},  # type: ignore[misc]
        "connect4, outcome": lambda: solved_nodes("connect4", outcome_only=True),
    },
}
"""How each number of the signature is counted."""


def signature() -> Signature:
    """The whole signature, counted now."""
    return {group: {name: count() for name, count in counts.items()} for group, counts in COUNTS.items()}


def stored() -> Signature:
    """The signature as it was when it was last stored."""
    found: Signature = json.loads(FILE.read_text())
    return found


def store(counted: Signature) -> None:
    """Make this the stored signature."""
    FILE.write_text(json.dumps(counted, indent=2) + "\n")


def changes(before: Signature, now: Signature) -> list[str]:
    """What differs, one line each, with the old and the new number.

    >>> changes({"native": {"mcts": 7}}, {"native": {"mcts": 8}})
    ['native mcts: 7 -> 8']
    """
    names = [(group, name) for group in {**before, **now} for name in {**before.get(group, {}), **now.get(group, {})}]
    pairs = [(group, name, before.get(group, {}).get(name), now.get(group, {}).get(name)) for group, name in names]
    return [f"{group} {name}: {old} -> {new}" for group, name, old, new in pairs if old != new]
