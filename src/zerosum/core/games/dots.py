"""Dots and Boxes with rows x columns boxes: draw lines between dots; who closes a box gets it and moves again.

A state is (lines, boxes of the first side, side to move). Bit n of the lines is the line that is typed as n + 1: all
lines are numbered row by row from the top left; with 2 x 2 boxes:

    .  0 .  1 .
    2    3    4
    .  5 .  6 .
    7    8    9
    . 10 . 11 .

The boxes of the second side are the other closed ones. Who has which box makes no difference to the game, so a state
does not say it.
"""

from __future__ import annotations

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.grid import EMPTY, board_symmetries, read_number
from zerosum.core.rules import Example, Knowledge, Rules, Text

State = tuple[int, int, int]
SIDES = ("A", "B")
DRAWN = "x"
MOST_LINES = 62

EXAMPLES = (
    Example("Draw a line between two neighbouring dots.", "dots:2x2", "", "4"),
    Example("A line that closes a box takes it, and you move again.", "dots:2x2", "-x/---/-x/-x-/-x:0-0:A", "10"),
)
"""What the rules allow, move by move."""


def dots(rows: int = 3, columns: int = 3, *, count_from: int = 1) -> Game:
    """Dots and Boxes with this number of rows and columns of boxes."""
    if min(rows, columns) < 1:
        raise BadSpec(f"Dots and Boxes {rows}x{columns} is too small: each number must be at least 1")
    lines = len(line_places(rows, columns))
    if lines > MOST_LINES:
        raise BadSpec(
            f"Dots and Boxes {rows}x{columns} is too large: it has {lines} lines, and at most {MOST_LINES} are possible"
        )
    return Game(
        name=f"Dots and Boxes {rows}x{columns}",
        spec=f"dots:{rows}x{columns}",
        rules=rules(rows, columns),
        text=text(rows, columns, count_from),
        sides=SIDES,
        margin=True,
        unit="boxes",
        knowledge=knowledge(rows, columns),
        examples=EXAMPLES,
        about="In turn, draw a line between two neighbouring dots.\n"
        "If it closes a box, or two, they are yours, and you move again. Most boxes win.",
    )


def line_places(rows: int, columns: int) -> list[tuple[int, int]]:
    """Row and column of each line on a grid in which dots, lines and boxes are cells.

    Dots are where both are even, boxes where both are odd, and lines everywhere else.
    """
    return [(y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (x + y) % 2 == 1]


def box_lines(rows: int, columns: int) -> tuple[int, ...]:
    """For each box the set of its four lines."""
    number = {place: line for line, place in enumerate(line_places(rows, columns))}
    return tuple(
        sum(1 << number[place] for place in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)))
        for y in range(1, 2 * rows, 2)
        for x in range(1, 2 * columns, 2)
    )


def rules(rows: int, columns: int) -> Rules:
    """Who moves, which lines are left, who gets a box, and when it ends."""
    places = line_places(rows, columns)
    boxes = box_lines(rows, columns)
    count = len(places)
    full = (1 << count) - 1
    # The one or two boxes beside each line; a line at the edge has a second one that is never closed.
    beside = [[box for box in boxes if box >> line & 1] + [1 << count] for line in range(count)]
    one_side, other_side = tuple(each[0] for each in beside), tuple(each[1] for each in beside)
    number = {place: line for line, place in enumerate(places)}
    width, height = 2 * columns + 1, 2 * rows + 1
    symmetries = tuple(
        tuple(number[divmod(image[y * width + x], width)] for y, x in places)
        for image in board_symmetries(width, height)
    )

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        return full & ~state[0]

    def play(state: State, move: int) -> State:
        lines, first_boxes, side = state
        lines |= 1 << move
        closed = 0
        if lines & one_side[move] == one_side[move]:
            closed += 1
        if lines & other_side[move] == other_side[move]:
            closed += 1
        if closed == 0:
            return lines, first_boxes, 1 - side
        return lines, first_boxes + (closed if side == 0 else 0), side

    def is_over(state: State) -> bool:
        return state[0] == full

    def utility(state: State) -> int:
        closed = 0
        for box in boxes:
            if state[0] & box == box:
                closed += 1
        return 2 * state[1] - closed

    def moved(lines: int, image: tuple[int, ...]) -> int:
        """Lines under a symmetry of the board."""
        found = 0
        for line in range(count):
            found |= (lines >> line & 1) << image[line]
        return found

    def canonical(state: State) -> State:
        least = state[0]
        for image in symmetries:
            least = min(least, moved(state[0], image))
        return least, state[1], state[2]

    def class_size(state: State) -> int:
        unchanged = 0
        for image in symmetries:
            if moved(state[0], image) == state[0]:
                unchanged += 1
        return len(symmetries) // unchanged

    return Rules(
        (0, 0, 0), to_move, moves, play, is_over, utility, estimate=utility, canonical=canonical, class_size=class_size
    )


def knowledge(rows: int, columns: int) -> Knowledge:
    """Bounds of the margin: a box that is closed stays with its owner."""
    boxes = box_lines(rows, columns)

    def ahead_and_open(state: State) -> tuple[int, int]:
        """By how many boxes the side to move is ahead, and how many are open."""
        closed = 0
        for box in boxes:
            if state[0] & box == box:
                closed += 1
        ahead = 2 * state[1] - closed
        return ahead if state[2] == 0 else -ahead, len(boxes) - closed

    def floor(state: State) -> int:
        ahead, still_open = ahead_and_open(state)
        return ahead - still_open

    def ceiling(state: State) -> int:
        ahead, still_open = ahead_and_open(state)
        return ahead + still_open

    return Knowledge(floor=floor, ceiling=ceiling)


