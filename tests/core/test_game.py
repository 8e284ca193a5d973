"""The public calls of a game: bit sets, legal and illegal moves, texts of moves."""

from __future__ import annotations

import re
from random import Random

import pytest

from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadRules, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.core.rules import Moves, listed


def test_moves_are_a_set_in_ascending_order() -> None:
    moves = Moves(1 << 62 | 1 << 7 | 1)
    assert list(moves) == [0, 7, 62]
    assert len(moves) == 3
    assert 7 in moves
    assert 6 not in moves
    assert -1 not in moves
    assert "7" not in moves
    assert repr(moves) == "Moves({0, 7, 62})"
    assert not Moves(0)
    assert list(Moves(0)) == []


def test_listed_takes_bit_sets_and_iterables() -> None:
    assert listed(0b1010) == (1, 3)
    assert listed(iter([2, 1])) == (2, 1)
    with pytest.raises(BadRules, match="moves gives -1"):
        listed(-1)


def test_playing_does_not_change_the_state() -> None:
    game = load("tictactoe")
    before = game.start
    after = game.play(before, 4)
    assert before == game.start == (0, 0, 0)
    assert game.position_text(after) == "---/-X-/---"
    assert game.to_move(after) == 1


def test_illegal_moves_are_refused_by_name() -> None:
    game = load("tictactoe")
    state = game.play(game.start, 4)
    with pytest.raises(BadMove, match=r"'4' is not a legal move here; legal: 0 1 2 3 5 6 7 8"):
        game.play(state, 4)
    with pytest.raises(BadMove):
        game.play(state, 9)
    over = game.read_position("XXX/OO-/---")
    with pytest.raises(BadMove, match="the game is over"):
        game.play(over, 5)
    assert list(game.moves(over)) == []


def test_utility_is_for_finished_games() -> None:
    game = load("tictactoe")
    assert game.utility(game.read_position("XXX/OO-/---")) == 1
    with pytest.raises(BadPosition, match="not finished"):
        game.utility(game.start)


def test_a_long_list_of_legal_moves_is_cut_short() -> None:
    game = load("mnk:6x6x4")
    with pytest.raises(BadMove, match=r"legal: 0 1 .* 19 \.\.\.$"):
        game.play(game.start, 99)


