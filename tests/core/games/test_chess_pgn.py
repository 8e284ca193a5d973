"""Games of chess as PGN: what is skipped, what is refused, and that python-chess reads what is written."""

from __future__ import annotations

import io
from random import Random

import pytest

from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.core.rules import Notation, WrittenGame, listed

CHESS = load("chess")
assert CHESS.notation is not None
PGN: Notation = CHESS.notation

SCHOLAR = """[Event "A \\"friendly\\" game"]
[White "Anna"]
[Result "1-0"]

% a line of another program
1. e4 {the king's pawn (of course)} e5 $1 2. Bc4!? (2. Nf3 Nc6 (2... d6 {Philidor}) 3. Bb5) 2... Nc6
; a whole line
3.Qh5 Nf6?? 4. Qxf7# 1-0

[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"]
[SetUp "1"]
12... Kd7 13. e4 *
"""


def san(game: WrittenGame) -> list[str]:
    return CHESS.line_text(CHESS.start if game.start is None else game.start, game.moves)


def test_games_are_read() -> None:
    one, two = PGN.read(SCHOLAR)
    assert san(one) == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert (one.result, one.start, dict(one.tags)) == ("1-0", None, {"Event": 'A "friendly" game', "White": "Anna"})
    assert san(two) == ["Kd7", "e4"]
    assert (two.result, dict(two.tags)) == ("*", {})


def test_games_are_written() -> None:
    one, two = PGN.read(SCHOLAR)
    assert PGN.write(one) == (
        '[Event "A \\"friendly\\" game"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Anna"]\n[Black "?"]\n'
        '[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
    )
    assert '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 2. e4 *\n' in PGN.write(two)
    again = PGN.read(PGN.write(one) + "\n" + PGN.write(two))
    assert [(each.moves, each.start, each.result) for each in again] == [
        (each.moves, each.start, each.result) for each in (one, two)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("1. d4", [["d4"]]),
        ("\ufeff1. e4 e5\r\n2. Nf3 *", [["e4", "e5", "Nf3"]]),
        ("1.e4 e5 1-0 1.d4 d5 0-1", [["e4", "e5"], ["d4", "d5"]]),
        ('1. e4\n[White "B"]\n1. d4', [["e4"], ["d4"]]),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 Be7 *", [["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Be7"]]),
        ("1. e4 e5 2. e1e2 *", [["e4", "e5", "Ke2"]]),
        # What annotators write into variations, and how others mark a capture en passant.
        ("1. e4 (1. -- d5 +-) 1... e5 (Z0 2. d4 {x} (N)) 2. d4 (=) *", [["e4", "e5", "d4"]]),
        ("1. e4 e6 2. e5 d5 3. exd6 e.p. *", [["e4", "e6", "e5", "d5", "exd6"]]),
        ("1. e4 e6 2. e5 d5 3. exd6e.p.! Bxd6 *", [["e4", "e6", "e5", "d5", "exd6", "Bxd6"]]),
        # Games without moves and without a result: tags that come again are those of the next game.
        ('[Event "A"]\n[FEN "7k/8/8/8/8/8/P7/K7 w - - 0 1"]\n\n[Event "B"]\n\n1. e4', [[], ["e4"]]),
    ],
)
def test_loose_forms_are_read(text: str, found: list[list[str]]) -> None:
    assert [san(game) for game in PGN.read(text)] == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 e5\n2. Ke3 *", "line 2: 'Ke3' is not a legal move here"),
        ("1. e4 §", "line 1: '§' is not PGN"),
        ("1. e4 (1. d4", "line 1: a variation is not closed"),
        ("1. e4 )", "line 1: a variation is closed that was not opened"),
        ('[White "x"]\n[FEN "nothing"]\n', "line 2: a FEN has six fields"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "'a3' cannot be played: the game is over"),
        ("1. e4 --", "'--' is not PGN"),
        ("{ never closed", "is not PGN"),
    ],
)
def test_what_is_not_a_game(text: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        PGN.read(text)


def test_python_chess_reads_what_is_written() -> None:
    pgn = pytest.importorskip("chess.pgn")
    random, state = Random(5), CHESS.start
    moves: list[int] = []
    while len(moves) < 80 and not CHESS.is_over(state):
        moves.append(random.choice(listed(CHESS.moves(state))))
        state = CHESS.rules.play(state, moves[-1])
    written = PGN.write(WrittenGame(moves=tuple(moves), result="1/2-1/2", tags={"White": "Anna", "Opening": "none"}))
    read = pgn.read_game(io.StringIO(written))
    assert not read.errors
    assert [str(move) for move in read.mainline_moves()] == [
        CHESS.text.engine_move(before, move)  # type: ignore[misc]
        for before, move in zip(CHESS.states_along(CHESS.start, moves), moves, strict=False)
    ]
    assert (read.headers["White"], read.headers["Opening"], read.headers["Result"]) == ("Anna", "none", "1/2-1/2")
    exported = read.accept(pgn.StringExporter(headers=True))
    assert PGN.read(exported)[0].moves == tuple(moves)
