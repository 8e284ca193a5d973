"""Books: every value against exhaustive search, the same bytes however they were made, no damage read as truth."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.brute import bits, reachable, truth
from zerosum.answers.analysis.book import (
    MAGIC,
    BadBook,
    Book,
    _checksum,
    key_of,
    load_book,
    read_book,
    shipped,
    title_of,
)
from zerosum.answers.analysis.book_builder import Checkpoint, make_book, positions_by_ply
from zerosum.answers.analysis.book_lookup import moves_in, value_after
from zerosum.answers.analysis.book_verifier import BookChecker, Check
from zerosum.core.errors import BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import State, listed
from zerosum.core.value import Margin, Outcome
from zerosum.engines.native.tiers import search_on

COINS = '''
"""Take a coin from either end of the row; who has more wins by the difference."""
COINS = ({coins})
LAST = len(COINS)
margin = True
start = (0, LAST, 0, 0)


def to_move(state):
    return state[3]


def moves(state):
    return 3


def play(state, move):
    left, right, lead, side = state
    coin = COINS[left] if move == 0 else COINS[right - 1]
    return left + (1 - move), right - move, lead + (coin if side == 0 else -coin), 1 - side


def is_over(state):
    return state[0] == state[1]


def utility(state):
    return state[2]


def key(state):
    return {key}
'''
KEY = "((state[2] + 1000) << 20 | state[0] << 10 | state[1]) << 1 | state[3]"


def coins(folder: Path, row: str = "3, 9, 1, 5, 4, 2, 8, 1", key: str = KEY) -> str:
    file = folder / "coins.py"
    file.write_text(COINS.format(coins=row, key=key))
    return str(file)


def checkpoint_of(folder: Path, game: Game, plies: int) -> Checkpoint:
    return Checkpoint(folder / "book.partial", game, plies)


def made(
    folder: Path,
    game: Game,
    plies: int,
    *,
    threads: int = 1,
    memory: int = 1,
    progress: ProgressCallback = None,
) -> Book | None:
    checkpoint = checkpoint_of(folder, game, plies)
    try:
        return make_book(game, plies, checkpoint, memory=memory, threads=threads, progress=progress)
    finally:
        checkpoint.close()


def whole(folder: Path, game: Game, plies: int, threads: int = 1, memory: int = 1) -> Book:
    book = made(folder, game, plies, threads=threads, memory=memory)
    assert book is not None
    return book


def unfinished(game: Game, plies: int) -> list[State]:
    """All positions of the first plies, each mirror image by itself."""
    layers = [{game.start}]
    for _ in range(plies):
        children = {game.rules.play(state, move) for state in layers[-1] for move in bits(game.rules.moves(state))}
        layers.append({state for state in children if not game.rules.is_over(state)})
    return [state for layer in layers for state in layer]


def mine(game: Game, state: State, value: tuple[int, int]) -> Outcome | Margin:
    utility = value[0] if game.to_move(state) == 0 else -value[0]
    return Margin(utility) if game.margin else Outcome(utility, value[1] if utility else None)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("connect4:4x4", 4),
        *(
            pytest.param(*each, marks=pytest.mark.proof)
            for each in (
                ("connect4:4x2", 3),
                ("connect4:4x4", 0),
                ("connect4:4x2", 99),
                ("nim:1,2,3", 2),
                ("nim:1,2,3,misere", 99),
                ("hexapawn:3x3", 2),
                ("connect4:5x4", 6),
            )
        ),
    ],
)
def test_every_value_against_exhaustive_search(tmp_path: Path, spec: str, plies: int) -> None:
    game = load(spec)
    book = whole(tmp_path, game, plies)
    known = truth(spec)
    states = unfinished(game, plies)
    assert len({key_of(game)(state) for state in states}) == len(book)
    for state in states:
        assert book.value(state) == mine(game, state, known[state]), game.position_text(state)


def test_a_bigger_board_against_another_search(tmp_path: Path) -> None:
    game = load("connect4:5x4")
    book = whole(tmp_path, game, 4)
    search = search_on("table", "native")
    for state in [state for layer in positions_by_ply(game, 4) for state in layer.values()][::12]:
        value = search(game, state).value
        assert isinstance(value, Outcome)
        assert book.value(state) == (value if value.result else Outcome(0)), game.position_text(state)


@pytest.mark.proof
def test_a_book_of_margins(tmp_path: Path) -> None:
    spec = coins(tmp_path)
    game = load(spec)
    book = read_book(game, whole(tmp_path, game, 3).to_bytes(), "margins")
    known = truth(spec)
    for state in unfinished(game, 3):
        assert book.value(state) == mine(game, state, known[state])
    assert isinstance(book.value(game.start), Margin)


class TruthBook:
    """A book with the value of every position, by exhaustive search."""

    def __init__(self, spec: str) -> None:
        self.game = load(spec)
        self._known = truth(spec)

    def value(self, state: State) -> Outcome | Margin | None:
        return mine(self.game, state, self._known[state])


@pytest.mark.parametrize("spec", ["kalah:2x2", "kalah:3x1", "dots:1x1", "dots:1x2", "nim:1,2,3", "hexapawn:3x3"])
def test_move_values_are_those_of_search(spec: str) -> None:
    """The child's value changes its sign only where the other side moves next: not after an extra turn."""
    book = TruthBook(spec)
    game = book.game
    for state in [state for state in reachable(game)[:1500] if not game.is_over(state)]:
        values = {move: value_after(book, state, move) for move in listed(game.moves(state))}
        best = max((value for value in values.values() if value is not None), key=lambda value: value.rank)
        assert best.rank == mine(game, state, truth(spec)[state]).rank, game.position_text(state)
        found = moves_in(book, state)
        assert found is not None
        assert {each.move: each.value for each in found} == values


