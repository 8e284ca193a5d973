"""Whether the rules of a game are sound."""

from __future__ import annotations

from typing import Annotated

from zerosum.answers.analysis.soundness import BREADTH, RANDOM_GAMES, Checker, Report
from zerosum.answers.arguments import GameLike
from zerosum.answers.parameters import Parameter, Seconds, Seed, capability
from zerosum.answers.position import game_from
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.setting_names import CHECK_SECONDS


@capability("positions and games together, without compiling")
def check(
    game: GameLike,
    *,
    positions: Annotated[int, Parameter("positions to try, shortest games first", unit="N", least=1)] = BREADTH,
    games: Annotated[int, Parameter("random games to play to the end", unit="N", least=0)] = RANDOM_GAMES,
    seed: Seed = 0,
    seconds: Seconds = CHECK_SECONDS,
    progress: ProgressSetting = True,
) -> Report:
    """Whether the rules of a game are sound, tried on some positions and random games, and whether they compile.

    After `seconds`, which are for trying and not for compiling, the report says `out_of_time`.

    >>> check("nim:1,2").sound
    True
    """
    checked = game_from(game)
    with shown(progress, f"checking {checked.name}") as callback:
        checker = Checker(checked, breadth=positions, games=games, seed=seed, seconds=seconds)
        checker.run(callback)
        checker.try_to_compile()
        return checker.report()
