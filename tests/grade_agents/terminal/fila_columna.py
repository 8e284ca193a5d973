# Tres en raya. El jugador es X, la computadora es O.
tablero = [["-", "-", "-"] for _ in range(3)]


def mostrar():
    print()
    for fila in tablero:
        print(" ".join(fila))
    print()


def lineas():
    yield from ([(f, c) for c in range(3)] for f in range(3))
    yield from ([(f, c) for f in range(3)] for c in range(3))
    yield [(i, i) for i in range(3)]
    yield [(i, 2 - i) for i in range(3)]


def gana(quien):
    return any(all(tablero[f][c] == quien for f, c in linea) for linea in lineas())


def libres():
    return [(f, c) for f in range(3) for c in range(3) if tablero[f][c] == "-"]


def falta_una(quien):
    for linea in lineas():
        marcas = [tablero[f][c] for f, c in linea]
        if marcas.count(quien) == 2 and marcas.count("-") == 1:
            return linea[marcas.index("-")]


def juega_computadora():
    casilla = falta_una("O") or falta_una("X")
    if casilla is None:
        casilla = (1, 1) if (1, 1) in libres() else libres()[0]
    tablero[casilla[0]][casilla[1]] = "O"


print("=== TRES EN RAYA ===")
turno = ""
while turno not in ("1", "2"):
    turno = input("¿Quién empieza? 1 = tú, 2 = la computadora: ")
es_mio = turno == "1"
while libres() and not gana("X") and not gana("O"):
    if es_mio:
        mostrar()
        texto = input("Tu jugada (fila,columna): ")
        try:
            f, c = [int(parte) - 1 for parte in texto.split(",")]
        except ValueError:
            print("Escribe por ejemplo 2,3")
            continue
        if (f, c) not in libres():
            print("Esa casilla no vale.")
            continue
        tablero[f][c] = "X"
    else:
        juega_computadora()
    es_mio = not es_mio
mostrar()
print("¡Ganaste!" if gana("X") else "Gana la computadora." if gana("O") else "Empate.")
