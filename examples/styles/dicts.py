"""Tic-Tac-Toe on a dict: the cells by their coordinates, and the player to move; moves are coordinates."""

start = {"board": {}, "turn": "X"}

LINES = (
    [[(row, column) for column in range(3)] for row in range(3)]
    + [[(row, column) for row in range(3)] for column in range(3)]
    + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
)


def to_move(state):
    return 0 if state["turn"] == "X" else 1


def moves(state):
    for row in range(3):
        for column in range(3):
            if (row, column) not in state["board"]:
                yield row, column


def play(state, move):
    return {
        "board": {**state["board"], move: state["turn"]},
        "turn": "O" if state["turn"] == "X" else "X",
    }


def has_won(state, mark):
    return any(all(state["board"].get(cell) == mark for cell in line) for line in LINES)


def is_over(state):
    return has_won(state, "X") or has_won(state, "O") or len(state["board"]) == 9


def utility(state):
    return int(has_won(state, "X")) - int(has_won(state, "O"))
