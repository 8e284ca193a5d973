"""Tic-Tac-Toe on a string of nine characters; utilities are floats."""

sides = ("X", "O")
start = "         "

WINS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def winner(board):
    for win in WINS:
        line = {board[int(i)] for i in win}
        if len(line) == 1 and line != {" "}:
            return line.pop()
    return None


def to_move(board):
    return (board.count("X") + board.count("O")) % 2


def moves(board):
    return [i for i, cell in enumerate(board) if cell == " "]


def play(board, move):
    return board[:move] + "XO"[to_move(board)] + board[move + 1 :]


def is_over(board):
    return winner(board) is not None or " " not in board


def utility(board):
    return {"X": 1.0, "O": -1.0, None: 0.0}[winner(board)]
