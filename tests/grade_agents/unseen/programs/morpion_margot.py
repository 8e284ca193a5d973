# Morpion - Margot L. (NSI terminale)

class Morpion:

    def __init__(self):
        self.grille = [[0, 0, 0],
                       [0, 0, 0],
                       [0, 0, 0]]
        self.joueur = 1          # 1 : croix, 2 : rond

    def cases_vides(self):
        vides = []
        for lig in range(3):
            for col in range(3):
                if self.grille[lig][col] == 0:
                    vides.append((lig, col))
        return vides

    def gagnant(self):
        g = self.grille
        for k in range(3):
            if g[k][0] != 0 and g[k][0] == g[k][1] == g[k][2]:
                return g[k][0]
            if g[0][k] != 0 and g[0][k] == g[1][k] == g[2][k]:
                return g[0][k]
        if g[1][1] != 0:
            if g[0][0] == g[1][1] == g[2][2] or g[0][2] == g[1][1] == g[2][0]:
                return g[1][1]
        return 0

    def fini(self):
        return self.gagnant() != 0 or self.cases_vides() == []

    def jouer(self, lig, col):
        assert self.grille[lig][col] == 0, "case occupée"
        self.grille[lig][col] = self.joueur
        self.joueur = 3 - self.joueur

    def annuler(self, lig, col):
        self.grille[lig][col] = 0
        self.joueur = 3 - self.joueur

    def evaluer(self):
        """ +1 si le joueur qui doit jouer gagne, -1 s'il perd, 0 sinon """
        if self.gagnant() != 0:
            return -1
        if self.cases_vides() == []:
            return 0
        meilleur = -2
        for (lig, col) in self.cases_vides():
            self.jouer(lig, col)
            meilleur = max(meilleur, -self.evaluer())
            self.annuler(lig, col)
        return meilleur

    def meilleur_coup(self):
        meilleur, coup = -2, None
        for (lig, col) in self.cases_vides():
            self.jouer(lig, col)
            score = -self.evaluer()
            self.annuler(lig, col)
            if score > meilleur:
                meilleur, coup = score, (lig, col)
        return coup

    def afficher(self):
        for ligne in self.grille:
            print(" ".join("·XO"[c] for c in ligne))
        print()


if __name__ == "__main__":
    m = Morpion()
    while not m.fini():
        m.jouer(*m.meilleur_coup())
        m.afficher()
