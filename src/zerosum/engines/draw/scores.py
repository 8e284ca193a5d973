"""Scores, bounds and windows as text, for the first player."""

from __future__ import annotations

from math import inf, isnan

from zerosum.core.value import DISTANCE, LARGEST_ESTIMATE, MEAN, POINTS, SURE, WIN, Scale, has_margins
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT


def score_text(scale: Scale, score: float) -> str:
    """A score as short text: a number, or W5 for a win in 5 where distances count.

    A mean is written as a part of a win. So is the mean of finished games and estimates; estimates alone are small.

    >>> from zerosum.core.value import MARGIN, PLAIN
    >>> score_text(PLAIN, -WIN), score_text(DISTANCE, WIN - 5), score_text(MARGIN, inf), score_text(MEAN, WIN / 3)
    ('-1', 'W5', '∞', '0.333')
    """
    if isnan(score):
        return "open"
    if score in (inf, -inf):
        return "∞" if score > 0 else "-∞"
    if scale is MEAN and abs(score) != WIN and abs(score) > LARGEST_ESTIMATE:
        return f"{score / WIN:.3f}"
    if scale is POINTS:
        score = score / WIN
    if has_margins(scale) or abs(score) <= SURE:
        return f"{score:.0f}" if score == int(score) else f"{score:.2f}"
    if scale is DISTANCE:
        # A window bound may lie one beyond the fastest win there is.
        return f"{'W' if score > 0 else 'L'}{max(0, WIN - abs(int(score)))}"
    return "1" if score > 0 else "-1"


SIGNS = {EXACT: "", AT_LEAST: ">= ", AT_MOST: "<= "}


def claim_text(scale: Scale, score: float, bound: int, *, estimated: bool = False) -> str:
    """A score with what it claims: `3`, `<= 3`, `>= 3`, and `~3` for an estimate.

    >>> from zerosum.core.value import MARGIN
    >>> claim_text(MARGIN, 3, AT_MOST), claim_text(MARGIN, 3, EXACT, estimated=True)
    ('<= 3', '~3')
    """
    return ("" if isnan(score) else SIGNS[bound]) + ("~" if estimated else "") + score_text(scale, score)


def nodes_text(count: int, kind: str = "") -> str:
    """A number of nodes: `1 node`, `2,000 nodes`, `3 more nodes`."""
    return f"{count:,} {kind}node{'' if count == 1 else 's'}"


def window_text(scale: Scale, alpha: float, beta: float) -> str:
    """A window as [alpha, beta]."""
    return f"[{score_text(scale, alpha)}, {score_text(scale, beta)}]"
