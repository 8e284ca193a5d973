# WORK IN PROGRESS!!!  hand in on friday
import math

board = [" "] * 9

def print_board():
    print(board[0:3])
    print(board[3:6])
    print(board[6:9])

def is_winner(b, p):
    for a, c, d in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if b[a] == b[c] == b[d] == p:
            return True
    return False

def evaluate(b):
    if is_winner(b, "X"):
        return 1
    if is_winner(b, "O"):
        return -1
    return 0

def minimax(b, depth, maximizing):
    if evaluate(b) != 0 or " " not in b:
        return evaluate(b)
    if maximizing:
        best = -math.inf
        for i in range(9):
            if b[i] == " ":
                b[i] = "X"
                # TODO best = max(best, minimax(...))
                b[i] = " "
        return best
    else:
        # TODO same thing for O
        pass

def computer_move():
    best = -math.inf
    move = None
    for i in range(9):
        if board[i] == " ":
            board[i] = "X"
            s = minimax(board, 0, False)
            board[i] = " "
            if s > best:
                best = s
                move = i
    return move

if __name__ == "__main__":
    print_board()
    while " " in board:
        p = int(input("0-8: "))
        board[p] = "O"
        board[computer_move()] = "X"
        print_board()
