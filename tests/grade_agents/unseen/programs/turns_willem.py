# turn = number of the move, 0..8. Even turns are X, odd turns O.

def mark(turn):
    return 'XO'[turn % 2]

def three(b, m):
    return any(b[i] == b[j] == b[k] == m for i, j, k in
               [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)])

def rate(b, turn):
    """score for the one who is about to move at this turn"""
    if three(b, mark(turn - 1)):
        return -(10 - turn)
    if turn == 9:
        return 0
    best = -100
    for i in range(9):
        if b[i] == ' ':
            b[i] = mark(turn)
            best = max(best, -rate(b, turn + 1))
            b[i] = ' '
    return best

def get_move(board, turn):
    b = list(board)
    best = None
    for i in range(9):
        if b[i] != ' ': continue
        b[i] = mark(turn)
        s = -rate(b, turn + 1)
        b[i] = ' '
        if best is None or s > best[0]:
            best = (s, i)
    return best[1]

def play():
    b = [' '] * 9
    for turn in range(9):
        if turn % 2 == 0:
            i = get_move(b, turn)
        else:
            i = int(input('? '))
            while b[i] != ' ':
                i = int(input('? '))
        b[i] = mark(turn)
        print(b[:3], b[3:6], b[6:], sep='\n')
        if three(b, mark(turn)):
            print(mark(turn), 'has won')
            break

if __name__ == '__main__':
    play()