@pytest.mark.parametrize(
    ("spec", "line", "mirrored"),
    [
        ("hexapawn:3x3", "a1a2", "c1c2"),
        ("hexapawn:3x3", "a1a2 b3xa2", "c1c2 b3xc2"),
        ("hexapawn:4x4", "a1a2 c4c3 b1b2", "d1d2 b4b3 c1c2"),
        ("connect4:4x4", "1 2 1", "4 3 4"),
    ],
)
def test_mirror_images_have_one_key(spec: str, line: str, mirrored: str) -> None:
    game = load(spec)
    one, other = (game.after(game.read_moves(moves)) for moves in (line, mirrored))
    assert one != other
    assert key_of(game)(one) == key_of(game)(other)
    book = Book(game, 3, array("q", [key_of(game)(one)]), array("b", [2]))
    assert book.value(other) == book.value(one) == Outcome(1, 2)


def test_mirror_images_are_one_position(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 3)
    for line in ("1", "12", "114", "121"):
        state = game.after(game.read_moves(line))
        mirrored = game.after(game.read_moves("".join(str(5 - int(column)) for column in line)))
        assert state != mirrored
        assert book.value(state) == book.value(mirrored) is not None


@pytest.mark.proof
def test_mirror_images_of_a_game_with_a_key(tmp_path: Path) -> None:
    assert len(whole(tmp_path, load("hexapawn:3x3"), 1)) == 1 + 2  # the moves of the two outer pawns are one


def test_what_is_not_in_the_book(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 2)
    assert book.value(game.after([0, 1, 2])) is None
    assert len(book) == sum(map(len, positions_by_ply(game, 2)))


def test_round_trip(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 4)
    file = tmp_path / "4x4.book"
    file.write_bytes(book.to_bytes())
    again = load_book(game, str(file))
    assert (len(again), again.plies, again.to_bytes()) == (len(book), 4, book.to_bytes())
    assert all(again.value(state) == book.value(state) for state in unfinished(game, 4))


# The same bytes, whatever happens.


@pytest.mark.parametrize(("threads", "memory"), [(2, 1), (3, 8), (100, 1)])
def test_the_same_bytes_whatever_the_threads(tmp_path: Path, threads: int, memory: int) -> None:
    game = load("connect4:4x4")
    expected = whole(tmp_path, game, 4).to_bytes()
    (tmp_path / "book.partial").unlink()
    assert whole(tmp_path, game, 4, threads, memory).to_bytes() == expected


