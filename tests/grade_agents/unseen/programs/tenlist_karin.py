"""
Luffarschack 3x3, spelare mot dator.
Brädet är en lista med 10 platser, plats 0 används inte.
"""

def vinner(b, m):
    rader = [(1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)]
    for r in rader:
        if b[r[0]] == m and b[r[1]] == m and b[r[2]] == m:
            return True
    return False

def lediga(b):
    return [i for i in range(1, 10) if b[i] == '-']

def negamax(b, m, djup):
    motst = 'O' if m == 'X' else 'X'
    if vinner(b, motst):
        return -10 + djup
    if len(lediga(b)) == 0:
        return 0
    bast = -100
    for i in lediga(b):
        b[i] = m
        v = -negamax(b, motst, djup + 1)
        b[i] = '-'
        if v > bast:
            bast = v
    return bast

def valjDrag(b, datorn='O'):
    motst = 'O' if datorn == 'X' else 'X'
    bast = -100
    drag = None
    for i in lediga(b):
        b[i] = datorn
        v = -negamax(b, motst, 1)
        b[i] = '-'
        if v > bast:
            bast = v
            drag = i
    return drag

def rita(b):
    for i in (1, 4, 7):
        print(b[i], b[i+1], b[i+2])

def spela():
    b = ['-'] * 10
    tur = 'X'
    while lediga(b):
        rita(b)
        if tur == 'X':
            i = int(input('Ditt drag (1-9): '))
            if i not in lediga(b):
                print('Upptaget!')
                continue
        else:
            i = valjDrag(b)
            print('Datorn:', i)
        b[i] = tur
        if vinner(b, tur):
            rita(b)
            print(tur, 'vann!')
            return
        tur = 'O' if tur == 'X' else 'X'
    print('Oavgjort')

if __name__ == '__main__':
    spela()
