def vencedor(t):
    for i in range(3):
        if t[i][0] != ' ' and t[i][0] == t[i][1] == t[i][2]:
            return t[i][0]
        if t[0][i] != ' ' and t[0][i] == t[1][i] == t[2][i]:
            return t[0][i]
    if t[1][1] != ' ' and t[0][2] == t[1][1] == t[2][0]:
        return t[1][1]

def mm(t, quem):
    v = vencedor(t)
    if v == 'O': return 1
    if v == 'X': return -1
    livres = [(i, j) for i in range(3) for j in range(3) if t[i][j] == ' ']
    if not livres: return 0
    notas = []
    for i, j in livres:
        t[i][j] = quem
        notas.append(mm(t, 'X' if quem == 'O' else 'O'))
        t[i][j] = ' '
    return max(notas) if quem == 'O' else min(notas)

def jogada_computador(tabuleiro):
    melhor = -2
    for i in range(3):
        for j in range(3):
            if tabuleiro[i][j] == ' ':
                tabuleiro[i][j] = 'O'
                n = mm(tabuleiro, 'X')
                tabuleiro[i][j] = ' '
                if n > melhor:
                    melhor = n
                    jogada = "{}{}".format(i + 1, j + 1)
    return jogada
