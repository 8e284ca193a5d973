"""Whether a state is a tuple of machine words, as compiled rules need it."""

from __future__ import annotations

from zerosum.core.rules import WORD, State


def why_no_words(state: State, what: str, start: State) -> str | None:
    """Why a state, or a tuple within it, is not made of as many machine words as the one in the start."""
    if not isinstance(state, tuple):
        return f"{what} gives {state!r}, which is not a tuple"
    if isinstance(start, tuple) and len(state) != len(start):
        return f"{what} gives {len(state)} numbers, but start has {len(start)}"
    for place, number in enumerate(state):
        form = start[place] if isinstance(start, tuple) else number
        if isinstance(number, tuple) and isinstance(form, tuple):
            reason = why_no_words(number, what, form)
            if reason is not None:
                return reason
        elif not isinstance(number, int):
            return f"{what} gives {number!r}, which is not an int"
        elif not -WORD <= number < WORD:
            return f"{what} gives {number}, which does not fit into 63 bits"
    return None
