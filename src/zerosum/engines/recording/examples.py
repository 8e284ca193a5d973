"""For each algorithm that can be watched, a search in which its point shows within a few steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StepExample:
    """A position of a game, or a written tree; the step, from 1, at which something happens; and what it is.

    `depth` is how deep to search, where that is not to the end.
    """

    step: int
    what: str
    game: str = ""
    position: str = ""
    tree: str = ""
    depth: int | None = None


EXAMPLES: dict[str, StepExample] = {
    "minimax": StepExample(7, "MIN returns the least of its moves, and MAX has a first value", tree="((3,5),(2,9))"),
    "alphabeta": StepExample(
        17, "the first cut: the other reply cannot matter any more", game="tictactoe", position="-X-/O-X/O--"
    ),
    "ordering": StepExample(
        19, "branch 2 is tried first, because it was best before", tree="((3,5,4),(9,8,2),(8,7,1))"
    ),
    "table": StepExample(
        18, "the same position by other moves: the table answers", game="tictactoe", position="--X/-OX/X-O"
    ),
    "deepening": StepExample(11, "the second pass begins, one ply deeper", game="tictactoe", position="--O/X-X/-XO"),
    "pvs": StepExample(14, "the null window found something better: the move is searched again", tree="((3,5),(6,9))"),
    "mtdf": StepExample(10, "the first question is answered; the next one begins at the root", tree="((3,5),(2,9))"),
    "pns": StepExample(
        20,
        "MIN goes to the move with the least disproof number, and leaves the one that is settled",
        game="tictactoe",
        position="OX-/X--/OX-",
    ),
    "mcts": StepExample(
        22,
        "all moves were tried once: now the greatest sum of mean and exploration decides",
        game="tictactoe",
        position="O--/X--/-XO",
    ),
    "rave": StepExample(
        2,
        "the first playout can choose already: every move has a prior, from a look one ply ahead",
        game="tictactoe",
        position="O--/X--/-XO",
    ),
    "quiescence": StepExample(
        3,
        "below the depth limit: the rook that took a protected pawn is taken back",
        game="chess",
        position="k7/8/4p3/3p4/8/8/3R4/K7_w_-_-_0_1",
        depth=1,
    ),
    "expectimax": StepExample(13, "chance is worth the mean of its outcomes", tree="((3,5),?(1:2,2:9))"),
    "star1": StepExample(
        13,
        "the mean can no longer reach what MAX has: the other outcomes are cut",
        tree="(?(4,6),?(2,1,1),?(3:(5,8),1:0))",
    ),
    "star2": StepExample(
        19, "one reply to each of two outcomes shows that the mean is too low", tree="(?(4,6),?((1,9),(2,8),(0,7)))"
    ),
}
"""Every algorithm that goes down a tree, by its name."""
