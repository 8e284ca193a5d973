"""Games with an agent that has a memory, where the game is too large to explore all of them.

Such an agent cannot be given positions. It plays games from the start, as each of its sides in turn, against moves that
are drawn with a seed. Its answers are judged from the end of each game backward, as far as the solver is quick.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from zerosum.answers.grade.ask.answer import Answer
from zerosum.answers.grade.checks.interview import Interview
from zerosum.core.rules import CHANCE, Move, State

SLOW_SECONDS = 0.5
"""Where a position took the solver longer, only positions `LATER` plies after it are judged in further games."""

LATER = 4

MOST_GAMES = 30
"""So many games are played at most, since a quick loser leaves few positions a game."""


def play_sampled(interview: Interview, wanted: int) -> int:
    """Play until so many positions are judged; how many games were played. Raises `GaveUp`."""
    random = Random(interview.settings.seed)
    judged: set[State] = set()
    earliest = 0
    for number in range(MOST_GAMES):
        if len(judged) >= wanted:
            return number
        side = interview.agent.sides[number % len(interview.agent.sides)]
        for state, history, answer in reversed(_game(interview, side, random)):
            if len(history) < earliest:
                break
            began = perf_counter()
            if answer.move is None or interview.truth.knows(state):
                interview.note(state, history, answer)
                judged.add(state)
                interview.tell(min(len(judged), wanted), wanted)
            if perf_counter() - began > SLOW_SECONDS:
                earliest = len(history) + LATER
    return MOST_GAMES


def _game(interview: Interview, side: int, random: Random) -> list[tuple[State, tuple[Move, ...], Answer]]:
    """One game: the positions of this side, and what the agent answered there."""
    truth, game = interview.truth, interview.truth.game
    state, moves = game.start, list[Move]()
    answers: list[tuple[State, tuple[Move, ...], Answer]] = []
    while not game.is_over(state):
        if game.to_move(state) == side:
            interview.refuse_more()
            answer = interview.agent.ask(interview.questions.about(state, moves))
            answers.append((state, tuple(moves), answer))
            if answer.move is None:
                break
            moves.append(answer.move)
        elif game.to_move(state) == CHANCE:
            moves.append(game.roll(state, random))
        else:
            moves.append(truth.quiet_move(state, random))
        state = game.rules.play(state, moves[-1])
    return answers
