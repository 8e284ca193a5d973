"""Tic tac toe with three levels. 0 = empty, 1 = person (starts), 2 = computer"""
import random

TRIS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def won(board, n):
    return any(board[a] == board[b] == board[c] == n for a, b, c in TRIS)


def free(board):
    return [i for i in range(9) if board[i] == 0]


def deep(board, n):
    """best value for number n"""
    if won(board, 3 - n):
        return -1
    if not free(board):
        return 0
    best = -1
    for i in free(board):
        board[i] = n
        best = max(best, -deep(board, 3 - n))
        board[i] = 0
        if best == 1:
            break
    return best


def ai_move(board, level=1, number=2):
    """level 1: anything, level 2: sees wins, level 3: perfect"""
    if level == 1:
        return random.choice(free(board))
    if level == 2:
        for n in (number, 3 - number):
            for i in free(board):
                board[i] = n
                w = won(board, n)
                board[i] = 0
                if w:
                    return i
        return random.choice(free(board))
    best = (-2, None)
    for i in free(board):
        board[i] = number
        v = -deep(board, 3 - number)
        board[i] = 0
        if v > best[0]:
            best = (v, i)
    return best[1]


def main():
    level = int(input("Level (1-3)? "))
    board = [0] * 9
    n = 1
    while free(board) and not won(board, 1) and not won(board, 2):
        if n == 1:
            i = int(input("cell (0-8)? "))
            if i not in free(board):
                print("no")
                continue
        else:
            i = ai_move(board, level)
            print("computer", i)
        board[i] = n
        n = 3 - n
    print("person wins" if won(board, 1) else "computer wins" if won(board, 2) else "draw")


if __name__ == "__main__":
    main()
