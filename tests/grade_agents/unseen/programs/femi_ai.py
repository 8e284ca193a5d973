# TIC TAC TOE  vs AI        by Femi
# AI = 'O', you = 'X'

def check_winner(board, player):
    for row in board:
        if all(s == player for s in row):
            return True
    for col in range(3):
        if all(board[row][col] == player for row in range(3)):
            return True
    if all(board[i][i] == player for i in range(3)) or all(board[i][2 - i] == player for i in range(3)):
        return True
    return False

def is_full(board):
    return all(cell != ' ' for row in board for cell in row)

def minimax(board, depth, is_maximizing):
    # faster wins are better, so we subtract the depth
    if check_winner(board, 'O'):
        return 1 - depth
    if check_winner(board, 'X'):
        return -1 + depth
    if is_full(board):
        return 0

    if is_maximizing:
        best_score = -float('inf')
        for i in range(3):
            for j in range(3):
                if board[i][j] == ' ':
                    board[i][j] = 'O'
                    score = minimax(board, depth + 1, False)
                    board[i][j] = ' '
                    best_score = max(score, best_score)
        return best_score
    else:
        best_score = float('inf')
        for i in range(3):
            for j in range(3):
                if board[i][j] == ' ':
                    board[i][j] = 'X'
                    score = minimax(board, depth + 1, True)
                    board[i][j] = ' '
                    best_score = min(score, best_score)
        return best_score

def get_best_move(board):
    best_score = -float('inf')
    best_move = None
    for i in range(3):
        for j in range(3):
            if board[i][j] == ' ':
                board[i][j] = 'O'
                score = minimax(board, 0, False)
                board[i][j] = ' '
                if score > best_score:
                    best_score = score
                    best_move = (i, j)
    return best_move

def print_board(board):
    for row in board:
        print(' | '.join(row))
        print('-' * 9)

def play_game():
    board = [[' ' for _ in range(3)] for _ in range(3)]
    print_board(board)
    while True:
        row = int(input("Enter the row (0, 1, or 2): "))
        col = int(input("Enter the column (0, 1, or 2): "))
        if board[row][col] != ' ':
            print("Cell already taken!")
            continue
        board[row][col] = 'X'
        print_board(board)
        if check_winner(board, 'X'):
            print("You win!")
            break
        if is_full(board):
            print("It's a tie!")
            break
        r, c = get_best_move(board)
        board[r][c] = 'O'
        print("AI's move:")
        print_board(board)
        if check_winner(board, 'O'):
            print("AI wins!")
            break

if __name__ == '__main__':
    play_game()
