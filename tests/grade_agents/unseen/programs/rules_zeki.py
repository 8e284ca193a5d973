# Rule based tic tac toe player (Newell & Simon order), Zeki
# win, block, fork, block fork, centre, opposite corner, empty corner, empty side

LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def winning_cells(b, p):
    out = []
    for l in LINES:
        v = [b[i] for i in l]
        if v.count(p) == 2 and v.count(' ') == 1:
            out.append(l[v.index(' ')])
    return out

def fork_cells(b, p):
    out = []
    for i in range(9):
        if b[i] == ' ':
            b[i] = p
            if len(set(winning_cells(b, p))) >= 2:
                out.append(i)
            b[i] = ' '
    return out

def decide(b, p):
    b = list(b)
    q = 'O' if p == 'X' else 'X'
    w = winning_cells(b, p)
    if w: return w[0]
    w = winning_cells(b, q)
    if w: return w[0]
    f = fork_cells(b, p)
    if f: return f[0]
    f = fork_cells(b, q)
    if f: return f[0]
    if b[4] == ' ': return 4
    for a, z in ((0, 8), (2, 6), (6, 2), (8, 0)):
        if b[a] == q and b[z] == ' ': return z
    for i in (0, 2, 6, 8):
        if b[i] == ' ': return i
    for i in (1, 3, 5, 7):
        if b[i] == ' ': return i

def auto():
    b = [' '] * 9
    for n in range(9):
        p = 'XO'[n % 2]
        b[decide(b, p)] = p
        print(b)

if __name__ == '__main__':
    auto()
