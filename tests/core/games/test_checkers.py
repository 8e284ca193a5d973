"""Checkers: what is jumped, what is refused, and its games as PDN."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import MOST_MOVE, BadMove, BadPosition, BadRequest
from zerosum.core.games import load
from zerosum.core.games.checkers_rules import jumps_of
from zerosum.core.rules import NO_KEY, WrittenGame, listed
from zerosum.engines.native.search.selective import SelectiveSearch as NativeSelective
from zerosum.engines.search import Limit
from zerosum.engines.search.result import Effort
from zerosum.engines.search.selective import SelectiveSearch
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.verifying import verify

NINE = "B---/-www/----/-www/----/-www/----/----:B"
ROUND = "----/----/-B--/-ww-/----/-ww-/----/----:B"


@pytest.mark.parametrize(
    ("size", "position", "moves"),
    [
        (8, "B:W18:B15", "15x22"),
        # A man jumps forward only, a king both ways; either may jump where two ways are open.
        (8, "B:W18,11:B15", "15x22"),
        (8, "B:W18,11:BK15", "15x8 15x22"),
        # Any jump may be chosen, not only the longest; but each goes on to its end.
        (8, "B:W14,16,24:B9,12", "9x18 12x28"),
        # A man that jumps to the far row becomes a king and stops, although a king could jump on.
        (8, "B:W27,26:B24", "24x31"),
        (8, "B:W27,26:BK24", "24x22"),
        # A king may come back to where it began, both ways round.
        (8, ROUND, "10x17x26x19x10 10x19x26x17x10"),
        (8, "W:W22,23:B18", "22x15 23x14"),
        (4, "", "1-3 1-4 2-4"),
        (6, "", "4-7 5-7 5-8 6-8 6-9"),
    ],
)
def test_moves(size: int, position: str, moves: str) -> None:
    game = load(f"checkers:{size}")
    state = game.read_position(position) if position else game.start
    found = [game.move_text(state, move) for move in listed(game.moves(state))]
    for text in moves.split():
        assert game.read_move(state, text) in listed(game.moves(state))
    assert len(found) == len(moves.split())


def test_the_longest_chain() -> None:
    """On 8x8 a chain jumps at most the nine squares off the edge in every other row."""
    game = load("checkers")
    longest = 0
    state = game.read_position(NINE)
    for move in listed(game.moves(state)):
        longest = max(longest, jumps_of(move))
        assert 0 <= move <= MOST_MOVE
        assert game.read_move(state, game.move_text(state, move)) == move
    assert longest == 9


@pytest.mark.parametrize(
    ("position", "word", "said"),
    [
        ("", "11-16x", "'11-16x' is not a move like 11-15 or 22x18"),
        ("", "11-33", "there is no square 33; the squares are 1 to 32"),
        ("", "11-18", "'11-18' is not a legal move here; legal: 9-13 "),
        (ROUND, "10x10", "'10x10' is ambiguous; write 10x17x26x19x10 or 10x19x26x17x10"),
        (ROUND, "10x17x26", "'10x17x26' stops too early: the jumps go on, 10x17x26x19x10"),
        ("B:W18:B15,1", "1-5", "'1-5' is not a jump that is possible here, and a side that can jump must: 15x22"),
    ],
)
def test_refused_moves(position: str, word: str, said: str) -> None:
    game = load("checkers")
    state = game.read_position(position) if position else game.start
    with pytest.raises(BadMove) as refused:
        game.read_move(state, word)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("-w--/----/----/--b-:B", "Black has a man on the far row"),
        ("-w--/----/----/--B-:B", "White has a man on the far row"),
        ("b-/--/-w/--:B", None),
        ("b---/----/---w/----:B", "'b' in row 1, column 1 stands on a light square"),
        ("-b-b/b---/---w/----:B", "Black has at most 2 pieces, but the position has 3"),
        ("-b--/----/----/----:B", "White has just moved, but has no piece on the board"),
        ("b-/--/--/--:W", None),
        ("b/--/--/--:W", "a row has 2 cells, but row 1, 'b', has 1"),
        ("-b--/----/----/----:X", "after the colon stands who is to move, B or W, not 'X'"),
        ("B:W8:B9", "there is no square 9; the squares are 1 to 8"),
        ("B:W8:B8", "two pieces stand on square 8"),
        ("B:W8:W1", "'B:W8:W1' is not a position like"),
        ("B:W8-7:B1", "'8-7' in 'B:W8-7:B1' goes from a greater square to a smaller one"),
        ("B:W8:BKK1", "'KK1' in 'B:W8:BKK1' is not a square like 18 or K10"),
    ],
)
def test_refused_positions(position: str, said: str | None) -> None:
    game = load("checkers:4")
    if said is None:
        assert game.position_text(game.read_position(position)) == position
    else:
        with pytest.raises(BadPosition) as refused:
            game.read_position(position)
        assert str(refused.value).startswith(said)


def test_a_drawn_board_is_read() -> None:
    game, random = load("checkers"), Random(1)
    for state in game.random_game(game.start, random):
        drawn = f"{game.text.draw(state)}\n{game.side_name(game.to_move(state))} to move"
        assert game.read_position(drawn) == state


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("B:W14,16,24:B9,12", "12x28", ["jumps 2 pieces"]),
        ("B:W27,21:B24", "24x31", ["jumps 1 piece", "gets a king"]),
        ("B:W18:B14", "14x23", ["jumps 1 piece", "leaves the other side no move"]),
        ("B:W18:B10", "10-14", ["gives up 1 piece: {moves}"]),
        ("", "11-15", []),
    ],
)
def test_reasons(position: str, move: str, words: list[str]) -> None:
    game = load("checkers")
    state = game.read_position(position) if position else game.start
    assert game.reasons is not None
    assert [reason.words for reason in game.reasons(state, game.read_move(state, move))] == words


@pytest.mark.parametrize("size", [4, 6, 8])
def test_pdn_comes_back(size: int) -> None:
    """Games from the start and from positions within, with tags that have quotes."""
    game, random = load(f"checkers:{size}"), Random(size)
    assert game.notation is not None
    written = []
    for skipped in (0, 1, 6):
        state = start = game.start
        moves: list[int] = []
        for ply in range(30 + skipped):
            if game.is_over(state):
                break
            if ply == skipped:
                start, moves = state, []
            moves.append(random.choice(listed(game.moves(state))))
            state = game.play(state, moves[-1])
        result = {1: "1-0", -1: "0-1"}[game.utility(state)] if game.is_over(state) else "*"
        begun = None if start == game.start else start
        written.append(
            WrittenGame(moves=tuple(moves), start=begun, result=result, tags={"Black": 'A "B" \\ C', "White": "D"})
        )
    assert game.notation.read("\n".join(map(game.notation.write, written))) == written


PLAYED = """[Event "Example"]
[Black "A"]
[White "B"]
[Result "1-0"]
[GameType "21"]

