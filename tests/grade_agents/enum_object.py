from enum import Enum
class Cell(Enum):
    EMPTY=0
    X=1
    O=2
class Board:
    def __init__(self):
        self.grid=[[Cell.EMPTY]*3 for _ in range(3)]
        self.current=Cell.X
    def winner(self):
        g=self.grid
        for l in g+[list(c) for c in zip(*g)]+[[g[i][i] for i in range(3)],[g[i][2-i] for i in range(3)]]:
            if l[0]!=Cell.EMPTY and l[0]==l[1]==l[2]: return l[0]
    def free(self): return [(r,c) for r in range(3) for c in range(3) if self.grid[r][c]==Cell.EMPTY]
def other(p): return Cell.O if p==Cell.X else Cell.X
def value(board, who, me):
    w=board.winner()
    if w: return 1 if w==me else -1
    if not board.free(): return 0
    vs=[]
    for r,c in board.free():
        board.grid[r][c]=who; vs.append(value(board,other(who),me)); board.grid[r][c]=Cell.EMPTY
    return max(vs) if who==me else min(vs)
def find_best_move(board: Board):
    me=board.current; best=(-2,None)
    for r,c in board.free():
        board.grid[r][c]=me; v=value(board,other(me),me); board.grid[r][c]=Cell.EMPTY
        if v>best[0]: best=(v,(r,c))
    return best[1]
