# DAN - adversarial search homework
class TTT:
    def __init__(self, cells=None):
        self.cells = list(cells) if cells else ['.'] * 9

    def legal_moves(self):
        return [i for i in range(9) if self.cells[i] == '.']

    def has_won(self, p):
        c = self.cells
        return any(c[a] == c[b] == c[d] == p for a, b, d in
                   [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)])

    def child(self, i, p):
        t = TTT(self.cells)
        t.cells[i] = p
        return t


class Agent:
    def __init__(self, player, depth=9):
        self.player = player
        self.opponent = 'O' if player == 'X' else 'X'
        self.depth = depth

    def get_action(self, game):
        best, action = float('-inf'), None
        for i in game.legal_moves():
            v = self.min_value(game.child(i, self.player), self.depth)
            if v > best:
                best, action = v, i
        return action

    def evaluate(self, game):
        if game.has_won(self.player): return 1
        if game.has_won(self.opponent): return -1
        return 0

    def over(self, game, depth):
        return depth <= 0 or game.has_won('X') or game.has_won('O') or not game.legal_moves()

    def max_value(self, game, depth):
        if self.over(game, depth): return self.evaluate(game)
        v = float('-inf')
        for i in game.legal_moves():
            depth -= 1
            v = max(v, self.min_value(game.child(i, self.player), depth))
        return v

    def min_value(self, game, depth):
        if self.over(game, depth): return self.evaluate(game)
        v = float('inf')
        for i in game.legal_moves():
            depth -= 1
            v = min(v, self.max_value(game.child(i, self.opponent), depth))
        return v


if __name__ == '__main__':
    g = TTT()
    agents = {'X': Agent('X'), 'O': Agent('O')}
    p = 'X'
    while g.legal_moves() and not g.has_won('X') and not g.has_won('O'):
        g = g.child(agents[p].get_action(g), p)
        print(''.join(g.cells[:3]), ''.join(g.cells[3:6]), ''.join(g.cells[6:]), sep='\n', end='\n\n')
        p = 'O' if p == 'X' else 'X'
