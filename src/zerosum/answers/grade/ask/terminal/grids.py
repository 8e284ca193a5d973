"""Find printed boards in text: grids of so many rows and columns, however they are drawn.

A line of a board is split into cells in several ways, and a grid is as many such lines as the board has rows, with
nothing but rules or further lines of the same cells between them:

    bars        X | O | 3         | X | O |   |       lines between rows are rules; cells may be several lines high
    lists       ['X', 'O', ' ']
    brackets    [X][O][ ]         (1) ( ) (X)
    words       X O .             1  X _ O            labels at the left and above are left out
    marks       XO.               no separators at all

A board may stand beside another one (the numbers to type, for instance); both are found then.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

Grid = tuple[tuple[str, ...], ...]
"""The text of each cell, row by row from the top; "" for a cell that is drawn empty."""

BARS = "|│┃║¦┆┊┋▏▕❘￨"
_BAR = re.compile(f"[{BARS}]")
_EDGES = re.compile(r"^[\s+*#]*|[\s+*#]*$")
_RULE = re.compile(rf"^(?=.*[-_=—–~+*#\u2500-\u257f]{{3}})[-_=—–~+*#.:'`\s{BARS}\u2500-\u257f]*$")
"""A line between rows: box drawing characters are the range from U+2500 to U+257F."""

_VARIATION = re.compile("[\ufe0e\ufe0f\u200d]")
_LIST = re.compile(r"[\[(]\s*((?:'[^']*'|\"[^\"]*\"|[^\s,'\"\[\]()]+)(?:\s*,\s*|\s+|(?=\s*[\])])))+\s*[\])]")
_LIST_ITEM = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^\s,'\"\[\]()]+)")
_BRACKET = re.compile(r"[\[({<]\s*([^\s\[\](){}<>]{0,3})\s*[\])}>]")
LONGEST_CELL = 3


def grids(text: str, rows: int, columns: int) -> list[Grid]:
    """All boards in a text, in the order of their ends.

    >>> grids(" X | 2 | 3\\n---+---+---\\n 4 | O | 6\\n---+---+---\\n 7 | 8 | 9", 3, 3)
    [(('X', '2', '3'), ('4', 'O', '6'), ('7', '8', '9'))]
    """
    lines = _VARIATION.sub("", text).split("\n")
    found: dict[tuple[int, Grid], None] = {}
    for is_strict in (True, False):
        for split in (_bars, _lists, _brackets, _words, _marks):
            for which in range(2):
                for end, grid in _of_kind(lines, split, which, rows, columns, is_strict):
                    found.setdefault((end, grid))
        if found:
            break
    return [grid for _, grid in sorted(found, key=lambda each: each[0])]


Split = Callable[[str, int], Sequence[Sequence[str]]]
"""The cells of a line, once for each board in it; nothing where it is no line of a board."""


def _of_kind(
    lines: Sequence[str], split: Split, which: int, rows: int, columns: int, is_strict: bool
) -> Iterator[tuple[int, Grid]]:
    """The boards whose lines are split in this way, the first or the second beside each other (`which`)."""
    region: list[tuple[int, Sequence[str] | None]] = []
    for number, line in enumerate([*lines, "\0"]):
        boards = split(line, columns)
        cells = boards[which] if len(boards) > which else None
        is_rule = bool(_RULE.match(line)) or (not is_strict and not line.strip())
        if cells is not None and not (is_rule and split is not _bars):
            region.append((number, None if is_rule and _is_hard_rule(line) else cells))
        elif is_rule or _is_label_line(line, columns):
            region.append((number, None))
        else:
            yield from _in_region(region, split is _bars, rows, columns)
            region = []


def _in_region(
    region: Sequence[tuple[int, Sequence[str] | None]], has_bars: bool, rows: int, columns: int
) -> Iterator[tuple[int, Grid]]:
    """The boards in lines that follow one another. A rule is None."""
    blocks: list[list[tuple[int, Sequence[str]]]] = [[]]
    for number, cells in region:
        if cells is None:
            blocks.append([])
        elif has_bars:
            blocks[-1].append((number, cells))
        else:
            blocks.append([(number, cells)])
    blocks = [block for block in blocks if block]
    if not blocks:
        return
    if has_bars and len(blocks) % rows and len(blocks) != rows + 1:
        blocks = _cut(blocks, rows)
    for at, several in enumerate(_boards(blocks, rows)):
        merged = [_merged([cells for _, cells in block]) for block in several]
        if any(row is None for row in merged):
            continue
        grid = _without_labels([row for row in merged if row is not None], columns)
        if grid is not None:
            yield several[-1][-1][0] * 10 + at, grid


def _cut(blocks: list[list[tuple[int, Sequence[str]]]], rows: int) -> list[list[tuple[int, Sequence[str]]]]:
    """Rows that no rule separates: each line is a row, or a row ends with a line of underscores."""
    lines = [line for block in blocks for line in block]
    if len(lines) % rows == 0 and len(lines) <= rows:
        return [[line] for line in lines]
    cut: list[list[tuple[int, Sequence[str]]]] = [[]]
    for number, cells in lines:
        cut[-1].append((number, cells))
        if all("_" in cell for cell in cells):
            cut.append([])
    cut = [block for block in cut if block]
    if len(cut) == rows:
        return cut
    if (
        len(lines) % rows == 0
        and len(lines) // rows > 1
        and not any("_" in cell for _, cells in lines for cell in cells)
    ):
        height = len(lines) // rows
        tall = [lines[at : at + height] for at in range(0, len(lines), height)]
        if all(_merged([cells for _, cells in block]) is not None for block in tall) and len(blocks) == 1:
            several = [lines[at : at + rows] for at in range(0, len(lines), rows)]
            return tall if height <= 5 and not _look_like_boards(several) else [[line] for line in lines]
    return [[line] for line in lines]


def _look_like_boards(several: Sequence[Sequence[tuple[int, Sequence[str]]]]) -> bool:
    """Whether every part has something in every line, as in boards that follow each other."""
    return all(any(cell.strip() for cell in cells) for part in several for _, cells in part)


def _boards(
    blocks: list[list[tuple[int, Sequence[str]]]], rows: int
) -> Iterator[list[list[tuple[int, Sequence[str]]]]]:
    """As many rows as a board has, once or several times; a line of labels above or below is left out."""
    if len(blocks) == rows + 1:
        above = _labels(list(blocks[0][0][1])) or _labels(list(blocks[0][0][1])[1:])
        yield blocks[1:] if above else blocks[:-1]
    elif len(blocks) % rows == 0:
        for at in range(0, len(blocks), rows):
            yield blocks[at : at + rows]
    elif len(blocks) % (rows + 1) == 0:
        for at in range(0, len(blocks), rows + 1):
            yield from _boards(blocks[at : at + rows + 1], rows)


def _merged(lines: Sequence[Sequence[str]]) -> list[str] | None:
    """A row of cells that are several lines high: each has something in one line at most."""
    widths = {len(cells) for cells in lines}
    if len(widths) != 1:
        return None
    row = []
    for column in range(widths.pop()):
        texts = {cells[column].strip(" _") for cells in lines if cells[column].strip(" _")}
        if len(texts) > 1:
            return None
        whole = {cells[column].strip() for cells in lines}
        row.append(texts.pop() if texts else "_" if whole == {"_"} else "")
    return row


def _without_labels(rows: list[list[str]], columns: int) -> Grid | None:
    """The cells without labels at the sides; None where they do not fit."""
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        return None
    if width in (columns + 1, columns + 2) and _labels([row[0] for row in rows]):
        rows = [row[1:] for row in rows]
        width -= 1
    if width == columns + 1 and (_labels([row[-1] for row in rows]) or not any(row[-1] for row in rows)):
        rows = [row[:-1] for row in rows]
        width -= 1
    if width == columns + 1 and not any(row[0] for row in rows):
        rows = [row[1:] for row in rows]
        width -= 1
    if width != columns:
        return None
    starts = [re.match(r"(\w)[.):]?(?:\s+(.*))?$", row[0]) for row in rows]
    if all(starts) and len(rows) > 1:
        labels = [start.group(1) for start in starts if start]
        has_more = any(start.group(2) for start in starts if start)
        if _labels(labels) and (has_more or labels[0].isalpha()) and len(set("".join(labels).lower()) & set("xo")) < 2:
            rows = [[start.group(2) or "", *row[1:]] for start, row in zip(starts, rows, strict=True) if start]
    if any(len(cell) > LONGEST_CELL for row in rows for cell in row):
        return None
    return tuple(tuple(row) for row in rows)


def _labels(cells: Sequence[str]) -> bool:
    """Whether these are numbers or letters one after the other: 1 2 3, a b c, 3 2 1, or r1 r2 r3."""
    if all(len(cell) == 2 for cell in cells):
        if len({cell[0] for cell in cells}) == 1:
            cells = [cell[1] for cell in cells]
        elif len({cell[1] for cell in cells}) == 1:
            cells = [cell[0] for cell in cells]
    codes = [ord(cell) if len(cell) == 1 and cell.isalnum() else -1 for cell in cells]
    if len(codes) < 2 or -1 in codes:
        return False
    steps = {after - before for before, after in itertools.pairwise(codes)}
    return steps in ({1}, {-1})


def _is_label_line(line: str, columns: int) -> bool:
    """Labels under or above the columns, such as 1 2 3 or A B C."""
    words = line.replace("|", " ").split()
    return len(words) == columns and _labels(words) and words[0] in "01aA" and len(line.split()) == columns


def _is_hard_rule(line: str) -> bool:
    """A rule that cannot be a row of empty cells drawn with underscores."""
    return re.search(r"[-=—–~+*#\u2500-\u257f]{2}", line) is not None


def _bars(line: str, columns: int) -> Sequence[Sequence[str]]:
    """X | O | 3"""
    parts = _BAR.split(line)
    if len(parts) < 2:
        return ()
    has_ends = not parts[0].strip(" +"), not parts[-1].strip(" +")
    if len(parts) == columns + 2 and all(has_ends):
        parts = parts[1:-1]
    elif len(parts) != 2 * columns - 1 and len(parts) > columns:
        parts = parts[has_ends[0] : len(parts) - has_ends[1]]
    count = len(parts)
    cells = [part.strip() for part in parts]
    is_beside = count == 2 * columns - 1 and len(parts[columns - 1]) > 1.5 * max(len(parts[0]), len(parts[1]))
    if is_beside:  # 1 | 2 | 3     X | O | 9
        middle = parts[columns - 1]
        left, right = middle[: len(middle) // 2].strip(), middle[len(middle) // 2 :].strip()
        return _tidy([*cells[: columns - 1], left]), _tidy([right, *cells[columns:]])
    if count in (columns, columns + 1, columns + 2) and not (columns < 3 and count > columns):
        return (_tidy(cells),)
    if count == 2 * columns + 1:
        return _tidy(cells[:columns]), _tidy(cells[columns + 1 :])
    return ()


def _tidy(cells: Sequence[str]) -> list[str]:
    """Underscores around a mark belong to the drawing."""
    return [cell if set(cell) <= {"_"} else cell.strip("_ ") for cell in cells]


def _lists(line: str, columns: int) -> Sequence[Sequence[str]]:
    """['X', 'O', ' ']"""
    inner = line.strip().strip(",")
    while inner.startswith("[[") or inner.endswith("]]"):
        inner = inner.removeprefix("[") if inner.startswith("[[") else inner.removesuffix("]")
    label = re.match(r"\s*(\w)\s+(?=[\[(])", inner)
    inner = inner[label.end() :] if label else inner
    if not _LIST.fullmatch(inner):
        return ()
    cells = [(a or b or c).strip() for a, b, c in _LIST_ITEM.findall(inner[1:-1])]
    return (cells,) if len(cells) == columns else ()


def _brackets(line: str, columns: int) -> Sequence[Sequence[str]]:
    """[X][O][ ]"""
    cells = _BRACKET.findall(line)
    rest = _BRACKET.sub("", line).strip()
    if len(cells) == columns and len(rest) <= 1:
        return (cells,)
    if len(cells) == 2 * columns and not rest:
        return cells[:columns], cells[columns:]
    return ()


def _words(line: str, columns: int) -> Sequence[Sequence[str]]:
    """X O ."""
    cells = line.split()
    if re.search(r"['\"\[\]]", line) or len(_BAR.findall(line)) > 2 or _has_bars_between(cells, columns):
        return ()
    if any(len(cell) > LONGEST_CELL - 1 and not cell.isdigit() and cell != "-1" for cell in cells):
        return ()
    cells = [cell.strip(",") or cell for cell in cells if not _BAR.fullmatch(cell)]
    if len(cells) in (columns, columns + 1) or (len(cells) == columns + 2 and cells[0] == cells[-1]):
        return (cells,)
    if len(cells) == 2 * columns:
        return cells[:columns], cells[columns:]
    return ()


def _has_bars_between(words: Sequence[str], columns: int) -> bool:
    """Whether bars separate the cells of a line, rather than stand around them or behind a label: A  X | O | 3."""
    inner = [at for at, word in enumerate(words[:-1]) if at and _BAR.fullmatch(word)]
    return bool(inner) and (inner != [1] or len(words) - sum(map(len, map(_BAR.findall, words))) <= columns)


def _marks(line: str, columns: int) -> Sequence[Sequence[str]]:
    """XO."""
    text = line.strip().strip("'\"")
    label = re.match(r"\w\s+(?=\S+$)", text)
    text = text[label.end() :] if label else text
    letters = {mark.lower() for mark in text if mark.isalpha()}
    if len(text) != columns or " " in text or len(letters) > 2 or (letters and not letters <= set("xorybwae")):
        return ()
    return (list(text),)
