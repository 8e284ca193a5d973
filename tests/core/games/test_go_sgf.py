"""Games of Go as SGF: written, read back, read from others, and refused with the line that is wrong."""

from __future__ import annotations

from random import Random

import pytest

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import Notation, WrittenGame, listed


def notation_of(game: Game) -> Notation:
    assert game.notation is not None
    return game.notation


def random_line(game: Game, seed: int, plies: int) -> WrittenGame:
    """A game at random, some of them from the middle on, which may begin with a ko or after a pass."""
    random = Random(seed)
    state, start = game.start, None
    moves: list[int] = []
    begins = random.choice([0, random.randrange(plies)])
    for ply in range(plies):
        if game.is_over(state):
            break
        if ply == begins > 0:
            start, moves = state, []
        moves.append(random.choice(listed(game.moves(state))))
        state = game.play(state, moves[-1])
    tags = {"Black": "Ann [1d]", "White": "B\\C: D", "Event": "Café"}
    return WrittenGame(moves=tuple(moves), start=start, result="0-1", tags=tags)


@pytest.mark.parametrize(("spec", "plies"), [("go:2", 20), ("go:3", 40), ("go:9", 60), ("go:19", 30)])
def test_games_read_back(spec: str, plies: int) -> None:
    game = load(spec)
    notation = notation_of(game)
    for seed in range(10):
        written = random_line(game, seed, plies)
        (read,) = notation.read(notation.write(written))
        assert (read.moves, read.start) == (written.moves, written.start)
        assert written.tags.items() <= read.tags.items()


@pytest.mark.parametrize(
    ("moves", "result", "written"),
    [
        ("B2 pass pass", "*", "(;FF[4]GM[1]CA[UTF-8]AP[zerosum]SZ[3]KM[0]RE[B+9]\n;B[bb];W[];B[])\n"),
        ("pass pass", "*", "(;FF[4]GM[1]CA[UTF-8]AP[zerosum]SZ[3]KM[0]RE[0]\n;B[];W[])\n"),
        ("A3 C1", "0-1", "(;FF[4]GM[1]CA[UTF-8]AP[zerosum]SZ[3]KM[0]RE[W+]\n;B[aa];W[cc])\n"),
        ("", "*", "(;FF[4]GM[1]CA[UTF-8]AP[zerosum]SZ[3]KM[0])\n"),
    ],
)
def test_what_is_written(moves: str, result: str, written: str) -> None:
    game = load("go:3")
    assert notation_of(game).write(WrittenGame(moves=tuple(game.read_moves(moves)), result=result)) == written


def test_a_ko_at_the_start_is_kept() -> None:
    game = load("go:5")
    start = game.read_position("-----/-XO--/XO-O-/-XO--/-----:X:koC3")
    text = notation_of(game).write(WrittenGame(moves=(), start=start))
    assert "AB[bb][ac][bd]AW[cb][bc][dc][cd]PL[B]ZP[" in text
    assert notation_of(game).read(text)[0].start == start


@pytest.mark.parametrize(
    ("text", "start", "moves", "result"),
    [
        ("(;GM[1]SZ[5];B[cc];W[bc])", None, "C3 B3", "*"),
        # Variations: the first one counts. Comments may hold brackets and line breaks.
        ("(;GM[1]SZ[5]C[a \\] (b;\nc](;B[cc](;W[bc];B[aa])(;W[dd]))(;B[aa]))", None, "C3 B3 A5", "*"),
        ("\n ( ; GM [1] SZ[5:5] RE[B+Resign]\n;B[cc]\n;W[tt];B[])", None, "C3 pass pass", "1-0"),
        ("(;FF[3]GaMe[1]SiZe[5]GM[1]SZ[5]RE[Jigo])", None, "", "1/2-1/2"),
        ("(;SZ[5]RE[W+3.5]AB[ab:bc]AW[ee]PL[W];W[ed])", "-----/XX---/XX---/-----/----O:O", "E2", "0-1"),
        ("(;SZ[5]HA[2]AB[bb][dd];W[cc])", "-----/-X---/-----/---X-/-----:O", "C3", "*"),
        ("\ufeff(;SZ[5];B[cc])", None, "C3", "*"),
    ],
)
def test_files_of_others(text: str, start: str | None, moves: str, result: str) -> None:
    game = load("go:5")
    (read,) = notation_of(game).read(text)
    assert read.start == (None if start is None else game.read_position(start))
    assert list(read.moves) == game.read_moves(moves, read.start)
    assert read.result == result


def test_several_games_in_one_file() -> None:
    game = load("go:5")
    read = notation_of(game).read("(;SZ[5]PB[A];B[cc])\n(;SZ[5]PB[B](;B[aa])(;B[bb]))")
    assert [each.tags["Black"] for each in read] == ["A", "B"]
    assert [each.moves for each in read] == [(12,), (0,)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game in this SGF"),
        ("(;SZ[5]", "the SGF ends in the middle of a game"),
        ("hello", "line 1: 'hello' is no SGF here"),
        ("(;SZ[5];B[cc] ! )", "line 1: '!' is no SGF here"),
        ("(;SZ[5];B[cc\n)", "is no SGF here"),
        ("(;[5])", "line 1: '[5]' is no SGF here"),
        ("(SZ[5];B[cc])", "the property SZ stands before the first node"),
        ("(;GM[2]SZ[5])", "line 1: this is another game than Go"),
        ("(;SZ[9])", "line 1: this is a game on 9x9, not on 5x5"),
        ("(;B[aa])", "this is a game on 19x19, not on 5x5"),
        ("(;SZ[5:6])", "SZ[5:6] is no size of a square board"),
        ("(;SZ[5];B[cc]\n;B[aa])", "line 2: B[aa] comes out of turn"),
        ("(;SZ[5];B[cc]\n;W[cc])", "line 2: C3 is taken"),
        ("(;SZ[5];B[fa])", "B[fa] is no point of a board of 5x5"),
        ("(;SZ[5]AB[ab:cd:ef])", "AB[ab:cd:ef] is no point of a board of 5x5"),
        ("(;SZ[5]AB[cc:aa])", "AB[cc:aa] is no rectangle from its upper left point to its lower right one"),
        ("(;SZ[5];B[cc:aa])", "B[cc:aa] is no rectangle"),
        ("(;SZ[5];B[aa:cc])", "B[aa:cc] is a rectangle, but a move is one point"),
        ("(;SZ[5]AB[aa]AW[aa])", "AW[aa] sets a stone where there is one already"),
        ("(;SZ[5];B[c\n;W[dd])", "line 1: B[c ;W[dd] is no point"),
        ("(;SZ[5];B[];W[];B[aa])", "the game goes on after two passes"),
        ("(;SZ[5];B[aa];AW[bb];W[cc])", "stones are set up in the middle of the game"),
        ("(;SZ[5]AB[aa]AW[ba][ab])", "the stone on A5 has no liberty"),
        ("(;SZ[5]PL[green])", "PL[green] is no colour"),
        ("(;SZ[5]ZP[xyz])", "a position has 25 cells"),
    ],
)
def test_files_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadRequest) as refused:
        notation_of(load("go:5")).read(text)
    assert message in str(refused.value)
