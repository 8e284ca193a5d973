"""Find out by trying how a program reads positions and writes moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

from zerosum.answers.grade.ask.agent import NotSure
from zerosum.answers.grade.ask.description import BoardForm, Description, Limits, MoveForm
from zerosum.answers.grade.ask.evidence import WINS
from zerosum.answers.grade.ask.move_forms import Unread
from zerosum.answers.grade.ask.probes import Probe, probes
from zerosum.answers.grade.ask.program import ProgramAgent
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.program_host import ProgramHost, RunFailed
from zerosum.core.game import Game

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

    A description is taken when its answers are legal in every one of some positions, and take nearly all wins at once.
    Raises `CannotAsk` where the program cannot even be made, and `NotSure` where its answers are legal but miss wins.
    """
    limits = limits or Limits()
    base = Description(game=game.spec, kind="program", limits=limits)
    tried = replace(limits, move_seconds=min(limits.move_seconds, PROBE_SECONDS))
    host = ProgramHost(file, base.command, tried, time_limit)
    host.start()
    unsure: NotSure | None = None
    try:
        asked = probes(game)
        for candidate in _candidates(base, is_grid=bool(asked[0].question.cells)):
            moves = [replace(candidate, move=MoveForm(form=form, base=start)) for form, start in MOVES]
            agents = [ProgramAgent(file, each, game, host) for each in moves]
            wins = dict.fromkeys(range(len(agents)), 0)
            for probe in asked:
                wins = _still_legal(agents, wins, probe, host)
                if not wins:
                    break
            chances = sum(bool(probe.wins) for probe in asked)
            for number, taken in wins.items():
                found = replace(moves[number], limits=limits)
                if taken >= WINS * chances:
                    return found
                words = f"it takes {taken} of {chances} wins at once"
                how = "; ".join(agents[number].found)
                unsure = unsure or NotSure(f"{file.name} may be asked wrongly: {how}, and {words}", found)
            if host.used_seconds > MOST_PROBE_SECONDS:
                break
    finally:
        host.close()
    if unsure is not None:
        raise unsure
    return None


def _still_legal(agents: list[ProgramAgent], wins: dict[int, int], probe: Probe, host: ProgramHost) -> dict[int, int]:
    """The wins of the agents that read a legal move in what the program answers; they write the same input."""
    try:
        reply = host.run(agents[0].write(probe.question))
    except RunFailed:
        return {}
    good = {}
    for number, taken in wins.items():
        try:
            good[number] = taken + (agents[number].read(probe.question, reply).number in probe.wins)
        except Unread:
            continue
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
