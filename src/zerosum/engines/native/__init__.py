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


def require_numba(extra: str = "native") -> None:
    """Raise `BadRequest` with the line that installs it when numba is missing: the extra of what was asked for."""
    if not has_numba():
        raise BadRequest(f"the native tier needs numba: pip install 'zerosum[{extra}]'")


def refuse_unknown_tier(tier: str) -> None:
    """Refuse a tier that does not exist."""
    if tier not in TIERS:
        near = did_you_mean(tier, TIERS)
        raise BadRequest(f"a tier is {', '.join(TIERS[:-1])} or {TIERS[-1]}, not {tier!r}{near}")


def has_wasmtime() -> bool:
    """Whether the runtime of the portable tier is installed; it comes with the package where there is one."""
    return find_spec("wasmtime") is not None


def require_wasmtime() -> None:
    """Raise `BadRequest` with the line that installs it when the runtime of portable kernels is missing."""
    if not has_wasmtime():
        raise BadRequest("the portable tier needs wasmtime: pip install wasmtime")
