"""What a solved table holds, for its page: the counts, and the hardest positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zerosum.answers.analysis.hard_positions import HardPosition, hard_positions
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST
from zerosum.core.value import error_text
from zerosum.engines.solve.tables.stats import counts_json, longest_score, spread_of_means
from zerosum.engines.solve.tables.table import open_table
from zerosum.faces.web.jobs import Answer, Task
from zerosum.faces.web.jobs.positions import game_of
from zerosum.faces.web.jobs.table_charts import table_charts


def table(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The counts of a table, and its hardest positions."""
    solved = open_table(Path(arguments["folder"]), game_of(arguments["game"]))
    game = solved.game
    hardest = hard_positions(solved, progress=task.progress)
    longest = longest_score(solved)
    mover = game.to_move(solved.start)
    chance = solved.manifest.chance
    counts = counts_json(solved)
    means = [
        {"low": each["from"], "high": each["to"], "stored": each["stored"]} for each in spread_of_means(solved) or ()
    ]
    yield {
        **counts,
        "title": game.name,
        "folder": arguments["folder"],
        "mover": game.side_name(mover),
        "view": game.side_name(FIRST if mover == CHANCE else mover),
        "starts": 1 if solved.manifest.starts is None else solved.manifest.starts.count,
        "margin": solved.manifest.margin,
        "chance": chance is not None,
        "error": error_text(chance.error) if chance is not None and chance.error else None,
        "means": means,
        "symmetry": solved.manifest.symmetry,
        "longest": None if longest is None else longest.json(),
        "read": hardest.read,
        "longest_wins": [position(game, each) for each in hardest.longest],
        "only_wins": [position(game, each) for each in hardest.only_wins],
        "only_draws": [position(game, each) for each in hardest.only_draws],
        "closest": [position(game, each) for each in hardest.closest],
        "most_at_stake": [position(game, each) for each in hardest.most_at_stake],
        "charts": table_charts(
            counts["layers"],
            counts["outcomes"],
            means,
            chance=chance is not None,
            symmetry=solved.manifest.symmetry,
        ),
    }


def position(game: Game, hard: HardPosition) -> dict[str, Any]:
    """A hard position as its text."""
    return {
        "position": game.position_text(hard.state),
        "mover": game.side_name(game.to_move(hard.state)),
        "layer": hard.layer,
        "value": hard.value.json(),
        "moves": hard.moves,
        "optimal_moves": hard.optimal,
        "lead": hard.lead,
    }
