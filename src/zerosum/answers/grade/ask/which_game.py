"""Which game a program plays: by the shape of its board, and by whole words of its text, its file and its folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from zerosum.answers.grade.host.project import source_text
from zerosum.answers.grade.host.submission_files import refuse_unusable
from zerosum.core.errors import BadRequest

THREE: Final = re.compile(
    r"\btic tac toe\b|\btictactoe\b|\bnoughts and crosses\b|\btres en raya\b|\bgato\b|\bmorpion\b|\bjogo da velha\b"
    r"|\bkolko i krzyzyk\b|\bttt\b|\bxo game\b"
)
FOUR: Final = re.compile(
    r"\bconnect (four|4)\b|\bconnect4\b|\bconnectfour\b|\bconnectx\b|\bfour in a row\b|\b4 in a row\b|\binarow\b"
    r"|\bvier gewinnt\b|\bpuissance (4|quatre)\b|\bcuatro en raya\b|\bdrop (piece|disc|disk|token|coin)\b|\bc4\b"
)
THREE_SHAPES: Final = re.compile(r"range\(\s*3\s*\)|range\(\s*9\s*\)|\*\s*9\b|\[3\]\[3\]|\(3, ?3\)|[<=] ?9\b|\[9\]")
FOUR_SHAPES: Final = re.compile(r"range\(\s*[67]\s*\)|\[6\]\[7\]|\(6, ?7\)|= ?[67]\b|\* ?[67]\b|[<=] ?42\b")
NAME: Final = 5
FILE: Final = 20
MOST_SHAPES: Final = 8
CLEAR: Final = 2.0


def game_of(file: Path) -> str:
    """The game that a file plays: Tic-Tac-Toe where nothing says another; raises `BadRequest` where both are likely."""
    refuse_unusable(file)
    text = source_text(file)
    words, at = _words(text), _words(f"{file.resolve().parent.name} {file.stem}")
    scores = [
        NAME * len(names.findall(words)) + FILE * len(names.findall(at)) + min(MOST_SHAPES, len(shapes.findall(text)))
        for names, shapes in ((THREE, THREE_SHAPES), (FOUR, FOUR_SHAPES))
    ]
    three, four = scores
    if min(scores) >= NAME and max(scores) < CLEAR * min(scores):
        raise BadRequest(
            f"{file.name} may play Tic-Tac-Toe or Connect Four: --game tictactoe or --game connect4 says which"
        )
    return "connect4" if four > three else "tictactoe"


def _words(text: str) -> str:
    """The words of a text, also those inside of names, in small letters with single blanks.

    >>> _words("class ConnectFour: heuristic_tic(DROP_PIECE)")
    'class connect four heuristic tic drop piece'
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ž]+|\d+", text)
    return " ".join(part.lower() for part in parts)
