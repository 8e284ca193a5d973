import random

spalten = "ABC"


def zeige(feld):
    print("\n    A   B   C")
    print("  ┌───┬───┬───┐")
    for r in range(3):
        print(f"{r + 1} │ " + " │ ".join(feld[r]) + " │")
        print("  ├───┼───┼───┤" if r < 2 else "  └───┴───┴───┘")


def sieger(feld):
    for r in range(3):
        if feld[r][0] != " " and feld[r][0] == feld[r][1] == feld[r][2]:
            return feld[r][0]
        if feld[0][r] != " " and feld[0][r] == feld[1][r] == feld[2][r]:
            return feld[0][r]
    if feld[1][1] != " " and (feld[0][0] == feld[1][1] == feld[2][2] or feld[0][2] == feld[1][1] == feld[2][0]):
        return feld[1][1]
    return None


def frei(feld):
    return [(r, s) for r in range(3) for s in range(3) if feld[r][s] == " "]


def wert(feld, ich, du, am_zug, tiefe):
    gewonnen = sieger(feld)
    if gewonnen:
        return 1 if gewonnen == ich else -1
    if not frei(feld) or tiefe == 0:
        return 0
    werte = []
    for r, s in frei(feld):
        feld[r][s] = am_zug
        werte.append(wert(feld, ich, du, du if am_zug == ich else ich, tiefe - 1))
        feld[r][s] = " "
    return max(werte) if am_zug == ich else min(werte)


def bester_zug(feld, ich, du):
    bester = None
    for r, s in frei(feld):
        feld[r][s] = ich
        w = wert(feld, ich, du, du, 1)
        feld[r][s] = " "
        if bester is None or w > bester[0]:
            bester = (w, r, s)
    return bester[1:]


if __name__ == "__main__":
    nochmal = "j"
    while nochmal == "j":
        feld = [[" "] * 3 for _ in range(3)]
        print("Drei gewinnt! Die Münze entscheidet, wer anfängt ...")
        mensch = random.choice("XO")
        rechner = "O" if mensch == "X" else "X"
        print("Du bist", mensch, "- X fängt an.")
        dran = "X"
        while not sieger(feld) and frei(feld):
            if dran == mensch:
                zeige(feld)
                zug = input("Dein Zug (z.B. B2): ").strip().upper()
                if len(zug) != 2 or zug[0] not in spalten or zug[1] not in "123":
                    print("Das verstehe ich nicht.")
                    continue
                r, s = int(zug[1]) - 1, spalten.index(zug[0])
                if feld[r][s] != " ":
                    print("Das Feld ist besetzt.")
                    continue
            else:
                r, s = bester_zug(feld, rechner, mensch)
            feld[r][s] = dran
            dran = "O" if dran == "X" else "X"
        zeige(feld)
        print("Ergebnis:", sieger(feld) or "unentschieden")
        nochmal = input("Noch ein Spiel? (j/n) ")
