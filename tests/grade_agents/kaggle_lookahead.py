import random

import numpy as np


def drop_piece(grid, col, mark, config):
    next_grid = grid.copy()
    for row in range(config.rows - 1, -1, -1):
        if next_grid[row][col] == 0:
            break
    next_grid[row][col] = mark
    return next_grid


def count_windows(grid, num_discs, piece, config):
    n = 0
    for row in range(config.rows):
        for col in range(config.columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                end_r, end_c = row + dr * (config.inarow - 1), col + dc * (config.inarow - 1)
                if 0 <= end_r < config.rows and 0 <= end_c < config.columns:
                    window = [grid[row + dr * k][col + dc * k] for k in range(config.inarow)]
                    if window.count(piece) == num_discs and window.count(0) == config.inarow - num_discs:
                        n += 1
    return n


def score_move(grid, col, mark, config):
    next_grid = drop_piece(grid, col, mark, config)
    num_threes = count_windows(next_grid, 3, mark, config)
    num_fours = count_windows(next_grid, 4, mark, config)
    num_threes_opp = count_windows(next_grid, 3, mark % 2 + 1, config)
    return num_threes - 100 * num_threes_opp + 1e6 * num_fours


def my_agent(obs, config):
    valid_moves = [c for c in range(config.columns) if obs.board[c] == 0]
    grid = np.asarray(obs.board).reshape(config.rows, config.columns)
    scores = dict(zip(valid_moves, [score_move(grid, col, obs.mark, config) for col in valid_moves]))
    max_cols = [key for key in scores.keys() if scores[key] == max(scores.values())]
    return random.choice(max_cols)
