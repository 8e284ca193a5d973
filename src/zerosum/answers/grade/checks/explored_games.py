"""The agent's own games: all replies to its moves are explored, from the start, for each side that it plays."""

from __future__ import annotations

from dataclasses import dataclass, field

from zerosum.answers.grade.checks.interview import Interview
from zerosum.core.rules import FIRST, Move, State, listed


@dataclass
class OwnGames:
    """What came of the games of one side.

    `played` and `lost` count games where the game cannot repeat positions, else final positions. `shortest_loss` is a
    shortest game that was lost. `failed` counts those that ended by an answer without a legal move.
    """

    side: int
    positions: dict[State, tuple[Move, ...]] = field(default_factory=dict)
    played: int = 0
    lost: int = 0
    failed: int = 0
    shortest_loss: tuple[Move, ...] | None = None


def explore(interview: Interview, found: OwnGames) -> None:
    """Explore all replies to the agent's moves as this side, from the start; raises `GaveUp`.

    An agent with a memory is walked along every game; another one is asked each position once.
    """
    if interview.agent.has_memory:
        _walk(interview, found)
    else:
        _spread(interview, found)


def _spread(interview: Interview, found: OwnGames) -> None:
    """Each position once, breadth first: an agent without memory answers the same however it got there."""
    game = interview.truth.game
    histories: dict[State, tuple[Move, ...]] = {game.start: ()}
    following: dict[State, list[State | None]] = {}
    layer = [game.start]
    while layer:
        reached: list[State] = []
        for state in layer:
            if game.is_over(state):
                continue
            history = histories[state]
            if game.to_move(state) == found.side:
                found.positions[state] = history
                moves = interview.moves_at(state, history)
            else:
                moves = list(listed(game.moves(state)))
            following[state] = []
            for move in moves:
                child = None if move is None else game.play(state, move)
                following[state].append(child)
                if child is not None and move is not None and child not in histories:
                    histories[child] = (*history, move)
                    reached.append(child)
        layer = reached
    _count(interview, found, histories, following)


def _count(
    interview: Interview,
    found: OwnGames,
    histories: dict[State, tuple[Move, ...]],
    following: dict[State, list[State | None]],
) -> None:
    """Count the games to each end: by paths where nothing repeats, else each final position once."""
    game = interview.truth.game
    open_parents = dict.fromkeys(histories, 0)
    for children in following.values():
        for child in children:
            if child is not None:
                open_parents[child] += 1
    paths = dict.fromkeys(histories, 0)
    paths[game.start] = 1
    ready = [state for state, parents in open_parents.items() if parents == 0]
    done = 0
    while ready:
        state = ready.pop()
        done += 1
        for child in following.get(state, ()):
            if child is not None:
                paths[child] += paths[state]
                open_parents[child] -= 1
                if open_parents[child] == 0:
                    ready.append(child)
    if done < len(histories):
        paths = dict.fromkeys(histories, 1)
    for state, history in histories.items():
        if game.is_over(state):
            found.played += paths[state]
            if _is_lost(interview, state, found.side):
                found.lost += paths[state]
                _note_loss(found, history)
        elif None in following.get(state, ()):
            found.played += paths[state]
            found.failed += paths[state]


def _walk(interview: Interview, found: OwnGames) -> None:
    """Every game of its own, one after the other, for an agent that remembers the moves so far."""
    game, side = interview.truth.game, found.side
    waiting: list[tuple[State, tuple[Move, ...]]] = [(game.start, ())]
    while waiting:
        state, history = waiting.pop()
        if game.is_over(state):
            found.played += 1
            if _is_lost(interview, state, side):
                found.lost += 1
                _note_loss(found, history)
            continue
        if game.to_move(state) == side:
            found.positions.setdefault(state, history)
            moves = interview.moves_at(state, history)
            if None in moves:
                found.played += 1
                found.failed += 1
        else:
            moves = list(listed(game.moves(state)))
        waiting.extend((game.play(state, move), (*history, move)) for move in reversed(moves) if move is not None)


def _is_lost(interview: Interview, state: State, side: int) -> bool:
    """Whether a side has lost a finished game; a draw is a loss for nobody."""
    utility = interview.truth.game.utility(state)
    return utility < 0 if side == FIRST else utility > 0


def _note_loss(found: OwnGames, history: tuple[Move, ...]) -> None:
    if found.shortest_loss is None or len(history) < len(found.shortest_loss):
        found.shortest_loss = history
