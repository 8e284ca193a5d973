"""`zerosum.play`: the game of the command `zerosum play`, begun from Python."""

from __future__ import annotations

from os import PathLike, fspath

from zerosum.core.game import Game


def play(game: str | PathLike[str] | Game, opponent: str = "perfect", **options: object) -> int:
    """Play in the terminal; the options are those of the command, as in `moves="4 0"` or `first="computer"`.

    Returns the exit code of the command.
    """
    from zerosum.faces.cli import main

    words = ["play", game.spec if isinstance(game, Game) else fspath(game), "--opponent", opponent]
    for name, value in options.items():
        option = f"--{name.rstrip('_').replace('_', '-')}"
        words += [option] if value is True else [] if value in (None, False) else [f"{option}={value}"]
    return main(words)
