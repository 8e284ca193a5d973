"""A Python submission as an agent: questions become calls in its process, and what comes back becomes a move."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from zerosum.answers.grade.ask.agent import ROLES, CannotAsk
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.description import SIDES, Description
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread, shown
from zerosum.answers.grade.ask.question import LegalMove, Question, grid_of, question_for
from zerosum.answers.grade.ask.role_results import read_role
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.worker_process import RULES_FILE, PythonWorker, WorkerError
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, plain_state

RULES_WORDS: Final = frozenset(("game", "state"))
"""Words that need the rules inside of the process."""


class PythonAgent:
    """Asks a Python file in the way that a description says.

    `worker` is a process in which the file is loaded already, shared by several descriptions; the agent closes it
    only where it started it. It raises `CannotAsk` where the file cannot be loaded or has no such function.
    """

    def __init__(
        self,
        file: Path,
        description: Description,
        game: Game,
        worker: PythonWorker | None = None,
        found: Sequence[str] = (),
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Load the file and make the description ready, both within the `time_limit`."""
        self._game = game
        self._description = description
        self._found = tuple(found)
        self._owns_worker = worker is None
        needs_rules = _needs_rules(description)
        self._worker = worker or PythonWorker(
            file, description.limits, needs_rules=needs_rules or None, time_limit=time_limit
        )
        self.name = file.name
        rules_file = Path(game.source) if needs_rules and game.source else None
        if needs_rules and (not self._worker.needs_rules or self._worker.rules_file != rules_file):
            self._worker.restart()
            self._worker.needs_rules, self._worker.rules_file = True, rules_file
        cells, falls = grid_of(game, game.start)
        self._rows, self._columns = len(cells), len(cells[0]) if cells else 0
        self._reader = MoveReader(description.move, description.board, self._rows, self._columns, falls)
        self._words = _words(description)
        self._reads_board = description.move.form == "board" or description.move.source == "board"
        self._wants_printed = description.move.source == "printed"
        self._game_so_far: tuple[Move, ...] | None = None  # the game that an agent with a memory is in
        self._game_side = 0
        try:
            self._worker.load()
            self._plan = self._worker.plan(self._order(falls))
            if self._owns_worker:
                self._worker.end_time_limit()
        except CannotAsk:
            if self._owns_worker:
                self._worker.close()
            raise

    @property
    def has_memory(self) -> bool:
        """Whether it has to be walked along games."""
        return self._description.turn.has_memory

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that it can play."""
        return SIDES[self._description.turn.sides]

    @property
    def functions(self) -> tuple[str, ...]:
        """The roles of the functions that it offers."""
        return tuple(role for role in ROLES if role in self._description.functions)

    @property
    def found(self) -> tuple[str, ...]:
        """How it is asked, in sentences."""
        if self._found:
            return (*self._found, *self._worker.notes)
        call = self._description.call
        asked = f"the move comes from {call.function}({', '.join(call.arguments)})"
        return (asked, *self._worker.notes)

    @property
    def not_isolated(self) -> tuple[str, ...]:
        """What it could not be kept from."""
        return self._worker.not_isolated

    def ask(self, question: Question) -> Answer:
        """Its move."""
        if not self.has_memory:
            return self._ask(question, {})
        failed = self._replay(question)
        if failed is not None:
            return failed
        answer = self._ask(question, self._place_in_game(question))
        self._game_so_far = None if answer.move is None else (*(move.number for move in question.history), answer.move)
        self._game_side = question.side
        return answer

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """What its function for a role gives."""
        request = self._request("call", question)
        request["role"] = role
        if move is not None:
            request["move"] = self._any_move(question, move).json()
        try:
            reply = self._worker.request(request)
        except WorkerError as error:
            return FunctionAnswer(failure=error.failure, reason=str(error), raised=error.raised)
        raw = reply.get("answer")
        said, seconds, changed = shown(raw), float(reply["seconds"]), bool(reply.get("changed"))
        try:
            result = read_role(role, question, raw, reply, self._reader)
        except Unread as error:
            return FunctionAnswer(
                said=said, failure=error.failure, reason=str(error), seconds=seconds, board_changed=changed
            )
        return FunctionAnswer(result=result, said=said, seconds=seconds, board_changed=changed)

    def raw(self, question: Question) -> dict[str, Any]:
        """What its process replies to a question, before it is read as a move; raises `WorkerError`."""
        return self._worker.request(self._request("ask", question))

    def restart(self) -> None:
        """End the process: the next question is asked in a new one, in which the submission was just loaded."""
        self._worker.restart()
        self._game_so_far = None

    def close(self) -> None:
        """End its process and delete its folder."""
        if self._owns_worker:
            self._worker.close()

    def _ask(self, question: Question, place_in_game: Mapping[str, bool]) -> Answer:
        request = {**self._request("ask", question), **place_in_game}
        if self._wants_printed:
            request["wants_printed"] = True
        try:
            reply = self._worker.request(request)
        except WorkerError as error:
            return Answer(failure=error.failure, reason=str(error), printed=error.printed)
        return self._answer(question, reply)

    def _answer(self, question: Question, reply: dict[str, Any]) -> Answer:
        raw = self._reader.printed(reply.get("text", "")) if self._wants_printed else reply.get("answer")
        answer: dict[str, Any] = {
            "said": shown(reply.get("result", raw) if raw is None else raw),
            "seconds": float(reply["seconds"]),
            "value": _float(reply.get("value")),
            "nodes": reply.get("nodes"),
            "board_changed": bool(reply.get("changed")),
            "printed": int(reply.get("printed", 0)),
        }
        try:
            if self._reads_board:
                move = self._reader.read_change(question, reply.get("cells"))
            else:
                move = self._reader.read(question, raw)
        except Unread as error:
            return Answer(failure=error.failure, reason=str(error), **answer)
        return Answer(move=move.number, **answer)

    def _replay(self, question: Question) -> Answer | None:
        """Bring an agent with a memory to the question; what goes wrong on the way is the answer."""
        history = tuple(move.number for move in question.history)
        side, known = question.side, self._game_so_far
        self._game_so_far = None
        if known is not None and self._game_side == side and history[: len(known)] == known:
            later = list(self._states(question))[len(known) :]
            if all(self._game.to_move(state) != side for state in later):
                return None
        state = self._game.start
        for at, move in enumerate(history):
            if self._game.to_move(state) == side:
                earlier = question_for(self._game, state, history[:at])
                answer = self._ask(earlier, self._place_in_game(earlier))
                if answer.move is None:
                    return answer
                if answer.move != move:
                    reason = (
                        "it answered another move than before in the same game, so it cannot be led to this position"
                    )
                    return Answer(failure=Failure.UNREADABLE, reason=reason, said=answer.said, seconds=answer.seconds)
            state = self._game.rules.play(state, move)
        return None

    def _place_in_game(self, question: Question) -> dict[str, bool]:
        """Whether a question is the first of a game to an agent with a memory, which forgets the game before then."""
        own = sum(self._game.to_move(state) == question.side for state in self._states(question))
        return {"begins": True} if own == 0 else {"continues": True}

    def _states(self, question: Question) -> Iterator[State]:
        """The states before the moves of the history."""
        state = self._game.start
        for move in question.history:
            yield state
            state = self._game.rules.play(state, move.number)

    def _request(self, op: str, question: Question) -> dict[str, Any]:
        """What the process needs to know of a question, and nothing else."""
        request: dict[str, Any] = {
            "op": op,
            "plan": self._plan,
            "side": question.side,
            "cells": question.cells_text,
            "ply": len(question.history),
        }
        words = self._words
        if "moves" in words:
            request["legal"] = [move.json() for move in question.legal]
        if words & {"history", "history_text", "last_move", "state"}:
            request["history"] = [move.json() for move in question.history]
        if ("state" in words and not self._description.board.object) or self._description.board.form in (
            "state",
            "text",
        ):
            request["state"], request["position"] = plain_state(question.state), question.position
        return request

    def _any_move(self, question: Question, move: Move) -> LegalMove:
        """A move for a function below the agent, also one that is not legal."""
        for legal in question.legal:
            if legal.number == move:
                return legal
        row, column = divmod(move, self._columns) if self._columns and not question.falls else (0, move)
        return LegalMove(move, str(move), ((row, column),) if self._columns else ())

    def _order(self, falls: bool) -> dict[str, Any]:
        description = self._description
        order = {
            "call": asdict(description.call),
            "board": asdict(description.board),
            "move": asdict(description.move),
            "functions": {role: asdict(each) for role, each in description.functions.items()},
            "rows": self._rows,
            "columns": self._columns,
            "falls": falls,
            "spec": self._game.spec if self._worker.rules_file is None else spec_beside(self._game.spec),
            "line": line_length(self._game),
            "seconds": description.limits.move_seconds,
            "has_memory": description.turn.has_memory,
        }
        plain: dict[str, Any] = json.loads(json.dumps(order))
        return plain


def spec_beside(spec: str) -> str:
    """The spec of one's own game, whose file lies beside the submission.

    >>> spec_beside("rules/mine.py:checkers(6)")
    'zerosum_game.py:checkers(6)'
    """
    return re.sub(r"^.+?\.py(?=$|[:@])", RULES_FILE, spec)


def line_length(game: Game) -> int:
    """How many in a row win; 0 where that is not the aim of the game."""
    name, _, sizes = game.spec.partition(":")
    numbers = [int(part) for part in sizes.split("x") if part.isdigit()]
    if name in ("mnk", "tictactoe", "gomoku", "connect4") and len(numbers) == 3:
        return numbers[2]
    return {"tictactoe": 3, "connect4": 4, "gomoku": 5}.get(name, 0)


def _words(description: Description) -> frozenset[str]:
    """The words that the templates of a description use."""
    call = description.call
    templates = [*call.arguments, *call.construct, *call.globals.values(), *call.attributes.values()]
    for function in description.functions.values():
        templates.extend(function.arguments)
    return frozenset(each.rpartition(":")[2].partition("[")[0] for each in templates if not each.startswith("="))


def _needs_rules(description: Description) -> bool:
    has_own = bool(description.board.object)
    return (bool(_words(description) & RULES_WORDS) and not has_own) or description.board.form == "state"


def _float(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
