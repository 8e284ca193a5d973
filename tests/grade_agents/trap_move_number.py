
def win(b, p):
    L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
    return any(b[x]==b[y]==b[z]==p for x,y,z in L)

def minimax(b, turn):
    if win(b,'X'): return 10-turn
    if win(b,'O'): return turn-10
    if turn==9: return 0
    vals=[]
    for i in range(9):
        if b[i]==' ':
            b[i]='X' if turn%2==0 else 'O'
            vals.append(minimax(b,turn+1))
            b[i]=' '
    return max(vals) if turn%2==0 else min(vals)
def ai_move(b, turn):
    mark='X' if turn%2==0 else 'O'
    res=[]
    for i in range(9):
        if b[i]==' ':
            b[i]=mark
            res.append((minimax(b,turn+1),i))
            b[i]=' '
    return (max(res) if turn%2==0 else min(res))[1]
def main():
    board=[' ']*9
    turn=0
    while turn<9:
        if turn%2==0:
            m=int(input("move: "))
        else:
            m=ai_move(board,turn)
        board[m]='X' if turn%2==0 else 'O'
        turn+=1
if __name__=='__main__':
    main()
