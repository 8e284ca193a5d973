# -*- coding: utf-8 -*-
# Kółko i krzyżyk - gra z komputerem (Ewa)
import random

plansza = [' '] * 10   # pole 0 nieużywane

def rysuj():
    print()
    print(' ' + plansza[1] + ' | ' + plansza[2] + ' | ' + plansza[3])
    print('---+---+---')
    print(' ' + plansza[4] + ' | ' + plansza[5] + ' | ' + plansza[6])
    print('---+---+---')
    print(' ' + plansza[7] + ' | ' + plansza[8] + ' | ' + plansza[9])

def wygrana(z):
    p = plansza
    return ((p[1] == p[2] == p[3] == z) or (p[4] == p[5] == p[6] == z) or
            (p[7] == p[8] == p[9] == z) or (p[1] == p[4] == p[7] == z) or
            (p[2] == p[5] == p[8] == z) or (p[3] == p[6] == p[9] == z) or
            (p[1] == p[5] == p[9] == z) or (p[3] == p[5] == p[7] == z))

def wolne():
    return [i for i in range(1, 10) if plansza[i] == ' ']

def proba(z):
    for i in wolne():
        plansza[i] = z
        w = wygrana(z)
        plansza[i] = ' '
        if w:
            return i
    return None

def ruch_komputera():
    i = proba('O')          # wygraj jeśli się da
    if i: return i
    i = proba('X')          # zablokuj
    if i: return i
    if plansza[5] == ' ': return 5
    rogi = [i for i in (1, 3, 7, 9) if plansza[i] == ' ']
    if rogi:
        return random.choice(rogi)
    return random.choice(wolne())

print('Witaj w grze kółko i krzyżyk!')
rysuj()
while True:
    try:
        r = int(input('Podaj numer pola (1-9): '))
    except ValueError:
        print('To nie jest liczba!')
        continue
    if r not in wolne():
        print('To pole jest zajęte albo nie istnieje.')
        continue
    plansza[r] = 'X'
    if wygrana('X'):
        rysuj(); print('Wygrałeś!'); break
    if not wolne():
        rysuj(); print('Remis.'); break
    k = ruch_komputera()
    plansza[k] = 'O'
    print('Komputer wybiera pole', k)
    rysuj()
    if wygrana('O'):
        print('Przegrałeś.'); break
    if not wolne():
        print('Remis.'); break
