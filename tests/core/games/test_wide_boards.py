"""m,n,k and Connect Four with more than 63 cells, held against rules written with lists and against OpenSpiel."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games import connect4, load, mnk
from zerosum.core.games.bitboard import bitboard, from_int, to_int
from zerosum.core.games.lines import all_lines, line_finder, line_finder_in
from zerosum.core.rules import listed
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import ALGORITHMS, Limit

WIDE = (
    "mnk:8x8x5",
    "mnk:9x9x5",
    "mnk:64x1x3",
    "mnk:1x70x4",
    "mnk:2x33x3",
    "mnk:16x5x4",
    "mnk:13x13x14",
    "gomoku",
    "mnk:20x20x6",
    "connect4:8x7",
    "connect4:8x8",
    "connect4:10x10",
    "connect4:63x2",
    "connect4:1x80",
    "connect4:3x40",
    "connect4:19x19",
)


def size_of(spec: str) -> tuple[int, int, int]:
    """Width, height and the length of a line."""
    kind, _, size = spec.partition(":")
    numbers = [int(number) for number in size.split("x") if number]
    return (15, 15, 5) if kind == "gomoku" else (numbers[0], numbers[1], numbers[2] if kind == "mnk" else 4)


def wins(rows: list[list[str]], mark: str, k: int) -> bool:
    """Whether a mark has k in a row, looked for cell by cell."""
    height, width = len(rows), len(rows[0])
    return any(
        all(
            0 <= x + i * dx < width and 0 <= y + i * dy < height and rows[y + i * dy][x + i * dx] == mark
            for i in range(k)
        )
        for y in range(height)
        for x in range(width)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )


@pytest.mark.parametrize("spec", [*WIDE[1::8], *in_proof(*(spec for spec in WIDE if spec not in WIDE[1::8]))])
def test_random_games_against_rules_with_lists(spec: str) -> None:
    game, random = load(spec), Random(spec)
    width, height, k = size_of(spec)
    drops = spec.startswith("connect4")
    for _ in range(2):
        rows = [["-"] * width for _ in range(height)]
        state, side = game.start, 0
        while True:
            assert game.position_text(state) == "/".join("".join(row) for row in rows)
            assert game.read_position(game.position_text(state)) == state
            assert game.to_move(state) == side
            assert len(game.text.board(state).cells) == width * height  # type: ignore[misc]
            winner = next((mark for mark in "XO" if wins(rows, mark, k)), None)
            is_full = all("-" not in row for row in rows)
            assert game.is_over(state) == (winner is not None or is_full)
            if game.is_over(state):
                assert game.utility(state) == {"X": 1, "O": -1, None: 0}[winner]
                break
            empty = (
                [x for x in range(width) if rows[0][x] == "-"]
                if drops
                else [cell for cell in range(width * height) if rows[cell // width][cell % width] == "-"]
            )
            assert list(listed(game.moves(state))) == empty
            move = random.choice(empty)
            y = max(y for y in range(height) if rows[y][move] == "-") if drops else move // width
            rows[y][move if drops else move % width] = "XO"[side]
            state, side = game.play(state, move), 1 - side


SMALL = ((3, 3, 3), (4, 2, 2), (2, 4, 3), (3, 2, 1))


@pytest.mark.parametrize("size", [SMALL[0], *in_proof(*((size,) for size in SMALL[1:]))], ids=str)
def test_the_rules_are_the_same_with_words_as_with_ints(
    size: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every position of boards that fit into a word."""
    width, height, k = size
    asked: list[tuple[Any, int]] = [(partial(mnk.rules, *size), width * height)]
    if k == 3:
        asked.append((partial(connect4.rules, 4, height), 4 * (height + 1)))
    with_ints = [rules() for rules, _ in asked]
    for module in (mnk, connect4):
        monkeypatch.setattr(module, "cell_sets", bitboard)
    pairs = [(small, rules(), cells) for small, (rules, cells) in zip(with_ints, asked, strict=True)]
    for small, wide, cells in pairs:
        board = bitboard(cells)
        start: Any = small.start
        seen = {start}
        for state in (todo := [start]):
            mover, other, side = state
            large = from_int(board, mover), from_int(board, other), side
            assert (wide.is_over(large), wide.to_move(large)) == (small.is_over(state), small.to_move(state))
            if small.is_over(state):
                assert wide.utility(large) == small.utility(state)
                continue
            assert listed(wide.moves(large)) == listed(small.moves(state))
            for move in listed(small.moves(state)):
                child: Any = small.play(state, move)
                after: Any = wide.play(large, move)
                assert (to_int(after[0]), to_int(after[1]), after[2]) == child
                if child not in seen:
                    seen.add(child)
                    todo.append(child)


