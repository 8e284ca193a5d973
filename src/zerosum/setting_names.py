"""The values of settings that several packages have: tiers, ties and scales."""

TIERS = ("reference", "native", "auto")
"""Where a search runs: in plain Python, compiled, or wherever the answer comes sooner."""

TIES = ("random", "first", "promising")
"""Which of several best moves a player takes: any, the first, or the first in the game's own order."""

SCALES = ("plain", "distance")
"""What a search calls a value: the utility as in the textbook, or one in which a nearer win is worth more."""
