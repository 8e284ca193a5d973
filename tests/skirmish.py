"""Skirmish: two kings each on 3x4 cells; a step onto an enemy takes it, and who has no king left has lost.

A game for tests, with a counter: after ten plies without a capture it is a draw. It has all hooks of the search for
games that cannot be solved.
"""

# mypy: ignore-errors

name = "Skirmish"
sides = ("white", "black")
CELLS, WIDTH, QUIET = 12, 3, 10
STEPS = tuple(
    tuple(
        cell + step if 0 <= cell + step < CELLS and abs((cell + step) % WIDTH - cell % WIDTH) <= 1 else -1
        for step in (-WIDTH, -1, 1, WIDTH)
    )
    for cell in range(CELLS)
)
start = (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0)  # the cells, the side to move, the plies since a capture
best_search = "selective"
repeats = True


def to_move(state):
    return state[CELLS]


def moves(state):
    own = state[CELLS] + 1
    for taking in (1, 0):
        for cell in range(CELLS):
            if state[cell] == own:
                for target in STEPS[cell]:
                    if target >= 0 and state[target] == (3 - own if taking else 0):
                        yield cell * CELLS + target


def play(state, move):
    cells = list(state)
    source, target = move // CELLS, move % CELLS
    cells[CELLS + 1] = 0 if state[target] else state[CELLS + 1] + 1
    cells[target] = state[source]
    cells[source] = 0
    cells[CELLS] = 1 - state[CELLS]
    return tuple(cells)


def kings(state, side):
    return sum(1 for cell in range(CELLS) if state[cell] == side + 1)


def is_stuck(state):
    own = state[CELLS] + 1
    for cell in range(CELLS):
        if state[cell] == own:
            for target in STEPS[cell]:
                if target >= 0 and state[target] != own:
                    return False
    return True


def is_over(state):
    return state[CELLS + 1] >= QUIET or kings(state, 0) == 0 or kings(state, 1) == 0 or is_stuck(state)


def utility(state):
    return (kings(state, 0) > 0) - (kings(state, 1) > 0)


def estimate(state):
    middle = sum(1 for cell in range(3, 9) if state[cell] == 1) - sum(1 for cell in range(3, 9) if state[cell] == 2)
    return 100 * (kings(state, 0) - kings(state, 1)) + 3 * middle


def noisy(state, move):
    return state[move % CELLS] != 0


def null_move(state):
    if kings(state, state[CELLS]) < 2:
        return state
    cells = list(state)
    cells[CELLS] = 1 - state[CELLS]
    cells[CELLS + 1] = 0
    return tuple(cells)


def position(state):
    return (*state[: CELLS + 1], 0)


def plies_to_draw(state):
    return QUIET - state[CELLS + 1]
