"""The forms of a report: LaTeX that compiles, Word that opens again, and one's own text that survives in each."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import docx
import pytest

import zerosum
from tests.conftest import Cli, refused
from zerosum.answers.lab.report.as_latex import PREAMBLE
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.own_text import is_changed_elsewhere
from zerosum.answers.lab.report.sections import PLACES, SECTIONS


@pytest.fixture(scope="module")
def nim() -> LabReport:
    return zerosum.report("nim:2,2", seconds=60, author="Ada 100% & Co_", course="Search #1", progress=False)


def latex_faults(text: str, folder: Path) -> list[str]:
    """What a compiler would refuse: open braces and environments, signs that are not escaped, missing pictures."""
    faults = []
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("%"))
    depth = 0
    for found in re.finditer(r"\\[\\{}%&$#_]|[{}]", body):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth < 0:
            faults.append(f"a brace too many: {body[max(0, found.start() - 40) : found.end()]!r}")
            break
    if depth > 0:
        faults.append("a brace is left open")
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            faults.append(f"{name} ends and was not begun")
    faults += [f"{name} is left open" for name in opened]
    outside = re.sub(r"\\begin\{Verbatim\}.*?\\end\{Verbatim\}", "", body.removeprefix(PREAMBLE), flags=re.DOTALL)
    prose = re.sub(r"\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\}|\\\\|\\[%&$#_{}]|\\begin\{(?:long)?tab[^\n]*", "", outside)
    faults += [f"{sign!r} is not escaped" for sign in "#$" if re.search(rf"(?<!\\)\{sign}(?![12])", prose)]
    faults += [f"{letter!r} is not written for LaTeX" for letter in set(body) if ord(letter) > 0x17F]
    pictures = re.findall(r"\\reportpicture\{([^}]+)\}", body)
    faults += [f"{name} is missing" for name in pictures if not (folder / name).is_file()]
    commands = set(re.findall(r"\\([a-zA-Z]+)", outside)) - set(re.findall(r"\\([a-zA-Z]+)", KNOWN))
    return faults + [f"\\{name} is no known command" for name in sorted(commands)]


KNOWN = (
    PREAMBLE
    + r"""
