import os
import random


def wyczysc():
    os.system("cls" if os.name == "nt" else "clear")


class Gra:
    def __init__(self):
        self.pola = [" "] * 9
        self.gracz = "X"
        self.komputer = "O"

    def rysuj(self):
        wyczysc()
        print("  KÓŁKO I KRZYŻYK\n")
        print("    1   2   3")
        for w in range(3):
            print(f" {w + 1}  " + " | ".join(self.pola[3 * w : 3 * w + 3]))
            if w < 2:
                print("   ---+---+---")
        print()

    def wygral(self, znak):
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if self.pola[a] == self.pola[b] == self.pola[c] == znak:
                return True
        return False

    def wolne(self):
        return [i for i in range(9) if self.pola[i] == " "]

    def ocen(self, znak, alfa, beta):
        if self.wygral(self.komputer):
            return 10
        if self.wygral(self.gracz):
            return -10
        if not self.wolne():
            return 0
        for i in self.wolne():
            self.pola[i] = znak
            wynik = self.ocen(self.gracz if znak == self.komputer else self.komputer, alfa, beta)
            self.pola[i] = " "
            if znak == self.komputer:
                alfa = max(alfa, wynik)
            else:
                beta = min(beta, wynik)
            if alfa >= beta:
                break
        return alfa if znak == self.komputer else beta

    def ruch_komputera(self, poziom):
        if poziom == "1":
            self.pola[random.choice(self.wolne())] = self.komputer
            return
        najlepszy, pole = -100, None
        for i in self.wolne():
            self.pola[i] = self.komputer
            wynik = self.ocen(self.gracz, -100, 100)
            self.pola[i] = " "
            if wynik > najlepszy:
                najlepszy, pole = wynik, i
        self.pola[pole] = self.komputer


def main():
    gra = Gra()
    imie = input("Jak masz na imię? ")
    print(f"Cześć, {imie}!")
    print("Poziom trudności:\n 1. łatwy\n 2. trudny")
    poziom = input("Wybierz: ")
    while poziom not in ("1", "2"):
        poziom = input("Wybierz: ")
    zaczyna = input("Czy chcesz zacząć? (t/n) ").lower() == "t"
    if not zaczyna:
        gra.ruch_komputera(poziom)
    while True:
        gra.rysuj()
        try:
            wiersz = int(input("Podaj wiersz (1-3): "))
            kolumna = int(input("Podaj kolumnę (1-3): "))
        except ValueError:
            continue
        if not (1 <= wiersz <= 3 and 1 <= kolumna <= 3) or gra.pola[3 * wiersz + kolumna - 4] != " ":
            continue
        gra.pola[3 * wiersz + kolumna - 4] = gra.gracz
        if gra.wygral(gra.gracz) or not gra.wolne():
            break
        gra.ruch_komputera(poziom)
        if gra.wygral(gra.komputer) or not gra.wolne():
            break
    gra.rysuj()
    print("Koniec gry!")


main()
