"""A lab report: its measurements, and the files it can be written as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, count
from pathlib import Path
from typing import Any

from zerosum.answers.lab.chart_file import font_family
from zerosum.answers.lab.report.as_docx import docx_bytes, require_docx
from zerosum.answers.lab.report.as_html import html_page
from zerosum.answers.lab.report.as_latex import latex_text
from zerosum.answers.lab.report.as_markdown import markdown_text
from zerosum.answers.lab.report.as_pdf import PrintFailed, pdf_bytes, require_chromium
from zerosum.answers.lab.report.contents import summary, write_contents
from zerosum.answers.lab.report.details import NO_DETAILS, Details
from zerosum.answers.lab.report.document import Document, Place
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import observations
from zerosum.answers.lab.report.own_files import NO_OWN_TEXT, OwnText, form_of, kept_text
from zerosum.answers.lab.report.own_text import signed
from zerosum.answers.lab.report.pictures import picture_file, png_bytes
from zerosum.answers.lab.report.report_json import distance_json, game_json, replies_json, space_json
from zerosum.answers.lab.report.sections import SECTIONS
from zerosum.answers.lab.report.tables import fit_json, ranks_json, row_json
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable, write_file

FORMS = (".html", ".htm", ".md", ".pdf", ".tex", ".docx")
"""The endings of the files that a report can be written as."""


def refuse_unwritable_report(file: str) -> None:
    """Refuse a file that a report could not be written as, before anything is measured; raises `BadRequest`."""
    path = Path(file)
    form = form_of(file)
    if path.suffix.lower() not in FORMS:
        raise BadRequest(f"a report is an .html, .md, .pdf, .tex or .docx file, not {file!r}")
    refuse_unwritable(file)
    if form == ".pdf":
        require_chromium()
    if form == ".docx":
        require_docx()
    if form in (".docx", ".tex"):
        font_family()
    if form in (".md", ".tex"):
        if path.parts[:2] == ("/", "dev"):
            raise BadRequest(f"a {FORM_NAMES[form]} report has its pictures beside it, so it needs a file of its own")
        refuse_unwritable(str(path.with_name(f"{path.stem}-nodes{PICTURES[form]}")))


FORM_NAMES = {".md": "Markdown", ".tex": "LaTeX"}
PICTURES = {".md": ".svg", ".tex": ".png"}
"""The forms that have their pictures beside them, and as what."""


@dataclass(frozen=True)
class LabReport:
    """What was measured, with the title page of the document and the sections to write."""

    measured: Measurements
    details: Details = NO_DETAILS
    sections: Sequence[str] = tuple(SECTIONS)

    @property
    def is_complete(self) -> bool:
        """Whether everything was measured in the time."""
        return self.measured.is_complete

    @property
    def observations(self) -> tuple[str, ...]:
        """What was observed, in sentences computed from the numbers."""
        return tuple(plain_words(each) for about in observations(self.measured).values() for each in about)

    def document(self, file: str = "report.html", own: OwnText = NO_OWN_TEXT) -> Document:
        """The document as data; `file` is what its commands call it.

        A text of a section that is left out now comes at the end, so that it is not lost.
        """
        document = write_contents(self.measured, file, self.details, self.sections)
        places = {block.name for section in document.sections for block in section.blocks if isinstance(block, Place)}
        left = [name for name in own.names if name not in places]
        if left:
            document.section("Notes")
            document.add(*map(Place, left))
        return document

    def html(self, file: str = "report.html", own: OwnText = NO_OWN_TEXT) -> str:
        """One HTML page that needs nothing else."""
        return html_page(self.document(file, own), own.as_form(".html"))

    def files(self, file: str, own: OwnText = NO_OWN_TEXT) -> list[tuple[str, str | bytes]]:
        """The files of the report in the form of this name, the report itself last."""
        path, form = Path(file), form_of(file)
        if form in (".html", ".pdf"):
            page = self.html(path.name, own)
            return [(file, pdf_bytes(page) if form == ".pdf" else signed(page, form))]
        document = self.document(path.name, own)
        if form == ".docx":
            return [(file, docx_bytes(document, own.as_blocks()))]
        suffix = PICTURES[form]
        pictures: list[tuple[str, str | bytes]] = [
            (
                str(path.with_name(picture_file(path.stem, each, suffix))),
                each.svg if suffix == ".svg" else png_bytes(each),
            )
            for each in document.figures
        ]
        write = markdown_text if form == ".md" else latex_text
        return [*pictures, (file, signed(write(document, path.stem, own.as_form(form)), form))]

    def save(self, file: str, text: str | None = None, *, overwrite: bool = False) -> list[str]:
        """Write the report as .html, .md, .pdf, .tex or .docx, and return the names of its files; raises `BadRequest`.

        What was written into the marked places of the file before is kept; `text` names another report to take it
        from. A file that was changed elsewhere is replaced only with `overwrite`.
        """
        refuse_unwritable_report(file)
        own = kept_text(file, text, overwrite=overwrite)
        report = replace(self, details=self.details.filled(own.details))
        try:
            written = report.files(file, own)
        except PrintFailed as error:
            page = _free_page(Path(file))
            write_file(page, signed(report.html(page, own), ".html"))
            raise BadRequest(f"{error}; the report is in {page!r} as HTML, which any browser prints") from None
        for name, content in written:
            write_file(name, content)
        return [name for name, _ in written]

    def json(self) -> dict[str, Any]:
        """The measurements, for other programs."""
        measured, game = self.measured, self.measured.game
        space = measured.space
        return {
            "game": game.spec,
            "position": game.position_text(measured.start),
            "algorithms": measured.names,
            "depth": measured.depth,
            "depth_chosen": measured.is_depth_chosen,
            "plain": measured.plain,
            "states": None if space is None else space_json(space),
            "rows": [row_json(game, [measured.start], row) for row in measured.rows],
            "points": [vars(point) for point in measured.points],
            "mean_moves": measured.mean_moves,
            "whole_tree": measured.whole_tree,
            "breadth": measured.breadth,
            "fits": [fit_json(fit, measured.breadth) for fit in measured.fits],
            "ranks": [ranks_json(ranks) for ranks in measured.ranks],
            "orders": [vars(row) for row in measured.orders],
            "memory": [vars(point) for point in measured.memory],
            "example": None if measured.example is None else game.position_text(measured.example.state),
            "trees": [
                {"algorithm": tree.algorithm, "nodes": tree.result.nodes, "cutoffs": tree.result.cutoffs}
                for tree in measured.trees
            ],
            "games": [game_json(game, each) for each in measured.games],
            "replies": [replies_json(game, each) for each in measured.explored],
            "shallow": [replies_json(game, each) for each in measured.shallow],
            "exact": None if measured.exact is None else row_json(game, [measured.start], measured.exact),
            "exact_depth": measured.exact_depth,
            "further": [row_json(game, [measured.start], row) for row in measured.further],
            "distance": None if measured.distance is None else distance_json(game, measured.distance),
            "observations": list(self.observations),
            "complete": self.is_complete,
            "unfinished": measured.unfinished,
        }

    def __str__(self) -> str:
        """What was done and what came out, in a few lines."""
        return "\n".join(map(plain_words, summary(self.measured)))

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for a notebook."""
        return f'<iframe srcdoc="{escape(self.html())}" style="width:100%;height:40rem;border:1px solid #ccc"></iframe>'


def _free_page(file: Path) -> str:
    """The name of an HTML file beside a file that could not be written; it replaces none."""
    pages = (file.with_name(f"{file.stem}{number}.html") for number in chain([""], (f"-{n}" for n in count(2))))
    return str(next(page for page in pages if not page.exists()))


def plain_words(text: str) -> str:
    """A text without markup, for a terminal.

    >>> plain_words("`table` grew like b^{0.37 d} from S_{0}")
    'table grew like b^(0.37 d) from S0'
    """
    return text.replace("`", "").replace("^{", "^(").replace("_{0}", "0").replace("}", ")")
