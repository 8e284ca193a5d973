"""The student's own text and title page: nothing runs, all forms can show them, and a second run keeps them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import docx
import pytest

import zerosum
from tests.conftest import Cli, refused
from zerosum.answers.lab.report import as_pdf
from zerosum.answers.lab.report.as_latex import escaped as latex_escaped
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.own_blocks import blocks_of, written
from zerosum.answers.lab.report.own_html import safe_html, safe_markdown


@pytest.fixture(scope="module")
def nim() -> LabReport:
    return zerosum.report("nim:1,2", seconds=60, sections="aim,conclusion", progress=False)


def marked(form: str, text: str) -> str:
    before, after = {".tex": ("% ", "")}.get(form, ("<!-- ", " -->"))
    return f"{before}your text: aim{after}\n{text}\n{before}end of your text: aim{after}\n"


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("<SCRIPT src='x'>", "&lt;SCRIPT src='x'>"),
        ('<img src=x onerror="alert(1)">', '&lt;img src=x onerror="alert(1)"&gt;'),
        ('<p onclick="alert(1)">Mine</p>', "<p>Mine</p>"),
        ('<a href="javascript:alert(1)">go</a>', "<a>go</a>"),
        ('<a href="https://example.org" onclick="f()">go</a>', '<a href="https://example.org">go</a>'),
        ('<a href="https://example.org">go</a>', '<a href="https://example.org">go</a>'),
        ("</main><iframe src=x>", "&lt;/main>&lt;iframe src=x>"),
        ("<!-- not closed", "&lt;!-- not closed"),
        ("a < b, <b>bold", "a < b, <b>bold</b>"),
        ("<p>One<p>Two<br/>", "<p>One<p>Two<br/>"),
        ("<b <script>f()</script>", "&lt;b &lt;script>f()&lt;/script>"),
    ],
)
def test_nothing_in_own_html_runs(own: str, shown: str) -> None:
    assert safe_html(own) == shown
    assert safe_html(shown) == shown, "a second run changes nothing"


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("<script>f()</script>", "&lt;script>f()&lt;/script>"),
        ("[go](javascript:alert(1)) now", "[go](#) now"),
        ("`<script>` and 1 < 2", "`<script>` and 1 < 2"),
        ("```\n<script>\n```", "```\n<script>\n```"),
    ],
)
def test_nothing_in_own_markdown_runs(own: str, shown: str) -> None:
    assert safe_markdown(own) == shown


RICH = {
    ".html": '<p>a &lt; b, <b>bold</b>, <a href="https://a.org/b_c">link</a>, 50 % of S_0</p>\n'
    "<ul><li>one</li><li>two *</li></ul>",
    ".md": "a \\< b, **bold**, [link](https://a.org/b_c), 50 % of S\\_0\n\n- one\n- two \\*",
    ".tex": (
        "a \\textless{} b, \\textbf{bold}, \\href{https://a.org/b_c}{link}, 50~\\% of S\\_0\n\n"
        "\\begin{itemize}\n\\item one\n\\item two *\n\\end{itemize}"
    ),
}


@pytest.mark.parametrize("target", RICH)
@pytest.mark.parametrize("source", RICH)
def test_own_text_passes_between_forms(source: str, target: str) -> None:
    """Bold, links, lists and signs are the same in each form; there are no stray backslashes or asterisks."""
    found = written(blocks_of(RICH[source], source), target)
    assert found.replace("\N{NO-BREAK SPACE}", " ").replace("50 \\%", "50~\\%") == RICH[target]


@pytest.mark.parametrize("source", RICH)
def test_own_text_passes_through_word(nim: LabReport, tmp_path: Path, source: str) -> None:
    notes, file = tmp_path / f"notes{source}", tmp_path / "r.docx"
    notes.write_text(marked(source, RICH[source]), encoding="utf-8")
    nim.save(str(file), text=str(notes))
    back = tmp_path / "back.md"
    nim.save(str(back), text=str(file))
    assert "a \\< b, **bold**, link (https://a.org/b\\_c)" in back.read_text(encoding="utf-8")
    assert "- one\n- two \\*" in back.read_text(encoding="utf-8")


def browser(folder: Path, body: str) -> str:
    """A program that is called like Chromium."""
    file = folder / "browser"
    file.write_text(f"#!{sys.executable}\nimport os, sys\n{body}\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
def test_a_report_that_is_not_printed_is_kept(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(as_pdf, "find_chromium", lambda: browser(tmp_path, "sys.exit(3)"))
    (tmp_path / "r.html").write_text("mine")
    said = refused(cli("report", "nim:1,2", "-o", str(tmp_path / "r.pdf"), "--time", "30", "--sections", "aim"))
    assert "did not print the report (exit code 3); the report is in " in said
    assert (tmp_path / "r.html").read_text() == "mine"
    assert "Aim and learning objectives" in (tmp_path / "r-2.html").read_text(encoding="utf-8")


def test_a_browser_runs_no_script_of_a_page(nim: LabReport) -> None:
    """The policy of the page forbids scripts; a printed page shows what was there before one could have run."""
    page = nim.html()
    policy = page.index("Content-Security-Policy\" content=\"default-src 'none';")
    assert policy < page.index("<style>")
    if as_pdf.find_chromium() is None:
        pytest.skip("no Chromium to print with")
    script = "<script>while (true) alert(1)</script>"
    printed = as_pdf.pdf_bytes(page.replace("</main>", f'{script}<img src="x" onerror="alert(1)"></main>'))
    assert printed.startswith(b"%PDF")


@pytest.mark.parametrize("form", [".html", ".md", ".tex", ".docx"])
def test_a_second_run_keeps_the_title_page(cli: Cli, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"r{form}"
    words = ["report", "nim:1,2", "-o", str(file), "--time", "30", "--sections", "aim"]
    said = ["--author", "Ada --> L", "--course", "AI 101", "--title", "My game", "--date", "May 2026"]
    assert cli(*words, *said).code == 0
    assert cli(*words, "--course", "AI 102").code == 0
    if form == ".docx":
        opened = docx.Document(str(file))
        rows = {row.cells[0].text: row.cells[1].text for row in opened.tables[0].rows}
        assert rows == {"Name": "Ada --> L", "Course": "AI 102", "Date": "May 2026"}
        properties = opened.core_properties
        assert (properties.title, properties.author, properties.comments) == ("My game", "Ada --> L", "")
        assert properties.created is not None
        assert properties.created.year > 2013
    else:
        text = file.read_text(encoding="utf-8")
        assert [word in text for word in ("AI 102", "AI 101", "My game", "May 2026")] == [True, False, True, True]
        assert ("____" in text or 'blank"></span>' in text) is False


@pytest.mark.parametrize(
    ("text", "shown"), [("---/-", "-{}-{}-{}/-"), ("a-b", "a-b"), ("1–2", "1\\textendash{}2"), ("--time", "-{}-{}time")]
)
def test_hyphens_of_latex_stay_hyphens(text: str, shown: str) -> None:
    assert latex_escaped(text) == shown
