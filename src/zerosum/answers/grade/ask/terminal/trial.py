"""Play trial games with a program as it was described: is every move of it understood, and does it take its wins?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.question import Question, question_for
from zerosum.answers.grade.ask.terminal.agent import TerminalAgent
from zerosum.answers.grade.ask.terminal.console import Console
from zerosum.core.game import Game
from zerosum.core.rules import Move

TRIAL_GAMES = 6
"""So many games are played as each side."""

TRIAL_SECONDS = 30.0

MISREAD = (Failure.ILLEGAL, Failure.UNREADABLE, Failure.NO_ANSWER, Failure.NOT_ASKED)
"""What may come of typing moves wrongly; a crash or a time limit does not."""

LEAST_SHARE = 0.8
"""Programs that are asked rightly take at least this share of immediate wins, though they be faulty."""

LEAST_WINS = 3
"""Fewer chances to win at once say nothing."""


@dataclass
class Trial:
    """What came of the games: `misread` are sentences about answers without a legal move."""

    answered: int = 0
    chances: int = 0
    wins: int = 0
    misread: list[str] = field(default_factory=list)

    @property
    def is_understood(self) -> bool:
        """Whether every answer was a legal move."""
        return self.answered > 0 and not self.misread

    @property
    def takes_wins(self) -> bool:
        """Whether it takes its immediate wins, or had hardly any."""
        return self.chances < LEAST_WINS or self.wins >= LEAST_SHARE * self.chances


def play_trial(file: Path, description: Description, game: Game, console: Console) -> Trial:
    """Play games against random moves, in which the program gets chances to win at once."""
    agent = TerminalAgent(file, description, game, console=console)
    trial, until = Trial(), time.monotonic() + TRIAL_SECONDS
    for side in agent.sides:
        for number in range(TRIAL_GAMES):
            if len(trial.misread) > 1 or (trial.answered and time.monotonic() > until):
                break
            _play(agent, side, game, Random(number), trial)
    return trial


def _play(agent: TerminalAgent, side: int, game: Game, random: Random, trial: Trial) -> None:
    history = list[Move]()
    while not game.is_over(game.after(history)):
        question = question_for(game, game.after(history), history)
        if question.side != side:
            quiet = [move.number for move in question.legal if not game.is_over(game.play(question.state, move.number))]
            history.append(random.choice(quiet or [move.number for move in question.legal]))
            continue
        answer = agent.ask(question)
        if answer.failure in MISREAD:
            trial.misread.append(answer.reason)
        if answer.move is None:
            return
        winning = _winning(game, question)
        trial.answered += 1
        trial.chances += bool(winning)
        trial.wins += answer.move in winning
        history.append(answer.move)


def _winning(game: Game, question: Question) -> set[Move]:
    """The moves that win at once."""
    found = set()
    for move in question.legal:
        after = game.play(question.state, move.number)
        if game.is_over(after) and game.utility(after) * (1 if question.side == 0 else -1) > 0:
            found.add(move.number)
    return found
