"""The functions below the agent follow the rules: in every position, without changing it; illegal moves are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zerosum.answers.grade.ask.answer import FunctionAnswer
from zerosum.answers.grade.ask.question import grid_of
from zerosum.answers.grade.checks.evidence import Called, Evidence, concluded
from zerosum.answers.grade.checks.interview import GaveUp
from zerosum.answers.grade.checks.verdict import LIMITS
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State, listed

MOST_CALLS = 50_000
"""Where more calls than this would be needed, only every n-th is made."""


class Call(NamedTuple):
    """A call of a function: what it should give, and whether the move is illegal, so that it should refuse."""

    role: str
    state: State
    move: Move | None
    right: object
    is_illegal: bool = False


def rules(evidence: Evidence, setting: CheckSetting) -> CheckResult | None:
    """Every function that the agent offers, on every position; None where it offers none."""
    interview = evidence.interview
    game, roles = interview.truth.game, interview.agent.functions
    if not roles:
        return None
    states = interview.truth.all_states
    calls = [call for number, state in enumerate(states) for call in _calls(game, state, roles, number)]
    calls = calls[:: -(-len(calls) // MOST_CALLS) or 1]
    tried = dict.fromkeys(roles, 0)
    wrong: dict[str, list[str]] = {role: [] for role in roles}
    ended = ""
    try:
        for done, call in enumerate(calls):
            interview.tell(done, len(calls), "calls")
            answer = interview.call(call.role, call.state, call.move)
            tried[call.role] += 1
            problem = _problem(game, call, answer)
            evidence.calls.append(Called(call.role, call.state, call.right, answer, problem))
            if problem is not None:
                wrong[call.role].append(problem)
    except GaveUp as reason:
        ended = f"not all calls were made: {reason}"
    details = [f"{role}: {len(wrong[role]):,} of {tried[role]:,} calls wrong" for role in roles]
    details += [f"{role}: {found[0]}" for role, found in wrong.items() if found]
    return concluded(
        "rules",
        setting,
        tried=sum(tried.values()),
        failed=sum(map(len, wrong.values())),
        share=sum(not found for found in wrong.values()) / len(roles),
        is_complete=not ended,
        unit="calls",
        details=[*details, *([ended] if ended else [])],
    )


def _calls(game: Game, state: State, roles: tuple[str, ...], number: int) -> Iterator[Call]:
    """What can be asked about a position: its result for one legal move, another from position to position.

    Of a finished one, nobody agrees what the moves and the side to move are.
    """
    is_over = game.is_over(state)
    if not is_over and game.to_move(state) == CHANCE:
        return
    utility = game.utility(state) if is_over else 0
    if "terminal" in roles:
        yield Call("terminal", state, None, bool(is_over))
    if "winner" in roles:
        yield Call("winner", state, None, None if utility == 0 else FIRST if utility > 0 else SECOND)
    if "utility" in roles and is_over:
        yield Call("utility", state, None, utility)
    if is_over:
        return
    legal = listed(game.moves(state))
    if "player" in roles:
        yield Call("player", state, None, game.to_move(state))
    if "legal_moves" in roles:
        yield Call("legal_moves", state, None, frozenset(legal))
    if "result" in roles and grid_of(game, state)[0]:
        move = legal[number % len(legal)]
        yield Call("result", state, move, grid_of(game, game.rules.play(state, move))[0])
        illegal = [move for move in listed(game.moves(game.start)) if move not in legal]
        if illegal:
            move = illegal[number % len(illegal)]
            yield Call("result", state, move, grid_of(game, state)[0], is_illegal=True)


def _problem(game: Game, call: Call, answer: FunctionAnswer) -> str | None:
    """What is wrong with an answer, as a sentence; None where it is right."""
    where = f"in {game.position_text(call.state)}"
    if answer.board_changed:
        return f"{where}, it changes the board that it is given"
    if answer.failure in LIMITS:
        return f"{where}, {answer.reason}"
    if call.is_illegal:
        # An exception, nothing, False, or the board as it was: the move has been refused.
        is_refused = bool(answer.raised) or answer.result is None or answer.result in (False, call.right)
        return None if is_refused else f"{where}, the illegal move {call.move} is not refused"
    if answer.raised or answer.failure is not None:
        return f"{where}, {answer.reason or f'it raises {answer.raised}'}"
    is_right = answer.result == call.right
    if call.role == "utility":  # a win may be counted as 1, 10 or 100
        is_right = _sign(answer.result) == _sign(call.right)
    return None if is_right else f"{where}, it gives {answer.said or answer.result}"


def _sign(number: object) -> int | None:
    return (number > 0) - (number < 0) if isinstance(number, int | float) else None
