from brett import Brett
from ki import bester_zug


def eingabe(brett):
    while True:
        t = input("Spalte (1-7): ")
        if t.isdigit() and int(t) - 1 in brett.moegliche():
            return int(t) - 1
        print("Geht nicht.")


def main():
    brett = Brett()
    while True:
        spieler = brett.am_zug
        if spieler == 1:
            print(brett)
            s = eingabe(brett)
        else:
            s = bester_zug(brett)
            print("Computer wählt Spalte", s + 1)
        brett.setze(s)
        if brett.vier(spieler):
            print(brett)
            print("Spieler", spieler, "gewinnt!")
            return
        if not brett.moegliche():
            print("Unentschieden")
            return


if __name__ == "__main__":
    main()