def test_the_same_bytes_wherever_the_checkpoint_was_cut_off(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    expected = whole(tmp_path, game, 4).to_bytes()
    checkpoint = tmp_path / "book.partial"
    content = checkpoint.read_bytes()
    for cut in [*range(30), *range(30, len(content), 101), len(content) - 1]:
        checkpoint.write_bytes(content[:cut])
        assert whole(tmp_path, game, 4).to_bytes() == expected
        assert sorted(checkpoint.read_bytes().splitlines()) == sorted(content.splitlines())


def stopping_at(limit: int, error: type[BaseException]) -> ProgressCallback:
    """A callback that raises once so many positions are solved in addition to those of the checkpoint."""
    before: list[int] = []

    def stop(progress: Progress) -> None:
        if progress.total is not None:
            before.append(progress.done)
            if progress.done - before[0] >= limit:
                raise error

    return stop


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_bytes_after_being_stopped(tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.engines.native.solver.solver_pool.POLL_SECONDS", 0.002)
    game = load("connect4:5x4")
    expected = whole(tmp_path, game, 6).to_bytes()
    (tmp_path / "book.partial").unlink()
    stops = 0
    while (book := made(tmp_path, game, 6, threads=threads, progress=stopping_at(300, StopIteration))) is None:
        stops += 1
        lines = (tmp_path / "book.partial").read_text().splitlines()
        assert len(lines) > 1 + 200 * stops
    assert stops
    assert book.to_bytes() == expected


@pytest.mark.parametrize("limit", [0, 1])
def test_what_is_raised_goes_on_to_the_caller_and_what_is_solved_stays(
    tmp_path: Path, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zerosum.engines.native.solver.solver_pool.POLL_SECONDS", 0.002)
    game = load("connect4:5x4")
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path, game, 6, threads=2, progress=stopping_at(limit, KeyboardInterrupt))
    checkpoint = checkpoint_of(tmp_path, game, 6)
    checkpoint.close()
    assert len(checkpoint.known) >= limit


def test_how_far_it_is(tmp_path: Path) -> None:
    game = load("connect4:5x4")
    total = len(positions_by_ply(game, 5)[-1])
    for before in (0, total):  # the second time, the checkpoint has all of them
        heard: list[tuple[int | None, int]] = []

        def hear(so_far: Progress, heard: list[tuple[int | None, int]] = heard) -> None:
            heard.append((so_far.total, so_far.done))

        made(tmp_path, game, 5, progress=hear)
        assert heard[0] == (None, 1)
        assert next(each for each in heard if each[0] is not None) == (total, before)
        assert {each[0] for each in heard} == {None, total}


def test_an_error_in_a_worker_ends_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Checkpoint, found: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Checkpoint, "add", full)
    with pytest.raises(OSError, match="No space left"):
        made(tmp_path, load("connect4:5x4"), 3, threads=2)


# Files that are not what they should be.


@pytest.fixture
def small(tmp_path: Path) -> tuple[Game, bytes]:
    game = load("connect4:4x4")
    return game, whole(tmp_path, game, 3).to_bytes()


def test_every_damaged_byte_is_found(small: tuple[Game, bytes]) -> None:
    game, content = small
    for place in range(len(content)):
        for flip in (1, 32, 128):
            damaged = bytearray(content)
            damaged[place] ^= flip
            with pytest.raises(BadBook, match=r"'my.book'"):
                read_book(game, bytes(damaged), "my.book")


def test_every_cut_is_found(small: tuple[Game, bytes]) -> None:
    game, content = small
    for length in range(len(content)):
        with pytest.raises(BadBook):
            read_book(game, content[:length], "my.book")
    with pytest.raises(BadBook, match="damaged"):
        read_book(game, content + b"x", "my.book")


def test_a_book_of_another_game(small: tuple[Game, bytes]) -> None:
    with pytest.raises(BadBook, match=r"'my.book' is a book of connect4:4x4, not of connect4:5x4"):
        read_book(load("connect4:5x4"), small[1], "my.book")


def forged(packed: bytes, count: object) -> bytes:
    """A book with a right checksum over wrong content."""
    header = ["connect4:4x4", 3, count]
    checksum = sha256(json.dumps(header).encode() + packed).hexdigest()
    names = ("game", "plies", "positions", "sha256")
    return MAGIC + json.dumps(dict(zip(names, [*header, checksum], strict=True))).encode() + b"\n" + packed


@pytest.mark.parametrize(
    ("packed", "count"),
    [
        (b"nothing compressed", 1),
        (zlib.compress(b"\x01\x02"), 2),
        (zlib.compress(b"\x01\x02"), 9),
        (zlib.compress(b"\x01\x02"), -1),
        (zlib.compress(b"\xff" * 11 + b"\x01\x02"), 1),
    ],
)
def test_forged_books(packed: bytes, count: object) -> None:
    with pytest.raises(BadBook, match="is damaged: its positions cannot be read"):
        read_book(load("connect4:4x4"), forged(packed, count), "my.book")


@pytest.mark.parametrize("count", ["one", None])
def test_a_book_whose_count_is_no_number(count: object) -> None:
    with pytest.raises(BadBook, match="is damaged: its header cannot be read"):
        read_book(load("connect4:4x4"), forged(zlib.compress(b"\x01\x02"), count), "my.book")


@pytest.mark.parametrize("header", [b"[]", b"7", b"{}", b'"game"', b"null", b"nonsense", b"\xff"])
def test_headers_that_are_none(header: bytes) -> None:
    with pytest.raises(BadBook, match=r"'my.book' is damaged: its header cannot be read"):
        read_book(load("connect4"), MAGIC + header + b"\nrest", "my.book")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadBook, match="none' cannot be read: No such file"):
        load_book(load("connect4"), str(tmp_path / "none"))
    with pytest.raises(BadBook, match="cannot be read: Is a directory"):
        load_book(load("connect4"), str(tmp_path))


