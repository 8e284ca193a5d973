"""Chase: a cat and a mouse step around a ring of six places in turn; the cat wins where it catches the mouse."""

name = "Chase"
sides = ("cat", "mouse")
start = (0, 3, 0)  # where the cat and the mouse are, side to move


def to_move(state):
    return state[2]


def moves(state):
    yield 0  # one step back
    yield 1  # one step ahead


def play(state, move):
    cat, mouse, side = state
    step = 2 * move - 1
    return ((cat + step) % 6, mouse, 1) if side == 0 else (cat, (mouse + step) % 6, 0)


def is_over(state):
    return state[0] == state[1]


def utility(state):
    return 1