1. 11-15 23-19! {a comment; with 9-14} 2. 8-11 22-17 ; to the end of the line
3. 11-16 (3. 9-13 17x8 4. 4x11) 24 - 20 1-0
"""


def test_pdn_of_others() -> None:
    """Comments, variations and marks are skipped; White's win is the second player's."""
    game = load("checkers")
    assert game.notation is not None
    (played,) = game.notation.read(PLAYED)
    assert " ".join(game.line_text(game.start, played.moves)) == "11-15 23-19 8-11 22-17 11-16 24-20"
    assert (played.result, dict(played.tags)) == ("0-1", {"Event": "Example", "Black": "A", "White": "B"})


@pytest.mark.parametrize(
    ("content", "games"),
    [
        ('[Result "1-1"]\n11-15 1-1 [Result "0-1"]\n11-16', [("11-15", "1/2-1/2"), ("11-16", "1-0")]),
        ('[Result "?"]\n11-15', [("11-15", "*")]),
        ("\ufeff1. 11-15 *", [("11-15", "*")]),
        ("1. 11-15 (a book move; or 9-14 =) 23-19 *", [("11-15 23-19", "*")]),
        ('[FEN "W:W 21, 22 : B 1, K2"]\n22-18 *', [("22-18", "*")]),
        ('[Event "A"]\n[FEN "W:W21:B1"]\n\n[Event "B"]\n\n11-15', [("", "*"), ("11-15", "*")]),
        ('11-15 *\n[Event "B"]\n[Result "1-0"]', [("11-15", "*"), ("", "0-1")]),
    ],
)
def test_loose_pdn(content: str, games: list[tuple[str, str]]) -> None:
    game = load("checkers")
    assert game.notation is not None
    assert [
        (" ".join(game.line_text(game.start if each.start is None else each.start, each.moves)), each.result)
        for each in game.notation.read(content)
    ] == games


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("1. 11-15\n2. 15-18 *", "line 2: '15-18' is not a legal move here"),
        ("1. e4 e5", "line 1: 'e4' is not PDN"),
        ('[Result "*"]\n[GameType "20"]\n', "line 2: GameType '20' is not '21', English draughts on this board"),
        ('[FEN "B:W8:B8"]', "line 1: two pieces stand on square 8"),
        ("11-15 (23-19", "line 1: a bracket is not closed"),
        ("11-15 ) 23-19", "line 1: a bracket is closed that was not opened"),
        ('[FEN "B:W18:B14"]\n14x23 18-14', "line 2: '18-14' cannot be played: the game is over"),
    ],
)
def test_refused_pdn(content: str, said: str) -> None:
    game = load("checkers")
    assert game.notation is not None
    with pytest.raises(BadRequest) as refused:
        game.notation.read(content)
    assert str(refused.value).startswith(said)


def test_endings_have_all_positions_of_few_pieces() -> None:
    """With both sides on the board; Schaeffer's 6,972 positions of two pieces have those of one side alone too."""
    game = load("checkers")
    both = [state for state in game.endings["3-pieces"]() if (state[0] | state[1]).bit_count() == 2]  # type: ignore[index]
    one_side = 60 * 59 // 2 - 28  # 28 squares for a man and 32 for a king, and two pieces not on the same square
    assert len(both) // 2 + 2 * one_side == 6_972
    assert len(set(both)) == len(both)
    assert {(state[0].bit_count(), state[1].bit_count()) for state in game.endings["2-1"]()} == {(2, 1), (1, 2)}  # type: ignore[index]


