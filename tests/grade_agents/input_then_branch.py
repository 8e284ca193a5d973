print("Welcome to Tic Tac Toe!")
name = input("What is your name? ")
level = input("easy or hard? ")
symbol = input("X or O? ").upper()
if symbol == 'X':
    human, bot = 'X', 'O'
else:
    human, bot = 'O', 'X'

def is_winner(brd, mark):
    for combo in ([0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]):
        if all(brd[i] == mark for i in combo):
            return True
    return False

def minimax(brd, depth, turn):
    if is_winner(brd, bot): return 10
    if is_winner(brd, human): return -10
    if depth == 0 or '-' not in brd: return 0
    vals = []
    for i in range(9):
        if brd[i] == '-':
            brd[i] = turn
            vals.append(minimax(brd, depth - 1, human if turn == bot else bot))
            brd[i] = '-'
    return max(vals) if turn == bot else min(vals)

def bot_move(brd):
    options = [i for i in range(9) if brd[i] == '-']
    scores = {}
    for i in options:
        brd[i] = bot
        scores[i] = minimax(brd, 1, human)
        brd[i] = '-'
    return max(scores, key=scores.get)

board = ['-'] * 9
print(name, "starts")
while True:
    move = int(input("Move 1-9: ")) - 1
    board[move] = human
    if is_winner(board, human) or '-' not in board:
        break
    board[bot_move(board)] = bot
    if is_winner(board, bot):
        break
