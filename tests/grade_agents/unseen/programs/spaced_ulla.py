import random


class Game:
    """Noughts and crosses. The cells are printed as they are stored."""

    def __init__(self):
        self.cells = [["   "] * 3 for _ in range(3)]
        self.turn = "X"

    def __str__(self):
        return "\n---+---+---\n".join("|".join(row) for row in self.cells)

    def put(self, r, c, player):
        if self.cells[r][c] != "   ":
            raise ValueError("not empty")
        self.cells[r][c] = " " + player + " "

    def remove(self, r, c):
        self.cells[r][c] = "   "

    def open_cells(self):
        return [(r, c) for r in range(3) for c in range(3) if self.cells[r][c] == "   "]

    def wins(self, player):
        p = f" {player} "
        g = self.cells
        for i in range(3):
            if g[i][0] == g[i][1] == g[i][2] == p or g[0][i] == g[1][i] == g[2][i] == p:
                return True
        return g[1][1] == p and (g[0][0] == g[2][2] == p or g[0][2] == g[2][0] == p)


class Computer:
    def __init__(self, player):
        self.player = player
        self.opponent = None      # set by the match

    def value(self, game, mover):
        if game.wins(self.player):
            return 1
        if game.wins(self.opponent):
            return -1
        options = game.open_cells()
        if not options:
            return 0
        vals = []
        for r, c in options:
            game.put(r, c, mover)
            nxt = self.opponent if mover == self.player else self.player
            vals.append(self.value(game, nxt))
            game.remove(r, c)
        return max(vals) if mover == self.player else min(vals)

    def pick(self, game):
        best = []
        top = -2
        for r, c in game.open_cells():
            game.put(r, c, self.player)
            v = self.value(game, self.opponent)
            game.remove(r, c)
            if v > top:
                top, best = v, []
            if v == top:
                best.append((r, c))
        return random.choice(best)


class Match:
    def __init__(self, a, b):
        self.a, self.b = a, b
        a.opponent = b.player
        b.opponent = a.player
        self.game = Game()

    def run(self):
        now, wait = self.a, self.b
        while self.game.open_cells():
            r, c = now.pick(self.game)
            self.game.put(r, c, now.player)
            print(self.game, "\n")
            if self.game.wins(now.player):
                print(now.player, "wins")
                return
            now, wait = wait, now
        print("draw")


if __name__ == "__main__":
    Match(Computer("X"), Computer("O")).run()
