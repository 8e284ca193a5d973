from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -float("inf")
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = float("inf")
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score = -float("inf")
    best_action = None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, float("inf"))
        if v > best_score:
            best_score = v
            best_action = a
    return best_action


def alpha_beta_player(game, state):
    return alpha_beta_search(state, game)
