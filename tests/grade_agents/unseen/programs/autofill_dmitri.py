# tictactoe with minimax, computer starts with X.
# when only one cell is left the program fills it in, there is no choice anyway

def win(s, p):
    return any(all(s[i] == p for i in w) for w in
        ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)))

def solve(s, p):
    """best (score, move) for p on s"""
    q = 'O' if p == 'X' else 'X'
    if win(s, q): return -1, None
    if '_' not in s: return 0, None
    best = (-2, None)
    for i in range(9):
        if s[i] == '_':
            t = s[:i] + p + s[i+1:]
            v = -solve(t, q)[0]
            if v > best[0]: best = (v, i)
    return best

def pr(s):
    for i in 0, 3, 6:
        print(' '.join(s[i:i+3]))
    print()

def main():
    s = '_' * 9
    while True:
        _, m = solve(s, 'X') if s != '_' * 9 else (0, 4)
        s = s[:m] + 'X' + s[m+1:]
        print('computer:', m)
        pr(s)
        if win(s, 'X'):
            print('computer wins'); return
        if '_' not in s:
            print('draw'); return
        while True:
            t = input('your move 0-8: ')
            if t.isdigit() and int(t) < 9 and s[int(t)] == '_':
                break
            print('?')
        h = int(t)
        s = s[:h] + 'O' + s[h+1:]
        if win(s, 'O'):
            pr(s); print('you win'); return
        if s.count('_') == 1:
            s = s.replace('_', 'X')
            pr(s)
            print('computer wins' if win(s, 'X') else 'draw')
            return

main()
