#!/usr/bin/env python3
from math import inf as infinity
from random import choice

HUMAN = -1
COMP = +1
board = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
]


def evaluate(state):
    if wins(state, COMP):
        return +1
    elif wins(state, HUMAN):
        return -1
    return 0


def wins(state, player):
    win_state = [
        state[0], state[1], state[2],
        [state[0][0], state[1][0], state[2][0]],
        [state[0][1], state[1][1], state[2][1]],
        [state[0][2], state[1][2], state[2][2]],
        [state[0][0], state[1][1], state[2][2]],
        [state[2][0], state[1][1], state[0][2]],
    ]
    return [player, player, player] in win_state


def game_over(state):
    return wins(state, HUMAN) or wins(state, COMP)


def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]


def minimax(state, depth, player):
    """returns [best row, best col, best score]"""
    best = [-1, -1, -infinity] if player == COMP else [-1, -1, +infinity]
    if depth == 0 or game_over(state):
        return [-1, -1, evaluate(state)]
    for x, y in empty_cells(state):
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]:
                best = score
        else:
            if score[2] < best[2]:
                best = score
    return best


def ai_turn():
    depth = len(empty_cells(board))
    if depth == 0 or game_over(board):
        return
    if depth == 9:
        x, y = choice([0, 1, 2]), choice([0, 1, 2])
    else:
        x, y, _ = minimax(board, depth, COMP)
    board[x][y] = COMP


def render(state, c, h):
    chars = {-1: h, +1: c, 0: ' '}
    for row in state:
        print('|'.join(chars[v] for v in row))
    print()


def human_turn():
    while True:
        try:
            n = int(input('Use numpad (1..9): ')) - 1
            if board[n // 3][n % 3] == 0 and n >= 0:
                board[n // 3][n % 3] = HUMAN
                return
            print('Bad move')
        except (KeyError, ValueError, IndexError):
            print('Bad choice')


def main():
    h = ''
    while h not in ('X', 'O'):
        h = input('Choose X or O: ').upper()
    c = 'O' if h == 'X' else 'X'
    first = input('First to start? [y/n]: ').lower()
    if first == 'n':
        ai_turn()
    while empty_cells(board) and not game_over(board):
        render(board, c, h)
        human_turn()
        ai_turn()
    render(board, c, h)
    if wins(board, COMP):
        print('YOU LOSE')
    elif wins(board, HUMAN):
        print('YOU WIN')
    else:
        print('DRAW')


if __name__ == '__main__':
    main()
