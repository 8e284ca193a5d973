"""Adversarial search in the style of the AIMA book, with my own Game class."""
from collections import namedtuple
import math

GameState = namedtuple('GameState', 'to_move, utility, board, moves')


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
        self.initial = GameState(to_move='X', utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        return GameState(to_move='O' if state.to_move == 'X' else 'X',
                         utility=self.compute_utility(board, move, state.to_move),
                         board=board, moves=moves)

    def utility(self, state, player):
        return state.utility if player == 'X' else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def display(self, state):
        for x in range(1, self.h + 1):
            print(*(state.board.get((x, y), '.') for y in range(1, self.v + 1)))

    def compute_utility(self, board, move, player):
        if any(self.k_in_row(board, move, player, d) for d in ((0, 1), (1, 0), (1, -1), (1, 1))):
            return 1 if player == 'X' else -1
        return 0

    def k_in_row(self, board, move, player, delta):
        dx, dy = delta
        n = 0
        x, y = move
        while board.get((x, y)) == player:
            n += 1
            x, y = x + dx, y + dy
        x, y = move
        while board.get((x, y)) == player:
            n += 1
            x, y = x - dx, y - dy
        return n - 1 >= self.k


def alpha_beta_search(game, state):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player), None
        v, move = math.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(state, -math.inf, math.inf)[1]


def play_game(game, strategies):
    state = game.initial
    while not game.terminal_test(state):
        move = strategies[game.to_move(state)](game, state)
        state = game.result(state, move)
        game.display(state)
        print()
    return game.utility(state, 'X')


if __name__ == '__main__':
    print(play_game(TicTacToe(), {'X': alpha_beta_search, 'O': alpha_beta_search}))
