"""`zerosum` without a command: a welcome, and a game of Tic-Tac-Toe against the perfect player."""

from __future__ import annotations

import os
import shutil
import sys

from zerosum.faces.cli.output import Output

TRY = (
    ("play connect4:4x4 --opponent level:3", "a game you can win"),
    ("analyze tictactoe", "the exact value of every move"),
    ("compare tictactoe -a minimax,alphabeta", "the lab report"),
)


def command_name() -> str:
    """How this program is called from here: by its name, or by its path where that is not on the PATH."""
    if shutil.which("zerosum") or os.path.basename(sys.argv[0]) != "zerosum":
        return "zerosum"
    return os.path.relpath(sys.argv[0])


def welcome() -> int:
    """Greet, list the games, and start one."""
    from zerosum.core.games import GAMES
    from zerosum.faces.cli import build_parser

    out = Output()
    out.say("zerosum: a laboratory for two-player games", style="bold")
    forms = ", ".join(entry.form for entry in GAMES.values())
    out.say(f"Games: {forms}, or a file of your own ({command_name()} games tells more).")
    out.say()
    for words, what in TRY:
        out.say(f"{command_name()} {words}  # {what}")
    out.say()
    options = build_parser("play").parse_args(["play", "tictactoe"])
    code: int = options.run(options)
    return code
