import random

def winner(board):
    for a, b, c in COMBOS:
        if board[a] == board[b] == board[c] and board[a] != FREE:
            return board[a]
    return FREE

def empties(board):
    return [k for k, v in enumerate(board) if v == FREE]

def rate(board, player, alpha, beta):
    w = winner(board)
    if w == BOT: return 1
    if w == USER: return -1
    spots = empties(board)
    if not spots: return 0
    for k in spots:
        board[k] = player
        v = rate(board, USER if player == BOT else BOT, alpha, beta)
        board[k] = FREE
        if player == BOT: alpha = max(alpha, v)
        else: beta = min(beta, v)
        if alpha >= beta: break
    return alpha if player == BOT else beta

def bot_move(board):
    scored = []
    for k in empties(board):
        board[k] = BOT
        scored.append((rate(board, USER, -2, 2), k))
        board[k] = FREE
    top = max(scored)[0]
    return random.choice([k for v, k in scored if v == top])

def draw(board):
    print('\n'.join(' '.join(board[i:i + 3]) for i in (0, 3, 6)) + '\n')

if __name__ == '__main__':
    FREE = '.'
    COMBOS = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
    USER = input('Your symbol (x or o), x goes first: ').strip().lower()
    BOT = 'o' if USER == 'x' else 'x'
    board = [FREE] * 9
    turn = 'x'
    while winner(board) == FREE and empties(board):
        if turn == BOT:
            k = bot_move(board)
            print('bot ->', k)
        else:
            draw(board)
            k = input('move 0-8: ')
            if not k.isdigit() or int(k) not in empties(board):
                continue
            k = int(k)
        board[k] = turn
        turn = 'o' if turn == 'x' else 'x'
    draw(board)
    print('winner:', winner(board))
