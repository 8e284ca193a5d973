"""The native tier: a game's own rules, compiled, and searches that run on them.

Importing this package imports neither numba nor numpy; what needs them asks `require_numba` first.
"""

from __future__ import annotations

from importlib.util import find_spec

from zerosum.core.errors import BadRequest


def has_numba() -> bool:
    """Whether the native tier is installed."""
    return find_spec("numba") is not None


def require_numba() -> None:
    """Raise `BadRequest` with the line that installs it when numba is missing."""
    if not has_numba():
        raise BadRequest("the native tier needs numba: pip install 'zerosum[native]'")
