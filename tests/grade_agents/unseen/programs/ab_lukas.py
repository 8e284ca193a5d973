# tic tac toe mit alpha beta (Lukas, Q11)
spieler = 'X'
computer = 'O'

gewinn = ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6))

def gewonnen(feld, z):
    for a, b, c in gewinn:
        if feld[a] == z and feld[b] == z and feld[c] == z:
            return True
    return False

def frei(feld):
    return [i for i, z in enumerate(feld) if z == '.']

def minimax(feld, tiefe, alpha, beta, maximieren):
    if gewonnen(feld, computer): return 1
    if gewonnen(feld, spieler): return -1
    if len(frei(feld)) == 0: return 0
    if maximieren:
        best = -1000
        for zug in frei(feld):
            feld[zug] = computer
            wert = minimax(feld, tiefe+1, alpha, beta, False)
            feld[zug] = '.'
            best = max(best, wert)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    else:
        best = 1000
        for zug in frei(feld):
            feld[zug] = spieler
            wert = minimax(feld, tiefe+1, alpha, beta, True)
            feld[zug] = '.'
            best = min(best, wert)
            beta = min(beta, wert)
            if beta >= alpha:
                break
        return best

def computer_zug(feld):
    bester_wert = -1000
    bester_zug = None
    for zug in frei(feld):
        feld[zug] = computer
        wert = minimax(feld, 0, -1000, 1000, False)
        feld[zug] = '.'
        if wert > bester_wert:
            bester_wert = wert
            bester_zug = zug
    return bester_zug

def zeige(feld):
    print()
    for r in range(3):
        print(' '.join(feld[3*r:3*r+3]))

if __name__ == "__main__":
    feld = ['.'] * 9
    while True:
        zeige(feld)
        z = int(input("Dein Zug (1-9): ")) - 1
        if feld[z] != '.':
            print("Schon belegt!")
            continue
        feld[z] = spieler
        if gewonnen(feld, spieler):
            print("Du hast gewonnen"); break
        if not frei(feld):
            print("Unentschieden"); break
        feld[computer_zug(feld)] = computer
        if gewonnen(feld, computer):
            zeige(feld)
            print("Der Computer gewinnt"); break
