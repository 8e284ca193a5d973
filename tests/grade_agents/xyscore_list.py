#!/usr/bin/env python3
import time
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
    if wins(state, HUMAN):
        return -1
    return 0


def wins(state, player):
    for k in range(3):
        if state[k] == [player] * 3 or [state[0][k], state[1][k], state[2][k]] == [player] * 3:
            return True
    return [player] * 3 in ([state[0][0], state[1][1], state[2][2]], [state[2][0], state[1][1], state[0][2]])


def game_over(state):
    return wins(state, HUMAN) or wins(state, COMP)


def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]


def minimax(state, depth, player):
    if player == COMP:
        best = [-1, -1, -infinity]
    else:
        best = [-1, -1, +infinity]
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
        elif score[2] < best[2]:
            best = score
    return best


def ai_turn(c_choice, h_choice):
    depth = len(empty_cells(board))
    if depth == 0 or game_over(board):
        return
    if depth == 9:
        x, y = choice([0, 1, 2]), choice([0, 1, 2])
    else:
        x, y, _ = minimax(board, depth, COMP)
    board[x][y] = COMP
    time.sleep(1)


def main():
    h_choice = input("Choose X or O\nChosen: ").upper()
    c_choice = "O" if h_choice == "X" else "X"
    while len(empty_cells(board)) > 0 and not game_over(board):
        move = int(input("Use numpad (1..9): ")) - 1
        board[move // 3][move % 3] = HUMAN
        ai_turn(c_choice, h_choice)


if __name__ == "__main__":
    main()
