"""Other people's games and protocols: OpenSpiel's games by name, and our games as PettingZoo environments.

Importing this package imports neither library; what needs one says how to install it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from zerosum.answers.arguments import GameLike
from zerosum.answers.position import game_from
from zerosum.core.errors import BadRequest

if TYPE_CHECKING:
    from zerosum.faces.bridge.pettingzoo_env import ZerosumEnv

__all__ = ["pettingzoo"]


def pettingzoo(game: GameLike, **options: Any) -> ZerosumEnv:
    """A game as a PettingZoo AEC environment; `ZerosumEnv` says what the options are.

    Raises `BadRequest` where PettingZoo is not installed.
    """
    if find_spec("pettingzoo") is None:
        raise BadRequest("an environment needs one more package: pip install 'zerosum[pettingzoo]'")
    from zerosum.faces.bridge.pettingzoo_env import ZerosumEnv

    return ZerosumEnv(game_from(game), **options)
