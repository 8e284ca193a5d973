import math, random
ROWS, COLS = 6, 7
PLAYER, AI, EMPTY = 1, 2, 0
def create(): return [[EMPTY]*COLS for _ in range(ROWS)]
def valid(board): return [c for c in range(COLS) if board[0][c]==EMPTY]
def drop(board, c, p):
    b=[r[:] for r in board]
    for r in range(ROWS-1,-1,-1):
        if b[r][c]==EMPTY:
            b[r][c]=p; return b
def wins(b,p):
    for r in range(ROWS):
        for c in range(COLS):
            for dr,dc in ((0,1),(1,0),(1,1),(1,-1)):
                if all(0<=r+k*dr<ROWS and 0<=c+k*dc<COLS and b[r+k*dr][c+k*dc]==p for k in range(4)): return True
    return False
def minimax(board, depth, alpha, beta, maximizingPlayer):
    v=valid(board)
    if wins(board,AI): return (None, 10**6+depth)
    if wins(board,PLAYER): return (None,-10**6-depth)
    if not v or depth==0: return (None,0)
    if maximizingPlayer:
        value=-math.inf; col=random.choice(v)
        for c in v:
            s=minimax(drop(board,c,AI),depth-1,alpha,beta,False)[1]
            if s>value: value,col=s,c
            alpha=max(alpha,value)
            if alpha>=beta: break
        return col,value
    value=math.inf; col=random.choice(v)
    for c in v:
        s=minimax(drop(board,c,PLAYER),depth-1,alpha,beta,True)[1]
        if s<value: value,col=s,c
        beta=min(beta,value)
        if alpha>=beta: break
    return col,value
def game():
    board=create()
    while True:
        c=int(input("col: "))
        board=drop(board,c,PLAYER)
        col,score=minimax(board,3,-math.inf,math.inf,True)
        board=drop(board,col,AI)
if __name__=="__main__": game()
