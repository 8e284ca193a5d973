"""A board in the style of python-chess: `legal_moves`, `push`, `pop`, `turn`, `is_game_over`, `result`."""

from __future__ import annotations

from zerosum.core.games.user_files.styles import boards
from zerosum.core.games.user_files.styles.style import Style

STYLE = Style(
    title="a board in the style of python-chess",
    methods={
        "moves": ("legal_moves", "generate_legal_moves"),
        "play": ("push",),
        "is_over": ("is_game_over",),
        "utility": ("result", "winner", "outcome"),
    },
    values={"to_move": ("turn",)},
    hints=("pop",),
    make=boards.make,
)
