import sys
import random
import numpy as np
import pygame

ROW_COUNT = 6
COLUMN_COUNT = 7
PLAYER_PIECE = 1
AI_PIECE = 2
EMPTY = 0


def create_board():
    return np.zeros((ROW_COUNT, COLUMN_COUNT))


def drop_piece(board, row, col, piece):
    board[row][col] = piece


def get_next_open_row(board, col):
    # row 0 is at the bottom
    for r in range(ROW_COUNT):
        if board[r][col] == 0:
            return r


def winning_move(board, piece):
    for c in range(COLUMN_COUNT):
        for r in range(ROW_COUNT):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                if 0 <= r + 3 * dr < ROW_COUNT and c + 3 * dc < COLUMN_COUNT:
                    if all(board[r + k * dr][c + k * dc] == piece for k in range(4)):
                        return True
    return False


def get_valid_locations(board):
    return [c for c in range(COLUMN_COUNT) if board[ROW_COUNT - 1][c] == 0]


def pick_best_move(board, piece):
    valid = get_valid_locations(board)
    for who in (piece, 3 - piece):
        for col in valid:
            temp = board.copy()
            drop_piece(temp, get_next_open_row(temp, col), col, who)
            if winning_move(temp, who):
                return col
    return random.choice(valid)


board = create_board()
game_over = False
pygame.init()
screen = pygame.display.set_mode((700, 700))
font = pygame.font.SysFont("monospace", 75)
turn = random.randint(0, 1)
while not game_over:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
        if event.type == pygame.MOUSEBUTTONDOWN and turn == 0:
            col = event.pos[0] // 100
            drop_piece(board, get_next_open_row(board, col), col, PLAYER_PIECE)
            game_over = winning_move(board, PLAYER_PIECE)
            turn = 1
    if turn == 1 and not game_over:
        col = pick_best_move(board, AI_PIECE)
        drop_piece(board, get_next_open_row(board, col), col, AI_PIECE)
        game_over = winning_move(board, AI_PIECE)
        turn = 0
