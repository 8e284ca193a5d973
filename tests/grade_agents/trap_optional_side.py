import random

def win(b, p):
    L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
    return any(b[x]==b[y]==b[z]==p for x,y,z in L)

class Bot:
    def __init__(self, mark=None):
        self.mark = mark or random.choice("XO")
        self.foe = "O" if self.mark=="X" else "X"
    def pick(self, board):
        free=[i for i in range(9) if board[i]=="-"]
        return max(free, key=lambda i: self.try_(board,i,self.mark))
    def try_(self, board, i, who):
        board[i]=who
        v=self.score(board, "O" if who=="X" else "X")
        board[i]="-"
        return v
    def score(self, board, who):
        if win(board,self.mark): return 1
        if win(board,self.foe): return -1
        free=[i for i in range(9) if board[i]=="-"]
        if not free: return 0
        vs=[self.try_(board,i,who) for i in free]
        return max(vs) if who==self.mark else min(vs)
