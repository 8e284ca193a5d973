# True = cross, False = nought, None = empty
def wins(b, who):
    for i in range(3):
        if b[3*i] is who and b[3*i+1] is who and b[3*i+2] is who:
            return True
        if b[i] is who and b[i+3] is who and b[i+6] is who:
            return True
    return (b[0] is who and b[4] is who and b[8] is who) or (b[2] is who and b[4] is who and b[6] is who)

def rate(b, who):
    if wins(b, not who):
        return -1
    if None not in b:
        return 0
    best = -1
    for i in range(9):
        if b[i] is None:
            b[i] = who
            best = max(best, -rate(b, not who))
            b[i] = None
    return best

def suggest(b, who):
    # corners are strong
    if b.count(None) > 5:
        for i in (0, 2, 6, 8):
            if b[i] is None:
                return i
    best = None
    for i in range(9):
        if b[i] is None:
            b[i] = who
            r = -rate(b, not who)
            b[i] = None
            if best is None or r > best[0]:
                best = (r, i)
    return best[1]
