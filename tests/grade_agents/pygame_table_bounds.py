import sys

import pygame

pygame.init()
WIDTH, HEIGHT = 600, 600
screen = pygame.display.set_mode((WIDTH, HEIGHT))
board = [[None] * 3 for _ in range(3)]
table = {}


def winner(b):
    for i in range(3):
        if b[i][0] and b[i][0] == b[i][1] == b[i][2]:
            return b[i][0]
        if b[0][i] and b[0][i] == b[1][i] == b[2][i]:
            return b[0][i]
    if b[1][1] and (b[0][0] == b[1][1] == b[2][2] or b[0][2] == b[1][1] == b[2][0]):
        return b[1][1]
    return None


def negamax(b, me, alpha, beta):
    """alpha-beta with a table"""
    foe = "o" if me == "x" else "x"
    key = (str(b), me)
    if key in table:
        return table[key]
    if winner(b) == foe:
        return -10
    best = -100
    for r in range(3):
        for c in range(3):
            if b[r][c] is None and best < beta:
                b[r][c] = me
                best = max(best, -negamax(b, foe, -beta, -max(alpha, best)))
                b[r][c] = None
    if best == -100:
        best = 0
    table[key] = best
    return best


def find_move(b, me):
    foe = "o" if me == "x" else "x"
    best, where = -100, None
    for r in range(3):
        for c in range(3):
            if b[r][c] is None:
                b[r][c] = me
                v = -negamax(b, foe, -100, -best)
                b[r][c] = None
                if v > best:
                    best, where = v, (r, c)
    return where


def draw():
    screen.fill((255, 255, 255))
    for i in (1, 2):
        pygame.draw.line(screen, (0, 0, 0), (0, 200 * i), (600, 200 * i), 5)
        pygame.draw.line(screen, (0, 0, 0), (200 * i, 0), (200 * i, 600), 5)
    pygame.display.update()


while True:
    draw()
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            pygame.quit()
            sys.exit()
        if event.type == pygame.MOUSEBUTTONDOWN:
            c, r = event.pos[0] // 200, event.pos[1] // 200
            if board[r][c] is None:
                board[r][c] = "x"
                if not winner(board) and any(None in row for row in board):
                    r, c = find_move(board, "o")
                    board[r][c] = "o"