@pytest.mark.parametrize(
    ("spec", "text", "moves"),
    [
        ("connect4", "443", [3, 3, 2]),
        ("connect4", "4 4 3", [3, 3, 2]),
        ("connect4", "4,4,3", [3, 3, 2]),
        ("connect4", "", []),
        ("tictactoe", "0125", [0, 1, 2, 5]),
        ("mnk:4x4x4", "12", [12]),
        ("othello", "d3 c3", [19, 18]),
        ("kalah:6x4", "3 6", [2, 5]),
        ("nim:3,4,5", "1:3 2:4 3:5", [2, 6, 11]),
        ("hexapawn:3x3", "a1a2 b3xa2", [6, 10]),
    ],
)
def test_moves_as_text(spec: str, text: str, moves: list[int]) -> None:
    game = load(spec)
    assert game.read_moves(text) == moves
    assert game.read_moves(" ".join(game.line_text(game.start, moves))) == moves


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("connect4", "4 8", "move 2: '8' is not a column from 1 to 7"),
        ("tictactoe", "0 0", "move 2: cell 0 is taken"),
        ("tictactoe", "0 3 1 4 2 5", "move 6: '5' cannot be played: the game is over"),
        ("connect4:4x2", "1 1 1", "move 3: column 1 is full"),
        ("kalah:6x4", "3 3", "move 2: pit 3 is empty"),
        ("tictactoe", "x", "move 1: 'x' is not a cell number from 0 to 8"),
        ("tictactoe", "4²", "move 1: '4²' is not a cell number"),
        ("mnk:4x4x4", "125", "move 1: '125' is not a cell number"),
        ("othello", "d3 d3", "move 2: d3 is taken"),
        ("othello", "d3 c3 c5", "move 3: a disc on c5 turns nothing"),
        ("othello", "pass", "move 1: a side that can place a disc cannot pass"),
        ("othello", "i9", "move 1: 'i9' is not a cell like a1, or pass"),
        ("nim:3,4,5", "1:4", "move 1: '4' is not a number to take from 1 to 3"),
        ("nim:3,4,5", "4:1", "move 1: '4' is not a heap from 1 to 3"),
        ("nim:3,4,5", "3", "move 1: '3' is not heap:take"),
        ("nim:1,2", "1:1 1:1", "move 2: heap 1 is empty"),
        ("kalah:6x4", "0", "move 1: '0' is not a pit from 1 to 6"),
        ("hexapawn:3x3", "a1b2", "move 1: 'a1b2' is not a move like a1a2 or a1xb2"),
        ("ultimate", "e5 e5", "move 2: e5 is taken"),
        ("ultimate", "e5 a1", "move 2: a1 is not on board 5, where O must move"),
        ("ultimate", "j1", "move 1: 'j1' is not a cell from a1 to i9"),
        ("hex:3", "b2 b2", "move 2: b2 is taken"),
        ("hex:3", "d1", "move 1: 'd1' is not a cell from a1 to c3"),
        ("dots:1x1", "1 1", "move 2: line 1 is drawn already"),
        ("dots:1x1", "5", "move 1: '5' is not a line from 1 to 4"),
        ("breakthrough", "a1a3", "move 1: 'a1a3' is not a move like a2a3 or a2xb3"),
        ("breakthrough", "a1a2", "move 1: 'a1a2' is not a legal move here"),
        ("hexapawn:3x3", "a1xb2", "move 1: 'a1xb2' is not a legal move here"),
    ],
)
def test_bad_moves_as_text(spec: str, text: str, message: str) -> None:
    with pytest.raises(BadMove) as error:
        load(spec).read_moves(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("shogi", "there is no game 'shogi'"),
        ("", "there is no game ''"),
        ("tictactoe:4", "tictactoe has no sizes"),
        ("mnk:3x3", "write mnk:WxHxK"),
        ("mnk:3x3xk", "write mnk:WxHxK"),
        ("mnk:", "write mnk:WxHxK"),
        ("mnk:0x3x3", "too small"),
        ("mnk:21x20x5", "420 cells, but at most 400"),
        ("gomoku:9x8", "'9x8' is not a size; write gomoku:N, as in gomoku:9"),
        ("connect4:20x20", "one more than its height is 420, where at most 400 is possible"),
        ("connect4:64x1", "at most 63 columns are possible"),
        ("connect4:0x4", "too small"),
        ("connect4:-1x4", "write connect4:WxH"),
        ("go:9,komi=6.5", "komi is a whole number here"),
        ("go:9,komi=x", "'9,komi=x' is not a size"),
        ("nim:", "write nim:3,4,5"),
        ("nim:misere", "write nim:3,4,5"),
        ("nim:3,,4", "write nim:3,4,5"),
        ("nim:0", "each heap at least one"),
        ("nim:60,4", "at most 63"),
        ("kalah:6", "write kalah:HxS"),
        ("kalah:0x4", "too small"),
        ("kalah:9x9", "too large"),
        ("othello:5", "not on 5x5"),
        ("hexapawn:3", "write hexapawn:WxH"),
        ("hexapawn:1x1", "too small"),
        ("hexapawn:6x4", "at most 21 cells"),
        ("breakthrough:8", "write breakthrough:WxH"),
        ("breakthrough:1x5", "too small"),
        ("breakthrough:27x5", "at most 26 columns"),
        ("dots:3", "write dots:RxC"),
        ("oware:6", "write oware:HxS"),
        ("oware:0x4", "too small"),
        ("oware:9x9", "too large"),
        ("ultimate:3", "ultimate has no sizes"),
        ("dots:0x1", "too small"),
        ("dots:5x6", "it has 71 lines, and at most 62 are possible"),
        ("hex:3x4", "write hex:N"),
        ("hex:0", "from 1 to 19"),
        ("hex:20", "from 1 to 19"),
        ("no_such_file.py", "there is no file 'no_such_file.py'"),
    ],
)
def test_bad_specs(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as error:
        load(spec)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("spec", "count_from", "words"),
    [
        ("tictactoe", None, "0 1 2 3 4 5 6 7 8"),
        ("tictactoe", 1, "1 2 3 4 5 6 7 8 9"),
        ("connect4:4x4", None, "1 2 3 4"),
        ("connect4:4x4", 0, "0 1 2 3"),
        ("kalah:3x2", 0, "0 1 2"),
        ("nim:1,2", None, "1:1 2:1 2:2"),
        ("nim:1,2", 0, "0:1 1:1 1:2"),
    ],
)
def test_counting_from_0_or_1(spec: str, count_from: int | None, words: str) -> None:
    game = load(spec, count_from=count_from)
    moves = list(game.moves(game.start))
    shown = [game.move_text(game.start, move) for move in moves]
    assert shown == words.split()
    assert [game.read_move(game.start, word) for word in shown] == moves


