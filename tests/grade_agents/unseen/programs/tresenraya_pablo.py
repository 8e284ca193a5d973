# Tres en raya contra la máquina. Teclado numérico:
#  7 8 9
#  4 5 6
#  1 2 3
import sys

tablero = {n: ' ' for n in range(1, 10)}
LINEAS = [(7, 8, 9), (4, 5, 6), (1, 2, 3), (7, 4, 1), (8, 5, 2), (9, 6, 3), (7, 5, 3), (9, 5, 1)]

def pintar():
    for fila in ((7, 8, 9), (4, 5, 6), (1, 2, 3)):
        print('|'.join(tablero[n] for n in fila))

def gana(ficha):
    return any(all(tablero[n] == ficha for n in l) for l in LINEAS)

def libres():
    return [n for n in tablero if tablero[n] == ' ']

def valor(turno, yo, otro):
    if gana(yo): return 1
    if gana(otro): return -1
    if not libres(): return 0
    vs = []
    for n in libres():
        tablero[n] = turno
        vs.append(valor(otro if turno == yo else yo, yo, otro))
        tablero[n] = ' '
    return max(vs) if turno == yo else min(vs)

def jugada_maquina(yo, otro):
    mejor, donde = -2, None
    for n in libres():
        tablero[n] = yo
        v = valor(otro, yo, otro)
        tablero[n] = ' '
        if v > mejor:
            mejor, donde = v, n
    return donde

def jugar():
    ficha = ''
    while ficha not in ('X', 'O'):
        ficha = input('¿Quieres ser X o O? (X empieza) ').upper()
    maquina = 'O' if ficha == 'X' else 'X'
    turno = 'X'
    while True:
        if turno == ficha:
            pintar()
            while True:
                t = input('Tu jugada (1-9): ')
                if t.isdigit() and int(t) in libres():
                    break
                print('Jugada no válida')
            tablero[int(t)] = turno
        else:
            n = jugada_maquina(maquina, ficha)
            tablero[n] = turno
            print('La máquina juega en', n)
        if gana(turno):
            pintar()
            print('¡Gana', turno + '!')
            break
        if not libres():
            pintar()
            print('Empate')
            break
        turno = 'O' if turno == 'X' else 'X'

if __name__ == '__main__':
    jugar()
