import numpy as np

# Omar H. - assignment 3
# board: 3x3 numpy array, 0 empty, 1 = X, 2 = O

def check_win(board, player):
    mask = (board == player)
    if mask.all(axis=0).any() or mask.all(axis=1).any():
        return True
    if np.diag(mask).all() or np.diag(np.flipud(np.fliplr(mask))).all():
        return True
    return False


def possible_moves(board):
    return list(zip(*np.where(board == 0)))


def minimax(board, player, me):
    opp = 3 - me
    if check_win(board, me):
        return 1
    if check_win(board, opp):
        return -1
    moves = possible_moves(board)
    if len(moves) == 0:
        return 0
    values = []
    for m in moves:
        b = np.copy(board)
        b[m] = player
        values.append(minimax(b, 3 - player, me))
    if player == me:
        return max(values)
    return min(values)


def ai_move(board, player):
    best, where = -99, None
    for m in possible_moves(board):
        b = np.copy(board)
        b[m] = player
        v = minimax(b, 3 - player, player)
        if v > best:
            best = v
            where = m
    return where


def main():
    board = np.zeros((3, 3), dtype=np.int8)
    turn = 1
    while len(possible_moves(board)) > 0:
        if turn == 2:
            m = ai_move(board, 2)
        else:
            print(board)
            m = tuple(map(int, input("row col > ").split()))
        board[m] = turn
        if check_win(board, turn):
            print(board)
            print("player", turn, "wins")
            return
        turn = 3 - turn
    print("draw")


if __name__ == "__main__":
    main()
