# leo's tic tac toe bot
# board = list of 9: 'X', 'O' or None

def opponent(p):
    return 'O' if p == 'X' else 'X'

def wins(board, p):
    for i in range(3):
        if board[3*i] == p and board[3*i+1] == p and board[3*i+2] == p: return True
        if board[i] == p and board[i+3] == p and board[i+6] == p: return True
    if board[0] == p and board[4] == p and board[8] == p: return True
    if board[2] == p and board[4] == p and board[6] == p: return True
    return False

def available(board):
    return [i for i in range(9) if board[i] is None]

def minimax(board, me, turn):
    if wins(board, me):
        return 10
    if wins(board, opponent(me)):
        return -10
    if not available(board):
        return 0
    best_score = -100 if turn == me else 100
    best_move = None
    for m in available(board):
        copy = board[:]
        copy[m] = turn
        s = minimax(copy, me, opponent(turn))
        if turn == me:
            if s > best_score:
                best_score = s
                best_move = m
        else:
            if s < best_score:
                best_score = s
                best_move = m
    return best_move

def get_move(board, me):
    return minimax(board, me, me)

if __name__ == '__main__':
    b = [None] * 9
    t = 'X'
    while available(b) and not wins(b, 'X') and not wins(b, 'O'):
        m = get_move(b, t)
        b[m] = t
        print(b[0:3]); print(b[3:6]); print(b[6:9]); print()
        t = opponent(t)
