from board import Board


class AI:
    def __init__(self, player, human):
        self.player = player
        self.human = human

    def best_spot(self, board: Board) -> int:
        scores = {}
        for n in board.open_spots():
            board.mark(n, self.player)
            scores[n] = self.minimax(board, False)
            board.erase(n)
        return max(scores, key=scores.get)

    def minimax(self, board, my_turn):
        w = board.winner()
        if w == self.player:
            return 1
        if w == self.human:
            return -1
        spots = board.open_spots()
        if not spots:
            return 0
        who = self.player if my_turn else self.human
        found = []
        for n in spots:
            board.mark(n, who)
            found.append(self.minimax(board, not my_turn))
            board.erase(n)
        return max(found) if my_turn else min(found)
