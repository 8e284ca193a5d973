"""Tic-tac-toe on a numpy board: 1 = cross, -1 = nought, 0 = free."""
import numpy as np


def new_board():
    return np.zeros((3, 3), dtype=int)


def winner(state):
    sums = np.concatenate((
        state.sum(axis=0),
        state.sum(axis=1),
        [np.trace(state), np.trace(np.fliplr(state))],
    ))
    if (sums == 3).any():
        return 1
    if (sums == -3).any():
        return -1
    return 0


def legal(state):
    return [tuple(int(v) for v in rc) for rc in np.argwhere(state == 0)]


def negamax(state, player):
    w = winner(state)
    if w:
        return w * player
    free = legal(state)
    if not free:
        return 0
    best = -2
    for r, c in free:
        state[r, c] = player
        best = max(best, -negamax(state, -player))
        state[r, c] = 0
        if best == 1:
            break
    return best


def best_move(state, player):
    state = state.copy()
    scored = []
    for r, c in legal(state):
        state[r, c] = player
        scored.append((-negamax(state, -player), (r, c)))
        state[r, c] = 0
    top = max(s for s, _ in scored)
    return [m for s, m in scored if s == top][0]


if __name__ == "__main__":
    s = new_board()
    p = 1
    while legal(s) and not winner(s):
        s[best_move(s, p)] = p
        p = -p
        print(s, "\n")
