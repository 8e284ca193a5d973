def check_winner(brd):
    for a, b, c in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if brd[a] == brd[b] == brd[c] and brd[a] != '_':
            return brd[a]
    return 'tie' if '_' not in brd else None

def alpha_beta(is_maximizing, depth, alpha, beta, brd, ai_symbol, human_symbol):
    result = check_winner(brd)
    if result == ai_symbol:
        return 10 - depth, None
    if result == human_symbol:
        return depth - 10, None
    if result == 'tie':
        return 0, None
    best_move = None
    if is_maximizing:
        value = float('-inf')
        for i in range(9):
            if brd[i] == '_':
                brd[i] = ai_symbol
                score, _ = alpha_beta(False, depth + 1, alpha, beta, brd, ai_symbol, human_symbol)
                brd[i] = '_'
                if score > value:
                    value, best_move = score, i
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
    else:
        value = float('inf')
        for i in range(9):
            if brd[i] == '_':
                brd[i] = human_symbol
                score, _ = alpha_beta(True, depth + 1, alpha, beta, brd, ai_symbol, human_symbol)
                brd[i] = '_'
                if score < value:
                    value, best_move = score, i
                beta = min(beta, value)
                if alpha >= beta:
                    break
    return value, best_move
