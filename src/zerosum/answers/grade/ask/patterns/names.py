"""What the names of functions and parameters usually mean, in the languages in which students write."""

from __future__ import annotations

import re


def tokens(name: str) -> list[str]:
    """The words of a name.

    >>> tokens("getBestMove_2D"), tokens("alphaBetaAI")
    (['get', 'best', 'move', '2', 'd'], ['alpha', 'beta', 'ai'])
    """
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ž]+|\d+", name)]


SPEAKING_FOR = {
    5: "minimax minmax alphabeta negamax negascout mcts expectimax alphabetapruning",
    4: """agent bot ai computer comp cpu machine opponent robot engine best optimal smart perfect choose choice
        pick select decide suggest decision mejor jugada movimiento maquina computadora ordenador elegir mover
        juega turno ruch komputera komputer najlepszy wybierz zagraj coup meilleur jouer ordinateur choisir ia
        joue zug bester computerzug rechner waehle besten mossa migliore scegli melhor jogada computador
        escolher joga hamle bilgisayar hod luchshiy kompyuter zet beste bästa""",
    3: "move action turn play think next act step answer respond strategy policy solve search",
    1: "find get compute calculate determine generate alpha beta ab mm",
    -2: "value values max min count lines rows line row column col window string str repr",
    -3: """make apply place put insert drop update mark set do execute perform result successor helper util utils
        key hash""",
    -5: """terminal gameover finished tie draws evaluate eval evaluation heuristic utility score random rand easy
        dumb beginner main run start loop test tests simulate benchmark tournament train load save""",
    -6: """is has check valid validate can any full over won win wins winner winning end ended available legal
        possible empty free moves actions cells squares spaces left remaining undo reset init initial setup
        create new copy clone switch swap toggle change other""",
    -7: "human user person manual input ask prompt read click clicked button event key mouse",
    -8: "print show display draw render paint title menu intro welcome instructions",
}
"""How much a word in the name of a function says that it chooses the move."""

CLASSES_SPEAKING_FOR = {
    4: "ai bot computer agent minimax genius smart alphabeta solver engine brain cpu machine",
    3: "hard unbeatable perfect negamax mcts strategy opponent",
    -6: "human user person manual random easy base abstract dumb gui window view button app",
}
"""The same for the name of its class."""

FUNCTION_WORDS = {word: score for score, words in SPEAKING_FOR.items() for word in words.split()}
CLASS_WORDS = {word: score for score, words in CLASSES_SPEAKING_FOR.items() for word in words.split()}

PARAMETER_WORDS = {
    "board": """board state grid cells squares field position pos b s bo g m matrix table tablero plansza plateau brett
        spielfeld tabuleiro griglia scacchiera game_state node current spaces marks map tab tahta bord stan
        stanje world situation layout places arr array list lst brd bd t tablica tabla spielbrett cuadro gameboard""",
    "player": """player mark symbol letter turn who me piece sign token marker side
        color colour ai computer comp bot cpu
        machine maximizer my mine p current active jugador gracz znak ficha yo joueur spieler simbolo simbol
        peca jogador mover self_mark role ich pion disc man
        char c letra moi oyuncu giocatore simge id num
        number sym symb shape own quem quien qui kto wer""",
    "opponent": """opponent enemy foe you other human adversary opp them rival oponente przeciwnik gegner adversaire
        user
        person hum theirs their minimizer second o_player""",
    "depth": """depth d level limit difficulty profundidad profondeur tiefe glebokosc profundidade derinlik lookahead
        plies""",
    "ply": "ply plies_played move_number movenumber moves_made turn_number round rounds count n_moves",
    "alpha": "alpha a alfa low lower",
    "beta": "beta high upper",
    "is_max": """maximizing max ismax maximize maximising maxplayer maximizingplayer ismaximizing maximiser is_max
        is_maximizing max_turn is_ai_turn ai_turn is_computer is_bot maximizando esmax""",
    "is_min": "minimizing ismin is_min is_human is_player_turn human_turn players_turn",
    "is_first": "is_x x_turn isx xturn is_first x_to_move xs_turn x_is_next first is_x_turn xisnext",
    "moves": """moves actions available legal options free possible available_moves legal_moves empty_cells valid_moves
        choices""",
    "last_move": "last last_move previous prev lastmove last_action",
    "history": "history past moves_so_far record",
    "observation": "observation obs",
    "configuration": "configuration config conf cfg",
    "game": "game",
    "state": "state",
    "callback": "callback cb on_move done play put respond",
    "seconds": "seconds time time_limit timeout time_left budget timelimit max_time",
}

_BY_NAME = {name: word for word, names in reversed(PARAMETER_WORDS.items()) for name in names.split()}

TURN_ATTRIBUTES = """turn to_play side_to_move whose_move
current_player currentplayer current_turn player to_move current next_player whose_turn
player_turn active_player active turno actual curr_player current_symbol current_mark nextplayer next_turn symbol letter
mark piece jugador_actual turn_of who gracz side current_letter playing"""
AGENT_NAMES = "ai computer comp bot cpu machine agent maximizer me max my komputer maquina ia computador ordinateur"
OTHER_NAMES = "human hu opponent user person you enemy min foe minimizer adversary player gracz jugador humano"


def word_for(name: str) -> str:
    """The word of an argument template that a parameter's name stands for, "" where it tells nothing.

    >>> [word_for(name) for name in ("board", "isMaximizing", "computer_letter", "obs", "max_depth", "zzz")]
    ['board', 'is_max', 'player', 'observation', 'depth', '']
    """
    lower = name.lower().strip("_")
    if lower in _BY_NAME:
        return _BY_NAME[lower]
    parts = tokens(name)
    joined = "".join(parts)
    if joined in _BY_NAME:
        return _BY_NAME[joined]
    for word in ("is_max", "is_min", "depth", "alpha", "beta", "observation", "opponent", "player", "board", "moves"):
        if any(_BY_NAME.get(part) == word and len(part) > 2 for part in parts):
            if word in ("is_max", "is_min") and "depth" in parts:
                return "depth"
            if word == "player" and parts[0] == "is":
                return "is_max"
            return word
    return ""


def function_score(name: str, owner: str = "") -> int:
    """How much a function's name says that it chooses the move.

    >>> function_score("find_best_move") > function_score("minimax") > 0 > function_score("print_board")
    True
    """
    score = sum(FUNCTION_WORDS.get(part, 0) for part in tokens(name))
    joined = "".join(tokens(name))
    if joined in ("minimax", "alphabeta", "negamax", "minmax"):
        score = 5
    if (tokens(name)[:1] == ["player"] and len(tokens(name)) > 1) or "player" in tokens(name)[1:]:
        score -= 3
    return score + sum(CLASS_WORDS.get(part, 0) for part in tokens(owner))
