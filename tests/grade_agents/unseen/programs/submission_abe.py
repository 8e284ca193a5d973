# Kaggle ConnectX, N-step lookahead
import random
import numpy as np

N_STEPS = 2


def agent(obs, config):
    valid_moves = [c for c in range(config.columns) if obs.board[c] == 0]
    grid = np.asarray(obs.board).reshape(config.rows, config.columns)
    scores = dict(zip(valid_moves, [score_move(grid, col, obs.mark, config, N_STEPS) for col in valid_moves]))
    max_cols = [key for key in scores.keys() if scores[key] == max(scores.values())]
    return random.choice(max_cols)


def drop_piece(grid, col, mark, config):
    next_grid = grid.copy()
    for row in range(config.rows - 1, -1, -1):
        if next_grid[row][col] == 0:
            break
    next_grid[row][col] = mark
    return next_grid


def score_move(grid, col, mark, config, nsteps):
    next_grid = drop_piece(grid, col, mark, config)
    return minimax(next_grid, nsteps - 1, False, mark, config)


def check_window(window, num_discs, piece, config):
    return window.count(piece) == num_discs and window.count(0) == config.inarow - num_discs


def count_windows(grid, num_discs, piece, config):
    num_windows = 0
    k = config.inarow
    for row in range(config.rows):
        for col in range(config.columns - (k - 1)):
            num_windows += check_window(list(grid[row, col:col + k]), num_discs, piece, config)
    for row in range(config.rows - (k - 1)):
        for col in range(config.columns):
            num_windows += check_window(list(grid[row:row + k, col]), num_discs, piece, config)
    for row in range(config.rows - (k - 1)):
        for col in range(config.columns - (k - 1)):
            num_windows += check_window(list(grid[range(row, row + k), range(col, col + k)]), num_discs, piece, config)
    for row in range(k - 1, config.rows):
        for col in range(config.columns - (k - 1)):
            num_windows += check_window(list(grid[range(row, row - k, -1), range(col, col + k)]), num_discs, piece, config)
    return num_windows


def get_heuristic(grid, mark, config):
    opp = mark % 2 + 1
    return (count_windows(grid, 3, mark, config)
            + 1e6 * count_windows(grid, 4, mark, config)
            - 1e2 * count_windows(grid, 3, opp, config)
            - 1e4 * count_windows(grid, 4, opp, config))


def is_terminal_node(grid, config):
    if list(grid[0, :]).count(0) == 0:
        return True
    return count_windows(grid, 4, 1, config) > 0 or count_windows(grid, 4, 2, config) > 0


def minimax(node, depth, maximizing, mark, config):
    if depth == 0 or is_terminal_node(node, config):
        return get_heuristic(node, mark, config)
    valid = [c for c in range(config.columns) if node[0][c] == 0]
    if maximizing:
        return max(minimax(drop_piece(node, c, mark, config), depth - 1, False, mark, config) for c in valid)
    return min(minimax(drop_piece(node, c, mark % 2 + 1, config), depth - 1, True, mark, config) for c in valid)
