# role True means x

def win(b, p):
    L=[(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
    return any(b[x]==b[y]==b[z]==p for x,y,z in L)

def empties(b): return [i for i in range(9) if b[i]=='.']
def search(b, role, me):
    if win(b,'x'): return 1 if me else -1
    if win(b,'o'): return -1 if me else 1
    if not empties(b): return 0
    vals=[]
    for i in empties(b):
        b[i]='x' if role else 'o'
        vals.append(search(b, not role, me))
        b[i]='.'
    return max(vals) if role==me else min(vals)
def choose(b, role):
    best=None
    for i in empties(b):
        b[i]='x' if role else 'o'
        v=search(b, not role, role)
        b[i]='.'
        if best is None or v>best[0]: best=(v,i)
    return best[1]
