"""Chess: published numbers of move sequences, draws, texts, and random games against python-chess."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.answers.analysis.sentences import why_over
from zerosum.answers.lab.perft import perft
from zerosum.core.board import board_of
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games import load
from zerosum.core.rules import listed
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import Limit

CHESS = load("chess")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOKS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
TALKCHESS = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
EDWARDS = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

PERFT: list[tuple[str, list[int]]] = [
    (START, [20, 400, 8_902, 197_281, 4_865_609]),
    (KIWIPETE, [48, 2_039, 97_862, 4_085_603]),
    (ROOKS, [14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (PROMOTIONS, [6, 264, 9_467, 422_333, 15_833_292]),
    (TALKCHESS, [44, 1_486, 62_379, 2_103_487]),
    (EDWARDS, [46, 2_079, 89_890, 3_894_594]),
]
"""https://www.chessprogramming.org/Perft_Results, positions 1 to 6."""

EN_PASSANT: list[tuple[str, list[int]]] = [
    ("4k3/2b5/8/3pP3/5K2/8/8/8 w - d6 0 1", [7, 81, 627]),
    ("8/8/8/5k2/3Pp3/8/2B5/4K3 b - d3 0 1", [7, 81, 627]),
    ("4k3/8/8/3pP3/8/6K1/8/2q5 w - d6 0 1", [9, 239, 1289]),
    ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", [6, 94, 640]),
    ("4k3/8/b7/1Pp5/8/3K4/8/8 w - c6 0 1", [8, 68, 548]),
    ("4k3/8/8/1pP5/8/4K3/8/B7 w - b6 0 1", [17, 97, 1594]),
    ("4k3/8/2b5/2Pp4/4K3/8/8/8 w - d6 0 1", [7, 76, 487]),
    ("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", [21, 206, 4135]),
]
"""Captures en passant by pawns that are pinned or end a check; counted by python-chess, dead positions as draws."""


def read(fen: str) -> Any:
    return CHESS.read_position(fen)


@pytest.mark.parametrize(
    ("fen", "counts", "tier"),
    [
        *((fen, counts[:2], "reference") for fen, counts in PERFT),
        *((fen, counts, "reference") for fen, counts in EN_PASSANT),
        *in_proof(*((fen, counts, "native") for fen, counts in PERFT)),
    ],
)
def test_published_numbers_of_sequences(fen: str, counts: list[int], tier: str) -> None:
    found = perft(CHESS, read(fen), len(counts), tier=tier)
    assert [each.count for each in found][1:] == counts


@pytest.mark.parametrize(
    ("fen", "utility"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("8/8/8/8/8/1k6/p7/K7 w - - 0 1", 0),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", 1),
        ("6k1/5ppp/8/8/8/8/R7/6K1 b - - 100 80", 0),
        ("6k1/5ppp/8/8/8/8/R7/6K1 b - - 99 80", None),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0),
        ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", 0),
        ("8/8/4kn2/8/8/4KN2/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1", None),
        ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", None),
        ("8/8/4k1b1/8/8/4KB2/8/8 w - - 0 1", 0),
        ("8/8/4k1bB/8/8/4K3/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", None),
        ("7B/8/4k3/8/8/4K3/8/B7 w - - 0 1", 0),
    ],
)
def test_ends(fen: str, utility: int | None) -> None:
    state = read(fen)
    assert CHESS.is_over(state) == (utility is not None)
    if utility is not None:
        assert CHESS.utility(state) == utility


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("6k1/5ppp/8/8/8/8/R7/6K1 b - - 100 80", "fifty moves without a capture or a pawn move"),
        ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", "too few pieces to checkmate"),
    ],
)
def test_which_rule_ended_the_game(fen: str, words: str) -> None:
    assert why_over(CHESS, read(fen)) == words