@pytest.mark.parametrize(("width", "height", "k"), [(9, 8, 5), (40, 2, 4), (2, 40, 4), (15, 15, 5)])
@pytest.mark.parametrize("by_columns", [False, True])
def test_every_line_is_found(width: int, height: int, k: int, by_columns: bool) -> None:
    """And a line that lacks a stone is not, wherever the others stand."""
    across, down = (height + 1, 1) if by_columns else (1, width)
    board = bitboard(width * (height + 1))
    has_line = line_finder_in(board, width, height, k, across=across, down=down)
    lines = all_lines(width, height, k, across=across, down=down)
    assert lines
    for line in lines:
        assert has_line(from_int(board, line))
        for stone in range(line.bit_length()):
            if line >> stone & 1:
                assert not has_line(from_int(board, line & ~(1 << stone)))
    one_int, random = line_finder(width, height, k, across=across, down=down), Random(1)
    cells = [x * across + y * down for x in range(width) for y in range(height)]
    for _ in range(200):
        stones = sum(1 << cell for cell in cells if random.random() < 0.6)
        assert has_line(from_int(board, stones)) == one_int(stones)


@pytest.mark.parametrize(
    ("spec", "theirs"),
    [
        ("gomoku:9", "mnk(m=9,n=9,k=5)"),
        ("gomoku", "mnk(m=15,n=15,k=5)"),
        ("mnk:12x7x4", "mnk(m=12,n=7,k=4)"),
        ("connect4:8x8", "connect_four(rows=8,columns=8)"),
        ("connect4:10x10", "connect_four(rows=10,columns=10)"),
    ],
)
def test_random_games_against_openspiel(spec: str, theirs: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    try:
        other = pyspiel.load_game(theirs)
    except pyspiel.SpielError as error:
        pytest.skip(f"this OpenSpiel has no {theirs}: {error}")
    game, random = load(spec), Random(1)
    for _ in range(5):
        state, their_state = game.start, other.new_initial_state()
        while not game.is_over(state):
            assert not their_state.is_terminal()
            moves = list(listed(game.moves(state)))
            assert moves == their_state.legal_actions()
            move = random.choice(moves)
            state = game.play(state, move)
            their_state.apply_action(move)
        assert their_state.is_terminal()
        assert game.utility(state) == their_state.returns()[0]


REFUSED = (
    ("gomoku:9", "XX" + "-" * 79, "2 X and 0 O"),
    ("gomoku:9", "XXXXXOOOO/OOOOO" + "-" * 4 + "/---------" * 7, "5 X and 9 O"),
    ("gomoku:9", "XXXXX----/OOOOO----" + "/---------" * 7, "both X and O have 5 in a row"),
    ("connect4:8x8", "-" * 55 + "X" + "-" * 8, "hangs over an empty cell"),
    ("connect4:8x8", "-" * 56 + "XX------", "2 X and 0 O"),
)


@pytest.mark.parametrize(("spec", "position", "sentence"), REFUSED, ids=lambda word: word[:12])
def test_positions_that_cannot_be_are_refused(spec: str, position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        load(spec).read_position(position)


def test_moves_that_cannot_be_are_refused() -> None:
    game = load("gomoku:9")
    state = game.play(game.start, 80)
    with pytest.raises(BadMove, match="cell 80 is taken"):
        game.read_move(state, "80")
    with pytest.raises(BadMove, match="'81' is not a cell number from 0 to 80"):
        game.read_move(state, "81")
    columns = load("connect4:8x7")
    with pytest.raises(BadMove, match="column 3 is full"):
        columns.read_move(columns.after([2] * 7), "3")


@pytest.mark.parametrize(
    ("spec", "moves", "depth"), [("connect4:8x8", "4 4 5 5 3", 4), *in_proof(("gomoku:9", "40 41 31 32 49 50", 2))]
)
def test_compiled_searches_visit_the_same_nodes(spec: str, moves: str, depth: int) -> None:
    game = load(spec)
    state = game.after(game.read_moves(moves))
    found = [
        search(game, state, limit=Limit(depth=depth))
        for search in (search_on("alphabeta", "native"), ALGORITHMS["alphabeta"].search)
    ]
    assert len({(str(each.value), each.nodes, each.line) for each in found}) == 1
