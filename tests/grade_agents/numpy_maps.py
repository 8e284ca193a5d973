import numpy as np

def lines(m):
    return (m.all(axis=0).any() or m.all(axis=1).any() or m.diagonal().all() or np.fliplr(m).diagonal().all())

def best(own, opp):
    """own, opp: boolean 3x3 arrays. Returns (value, (row, column))."""
    if lines(opp):
        return -1, None
    free = ~(own | opp)
    if not free.any():
        return 0, None
    result = (-2, None)
    for r, c in zip(*np.nonzero(free)):
        nxt = own.copy()
        nxt[r, c] = True
        v = -best(opp, nxt)[0]
        if v > result[0]:
            result = (v, (int(r), int(c)))
            if v == 1:
                break
    return result

def decide(own, opp):
    return best(own, opp)[1]
