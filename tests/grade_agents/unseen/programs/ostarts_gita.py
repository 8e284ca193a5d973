# Noughts and crosses. Noughts (O) always begin here, like at home.
# you are O, the machine is X

grid = [1, 2, 3, 4, 5, 6, 7, 8, 9]

def line_of(g, who):
    for i in range(3):
        if g[3*i] == g[3*i+1] == g[3*i+2] == who: return True
        if g[i] == g[i+3] == g[i+6] == who: return True
    return g[0] == g[4] == g[8] == who or g[2] == g[4] == g[6] == who

def left(g):
    return [x for x in g if x != "O" and x != "X"]

def think(g, who):
    """value of g for the machine (X)"""
    if line_of(g, "X"): return 1
    if line_of(g, "O"): return -1
    if not left(g): return 0
    res = []
    for x in left(g):
        g[x-1] = who
        res.append(think(g, "X" if who == "O" else "O"))
        g[x-1] = x
    return max(res) if who == "X" else min(res)

def machine(g):
    """number (1-9) of the square where X should go"""
    best = None
    for x in left(g):
        g[x-1] = "X"
        v = think(g, "O")
        g[x-1] = x
        if best is None or v > best[0]:
            best = (v, x)
    return best[1]

def show(g):
    for i in range(3):
        print(*g[3*i:3*i+3], sep=" | ")
    print()

def main():
    who = "O"
    while left(grid) and not line_of(grid, "X") and not line_of(grid, "O"):
        show(grid)
        if who == "O":
            x = int(input("O to play, number: "))
            if x not in left(grid):
                continue
        else:
            x = machine(grid)
            print("X plays", x)
        grid[x-1] = who
        who = "X" if who == "O" else "O"
    show(grid)

if __name__ == "__main__":
    main()
