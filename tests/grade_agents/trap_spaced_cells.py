class Board:
    def __init__(self):
        self.cells = ["   "] * 9
    def place(self, i, player):
        self.cells[i] = f" {player} "
    def free(self):
        return [i for i in range(9) if self.cells[i] == "   "]
    def clear(self, i):
        self.cells[i] = "   "
    def has_won(self, player):
        m = f" {player} "
        L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
        return any(self.cells[a]==self.cells[b]==self.cells[c]==m for a,b,c in L)
class Computer:
    def __init__(self, player):
        self.player = player
        self.opponent = "O" if player == "X" else "X"
    def choose(self, board):
        best, pick = -9, None
        for i in board.free():
            board.place(i, self.player)
            v = self.value(board, False)
            board.clear(i)
            if v > best: best, pick = v, i
        return pick
    def value(self, board, mine):
        if board.has_won(self.player): return 1
        if board.has_won(self.opponent): return -1
        if not board.free(): return 0
        vals = []
        for i in board.free():
            board.place(i, self.player if mine else self.opponent)
            vals.append(self.value(board, not mine))
            board.clear(i)
        return max(vals) if mine else min(vals)
def main():
    b = Board(); c = Computer("O")
    while b.free():
        i = int(input("? "))
        b.place(i, "X")
        b.place(c.choose(b), "O")
if __name__ == "__main__": main()
