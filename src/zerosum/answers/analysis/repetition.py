"""The shortest game in which a position comes up twice, in a graph of positions that is known completely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from zerosum.core.errors import MAX_PLIES
from zerosum.core.rules import Move, State

Graph: TypeAlias = Mapping[State, Sequence[tuple[Move, State]]]
"""The moves of each unfinished position, with the positions that they lead to."""


def shortest_repetition(graph: Graph, path_to: Callable[[State], list[Move]]) -> list[Move] | None:
    """The fewest moves from the start that repeat a position; None where no position can come up again.

    `path_to` gives the shortest path from the start to a position.
    """
    shortest: list[Move] | None = None
    on_cycles = positions_on_cycles(graph)
    for state in graph:
        if state in on_cycles:
            path = path_to(state)
            most = MAX_PLIES if shortest is None else len(shortest) - len(path) - 1
            cycle = shortest_cycle(graph, state, on_cycles, most)
            shortest = shortest if cycle is None else [*path, *cycle]
    return shortest


def positions_on_cycles(graph: Graph) -> set[State]:
    """The positions on cycles, and those on paths from one cycle to another."""
    # Repeatedly remove the positions whose moves all lead to finished games or removed positions.
    parents: dict[State, list[State]] = {state: [] for state in graph}
    open_children = dict.fromkeys(graph, 0)
    for state, children in graph.items():
        for _, child in children:
            if child in graph:
                parents[child].append(state)
                open_children[state] += 1
    for state in (settled := [state for state, count in open_children.items() if count == 0]):
        for parent in parents[state]:
            open_children[parent] -= 1
            if open_children[parent] == 0:
                settled.append(parent)
    rest = set(graph) - set(settled)
    # Repeatedly remove the positions that no other position of the rest leads to: they only lead into a cycle.
    ways_in = {state: sum(parent in rest for parent in parents[state]) for state in rest}
    for state in (entrances := [state for state, count in ways_in.items() if count == 0]):
        rest.discard(state)
        for _, child in graph[state]:
            if child in rest:
                ways_in[child] -= 1
                if ways_in[child] == 0:
                    entrances.append(child)
    return rest


def shortest_cycle(graph: Graph, start: State, within: set[State], most: int) -> list[Move] | None:
    """The fewest moves that lead from a position back to it, breadth first; None where there are more than `most`."""
    came: dict[State, tuple[State, Move]] = {}
    layer = [start]
    for _ in range(most):
        following = []
        for state in layer:
            for move, child in graph[state]:
                if child == start:
                    moves = [move]
                    while state != start:
                        state, move = came[state]
                        moves.append(move)
                    return moves[::-1]
                if child in within and child not in came:
                    came[child] = state, move
                    following.append(child)
        if not following:
            return None
        layer = following
    return None
