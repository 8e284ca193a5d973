"""Layouts of boards: grids, columns, pits and heaps as cells to draw and click; the rules say which moves are legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from zerosum.core.board import Board, Cell
from zerosum.core.games.grid import COLUMNS, EMPTY


def grid_cells(letters: Sequence[str], width: int, name: Callable[[int], str], kind: str = "square") -> list[Cell]:
    """The cells of a board whose position is written in rows with slashes between, one letter for a cell."""
    return [
        Cell(
            x=index % width,
            y=index // width,
            name=name(index),
            piece="" if letter == EMPTY else letter,
            kind=kind,
            span=(index + index // width, index + index // width + 1),
        )
        for index, letter in enumerate(letters)
    ]


def numbered_board(letters: Sequence[str], width: int, sides: tuple[str, str], count_from: int) -> Board:
    """A board whose cells are numbered row by row, and so are the moves."""
    cells = [
        Cell(x=cell.x, y=cell.y, name=f"cell {number}", label=str(number), piece=cell.piece, span=cell.span)
        for number, cell in enumerate(grid_cells(letters, width, str), start=count_from)
    ]
    return Board(
        width=width,
        height=len(cells) // width,
        cells=tuple(cells),
        pieces=(EMPTY, *sides),
        moves={cell: (cell,) for cell in range(len(cells))},
    )


def column_board(letters: Sequence[str], width: int, sides: tuple[str, str], count_from: int) -> Board:
    """A board into whose columns discs are dropped: any cell of a column stands for it."""
    height = len(letters) // width

    def name(cell: int) -> str:
        return f"column {cell % width + count_from}, row {height - cell // width}"

    columns = [range(x, width * height, width) for x in range(width)]
    landing: dict[int, tuple[int, ...]] = {
        x: (max(cell for cell in cells if letters[cell] == EMPTY),)
        for x, cells in enumerate(columns)
        if letters[x] == EMPTY
    }
    return Board(
        width=width,
        height=height,
        cells=tuple(grid_cells(letters, width, name, "hole")),
        columns=tuple(str(x + count_from) for x in range(width)),
        pieces=(EMPTY, *sides),
        falls=True,
        moves=landing,
        area={x: tuple(columns[x]) for x in landing},
    )


def lettered_board(
    letters: Sequence[str],
    width: int,
    sides: tuple[str, str],
    row_numbers: Sequence[int],
    moves: Mapping[int, tuple[int, ...]],
    kind: str = "square",
) -> Board:
    """A board with letters for its columns and numbers for its rows, as in d3."""
    return Board(
        width=width,
        height=len(row_numbers),
        cells=tuple(
            grid_cells(letters, width, lambda cell: f"{COLUMNS[cell % width]}{row_numbers[cell // width]}", kind)
        ),
        columns=tuple(COLUMNS[:width]),
        rows=tuple(map(str, row_numbers)),
        pieces=(EMPTY, *sides),
        moves=dict(moves),
    )


def count_spans(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a position stand that is written as numbers with commas and slashes between.

    >>> count_spans("10,4/0:S")
    [(0, 2), (3, 4), (5, 6)]
    """
    spans = []
    start = 0
    for word in text.partition(":")[0].replace("/", ",").split(","):
        spans.append((start, start + len(word)))
        start += len(word) + 1
    return spans


def sowing_board(
    south: Sequence[int],
    north: Sequence[int],
    position: str,
    side: int,
    sides: tuple[str, str],
    count_from: int,
    *,
    sows_stores: bool,
) -> Board:
    """Two rows of pits between two stores; each side's pits go from its own left to its right, and a move is a pit.

    Seeds are sown through the pits counter-clockwise, and through the stores where it `sows_stores`.
    """
    holes = len(south) - 1
    spans = count_spans(position)

    def pit(owner: int, place: int) -> Cell:
        is_south = owner == 0
        return Cell(
            x=1 + place if is_south else holes - place,
            y=1 if is_south else 0,
            name=f"{sides[owner]} pit {place + count_from}",
            label=str(place + count_from),
            piece=str((south if is_south else north)[place]),
            kind="pit",
            span=spans[place + (0 if is_south else holes + 1)],
        )

    def store(owner: int) -> Cell:
        is_south = owner == 0
        return Cell(
            x=holes + 1 if is_south else 0,
            y=0,
            height=2,
            name=f"{sides[owner]} store",
            label=sides[owner],
            piece=str((south if is_south else north)[holes]),
            kind="pit",
            span=spans[holes if is_south else 2 * holes + 1],
        )

    upper = [pit(1, place) for place in reversed(range(holes))]
    lower = [pit(0, place) for place in range(holes)]
    first = {0: 1 + holes, 1: holes}[side]
    onward, back = range(1 + holes, 1 + 2 * holes), range(holes, 0, -1)
    return Board(
        width=holes + 2,
        height=2,
        cells=(store(1), *upper, *lower, store(0)),
        moves={place: (first + (place if side == 0 else -place),) for place in range(holes)},
        score=(south[holes], north[holes]),
        sowing=(*onward, 1 + 2 * holes, *back, 0) if sows_stores else (*onward, *back),
    )


def die_cell(x: float, y: float, face: int, size: float = 1) -> Cell:
    """A die; no face shows before it has been rolled."""
    return Cell(x=x, y=y, width=size, height=size, name="die", piece=str(face) if face else "", kind="die")


def heaps_board(heaps: Sequence[int], left: Sequence[int], position: str, count_from: int) -> Board:
    """A row of things for each heap, and how many are left; a click on a thing takes it and all to its right."""
    cells: list[Cell] = []
    moves: dict[int, tuple[int, ...]] = {}
    touched: dict[int, tuple[int, ...]] = {}
    spans = count_spans(position)
    longest = max(heaps)
    first_move = 0
    for y, (size, count) in enumerate(zip(heaps, left, strict=True)):
        first = len(cells)
        for x in range(size):
            if x < count:
                take = count - x
                moves[first_move + take - 1] = (first + x,)
                touched[first_move + take - 1] = tuple(range(first + x, first + count))
            cells.append(
                Cell(x=x, y=y, name=f"heap {y + count_from}, thing {x + 1}", piece="|" * (x < count), kind="thing")
            )
        name = f"heap {y + count_from}"
        cells.append(Cell(x=longest, y=y, name=name, piece=str(count), kind="word", span=spans[y]))
        first_move += size
    return Board(
        width=longest + 1,
        height=len(heaps),
        cells=tuple(cells),
        rows=tuple(str(y + count_from) for y in range(len(heaps))),
        moves=moves,
        touched=touched,
    )
