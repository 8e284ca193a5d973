"""zerosum: a laboratory for two-player games. Write a game once; play, watch, measure, solve.

>>> import zerosum
>>> zerosum.analyze("tictactoe", "X-O/-O-/X--").best
(3,)
"""

from __future__ import annotations

# Every start of the program waits for this file, so it imports nothing: `typing` alone takes longer than the rest.
TYPE_CHECKING = False

__version__ = "0.2.0"

if TYPE_CHECKING:
    from typing import Any

    from zerosum.answers.analysis.analyst import Analyst
    from zerosum.answers.analysis.results import Analysis
    from zerosum.answers.analysis.review import why_not
    from zerosum.answers.analyze import analyze
    from zerosum.answers.check import check
    from zerosum.answers.compare import Comparison, compare
    from zerosum.answers.grade.agent import CannotAsk
    from zerosum.answers.grade_agent import grade_agent
    from zerosum.answers.grade_result import Grade
    from zerosum.answers.lab.report.lab_report import LabReport
    from zerosum.answers.match import Match, match
    from zerosum.answers.play.engine import Engine, Thinking
    from zerosum.answers.play.players import Player
    from zerosum.answers.player import make_player
    from zerosum.answers.position import Position, position
    from zerosum.answers.query_result import QueryResult
    from zerosum.answers.report import report
    from zerosum.answers.review import Review, review
    from zerosum.answers.solve import export_table, open_table, probe, query, solve_game, table_errors
    from zerosum.answers.tree import SearchTree, tree
    from zerosum.core.board import Board, Cell
    from zerosum.core.errors import (
        BadMove,
        BadPosition,
        BadRequest,
        BadRules,
        BadSpec,
        EndlessGame,
        Uncompilable,
        ZerosumError,
    )
    from zerosum.core.game import Game
    from zerosum.core.games import load
    from zerosum.core.games.bitboard import bitboard
    from zerosum.core.games.plain_text import plain_text
    from zerosum.core.rules import CHANCE, Moves, Reason, Rules, Text
    from zerosum.core.value import Estimate, Expected, Margin, Outcome
    from zerosum.engines.recording.recorder import Recorder, Recording, record
    from zerosum.engines.search import (
        Limit,
        Result,
        alphabeta,
        deepen,
        deepening,
        mcts,
        minimax,
        mtdf,
        ordering,
        proof_number,
        pvs,
        quiescence,
        rave,
        selective,
        transposition_table,
    )
    from zerosum.engines.solve.tables.table import SolvedTable

_ROOMS = {
    "answers.analysis.analyst": ("Analyst",),
    "answers.analysis.results": ("Analysis",),
    "answers.analysis.review": ("why_not",),
    "answers.analyze": ("analyze",),
    "answers.check": ("check",),
    "answers.compare": ("Comparison", "compare"),
    "answers.grade_agent": ("grade_agent",),
    "answers.grade_result": ("Grade",),
    "answers.match": ("Match", "match"),
    "answers.player": ("make_player",),
    "answers.position": ("Position", "position"),
    "answers.query_result": ("QueryResult",),
    "answers.report": ("report",),
    "answers.review": ("Review", "review"),
    "answers.solve": ("export_table", "open_table", "probe", "query", "solve_game", "table_errors"),
    "answers.tree": ("SearchTree", "tree"),
    "core.board": ("Board", "Cell"),
    "answers.play.engine": ("Engine", "Thinking"),
    "core.errors": (
        "BadMove",
        "BadPosition",
        "BadRequest",
        "BadRules",
        "BadSpec",
        "EndlessGame",
        "Uncompilable",
        "ZerosumError",
    ),
    "core.game": ("Game",),
    "core.rules": (
        "CHANCE",
        "Moves",
        "Reason",
        "Rules",
        "Text",
    ),
    "core.games": ("load",),
    "answers.grade.agent": ("CannotAsk",),
    "core.games.bitboard": ("bitboard",),
    "core.games.plain_text": ("plain_text",),
    "answers.lab.report.lab_report": ("LabReport",),
    "answers.play.players": ("Player",),
    "engines.search": (
        "Limit",
        "Result",
        "alphabeta",
        "deepen",
        "deepening",
        "mcts",
        "minimax",
        "mtdf",
        "ordering",
        "proof_number",
        "pvs",
        "quiescence",
        "rave",
        "selective",
        "transposition_table",
    ),
    "engines.recording.recorder": ("Recorder", "Recording", "record"),
    "engines.solve.tables.table": ("SolvedTable",),
    "core.value": ("Estimate", "Expected", "Margin", "Outcome"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "CHANCE",
    "Analysis",
    "Analyst",
    "BadMove",
    "BadPosition",
    "BadRequest",
    "BadRules",
    "BadSpec",
    "Board",
    "CannotAsk",
    "Cell",
    "Comparison",
    "EndlessGame",
    "Engine",
    "Estimate",
    "Expected",
    "Game",
    "Grade",
    "LabReport",
    "Limit",
    "Margin",
    "Match",
    "Moves",
    "Outcome",
    "Player",
    "Position",
    "QueryResult",
    "Reason",
    "Recorder",
    "Recording",
    "Result",
    "Review",
    "Rules",
    "SearchTree",
    "SolvedTable",
    "Text",
    "Thinking",
    "Uncompilable",
    "ZerosumError",
    "alphabeta",
    "analyze",
    "bitboard",
    "check",
    "compare",
    "deepen",
    "deepening",
    "export_table",
    "grade_agent",
    "load",
    "make_player",
    "match",
    "mcts",
    "minimax",
    "mtdf",
    "open_table",
    "ordering",
    "plain_text",
    "position",
    "probe",
    "proof_number",
    "pvs",
    "query",
    "quiescence",
    "rave",
    "record",
    "report",
    "review",
    "selective",
    "solve_game",
    "table_errors",
    "transposition_table",
    "tree",
    "why_not",
]


def __getattr__(name: str) -> Any:
    """Fetch a public name from its room when it is first asked for, so that importing is quick."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'zerosum' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"zerosum.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    """What there is, for completion."""
    return sorted(__all__)
