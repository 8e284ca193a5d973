import random
tablica = [['.', '.', '.'], ['.', '.', '.'], ['.', '.', '.']]
GRACZ = 'X'
KOMPUTER = 'O'

def wyswietl():
    for wiersz in tablica:
        print(' '.join(wiersz))

def wygrana(znak):
    """Sprawdza czy dany znak wygral."""
    for i in range(3):
        if tablica[i][0] == tablica[i][1] == tablica[i][2] == znak:
            return True
        if tablica[0][i] == tablica[1][i] == tablica[2][i] == znak:
            return True
    if tablica[0][0] == tablica[1][1] == tablica[2][2] == znak:
        return True
    return tablica[0][2] == tablica[1][1] == tablica[2][0] == znak

def remis():
    return all(p != '.' for w in tablica for p in w)

def minimax(maks):
    if wygrana(KOMPUTER):
        return 1
    if wygrana(GRACZ):
        return -1
    if remis():
        return 0
    najlepszy = -2 if maks else 2
    for i in range(3):
        for j in range(3):
            if tablica[i][j] == '.':
                tablica[i][j] = KOMPUTER if maks else GRACZ
                w = minimax(not maks)
                tablica[i][j] = '.'
                najlepszy = max(najlepszy, w) if maks else min(najlepszy, w)
    return najlepszy

def ruch_komputera():
    """Komputer wykonuje ruch."""
    najlepszy = -2
    for i in range(3):
        for j in range(3):
            if tablica[i][j] == '.':
                tablica[i][j] = KOMPUTER
                w = minimax(False)
                tablica[i][j] = '.'
                if w > najlepszy:
                    najlepszy = w
                    ruch = (i, j)
    tablica[ruch[0]][ruch[1]] = KOMPUTER

while True:
    wyswietl()
    w = int(input("Podaj wiersz: "))
    k = int(input("Podaj kolumne: "))
    tablica[w][k] = GRACZ
    if wygrana(GRACZ) or remis():
        break
    ruch_komputera()
    if wygrana(KOMPUTER):
        print("Przegrales")
        break
