"""The native tier: a game's own rules, compiled, and searches that run on them.

Importing this package imports neither numba nor numpy; what needs them asks `require_numba` first.
"""

from __future__ import annotations

from importlib.util import find_spec

from zerosum.core.errors import BadRequest
from zerosum.core.setting_names import TIERS
from zerosum.core.spelling import did_you_mean


def has_numba() -> bool:
    """Whether the native tier is installed."""
    return find_spec("numba") is not None


def require_numba() -> None:
    """Raise `BadRequest` with the line that installs it when numba is missing."""
    if not has_numba():
        raise BadRequest("the native tier needs numba: pip install 'zerosum[native]'")


def refuse_unknown_tier(tier: str) -> None:
    """Refuse a tier that does not exist."""
    if tier not in TIERS:
        near = did_you_mean(tier, TIERS)
        raise BadRequest(f"a tier is {', '.join(TIERS[:-1])} or {TIERS[-1]}, not {tier!r}{near}")
