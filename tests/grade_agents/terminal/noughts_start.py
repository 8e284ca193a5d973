"""Noughts always start in my family. 0-8, row by row."""

grid = ["."] * 9
TRIPLES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def line(mark):
    return any(all(grid[int(i)] == mark for i in t) for t in TRIPLES)


def score(mark, other):
    if line(other):
        return -1
    if "." not in grid:
        return 0
    values = []
    for i in range(9):
        if grid[i] == ".":
            grid[i] = mark
            values.append(-score(other, mark))
            grid[i] = "."
    return max(values)


def reply():
    options = {}
    for i in range(9):
        if grid[i] == ".":
            grid[i] = "X"
            options[i] = -score("O", "X")
            grid[i] = "."
    return max(options, key=options.get)


while True:
    print("".join(grid[:3]), "".join(grid[3:6]), "".join(grid[6:]), sep="\n")
    if line("X") or line("O") or "." not in grid:
        break
    cell = input("O to move, cell 0-8 > ")
    if not cell.isdecimal() or int(cell) > 8 or grid[int(cell)] != ".":
        print("no")
        continue
    grid[int(cell)] = "O"
    if not line("O") and "." in grid:
        grid[reply()] = "X"
print("game over")
