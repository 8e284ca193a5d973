"""The agent's own games: all replies to its moves are explored, from the start, for each side that it plays."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random

from zerosum.answers.grade.ask.answer import DEVIATES
from zerosum.answers.grade.checks.interview import PROBED_TIMES, PROBES, Interview
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, Move, State, listed
from zerosum.engines.draw.amounts import counted

TRANSPOSITIONS = 30
"""So many positions are asked again after other moves that lead to them."""

DRY_GAMES = 40
"""After so many games without anything new, a random agent has shown what it plays."""

MOST_GAMES = 250
"""So many games a random agent plays as each side at most."""

LEAST_GAMES = 10
"""So many games it plays as each side, however short the time is."""

SHARE_OF_TIME = 0.8
"""The share of the time that is left which these games may take, divided among the sides that are still to come."""


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

    Each position is asked once. An agent with a memory is asked some of them again. Where its answer depends on how it
    got there, it is walked along every game instead; where it is random, it plays games until nothing new comes.
    """
    graph = _Graph({interview.truth.game.start: ()})
    _spread(interview, found, graph)
    if interview.agent.has_memory:
        if _is_random(interview, found):
            interview.is_random = True
            _play(interview, found, graph)
        elif _depends_on_history(interview, graph):
            _walk(interview, found)
            return
    _count(interview.truth.game, found, graph.histories, graph.following)


def explore_all(game: Game, found: OwnGames) -> None:
    """Explore all games that the rules allow, as if the agent could make every move."""
    graph = _Graph({game.start: ()})
    waiting = deque([game.start])
    while waiting:
        state = waiting.popleft()
        for move in () if game.is_over(state) else listed(game.moves(state)):
            child = game.play(state, move)
            if graph.add(state, child, (*graph.histories[state], move)):
                waiting.append(child)
    _count(game, found, graph.histories, graph.following)


@dataclass
class _Graph:
    """The positions of the games, each with one history; what follows each; and further histories of some."""

    histories: dict[State, tuple[Move, ...]]
    following: dict[State, list[State | None]] = field(default_factory=dict)
    others: list[tuple[State, tuple[Move, ...]]] = field(default_factory=list)

    def add(self, state: State, child: State | None, history: tuple[Move, ...]) -> bool:
        """Note what follows a position by a move; whether it is new."""
        known = self.following.setdefault(state, [])
        if child not in known:
            known.append(child)
        if child is None:
            return False
        if child in self.histories:
            if self.histories[child] != history:
                self.others.append((child, history))
            return False
        self.histories[child] = history
        return True


def _spread(interview: Interview, found: OwnGames, graph: _Graph) -> None:
    """Each position once. Breadth first finds short histories; depth first is quick where a game must be played."""
    game = interview.truth.game
    waiting = deque([game.start])
    while waiting:
        state = waiting.pop() if interview.agent.has_memory else waiting.popleft()
        if game.is_over(state):
            continue
        history = graph.histories[state]
        if game.to_move(state) == found.side:
            moves = interview.moves_at(state, history)
            if moves:
                found.positions[state] = history
            elif interview.not_reached.get(state) == DEVIATES:
                return  # it is random: whole games show more
        else:
            moves = list(listed(game.moves(state)))
        for move in moves:
            child = None if move is None else game.play(state, move)
            if graph.add(state, child, (*history, move) if move is not None else ()) and child is not None:
                waiting.append(child)


def _is_random(interview: Interview, found: OwnGames) -> bool:
    """Whether the agent answers some positions in another way when they are asked again, or does not reach them."""
    if DEVIATES in interview.not_reached.values():
        return True
    asked = [
        (state, history) for state, history in found.positions.items() if len(interview.truth.move_values(state)) > 1
    ]
    early = sorted(asked, key=lambda each: len(each[1]))[:PROBES]
    late = Random(interview.settings.seed).sample(asked, min(len(asked), PROBES))
    for state, history in dict.fromkeys([*early, *late]):
        first = interview.ask(state, history)[0].answer.move
        for _ in range(PROBED_TIMES - 1):
            again = interview.ask_again(state, history)
            if again is None or again.answer.move != first:
                return True
    return False


