# oxo, Ada P.
current = [['-', '-', '-'],
           ['-', '-', '-'],
           ['-', '-', '-']]

def line_for(s):
    b = current
    for i in range(3):
        if b[i] == [s, s, s]: return True
        if b[0][i] == s and b[1][i] == s and b[2][i] == s: return True
    if b[0][0] == s and b[1][1] == s and b[2][2] == s: return True
    if b[0][2] == s and b[1][1] == s and b[2][0] == s: return True
    return False

def free_cells(board):
    return [(i, j) for i in range(3) for j in range(3) if current[i][j] == '-']

def minimax(board, s):
    if line_for('O'): return 1
    if line_for('X'): return -1
    if free_cells(board) == []: return 0
    out = []
    for i, j in free_cells(board):
        current[i][j] = s
        out.append(minimax(board, 'X' if s == 'O' else 'O'))
        current[i][j] = '-'
    if s == 'O': return max(out)
    return min(out)

def computer(board):
    best = -2
    for i, j in free_cells(board):
        current[i][j] = 'O'
        v = minimax(board, 'X')
        current[i][j] = '-'
        if v > best:
            best = v
            m = (i, j)
    return m

def human(board):
    while True:
        t = input('line and column, like 1 3: ').split()
        if len(t) == 2 and t[0] in '123' and t[1] in '123':
            i, j = int(t[0]) - 1, int(t[1]) - 1
            if (i, j) in free_cells(board):
                return i, j
        print('not possible')

def main():
    s = 'X'
    while free_cells(current) and not line_for('X') and not line_for('O'):
        if s == 'X':
            i, j = human(current)
        else:
            i, j = computer(current)
            print('computer:', i + 1, j + 1)
        current[i][j] = s
        s = 'O' if s == 'X' else 'X'
        for row in current: print(' '.join(row))
        print()

if __name__ == '__main__':
    main()
