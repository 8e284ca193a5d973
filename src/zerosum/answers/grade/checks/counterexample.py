"""The smallest counterexample: the wrong answer that is easiest to understand."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from zerosum.answers.grade.ask.question import grid_of
from zerosum.answers.grade.checks.evidence import Evidence
from zerosum.answers.grade.checks.interview import Asked
from zerosum.answers.grade.checks.verdict import Verdict, cost_sentence
from zerosum.answers.grade.reports.report import CheckResult, Counterexample
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.game import Game
from zerosum.core.rules import Move, State


def smallest_counterexample(evidence: Evidence, checks: Iterable[CheckResult]) -> Counterexample | None:
    """The wrong answer with the fewest empty cells; among those one of its own games, by the shortest game.

    Only checks that the student may see give one.
    """
    failed = [check.name for check in checks if not check.passed and check.is_visible]
    truth, own = evidence.interview.truth, evidence.own
    found: list[tuple[Asked, str]] = []
    for each in evidence.interview.asked:
        name = _failed_check(each, evidence, failed)
        if name is not None:
            found.append((each, name))
    if not found:
        return None
    histories = {state: history for games in evidence.games for state, history in games.positions.items()}

    def size(of: tuple[Asked, str]) -> tuple[int, bool, int, tuple[Move, ...]]:
        state = of[0].state
        history = histories.get(state, of[0].history)
        return size_of(truth, state), state not in own, len(history), history

    asked, name = min(found, key=size)
    is_own = True if asked.state in own else False if evidence.knows_own_games else None
    return _shown(truth, asked, name, histories.get(asked.state, asked.history), is_own)


def _failed_check(asked: Asked, evidence: Evidence, failed: list[str]) -> str | None:
    """The first failed check that an answer is an example for."""
    if asked.verdict not in evidence.wrong:
        return None
    if asked.verdict is Verdict.NO_MOVE and "legal" in failed:
        return "legal"
    if "optimal" in failed:
        return "optimal"
    return "own_games" if "own_games" in failed and asked.state in evidence.own else None


def size_of(truth: Truth, state: State) -> int:
    """How small a position is: its empty cells, or where there is no grid the tree below it, or the legal moves."""
    cells, _ = grid_of(truth.game, state)
    if cells:
        return sum(cell is None for row in cells for cell in row)
    return truth.minimax_nodes(state) or len(truth.move_values(state))


def _shown(truth: Truth, asked: Asked, check: str, history: tuple[Move, ...], is_own: bool | None) -> Counterexample:
    game, state, answer = truth.game, asked.state, asked.answer
    if answer.move is None:
        move, cost = answer.said or str(answer.failure), answer.reason or str(answer.failure)
        words = ""
    else:
        move = words = game.move_text(state, answer.move)
        cost = cost_sentence(truth.value(state), truth.move_values(state)[answer.move])
    better = min(truth.fastest(state), default=None)
    return Counterexample(
        moves=" ".join(game.line_text(game.start, history)),
        position=game.position_text(state),
        board=game.text.draw(state),
        side=game.side_words(asked.side),
        move=move,
        cost=cost,
        better="" if better is None else game.move_text(state, better),
        is_in_own_games=is_own,
        check=check,
        command=replay_command(game, state, words),
        address=page_address(game, history, words),
    )


def replay_command(game: Game, state: State, move: str = "") -> str:
    """The command that analyzes a position, and says why not this move.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> replay_command(game, game.read_position("X-O/-O-/X--"), "8")
    'zerosum analyze tictactoe --position=X-O/-O-/X-- --why 8'
    """
    words = ["zerosum", "analyze", game.spec, f"--position={game.position_text(state)}"]
    return shlex.join([*words, *(["--why", move] if move else [])])


def page_address(game: Game, history: tuple[Move, ...], move: str = "") -> str:
    """The address below that of `zerosum web` where the lab shows the game up to a position, and why not this move.

    >>> from zerosum.core.games import load
    >>> page_address(load("tictactoe"), (4, 0), "8")
    '/analyze/tictactoe?m=4+0&why=8'
    """
    parameters = {"m": " ".join(game.line_text(game.start, history)), "why": move}
    query = "&".join(f"{name}={quote_plus(value)}" for name, value in parameters.items() if value)
    path = f"/analyze/{quote(game.spec, safe='/:,@')}"
    return f"{path}?{query}" if query else path
