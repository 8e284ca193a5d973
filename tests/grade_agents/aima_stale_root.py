infinity = float("inf")


def alphabeta_full_search(game, state):
    """returns the last of the moves that look equally good"""
    me = game.to_move(state)

    def value(s, alpha, beta):
        if game.terminal_test(s):
            return game.utility(s, me)
        if game.to_move(s) == me:
            for a in game.actions(s):
                alpha = max(alpha, value(game.result(s, a), alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        for a in game.actions(s):
            beta = min(beta, value(game.result(s, a), alpha, beta))
            if alpha >= beta:
                return alpha
        return beta

    best, alpha = None, -infinity
    for a in game.actions(state):
        v = value(game.result(state, a), alpha, infinity)
        if v >= alpha:
            alpha, best = v, a
    return best


def player(game, state):
    return alphabeta_full_search(game, state)
