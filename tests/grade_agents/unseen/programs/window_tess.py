# Tic tac toe with a window
import sys
import pygame
from easy_widgets import Button      # pip install easy_widgets

SIZE = 300
X, O = 1, 2

pygame.init()
screen = pygame.display.set_mode((SIZE, SIZE + 60))
again = Button(screen, "Again", (100, 310, 100, 40))
board = [[0] * 3 for _ in range(3)]


def winner():
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != 0: return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != 0: return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != 0: return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] != 0: return board[1][1]
    return 0


def cells():
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == 0]


def best(player):
    w = winner()
    if w: return (1 if w == O else -1), None
    if not cells(): return 0, None
    options = []
    for r, c in cells():
        board[r][c] = player
        options.append((best(3 - player)[0], (r, c)))
        board[r][c] = 0
    return max(options) if player == O else min(options)


def paint():
    screen.fill((255, 255, 255))
    for r in range(3):
        for c in range(3):
            pygame.draw.rect(screen, (0, 0, 0), (100 * c, 100 * r, 100, 100), 2)
            if board[r][c] == X:
                pygame.draw.line(screen, (200, 0, 0), (100*c+20, 100*r+20), (100*c+80, 100*r+80), 4)
                pygame.draw.line(screen, (200, 0, 0), (100*c+80, 100*r+20), (100*c+20, 100*r+80), 4)
            elif board[r][c] == O:
                pygame.draw.circle(screen, (0, 0, 200), (100*c+50, 100*r+50), 32, 4)
    again.draw()
    pygame.display.flip()


while True:
    for e in pygame.event.get():
        if e.type == pygame.QUIT:
            pygame.quit()
            sys.exit()
        if e.type == pygame.MOUSEBUTTONDOWN:
            c, r = e.pos[0] // 100, e.pos[1] // 100
            if again.hit(e.pos):
                for row in board: row[:] = [0, 0, 0]
            elif r < 3 and board[r][c] == 0 and not winner():
                board[r][c] = X
                if cells() and not winner():
                    r, c = best(O)[1]
                    board[r][c] = O
    paint()