def _depends_on_history(interview: Interview, graph: _Graph) -> bool:
    """Whether the agent answers a position in another way where other moves led to it; some are tried."""
    game, answers = interview.truth.game, interview.answers
    others = [(state, history) for state, history in graph.others if state in answers and not game.is_over(state)]
    for state, history in Random(interview.settings.seed).sample(others, min(len(others), TRANSPOSITIONS)):
        moves = {each.answer.move for each in interview.ask(state, history)}
        if moves and moves != {answers[state][0].answer.move}:
            return True
    return False


def _play(interview: Interview, found: OwnGames, graph: _Graph) -> None:
    """Whole games, each reply the one that was tried least, until many games have brought no new position."""
    game, random = interview.truth.game, Random(interview.settings.seed)
    tried: Counter[tuple[State, Move]] = Counter()
    dry = 0
    sides_left = len(interview.agent.sides) - interview.agent.sides.index(found.side)
    end = interview.spent_seconds + SHARE_OF_TIME * interview.seconds_left / sides_left
    for played in range(MOST_GAMES):
        dry += 1
        if dry > DRY_GAMES:
            return
        if played >= LEAST_GAMES and interview.spent_seconds > end:
            side = game.side_name(found.side)
            games = counted(played, "game", "games")
            interview.cut_short.append(f"the time was short, so it played {games} as {side}")
            return
        state, history = game.start, tuple[Move, ...]()
        while not game.is_over(state):
            move: Move | None
            if game.to_move(state) == found.side:
                asked = interview.ask_again(state, history)
                if asked is None:
                    break
                found.positions.setdefault(state, history)
                move = asked.answer.move
            else:
                replies = list(listed(game.moves(state)))
                move = min(replies, key=lambda each: (tried[state, each], random.random()))
                tried[state, move] += 1
            child = None if move is None else game.play(state, move)
            if child not in graph.following.get(state, ()):
                dry = 0
            graph.add(state, child, (*history, move) if move is not None else ())
            if child is None or move is None:
                break
            state, history = child, (*history, move)


def _count(
    game: Game,
    found: OwnGames,
    histories: dict[State, tuple[Move, ...]],
    following: dict[State, list[State | None]],
) -> None:
    """Count the games to each end: by paths where nothing repeats, else each final position once."""
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
            if _is_lost(game, state, found.side):
                found.lost += paths[state]
                _note_loss(found, history)
        elif None in following.get(state, ()):
            found.played += paths[state]
            found.failed += paths[state]


def _walk(interview: Interview, found: OwnGames) -> None:
    """Every game of its own, one after the other, for an agent whose answers depend on the moves so far."""
    game, side = interview.truth.game, found.side
    waiting: list[tuple[State, tuple[Move, ...]]] = [(game.start, ())]
    while waiting:
        state, history = waiting.pop()
        if game.is_over(state):
            found.played += 1
            if _is_lost(game, state, side):
                found.lost += 1
                _note_loss(found, history)
            continue
        if game.to_move(state) == side:
            moves = interview.moves_at(state, history)
            if moves:
                found.positions.setdefault(state, history)
            if None in moves:
                found.played += 1
                found.failed += 1
        else:
            moves = list(listed(game.moves(state)))
        waiting.extend((game.play(state, move), (*history, move)) for move in reversed(moves) if move is not None)


def _is_lost(game: Game, state: State, side: int) -> bool:
    """Whether a side has lost a finished game; a draw is a loss for nobody."""
    utility = game.utility(state)
    return utility < 0 if side == FIRST else utility > 0


def _note_loss(found: OwnGames, history: tuple[Move, ...]) -> None:
    if found.shortest_loss is None or len(history) < len(found.shortest_loss):
        found.shortest_loss = history
