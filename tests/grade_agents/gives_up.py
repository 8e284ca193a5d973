# returns None when it thinks that all is lost
class Agent:
    def __init__(self, name="minimax agent"):
        self.name = name

    def act(self, board, player):
        moves = [i for i in range(9) if board[i] == 0]
        for m in moves:
            if self.value(self.put(board, m, player), 3 - player) < 0:
                return m
        for m in moves:
            if self.value(self.put(board, m, player), 3 - player) == 0:
                return m
        return None

    def put(self, board, m, player):
        return board[:m] + [player] + board[m + 1 :]

    def value(self, board, player):
        """for the player to move"""
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if board[a] and board[a] == board[b] == board[c]:
                return 1 if board[a] == player else -1
        moves = [i for i in range(9) if board[i] == 0]
        if not moves:
            return 0
        return max(-self.value(self.put(board, m, player), 3 - player) for m in moves)
