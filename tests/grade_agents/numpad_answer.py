# the numbers are as on the number pad:
# 7 8 9
# 4 5 6
# 1 2 3
PAD = {7: 0, 8: 1, 9: 2, 4: 3, 5: 4, 6: 5, 1: 6, 2: 7, 3: 8}
WAYS = [(7, 8, 9), (4, 5, 6), (1, 2, 3), (7, 4, 1), (8, 5, 2), (9, 6, 3), (7, 5, 3), (9, 5, 1)]


def owns(cells, who, way):
    return all(cells[PAD[k]] == who for k in way)


def look(cells, who, enemy):
    if any(owns(cells, enemy, way) for way in WAYS):
        return -1
    free = [k for k in PAD if cells[PAD[k]] == "."]
    if not free:
        return 0
    best = -1
    for k in free:
        cells[PAD[k]] = who
        best = max(best, -look(cells, enemy, who))
        cells[PAD[k]] = "."
        if best == 1:
            break
    return best


def suggest(cells, who):
    enemy = {"x": "o", "o": "x"}[who]
    options = {}
    for k in PAD:
        if cells[PAD[k]] == ".":
            cells[PAD[k]] = who
            options[k] = -look(cells, enemy, who)
            cells[PAD[k]] = "."
    return max(options, key=options.get)
