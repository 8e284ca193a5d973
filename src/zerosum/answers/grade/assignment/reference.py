"""The reference solution that `zerosum assignment new tictactoe` writes: a student's program, not ours to import."""

TICTACTOE_REFERENCE = '''"""Tic-Tac-Toe by minimax: the reference solution of the assignment."""

LINES = (
    [[(row, column) for column in range(3)] for row in range(3)]
    + [[(row, column) for row in range(3)] for column in range(3)]
    + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
)

values = {}


def winner(board):
    for line in LINES:
        marks = {board[row][column] for row, column in line}
        if len(marks) == 1 and marks != {" "}:
            return marks.pop()
    return None


def empty_cells(board):
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]


def value(board, player, other):
    """The value for the player to move: 1, 0 or -1."""
    key = (tuple(map(tuple, board)), player)
    if key not in values:
        values[key] = _value(board, player, other)
    return values[key]


def _value(board, player, other):
    if winner(board) is not None:
        return -1
    cells = empty_cells(board)
    if not cells:
        return 0
    return max(after(board, cell, player, other) for cell in cells)


def after(board, cell, player, other):
    """What a move is worth to the player who makes it."""
    row, column = cell
    board[row][column] = player
    result = -value(board, other, player)
    board[row][column] = " "
    return result


def best_move(board, player):
    other = "O" if player == "X" else "X"
    return max(empty_cells(board), key=lambda cell: after(board, cell, player, other))
'''
