# Tres en raya (gato)
VACIO = " "


def de_quien_es_el_turno(tablero):
    # cuenta las fichas
    x = tablero.count("X")
    o = tablero.count("O")
    if o > x:
        return "X"
    return "O"


def gana(tablero, ficha):
    lineas = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(all(tablero[i] == ficha for i in linea) for linea in lineas)


def libres(tablero):
    return [i for i in range(9) if tablero[i] == VACIO]


def minimax(tablero, yo):
    otro = "O" if yo == "X" else "X"
    if gana(tablero, yo):
        return 1
    if gana(tablero, otro):
        return -1
    if not libres(tablero):
        return 0
    turno = de_quien_es_el_turno(tablero)
    valores = []
    for i in libres(tablero):
        tablero[i] = turno
        valores.append(minimax(tablero, yo))
        tablero[i] = VACIO
    return max(valores) if turno == yo else min(valores)


def mejor_jugada(tablero, yo):
    mejor, jugada = -2, None
    for i in libres(tablero):
        tablero[i] = yo
        v = minimax(tablero, yo)
        tablero[i] = VACIO
        if v > mejor:
            mejor, jugada = v, i
    return jugada


def jugar():
    tablero = [VACIO] * 9
    while libres(tablero):
        i = int(input("Elige una casilla (1-9): ")) - 1
        tablero[i] = "X"
        if gana(tablero, "X") or not libres(tablero):
            break
        tablero[mejor_jugada(tablero, "O")] = "O"
        print(tablero[:3], tablero[3:6], tablero[6:], sep="\n")
        if gana(tablero, "O"):
            break


if __name__ == "__main__":
    jugar()
