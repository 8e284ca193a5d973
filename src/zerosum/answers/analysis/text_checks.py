"""Whether the text forms of a game are sound: texts of positions and moves that read back, errors with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

from zerosum.answers.analysis.wrong_rules import Fault
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.games.user_files.blaming import describe
from zerosum.core.rules import Move, State, listed

URL_SAFE = re.compile(r"[A-Za-z0-9._~/:,;@!$*+'()-]+")
JUNK = ("", "?", "no such thing", "-1", "999999999999999999999", "é")
RESERVED = frozenset(("hint", "values", "why", "nodes", "undo", "review", "board", "help", "quit", "exit", "?")).union(
    ("*", "1-0", "0-1", "1/2-1/2")
)
"""What `play` and records understand as something other than a move."""


def check_text_forms(game: Game, state: State, *, needs_position_text: bool) -> None:
    """Raise `Fault` where the texts of a position or its moves do not read back, or a reader raises a wrong error."""
    text = game.position_text(state)
    if not URL_SAFE.fullmatch(text):
        raise Fault(f"the position's text, {text!r}, is not one line of URL-safe characters")
    try:
        back = game.read_position(text)
    except ZerosumError as error:
        if needs_position_text:
            raise Fault(f"the position's text, {text}, is refused: {error}") from None
        back = state
    if back != state:
        raise Fault(f"the position's text, {text}, reads back as another position")
    drawing = game.text.draw(state)
    if not isinstance(drawing, str):
        raise Fault(f"draw gives {drawing!r}, which is not text")
    if game.rules.is_over(state):
        return
    words: dict[str, Move] = {}
    for move in listed(game.rules.moves(state)):
        word = game.move_text(state, move)
        if not isinstance(word, str) or not re.fullmatch(r"[^\s,]+", word):
            raise Fault(f"a move is written {word!r}, which is not one word without blanks and commas")
        if word.lower() in RESERVED or word.startswith("["):
            raise Fault(f"a move is written {word!r}, which means something else in a game or a record")
        if word in words:
            twice = words[word] == move
            raise Fault(f"moves gives {move!r} twice" if twice else f"two moves are both written {word!r}")
        words[word] = move
        try:
            # Without the check of `Game.read_move` that it is legal, which would list all moves again for each of them.
            back = game.text.read_move(state, word)
        except ZerosumError as error:
            raise Fault(f"the move written {word!r} is refused: {error}") from None
        if back != move:
            raise Fault(f"the move written {word!r} reads back as another move")
    cut_off = (text[:-1], text[: len(text) // 2], text + text[-1])
    for junk in JUNK + cut_off:
        _check_refusal("read_move", lambda text: game.text.read_move(state, text), junk)
        _check_refusal("read_position", game.text.read_position, junk)


def _check_refusal(name: str, read: Callable[[str], object], junk: str) -> None:
    """A reader may accept any text, but it may raise nothing except a `ZerosumError`."""
    try:
        read(junk)
    except ZerosumError:
        pass
    except Exception as error:
        raise Fault(
            f"{name} of {junk!r} stops with {describe(error)}; raise zerosum.BadMove or BadPosition instead"
        ) from None