def text(rows: int, columns: int, count_from: int) -> Text:
    """Positions as `x-/x-x/--/---/--:0-0:B`: rows of lines from the top, the boxes of both sides, who is to move.

    Moves are the numbers of lines.
    """
    places = line_places(rows, columns)
    boxes = box_lines(rows, columns)
    lengths = [columns + y % 2 for y in range(2 * rows + 1)]

    def closed_boxes(lines: int) -> int:
        return sum(lines & box == box for box in boxes)

    def write_position(state: State) -> str:
        lines, first_boxes, side = state
        marks = "".join(DRAWN if lines >> line & 1 else EMPTY for line in range(len(places)))
        starts = [sum(lengths[:y]) for y in range(len(lengths))]
        written = "/".join(marks[start : start + length] for start, length in zip(starts, lengths, strict=True))
        return f"{written}:{first_boxes}-{closed_boxes(lines) - first_boxes}:{SIDES[side]}"

    def read_position(position: str) -> State:
        parts = position.split(":")
        written = parts[0].split("/")
        if len(parts) != 3 or [len(row) for row in written] != lengths:
            raise BadPosition(f"{position!r} is not written like {write_position((0, 0, 0))}")
        marks = "".join(written)
        strange = set(marks) - {DRAWN, EMPTY}
        if strange:
            raise BadPosition(f"{min(strange)!r} is not a line; use {DRAWN} for a line and {EMPTY} for none")
        if parts[2] not in SIDES:
            raise BadPosition(f"at the end stands who is to move, {SIDES[0]} or {SIDES[1]}, not {parts[2]!r}")
        lines, side = sum(1 << line for line, mark in enumerate(marks) if mark == DRAWN), SIDES.index(parts[2])
        closed = closed_boxes(lines)
        scores = {f"{first}-{closed - first}": first for first in range(closed + 1)}
        if parts[1] not in scores:
            raise BadPosition(f"{closed} boxes are closed, so {parts[1]!r} cannot be the boxes of both sides")
        # Every line passes the turn on, except those that close a box or two.
        if all((lines.bit_count() - closing) % 2 != side for closing in range((closed + 1) // 2, closed + 1)):
            raise BadPosition(
                f"with {lines.bit_count()} lines and {closed} closed boxes, {SIDES[side]} cannot be to move"
            )
        return lines, scores[parts[1]], side

    def write_move(state: State, move: int) -> str:
        return str(move + count_from)

    def read_move(state: State, word: str) -> int:
        line = read_number(word, "a line", len(places), count_from)
        if state[0] >> line & 1:
            raise BadMove(f"line {word} is drawn already")
        return line

    def draw(state: State) -> str:
        lines, first_boxes, _ = state
        size = len(str(len(places) - 1 + count_from)) + 2
        number = {place: line for line, place in enumerate(places)}
        drawn = []
        for y in range(2 * rows + 1):
            words = []
            for x in range(2 * columns + 1):
                line = number.get((y, x))
                wide = size if x % 2 else size - 2
                if line is None:
                    words.append(f"{' ' if y % 2 else '+':^{wide}}")
                elif lines >> line & 1:
                    words.append("-" * wide if y % 2 == 0 else f"{'|':^{wide}}")
                else:
                    words.append(f"{line + count_from:^{wide}}")
            drawn.append("".join(words).rstrip())
        closed = closed_boxes(lines)
        drawn.append(f"{SIDES[0]} has {first_boxes}, {SIDES[1]} {closed - first_boxes}")
        return "\n".join(drawn)

    def board(state: State) -> Board:
        lines, first_boxes, _ = state
        cells = []
        for line, (y, x) in enumerate(places):
            cells.append(
                Cell(
                    x=(x + 1) // 2 * THIN + x // 2,
                    y=(y + 1) // 2 * THIN + y // 2,
                    width=1 if x % 2 else THIN,
                    height=1 if y % 2 else THIN,
                    name=f"line {line + count_from}",
                    label=str(line + count_from),
                    piece=DRAWN if lines >> line & 1 else "",
                    kind="line",
                    span=(line + y, line + y + 1),
                )
            )
        closed = closed_boxes(lines)
        width, height = columns + (columns + 1) * THIN, rows + (rows + 1) * THIN
        for side, score in enumerate((first_boxes, closed - first_boxes)):
            cells.append(
                Cell(
                    x=side * width / 2,
                    y=height,
                    width=width / 2,
                    name=f"boxes of {SIDES[side]}",
                    piece=f"{SIDES[side]}:{score}",
                    kind="word",
                )
            )
        return Board(
            width=width,
            height=height + 1,
            cells=tuple(cells),
            pieces=(EMPTY, DRAWN),
            moves={line: (line,) for line in range(len(places))},
            score=(first_boxes, closed - first_boxes),
        )

    return Text(
        write_position, read_position, write_move, read_move, draw, what_to_type="the number of a line", board=board
    )


THIN = 0.625
"""The shorter side of a line in the picture, beside 1 for the longer; a binary fraction, so that sums are exact."""
