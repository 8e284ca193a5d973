"""How positions and moves of backgammon are written, drawn and clicked.

A position is its points from 1 to 24 as the first side counts them, six to a quarter of the board, then the bar: what
stands there, or "-". Behind it are the side to move and the dice that it has left to play; without any, it is about to
roll, and `opening` stands for the first roll of a game:

    O2,-,-,-,-,X5/-,X3,-,-,-,O5/X5,-,-,-,O3,-/O5,-,-,-,-,X2/-,-:X:31

The bar is two places, X's first, and may be left out where it is empty. Checkers that are nowhere are off.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.backgammon_rules import (
    BAR,
    CHECKERS,
    OPENING,
    PASS,
    SMALLER,
    Checkers,
    State,
    changed,
    count_at,
    die_of,
    is_mixed,
    number_of,
    steps,
)
from zerosum.core.games.board_layouts import count_spans
from zerosum.core.rules import Text

SIDES = ("X", "O")
COLOURS = ("Black", "White")
EMPTY = "-"
POINTS = 24
UPPER, LOWER = range(13, 25), range(12, 0, -1)
"""The points of the two rows of a board from left to right, as the first side counts them."""

PIECES = (EMPTY, *(f"{side}{count}" for side in SIDES for count in range(1, CHECKERS + 1)))
"""What may stand on a point."""

ROWS = 5
"""The rows of half a board: more checkers than this on a point are drawn as their number."""


def checkers(counts: dict[int, int]) -> Checkers:
    """The checkers of a side from the number on each of its points."""
    low = high = 0
    for point, count in counts.items():
        low, high = changed(low, high, point, count)
    return low, high


def both_sides(state: State) -> tuple[int, int, int, int]:
    """The checkers of the side to move, then those of the other."""
    return state[:4] if state[4] == 0 else (*state[2:4], *state[:2])


def own_number(point: int, state: State) -> int:
    """A point of the first side as the side to move, or to roll, counts it, which is what it types."""
    return point if state[4] == 0 else BAR - point


def pips_of(state: State, side: int) -> int:
    """How far all checkers of a side have to go until they are off."""
    low, high = state[2 * side], state[2 * side + 1]
    return sum(point * count_at(low, high, point) for point in range(1, BAR + 1))


def pieces(state: State) -> list[str]:
    """What stands on the points 1 to 24, on X's bar and on O's: "X3", or "" where nothing does."""
    (first_low, first_high, second_low, second_high), found = state[:4], []
    for point in range(1, POINTS + 1):
        first, second = (
            count_at(first_low, first_high, point),
            count_at(second_low, second_high, BAR - point),
        )
        found.append(f"X{first}" if first else f"O{second}" if second else "")
    first, second = count_at(first_low, first_high, BAR), count_at(second_low, second_high, BAR)
    return [*found, f"X{first}" if first else "", f"O{second}" if second else ""]


def write_position(state: State) -> str:
    """A position as one line of text."""
    words = [piece or EMPTY for piece in pieces(state)]
    quarters = "/".join(",".join(words[first : first + 6]) for first in range(0, len(words), 6))
    return f"{quarters}:{SIDES[state[4]]}" + {0: "", OPENING: ":opening"}.get(state[5], f":{state[5]:o}")


def read_counts(text: str) -> tuple[dict[int, int], dict[int, int]]:
    """The number of checkers on each point of each side, as that side counts the points."""
    quarters = text.split("/")
    places = [quarter.split(",") for quarter in quarters]
    if [len(words) for words in places] not in ([6, 6, 6, 6], [6, 6, 6, 6, 2]):
        raise BadPosition(
            f"{text!r} is not four quarters of six points, as in O2,-,-,-,-,X5/..., and the bar, as in /X1,-"
        )
    counts: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for number, word in enumerate((word for words in places for word in words), start=1):
        if word == EMPTY:
            continue
        found = re.fullmatch(r"([XO])([1-9][0-9]?)", word)
        if found is None:
            raise BadPosition(f"{word!r} is not a side and its number of checkers, as in X3, or {EMPTY} for none")
        side, count = SIDES.index(found[1]), int(found[2])
        if count > CHECKERS:
            raise BadPosition(f"a side has {CHECKERS} checkers, so that {word} cannot stand on a point")
        if number > POINTS and number != 25 + side:
            raise BadPosition(f"the bar is written X's first, then O's, so that {word} is in the wrong place")
        counts[side][BAR if number > POINTS else number if side == 0 else BAR - number] = count
    return counts


def read_dice(word: str) -> int:
    """The dice that are left, from their faces."""
    if word in ("", "opening"):
        return OPENING if word else 0
    faces = sorted(word, reverse=True)
    is_double = len(set(faces)) == 1 and len(faces) <= 4
    if not re.fullmatch("[1-6]+", word) or (len(faces) > 2 and not is_double):
        raise BadPosition(f"dice that are left are one or two faces, or up to four equal ones, not {word!r}")
    return int("".join(faces), 8)


def id_of(state: State) -> str:
    """The position as GNU Backgammon's Position ID; whose roll it is and the dice are not part of it.

    Bits, the lowest first: for each point from 1 to the bar, of the side that is not to move and then of the other,
    as many ones as it has checkers there, and a zero. (So the program does; its manual names the sides the other way
    round.)

    >>> from zerosum.core.games import load
    >>> id_of(load("backgammon").start)
    '4HPwATDgc/ABMA'
    """
    sides = [state[2:4], state[0:2]] if state[4] == 0 else [state[0:2], state[2:4]]
    bits = "".join("1" * count_at(low, high, point) + "0" for low, high in sides for point in range(1, BAR + 1))
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")


def read_id(text: str) -> tuple[dict[int, int], dict[int, int]]:
    """The number of checkers on each point of a Position ID: of the side that is not to move, and of the other."""
    number = int.from_bytes(b64decode(text + "=="), "little")
    points = f"{number:080b}"[::-1].split("0")
    if len(points) < 2 * BAR or any(points[2 * BAR :]):
        raise BadPosition(f"{text!r} is a Position ID of more checkers or points than there are")
    counts = [
        {point: len(ones) for point, ones in enumerate(half, start=1) if ones}
        for half in (points[:BAR], points[BAR : 2 * BAR])
    ]
    return counts[0], counts[1]


def target_of(point: int, die: int) -> int:
    """Where a checker comes to by a die: 0 is off the board."""
    return max(0, point - die)


def write_move(state: State, move: int) -> str:
    """A roll as 31, a step as 13/8, bar/20 or 6/off, as the side that moves counts the points."""
    if state[5] in (0, OPENING):
        return f"{move // 6 + 1}{move % 6 + 1}"
    if move == PASS:
        return "pass"
    point = move % SMALLER
    target = target_of(point, die_of(state[5], move))
    return f"{'bar' if point == BAR else point}/{target or 'off'}"


def read_move(state: State, word: str) -> int:
    """A roll with its faces in any order; a step, with or without a star for a hit."""
    dice = state[5]
    if dice in (0, OPENING):
        if not re.fullmatch("[1-6][1-6]", word):
            raise BadMove(f"{word!r} is not a roll of two dice, as in 31")
        small, great = sorted(map(int, word))
        if dice == OPENING and small == great:
            raise BadMove("the first roll of a game is never a double: equal dice are rolled again")
        return 6 * (great - 1) + small - 1
    word = word.lower()
    if word == "pass":
        return PASS
    found = re.fullmatch(r"(bar|[1-9]|1[0-9]|2[0-5])/(off|[0-9]|1[0-9]|2[0-4])\*?", word)
    if found is None:
        raise BadMove(f"{word!r} is not a step of one checker, as in 13/8, bar/20 or 6/off")
    point = BAR if found[1] == "bar" else int(found[1])
    target = 0 if found[2] == "off" else int(found[2])
    fitting = [
        move
        for move in ((point, SMALLER + point) if is_mixed(dice) else (point,))
        if target_of(point, die_of(dice, move)) == target
    ]
    if fitting:
        # Two dice may lead off the board, one of them only from the farthest point.
        legal = steps(*both_sides(state), dice)
        return next((move for move in fitting if legal >> move & 1), fitting[0])
    faces = f"{dice >> 3} and {dice & 7}" if is_mixed(dice) else f"{dice & 7}"
    raise BadMove(f"{word} is no step by a die that is left, {faces}")


def draw(state: State) -> str:
    """The board as it lies between the players, with X's home at the bottom right and the numbers of both sides.

    Each side counts the points from its own home, and types its moves by its own numbers.
    """
    stand = pieces(state)

    def mark(piece: str, level: int, empty: str) -> str:
        """What is seen of a point at this level, counted from the edge of the board."""
        count = int(piece[1:] or 0)
        shown = f"{count}" if level == ROWS - 1 and count > ROWS else piece[:1] if count > level else empty
        return f"{shown:>3}"

    def row(points: range, level: int) -> str:
        words = [mark(stand[point - 1], level, "." if level == 0 else "") for point in points]
        return _ruled(words, mark(stand[POINTS if points is LOWER else POINTS + 1], level, ""))

    def numbers(points: range, side: int) -> str:
        counted = [point if side == 0 else POINTS + 1 - point for point in points]
        return SIDES[side] + _ruled([f"{number:>3}" for number in counted], "bar")[1:]

    def off(side: int) -> str:
        return f"  {SIDES[side]} off: {CHECKERS - number_of(*state[2 * side : 2 * side + 2])}"

    lines = [
        numbers(UPPER, 1) + off(1),
        numbers(UPPER, 0),
        *(row(UPPER, level) for level in range(ROWS)),
        f" {'':18} |     | {_turn(state):<17} |",
        *(row(LOWER, level) for level in reversed(range(ROWS))),
        numbers(LOWER, 1),
        numbers(LOWER, 0) + off(0),
    ]
    return "\n".join(lines)


def _ruled(words: list[str], bar: str) -> str:
    return f" {''.join(words[:6])} | {bar} |{''.join(words[6:])} |"


def _turn(state: State) -> str:
    """Whose turn it is and with which dice; nothing at the end."""
    if not all(number_of(*checkers) for checkers in (state[:2], state[2:4])):
        return ""
    side, dice = SIDES[state[4]], state[5]
    return f"{side} rolls" if dice in (0, OPENING) else f"{side} has {' '.join(f'{dice:o}')}"


def board(state: State) -> Board:
    """Twelve points above and twelve below, bar and off of each side, and two dice; source and target are clicked."""
    stand, spans = pieces(state), count_spans(write_position(state))
    cells = [
        Cell(
            x=x + (x > 5),
            y=0 if points is UPPER else ROWS + 1,
            height=ROWS,
            name=f"point {point} of {COLOURS[0]}, {BAR - point} of {COLOURS[1]}",
            label=str(own_number(point, state)),
            piece=stand[point - 1],
            kind="spike",
            span=spans[point - 1],
        )
        for points in (UPPER, LOWER)
        for x, point in enumerate(points)
    ]
    number = {point: index for index, point in enumerate((*UPPER, *LOWER))}
    bars, offs = {}, {}
    for side, name in enumerate(SIDES):
        y = ROWS + 1 if side == 0 else 0
        bars[side], offs[side] = len(cells), len(cells) + 1
        off = CHECKERS - number_of(*state[2 * side : 2 * side + 2])
        cells += [
            Cell(
                x=6,
                y=y,
                height=ROWS,
                name=f"bar of {COLOURS[side]}",
                piece=stand[POINTS + side],
                kind="bar",
                owner=name,
                span=spans[POINTS + side],
            ),
            Cell(
                x=13,
                y=y,
                height=ROWS,
                name=f"off of {COLOURS[side]}",
                piece=f"{name}{off}" if off else "",
                kind="off",
                owner=name,
            ),
        ]
    side, dice = state[4], state[5]
    faces = "" if dice in (0, OPENING) else f"{dice:o}"
    left = f"{len(faces)} left" if len(faces) > 2 else ""
    cells += [
        Cell(x=8.5 + 1.5 * place, y=ROWS, name=("die", "other die")[place], label=left * place, piece=face, kind="die")
        for place, face in enumerate((faces[:1], faces[1:2]))
    ]

    def cell(point: int) -> int:
        """The cell of a point as the side to move counts it."""
        if point in (0, BAR):
            return (bars if point else offs)[side]
        return number[own_number(point, state)]

    moves: dict[int, tuple[int, ...]] = {}
    if faces:
        for move in (*range(1, BAR + 1), *range(SMALLER + 1, SMALLER + BAR + 1)):
            point = move % SMALLER
            moves[move] = (cell(point), cell(target_of(point, die_of(dice, move))))
    return Board(
        width=14,
        height=2 * ROWS + 1,
        cells=tuple(cells),
        pieces=PIECES,
        moves=moves,
        notes=(f"{pips_of(state, 0)} pips", f"{pips_of(state, 1)} pips"),
        lower_side=0,
    )


def text(refuse: Callable[[State], None]) -> Text:
    """The texts of a kind of backgammon; `refuse` raises `BadPosition` for a position that does not occur in it."""

    def read_position(position: str) -> State:
        words = position.split(":")
        if len(words) > 3 or (len(words) > 1 and words[1] not in SIDES):
            raise BadPosition(
                f"behind the points stand the side to move, X or O, and its dice, as in :X:31, not {position!r}"
            )
        side, dice = SIDES.index(words[1]) if len(words) > 1 else 0, read_dice(words[2]) if len(words) > 2 else 0
        if re.fullmatch(r"[A-Za-z0-9+/]{14}", words[0]):
            waiting, rolling = read_id(words[0])
            counts = (rolling, waiting) if side == 0 else (waiting, rolling)
        else:
            counts = read_counts(words[0])
        for name, of_side in zip(SIDES, counts, strict=True):
            if sum(of_side.values()) > CHECKERS:
                raise BadPosition(f"{name} has {sum(of_side.values())} checkers, and a side has {CHECKERS}")
        first, second = counts
        shared = [point for point in first if BAR - point in second and point < BAR]
        if shared:
            raise BadPosition(f"both sides stand on point {shared[0]}")
        state: State = (*checkers(first), *checkers(second), side, dice)
        refuse_turn(state)
        refuse(state)
        return state

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="a step as in 13/8, bar/20 or 6/off",
        board=board,
    )


def refuse_turn(state: State) -> None:
    """Refuse dice that cannot be left here, and a game that has ended in another way than it can."""
    first, second = number_of(*state[:2]), number_of(*state[2:4])
    side, dice = state[4], state[5]
    if not first and not second:
        raise BadPosition("one side at least has a checker left")
    if not first or not second:
        winner = 0 if not first else 1
        if side == winner or dice:
            raise BadPosition(f"{SIDES[winner]} has won, so that {SIDES[1 - winner]} is to move and has no dice")
    is_part_of_a_roll = dice not in (0, OPENING) and not is_mixed(dice) and dice < 0o1000
    if is_part_of_a_roll and steps(*both_sides(state), dice) == 1 << PASS:
        raise BadPosition(f"{SIDES[side]} has no step by the {dice & 7} that is left, so that its turn is over")
