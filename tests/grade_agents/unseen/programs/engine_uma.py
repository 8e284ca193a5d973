# Uma's engine
def has_line(board, mark):
    for i in range(3):
        if board[i][0] == mark and board[i][1] == mark and board[i][2] == mark:
            return True
        if board[0][i] == mark and board[1][i] == mark and board[2][i] == mark:
            return True
    if board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
        return True
    if board[0][2] == mark and board[1][1] == mark and board[2][0] == mark:
        return True
    return False

def negamax(board, player, opponent):
    # has somebody won? then it is good for the player
    if has_line(board, opponent):
        return 1
    if not any('.' in row for row in board):
        return 0
    best = -99
    for r in range(3):
        for c in range(3):
            if board[r][c] == '.':
                board[r][c] = player
                score = -negamax(board, opponent, player)
                board[r][c] = '.'
                if score > best:
                    best = score
    return best

def next_move(board, player='X'):
    opponent = 'O' if player == 'X' else 'X'
    best = -99
    mv = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == '.':
                board[r][c] = player
                score = -negamax(board, opponent, player)
                board[r][c] = '.'
                if score > best:
                    best = score
                    mv = [r, c]
    return mv
