"""Positions and moves of Go as texts, and its board to draw and click.

Points are named as players and the Go Text Protocol name them: A1 is at the bottom left, and there is no column I.
"""

from __future__ import annotations

import re

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.bitboard import Cells, bitboard, from_int, to_int
from zerosum.core.games.go_groups import groups
from zerosum.core.games.grid import EMPTY, bits_of, letters_of, read_rows, split_side, write_rows
from zerosum.core.rules import Rules, Text, listed

State = tuple[Cells, Cells, Cells, int, int]
SIDES = ("X", "O")
LETTERS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"
PASSES = ("", PASS, "pass2")
"""What follows the side to move in a position after 0, 1 and 2 passes."""


def point_name(point: int, size: int) -> str:
    """What players call a point, counted row by row from the top left.

    >>> point_name(0, 9), point_name(80, 9)
    ('A9', 'J1')
    """
    return f"{LETTERS[point % size]}{size - point // size}"


def star_points(size: int) -> tuple[int, ...]:
    """The points that a board marks so that players find their way: the middle, near the corners, on 19x19 nine.

    >>> [point_name(point, 9) for point in star_points(9)]
    ['C7', 'G7', 'E5', 'C3', 'G3']
    """
    if size < 7 or size % 2 == 0:
        return ()
    edge, middle = (2 if size < 13 else 3), size // 2
    places = (edge, middle, size - 1 - edge)
    return tuple(size * y + x for y in places for x in places if size == 19 or (x == middle) == (y == middle))


def read_point(word: str, size: int) -> int | None:
    """The point that a name stands for; None where there is none on a board of this size.

    >>> read_point("j1", 9), read_point("I1", 9)
    (80, None)
    """
    found = re.fullmatch("([A-HJ-T])([1-9][0-9]?)", word.upper())
    if found is None or LETTERS.index(found[1]) >= size or int(found[2]) > size:
        return None
    return LETTERS.index(found[1]) + size * (size - int(found[2]))


