# jogo da velha - Rosa
# o tabuleiro é um dicionário {'A1': ' ', ...}  colunas A B C, linhas 1 2 3

def novo():
    return {c + l: ' ' for l in '123' for c in 'ABC'}

LINHAS = [['A1','B1','C1'], ['A2','B2','C2'], ['A3','B3','C3'],
          ['A1','A2','A3'], ['B1','B2','B3'], ['C1','C2','C3'],
          ['A1','B2','C3'], ['C1','B2','A3']]

def venceu(tab, m):
    return any(all(tab[k] == m for k in l) for l in LINHAS)

def livres(tab):
    return [k for k in tab if tab[k] == ' ']

def minimax(tab, jogador, maquina):
    outro = 'O' if maquina == 'X' else 'X'
    if venceu(tab, maquina): return 1
    if venceu(tab, outro): return -1
    if not livres(tab): return 0
    prox = 'O' if jogador == 'X' else 'X'
    vals = []
    for k in livres(tab):
        tab[k] = jogador
        vals.append(minimax(tab, prox, maquina))
        tab[k] = ' '
    return max(vals) if jogador == maquina else min(vals)

def melhor_jogada(tab, maquina):
    outro = 'O' if maquina == 'X' else 'X'
    melhor = None
    for k in livres(tab):
        tab[k] = maquina
        v = minimax(tab, outro, maquina)
        tab[k] = ' '
        if melhor is None or v >= melhor[0]:
            melhor = (v, k)
    return melhor[1]

def mostra(tab):
    print('   A B C')
    for l in '123':
        print(l, ' ', ' '.join(tab[c + l] for c in 'ABC'))

if __name__ == '__main__':
    tab = novo()
    vez = 'X'
    while livres(tab) and not venceu(tab, 'X') and not venceu(tab, 'O'):
        mostra(tab)
        if vez == 'X':
            k = input('Jogada (ex. B2): ').upper()
            if k not in livres(tab):
                print('inválida')
                continue
        else:
            k = melhor_jogada(tab, 'O')
        tab[k] = vez
        vez = 'O' if vez == 'X' else 'X'
    mostra(tab)
