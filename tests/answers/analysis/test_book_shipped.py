"""The book of Connect Four that comes with zerosum, against what is published of the game."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest

from tests.conftest import Cli
from tests.places import DATA, ROOT
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book import SHIPPED, Book, key_of, shipped
from zerosum.answers.analysis.book_builder import positions_by_ply
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Outcome
from zerosum.engines.search import Limit

CONNECT4 = DATA / "connect4"
SOURCE = ROOT / "src" / "zerosum" / "data"


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect4")


@pytest.fixture(scope="module")
def book(game: Game) -> Book:
    found = shipped(game)
    assert found is not None
    return found


def published(most_plies: int) -> dict[str, int]:
    """The published positions of the first plies, as columns, with their scores."""
    lines = [line.split() for file in sorted(CONNECT4.glob("*.txt")) for line in file.read_text().splitlines()]
    return {columns: int(score) for columns, score in lines if len(columns) <= most_plies}


def score(value: object, plies: int) -> int:
    """A value as it is published: the discs that the winner has left, plus one, less than 0 for a loss."""
    assert isinstance(value, Outcome)
    return 0 if value.distance is None else value.result * ((44 - plies - value.distance) // 2)


def test_the_start_is_a_win_in_41(game: Game, book: Book) -> None:
    assert book.value(game.start) == Outcome(1, 41)
    assert str(book.value(game.start)) == "win in 41"


def test_the_published_first_moves(game: Game, book: Book) -> None:
    values = [book.value(game.play(game.start, column)) for column in range(7)]
    mine = [-value for value in values if isinstance(value, Outcome)]
    assert [value.word for value in mine] == ["loss", "loss", "draw", "win", "draw", "loss", "loss"]
    assert [score(value, 1) for value in values] == [2, 1, 0, -1, 0, 1, 2]
    assert [value.distance for value in mine] == [39, 41, None, 40, None, 41, 39]


def test_published_positions(game: Game, book: Book) -> None:
    known = published(book.plies)
    assert len(known) > 30
    for columns, right in known.items():
        assert score(book.value(game.after(game.read_moves(columns))), len(columns)) == right, columns


def test_it_holds_every_position_of_its_plies(game: Game, book: Book) -> None:
    layers = positions_by_ply(game, book.plies)
    assert len(book) == sum(map(len, layers))
    assert all(book.number(key) is not None for layer in layers for key in layer)


def test_values_fit_together(game: Game, book: Book) -> None:
    """In random games, a value is that of the best move, a ply later."""

    def worth(child: State) -> Outcome:
        if game.is_over(child):
            return Outcome(-1, 0)
        value = book.value(child)
        assert isinstance(value, Outcome)
        return value

    random = Random(7)
    for _ in range(200):
        for plies, state in enumerate(game.random_game(game.start, random)):
            if plies == book.plies:
                break
            best = max((-worth(game.play(state, move)) for move in game.moves(state)), key=lambda value: value.rank)
            value = book.value(state)
            assert value == (Outcome(0) if best.result == 0 else Outcome(best.result, (best.distance or 0) + 1))


def test_mirror_images(game: Game, book: Book) -> None:
    for columns in published(book.plies):
        mirrored = "".join(str(8 - int(column)) for column in columns)
        states = [game.after(game.read_moves(each)) for each in (columns, mirrored)]
        assert key_of(game)(states[0]) == key_of(game)(states[1])
        assert book.value(states[0]) == book.value(states[1])


def test_columns_counted_from_0_are_the_same_game(book: Book) -> None:
    again = shipped(load("connect4", count_from=0))
    assert again is not None
    assert len(again) == len(book)


def parts(content: bytes) -> tuple[bytes, dict[str, object], bytes]:
    """What a book's file says; how well it is compressed, and so its checksum, may differ from one zlib to another."""
    magic, header, packed = content.split(b"\n", 2)
    said = json.loads(header)
    del said["sha256"]
    return magic, said, zlib.decompress(packed)


def test_every_file_is_known_and_writes_itself_again() -> None:
    assert sorted(file.name for file in SOURCE.glob("*.book")) == sorted(SHIPPED.values())
    for spec in SHIPPED:
        found = shipped(load(spec))
        assert found is not None
        shipped_parts, written_parts = parts((SOURCE / SHIPPED[spec]).read_bytes()), parts(found.to_bytes())
        assert shipped_parts == written_parts


def test_the_command_shows_and_checks_it(cli: Cli) -> None:
    run = cli("book", "connect4")
    assert run.code == 0
    assert "(comes with zerosum)" in run.out
    assert "X begins: win in 41" in run.out
    check = cli("book", "connect4", "--verify", "0", "--json").json
    assert check["file"] is None
    assert check["check"]["complete"] is True


@pytest.mark.proof
def test_the_solver_agrees(cli: Cli) -> None:
    assert cli("book", "connect4", "--verify", "20").code == 0


def test_at_its_edge_the_book_still_knows_the_position(game: Game, book: Book) -> None:
    state = game.after(game.read_moves("44444"))
    assert book.value(state) == Outcome(-1, 36)
    analyses = list(Analyst(game, limit=Limit(nodes=1000)).analyses(state))
    for analysis in analyses:
        assert analysis.value == Outcome(-1, 36)
        assert not any(each.best and each.exact and each.value != analysis.value for each in analysis.moves)