def text(size: int, game_rules: Rules) -> Text:
    """Positions row by row with the side to move and what it may not retake, moves as `D4` and `pass`."""
    points = size * size
    sets, board_groups = bitboard(points), groups(size)

    def letters(state: State) -> list[str]:
        return letters_of(to_int(state[0]), to_int(state[1]), SIDES, range(points))

    def write_position(state: State) -> str:
        _, _, ko, passes, side = state
        mark = "".join(f"ko{point_name(point, size)}" for point in sets.listed(ko)) or PASSES[passes]
        return write_rows(letters(state), size) + f":{SIDES[side]}" + f":{mark}" * bool(mark)

    def read_position(position: str) -> State:
        board, mark = _split_mark(position)
        board, side = split_side(board, SIDES)
        marks = read_rows(board, size, size, "".join(SIDES))
        black, white = (from_int(sets, bits_of(marks, letter)) for letter in SIDES)
        for stones in (black, white):
            refuse_dead(stones, sets.without(sets.full, sets.either(black, white)))
        if mark in PASSES:
            return black, white, sets.empty, PASSES.index(mark), side
        point = read_point(mark[2:], size) if mark.startswith("ko") else None
        if point is None:
            raise BadPosition(
                f"after the side to move stands {PASS} or {PASSES[2]}, or a ko such as koA1, not {mark!r}"
            )
        refuse_bad_ko(point, (black, white) if side == 0 else (white, black), side)
        return black, white, sets.of([point]), 0, side

    def refuse_dead(stones: Cells, empty: Cells) -> None:
        for point in sets.listed(sets.without(stones, board_groups.alive(stones, empty))):
            raise BadPosition(f"the stone on {point_name(point, size)} has no liberty, so it was captured")

    def refuse_bad_ko(point: int, stones: tuple[Cells, Cells], side: int) -> None:
        """Refuse a ko on which the side to move would not retake a single stone, the one that captured there."""
        mine, other = stones
        stone = sets.of([point])
        empty = sets.without(sets.full, sets.either(stone, sets.either(mine, other)))
        taken = board_groups.captured(stone, other, empty)
        is_enclosed = sets.is_empty(sets.without(board_groups.beside(stone), other))
        if not is_enclosed or sets.has(sets.either(mine, other), point) or sets.count(taken) != 1:
            name = point_name(point, size)
            raise BadPosition(f"{name} is no ko: {SIDES[side]} cannot have lost a single stone there to a single stone")

    def write_move(state: State, move: int) -> str:
        return PASS if move == points else point_name(move, size)

    def read_move(state: State, word: str) -> int:
        if word.lower() == PASS:
            return points
        point = read_point(word, size)
        if point is None:
            raise BadMove(f"{word!r} is not a point from A1 to {point_name(size - 1, size)}, or {PASS}")
        name = point_name(point, size)
        if letters(state)[point] != EMPTY:
            raise BadMove(f"{name} is taken")
        if sets.has(state[2], point):
            raise BadMove(f"{name} is a ko: it may be retaken after a move elsewhere")
        if point not in listed(game_rules.moves(state)):
            raise BadMove(f"a stone on {name} would have no liberty")
        return point

    def draw(state: State) -> str:
        _, _, ko, passes, _ = state
        cells = ["." if letter == EMPTY else letter for letter in letters(state)]
        rows = [cells[start : start + size] for start in range(0, points, size)]
        lines = [
            "    " + " ".join(LETTERS[:size]),
            *(f"{size - number:>3} {' '.join(row)}" for number, row in enumerate(rows)),
        ]
        lines.extend(f"    ko at {point_name(point, size)}" for point in sets.listed(ko))
        if passes:
            lines.append(f"    passes: {passes}")
        return "\n".join(lines)

    def board(state: State) -> Board:
        areas, shown = board_groups.areas(state[0], state[1]), letters(state)

        def owner(point: int) -> str:
            """Whose area an empty point is when the game is over."""
            if state[3] < 2 or shown[point] != EMPTY:
                return ""
            return next((side for side, area in zip(SIDES, areas, strict=True) if sets.has(area, point)), "")

        return Board(
            width=size,
            height=size,
            cells=tuple(
                Cell(
                    x=point % size,
                    y=point // size,
                    name=point_name(point, size),
                    piece="" if letter == EMPTY else letter,
                    kind="stone",
                    owner=owner(point),
                    span=(point + point // size, point + point // size + 1),
                )
                for point, letter in enumerate(shown)
            ),
            columns=tuple(LETTERS[:size]),
            rows=tuple(str(size - row) for row in range(size)),
            pieces=(EMPTY, *SIDES),
            moves={point: (point,) for point in range(points)},
            score=(sets.count(areas[0]), sets.count(areas[1])),
            marks=dict.fromkeys(sets.listed(state[2]), "ko"),
            stars=star_points(size),
        )

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type=f"an empty point, as in {point_name(points // 2, size)}, or {PASS}",
        board=board,
        why_over=lambda state: "two passes",
    )


def _split_mark(position: str) -> tuple[str, str]:
    """A position without its ko or its passes, and these: written behind the side, or below a drawn board.

    >>> _split_mark("-X/O-:X:pass"), _split_mark(". X\\nO .\\n ko at A2:X")
    (('-X/O-:X', 'pass'), ('. X\\nO .:X', 'koA2'))
    """
    drawn = re.search(r"\n *(?:ko at ([A-Ta-t][0-9]+)|passes: ([12]))(?=:|\Z)", position)
    if drawn is not None:
        mark = f"ko{drawn[1]}" if drawn[1] else PASSES[int(drawn[2])]
        return position[: drawn.start()] + position[drawn.end() :], mark
    board, _, rest = position.partition(":")
    side, colon, mark = rest.partition(":")
    return (f"{board}:{side}", mark) if colon else (position, "")
