# tic tac toe with global board. rashid
board = ['', '', '', '', '', '', '', '', '']
human = 'x'
computer = 'o'
count = 0

def print_board():
    for i in range(9):
        print(board[i] or '.', end='\n' if i % 3 == 2 else ' ')

def check(mark):
    b = board
    if b[0]==b[1]==b[2]==mark: return True
    if b[3]==b[4]==b[5]==mark: return True
    if b[6]==b[7]==b[8]==mark: return True
    if b[0]==b[3]==b[6]==mark: return True
    if b[1]==b[4]==b[7]==mark: return True
    if b[2]==b[5]==b[8]==mark: return True
    if b[0]==b[4]==b[8]==mark: return True
    if b[2]==b[4]==b[6]==mark: return True
    return False

def minimax(is_max):
    global count
    count += 1
    if check(computer):
        return 1
    if check(human):
        return -1
    if '' not in board:
        return 0
    if is_max:
        best = -5
        for i in range(9):
            if board[i] == '':
                board[i] = computer
                best = max(best, minimax(False))
                board[i] = ''
        return best
    best = 5
    for i in range(9):
        if board[i] == '':
            board[i] = human
            best = min(best, minimax(True))
            board[i] = ''
    return best

def computer_move():
    best = -5
    pos = 0
    for i in range(9):
        if board[i] == '':
            board[i] = computer
            v = minimax(False)
            board[i] = ''
            if v > best:
                best = v
                pos = i
    board[pos] = computer

def human_move():
    while True:
        p = int(input('1-9? '))
        if board[p-1] == '':
            board[p-1] = human
            return
        print('no')

def main():
    turn = 0
    while True:
        if turn % 2 == 0:
            human_move()
        else:
            computer_move()
        print_board()
        if check(human): print('you win'); break
        if check(computer): print('computer wins'); break
        if '' not in board: print('draw'); break
        turn += 1

if __name__ == '__main__':
    main()