def test_keys_hold_few_pieces() -> None:
    game, random = load("checkers"), Random(1)
    key, from_key = game.rules.key, game.rules.from_key
    assert key is not None
    assert from_key is not None
    seen: dict[int, object] = {}
    for _ in range(20):
        for state in game.random_game(game.start, random):
            pieces = (state[0] | state[1]).bit_count()  # type: ignore[index]
            assert (key(state) == NO_KEY) == (pieces > 8)
            if pieces <= 8:
                assert from_key(key(state)) == state
                assert seen.setdefault(key(state), state) == state
    assert seen


@pytest.mark.parametrize("search", [SelectiveSearch, *in_proof(NativeSelective)])
def test_a_move_is_found_where_the_position_was_there_before(search: Any) -> None:
    """And one that leads to another position than those of the game so far, where that is as good."""
    game = load("checkers")
    state = game.read_position("B:WK1:BK31,K32")
    moves = game.read_moves("31-26 1-5 26-31 5-1", state)
    history = list(game.states_along(state, moves))[:-1]
    *_, last = search(game).best(state, Effort(Limit(depth=6)), history)
    assert last.move in listed(game.moves(state))
    assert game.play(state, last.move) not in history


@pytest.mark.proof
def test_two_kings_against_one(tmp_path: Path) -> None:
    """From corner to corner it takes 33 plies; every value follows from its successors."""
    game = load("checkers")
    table = solve(game, tmp_path, starts=list(game.endings["2-1"]()), threads=1)
    assert table.manifest.positions == 62_552
    assert verify(table, threads=1) is None
    assert str(table.value(game.read_position("B:WK1:BK31,K32"))) == "win in 33"
