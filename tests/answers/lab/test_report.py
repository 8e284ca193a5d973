"""The lab report: its numbers are those of the measurements, its sentences are true, its files need nothing else."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import zerosum
from tests.conftest import EXAMPLE, Cli, refused
from zerosum.answers.lab.compare import Fit, Point, Row, Setting, compare, depth_trials, growth
from zerosum.answers.lab.cutoffs import Ranks
from zerosum.answers.lab.report.algorithms import THEORY, idea_of
from zerosum.answers.lab.report.as_html import marked
from zerosum.answers.lab.report.commands import part_commands, report_command
from zerosum.answers.lab.report.contents import write_contents
from zerosum.answers.lab.report.details import Details
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measure import measure
from zerosum.answers.lab.report.measurements import Measurements, MemoryPoint, default_names
from zerosum.answers.lab.report.observations import observations
from zerosum.answers.lab.report.references import REFERENCES, of_algorithm
from zerosum.answers.lab.report.state_space import StateSpace
from zerosum.core.games import load
from zerosum.core.value import Estimate, Outcome
from zerosum.engines.draw.chart_svg import Bar, bar_chart
from zerosum.engines.search import ALGORITHMS, Limit
from zerosum.engines.search.pseudocode import PSEUDOCODE

VOID = {"meta", "img"}

SVG = "http://www.w3.org/2000/svg"


class Page(HTMLParser):
    """The ids and addresses of a page, whose tags are closed in order, and which has no scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "iframe", "object")
        for name, value in attributes:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.addresses.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def measured(spec: str, names: str = "", **settings: Any) -> Measurements:
    """All measurements of a game."""
    game = load(spec)
    found = Measurements(game, game.start, names.split(",") if names else default_names(game), **settings)
    for _ in measure(found):
        pass
    return found


@pytest.fixture(scope="module")
def tictactoe() -> Measurements:
    return measured("tictactoe", asked_depth=4, seconds=None)


def test_numbers_are_those_of_compare(tictactoe: Measurements) -> None:
    game = tictactoe.game
    setting = Setting(limit=Limit(depth=4))
    assert [replace(row, peak_bytes=None) for row in tictactoe.rows] == list(
        compare(game, [game.start], tictactoe.names, setting)
    )
    trials = depth_trials(game, game.start, "1-4")
    points = list(growth(trials, tictactoe.names, Setting(), float("inf")))
    assert [(p.algorithm, p.plies, p.nodes) for p in tictactoe.points] == [
        (p.algorithm, p.plies, p.nodes) for p in points
    ]
    assert tictactoe.space == StateSpace(5478, {1: 626, -1: 316, 0: 16}, 765, True)
    assert tictactoe.is_complete
    text = LabReport(tictactoe).html()
    for row in tictactoe.rows:
        assert f'<td class="number">{row.nodes:,}</td>' in text
        assert row.peak_bytes


