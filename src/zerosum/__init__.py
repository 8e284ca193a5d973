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

    from zerosum.analysis.analyst import Analyst
    from zerosum.analysis.results import Analysis
    from zerosum.analysis.review import why_not
    from zerosum.answers.analyze import analyze
    from zerosum.answers.check import check
    from zerosum.answers.compare import Comparison, compare
    from zerosum.answers.grade import grade_agent
    from zerosum.answers.grade_result import Grade
    from zerosum.answers.match import Match, match
    from zerosum.answers.player import make_player
    from zerosum.answers.position import Position, position
    from zerosum.answers.query_result import QueryResult
    from zerosum.answers.report import report
    from zerosum.answers.review import Review, review
    from zerosum.answers.solve import export_table, open_table, probe, query, solve_game, table_errors
    from zerosum.answers.tree import SearchTree, tree
    from zerosum.board import Board, Cell
    from zerosum.errors import (
        BadMove,
        BadPosition,
        BadRequest,
        BadRules,
        BadSpec,
        EndlessGame,
        Uncompilable,
        ZerosumError,
    )
    from zerosum.game import Game
    from zerosum.games import load
    from zerosum.games.bitboard import bitboard
    from zerosum.games.plain_text import plain_text
    from zerosum.grade.agent import CannotAsk
    from zerosum.lab.report.lab_report import LabReport
    from zerosum.play.engine import Engine, Thinking
    from zerosum.play.players import Player
    from zerosum.recording.recorder import Recorder, Recording, record
    from zerosum.rules import CHANCE, Moves, Reason, Rules, Text
    from zerosum.search import (
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
    from zerosum.solve.tables.table import SolvedTable
    from zerosum.value import Estimate, Expected, Margin, Outcome

_ROOMS = {
    "analysis.analyst": ("Analyst",),
    "analysis.results": ("Analysis",),
    "analysis.review": ("why_not",),
    "answers.analyze": ("analyze",),
    "answers.check": ("check",),
    "answers.compare": ("Comparison", "compare"),
    "answers.grade": ("grade_agent",),
    "answers.grade_result": ("Grade",),
    "answers.match": ("Match", "match"),
    "answers.player": ("make_player",),
    "answers.position": ("Position", "position"),
    "answers.query_result": ("QueryResult",),
    "answers.report": ("report",),
    "answers.review": ("Review", "review"),
    "answers.solve": ("export_table", "open_table", "probe", "query", "solve_game", "table_errors"),
    "answers.tree": ("SearchTree", "tree"),
    "board": ("Board", "Cell"),
    "play.engine": ("Engine", "Thinking"),
    "errors": (
        "BadMove",
        "BadPosition",
        "BadRequest",
        "BadRules",
        "BadSpec",
        "EndlessGame",
        "Uncompilable",
        "ZerosumError",
    ),
    "game": ("Game",),
    "rules": (
        "CHANCE",
        "Moves",
        "Reason",
        "Rules",
        "Text",
    ),
    "games": ("load",),
    "grade.agent": ("CannotAsk",),
    "games.bitboard": ("bitboard",),
    "games.plain_text": ("plain_text",),
    "lab.report.lab_report": ("LabReport",),
    "play.players": ("Player",),
    "search": (
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
    "recording.recorder": ("Recorder", "Recording", "record"),
    "solve.tables.table": ("SolvedTable",),
    "value": ("Estimate", "Expected", "Margin", "Outcome"),
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
