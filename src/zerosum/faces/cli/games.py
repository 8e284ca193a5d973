"""`zerosum games`: what can be played, and the rules of one game."""

from __future__ import annotations

import argparse

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, SECOND
from zerosum.faces.cli.options import add_common, add_conventions, add_game, load_game

EXAMPLE = "zerosum games othello:6"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser, nargs="?")
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list, or one game's page."""
    return list_games(options) if options.game is None else explain_game(options)


def list_games(options: argparse.Namespace) -> int:
    """Every registered game, a line each."""
    from zerosum.core.games import GAMES
    from zerosum.faces.cli.output import Output, print_json

    if options.json:
        print_json([{"name": name, "form": entry.form, "about": entry.blurb} for name, entry in GAMES.items()])
        return 0
    out = Output(plain=options.plain)
    out.table(["game", "written as", "what it is"], [[name, entry.form, entry.blurb] for name, entry in GAMES.items()])
    out.say()
    out.say("Your own game: zerosum play my_game.py (see docs/write-your-own-game.md)")
    out.say("A game of OpenSpiel: zerosum play openspiel:tic_tac_toe (see docs/bridge.md)")
    return 0


def explain_game(options: argparse.Namespace) -> int:
    """The rules of a game, how to type a move, and its first position."""
    from zerosum.faces.cli.output import Output, print_json

    game = load_game(options)
    rules = game.rules
    extras = {
        "estimate": rules.estimate is not None,
        "canonical": rules.canonical is not None,
        "order": rules.order is not None,
        "key": rules.key is not None,
    }
    if options.json:
        print_json(
            {
                "game": game.spec,
                "name": game.name,
                "about": game.about,
                "sides": list(game.sides),
                "margin": game.margin,
                "start": game.position_text(game.start),
                "moves": [game.move_text(game.start, move) for move in game.moves(game.start)],
                "has": extras,
            }
        )
        return 0
    out = Output(plain=options.plain)
    out.say(f"{game.name} ({game.spec})", style="bold")
    if game.about:
        out.say(game.about)
    out.say()
    out.board(game.text.draw(game.start), game.sides)
    out.say()
    out.say(f"Sides: {who_begins(game)}.")
    kind = "the margin" if game.margin else "win, draw or loss, with the distance in plies"
    out.say(f"Value: {kind if game.rules.odds is None else 'the expected result, since dice decide too'}.")
    out.say(f"To move, type {game.text.what_to_type}.")
    out.say(f"Position: {game.position_text(game.start)}")
    named = {
        "estimate": "an estimate for depth limits",
        "order": "an order of moves, most promising first",
        "canonical": "its symmetries",
        "key": "a key for each position",
    }
    brings = [words for name, words in named.items() if extras[name]]
    out.say(f"Beyond its rules it brings: {', '.join(brings) if brings else 'nothing'}.")
    return 0


def who_begins(game: Game) -> str:
    """The names of the sides, and which of them moves first, unless dice are rolled before."""
    first, second = game.sides
    begins = game.to_move(game.start)
    if begins == CHANCE:
        return f"{first} and {second}; the first move is one of chance"
    return f"{second} moves first, then {first}" if begins == SECOND else f"{first} moves first, then {second}"
