
def win(b, p):
    L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
    return any(b[x]==b[y]==b[z]==p for x,y,z in L)

def ai(board):
    flat=[c for r in board for c in r]
    me='X' if flat.count('X')==flat.count('O') else 'O'
    def mm(b,p):
        if win(b,'X'): return 1
        if win(b,'O'): return -1
        if '.' not in b: return 0
        vs=[]
        for i in range(9):
            if b[i]=='.':
                b[i]=p; vs.append(mm(b,'O' if p=='X' else 'X')); b[i]='.'
        return max(vs) if p=='X' else min(vs)
    best=None
    for i in range(9):
        if flat[i]=='.':
            flat[i]=me; v=mm(flat,'O' if me=='X' else 'X'); flat[i]='.'
            v=v if me=='X' else -v
            if best is None or v>best[0]: best=(v,i)
    return best[1]//3+1, best[1]%3+1
