#!/usr/bin/env python
# tic tac toe by stan, school project 2012
import sys

board = range(9)
wins = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def show():
    for i in 0, 3, 6:
        print board[i], board[i+1], board[i+2]

def won(p):
    for a, b, c in wins:
        if board[a] == board[b] == board[c] == p:
            return True
    return False

def free():
    return [x for x in board if x != 'X' and x != 'O']

def minimax(p):
    if won('O'): return 1
    if won('X'): return -1
    if not free(): return 0
    l = []
    for m in free():
        board[m] = p
        l.append(minimax('X' if p == 'O' else 'O'))
        board[m] = m
    return max(l) if p == 'O' else min(l)

while free() and not won('X') and not won('O'):
    show()
    m = int(raw_input('X: '))
    board[m] = 'X'
    if won('X') or not free():
        break
    best = None
    for m in free():
        board[m] = 'O'
        v = minimax('X')
        board[m] = m
        if best is None or v > best[0]:
            best = (v, m)
    board[best[1]] = 'O'
show()
print 'bye'
