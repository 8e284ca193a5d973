class Tabla:
    """iks-oks tabla"""

    def __init__(self, polja=None):
        self.polja = polja or [None] * 9

    def slobodna(self):
        return [i for i, p in enumerate(self.polja) if p is None]

    def pobeda(self, znak):
        p = self.polja
        for a, b, c in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)):
            if p[a] == p[b] == p[c] == znak:
                return True
        return False

    def posle(self, i, znak):
        q = list(self.polja)
        q[i] = znak
        return Tabla(q)

    def ocena(self, znak):
        """open lines for me minus open lines for the other"""
        drugi = 'O' if znak == 'X' else 'X'
        s = 0
        for t in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)):
            v = [self.polja[i] for i in t]
            if drugi not in v: s += 1
            if znak not in v: s -= 1
        return s


def potez(tabla, znak):
    """one ply: win now if possible, else the best looking board"""
    najbolji, gde = -1000, None
    for i in tabla.slobodna():
        t = tabla.posle(i, znak)
        s = 1000 if t.pobeda(znak) else t.ocena(znak)
        if s > najbolji:
            najbolji, gde = s, i
    return gde


if __name__ == '__main__':
    t = Tabla()
    znak = 'X'
    while t.slobodna() and not t.pobeda('X') and not t.pobeda('O'):
        t = t.posle(potez(t, znak), znak)
        znak = 'O' if znak == 'X' else 'X'
        for r in (0, 3, 6):
            print(' '.join(x or '.' for x in t.polja[r:r+3]))
        print()
