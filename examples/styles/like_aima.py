"""Tic-Tac-Toe as a Game of the book "Artificial Intelligence: A Modern Approach": the board is a dict of squares."""

from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state.to_move


class TicTacToe(Game):
    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board.copy()
        board[move] = state.to_move
        moves = [each for each in state.moves if each != move]
        utility = self.compute_utility(board, move, state.to_move)
        return GameState("O" if state.to_move == "X" else "X", utility, board, moves)

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def compute_utility(self, board, move, player):
        directions = ((0, 1), (1, 0), (1, -1), (1, 1))
        won = any(self.k_in_row(board, move, player, direction) for direction in directions)
        return 0 if not won else 1 if player == "X" else -1

    def k_in_row(self, board, move, player, delta):
        count = -1  # the move itself is counted in both directions
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                count += 1
                x, y = x + sign * delta[0], y + sign * delta[1]
        return count >= self.k
