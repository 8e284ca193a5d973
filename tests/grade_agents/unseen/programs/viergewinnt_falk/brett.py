"""Spielbrett für Vier gewinnt"""

ZEILEN = 6
SPALTEN = 7


class Brett:
    def __init__(self):
        self.feld = [[0] * SPALTEN for _ in range(ZEILEN)]   # 0 leer, 1 / 2 Spieler
        self.hoehe = [0] * SPALTEN
        self.am_zug = 1

    def moegliche(self):
        return [s for s in range(SPALTEN) if self.hoehe[s] < ZEILEN]

    def setze(self, s):
        z = ZEILEN - 1 - self.hoehe[s]
        self.feld[z][s] = self.am_zug
        self.hoehe[s] += 1
        self.am_zug = 3 - self.am_zug

    def zurueck(self, s):
        self.hoehe[s] -= 1
        self.feld[ZEILEN - 1 - self.hoehe[s]][s] = 0
        self.am_zug = 3 - self.am_zug

    def vier(self, spieler):
        f = self.feld
        for z in range(ZEILEN):
            for s in range(SPALTEN):
                if f[z][s] != spieler:
                    continue
                if s + 3 < SPALTEN and all(f[z][s + i] == spieler for i in range(4)):
                    return True
                if z + 3 < ZEILEN:
                    if all(f[z + i][s] == spieler for i in range(4)):
                        return True
                    if s + 3 < SPALTEN and all(f[z + i][s + i] == spieler for i in range(4)):
                        return True
                    if s - 3 >= 0 and all(f[z + i][s - i] == spieler for i in range(4)):
                        return True
        return False

    def __str__(self):
        return "\n".join(" ".join(".XO"[v] for v in zeile) for zeile in self.feld) + "\n1 2 3 4 5 6 7"
