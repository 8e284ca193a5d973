WINS = [{1,2,3},{4,5,6},{7,8,9},{1,4,7},{2,5,8},{3,6,9},{1,5,9},{3,5,7}]

def wins(cells):
    return any(w <= cells for w in WINS)

def value(mine, theirs):
    if wins(theirs):
        return -1
    free = set(range(1, 10)) - mine - theirs
    if not free:
        return 0
    return max(-value(theirs, mine | {f}) for f in free)

def choose(mine, theirs):
    """mine: set of squares (1..9) I hold; theirs: the opponent's. Returns my square."""
    free = set(range(1, 10)) - mine - theirs
    return max(free, key=lambda f: -value(theirs, mine | {f}))
