import random

print("KÓŁKO I KRZYŻYK")
pola = [".", ".", ".", ".", ".", ".", ".", ".", "."]
linie = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
kto = "X"
while True:
    if kto == "X":
        print(" ".join(pola[0:3]))
        print(" ".join(pola[3:6]))
        print(" ".join(pola[6:9]))
        ruch = input("Twój ruch - podaj wiersz i kolumnę (np. 2 3): ").split()
        if len(ruch) != 2 or not all(r in "123" for r in ruch):
            print("Zły ruch!")
            continue
        nr = (int(ruch[0]) - 1) * 3 + int(ruch[1]) - 1
        if pola[nr] != ".":
            print("To pole jest zajęte!")
            continue
    else:
        nr = None
        for znak in "OX":
            for linia in linie:
                zawartosc = [pola[i] for i in linia]
                if nr is None and zawartosc.count(znak) == 2 and "." in zawartosc:
                    nr = linia[zawartosc.index(".")]
        if nr is None:
            nr = 4 if pola[4] == "." else random.choice([i for i in range(9) if pola[i] == "."])
        print("Komputer wybrał", nr // 3 + 1, nr % 3 + 1)
    pola[nr] = kto
    if any(all(pola[i] == kto for i in linia) for linia in linie):
        print("Wygrywa", kto)
        break
    if "." not in pola:
        print("Remis")
        break
    kto = "O" if kto == "X" else "X"
