HUMAN = 'X'
AI = 'O'
EMPTY = '-'

WIN_LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
]


def has_won(board, p):
    return any(all(board[i] == p for i in line) for line in WIN_LINES)


def moves(board):
    return [i for i in range(9) if board[i] == EMPTY]


def minimax(board, depth, alpha, beta, maximizing):
    if has_won(board, AI):
        return 10 - depth
    if has_won(board, HUMAN):
        return depth - 10
    if not moves(board):
        return 0

    if maximizing:
        value = float('-inf')
        for m in moves(board):
            board[m] = AI
            value = max(value, minimax(board, depth + 1, alpha, beta, False))
            board[m] = EMPTY
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    else:
        value = float('inf')
        for m in moves(board):
            board[m] = HUMAN
            value = min(value, minimax(board, depth + 1, alpha, beta, True))
            board[m] = EMPTY
            beta = min(beta, value)
            if beta <= alpha:
                break
        return value


def best_move(board):
    best_score = float('-inf')
    move = None
    for m in moves(board):
        board[m] = AI
        score = minimax(board, 0, float('-inf'), float('inf'), False)
        board[m] = EMPTY
        if score > best_score:
            best_score = score
            move = m
    return move


def draw(board):
    for i in range(0, 9, 3):
        print(board[i], board[i + 1], board[i + 2])
    print()


def main():
    board = [EMPTY] * 9
    draw(board)
    while True:
        m = int(input('your move (0-8): '))
        if board[m] != EMPTY:
            print('taken')
            continue
        board[m] = HUMAN
        if has_won(board, HUMAN):
            print('You win'); break
        if not moves(board):
            print('Tie'); break
        board[best_move(board)] = AI
        draw(board)
        if has_won(board, AI):
            print('I win'); break
    draw(board)


if __name__ == '__main__':
    main()
