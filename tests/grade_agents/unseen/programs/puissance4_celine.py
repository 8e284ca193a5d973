# Puissance 4 - Céline D.
LIG, COL = 6, 7
VIDE, ROUGE, JAUNE = '.', 'R', 'J'


class Plateau:
    def __init__(self):
        self.colonnes = [[] for _ in range(COL)]     # chaque colonne est une pile

    def case(self, l, c):
        return self.colonnes[c][l] if l < len(self.colonnes[c]) else VIDE

    def coups(self):
        return [c for c in (3, 2, 4, 1, 5, 0, 6) if len(self.colonnes[c]) < LIG]

    def poser(self, c, jeton):
        self.colonnes[c].append(jeton)

    def enlever(self, c):
        self.colonnes[c].pop()

    def gagne(self, j):
        for l in range(LIG):
            for c in range(COL):
                for dl, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    if 0 <= l + 3 * dl < LIG and c + 3 * dc < COL:
                        if all(self.case(l + k * dl, c + k * dc) == j for k in range(4)):
                            return True
        return False

    def afficher(self):
        for l in range(LIG - 1, -1, -1):
            print(' '.join(self.case(l, c) for c in range(COL)))
        print('1 2 3 4 5 6 7')


def negamax(p, moi, lui, prof, a, b):
    if p.gagne(lui):
        return -100 - prof
    if prof == 0 or not p.coups():
        return 0
    for c in p.coups():
        p.poser(c, moi)
        v = -negamax(p, lui, moi, prof - 1, -b, -a)
        p.enlever(c)
        if v >= b:
            return v
        a = max(a, v)
    return a


def coup_ordi(p, moi, lui, prof=4):
    mieux, ou = -10**6, None
    for c in p.coups():
        p.poser(c, moi)
        v = -negamax(p, lui, moi, prof - 1, -10**6, -mieux)
        p.enlever(c)
        if v > mieux:
            mieux, ou = v, c
    return ou


p = Plateau()
qui = input("Qui commence ? (m)oi / (o)rdinateur : ")
tour = ROUGE if qui.lower().startswith('m') else JAUNE
while True:
    if tour == ROUGE:
        p.afficher()
        s = input("Colonne (1-7) : ")
        if not s.isdigit() or int(s) - 1 not in p.coups():
            print("Impossible.")
            continue
        p.poser(int(s) - 1, ROUGE)
    else:
        c = coup_ordi(p, JAUNE, ROUGE)
        p.poser(c, JAUNE)
        print("L'ordinateur joue la colonne", c + 1)
    if p.gagne(tour):
        p.afficher()
        print("Gagné !" if tour == ROUGE else "Perdu !")
        break
    if not p.coups():
        print("Égalité")
        break
    tour = ROUGE if tour == JAUNE else JAUNE
