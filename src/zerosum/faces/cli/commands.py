"""The commands: in groups, each with its one line of help. The file `cli/NAME.py` has the options and runs it."""

from __future__ import annotations

from itertools import chain

GROUPS = {
    "play": {
        "play": "play a game in the terminal",
        "match": "play games between two players, sides swapped, and give the score",
        "engine": "let other programs play a game, over standard input and output (UGI, UCI, GTP)",
        "web": "open the lab in the browser: play, analyze, watch a search think",
    },
    "look at positions and searches": {
        "analyze": "show the value of every move of a position",
        "review": "judge a game move by move",
        "compare": "compare search algorithms on the same positions: nodes, cut-offs, time, memory",
        "report": "write a lab report: the game as a search problem, pseudocode, measurements, plots, trees",
        "tree": "show a searched tree with values, windows and cuts",
    },
    "grade programs": {
        "grade": "grade someone's agent against perfect play, and show the smallest position where it is wrong",
        "assignment": "make a homework: new, verify, export gradescope or pytest",
    },
    "games, and your own": {
        "games": "list the games, or explain one",
        "check": "prove the rules of your own game sound, or show the shortest game that breaks them",
        "perft": "count the move sequences of a position, to check rules and measure their speed",
    },
    "solve whole games": {
        "solve": "compute the exact value of every position of a game, and store the table in a folder",
        "probe": "show the value of every move of a position from a solved table",
        "stats": "count the positions of a solved table by layer and value",
        "query": "ask a solved table in SQL, or a ready question: the longest win, only moves, where a player errs",
        "book": "compute the exact values of the first plies of a game, or check and show such a book",
    },
}

COMMANDS = dict(chain.from_iterable(map(dict.items, GROUPS.values())))
