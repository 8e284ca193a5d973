"""
Tic Tac Toe Player
"""
import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    nx = sum(row.count(X) for row in board)
    no = sum(row.count(O) for row in board)
    return O if nx > no else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError
    clone = copy.deepcopy(board)
    clone[i][j] = player(board)
    return clone


def winner(board):
    triples = [[(r, c) for c in range(3)] for r in range(3)]
    triples += [[(r, c) for r in range(3)] for c in range(3)]
    triples.append([(0, 0), (1, 1), (2, 2)])
    triples.append([(0, 2), (1, 1), (2, 0)])
    for t in triples:
        vals = {board[r][c] for r, c in t}
        if vals == {X}:
            return X
        if vals == {O}:
            return O
    return None


def terminal(board):
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    w = winner(board)
    return 1 if w == X else -1 if w == O else 0


def minimax(board):
    """
    Returns the optimal action for the current player on the board.
    """
    if terminal(board):
        return None
    turn = player(board)
    best_move = None
    best = -10
    for action in sorted(actions(board)):
        if turn == X:
            v = min_value(result(board, action))
        else:
            v = max_value(result(board, action))
        # keep the best one
        if v > best:
            best = v
            best_move = action
    return best_move


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -10
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = 10
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v
