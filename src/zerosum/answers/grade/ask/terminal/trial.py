"""Play trial games with a program as it was described: is every move of it understood?"""

from __future__ import annotations

from pathlib import Path
from random import Random

from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.ask.terminal.agent import TerminalAgent
from zerosum.answers.grade.ask.terminal.console import Console
from zerosum.core.game import Game
from zerosum.core.rules import Move

TRIAL_GAMES = 2

MISREAD = (Failure.ILLEGAL, Failure.UNREADABLE, Failure.NO_ANSWER)
"""What may come of typing moves wrongly; a crash or a time limit does not."""


def is_understood(file: Path, description: Description, game: Game, console: Console) -> bool:
    """Whether the program replies to typed moves by legal moves in whole games.

    A program may make illegal moves because it is wrong, so that this decides only between several descriptions.
    """
    agent = TerminalAgent(file, description, game, console=console)
    for number in range(TRIAL_GAMES):
        random, history = Random(number), list[Move]()
        while not game.is_over(game.after(history)):
            question = question_for(game, game.after(history), history)
            if question.side not in agent.sides[:1]:
                history.append(random.choice(question.legal).number)
                continue
            answer = agent.ask(question)
            if answer.failure in MISREAD:
                return False
            if answer.move is None:
                break
            history.append(answer.move)
    return True
