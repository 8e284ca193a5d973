NONE, CROSS, CIRCLE = -1, 0, 1


class State:
    def __init__(self, cells=None, turn=CROSS):
        self.cells = cells or [NONE] * 9
        self.turn = turn

    def free(self):
        return [i for i in range(9) if self.cells[i] == NONE]

    def after(self, i):
        cells = list(self.cells)
        cells[i] = self.turn
        return State(cells, 1 - self.turn)

    def winner(self):
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if self.cells[a] != NONE and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None


def value(state):
    """+1 if cross wins"""
    w = state.winner()
    if w is not None:
        return 1 if w == CROSS else -1
    kids = [value(state.after(i)) for i in state.free()]
    if not kids:
        return 0
    return min(kids) if state.turn == CROSS else max(kids)


def decide(state):
    pick = max if state.turn == CROSS else min
    return pick(state.free(), key=lambda i: value(state.after(i)))
