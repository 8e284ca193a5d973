"""The jobs that need exact values: analysis, the computer's reply, why not that move, and the review of a game.

A worker keeps what it has learnt of the last games, so that the next question about one of them is cheap.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.results import MoveValue
from zerosum.answers.analysis.review import Contrast, why_not
from zerosum.answers.analysis.review import review as judgements
from zerosum.answers.analysis.sentences import reason_sentence, why_sentence
from zerosum.answers.analyze import analyze, continued, has_short_lines
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadPosition
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Move, State
from zerosum.engines.search.result import Limit
from zerosum.engines.solve.format.manifest import manifest_spec
from zerosum.engines.solve.tables.table import SolvedTable, manifest_of
from zerosum.faces.web.jobs import Answer, Task, Unfinished
from zerosum.faces.web.jobs.positions import begin, position_json

MOST_GAMES = 3
"""So many games a worker remembers at once."""

MOST_POSITIONS = 2_000
"""After so many positions of a game, what was learnt of it is dropped: memory must not grow for ever."""

MEMORY = 64
"""The megabytes of table for each game that a worker remembers, on either tier."""

HUMAN = "human"
"""The player whose moves are not the server's."""

BY_VALUE = ("perfect", "level")
"""The players whose moves are proven to be good, unless they are made by estimates."""

FIRST_SECONDS = 2.0
LEAST_SECONDS = 0.05
"""The least seconds of any search."""

LEAST_REVIEW_SECONDS = 0.2
"""The seconds that a position of a review has at least."""

MOST_SECONDS = 1.0
"""The seconds that it has at most in a game that cannot be solved: more of them only sharpen an estimate."""

LINE_SECONDS = 10.0
"""The seconds in which the lines of all moves are continued where a book ends."""

FIRST_NODES = 3_000
"""The nodes of a first answer, which everybody gets before anybody gets a better one."""

_analysts: OrderedDict[Game, tuple[Analyst, list[int]]] = OrderedDict()


