class TicTacToe:
    def __init__(self):
        self.board = [["" for _ in range(3)] for _ in range(3)]
        self.turn = "X"
        self.moves_played = 0
    def winner(self):
        b = self.board
        lines = b + [[b[r][c] for r in range(3)] for c in range(3)] + [[b[i][i] for i in range(3)], [b[i][2-i] for i in range(3)]]
        for l in lines:
            if l[0] != "" and l[0] == l[1] == l[2]: return l[0]
        return None
    def play(self, r, c):
        self.board[r][c] = self.turn
        self.turn = "O" if self.turn == "X" else "X"
        self.moves_played += 1
    def undo(self, r, c):
        self.board[r][c] = ""
        self.turn = "O" if self.turn == "X" else "X"
        self.moves_played -= 1
    def is_over(self): return self.winner() is not None or self.moves_played == 9
class AIPlayer:
    def __init__(self, name, symbol):
        self.name = name; self.symbol = symbol
    def get_move(self, game):
        return self.minimax(game, True)[1]
    def minimax(self, game, is_max):
        w = game.winner()
        if w: return (1 if w == self.symbol else -1, None)
        if game.is_over(): return (0, None)
        best = (-2, None) if is_max else (2, None)
        for r in range(3):
            for c in range(3):
                if game.board[r][c] == "":
                    game.play(r, c)
                    v = self.minimax(game, not is_max)[0]
                    game.undo(r, c)
                    if (is_max and v > best[0]) or (not is_max and v < best[0]): best = (v, (r, c))
        return best
def run():
    g = TicTacToe(); ai = AIPlayer("HAL", "O")
    while not g.is_over():
        if g.turn == "X": g.play(*map(int, input().split()))
        else: g.play(*ai.get_move(g))
if __name__ == "__main__": run()
