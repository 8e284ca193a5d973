"""The parts of a report beyond its tables, for other programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from zerosum.answers.lab.report.distance_example import DistanceExample
from zerosum.answers.lab.report.sample_games import Explored, SampleGame
from zerosum.answers.lab.report.state_space import StateSpace
from zerosum.core.game import Game


def space_json(space: StateSpace) -> dict[str, Any]:
    """How many states there are; the finished ones by their utility."""
    finished = {str(utility): count for utility, count in sorted(space.finished.items())}
    return {"count": space.states, "exact": space.is_complete, "classes": space.classes, "finished": finished}


def game_json(game: Game, played: SampleGame) -> dict[str, Any]:
    """A sample game, with what was searched for each move."""
    plies = [
        {
            "side": game.side_name(ply.side),
            "player": ply.player,
            "move": game.move_text(ply.state, ply.move),
            "nodes": ply.nodes,
        }
        for ply in played.plies
    ]
    return {
        "players": list(played.players),
        "depths": list(played.depths),
        "utility": played.utility,
        "plies": plies,
        "end": game.position_text(played.end),
    }


def replies_json(game: Game, found: Explored) -> dict[str, Any]:
    """All games against a search that plays one side."""
    return {**asdict(found), "side": game.sides[found.side]}


def distance_json(game: Game, example: DistanceExample) -> dict[str, Any]:
    """A position with a quick and a slow win."""
    state = example.state
    return {
        **asdict(example),
        "state": game.position_text(state),
        "side": game.side_name(game.to_move(state)),
        "quick": game.move_text(state, example.quick),
        "slow": game.move_text(state, example.slow),
    }