def test_a_page_needs_nothing_else(tictactoe: Measurements) -> None:
    text = LabReport(tictactoe, Details("A <title>", "Ada & Co")).html()
    page = Page(text)
    sections = [name for name in page.ids if re.fullmatch(r"section-\d+", name)]
    assert sections == [f"section-{number}" for number in range(1, 16)]
    assert len(page.ids) == len(set(page.ids))
    assert all(address.startswith(("#", "data:")) for address in page.addresses)
    assert all(address[1:] in page.ids for address in page.addresses if address.startswith("#"))
    assert set(re.findall(r"[a-z]+://[^\s\"<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))
    assert "A &lt;title&gt;" in text
    assert "Ada &amp; Co" in text
    pictures = [figure.svg for figure in write_contents(tictactoe).figures]
    assert len(pictures) == 10
    for picture in pictures:
        assert ET.fromstring(picture).get("aria-label")
        assert picture in text
    styles = {
        found for picture in pictures for found in re.findall(r'class="zc-(\d)">.{,400}?</g><text[^>]*>(\w+)<', picture)
    }
    assert sorted(styles) == sorted((str(number), name) for number, name in enumerate(tictactoe.names)), (
        "an algorithm looks the same in every figure"
    )
    growing = next(figure for figure in write_contents(tictactoe).figures if figure.name == "growth")
    assert "The dashed guides begin where `minimax` does." in growing.caption
    guides = re.findall(r'class="zc-guide" d="(M\S+ [\d.]+)L', growing.svg)
    assert guides == re.findall(r'class="zc-0"><path d="(M\S+ [\d.]+)L', growing.svg) * 2
    missing = "the peak memory of minimax was not measured"
    told = LabReport(replace(tictactoe, unfinished=[missing])).html()
    assert missing in told[: told.index("<nav")], "the summary says what is missing"
    assert "\N{NO-BREAK SPACE}%" in text[: text.index("<nav")]
    assert pictures[0].count('class="zb"') == 3  # the start, the state after a move, the end of a game
    assert pictures[-1].count('class="zb"') == 12  # a board in every node of the tree


def test_every_algorithm_is_explained() -> None:
    assert list(PSEUDOCODE) == list(ALGORITHMS)
    assert list(THEORY) == list(ALGORITHMS)
    for name in ALGORITHMS:
        assert idea_of(name).startswith("The idea")
        assert all(key in REFERENCES for key in of_algorithm(name))
        assert max(map(len, PSEUDOCODE[name].splitlines())) <= 80


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nim:1,2", "to the end of the game"),
        ("dicenim:3x2", "P(a | s)"),
        ("pig:4", "where the depth limit"),
        ("ponghauki", "A search ends the line there and counts it as a draw."),
        ("connect4", "chosen because a search of the whole game did not end"),
        ("breakthrough", "of each node, 2 moves are drawn"),
        ("tictactoe@O", "O is MAX and X is MIN"),
        ("((3,5),(2,9))", "data:image/svg+xml;base64,"),
        (EXAMPLE, "subtract"),
    ],
)
def test_any_game(spec: str, told: str) -> None:
    found = measured(spec, seconds=1.0)
    text = LabReport(found).html()
    Page(text)
    assert told in text or told in marked(str(LabReport(found)))
    assert len(found.rows) == len(found.names)
    assert found.trees
    assert found.is_depth_chosen == (found.depth is not None)
    assert ("searched to a depth" in str(LabReport(found))) == found.is_depth_chosen or found.depth is not None


def rows(*counts: tuple[str, int], **more: Any) -> list[Row]:
    return [Row(name, positions=1, nodes=nodes, seconds=0.001 * nodes, **more) for name, nodes in counts]


def points(name: str, *nodes: int) -> list[Point]:
    return [Point(str(n), n, name, count, 0, 0, 0, 0.0, False) for n, count in enumerate(nodes, start=1)]


def peaks(name: str, *sizes: int) -> list[MemoryPoint]:
    return [MemoryPoint(name, depth, size) for depth, size in enumerate(sizes, start=1)]


PAIR = rows(("minimax", 1000), ("alphabeta", 33))


