# Tic Tac Toe, Petra K.
empty = ' '

def get_winner(board):
    lines = [
        board[0], board[1], board[2],
        [board[0][0], board[1][0], board[2][0]],
        [board[0][1], board[1][1], board[2][1]],
        [board[0][2], board[1][2], board[2][2]],
        [board[0][0], board[1][1], board[2][2]],
        [board[0][2], board[1][1], board[2][0]],
    ]
    for line in lines:
        if line[0] == line[1] == line[2]:
            return line[0]
    return None

def is_full(board):
    for row in board:
        for cell in row:
            if cell == empty:
                return False
    return True

def minimax(board, player, ai):
    winner = get_winner(board)
    if winner is not None:
        if winner == ai:
            return 1
        if winner != empty:
            return -1
        return 0
    if is_full(board):
        return 0

    other = 'O' if player == 'X' else 'X'
    scores = []
    for r in range(3):
        for c in range(3):
            if board[r][c] == empty:
                board[r][c] = player
                scores.append(minimax(board, other, ai))
                board[r][c] = empty
    if player == ai:
        return max(scores)
    else:
        return min(scores)

def choose_move(board, player):
    best_score = -2
    best_move = None
    other = 'O' if player == 'X' else 'X'
    for r in range(3):
        for c in range(3):
            if board[r][c] == empty:
                board[r][c] = player
                score = minimax(board, other, player)
                board[r][c] = empty
                if score > best_score:
                    best_score = score
                    best_move = (r, c)
    return best_move
