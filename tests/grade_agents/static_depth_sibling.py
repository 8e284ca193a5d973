class Solver:
    """static helpers only"""

    @staticmethod
    def winner(board):
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if board[a] != 0 and board[a] == board[b] == board[c]:
                return board[a]
        return 0

    @staticmethod
    def evaluate(board, player, me, depth):
        w = Solver.winner(board)
        if w != 0:
            return 1 if w == me else -1
        if depth <= 0 or 0 not in board:
            return 0
        values = []
        for i in range(9):
            if board[i] == 0:
                board[i] = player
                depth -= 1
                values.append(Solver.evaluate(board, 3 - player, me, depth))
                board[i] = 0
        return max(values) if player == me else min(values)

    @staticmethod
    def best_move(board, me):
        best, move = -2, -1
        for i in range(9):
            if board[i] == 0:
                board[i] = me
                v = Solver.evaluate(board, 3 - me, me, 9)
                board[i] = 0
                if v > best:
                    best, move = v, i
        return move