@pytest.mark.parametrize(
    ("changes", "said", "unsaid"),
    [
        ({"rows": PAIR}, "`alphabeta` visited 33 nodes, 3.3 % of the 1,000 of `minimax`.", "times as many"),
        ({"rows": PAIR[::-1]}, "`minimax` visited 1,000 nodes, 30 times as many as the 33 of `alphabeta`.", " %"),
        ({"rows": rows(("minimax", 9), ("alphabeta", 9))}, "exactly as many as `minimax`", "%"),
        (
            {
                "rows": [replace(row, value=Estimate(20, 2), unfinished=1) for row in PAIR],
                "exact": replace(PAIR[1], value=Outcome(0), nodes=18297),
                "exact_depth": 9,
            },
            "`alphabeta` to depth 9 finds the exact value in 18,297 nodes: S_{0} is worth 0 for X, a draw.",
            "~",  # an exact value is better than an estimate
        ),
        ({"rows": [PAIR[0], replace(PAIR[1], stopped=1)]}, "", "visited"),
        ({"rows": [PAIR[0], replace(PAIR[1], note="endless")]}, "", "visited"),
        ({"rows": [*PAIR, replace(PAIR[0], algorithm="mcts")], "depth": 3}, "3.3 %", "`mcts`"),
        ({"rows": [replace(row, value=Outcome(0)) for row in PAIR]}, "All agree: S_{0} is worth 0 for X, a draw.", "~"),
        ({"rows": [replace(PAIR[0], value=Outcome(0)), replace(PAIR[1], value=Outcome(1))]}, "", "agree"),
        (
            {"rows": [replace(row, value=Estimate(3, 2), unfinished=1) for row in PAIR]},
            "`minimax` and `alphabeta` agree on the estimate ~ +3 for X.",
            "All agree",
        ),
        ({"rows": PAIR}, "`alphabeta` was 30 times as fast as `minimax` (33.0 ms against 1.00 s).", "dearest"),
        (
            {"rows": PAIR[::-1]},
            "`minimax` took 30 times as long as `alphabeta` (1.00 s against 33.0 ms).",
            "as fast as",
        ),
        ({"rows": [replace(row, seconds=0.001) for row in PAIR]}, "", "as fast as"),
        (
            {"rows": [replace(PAIR[0], table_hits=250)]},
            "In `minimax`, 250 of the 1,000 nodes (25 %) were known",
            "visited",
        ),
        ({"rows": PAIR, "space": StateSpace(100, {}, None, True)}, "each of them 10.0 times", "more than"),
        ({"rows": PAIR, "space": StateSpace(100, {}, None, True)}, "`alphabeta` visited fewer nodes than", ""),
        ({"rows": PAIR, "space": StateSpace(100, {}, None, False)}, "", "different states"),
        ({"ranks": [Ranks("alphabeta", (3, 1), 1, 0)]}, "75 % of the 4 cut-offs of `alphabeta`", "With"),
        (
            {"ranks": [Ranks("alphabeta", (3, 1), 1, 0), Ranks("ordering", (4,), 1, 0)]},
            "With `ordering` it was 100 %: more than with `alphabeta`.",
            "fewer",
        ),
        (
            {
                "points": [*points("minimax", 9, 81, 729), *points("table", 3, 9, 27)],
                "fits": [Fit("minimax", 9.0, 1.0), Fit("table", 3.0, 1.0)],
            },
            "The nodes of `table` grew by a factor of 3.00 a ply, like b^{0.50 d}: between b^{d/2} and b^{d}.",
            "slower",
        ),
        (
            {"points": points("table", 3, 9), "fits": [Fit("table", 3.0, 1.0)], "mean_moves": 9.0},
            "",
            "grew",  # two points are no growth
        ),
        ({"memory": peaks("minimax", 1000, 1500, 2000, 2500)}, "grew by 0.5 kB a ply, from 1.0 kB at depth 1", "held"),
        ({"memory": peaks("minimax", 1000, 2000, 9000, 90000)}, "", "linear"),
        ({"memory": peaks("table", 1000, 1500, 2000, 2500)}, "", "linear"),  # in theory it is not
        (
            {"rows": [replace(PAIR[0], peak_bytes=2000), replace(PAIR[1], peak_bytes=20000)]},
            "`alphabeta` held 20.0 kB at its peak, 10 times as much as `minimax` with 2.0 kB.",
            "linear",
        ),
    ],
)
def test_sentences_say_what_the_numbers_say(changes: dict[str, Any], said: str, unsaid: str) -> None:
    game = load("tictactoe")
    found = Measurements(game, game.start, ["minimax", "alphabeta"])
    for name, value in changes.items():
        setattr(found, name, value)
    sentences = " ".join(sentence for about in observations(found).values() for sentence in about)
    assert said in sentences
    assert not unsaid or unsaid not in sentences


def test_a_bar_has_a_whisker_where_its_ends_differ() -> None:
    bars = [
        Bar("wide", 100, "100", low=10, high=1000),
        Bar("none", 100, "100", low=100, high=100),
        Bar("one", 100, "100"),
    ]
    drawn = ET.fromstring(bar_chart(bars, "nodes", "about").svg())
    places = {
        each.text: float(each.attrib["x"]) for each in drawn.iter(f"{{{SVG}}}text") if each.text in ("10", "1,000")
    }
    (whisker,) = (each.attrib["d"] for each in drawn.iter(f"{{{SVG}}}path") if each.get("class") == "zc-whisker")
    assert whisker.startswith(f"M{places['10']} 24H{places['1,000']}M")


def test_commands_measure_the_same(cli: Cli, tictactoe: Measurements) -> None:
    found = dict.fromkeys(["minimax", "alphabeta"])
    for what, command in part_commands(tictactoe):
        program, *words = shlex.split(command)
        assert program == "zerosum"
        run = cli(*words, "--json")
        assert run.code == 0, run
        if what == "nodes, time and memory":
            assert [row["nodes"] for row in run.json["rows"]] == [row.nodes for row in tictactoe.rows]
        if what == "growth":
            assert [point["nodes"] for point in run.json["points"]] == [point.nodes for point in tictactoe.points]
        if what == "cut-offs by move rank":
            assert [tuple(each["cuts"]) for each in run.json["ranks"]] == [each.cuts for each in tictactoe.ranks]
        if what == "other move orders":
            assert [row["nodes"] for row in run.json["orders"]] == [row.nodes for row in tictactoe.orders]
        if what == "the tree":
            found[run.json["algorithm"]] = run.json["nodes"]
    assert found == {tree.algorithm: tree.result.nodes for tree in tictactoe.trees}
    assert report_command(tictactoe, "a b.html").endswith("--depth 4 --time 0 -o 'a b.html'")