def nothing(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """Only import what the other jobs need, compiled code included where that is wanted."""
    if arguments["native"]:
        with suppress(ImportError):
            import zerosum.engines.native.solver.move_values  # noqa: F401
    yield {}


def analyst_for(game: Game, arguments: dict[str, Any], task: Task) -> Analyst:
    """An analyst who may remember the game from before."""
    if game not in _analysts:
        _analysts[game] = Analyst(game, memory=MEMORY, table=given_table(game, arguments["tables"])), [0]
        while len(_analysts) > MOST_GAMES:
            _analysts.popitem(last=False)
    _analysts.move_to_end(game)
    analyst, asked = _analysts[game]
    asked[0] += 1
    if asked[0] >= MOST_POSITIONS:
        del _analysts[game]
    analyst.limit = Limit(seconds=max(LEAST_SECONDS, float(arguments["seconds"])))
    analyst.values = arguments.get("values", "distance")
    analyst.progress = task.progress
    return analyst


def given_table(game: Game, folders: list[str]) -> SolvedTable | bool:
    """The table of a game among those that the server was started with; True for the one in the user's folder."""
    for folder in map(Path, folders):
        if manifest_of(folder).game == manifest_spec(game):
            return SolvedTable(folder, game)
    return True


def analysis(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """Better and better analyses of a position, then with longer lines where a book gave them.

    The first time it only gives what is at hand at once, without compiled code, which may have to be loaded.
    """
    game, start, moves = begin(arguments)
    analyst = analyst_for(game, arguments, task)
    seconds, settings = float(arguments["seconds"]), dict(arguments.get("options", {}))
    is_begin = arguments["first"] and arguments["resumes"]
    if is_begin:
        seconds = min(FIRST_SECONDS, seconds)
        settings["nodes"] = min(FIRST_NODES, settings.get("nodes") or FIRST_NODES)
    settings |= {"seconds": max(LEAST_SECONDS, seconds), "line_seconds": 0 if is_begin else min(LINE_SECONDS, seconds)}
    found = None
    for found in analyze.steps(game, start, moves=moves, analyst=analyst, progress=task.progress, **settings):
        yield found.json()
    if is_begin and found is not None and (not found.exact or has_short_lines(found)):
        raise Unfinished


def reply(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The move that a player makes, or the outcome of chance, and the position after it."""
    yield replied(*begin(arguments), arguments, task)


def turn(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A position, and the reply unless the game has ended or a person is to move."""
    game, start, moves = begin(arguments)
    side = game.to_move(game.after(moves, start))
    player = None if side == CHANCE else arguments["players"][side]
    position = position_json(game, start, moves, is_passing=player != HUMAN)
    is_answered = not position["over"] and position["adjudication"] is None and player != HUMAN
    settings = {**arguments, "player": player}
    yield {"position": position, "reply": replied(game, start, moves, settings, task) if is_answered else None}


def replied(game: Game, start: State, moves: list[Move], arguments: dict[str, Any], task: Task) -> dict[str, Any]:
    """The next move of a player or of chance, and the position after it."""
    state = game.after(moves, start)
    if not game.is_over(state) and game.to_move(state) == CHANCE:
        outcome = game.roll(state, Random(arguments["seed"]))
        after = position_json(game, start, [*moves, outcome])
        return {"move": game.move_text(state, outcome), "after": after, "estimate": False}
    analyst = analyst_for(game, arguments, task)
    player = ComputerPlayer(
        arguments["player"],
        game,
        seed=arguments["seed"],
        ties=arguments["ties"],
        limit=Limit(seconds=max(LEAST_SECONDS, float(arguments["seconds"]))),
        progress=task.progress,
        analyst=analyst,
    )
    move = player(state)
    return {
        "move": game.move_text(state, move),
        "after": position_json(game, start, [*moves, move]),
        # A search that is asked for by name is never taken for the truth.
        "estimate": player.spec.startswith(BY_VALUE) and player.last is not None and not player.last.exact,
    }


def why(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A move beside the best one: what it costs, and both lines as far as they have to be shown."""
    game, start, moves = begin(arguments)
    state = game.after(moves, start)
    if game.is_over(state):
        raise BadPosition(f"{game.position_text(state)} is finished, so there is no move to ask about")
    move = game.read_move(state, arguments["move"])
    analyst = analyst_for(game, arguments, task)
    found = analyst(state)
    if arguments["whole_lines"]:
        lines = move, found.candidates[0]
        *_, found = found, *continued(analyst, found, lines, seconds=float(arguments["seconds"]))
    contrast = why_not(found, move)
    yield {
        "move": game.move_text(state, move),
        "best": game.move_text(state, contrast.best.move),
        "cost": contrast.cost.name,
        "is_mistake": contrast.cost.is_mistake,
        "exact": found.exact,
        "sentence": why_sentence(game, state, contrast, move) + _without_reason(game, state, contrast),
        "value": contrast.move.value.json(),
        "best_value": contrast.best.value.json(),
        "line": steps(game, state, contrast.move),
        "best_line": steps(game, state, contrast.best),
        "reply_at": contrast.reply_at,
    }


def _without_reason(game: Game, state: State, contrast: Contrast) -> str:
    """That no reason is known, where the game gives none; "" where it gives one, or the move is a best one."""
    if contrast.move.best or any(reason_sentence(game, state, of) for of in (contrast.move, contrast.best)):
        return ""
    return " No short reason is known: the lines show how it goes."


def steps(game: Game, state: State, of: MoveValue) -> list[dict[str, Any]]:
    """The line of a move, with the position after each of its moves."""
    shown = []
    for ply, move in enumerate(of.line):
        step = {"move": game.move_text(state, move), "side": game.to_move(state)}
        step["guess"] = of.guessed_from is not None and ply >= of.guessed_from
        state = game.rules.play(state, move)
        shown.append({**step, "position": game.position_text(state), "over": game.is_over(state)})
    return shown


def review(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """Judge a game, one message for each move."""
    game, start, moves = begin(arguments)
    analyst = analyst_for(game, arguments, task)
    # A review that was broken off goes on where it was.
    done = int(arguments["answered"])
    analyst.limit = Limit(seconds=None if game.best_search is None else MOST_SECONDS)
    for each in judgements(analyst, moves[done:], game.after(moves[:done], start), float(arguments["seconds"])):
        yield {**each.json(game), "number": done + each.number}
