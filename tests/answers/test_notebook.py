"""Results show themselves in a notebook: which letter stands in which cell, which value at which move."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

import zerosum
from zerosum.engines.draw.board_svg import SIZE

SVG = "{http://www.w3.org/2000/svg}"


def picture(shown: str) -> ElementTree.Element:
    """The first picture in what a result shows."""
    found = re.search(r"<svg.*?</svg>", shown, re.DOTALL)
    assert found is not None
    return ElementTree.fromstring(found[0])


def cell_at(text: ElementTree.Element) -> tuple[int, int]:
    """The column and row of the cell in whose square a text stands."""
    return int(float(text.attrib["x"]) // SIZE), int(float(text.attrib["y"]) // SIZE)


def pieces(svg: ElementTree.Element) -> dict[tuple[int, int], str]:
    """What is written in each cell, by where it is drawn."""
    kinds = ("zb-piece", "zb-on-disc", "zb-count")
    texts = [text for text in svg.iter(f"{SVG}text") if text.attrib["class"].startswith(kinds)]
    return {cell_at(text): text.text or "" for text in texts}


def rows(svg: ElementTree.Element, width: int, height: int) -> str:
    found = pieces(svg)
    return "/".join("".join(found.get((x, y), "-") for x in range(width)) for y in range(height))


BOARDS = [
    ("tictactoe", "4 0", 3, 3, "O--/-X-/---"),
    ("tictactoe@O", "4 0", 3, 3, "X--/-O-/---"),
    ("connect4:4x3", "1 1 2", 4, 3, "----/O---/XX--"),
    ("connect4:4x3@O", "1 1 2", 4, 3, "----/X---/OO--"),
    ("hexapawn", "b1b2", 3, 3, "BBB/-W-/W-W"),
    ("hexapawn@B", "b1b2", 3, 3, "WWW/-B-/B-B"),
    ("othello:4", "", 4, 4, "----/-OX-/-XO-/----"),
]


@pytest.mark.parametrize(("spec", "moves", "width", "height", "letters"), BOARDS)
def test_letters_stand_in_their_cells(spec: str, moves: str, width: int, height: int, letters: str) -> None:
    svg = picture(zerosum.position(spec, moves=moves)._repr_svg_())
    assert rows(svg, width, height) == letters


def test_the_last_move_is_lit_up() -> None:
    svg = picture(zerosum.position("tictactoe", moves="4 0")._repr_svg_())
    lit = [rect for rect in svg.iter(f"{SVG}rect") if "zb-last" in rect.attrib["class"]]
    assert [(rect.attrib["x"], rect.attrib["y"]) for rect in lit] == [("0", "0")]


@pytest.mark.parametrize(
    ("spec", "letter", "shade"),
    [("hexapawn", "W", "light"), ("hexapawn@B", "B", "dark"), ("othello:4", "X", "dark"), ("connect4", "O", "light")],
)
def test_white_is_light(spec: str, letter: str, shade: str) -> None:
    svg = picture(zerosum.position(spec, moves="" if spec != "connect4" else "4 4")._repr_svg_())
    texts = [text for text in svg.iter(f"{SVG}text") if text.text == letter and "on-disc" in text.attrib["class"]]
    assert texts
    assert all(text.attrib["class"].endswith(f"zb-{shade}-letter") for text in texts)


def test_values_stand_at_their_moves() -> None:
    svg = picture(zerosum.analyze("tictactoe", "X-O/-O-/X--")._repr_html_())
    values = {cell_at(text): text.text for text in svg.iter(f"{SVG}text") if text.attrib["class"] == "zb-value"}
    assert values == {(1, 0): "D 5", (0, 1): "W 1", (2, 1): "D 5", (1, 2): "W 3", (2, 2): "W 3"}
    stars = [mark.attrib["data-move"] for mark in svg.iter(f"{SVG}g") if mark.find(f"{SVG}polygon") is not None]
    assert stars == ["3"]
    (outline,) = [rect for rect in svg.iter(f"{SVG}rect") if rect.attrib["class"] == "zb-best"]
    assert int(float(outline.attrib["x"]) // SIZE) == 0
    assert int(float(outline.attrib["y"]) // SIZE) == 1


def test_estimates_are_hollow_and_have_a_tilde() -> None:
    svg = picture(zerosum.analyze("connect4", depth=2)._repr_html_())
    marks = [mark for mark in svg.iter(f"{SVG}g") if "data-move" in mark.attrib]
    assert len(marks) == 7
    for mark in marks:
        (text,) = mark.findall(f"{SVG}text")
        assert (text.text or "").startswith("~")
        assert any("zb-hollow" in each.attrib["class"] for each in mark)


def test_a_move_without_a_cell_is_written_below() -> None:
    passing = zerosum.position("othello:4", "XXO-/XXOO/OXOO/XXXX:O")
    analysis = zerosum.analyze(passing)
    shown = analysis._repr_html_()
    assert [zerosum.load("othello:4").move_text(passing.state, each.move) for each in analysis] == ["pass"]
    (text,) = [each for each in picture(shown).iter(f"{SVG}text") if each.attrib["class"] == "zb-value"]
    assert (text.text or "").startswith("pass: ")
    assert float(text.attrib["y"]) > 4 * SIZE


CELLS = """
import zerosum
zerosum.position("tictactoe@O", moves="4 0")
---
zerosum.analyze("tictactoe", "X-O/-O-/X--")
---
zerosum.compare("tictactoe", ["alphabeta", "table"])
---
zerosum.review("tictactoe", "4 1 0")
---
zerosum.tree("((3,12,8),(2,4,6),(14,5,2))")
---
zerosum.match("tictactoe", "perfect", "random", games=2)
---
zerosum.analyze("nim:1,2").to_frame()
"""

SHOWN = [
    ("image/svg+xml", "X</text>"),
    ("text/html", "win in 1"),
    ("text/html", "18,297"),
    ("text/html", "turns a draw into a loss"),
    ("image/svg+xml", "Game tree of 13 nodes"),
    ("text/html", "perfect against random"),
    ("text/html", "win in 3"),
]


def test_a_notebook_shows_pictures_and_tables() -> None:
    make: Any = nbformat.v4
    book = make.new_notebook()
    book.cells = [make.new_code_cell(source.strip()) for source in CELLS.split("---")]
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
    for cell, (kind, words) in zip(book.cells, SHOWN, strict=True):
        (output,) = [each for each in cell.outputs if each.output_type == "execute_result"]
        assert words in output.data[kind], cell.source