def test_command_writes_a_page(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ["report", "nim:2,2", "-o", str(file), "--author", "Ada", "--title", "Nim", "--time", "30"]
    run = cli(*words)
    assert run.code == 0, run
    assert f"written: {file}" in run.out
    assert "All agree: S0 is worth −1 for A, a loss." in run.out
    text = file.read_text()
    assert "<title>Nim</title>" in text
    assert "<td>Ada</td>" in text
    data = cli(*words, "--json").json
    assert data["files"] == [str(file)]
    assert data["complete"]
    assert [row["algorithm"] for row in data["rows"]] == ["minimax", "alphabeta", "ordering", "table"]


def test_the_name_of_the_file_comes_from_the_game(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "written: nim-1-2-report.html" in cli("report", "nim:1,2", "--time", "30").out
    assert '<span class="blank">' in (tmp_path / "nim-1-2-report.html").read_text()


def test_markdown_with_pictures_beside_it(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "lab.md"
    data = cli("report", "nim:2,2", "-o", str(file), "--time", "30", "--json").json
    text = file.read_text()
    pictures = re.findall(r"!\[Figure \d+\]\(([^)]+)\)", text)
    assert len(pictures) == 10
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([*pictures, "lab.md"])
    assert data["files"] == [*(str(tmp_path / each) for each in pictures), str(file)]
    for picture in pictures:
        assert ET.parse(tmp_path / picture).getroot().tag.endswith("svg")
    assert "b<sup>d/2</sup>" in text
    assert re.search(r"^\| minimax \| 33 \| 100 % \|", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nim -o report.txt", "a report is an .html, .md, .pdf, .tex or .docx file, not 'report.txt'"),
        ("nim -o nowhere/report.html", "'nowhere/report.html' cannot be written: its folder does not exist"),
        ("nim -o r.html --sections nonsense", "a report has no section 'nonsense'; there are: summary, aim"),
        ("nim -o r.html --without thoery", r"a report has no section 'thoery' \(did you mean theory\?\)"),
        ("nim -o r.html --text nowhere.md", "'nowhere.md' cannot be read"),
        ("nim -o r.html --text notes.txt", "your text is taken from a report as .html, .md, .tex or .docx"),
        ("nim -o /dev/report.md", "a Markdown report has its pictures beside it, so it needs a file of its own"),
        ("nim -a nonsense -o r.html", "there is no algorithm 'nonsense'"),
        ("dicenim -a minimax -o r.html", "has chance in it, which minimax cannot search"),
        ("tictactoe -p XXX/OO-/--- -o r.html", "is finished, so there is nothing to search"),
        ("nim --depth 0 -o r.html", "is not a whole number from 1"),
        ("nonsense -o r.html", "nonsense"),
    ],
)
def test_bad_input(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, sentence: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.search(sentence, refused(cli("report", *words.split())))
    assert list(tmp_path.iterdir()) == []


def test_no_pdf_without_chromium(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sentence = refused(cli("report", "nim:1,2", "-o", str(tmp_path / "r.pdf")))
    assert "printed by Chromium, Chrome or Edge, and none was found; write an .html file" in sentence


@pytest.mark.parametrize(
    ("part", "is_written"), [("measure_ranks", True), ("measure_rows", True), ("measure_growth", False)]
)
def test_ctrl_c(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, is_written: bool) -> None:
    def interrupted(*_: object) -> Iterator[str]:
        raise KeyboardInterrupt
        yield ""

    monkeypatch.setattr(f"zerosum.answers.lab.report.measure.{part}", interrupted)
    file = tmp_path / "r.html"
    run = cli("report", "nim:1,2", "-o", str(file), "--time", "30")
    assert run.code == 130
    assert "Not finished: it was stopped before the end." in run.out
    assert file.exists() == is_written
    assert ("nothing was written" in run.out) != is_written
    if is_written:
        page = file.read_text()
        assert "it was stopped before the end" in page
        assert "Growth with the depth" in page
        assert ("to depths of up to 3 plies" in page) == (part == "measure_rows")


def test_from_python(tmp_path: Path) -> None:
    report = zerosum.report("nim:1,2", "minimax, alphabeta", seconds=30, author="Ada")
    assert report.is_complete
    assert [row.nodes for row in report.measured.rows] == [12, 12]
    assert "alphabeta visited 12 nodes, exactly as many as minimax." in report.observations
    assert report.save(str(tmp_path / "r.html")) == [str(tmp_path / "r.html")]
    assert report._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    with pytest.raises(zerosum.BadRequest, match=r"not 'r\.doc'"):
        report.save("r.doc")
