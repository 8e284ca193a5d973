"""zerosum: a laboratory for two-player games. Write a game once; play, watch, measure, solve.

>>> import zerosum
>>> zerosum.analyze("tictactoe", "X-O/-O-/X--").best
(3,)
"""

from __future__ import annotations

# Every start of the program waits for this file, so it imports nothing: `typing` alone takes longer than the rest.

__version__ = "0.2.0"

# Every public name, by the module that defines it. Type checkers read `__init__.pyi`, which is written from this table
# by `python tools/public_names.py`.
_ROOMS = {
    "answers.analysis.analyst": "Analyst",
    "answers.analysis.results": "Analysis",
    "answers.analysis.review": "why_not",
    "answers.analyze": "analyze",
    "answers.check": "check",
    "answers.compare": "Comparison compare",
    "answers.grade.ask.agent": "CannotAsk",
    "answers.first_words": "best_move games search watch",
    "answers.grade_agent": "grade grade_agent",
    "answers.grade_result": "Grade",
    "answers.lab.report.lab_report": "LabReport",
    "answers.match": "Match match",
    "answers.play.engine": "Engine Thinking",
    "answers.play.players": "Player",
    "answers.player": "make_player",
    "answers.position": "Position position",
    "answers.query_result": "QueryResult",
    "answers.report": "report",
    "answers.review": "Review review",
    "answers.solve": "export_table open_table probe query solve_game solve table_errors",
    "answers.tree": "SearchTree tree",
    "core.board": "Board Cell",
    "core.errors": "BadMove BadPosition BadRequest BadRules BadSpec EndlessGame Uncompilable ZerosumError",
    "core.game": "Game",
    "core.games": "load",
    "core.games.bitboard": "bitboard",
    "core.games.plain_text": "plain_text",
    "core.rules": "CHANCE Moves Reason Rules Text",
    "core.value": "Estimate Expected Margin Outcome",
    "engines.recording.recorder": "Recorder Recording record",
    "engines.search": "Limit Result alphabeta deepen deepening mcts minimax mtdf "
    "ordering proof_number pvs quiescence rave selective transposition_table",
    "engines.solve.tables.table": "SolvedTable",
    "faces.cli.from_python": "play",
}
_ROOM_OF: dict[str, str] = {}
for _room, _names in _ROOMS.items():
    _ROOM_OF.update(dict.fromkeys(_names.split(), _room))

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str) -> object:
    """Fetch a public name from its room when it is first asked for, so that importing is quick."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'zerosum' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"zerosum.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    """What there is, for completion."""
    return __all__
