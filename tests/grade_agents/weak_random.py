import random
def computer_move(board):
    free=[(r,c) for r in range(3) for c in range(3) if board[r][c]==' ']
    return random.choice(free)
def main():
    board=[[' ']*3 for _ in range(3)]
    while True:
        r,c=map(int,input().split())
        board[r][c]='X'
        r,c=computer_move(board)
        board[r][c]='O'
if __name__=='__main__': main()
