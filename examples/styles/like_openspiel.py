"""Tic-Tac-Toe with the names of an OpenSpiel game and state, on a numpy board."""

import numpy as np


class TicTacToeGame:
    def num_distinct_actions(self):
        return 9

    def num_players(self):
        return 2

    def new_initial_state(self):
        return TicTacToeState(self)


class TicTacToeState:
    def __init__(self, game):
        self._game = game
        self._cur_player = 0
        self._player0_score = 0.0
        self._is_terminal = False
        self.board = np.full((3, 3), ".")

    def current_player(self):
        return -4 if self._is_terminal else self._cur_player

    def legal_actions(self, player=None):
        return [action for action in range(9) if self.board[action // 3, action % 3] == "."]

    def apply_action(self, action):
        self.board[action // 3, action % 3] = "x" if self._cur_player == 0 else "o"
        if self._line_exists():
            self._is_terminal = True
            self._player0_score = 1.0 if self._cur_player == 0 else -1.0
        elif "." not in self.board:
            self._is_terminal = True
        else:
            self._cur_player = 1 - self._cur_player

    def _line_exists(self):
        board = self.board
        lines = [*board, *board.T, board.diagonal(), np.fliplr(board).diagonal()]
        return any(line[0] != "." and (line == line[0]).all() for line in lines)

    def is_terminal(self):
        return self._is_terminal

    def returns(self):
        return [self._player0_score, -self._player0_score]

    def __str__(self):
        return "\n".join("".join(row) for row in self.board)
