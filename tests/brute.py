"""Exhaustive search that shares nothing with the searches under test but the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.core.rules import State
from zerosum.engines.search.cycles import can_repeat

TINY = tuple(f"{name}:{size}" if size else name for name, entry in GAMES.items() for size in entry.tiny)
"""Games of which every position can be visited, of any kind, as the registry of games names them."""

_RULES = {spec: load(spec).rules for spec in TINY}

PATH_DEPENDENT = tuple(spec for spec, rules in _RULES.items() if rules.repetition is not None)
"""Those with a rule of their own for repetition, small enough to follow every line of every position (`path_truth`)."""

_WITHOUT_CHANCE = [spec for spec in TINY if _RULES[spec].odds is None and spec not in PATH_DEPENDENT]

CYCLIC = tuple(spec for spec in _WITHOUT_CHANCE if can_repeat(_RULES[spec]))
"""Those that can repeat positions, to value every position of them (`cyclic_truth`)."""

SMALL = tuple(spec for spec in _WITHOUT_CHANCE if spec not in CYCLIC)
"""Those without chance and repetition, to try every position with every search (`truth`)."""


def bits(moves: int | Iterable[Any]) -> list[int]:
    """The moves that rules give, as a bit set or one by one."""
    return [bit for bit in range(63) if moves >> bit & 1] if isinstance(moves, int) else list(moves)


def reachable(game: Game) -> list[Any]:
    seen: dict[Any, None] = {game.start: None}
    for state in (todo := [game.start]):
        if not game.rules.is_over(state):
            for move in bits(game.rules.moves(state)):
                child = game.rules.play(state, move)
                if child not in seen:
                    seen[child] = None
                    todo.append(child)
    return list(seen)


@cache
def truth(spec: str) -> dict[State, tuple[int, int]]:
    """For every reachable position: (utility, plies to the end) of best play, for the first player.

    Win fast, lose slowly; between equal margins and draws the length does not matter, and is 0.
    """
    game = load(spec)
    rules = game.rules
    known: dict[State, tuple[int, int]] = {}

    def better(side: int, value: tuple[int, int]) -> Any:
        utility, plies = value
        mine = utility if side == 0 else -utility
        return (mine, -plies if mine > 0 else plies)

    def solve(state: State) -> tuple[int, int]:
        if state not in known:
            if rules.is_over(state):
                known[state] = (rules.utility(state), 0)
            else:
                side = rules.to_move(state)
                children = [solve(rules.play(state, move)) for move in bits(rules.moves(state))]
                plain = game.margin
                seen = [(u, 0 if plain or u == 0 else plies + 1) for u, plies in children]
                known[state] = max(seen, key=lambda value: better(side, value))
        return known[state]

    for state in reachable(game):
        solve(state)
    return known


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many moves there are."""

    def count(state: State, left: int) -> int:
        if left == 0:
            return 1
        if game.rules.is_over(state):
            return 0
        return sum(count(game.rules.play(state, move), left - 1) for move in bits(game.rules.moves(state)))

    return count(game.start, depth)


@cache
def cyclic_truth(spec: str) -> dict[State, tuple[int, int]]:
    """The same for a game that can repeat positions: what nobody can force is a draw.

    Ply by ply: a position is won if one of its moves leads to a position that is lost in fewer plies, and lost if all
    lead to positions that are won in fewer. In all these games the sides take turns.
    """
    game = load(spec)
    rules = game.rules
    before: dict[State, list[State]] = {state: [] for state in reachable(game)}
    unsettled: dict[State, int] = {}
    # The result for the side to move and the plies to it.
    mine: dict[State, tuple[int, int]] = {}
    for state in before:
        sign = 1 if rules.to_move(state) == 0 else -1
        if rules.is_over(state):
            mine[state] = sign * rules.utility(state), 0
            continue
        children = [rules.play(state, move) for move in bits(rules.moves(state))]
        unsettled[state] = len(children)
        for child in children:
            assert rules.to_move(child) != rules.to_move(state)
            before[child].append(state)
    for state in (todo := list(mine)):
        result, plies = mine[state]
        for parent in before[state]:
            unsettled[parent] -= 1
            if parent not in mine and (result < 0 or (result > 0 and unsettled[parent] == 0)):
                mine[parent] = -result, plies + 1
                todo.append(parent)
    values = {state: mine.get(state, (0, 0)) for state in before}
    return {s: (r if rules.to_move(s) == 0 else -r, plies) for s, (r, plies) in values.items()}


@cache
def cyclic_margins(spec: str) -> dict[State, int]:
    """The margin of best play, for the first player, in a game of margins that can repeat positions.

    For each margin the positions from which a side can force an end that is at least so good for it; what neither can
    force goes on for ever, and is a draw.
    """
    game = load(spec)
    rules = game.rules
    before: dict[State, list[State]] = {state: [] for state in reachable(game)}
    ends = {state: rules.utility(state) for state in before if rules.is_over(state)}
    children = {s: [rules.play(s, m) for m in bits(rules.moves(s))] for s in before if s not in ends}
    for state in children:
        for child in children[state]:
            before[child].append(state)
    margins = dict.fromkeys(before, 0)
    for side, sign in ((0, 1), (1, -1)):
        for margin in sorted({sign * utility for utility in ends.values() if sign * utility > 0}):
            left = {state: len(children[state]) for state in children}
            forced = {state for state, utility in ends.items() if sign * utility >= margin}
            for state in (todo := list(forced)):
                for parent in before[state]:
                    left[parent] -= 1
                    if parent not in forced and (rules.to_move(parent) == side or left[parent] == 0):
                        forced.add(parent)
                        todo.append(parent)
            margins.update(dict.fromkeys(forced, sign * margin))
    return margins


@cache
def path_truth(spec: str) -> dict[State, int]:
    """The utility of best play from every reachable position in a game with a `repetition` rule.

    Every line is followed to its end, or to the second occurrence of a position, since a value depends on the path.
    """
    game = load(spec)
    rules = game.rules
    repetition = rules.repetition
    assert repetition is not None

    def solve(state: State, path: frozenset[State]) -> int:
        if rules.is_over(state):
            return rules.utility(state)
        if state in path:
            return repetition(state)
        children = [solve(rules.play(state, move), path | {state}) for move in bits(rules.moves(state))]
        return max(children) if rules.to_move(state) == 0 else min(children)

    return {state: solve(state, frozenset()) for state in reachable(game)}
