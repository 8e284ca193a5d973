# TicTacToe, Hugo. The computer is not so clever yet :)
import random

def make_board():
    return [[' ' for x in range(3)] for y in range(3)]

def show(board):
    for row in board:
        print('[' + ']['.join(row) + ']')

def get_empty(board):
    empty = []
    for y in range(3):
        for x in range(3):
            if board[y][x] == ' ':
                empty.append((y, x))
    return empty

def computer_move(board, symbol):
    y, x = random.choice(get_empty(board))
    return y, x

def won(board, s):
    if any(all(c == s for c in row) for row in board): return True
    if any(all(board[y][x] == s for y in range(3)) for x in range(3)): return True
    if all(board[i][i] == s for i in range(3)): return True
    return all(board[i][2-i] == s for i in range(3))

if __name__ == '__main__':
    board = make_board()
    player = 'X'
    while get_empty(board):
        show(board)
        if player == 'X':
            y = int(input('row 0-2 '))
            x = int(input('column 0-2 '))
            if (y, x) not in get_empty(board):
                print('Not allowed')
                continue
        else:
            y, x = computer_move(board, player)
        board[y][x] = player
        if won(board, player):
            show(board)
            print(player, 'won!')
            break
        player = 'O' if player == 'X' else 'X'
    else:
        print('draw')
