"""A player by its name."""

from __future__ import annotations

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.arguments import GameLike
from zerosum.answers.parameters import Depth, Nodes, Seconds, Seed, Tier, Ties, capability, limit_from
from zerosum.answers.play.external_engine import ExternalPlayer
from zerosum.answers.play.external_engine import make_any_player as player_for
from zerosum.answers.play.players import ComputerPlayer
from zerosum.answers.position import game_from
from zerosum.core.progress import ProgressCallback
from zerosum.core.setting_names import MOVE_SECONDS
from zerosum.engines.search import Limit


@capability("each move of the computer")
def make_player(
    player: str,
    game: GameLike,
    *,
    seconds: Seconds = MOVE_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    seed: Seed = 0,
    ties: Ties = "random",
    analyst: Analyst | None = None,
    tier: Tier = "auto",
    progress: ProgressCallback = None,
) -> ComputerPlayer | ExternalPlayer:
    """The player of this name: a function from a position to a move.

    The position is a `Position`, a state or a text. The limits are for each move, 5 seconds unless told. Another
    program plays as `uci:COMMAND` or `ugi:COMMAND`, as in "uci:stockfish".

    >>> make_player("perfect", "tictactoe", ties="promising")("---/---/---")
    4
    """
    allowed = limit_from(limit, seconds, nodes, depth, MOVE_SECONDS)
    return player_for(
        player, game_from(game), seed=seed, ties=ties, limit=allowed, progress=progress, analyst=analyst, tier=tier
    )
