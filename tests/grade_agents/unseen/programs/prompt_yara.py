import time
b = ['-'] * 9
ai = 'X'
hu = 'O'
nodes = 0

def p():
    print('\n'.join(' '.join(b[i:i+3]) for i in range(0, 9, 3)))

def winner():
    for x, y, z in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if b[x] == b[y] == b[z] != '-':
            return b[x]

def alphabeta(depth, a, be, mx):
    global nodes
    nodes += 1
    w = winner()
    if w == ai: return 1
    if w == hu: return -1
    if '-' not in b or depth == 0: return 0
    if mx:
        for i in range(9):
            if b[i] == '-':
                b[i] = ai
                a = max(a, alphabeta(depth-1, a, be, False))
                b[i] = '-'
                if a >= be: break
        return a
    for i in range(9):
        if b[i] == '-':
            b[i] = hu
            be = min(be, alphabeta(depth-1, a, be, True))
            b[i] = '-'
            if a >= be: break
    return be

def ai_move():
    best, m = -9, -1
    for i in range(9):
        if b[i] == '-':
            b[i] = ai
            v = alphabeta(1, -9, 9, False)
            b[i] = '-'
            if v > best: best, m = v, i
    b[m] = ai

who = input("Who goes first, (h)uman or (c)omputer? ")
turn = hu if who.startswith('h') else ai
while not winner() and '-' in b:
    if turn == ai:
        t = time.time()
        ai_move()
        print("AI moved (%d nodes, %.2fs)" % (nodes, time.time() - t))
    else:
        p()
        while True:
            m = input("square 1-9> ")
            if m in list("123456789") and b[int(m)-1] == '-':
                b[int(m)-1] = hu
                break
            print("nope")
    turn = ai if turn == hu else hu
p()
print("Winner:", winner())
