import random

def win(b, p):
    L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,7)]
    return any(b[x]==b[y]==b[z]==p for x,y,z in L)

def empty(b): return [i for i,c in enumerate(b) if c==0]
def nega(b, p):
    if win(b,3-p): return -1
    if not empty(b): return 0
    best=-2
    for i in empty(b):
        b[i]=p; best=max(best,-nega(b,3-p)); b[i]=0
    return best
def computer_move(board, level=2, player=2):
    if level==1: return random.choice(empty(board))
    best,move=-2,None
    for i in empty(board):
        board[i]=player; v=-nega(board,3-player); board[i]=0
        if v>best: best,move=v,i
    return move
if __name__=='__main__':
    b=[0]*9
    while empty(b):
        b[int(input())]=1
        b[computer_move(b)]=2
