"""Positions on which descriptions are tried: late ones, so that a search answers soon, and many with a winning move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from zerosum.answers.grade.ask.question import Question, question_for
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Move, State, listed

SEED = 14
GENERAL = 7
WINNING = 8
MOST_GAMES = 400
MOST_NODES = 300


@dataclass(frozen=True)
class Probe:
    """A question, and the moves that win at once."""

    question: Question
    wins: frozenset[Move]


def probes(game: Game) -> list[Probe]:
    """Positions of random games, as many for the first as for the second side, the latest first.

    In about half of them the side to move wins at once, has no other way to win, and the other side threatens to.
    """
    random = Random(SEED)
    general: tuple[dict[State, list[Move]], ...] = ({}, {})
    winning: tuple[dict[State, list[Move]], ...] = ({}, {})
    for _ in range(MOST_GAMES):
        line, states = _random_game(game, random)
        for ply in range(max(1, len(states) // 2), len(states)):
            state = states[ply]
            side = game.to_move(state)
            if side == CHANCE or len(listed(game.moves(state))) < 2:
                continue
            if len(winning[side]) < WINNING and state not in winning[side]:
                wins = _wins(game, state, side)
                if wins and _threats(game, state) - wins and _only_these_win(game, state, wins):
                    winning[side][state] = line[:ply]
                    continue
            if len(general[side]) < GENERAL:
                general[side].setdefault(state, line[:ply])
        if all(len(each) >= WINNING for each in winning) and all(len(each) >= GENERAL for each in general):
            break
    chosen = [
        Probe(question_for(game, state, history), _wins(game, state, side))
        for side in (0, 1)
        for state, history in (*winning[side].items(), *general[side].items())
    ]
    return sorted(chosen, key=lambda probe: (-len(probe.question.history), probe.question.position))


def _random_game(game: Game, random: Random) -> tuple[list[Move], list[State]]:
    """The moves of a random game, and the positions before each of them."""
    line: list[Move] = []
    states: list[State] = []
    state = game.start
    while not game.is_over(state) and len(line) < 200:
        moves = listed(game.moves(state))
        move = random.choice(moves)
        states.append(state)
        line.append(move)
        state = game.rules.play(state, move)
    return line, states


def _wins(game: Game, state: State, side: int) -> frozenset[Move]:
    found = []
    for move in listed(game.moves(state)):
        after = game.rules.play(state, move)
        if game.is_over(after) and (game.utility(after) > 0) == (side == 0) and game.utility(after) != 0:
            found.append(move)
    return frozenset(found)


def _threats(game: Game, state: State) -> frozenset[Move]:
    """The moves with which the other side wins after any harmless move, as far as one move shows them."""
    side = game.to_move(state)
    found: set[Move] = set()
    for move in listed(game.moves(state)):
        after = game.rules.play(state, move)
        if not game.is_over(after) and game.to_move(after) == 1 - side:
            found |= _wins(game, after, 1 - side)
    return frozenset(found & set(listed(game.moves(state))))


def _only_these_win(game: Game, state: State, wins: frozenset[Move]) -> bool:
    """Whether every other move gives the win away, as far as a short search can tell: then no slower win is right."""
    left = [MOST_NODES]
    side = game.to_move(state)
    for move in listed(game.moves(state)):
        if move not in wins and _forced(game, game.rules.play(state, move), side, left) is not False:
            return left[0] <= 0
    return True


def _forced(game: Game, state: State, side: int, left: list[int]) -> bool | None:
    """Whether a side wins by force; None where the search is too long."""
    left[0] -= 1
    if game.is_over(state):
        return game.utility(state) != 0 and (game.utility(state) > 0) == (side == 0)
    if left[0] <= 0 or game.to_move(state) == CHANCE:
        return None
    mine = game.to_move(state) == side
    unsure = False
    for move in listed(game.moves(state)):
        result = _forced(game, game.rules.play(state, move), side, left)
        if result is None:
            unsure = True
        elif result == mine:
            return mine
    return None if unsure else not mine
