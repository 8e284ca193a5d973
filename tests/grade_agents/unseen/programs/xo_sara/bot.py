def value(game, me):
    if game.winner() == me:
        return 1
    if game.winner() is not None:
        return -1
    if not game.legal():
        return 0
    values = [value(game.move(i, j), me) for i, j in game.legal()]
    return max(values) if game.player == me else min(values)


def choose(game):
    me = game.player
    return max(game.legal(), key=lambda m: value(game.move(*m), me))
