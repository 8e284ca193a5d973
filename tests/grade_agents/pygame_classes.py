import copy
import sys

import numpy as np
import pygame

ROWS = COLS = 3
SQSIZE = 200
pygame.init()
screen = pygame.display.set_mode((600, 600))
pygame.display.set_caption("TIC TAC TOE AI")


class Board:
    def __init__(self):
        self.squares = np.zeros((ROWS, COLS))
        self.marked_sqrs = 0

    def final_state(self):
        for col in range(COLS):
            if self.squares[0][col] == self.squares[1][col] == self.squares[2][col] != 0:
                return self.squares[0][col]
        for row in range(ROWS):
            if self.squares[row][0] == self.squares[row][1] == self.squares[row][2] != 0:
                return self.squares[row][0]
        if self.squares[0][0] == self.squares[1][1] == self.squares[2][2] != 0:
            return self.squares[1][1]
        if self.squares[2][0] == self.squares[1][1] == self.squares[0][2] != 0:
            return self.squares[1][1]
        return 0

    def mark_sqr(self, row, col, player):
        self.squares[row][col] = player
        self.marked_sqrs += 1

    def empty_sqr(self, row, col):
        return self.squares[row][col] == 0

    def get_empty_sqrs(self):
        return [(r, c) for r in range(ROWS) for c in range(COLS) if self.empty_sqr(r, c)]

    def isfull(self):
        return self.marked_sqrs == 9


class AI:
    def __init__(self, level=1, player=2):
        self.level = level
        self.player = player

    def minimax(self, board, maximizing):
        case = board.final_state()
        if case == 1:
            return 1, None
        if case == 2:
            return -1, None
        if len(board.get_empty_sqrs()) == 0:
            return 0, None
        best_move = None
        best = -100 if maximizing else 100
        for row, col in board.get_empty_sqrs():
            temp_board = copy.deepcopy(board)
            temp_board.mark_sqr(row, col, 1 if maximizing else self.player)
            value = self.minimax(temp_board, not maximizing)[0]
            if (maximizing and value > best) or (not maximizing and value < best):
                best = value
                best_move = (row, col)
        return best, best_move

    def eval(self, main_board):
        evaluation, move = self.minimax(main_board, False)
        print(f"AI has chosen to mark the square in pos {move} with an eval of: {evaluation}")
        return move


class Game:
    def __init__(self):
        self.board = Board()
        self.ai = AI()
        self.player = 1

    def make_move(self, row, col):
        self.board.mark_sqr(row, col, self.player)
        self.player = self.player % 2 + 1


def main():
    game = Game()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                pygame.quit()
                sys.exit()
            if event.type == pygame.MOUSEBUTTONDOWN:
                game.make_move(event.pos[1] // SQSIZE, event.pos[0] // SQSIZE)
        if game.player == game.ai.player:
            row, col = game.ai.eval(game.board)
            game.make_move(row, col)
        pygame.display.update()


main()
