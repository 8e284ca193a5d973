"""A position as the page shows it: its board, its legal moves, and how it came about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from zerosum.answers.analysis.adjudication import adjudicated
from zerosum.answers.analysis.sentences import ending, why_over
from zerosum.answers.play.game_file import written_game
from zerosum.answers.play.game_record import record_of
from zerosum.core.board import board_json, pieces_of, touched_by, turn_place
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, Move, Notation, State, listed
from zerosum.engines.search import searches_for
from zerosum.faces.web.jobs import Answer, Task


@lru_cache(maxsize=32)
def game_of(spec: str, count_from: str | None = None) -> Game:
    """The game of this name, loaded once."""
    return load(spec, count_from=None if count_from is None else int(count_from))


def begin(arguments: dict[str, Any]) -> tuple[Game, State, list[Any]]:
    """The game, the position to begin from and the moves since then that a request is about."""
    game = game_of(arguments["game"], arguments.get("count_from"))
    position = arguments.get("position")
    if position is not None:
        game = game.for_position(position)
    start = game.start if position is None else game.read_position(position)
    return game, start, game.read_moves(arguments.get("moves") or "", start)


def position(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The position after these moves."""
    game, start, moves = begin(arguments)
    yield position_json(game, start, moves)


def renumbered(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The moves of a game in another numbering: read by the game that counts from one number, written by the other.

    A move is the same number for the rules however it is written, so that there is nothing else to translate.
    """
    _, start, moves = begin(arguments)
    other, _, _ = begin({**arguments, "count_from": arguments["to"], "moves": ""})
    yield {"moves": other.line_text(start, moves)}


def game_text(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A game as a file of the game's own format has it: PGN for chess."""
    game, start, moves = begin(arguments)
    notation = notation_of(game)
    yield {"text": notation.write(written_game(game, record_of(game, tuple(arguments["players"]), moves, start)))}


def read_game(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """Where the first game of such a file begins, None for the usual start, and its moves."""
    game = game_of(arguments["game"])
    found = notation_of(game).read(arguments["text"])
    if not found:
        raise BadRequest("there is no game in this text")
    start = game.start if found[0].start is None else found[0].start
    position = None if start == game.start else game.position_text(start)
    yield {"position": position, "moves": game.line_text(start, found[0].moves)}


def notation_of(game: Game) -> Notation:
    """The format of a game's files; refused where it has none."""
    if game.notation is None:
        raise BadRequest(f"games of {game.name} have no file format of their own")
    return game.notation


def boards(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The positions after each of some lines of moves, for pictures; the moves of a line have blanks between them."""
    game, start, moves = begin(arguments)
    here = game.after(moves, start)
    lines = [game.read_moves(line, here) for line in arguments["lines"].split(";")]
    yield {"positions": [position_json(game, here, line, is_passing=True) for line in lines]}


def rules(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The rules of a game in pictures: the positions before and after the moves that show each of them."""
    shown = []
    for example in game_of(arguments["game"]).examples:
        game, start, moves = begin({"game": example.game, "position": example.position or None, "moves": example.moves})
        before, after = (position_json(game, start, line, is_passing=True) for line in ([], moves))
        shown.append({"words": example.words, "before": before, "after": after})
    yield {"examples": shown}


LONGEST_SAMPLE = 400
"""The most moves of a sample: random moves need not end a game that can repeat positions."""


def sample(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """A position after random moves, for pictures: after so many plies, or at the end of the game.

    A sample of some plies is never a finished game, unless the first move ends it.
    """
    game = game_of(arguments["game"])
    random = Random(arguments["seed"])
    wanted = LONGEST_SAMPLE if arguments["ended"] else arguments["plies"]
    state, moves = game.start, list[Move]()
    while len(moves) < wanted and not game.is_over(state):
        is_chance = game.to_move(state) == CHANCE
        move = game.roll(state, random) if is_chance else random.choice(list(listed(game.moves(state))))
        after = game.rules.play(state, move)
        if game.is_over(after) and not arguments["ended"]:
            break
        state = after
        moves.append(move)
    yield position_json(game, game.start, moves, is_passing=True)


def position_json(game: Game, start: State, moves: list[Any], *, is_passing: bool = False) -> dict[str, Any]:
    """All that a picture of a position needs. In one that passes at once, nobody moves by hand: it has no `changes`."""
    state, before = start, start
    movers = []
    rolled = ""
    for move in moves:
        movers.append(game.to_move(state))
        rolled = game.move_text(state, move) if movers[-1] == CHANCE else rolled
        before, state = state, game.rules.play(state, move)
    over = game.is_over(state)
    legal = [] if over else list(listed(game.moves(state)))
    texts = {move: game.move_text(state, move) for move in legal}
    adjudication = None if over else adjudicated(game, game.states_along(start, moves))
    return {
        "game": game.spec,
        "name": game.name,
        "sides": list(game.sides),
        "names": list(game.colours or game.sides),
        "marks": game.marks,
        "start": game.position_text(start),
        "is_start": start == game.start,
        "moves": game.line_text(start, moves),
        "movers": movers,
        "position": game.position_text(state),
        "turn_place": turn_place(game, state),
        "side": game.to_move(state),
        "mover": game.side_name(game.to_move(state)),
        "adjudication": None if adjudication is None else adjudication.reason,
        "over": over,
        "utility": game.utility(state) if over else None,
        "ending": ending(game, state) if over else None,
        "why_over": why_over(game, state) if over else "",
        "legal": list(texts.values()),
        "changes": {} if is_passing else changes(game, state, texts),
        "board": board_json(game, state, before, moves[-1] if moves else None, rolled, texts),
        "last": touched_by(game, before, moves[-1]) if moves else [],
        "text": game.text.draw(state),
        "what_to_type": game.text.what_to_type,
        "notation": None if game.notation is None else game.notation.name,
        "searches": list(searches_for(game)),
        "about": game.about,
    }


MOST_CHANGED = 15_000
"""The most cells to compare for `changes`: a board of 15x15 with as many moves would cost more than the reply."""


def changes(game: Game, state: State, texts: dict[Move, str]) -> dict[str, Any]:
    """What each move changes on the board, by the text of the move: so that the page can show it before it is sent.

    Nothing where the board has too many cells and moves, or has other cells after the move.
    """
    before = pieces_of(game, state)
    found: dict[str, Any] = {}
    if len(before) * len(texts) > MOST_CHANGED or game.to_move(state) == CHANCE:
        return found
    for move, text in texts.items():
        after = game.rules.play(state, move)
        pieces = pieces_of(game, after)
        if len(pieces) == len(before):
            side = game.to_move(after)
            found[text] = {
                "cells": {cell: piece for cell, piece in enumerate(pieces) if piece != before[cell]},
                "side": side,
                "mover": game.side_name(side),
                "over": game.is_over(after),
            }
    return found