def test_only_the_game_itself_has_a_shipped_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped(load("connect4:5x4")) is None
    assert shipped(load(coins(tmp_path))) is None
    monkeypatch.setattr("zerosum.answers.analysis.book.SHIPPED", {"connect4:4x4": "lost.book"})
    with pytest.raises(BadBook, match=r"'lost.book', which comes with zerosum, cannot be read.*--no-book"):
        shipped(load("connect4:4x4"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace("\n", "\n7 ", 1), "is damaged in line 2; delete that line"),
        (lambda text: text.replace(" ", "", 1), "is not the checkpoint of a book, or its first line is damaged"),
        (lambda text: text + text, "is damaged in line "),
        (lambda text: "precious\nlines that nobody\nmay cut", "is not the checkpoint of a book"),
        (lambda text: "precious", "is not the checkpoint of a book"),
        (lambda text: text + "\n", "is damaged in line"),
        (lambda text: text.replace("\n", "\né", 1), "is damaged in line 2"),
    ],
)
def test_damaged_and_other_files_are_refused_and_left_alone(
    tmp_path: Path, change: Callable[[str], str], complaint: str
) -> None:
    game = load("connect4:4x4")
    whole(tmp_path, game, 3)
    file = tmp_path / "book.partial"
    file.write_text(change(file.read_text()))
    before = file.read_bytes()
    with pytest.raises(BadBook, match=complaint):
        checkpoint_of(tmp_path, game, 3)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("spec", "plies"), [("connect4:4x4", 4), ("connect4:5x4", 3)])
def test_a_checkpoint_of_another_book(tmp_path: Path, spec: str, plies: int) -> None:
    whole(tmp_path, load("connect4:4x4"), 3)
    with pytest.raises(BadBook, match=f"holds positions of 'connect4:4x4 3', not of '{spec} {plies}'"):
        checkpoint_of(tmp_path, load(spec), plies)


@pytest.mark.proof
def test_a_users_game_that_has_changed_is_another_game(tmp_path: Path) -> None:
    spec = coins(tmp_path)
    game = load(spec)
    book, title = whole(tmp_path, game, 2), title_of(game)
    assert title.startswith("coins.py ")
    coins(tmp_path, row="1, 2, 3")
    changed = load(spec)
    # The file was changed while the book was being made: it is a book of the rules that were loaded.
    content = book.to_bytes()
    assert title_of(game) == title != title_of(changed)
    with pytest.raises(BadBook, match=r"is a book of coins.py \w+, not of coins.py"):
        read_book(changed, content, "coins.book")
    with pytest.raises(BadBook, match="holds positions of"):
        checkpoint_of(tmp_path, changed, 2)


# Games that cannot have a book.


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:2x2", "othello:4", "connect4:9x6"])
def test_games_without_a_key(spec: str) -> None:
    with pytest.raises(BadRequest, match="has no key for its positions, so there can be no book of it"):
        positions_by_ply(load(spec), 1)


@pytest.mark.parametrize("key", ["-2", "1 << 63"])
def test_keys_that_do_not_fit(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadRules, match="key gives"):
        positions_by_ply(load(coins(tmp_path, key=key)), 1)


@pytest.mark.proof
def test_margins_beyond_a_byte(tmp_path: Path) -> None:
    game = load(coins(tmp_path, row="200, 1, 1, 1"))
    with pytest.raises(BadRequest, match="a book holds distances and margins up to 127, not "):
        made(tmp_path, game, 2)


