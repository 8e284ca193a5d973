# il gioco del tris - Sofia
# il computer gioca 'O', io 'X'
griglia = [[" "," "," "],[" "," "," "],[" "," "," "]]
IO = "X"
COMPUTER = "O"

def piena():
    return all(griglia[r][c] != " " for r in range(3) for c in range(3))

def vince(g):
    for i in range(3):
        if griglia[i][0] == griglia[i][1] == griglia[i][2] == g: return True
        if griglia[0][i] == griglia[1][i] == griglia[2][i] == g: return True
    if griglia[0][0] == griglia[1][1] == griglia[2][2] == g: return True
    if griglia[0][2] == griglia[1][1] == griglia[2][0] == g: return True
    return False

def punteggio(massimo):
    if piena():
        return 0
    if vince(COMPUTER):
        return 1
    if vince(IO):
        return -1
    valori = []
    for r in range(3):
        for c in range(3):
            if griglia[r][c] == " ":
                griglia[r][c] = COMPUTER if massimo else IO
                valori.append(punteggio(not massimo))
                griglia[r][c] = " "
    return max(valori) if massimo else min(valori)

def mossa_computer():
    migliore = None
    dove = None
    for r in range(3):
        for c in range(3):
            if griglia[r][c] == " ":
                griglia[r][c] = COMPUTER
                v = punteggio(False)
                griglia[r][c] = " "
                if migliore is None or v > migliore:
                    migliore = v
                    dove = (r, c)
    griglia[dove[0]][dove[1]] = COMPUTER
    return dove

def stampa():
    for r in griglia:
        print("|".join(r))
    print()

def gioca():
    while True:
        stampa()
        r = int(input("riga (0-2): "))
        c = int(input("colonna (0-2): "))
        if griglia[r][c] != " ":
            print("occupata")
            continue
        griglia[r][c] = IO
        if vince(IO): print("Hai vinto!"); return
        if piena(): print("Pareggio"); return
        print("Il computer gioca", mossa_computer())
        if vince(COMPUTER): stampa(); print("Hai perso"); return

if __name__ == "__main__":
    gioca()
