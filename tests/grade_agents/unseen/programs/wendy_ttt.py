# Wendy - simple tic tac toe AI

def is_win(b, p):
    return (b[0]==b[1]==b[2]==p or b[3]==b[4]==b[5]==p or b[6]==b[7]==b[8]==p
         or b[0]==b[3]==b[6]==p or b[1]==b[4]==b[7]==p or b[2]==b[5]==b[8]==p
         or b[0]==b[4]==b[8]==p or b[2]==b[4]==b[6]==p)

def score(b, p, me):
    you = 'o' if me == 'x' else 'x'
    if is_win(b, me): return 1
    if is_win(b, you): return -1
    if ' ' not in b: return 0
    nxt = 'o' if p == 'x' else 'x'
    if p == me:
        best = -1
        for i in range(9):
            if b[i] == ' ':
                b[i] = p
                best = max(best, score(b, nxt, me))
                b[i] = ' '
        return best
    best = 1
    for i in range(9):
        if b[i] == ' ':
            b[i] = p
            best = min(best, score(b, nxt, me))
            b[i] = ' '
    return best

def find_move(b, me):
    you = 'o' if me == 'x' else 'x'
    best = -1
    spot = None
    for i in range(9):
        if b[i] == ' ':
            b[i] = me
            s = score(b, you, me)
            b[i] = ' '
            if s > best:
                best = s
                spot = i
    return spot

def apply_ai(b, me):
    b[find_move(b, me)] = me
    return b