def test_games_that_are_over_or_endless(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="is over before it begins"):
        positions_by_ply(load(coins(tmp_path, row="")), 1)
    with pytest.raises(BadRequest, match="a game lasts 10,000 plies at most"):
        positions_by_ply(load("connect4"), 10_001)


# Checking a book.


def changed(book: Book, change: Callable[[list[int], list[int]], None]) -> Book:
    keys, values = list(book._keys), list(book._values)
    change(keys, values)
    return Book(book.game, book.plies, array("q", keys), array("b", values))


def checked(book: Book, samples: int = 1000) -> Check:
    return BookChecker(book, samples, memory=1, threads=1).run()


def test_a_right_book(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 3)
    layers = [len(layer) for layer in positions_by_ply(game, 3)]
    check = checked(book)
    assert (check.complete, check.fault) == (True, None)
    assert (check.found, check.backed_up, check.solved) == (sum(layers), sum(layers[:-1]), sum(layers))
    assert checked(book, 5).solved == 5
    assert checked(book, 0).complete


def test_every_wrong_value_is_found(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 2)
    *lower, last = positions_by_ply(game, 2)
    states = {key: state for layer in lower for key, state in layer.items()}
    for place, key in enumerate(book._keys):
        for wrong in (1, -1, 127, -128):

            def change(keys: list[int], values: list[int], place: int = place, wrong: int = wrong) -> None:
                values[place] = wrong

            check = checked(changed(book, change))
            assert not check.complete
            assert check.fault is not None
            assert "the book says " in check.fault
            assert check.position is not None
            if key not in last:
                assert check.position == game.position_text(states[key])


def test_missing_and_foreign_positions_are_found(tmp_path: Path) -> None:
    game = load("connect4:4x4")
    book = whole(tmp_path, game, 2)

    def lose(keys: list[int], values: list[int]) -> None:
        del keys[4], values[4]

    def gain(keys: list[int], values: list[int]) -> None:
        keys.append(keys[-1] + 1)
        values.append(0)

    check = checked(changed(book, lose))
    assert check.fault == "it is not in the book"
    assert check.position is not None
    check = checked(changed(book, gain))
    assert check.fault == f"the book holds {len(book) + 1} positions, but there are {len(book)}"
    assert check.position is None


def bomb(game: Game, count: int, content: bytes) -> bytes:
    """A file with the right checksum whose content unpacks to more than it should."""
    header: dict[str, object] = {"game": title_of(game), "plies": 1, "positions": count}
    header["sha256"] = _checksum(header.values(), content)
    return MAGIC + json.dumps(header).encode() + b"\n" + content


@pytest.mark.parametrize(
    ("count", "content", "message"),
    [
        (3, zlib.compress(bytes(1 << 22), 9), "its positions cannot be read"),
        (1 << 40, zlib.compress(bytes(1 << 22), 9), "its positions cannot be read"),
        (-5, zlib.compress(bytes(10), 9), "its positions cannot be read"),
        (2, zlib.compress(b"\xff" * 18 + b"\0\0", 9), "its positions cannot be read"),
    ],
)
def test_what_unpacks_without_bound_is_refused(
    small: tuple[Game, bytes], count: int, content: bytes, message: str
) -> None:
    game, _ = small
    with pytest.raises(BadBook, match=message):
        read_book(game, bomb(game, count, content), "my.book")


@pytest.mark.parametrize("header", [b"[" * 200_000, b"[" * 4_000, b'{"a":' * 800 + b"1" + b"}" * 800])
def test_a_deeply_nested_header_is_refused(small: tuple[Game, bytes], header: bytes) -> None:
    game, _ = small
    with pytest.raises(BadBook, match="its header cannot be read"):
        read_book(game, MAGIC + header + b"\n", "my.book")


def test_a_device_without_end_is_no_book(small: tuple[Game, bytes]) -> None:
    with pytest.raises(BadBook, match="it is a device, not a regular file"):
        load_book(small[0], "/dev/full")


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (Check(listed=7), (7, None)),
        (Check(listed=7, found=7, samples=3), (0, 3)),
        (Check(listed=7, found=7, samples=3, solved=2), (2, 3)),
    ],
)
def test_a_check_says_how_far_it_is(check: Check, expected: tuple[int, int | None]) -> None:
    assert (check.done, check.total, check.unit) == (*expected, "positions")
