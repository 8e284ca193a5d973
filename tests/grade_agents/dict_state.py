from copy import deepcopy

def new_game():
    return {"board": [" "] * 9, "player": "X", "winner": None}

def moves(game):
    return [i for i in range(9) if game["board"][i] == " "]

def apply(game, i):
    g = deepcopy(game)
    g["board"][i] = g["player"]
    for a, b, c in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]:
        if g["board"][a] == g["board"][b] == g["board"][c] == g["player"]:
            g["winner"] = g["player"]
    g["player"] = "O" if g["player"] == "X" else "X"
    return g

def score(game, alpha=-2, beta=2):
    if game["winner"]:
        return -1
    if not moves(game):
        return 0
    for m in moves(game):
        alpha = max(alpha, -score(apply(game, m), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha

def ai_choose(game):
    return max(moves(game), key=lambda m: -score(apply(game, m)))
