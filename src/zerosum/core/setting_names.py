"""The settings that several packages have: tiers, ties and scales, each as a type and as a tuple, and time limits."""

from typing import Literal, TypeAlias, get_args

Tier: TypeAlias = Literal["reference", "portable", "native", "auto"]
"""Where a search runs: in plain Python, as a portable kernel, as machine code, or wherever the answer comes sooner."""

Ties: TypeAlias = Literal["random", "first", "promising", "centre"]
"""Which of several best moves a player takes: any, the first, the first in the game's own order, or that at the start
and any later."""

ValueScale: TypeAlias = Literal["plain", "distance"]
"""What a search calls a value: the utility as in the textbook, or one in which a nearer win is worth more."""

ValueForm: TypeAlias = Literal["distance", "plain", "depth", "cells"]
"""How a win is written: as `win in 5`, or as a number: 1, 10 - depth, or the empty cells at the end and one."""

TIERS: tuple[str, ...] = get_args(Tier)
TIES: tuple[str, ...] = get_args(Ties)
SCALES: tuple[str, ...] = get_args(ValueScale)
VALUE_FORMS: tuple[str, ...] = get_args(ValueForm)

ANSWER_SECONDS = 10.0
"""How long an analysis of a position, or one search, may take unless told: commands and Python calls alike."""

DEPTH_SECONDS = 60.0
"""The same of a command in which a depth was asked for: whoever names a depth wants to see it finished."""

REPORT_SECONDS = 60.0
"""How long the measurements of a lab report may take unless told."""

MOVE_SECONDS = 5.0
"""How long a player may take for a move unless told."""

BEST_SECONDS = 1.0
"""How long a player of a game that cannot be solved takes for a move where there is no limit at all."""

CHECK_SECONDS = 20.0
"""How long positions and random games are tried by a check of rules unless told."""
