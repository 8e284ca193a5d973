# bitboard tic tac toe.  bit i = cell i (0 top left ... 8 bottom right)
WIN = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0x1FF

def won(bits):
    for w in WIN:
        if bits & w == w:
            return True
    return False

def search(mine, theirs, alpha=-1, beta=1):
    if won(theirs):
        return -1
    if mine | theirs == FULL:
        return 0
    free = FULL & ~(mine | theirs)
    while free:
        low = free & -free
        free ^= low
        v = -search(theirs, mine | low, -beta, -alpha)
        if v > alpha:
            alpha = v
            if alpha >= beta:
                break
    return alpha

def pick(mine, theirs):
    """cell number for the side that owns `mine`"""
    best, cell = -2, None
    for i in range(9):
        if (mine | theirs) >> i & 1:
            continue
        v = -search(theirs, mine | 1 << i)
        if v > best:
            best, cell = v, i
    return cell

if __name__ == "__main__":
    a, b, t = 0, 0, 0
    while not won(b) and a | b != FULL:
        c = pick(a, b)
        print("XO"[t], "->", c)
        a, b, t = b, a | 1 << c, 1 - t
