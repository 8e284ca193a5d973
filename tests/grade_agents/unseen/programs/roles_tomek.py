# role: True -> 'x', False -> 'o'

def sym(role):
    return 'x' if role else 'o'

def won(grid, role):
    s = sym(role)
    for i in range(3):
        if grid[i] == [s, s, s]:
            return True
        if [grid[j][i] for j in range(3)] == [s, s, s]:
            return True
    return [grid[i][i] for i in range(3)] == [s] * 3 or [grid[i][2 - i] for i in range(3)] == [s] * 3

def free_cells(grid):
    return [(i, j) for i in range(3) for j in range(3) if grid[i][j] == '.']

def minmax(grid, role, root=True):
    # value is from the view of 'x'
    if won(grid, not role):
        return -1 if role else 1
    cells = free_cells(grid)
    if not cells:
        return 0
    results = []
    for (i, j) in cells:
        grid[i][j] = sym(role)
        results.append((minmax(grid, not role, False), (i, j)))
        grid[i][j] = '.'
    best = max(results) if role else min(results)
    return best[1] if root else best[0]

def bot(grid, role):
    """Where should the player with this role go?"""
    return minmax(grid, role)

if __name__ == '__main__':
    g = [['.'] * 3 for _ in range(3)]
    role = True
    while free_cells(g) and not won(g, True) and not won(g, False):
        if role:
            i, j = map(int, input('row col: ').split())
            if g[i][j] != '.':
                continue
        else:
            i, j = bot(g, role)
        g[i][j] = sym(role)
        print('\n'.join(''.join(r) for r in g))
        role = not role
