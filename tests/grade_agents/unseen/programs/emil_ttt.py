import copy

X="X"
O="O"
EMPTY=None

def initial_state():
    return [[EMPTY,EMPTY,EMPTY],[EMPTY,EMPTY,EMPTY],[EMPTY,EMPTY,EMPTY]]

def player(board):
    flat=board[0]+board[1]+board[2]
    if flat.count(X)==flat.count(O):
        return X
    return O

def actions(board):
    s=set()
    for i in range(3):
        for j in range(3):
            if board[i][j]==EMPTY: s.add((i,j))
    return s

def result(board,action):
    if board[action[0]][action[1]]!=EMPTY:
        raise Exception
    nb=copy.deepcopy(board)
    nb[action[0]][action[1]]=player(board)
    return nb

def winner(board):
    for p in (X,O):
        #rows
        if board[0][0]==p and board[0][1]==p and board[0][2]==p: return p
        if board[1][0]==p and board[1][1]==p and board[1][2]==p: return p
        if board[2][0]==p and board[2][1]==p and board[2][2]==p: return p
        #cols
        if board[0][0]==p and board[1][0]==p and board[2][0]==p: return p
        if board[0][1]==p and board[1][1]==p and board[2][1]==p: return p
        if board[0][2]==p and board[1][2]==p and board[2][2]==p: return p
        #diag
        if board[0][0]==p and board[1][1]==p and board[2][2]==p: return p
        if board[0][2]==p and board[1][1]==p and board[2][1]==p: return p
    return None

def terminal(board):
    if winner(board)!=None: return True
    return len(actions(board))==0

def utility(board):
    w=winner(board)
    if w==X: return 1
    elif w==O: return -1
    return 0

def minimax(board):
    if terminal(board): return None
    me=player(board)
    best=None
    bestv=None
    for a in actions(board):
        v=val(result(board,a))
        if best is None or (me==X and v>bestv) or (me==O and v<bestv):
            best=a
            bestv=v
    return best

def val(board):
    if terminal(board): return utility(board)
    vs=[val(result(board,a)) for a in actions(board)]
    if player(board)==X: return max(vs)
    return min(vs)
