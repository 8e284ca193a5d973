"""Domineering on any board: A puts dominoes upright, B lengthwise; whoever cannot move loses.

A larger example than subtract_a_square.py: sizes, text forms, a drawing and an estimate of its own.
Play it with `zerosum play domineering.py`, or `domineering.py:small` for a quick game.
"""

from zerosum import BadMove, BadPosition, Game, Rules, Text


def domineering(width=4, height=4) -> Game:
    cells = width * height
    full = (1 << cells) - 1
    bottom_row = ((1 << width) - 1) << (cells - width)
    right_column = sum(1 << (row * width + width - 1) for row in range(height))

    # A state is (covered cells, side to move); a move is the upper or left cell of the domino.
    def to_move(state):
        return state[1]

    def room(covered, side):
        if side == 0:
            return full & ~(covered | covered >> width | bottom_row)
        return full & ~(covered | covered >> 1 | right_column)

    def moves(state):
        return room(state[0], state[1])

    def play(state, move):
        domino = 1 << move | 1 << (move + (1 if state[1] else width))
        return state[0] | domino, 1 - state[1]

    def is_over(state):
        return moves(state) == 0

    def utility(state):
        return -1 if state[1] == 0 else 1

    def estimate(state):
        return room(state[0], 0).bit_count() - room(state[0], 1).bit_count()

    def write_position(state):
        marks = "".join("#" if state[0] >> cell & 1 else "-" for cell in range(cells))
        return marks.replace("#", "x") + ":" + "AB"[state[1]]

    def read_position(text):
        marks, _, side = text.partition(":")
        if len(marks) != cells or set(marks) - set("x-") or side not in ("A", "B"):
            raise BadPosition(f"a position is {cells} of x and -, a colon, and A or B, not {text!r}")
        return sum(1 << cell for cell in range(cells) if marks[cell] == "x"), "AB".index(side)

    def write_move(state, move):
        return "abcdefgh"[move % width] + str(move // width + 1)

    def read_move(state, word):
        for move in range(cells):
            if write_move(state, move) == word:
                return move
        raise BadMove(f"{word!r} is not a cell like a1")

    def draw(state):
        names = [" x" if state[0] >> cell & 1 else write_move(state, cell) for cell in range(cells)]
        return "\n".join(" " + " ".join(names[row * width : (row + 1) * width]) for row in range(height))

    return Game(
        name=f"Domineering {width}x{height}",
        spec="domineering.py",
        rules=Rules(
            start=(0, 0),
            to_move=to_move,
            moves=moves,
            play=play,
            is_over=is_over,
            utility=utility,
            estimate=estimate,
        ),
        text=Text(
            write_position=write_position,
            read_position=read_position,
            write_move=write_move,
            read_move=read_move,
            draw=draw,
            what_to_type="the upper or left cell of your domino",
        ),
    )


def small():
    return domineering(3, 3)
