"""Othello on 4x4, 6x6 or 8x8: enclose the other side's discs to turn them; most discs win.

A state is (mover's upper half, mover's lower half, other's upper half, other's lower half, side to
move). 64 cells do not fit into 63 bits, so each side's discs lie in two words, the upper half of the
board in the first. Bit c of a word is a cell of its half, row by row from the left.

Moves number the cells row by row without the four in the centre, which are never empty, and then the
pass: on 8x8 that makes 61. Whoever cannot place a disc passes; when neither can, the game is over.
"""

from __future__ import annotations

from zerosum.board import Board
from zerosum.game import BadMove, BadPosition, BadSpec, Game, Rules, Text, listed
from zerosum.games.boards import lettered_board
from zerosum.games.grid import (
    EMPTY,
    bits_of,
    board_symmetries,
    cell_name,
    lettered,
    read_rows,
    split_side,
    write_rows,
)

State = tuple[int, int, int, int, int]
SIDES = ("X", "O")


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
        margin=True,
        about="Place a disc so that discs of the other side lie in line between it and one of yours;\n"
        "they turn to your side. Whoever cannot, passes. When neither can, the game is over:\n"
        "it is won by the side with more discs, by as many as it has more.",
    )


def rules(size: int) -> Rules:
    """Who moves, what turns, and when it ends."""
    half = size * size // 2
    whole = (1 << half) - 1
    left_edge = sum(1 << size * row for row in range(size // 2))
    not_left = whole & ~left_edge
    not_right = whole & ~(left_edge << size - 1)
    # Towards higher cells, and back: the step, and the cells that it may arrive at.
    onward = ((1, not_left), (size - 1, not_right), (size, whole), (size + 1, not_left))
    back = ((1, not_right), (size - 1, not_left), (size, whole), (size + 1, not_right))
    longest = size - 2
    passing = size * size - 4
    # The centre: two cells in the last row of the upper half, two in the first row of the lower.
    upper_gap = half - size // 2 - 1
    lower_gap = size // 2 - 1
    before_gap = (1 << upper_gap) - 1
    before_lower_gap = (1 << lower_gap) - 1
    corners = 1 | 1 << size - 1, 1 << half - 1 | 1 << half - size

    def placeable(mine_up: int, mine_low: int, other_up: int, other_low: int) -> tuple[int, int]:
        """The empty cells from which a line of the other side's discs leads to one of mine."""
        empty_up, empty_low = whole & ~(mine_up | other_up), whole & ~(mine_low | other_low)
        found_up, found_low = 0, 0
        for step, arrive in onward:
            other_way = half - step
            run_up = mine_up << step & arrive & other_up
            run_low = (mine_low << step | mine_up >> other_way) & arrive & other_low
            for _ in range(longest - 1):
                run_low |= (run_low << step | run_up >> other_way) & arrive & other_low
                run_up |= run_up << step & arrive & other_up
            found_up |= run_up << step & arrive & empty_up
            found_low |= (run_low << step | run_up >> other_way) & arrive & empty_low
        for step, arrive in back:
            other_way = half - step
            run_up = (mine_up >> step | mine_low << other_way) & arrive & other_up
            run_low = mine_low >> step & arrive & other_low
            for _ in range(longest - 1):
                run_up |= (run_up >> step | run_low << other_way) & arrive & other_up
                run_low |= run_low >> step & arrive & other_low
            found_up |= (run_up >> step | run_low << other_way) & arrive & empty_up
            found_low |= run_low >> step & arrive & empty_low
        return found_up, found_low

    def turned(cell_up: int, cell_low: int, state: State) -> tuple[int, int]:
        """The other side's discs that a disc of the mover on this cell turns."""
        mine_up, mine_low, other_up, other_low, _ = state
        all_up, all_low = 0, 0
        for step, arrive in onward:
            other_way = half - step
            run_up, run_low = 0, 0
            at_up = cell_up << step & arrive
            at_low = (cell_low << step | cell_up >> other_way) & arrive
            while at_up & other_up | at_low & other_low:
                run_up, run_low = run_up | at_up, run_low | at_low
                at_up, at_low = at_up << step & arrive, (at_low << step | at_up >> other_way) & arrive
            if at_up & mine_up | at_low & mine_low:
                all_up, all_low = all_up | run_up, all_low | run_low
        for step, arrive in back:
            other_way = half - step
            run_up, run_low = 0, 0
            at_up = (cell_up >> step | cell_low << other_way) & arrive
            at_low = cell_low >> step & arrive
            while at_up & other_up | at_low & other_low:
                run_up, run_low = run_up | at_up, run_low | at_low
                at_up, at_low = (at_up >> step | at_low << other_way) & arrive, at_low >> step & arrive
            if at_up & mine_up | at_low & mine_low:
                all_up, all_low = all_up | run_up, all_low | run_low
        return all_up, all_low

    def to_move(state: State) -> int:
        return state[4]

    def moves(state: State) -> int:
        up, low = placeable(state[0], state[1], state[2], state[3])
        if up | low == 0:
            return 1 << passing
        # Close the gaps that the centre leaves in the numbering.
        upper = up & before_gap | (up >> 2 & ~before_gap)
        lower = low & before_lower_gap | (low >> 2 & ~before_lower_gap)
        return upper | lower << half - 2

    def play(state: State, move: int) -> State:
        mine_up, mine_low, other_up, other_low, side = state
        if move == passing:
            return other_up, other_low, mine_up, mine_low, 1 - side
        cell_up, cell_low = 0, 0
        if move < half - 2:
            cell_up = 1 << (move if move < upper_gap else move + 2)
        else:
            lower_move = move - half + 2
            cell_low = 1 << (lower_move if lower_move < lower_gap else lower_move + 2)
        up, low = turned(cell_up, cell_low, state)
        return other_up & ~up, other_low & ~low, mine_up | up | cell_up, mine_low | low | cell_low, 1 - side

    def is_over(state: State) -> bool:
        mine_up, mine_low, other_up, other_low, _ = state
        up, low = placeable(mine_up, mine_low, other_up, other_low)
        if up | low != 0:
            return False
        up, low = placeable(other_up, other_low, mine_up, mine_low)
        return up | low == 0

    def utility(state: State) -> int:
        mine = state[0].bit_count() + state[1].bit_count()
        ahead = mine - state[2].bit_count() - state[3].bit_count()
        return ahead if state[4] == 0 else -ahead

    def estimate(state: State) -> int:
        # Corners cannot be turned back, and choice is worth more than discs until the end.
        mine_up, mine_low, other_up, other_low, side = state
        up, low = placeable(mine_up, mine_low, other_up, other_low)
        their_up, their_low = placeable(other_up, other_low, mine_up, mine_low)
        choice = up.bit_count() + low.bit_count() - their_up.bit_count() - their_low.bit_count()
        corner = (mine_up & corners[0]).bit_count() + (mine_low & corners[1]).bit_count()
        corner -= (other_up & corners[0]).bit_count() + (other_low & corners[1]).bit_count()
        ahead = choice + 6 * corner
        return ahead if side == 0 else -ahead

    symmetries = board_symmetries(size, size)

    def moved(up: int, low: int, image: tuple[int, ...]) -> tuple[int, int]:
        """Discs under a symmetry of the board."""
        to_up, to_low = 0, 0
        for cell in range(half):
            if up >> cell & 1:
                target = image[cell]
                if target < half:
                    to_up |= 1 << target
                else:
                    to_low |= 1 << target - half
            if low >> cell & 1:
                target = image[cell + half]
                if target < half:
                    to_up |= 1 << target
                else:
                    to_low |= 1 << target - half
        return to_up, to_low

    def canonical(state: State) -> State:
        mine_up, mine_low, other_up, other_low, side = state
        least = mine_up, mine_low, other_up, other_low
        for image in symmetries:
            to_up, to_low = moved(mine_up, mine_low, image)
            their_up, their_low = moved(other_up, other_low, image)
            least = min(least, (to_up, to_low, their_up, their_low))
        return least[0], least[1], least[2], least[3], side

    middle = size // 2
    first = (1 << upper_gap + 1, 1 << lower_gap)
    second = (1 << upper_gap, 1 << lower_gap + 1)

    def worth(move: int) -> int:
        # Corners first, then edges and the inside, cells beside a corner last.
        if move == passing:
            return size
        cell = cell_of_move(size, move)
        x, y = min(cell % size, size - 1 - cell % size), min(cell // size, size - 1 - cell // size)
        if (x, y) == (0, 0):
            return 0
        if max(x, y) == 1:
            return middle + 1
        return 1 if min(x, y) == 0 else 2

    return Rules(
        start=(*first, *second, 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
        canonical=canonical,
        order=tuple(sorted(range(passing + 1), key=worth)),
    )


def cell_of_move(size: int, move: int) -> int:
    """The cell, row by row, of a move that is not the pass."""
    centre = size * (size // 2 - 1) + size // 2 - 1
    if move < centre:
        return move
    return move + 2 if move + 2 < centre + size else move + 4


def text(size: int, game_rules: Rules) -> Text:
    """Positions row by row with the side to move behind a colon, moves as `d3` and `pass`."""
    half = size * size // 2
    passing = size * size - 4
    move_of_cell = {cell_of_move(size, move): move for move in range(passing)}

    def name(cell: int) -> str:
        return cell_name(cell, size, cell // size + 1)

    def letters(state: State) -> list[str]:
        mine, other = state[0] | state[1] << half, state[2] | state[3] << half
        side = state[4]
        return [
            SIDES[side] if mine >> cell & 1 else SIDES[1 - side] if other >> cell & 1 else EMPTY
            for cell in range(size * size)
        ]

    def write_position(state: State) -> str:
        return write_rows(letters(state), size) + ":" + SIDES[state[4]]

    def read_position(position: str) -> State:
        board, side = split_side(position, SIDES)
        discs = read_rows(board, size, size, "".join(SIDES))
        for cell in range(size * size):
            if cell not in move_of_cell and discs[cell] == EMPTY:
                raise BadPosition(f"{name(cell)} is empty, but the four cells in the centre never are")
        whole = (1 << half) - 1
        mine, other = bits_of(discs, SIDES[side]), bits_of(discs, SIDES[1 - side])
        return mine & whole, mine >> half, other & whole, other >> half, side

    def write_move(state: State, move: int) -> str:
        return "pass" if move == passing else name(cell_of_move(size, move))

    def read_move(state: State, word: str) -> int:
        if word.lower() == "pass":
            return passing
        for cell, move in move_of_cell.items():
            if word.lower() == name(cell):
                return move
        raise BadMove(f"{word!r} is not an empty cell like a1, or pass")

    def draw(state: State) -> str:
        legal = set() if game_rules.is_over(state) else set(listed(game_rules.moves(state)))
        cells = [
            name(cell) if move_of_cell.get(cell) in legal else "." if letter == EMPTY else letter
            for cell, letter in enumerate(letters(state))
        ]
        return lettered(cells, size, range(1, size + 1))

    def board(state: State) -> Board:
        moves = {move: (cell,) for cell, move in move_of_cell.items()}
        return lettered_board(letters(state), size, SIDES, range(1, size + 1), moves, "disc")

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="a cell whose name stands on the board, as in d3, or pass when there is none",
        board=board,
    )