\title \begin \end \vspace \large \par \Huge \bfseries \rule \setcounter \tableofcontents \newpage \section \subsection
\texorpdfstring \texttt \textbf \textsuperscript \textsubscript \item \footnotesize \setlength \tabcolsep \toprule
\midrule \endhead \bottomrule \raggedright \arraybackslash \linewidth \tablelabel \figurelabel \reportpicture \small
\centering \allowbreak \ensuremath \leq \geq \leftarrow \infty \Sigma \alpha \beta \lceil \rceil \lfloor \rfloor \cdot
\times \pm \triangle \triangledown \triangleright \textbackslash \textasciitilde \textasciicircum \textless
\textgreater \textbar \textquotedbl \textquotesingle \textasciigrave \textmu \ldots \surd \neq \rightarrow \star \href
\textendash \textemdash \emph
"""
)
"""The commands that a report may use: those of the preamble, and of LaTeX and its packages."""


def test_latex(nim: LabReport, tmp_path: Path) -> None:
    *pictures, file = nim.save(str(tmp_path / "report.tex"))
    text = Path(file).read_text(encoding="utf-8")
    assert latex_faults(text, tmp_path) == []
    assert len(pictures) == 10
    assert r"Ada 100\% \& Co\_" in text
    assert r"\textcolor{keyword}{def}" in text
    broken = text.replace(r"\end{itemize}", "", 1).replace(r"\&", r"\& }")
    assert len(latex_faults(broken, tmp_path / "nowhere")) >= len(pictures) + 2
    latex = shutil.which("pdflatex")
    if latex is not None:
        command = [latex, "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
        assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]
        assert (tmp_path / "report.pdf").stat().st_size > 50_000


def test_word(nim: LabReport, tmp_path: Path) -> None:
    (file,) = nim.save(str(tmp_path / "report.docx"))
    opened = docx.Document(file)
    texts = [each.text for each in opened.paragraphs]
    headings = [each.text for each in opened.paragraphs if str(each.style.name) == "Heading 1"]  # type: ignore[union-attr]
    assert headings[0] == "Summary"
    assert len(headings) == 16
    assert len(opened.inline_shapes) == 10
    assert opened.tables[0].cell(0, 1).text == "Ada 100% & Co_"
    for row in nim.measured.rows:
        assert any(f"{row.nodes:,}" in cell.text for table in opened.tables for cell in table.columns[1].cells)
    assert any("def play" in text for text in texts)


OWN = {
    ".html": "<p>My <b>own</b> aim.</p>\n<p>Two &amp; three.</p>",
    ".md": "My **own** aim.\n\nTwo & three.",
    ".tex": "My \\textbf{own} aim.\n\nTwo \\& three.",
}


@pytest.mark.parametrize("form", OWN)
def test_own_text_survives(nim: LabReport, tmp_path: Path, form: str) -> None:
    """It is the same after a second run and a third, byte by byte, and so is the rest."""
    file = tmp_path / f"r{form}"
    nim.save(str(file))
    empty = file.read_text(encoding="utf-8")
    assert [f"your text: {name}" in empty for name in PLACES] == [True] * len(PLACES)
    begin = next(line for line in empty.splitlines() if line.endswith(("your text: aim", "your text: aim -->")))
    filled = empty.replace(f"{begin}\n", f"{begin}\n{OWN[form]}\n", 1)
    file.write_text(filled, encoding="utf-8")
    for _ in range(2):
        nim.save(str(file))
        assert file.read_text(encoding="utf-8") == filled
    other = file.with_name("other.md" if form != ".md" else "other.html")
    nim.save(str(other), text=str(file))
    assert "own" in other.read_text(encoding="utf-8")
    assert "three." in other.read_text(encoding="utf-8")
    LabReport(nim.measured, sections=["theory"]).save(str(file))
    left = file.read_text(encoding="utf-8")
    assert OWN[form] in left, "a text of a section that is left out comes at the end"
    assert "Notes" in left


def test_own_text_in_word(nim: LabReport, tmp_path: Path) -> None:
    file, notes = tmp_path / "r.docx", tmp_path / "notes.md"
    notes.write_text(
        "<!-- your text: aim -->\nMine & yours.\n\nTwo.\n<!-- end of your text: aim -->\n", encoding="utf-8"
    )
    nim.save(str(file), text=str(notes))
    for _ in range(2):
        assert "Mine & yours." in "".join(docx.Document(str(file)).element.body.itertext())
        nim.save(str(file))
    back = tmp_path / "back.html"
    nim.save(str(back), text=str(file))
    assert "<p>Mine &amp; yours.</p>\n<p>Two.</p>" in back.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (("by one run of one program", "by me"), "was changed outside the marked places for your text"),
        (("<!-- end of your text: aim -->\n", ""), "has no partner, so that it is not clear where your text begins"),
    ],
)
def test_nothing_of_a_student_is_lost(cli: Cli, tmp_path: Path, changed: tuple[str, str], sentence: str) -> None:
    file = tmp_path / "r.md"
    words = ["report", "nim:1,2", "-o", str(file), "--time", "30"]
    assert cli(*words).code == 0
    text = file.read_text(encoding="utf-8")
    assert not is_changed_elsewhere(text)
    file.write_text(text.replace(*changed), encoding="utf-8")
    before = file.read_text(encoding="utf-8")
    assert before != text
    assert sentence in refused(cli(*words))
    assert file.read_text(encoding="utf-8") == before
    if "changed" in sentence:
        assert cli(*words, "--overwrite").code == 0


def test_sections_are_chosen(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "r.html"
    words: dict[str, Any] = {
        "--sections": "aim,conclusion",
        "--course": "AI 101",
        "--institution": "Lab",
        "--number": "7",
    }
    options = [word for pair in words.items() for word in pair]
    assert cli("report", "nim:1,2", "-o", str(file), "--time", "30", *options).code == 0
    text = file.read_text(encoding="utf-8")
    assert re.findall(r'<h2 id="section-\d+"><span class="number">\d+</span> ([^<]+)', text) == [
        "Aim and learning objectives",
        "Conclusion",
    ]
    assert [word in text for word in ("AI 101", "Lab", "<td>7</td>", "Summary")] == [True, True, True, False]


@pytest.mark.parametrize("left_out", SECTIONS)
def test_every_section_can_be_left_out(nim: LabReport, left_out: str) -> None:
    kept = [name for name in SECTIONS if name != left_out]
    whole, some = nim.html(), LabReport(nim.measured, nim.details, kept).html()
    assert whole.count("<h2") - some.count("<h2") == 1
    assert LabReport(nim.measured, nim.details, [left_out]).html()


def test_word_needs_a_package(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "docx", None)
    assert "pip install 'zerosum[docx]'" in refused(cli("report", "nim:1,2", "-o", str(tmp_path / "r.docx")))


def test_a_file_that_is_no_word_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "r.docx"
    file.write_bytes(io.BytesIO(b"PK\x03\x04nonsense").getvalue())
    assert "is not a Word file" in refused(cli("report", "nim:1,2", "-o", str(file)))
