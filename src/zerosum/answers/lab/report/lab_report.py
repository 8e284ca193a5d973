"""A lab report: its measurements, and the files it can be written as."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from zerosum.answers.lab.report.as_html import html_page
from zerosum.answers.lab.report.as_markdown import figure_file, markdown_text
from zerosum.answers.lab.report.as_pdf import pdf_bytes, require_chromium
from zerosum.answers.lab.report.contents import summary, write_contents
from zerosum.answers.lab.report.document import Document
from zerosum.answers.lab.report.measure import Measurements
from zerosum.answers.lab.report.observations import observations
from zerosum.answers.lab.report.tables import fit_json, ranks_json, row_json
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable, write_file

FORMS = (".html", ".htm", ".md", ".pdf")
"""The endings of the files that a report can be written as."""


def refuse_unwritable_report(file: str) -> None:
    """Refuse a file that a report could not be written as, before anything is measured; raises `BadRequest`."""
    path = Path(file)
    if path.suffix.lower() not in FORMS:
        raise BadRequest(f"a report is an .html, .md or .pdf file, not {file!r}")
    refuse_unwritable(file)
    if path.suffix.lower() == ".pdf":
        require_chromium()
    if path.suffix.lower() == ".md":
        if path.parts[:2] == ("/", "dev"):
            raise BadRequest("a Markdown report has its pictures beside it, so it needs a file of its own")
        refuse_unwritable(str(path.with_name(f"{path.stem}-nodes.svg")))


@dataclass(frozen=True)
class LabReport:
    """What was measured, with the title and the author of the document."""

    measured: Measurements
    title: str | None = None
    author: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether everything was measured in the time."""
        return self.measured.is_complete

    @property
    def observations(self) -> tuple[str, ...]:
        """What was observed, in sentences computed from the numbers."""
        return tuple(plain_words(each) for about in observations(self.measured).values() for each in about)

    def document(self, file: str = "report.html") -> Document:
        """The document as data; `file` is what its last section calls it."""
        return write_contents(self.measured, file, self.title, self.author)

    def html(self, file: str = "report.html") -> str:
        """One HTML page that needs nothing else."""
        return html_page(self.document(file))

    def files(self, file: str) -> list[tuple[str, str | bytes]]:
        """The files of the report in the form of this name, the report itself last."""
        path = Path(file)
        if path.suffix.lower() == ".md":
            document = self.document(path.name)
            pictures = [(str(path.with_name(figure_file(path.stem, each))), each.svg) for each in document.figures]
            return [*pictures, (file, markdown_text(document, path.stem))]
        page = self.html(path.name)
        return [(file, pdf_bytes(page) if path.suffix.lower() == ".pdf" else page)]

    def save(self, file: str) -> list[str]:
        """Write the report as .html, .md or .pdf, and return the names of its files; raises `BadRequest`."""
        refuse_unwritable_report(file)
        written = self.files(file)
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
            "states": None if space is None else {"count": space.states, "exact": space.is_complete},
            "rows": [row_json(game, [measured.start], row) for row in measured.rows],
            "points": [vars(point) for point in measured.points],
            "breadth": measured.breadth,
            "fits": [fit_json(fit, measured.breadth) for fit in measured.fits],
            "ranks": [ranks_json(ranks) for ranks in measured.ranks],
            "orders": [vars(row) for row in measured.orders],
            "memory": [vars(point) for point in measured.memory],
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


def plain_words(text: str) -> str:
    """A text without markup, for a terminal.

    >>> plain_words("`table` grew like b^{0.37 d} from S_{0}")
    'table grew like b^(0.37 d) from S0'
    """
    return text.replace("`", "").replace("^{", "^(").replace("_{0}", "0").replace("}", ")")
