"""Othello on 4x4, 6x6 or 8x8: enclose the other side's discs to turn them; most discs win.

A state is (discs of the side to move, discs of the other side, side to move), where the discs of a side are a set of
cells (`bitboard.py`), since 64 cells do not fit into one word. Cells are numbered row by row from the top left.

Moves number the cells row by row without the four in the centre, which are never empty, and then the
pass: on 8x8 that makes 61. Whoever cannot place a disc passes; when neither can, the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import Cells, bitboard, from_int, to_int
from zerosum.core.games.board_layouts import lettered_board
from zerosum.core.games.grid import (
    EMPTY,
    bits_of,
    board_symmetries,
    cell_name,
    images_of_two,
    lettered,
    letters_of,
    read_rows,
    split_side,
    write_rows,
)
from zerosum.core.games.othello_estimate import estimator
from zerosum.core.rules import Example, Level, Reason, Rules, Text, listed

State = tuple[Cells, Cells, int]
SIDES = ("X", "O")

EXAMPLES = (
    Example(
        "Discs of the other side in line between your new disc and one of yours turn.",
        "othello:8",
        "",
        "d3",
    ),
    Example(
        "Discs turn in every direction at once.",
        "othello:8",
        "--------/--------/--OOO---/--XOO---/---XX---/----OX--/--------/--------:X",
        "e2",
    ),
)
"""What the rules allow, move by move."""


LEVELS = tuple(Level(nodes) for nodes in (45, 65, 130, 260, 640, 1400, 3000, 7000))
"""The eight levels, found by matches (`docs/levels.md`)."""


def othello(size: int = 8) -> Game:
    """Othello on a board of this size."""
    if size not in (4, 6, 8):
        raise BadSpec(f"Othello is played on 4x4, 6x6 or 8x8, not on {size}x{size}")
    game_rules = rules(size)
    return Game(
        name="Othello" if size == 8 else f"Othello {size}x{size}",
        spec="othello" if size == 8 else f"othello:{size}",
        rules=game_rules,
        text=text(size, game_rules),
        sides=SIDES,
        colours=("Black", "White"),
        margin=True,
        unit="discs",
        best_search="selective" if size > 4 else None,
        levels=LEVELS if size > 4 else (),
        reasons=reasons(size, game_rules),
        examples=EXAMPLES,
        about="Place a disc so that discs of the other side lie in line between it and one of yours;\n"
        "they turn to your side. Whoever cannot, passes. When neither can, the game is over:\n"
        "it is won by the side with more discs, by as many as it has more.",
    )


def rules(size: int) -> Rules:
    """Who moves, what turns, and when it ends."""
    cells = size * size
    sets = bitboard(cells)
    not_left = sets.of(cell for cell in range(cells) if cell % size > 0)
    not_right = sets.of(cell for cell in range(cells) if cell % size < size - 1)
    # Towards higher cells, and back: the step, and the cells that it may arrive at without leaving its row.
    onward = ((1, not_left), (size - 1, not_right), (size, sets.full), (size + 1, not_left))
    back = ((1, not_right), (size - 1, not_left), (size, sets.full), (size + 1, not_right))
    passing = cells - 4
    # The moves, as bits, of the cells above the centre, between its two rows, and below: the centre has no moves.
    centre = cell_of_centre(size)
    above = (1 << centre) - 1
    between = (1 << centre + size - 2) - (1 << centre)
    below = (1 << passing) - (1 << centre + size - 2)

    def placeable(mine: Cells, other: Cells) -> Cells:
        """The empty cells from which a line of the other side's discs leads to one of mine."""
        found = sets.empty
        for step, arrive in onward:
            line = sets.both(sets.shift_up(mine, step), sets.both(arrive, other))
            while not sets.is_empty(line):
                line = sets.both(sets.shift_up(line, step), arrive)
                found = sets.either(found, line)
                line = sets.both(line, other)
        for step, arrive in back:
            line = sets.both(sets.shift_down(mine, step), sets.both(arrive, other))
            while not sets.is_empty(line):
                line = sets.both(sets.shift_down(line, step), arrive)
                found = sets.either(found, line)
                line = sets.both(line, other)
        return sets.without(found, sets.either(mine, other))

    def turned(cell: Cells, mine: Cells, other: Cells) -> Cells:
        """The other side's discs that a disc of mine on this cell turns."""
        found = sets.empty
        for step, arrive in onward:
            crossed = sets.empty
            at = sets.both(sets.shift_up(cell, step), arrive)
            while not sets.is_empty(sets.both(at, other)):
                crossed = sets.either(crossed, at)
                at = sets.both(sets.shift_up(at, step), arrive)
            if not sets.is_empty(sets.both(at, mine)):
                found = sets.either(found, crossed)
        for step, arrive in back:
            crossed = sets.empty
            at = sets.both(sets.shift_down(cell, step), arrive)
            while not sets.is_empty(sets.both(at, other)):
                crossed = sets.either(crossed, at)
                at = sets.both(sets.shift_down(at, step), arrive)
            if not sets.is_empty(sets.both(at, mine)):
                found = sets.either(found, crossed)
        return found

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        found = placeable(state[0], state[1])
        if sets.is_empty(found):
            return 1 << passing
        return found[0] & above | sets.shift_down(found, 2)[0] & between | sets.shift_down(found, 4)[0] & below

    def play(state: State, move: int) -> State:
        mine, other, side = state
        if move == passing:
            return other, mine, 1 - side
        cell = sets.put(sets.empty, cell_of_move(size, move))
        discs = turned(cell, mine, other)
        return sets.without(other, discs), sets.either(sets.either(mine, discs), cell), 1 - side

    def is_over(state: State) -> bool:
        mine, other, _ = state
        return sets.is_empty(placeable(mine, other)) and sets.is_empty(placeable(other, mine))

    def utility(state: State) -> int:
        ahead = sets.count(state[0]) - sets.count(state[1])
        return ahead if state[2] == 0 else -ahead

    margin_for = estimator(size, sets, placeable)

    def estimate(state: State) -> int:
        mine, other, side = state
        return margin_for(mine, other) if side == 0 else -margin_for(mine, other)

    symmetries = board_symmetries(size, size)

    def moved(discs: Cells, image: tuple[int, ...]) -> Cells:
        """Discs under a symmetry of the board."""
        found = sets.empty
        for cell in range(cells):
            if sets.has(discs, cell):
                found = sets.put(found, image[cell])
        return found

    canonical, class_size = images_of_two(symmetries, moved)

    def worth(move: int) -> int:
        # Corners first, then edges and the inside, cells beside a corner last.
        if move == passing:
            return size
        cell = cell_of_move(size, move)
        x, y = min(cell % size, size - 1 - cell % size), min(cell // size, size - 1 - cell // size)
        if (x, y) == (0, 0):
            return 0
        if max(x, y) == 1:
            return size // 2 + 1
        return 1 if min(x, y) == 0 else 2

    return Rules(
        start=(sets.of((centre + 1, centre + size)), sets.of((centre, centre + size + 1)), 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
        canonical=canonical,
        class_size=class_size,
        order=tuple(sorted(range(passing + 1), key=worth)),
        repeats=False,  # every move adds a disc; of two passes the second ends the game
    )


def cell_of_centre(size: int) -> int:
    """The first of the four cells in the centre, row by row."""
    return size * (size // 2 - 1) + size // 2 - 1


def cell_of_move(size: int, move: int) -> int:
    """The cell, row by row, of a move that is not the pass."""
    centre = cell_of_centre(size)
    if move < centre:
        return move
    return move + 2 if move + 2 < centre + size else move + 4


def reasons(size: int, game_rules: Rules) -> Callable[[State, int], Iterator[Reason]]:
    """Corners, which never turn again, and moves after which the other side has to pass."""
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    passing = size * size - 4

    def found(state: State, move: int) -> Iterator[Reason]:
        after = game_rules.play(state, move)
        if move != passing and cell_of_move(size, move) in corners:
            yield Reason("takes a corner")
        if move != passing and not game_rules.is_over(after) and listed(game_rules.moves(after)) == (passing,):
            yield Reason("leaves the other side no move")

    return found


def text(size: int, game_rules: Rules) -> Text:
    """Positions row by row with the side to move behind a colon, moves as `d3` and `pass`."""
    sets = bitboard(size * size)
    passing = size * size - 4
    move_of_cell = {cell_of_move(size, move): move for move in range(passing)}

    def name(cell: int) -> str:
        return cell_name(cell, size, cell // size + 1)

    def letters(state: State) -> list[str]:
        mine, other, side = state
        return letters_of(to_int(mine), to_int(other), (SIDES[side], SIDES[1 - side]), range(size * size))

    def write_position(state: State) -> str:
        return write_rows(letters(state), size) + ":" + SIDES[state[2]]

    def read_position(position: str) -> State:
        board, side = split_side(position, SIDES)
        discs = read_rows(board, size, size, "".join(SIDES))
        for cell in range(size * size):
            if cell not in move_of_cell and discs[cell] == EMPTY:
                raise BadPosition(f"{name(cell)} is empty, but the four cells in the centre never are")
        mine, other = (from_int(sets, bits_of(discs, SIDES[each])) for each in (side, 1 - side))
        return mine, other, side

    def write_move(state: State, move: int) -> str:
        return "pass" if move == passing else name(cell_of_move(size, move))

    def read_move(state: State, word: str) -> int:
        legal = listed(game_rules.moves(state))
        if word.lower() == "pass":
            if passing not in legal:
                raise BadMove("a side that can place a disc cannot pass")
            return passing
        for cell, letter in enumerate(letters(state)):
            if word.lower() == name(cell):
                if letter != EMPTY:
                    raise BadMove(f"{name(cell)} is taken")
                if move_of_cell[cell] not in legal:
                    raise BadMove(f"a disc on {name(cell)} turns nothing")
                return move_of_cell[cell]
        raise BadMove(f"{word!r} is not a cell like a1, or pass")

    def draw(state: State) -> str:
        legal = set() if game_rules.is_over(state) else set(listed(game_rules.moves(state)))
        cells = [
            name(cell) if move_of_cell.get(cell) in legal else "." if letter == EMPTY else letter
            for cell, letter in enumerate(letters(state))
        ]
        return lettered(cells, size, range(1, size + 1))

    def board(state: State) -> Board:
        moves = {move: (cell,) for cell, move in move_of_cell.items()}
        discs = letters(state)
        score = discs.count(SIDES[0]), discs.count(SIDES[1])
        return replace(lettered_board(discs, size, SIDES, range(1, size + 1), moves, "disc"), score=score)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="a cell whose name stands on the board, as in d3, or pass when there is none",
        board=board,
    )
