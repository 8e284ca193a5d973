from functools import lru_cache

from .state import State


@lru_cache(None)
def worth(state: State) -> int:
    """+1 if crosses win, -1 if noughts win, 0 for a draw."""
    if state.winner:
        return 1 if state.winner == "X" else -1
    if not state.free:
        return 0
    results = [worth(state.put(i)) for i in state.free]
    return max(results) if state.crosses_to_move else min(results)


def best_reply(state: State) -> int:
    ranked = sorted(state.free, key=lambda i: worth(state.put(i)))
    return ranked[-1] if state.crosses_to_move else ranked[0]