@pytest.mark.parametrize(
    ("fen", "square"),
    [
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "f6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        # The pawn that could capture is pinned on its file, on the rank that both pawns leave, or on a diagonal.
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"),
        ("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "-"),
        ("6k1/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", "-"),
        # Along the diagonal of its pin it can capture.
        ("4k3/2b5/8/3pP3/5K2/8/8/8 w - d6 0 1", "d6"),
        ("8/8/8/5k2/3Pp3/8/2B5/4K3 b - d3 0 1", "d3"),
        # One of two pawns can capture, and a capture that ends a check is legal.
        ("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "d6"),
    ],
)
def test_an_en_passant_square_is_kept_where_a_capture_is_legal(fen: str, square: str) -> None:
    assert CHESS.position_text(read(fen)).split("_")[3] == square


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "a FEN has six fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "8 rows"),
        ("k7/8/8/8/8/8/8/K6X w - - 0 1", "'X' in row 1 is no piece"),
        ("k7/8/8/8/8/8/8/K...3R w - - 0 1", "'.' in row 1 is no piece"),
        (f"k7/8/8/8/8/8/8/K6R w - - {'9' * 5000} 1", "from 0 to 100, which draws, not '999"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "row 1, 'K8', has 9 squares"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has 0 kings"),
        ("kP6/8/8/8/8/8/8/K7 w - - 0 1", "a pawn on the first or the last rank"),
        ("k7/8/8/PPPPPPPP/8/8/8/KQQ5 w - - 0 1", "more pieces than eight pawns"),
        ("k7/8/8/8/8/8/8/K6R x - - 0 1", "w or b, not 'x'"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "the king of Black is in check, but White is to move"),
        ("k7/8/8/8/8/8/8/K6R w K - 0 1", "castling K needs the king on e1"),
        ("k7/8/8/8/8/8/8/K6R w X - 0 1", "some of KQkq, not 'X'"),
        ("k7/8/8/8/8/8/8/K6R w - e4 0 1", "on rank 6"),
        ("k7/8/8/8/8/8/8/K6R w - e6 0 1", "no pawn can just have passed e6"),
        ("k7/8/8/8/8/8/8/K6R w - - 101 1", "from 0 to 100"),
        ("k7/8/8/8/8/8/8/K6R w - - 0 x", "the number of the move"),
    ],
)
def test_positions_that_cannot_be(fen: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        read(fen)


@pytest.mark.parametrize(
    ("fen", "typed", "san", "uci"),
    [
        (START, "Nf3", "Nf3", "g1f3"),
        (START, "e2-e4", "e4", "e2e4"),
        (KIWIPETE, "0-0", "O-O", "e1g1"),
        (KIWIPETE, "e1c1", "O-O-O", "e1c1"),
        (KIWIPETE, "Qxf6!?", "Qxf6", "f3f6"),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8++", "Rd8#", "d1d8"),
        ("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e8N", "e8=N+", "e7e8n"),
        ("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8q", "e8=Q", "e7e8q"),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8", "Rd8#", "d1d8"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "R1a3", "R1a3", "a1a3"),
        ("5k2/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qh4e4", "Qh4e4", "h4e4"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6e.p.", "exf6", "e5f6"),
    ],
)
def test_moves_are_read_and_written(fen: str, typed: str, san: str, uci: str) -> None:
    state = read(fen)
    move = CHESS.read_move(state, typed)
    assert CHESS.text.engine_move is not None
    assert (CHESS.move_text(state, move), CHESS.text.engine_move(state, move)) == (san, uci)
    assert {CHESS.read_move(state, text) for text in (san, uci)} == {move}


@pytest.mark.parametrize(
    ("fen", "typed", "message"),
    [
        (START, "hello", "'hello' is not a move; write a move as in Nf3"),
        (START, "nf3", r"'nf3' is not a move \(did you mean Nf3\?\); write a move as in Nf3"),
        (START, "e5", "'e5' is not a legal move here; legal: "),
        (START, "e4e5", "e4 is empty"),
        (START, "e7e5", "moves a piece of Black, but White is to move"),
        (START, "O-O", "a piece is in the way"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "'d5' is not a legal move here; legal: exd5"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the king or that rook has moved"),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king is in check"),
        ("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e8", "promotes a pawn: add what it becomes, as in e8=Q"),
        ("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8", "promotes a pawn: add what it becomes, as in e7e8q"),
        ("4k3/8/8/R6R/8/8/8/4K3 w - - 0 1", "Rd5", "could be Rad5 or Rhd5"),
    ],
)
def test_moves_that_are_refused(fen: str, typed: str, message: str) -> None:
    with pytest.raises(BadMove, match=message):
        CHESS.read_move(read(fen), typed)


def test_promotions_and_captures_come_first_by_victim_and_attacker() -> None:
    state = read("6k1/P7/8/3q1r2/4P3/7B/8/K2R4 w - - 0 1")
    shown = [CHESS.move_text(state, move) for move in listed(CHESS.moves(state))]
    assert shown[:8] == ["a8=Q+", "a8=N", "a8=R+", "a8=B", "exd5", "Rxd5", "exf5", "Bxf5"]
    assert CHESS.rules.noisy is not None
    noisy = [CHESS.rules.noisy(state, move) for move in listed(CHESS.moves(state))]
    assert noisy == sorted(noisy, reverse=True)


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (START, "e4", []),
        (KIWIPETE, "Qxf6", ["captures a knight"]),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8#", ["mates"]),
        (
            "3r2k1/4P3/8/8/8/8/8/6K1 w - - 0 1",
            "exd8=R+",
            ["promotes a pawn to a rook", "captures a rook", "gives check"],
        ),
        ("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", ["captures a pawn en passant"]),
    ],
)
def test_reasons(fen: str, move: str, words: list[str]) -> None:
    state = read(fen)
    assert CHESS.reasons is not None
    assert [reason.words for reason in CHESS.reasons(state, CHESS.read_move(state, move))] == words


@pytest.mark.parametrize(
    ("fen", "changes"),
    [
        (START, True),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", False),
        ("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1", False),
        ("4k3/4p3/8/8/8/8/8/R3K3 w - - 7 1", True),
        ("4k3/4p3/8/8/8/8/8/R3K3 b - - 7 1", False),
    ],
)
def test_null_moves(fen: str, changes: bool) -> None:
    state = read(fen)
    assert CHESS.rules.null_move is not None
    after = CHESS.rules.null_move(state)
    assert (after != state) == changes
    assert not changes or CHESS.to_move(after) == 1 - CHESS.to_move(state)


def test_a_position_has_no_counter() -> None:
    rules = CHESS.rules
    assert rules.position is not None
    assert rules.plies_to_draw is not None
    state = read("4k3/4p3/8/8/8/8/8/R3K3 w Q - 7 1")
    assert CHESS.position_text(rules.position(state)) == "4k3/4p3/8/8/8/8/8/R3K3_w_Q_-_0_1"
    assert rules.plies_to_draw(state) == 93


def test_the_board() -> None:
    board = board_of(CHESS, read("4k3/P6p/8/8/8/8/4r3/R3K3 w Q - 0 1"))
    assert [cell.name for cell in board.cells][:9] == ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "a7"]
    assert board.cells[4].piece == "k"
    assert board.marks == {60: "check"}
    assert board.captured[0] == ("q", "r", "b", "b", "n", "n", *"ppppppp")
    assert board.notes == ("", "")
    assert board_of(CHESS, read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")).notes == ("+1", "")


def as_ours(move: Any) -> int:
    promotion = 0 if move.promotion is None else move.promotion - 1
    return int(move.from_square | move.to_square << 6 | promotion << 12)


@pytest.mark.parametrize(
    ("fen", "seed"), [(START, 0), (KIWIPETE, 1), *in_proof(*((fen, seed) for fen, _ in PERFT for seed in range(30)))]
)
def test_random_games_are_those_of_python_chess(fen: str, seed: int) -> None:
    chess = pytest.importorskip("chess")
    random, theirs, ours = Random(seed), chess.Board(fen), read(fen)
    while True:
        theirs_written = theirs.fen(en_passant="legal").rpartition(" ")[0]
        assert CHESS.position_text(ours).replace("_", " ").rpartition(" ")[0] == theirs_written
        outcome = theirs.outcome()
        is_over = outcome is not None or theirs.halfmove_clock >= 100
        assert CHESS.is_over(ours) == is_over
        if is_over:
            result = "1/2-1/2" if outcome is None else outcome.result()
            assert CHESS.utility(ours) == {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[result]
            return
        legal = list(theirs.legal_moves)
        assert sorted(listed(CHESS.moves(ours))) == sorted(map(as_ours, legal))
        move = random.choice(legal)
        assert CHESS.move_text(ours, as_ours(move)) == theirs.san(move)
        theirs.push(move)
        ours = CHESS.rules.play(ours, as_ours(move))


@pytest.mark.proof
@pytest.mark.parametrize(("name", "depth"), [("minimax", 2), ("alphabeta", 3), ("ordering", 3)])
def test_compiled_searches_visit_the_same_nodes(name: str, depth: int) -> None:
    for fen in (START, KIWIPETE, ROOKS, PROMOTIONS):
        found = [search_on(name, tier)(CHESS, read(fen), limit=Limit(depth=depth)) for tier in ("native", "reference")]
        native, reference = (
            {key: value for key, value in vars(each).items() if key not in ("seconds", "peak_bytes", "tier")}
            for each in found
        )
        assert native == reference


def test_words_of_a_state_have_63_bits() -> None:
    state = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    after = CHESS.after(CHESS.read_moves("Rxh8+ Ke7", state), state)
    for each in (state, after):
        assert isinstance(each, tuple)
        assert max(each) < 1 << 63
    assert CHESS.position_text(after) == "r6R/4k3/8/8/8/8/8/R3K3_w_Q_-_1_1"