@pytest.mark.parametrize("spec", ["othello", "hexapawn", "breakthrough", "hex"])
def test_nothing_to_count(spec: str) -> None:
    with pytest.raises(BadRequest, match="nothing to choose"):
        load(spec, count_from=1)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_spec_asks_for_the_same_game_again(name: str) -> None:
    spec = "mnk:4x3x3" if name == "mnk" else name
    game = load(spec)
    again = load(game.spec)
    assert isinstance(again, Game)
    assert (again.name, again.start) == (game.name, game.start)


@pytest.mark.parametrize("spec", ["oware:1x1", "oware:2x1", "oware"])
def test_random_games_end_by_repetition(spec: str) -> None:
    """Where the rules say what it is worth: some games of Oware have only moves that lead round and round."""
    game = load(spec)
    ends = []
    for seed in range(30):
        *path, end = game.random_game(game.start, Random(seed))
        assert game.is_over(end) or path.count(end) == 1
        ends.append(game.is_over(end))
    assert not all(ends)


def test_mancala_is_kalah() -> None:
    assert load("mancala:4x3") is load("kalah:4x3")


def test_misere_with_its_accent() -> None:
    assert load("nim:3,4,misère").spec == "nim:3,4,misere"


@pytest.mark.parametrize(
    ("spec", "text", "moves"),
    [
        ("tictactoe", "4 0 8", "4 0 8"),
        ("tictactoe", "408", "4 0 8"),
        ("tictactoe", "[4, 0, 8]", "4 0 8"),
        ("tictactoe", "(1, 1) (0,0) [2, 2]", "4 0 8"),
        ("tictactoe", "[(1, 1), (0, 0)]", "4 0"),
        ("tictactoe", "b2 a3 C1", "4 0 8"),
        ("tictactoe", "1. 4 0 2. 8", "4 0 8"),
        ("tictactoe", "1.b2 a3 2.c1", "4 0 8"),
        ("connect4", "1. 4 4 2. 3", "4 4 3"),
        ("gomoku", "(7,7) h9", "112 97"),
        ("chess", "1. e4 e5 2. Nf3", "e4 e5 Nf3"),
        ("chess", '[Event "Club"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *', "e4 e5 Nf3"),
        ("chess", "1.e4 e5 1-0", "e4 e5"),
        ("go:9", "(;GM[1]SZ[9];B[ee];W[cc])", "E5 C7"),
    ],
)
def test_moves_as_people_write_them(spec: str, text: str, moves: str) -> None:
    game = load(spec)
    assert " ".join(game.line_text(game.start, game.read_moves(text))) == moves


@pytest.mark.parametrize(
    ("count_from", "word", "cell"),
    [(0, "(1, 2)", 5), (1, "(1, 2)", 1), (1, "2 3", 5), (0, "row 0 col 2", 2), (0, "r2c", None), (1, "r2, c1", 3)],
)
def test_a_cell_is_typed_by_row_and_column(count_from: int, word: str, cell: int | None) -> None:
    game = load("tictactoe", count_from=count_from)
    if cell is None:
        with pytest.raises(BadMove, match="is not a cell number"):
            game.read_move(game.start, word)
    else:
        assert game.read_move(game.start, word) == cell


@pytest.mark.parametrize(
    ("spec", "text", "says"),
    [
        ("tictactoe", "(3, 0)", "'(3, 0)' is outside the board: rows are 0 to 2 and columns 0 to 2, or"),
        ("tictactoe", "4 d1", "move 2: 'd1' is outside the board"),
        (
            "chess",
            "1. e4 e5 *\n\n1. d4 *",
            "this is not one game from the start; other games are read from PGN files",
        ),
        ("chess", '[FEN "6k1/8/8/8/8/8/8/K6R w - - 0 1"]\n\n1. Rh2 *', "this is not one game from the start"),
    ],
)
def test_moves_that_cannot_be_read(spec: str, text: str, says: str) -> None:
    with pytest.raises(BadMove, match=re.escape(says)):
        load(spec).read_moves(text)
