"""Chess: the game put together from its parts.

`chess_boards.py` draws the bits of a state and knows what pieces attack, `chess_rules.py` has the rules,
`chess_estimate.py` the estimate, `chess_symmetry.py` mirror images, and `chess_endings.py` endings to solve whole.
`chess_text.py` reads and writes positions and moves, `chess_pgn.py` whole games; `chess_reasons.py` explains moves.
"""

from __future__ import annotations

from zerosum.core.game import Game
from zerosum.core.games import chess_rules
from zerosum.core.games.chess_endings import ENDINGS, from_key, key
from zerosum.core.games.chess_estimate import estimate
from zerosum.core.games.chess_pgn import notation
from zerosum.core.games.chess_reasons import reasons
from zerosum.core.games.chess_symmetry import canonical, class_size
from zerosum.core.games.chess_text import text
from zerosum.core.rules import Example, Level, Rules

SIDES = ("White", "Black")

EXAMPLES = (
    Example(
        "The king castles with a rook that has not moved either, unless it is in check or passes an attacked square.",
        "chess",
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_w_KQkq_-_4_1",
        "O-O",
    ),
    Example(
        "A pawn that has just made a double step can be captured as if it had made a single one: en passant.",
        "chess",
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR_w_KQkq_d6_0_1",
        "exd6",
    ),
    Example(
        "A pawn on the last rank becomes a queen, a rook, a bishop or a knight.",
        "chess",
        "8/4P1k1/8/8/8/8/6K1/8_w_-_-_0_1",
        "e8=Q",
    ),
    Example(
        "A king that is attacked and cannot escape is mated.", "chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1_w_-_-_0_1", "Rd8#"
    ),
)
"""What the rules allow, move by move."""


LEVELS = tuple(Level(nodes) for nodes in (100, 160, 250, 400, 640, 1400, 2400, 4000))
"""The eight levels, found by matches (`docs/levels.md`)."""

NOISE = 50
"""Half a pawn: estimates that differ by less say nothing."""


def rules() -> Rules:
    """Who moves, where, and when it ends."""
    return Rules(
        start=chess_rules.START,
        to_move=chess_rules.to_move,
        moves=chess_rules.moves,
        play=chess_rules.play,
        is_over=chess_rules.is_over,
        utility=chess_rules.utility,
        estimate=estimate,
        canonical=canonical,
        class_size=class_size,
        gains_images=True,
        key=key,
        from_key=from_key,
        repeats=True,
        noisy=chess_rules.noisy,
        null_move=chess_rules.null_move,
        position=chess_rules.position,
        plies_to_draw=chess_rules.plies_to_draw,
    )


def chess() -> Game:
    """Chess, by the laws of FIDE; draws that a player would claim there end the game here."""
    made = rules()
    texts = text(made)
    return Game(
        name="Chess",
        spec="chess",
        rules=made,
        text=texts,
        sides=SIDES,
        reasons=reasons(made),
        examples=EXAMPLES,
        endings=ENDINGS,
        best_search="selective",
        unit="hundredths of a pawn",
        levels=LEVELS,
        noise=NOISE,
        notation=notation(made, texts),
        about="White and Black move in turn; a piece that stands where yours arrives is captured.\n"
        "You win by mate: the other king is attacked and cannot escape. A side that cannot move and is not attacked\n"
        "has a draw; so have both after fifty moves each without a capture or a pawn move, with too few pieces to\n"
        "mate, and when a position comes up for the third time.",
    )
