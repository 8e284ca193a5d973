# -*- coding: utf-8 -*-
# Kółko i krzyżyk
PUSTE = "_"
KRZYZYK = "X"
KOLKO = "O"


def wygrana(plansza, znak):
    for i in range(3):
        if plansza[i][0] == plansza[i][1] == plansza[i][2] == znak:
            return True
        if plansza[0][i] == plansza[1][i] == plansza[2][i] == znak:
            return True
    if plansza[0][0] == plansza[1][1] == plansza[2][2] == znak:
        return True
    return plansza[0][2] == plansza[1][1] == plansza[2][0] == znak


def przeciwnik(znak):
    return KOLKO if znak == KRZYZYK else KRZYZYK


def wolne_pola(plansza):
    return [(w, k) for w in range(3) for k in range(3) if plansza[w][k] == PUSTE]


def ocena(plansza, znak, gracz):
    if wygrana(plansza, gracz):
        return 1
    if wygrana(plansza, przeciwnik(gracz)):
        return -1
    pola = wolne_pola(plansza)
    if not pola:
        return 0
    wyniki = []
    for w, k in pola:
        plansza[w][k] = znak
        wyniki.append(ocena(plansza, przeciwnik(znak), gracz))
        plansza[w][k] = PUSTE
    return max(wyniki) if znak == gracz else min(wyniki)


def ruch_komputera(plansza, znak):
    najlepszy = None
    for w, k in wolne_pola(plansza):
        plansza[w][k] = znak
        o = ocena(plansza, przeciwnik(znak), znak)
        plansza[w][k] = PUSTE
        if najlepszy is None or o > najlepszy[0]:
            najlepszy = (o, w, k)
    return najlepszy[1:]


def graj():
    plansza = [[PUSTE] * 3 for _ in range(3)]
    znak = KRZYZYK
    while wolne_pola(plansza) and not wygrana(plansza, KRZYZYK) and not wygrana(plansza, KOLKO):
        for wiersz in plansza:
            print(" ".join(wiersz))
        if znak == KRZYZYK:
            w = int(input("Podaj wiersz (1-3): ")) - 1
            k = int(input("Podaj kolumnę (1-3): ")) - 1
        else:
            w, k = ruch_komputera(plansza, znak)
            print("Komputer gra", w + 1, k + 1)
        plansza[w][k] = znak
        znak = przeciwnik(znak)


graj()
