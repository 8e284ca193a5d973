"""`zerosum` without a command: a welcome, and a game of Tic-Tac-Toe against the perfect player."""

from __future__ import annotations

from zerosum.cli.output import Output

TRY = (
    ("zerosum play connect4:5x4 --opponent level:3", "a game you can win"),
    ("zerosum analyze tictactoe", "the exact value of every move"),
    ("zerosum compare tictactoe -a minimax,alphabeta", "the lab report"),
)


def welcome() -> int:
    """Greet, list the games, and start one."""
    from zerosum.cli import build_parser
    from zerosum.games import GAMES

    out = Output()
    out.say("zerosum: a laboratory for two-player games", style="bold")
    out.say()
    out.table(["games", ""], [[entry.form, entry.blurb] for entry in GAMES.values()])
    out.say()
    out.table(["try", ""], [list(row) for row in TRY])
    out.say()
    options = build_parser().parse_args(["play", "tictactoe"])
    code: int = options.run(options)
    return code
