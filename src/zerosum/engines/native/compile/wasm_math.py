"""Mathematical functions that WebAssembly has no instruction for, as plain Python that compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""ln 2 in two parts, of which the first has few enough digits to be multiplied exactly by an exponent."""


def log(number: float) -> float:
    """The natural logarithm of a positive number, to about the last bit.

    With x = 2^e m and m near 1, ln x = e ln 2 + ln m. With s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5 + ...).
    """
    exponent, m = 0, number
    while m >= 1.4142135623730951:
        m *= 0.5
        exponent += 1
    while m < 0.7071067811865476:
        m *= 2.0
        exponent -= 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    series = 0.0
    for odd in range(23, 1, -2):
        series = series * z + 1.0 / odd
    # ln m = f - s (f - 2 z (1/3 + z/5 + ...)): the large part is added last.
    rest = s * (f - 2.0 * z * series)
    return exponent * LN2_HIGH - ((rest - exponent * LN2_LOW) - f)


MATH: dict[str, Callable[..., Any]] = {"log": log}
