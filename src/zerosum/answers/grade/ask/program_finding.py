"""Find out by trying how a program reads positions and writes moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from zerosum.answers.grade.ask.description import BoardForm, Description, Limits, MoveForm
from zerosum.answers.grade.ask.move_forms import Unread
from zerosum.answers.grade.ask.program import ProgramAgent
from zerosum.answers.grade.ask.question import Question, question_for
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.program_host import ProgramHost, RunFailed
from zerosum.core.game import Game
from zerosum.core.rules import listed

PROBE_SECONDS: Final = 5.0
MOST_PROBE_SECONDS: Final = 60.0

LOOKS: Final = (
    (".", ("X", "O")),
    ("_", ("X", "O")),
    ("-", ("X", "O")),
    (0, (1, 2)),
    (0, (1, -1)),
    (".", ("x", "o")),
)
"""Empty cells and symbols that are tried, in this order."""

ARGUMENTS: Final = (("board", "player"), ("player", "board"), ("board",))

MOVES: Final = (("index", 0), ("index", 1), ("row_column", 0), ("row_column", 1), ("text", 0), ("letters", 1))


def find_description(
    file: Path, game: Game, limits: Limits | None = None, time_limit: TimeLimit | None = None
) -> Description | None:
    """How a program reads positions and writes moves, found by trying; None where it seems to do neither.

    A description is taken when its answers are legal in every one of some positions far into a game. Raises `CannotAsk`
    where the program cannot even be made.
    """
    limits = limits or Limits()
    base = Description(game=game.spec, kind="program", limits=limits)
    tried = replace(limits, move_seconds=min(limits.move_seconds, PROBE_SECONDS))
    host = ProgramHost(file, base.command, tried, time_limit)
    host.start()
    try:
        questions = probes(game)
        for asked in _candidates(base, is_grid=bool(questions[0].cells)):
            moves = [replace(asked, move=MoveForm(form=form, base=start)) for form, start in MOVES]
            agents = [ProgramAgent(file, each, game, host) for each in moves]
            for question in questions:
                agents = _still_legal(agents, question, host)
                if not agents:
                    break
            if agents:
                return replace(agents[0].description, limits=limits)
            if host.used_seconds > MOST_PROBE_SECONDS:
                return None
    finally:
        host.close()
    return None


def _still_legal(agents: list[ProgramAgent], question: Question, host: ProgramHost) -> list[ProgramAgent]:
    """The agents that read a legal move in what the program answers; they write the same input."""
    try:
        reply = host.run(agents[0].write(question))
    except RunFailed:
        return []
    good = []
    for agent in agents:
        try:
            agent.read(question, reply)
        except Unread:
            continue
        good.append(agent)
    return good


def _candidates(base: Description, *, is_grid: bool) -> list[Description]:
    text = [replace(base, call=replace(base.call, arguments=("board",)), board=BoardForm(form="text"))]
    if not is_grid:
        return text
    return text + [
        replace(
            base,
            call=replace(base.call, arguments=arguments),
            board=BoardForm(form=form, empty=empty, symbols=symbols),
        )
        for arguments, (empty, symbols), form in product(ARGUMENTS, LOOKS, ("rows", "string", "nested", "flat"))
    ]


def probes(game: Game) -> list[Question]:
    """Some positions, reached by random moves, the shortest first where moves are many."""
    random = Random(1)
    questions = []
    for plies in (6, 7, 5, 4, 6, 3, 7, 5, 4, 6, 2, 3):
        state, history = game.start, []
        for _ in range(plies):
            moves = [move for move in listed(game.moves(state)) if not game.is_over(game.play(state, move))]
            if not moves:
                break
            history.append(random.choice(moves))
            state = game.play(state, history[-1])
        questions.append(question_for(game, state, history))
    return questions
