from brett import Brett

TIEFE = 4


def bewerte(brett):
    """statische Bewertung: Mitte ist gut"""
    ich = brett.am_zug
    punkte = 0
    for zeile in brett.feld:
        for s, v in enumerate(zeile):
            if v:
                wert = 3 - abs(3 - s)
                punkte += wert if v == ich else -wert
    return punkte


def suche(brett, tiefe, alpha, beta):
    if brett.vier(3 - brett.am_zug):
        return -1000 - tiefe
    zuege = brett.moegliche()
    if not zuege:
        return 0
    if tiefe == 0:
        return bewerte(brett)
    for s in zuege:
        brett.setze(s)
        wert = -suche(brett, tiefe - 1, -beta, -alpha)
        brett.zurueck(s)
        if wert > alpha:
            alpha = wert
        if alpha >= beta:
            break
    return alpha


def bester_zug(brett, tiefe=TIEFE):
    bester, zug = -10 ** 9, None
    for s in brett.moegliche():
        brett.setze(s)
        wert = -suche(brett, tiefe - 1, -10 ** 9, 10 ** 9)
        brett.zurueck(s)
        if wert > bester:
            bester, zug = wert, s
    return zug
