# games_arjun.py  - assignment 2, adversarial search
import copy

class Game:
    """Abstract game"""
    def actions(self, state): raise NotImplementedError
    def result(self, state, a): raise NotImplementedError
    def is_terminal(self, state): raise NotImplementedError
    def utility(self, state, player): raise NotImplementedError


class TTT(Game):
    # state = (board, player); board is a list of 3 strings
    def __init__(self):
        self.initial = (["...", "...", "..."], "X")

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        board = state[0]
        return [(r, c) for r in range(3) for c in range(3) if board[r][c] == "."]

    def result(self, state, a):
        board, p = copy.deepcopy(state)
        r, c = a
        board[r] = board[r][:c] + p + board[r][c+1:]
        return (board, "O" if p == "X" else "X")

    def winner(self, state):
        b = state[0]
        lines = list(b)
        lines += ["".join(b[r][c] for r in range(3)) for c in range(2)]
        lines.append(b[0][0] + b[1][1] + b[2][2])
        lines.append(b[0][2] + b[1][1] + b[2][0])
        for l in lines:
            if l == "XXX": return "X"
            if l == "OOO": return "O"
        return None

    def is_terminal(self, state):
        return self.winner(state) != None or not self.actions(state)

    def utility(self, state, player):
        w = self.winner(state)
        if w is None: return 0
        if w == player: return 1
        return -1


def minimax_search(game, state):
    player = game.to_move(state)

    def max_value(s):
        if game.is_terminal(s): return game.utility(s, player), None
        v, mv = -9, None
        for a in game.actions(s):
            v2, _ = min_value(game.result(s, a))
            if v2 > v: v, mv = v2, a
        return v, mv

    def min_value(s):
        if game.is_terminal(s): return game.utility(s, player), None
        v, mv = 9, None
        for a in game.actions(s):
            v2, _ = max_value(game.result(s, a))
            if v2 < v: v, mv = v2, a
        return v, mv

    return max_value(state)[1]


def random_player(game, state):
    import random
    return random.choice(game.actions(state))


if __name__ == "__main__":
    g = TTT()
    s = g.initial
    while not g.is_terminal(s):
        s = g.result(s, minimax_search(g, s) if g.to_move(s) == "X" else random_player(g, s))
        print("\n".join(s[0]), "\n")
