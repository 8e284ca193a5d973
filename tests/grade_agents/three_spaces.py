board = ['   '] * 9
EMPTY = '   '
X = ' X '
O = ' O '

def line(b, s):
    return any(b[i] == b[j] == b[k] == s for i, j, k in
               [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)])

def minimax(b, turn):
    if line(b, X): return 1
    if line(b, O): return -1
    if EMPTY not in b: return 0
    vals = []
    for i in range(9):
        if b[i] == EMPTY:
            b[i] = turn
            vals.append(minimax(b, O if turn == X else X))
            b[i] = EMPTY
    return max(vals) if turn == X else min(vals)

def get_computer_move(b, mark):
    scores = {}
    for i in range(9):
        if b[i] == EMPTY:
            b[i] = mark
            scores[i] = minimax(b, O)
            b[i] = EMPTY
    if mark == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
