"""A document as a Word file by python-docx (the extra `docx`); its places are content controls."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import singledispatchmethod
from typing import Any
from zipfile import ZipFile

from zerosum.answers.lab.report.as_html import KEYWORDS, MARKUP
from zerosum.answers.lab.report.document import (
    Bullets,
    Code,
    Document,
    Figure,
    Listing,
    NumberedTable,
    Paragraph,
    Place,
    Terms,
)
from zerosum.answers.lab.report.highlight import highlighted
from zerosum.answers.lab.report.own_blocks import OwnBlock, Span
from zerosum.answers.lab.report.own_text import details_comment, own_details
from zerosum.answers.lab.report.pictures import png_bytes, width_of
from zerosum.core.errors import BadRequest
from zerosum.core.files import MOST_BYTES, read_bytes
from zerosum.engines.draw.table_text import cell_text

TAG = "your text: "
"""The tag of a content control, before the name of its place."""

MONO = "Consolas"
LISTS = {"ListBullet": "bullet", "ListNumber": "number"}
STYLES = {"bullet": "List Bullet", "number": "List Number"}
COLOURS = {"keyword": "8250DF", "name": "0550AE", "string": "0A6A3B", "comment": "6E7781", "constant": "953800"}
LINE_CM = 16.0


def require_docx() -> Any:
    """The package; raises `BadRequest` where it is missing."""
    try:
        import docx
    except ImportError:
        raise BadRequest(
            "a .docx needs one more package: pip install 'zerosum[docx]'; a .md or .tex needs none"
        ) from None
    return docx


def own_docx_blocks(file: str) -> dict[str, list[OwnBlock]]:
    """The texts of the places of a Word file; raises `BadRequest`."""
    opened = _opened(file)
    found: dict[str, list[OwnBlock]] = {}
    for control in _controls(opened.element.body):
        content = control.find(_name("w:sdtContent"))
        lines = [] if content is None else content.iter(_name("w:p"))
        blocks = [block for block in map(_own_block, lines) if block.text.strip()]
        if blocks:
            found[_tag(control)] = blocks
    return found


def own_docx_details(file: str) -> dict[str, str]:
    """What was said for the title page of a Word file."""
    return own_details(str(_opened(file).core_properties.keywords))


def _opened(file: str) -> Any:
    """A Word file; raises `BadRequest`."""
    docx = require_docx()
    content = read_bytes(file)
    try:
        with ZipFile(io.BytesIO(content)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
        if unpacked > MOST_BYTES:
            raise BadRequest(f"{file!r} cannot be read: unpacked it is longer than {MOST_BYTES:,} bytes")
        return docx.Document(io.BytesIO(content))
    except BadRequest:
        raise
    except Exception:  # python-docx fails in many ways on what is no Word file
        raise BadRequest(f"{file!r} is not a Word file") from None


def _own_block(line: Any) -> OwnBlock:
    """A paragraph of Word with its bold, italic and code; an item of a list by its style."""
    style = line.find(f"{_name('w:pPr')}/{_name('w:pStyle')}")
    named = "" if style is None else str(style.get(_name("w:val")))
    spans = []
    for run in line.iter(_name("w:r")):
        text = "".join(part.text or "" for part in run.iter(_name("w:t")))
        settings = run.find(_name("w:rPr"))
        font = None if settings is None else settings.find(_name("w:rFonts"))
        kinds = [
            kind
            for name, kind in (("w:b", "bold"), ("w:i", "italic"))
            if settings is not None and settings.find(_name(name)) is not None
        ]
        if font is not None and font.get(_name("w:ascii")) == MONO:
            kinds = ["code"]
        spans.append(Span(text, kinds[0] if kinds else ""))
    return OwnBlock(tuple(spans), LISTS.get(named, "text"))


def _controls(body: Any) -> list[Any]:
    return [control for control in body.iter(_name("w:sdt")) if TAG.strip() in (_raw_tag(control) or "")]


def _raw_tag(control: Any) -> str | None:
    tag = control.find(f"{_name('w:sdtPr')}/{_name('w:tag')}")
    return None if tag is None else tag.get(_name("w:val"))


def _tag(control: Any) -> str:
    return (_raw_tag(control) or "").removeprefix(TAG)


def _name(word: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(word))


def docx_bytes(document: Document, own: Mapping[str, Sequence[OwnBlock]]) -> bytes:
    """The file; `own` are the texts of its places."""
    return _Writer(document, own).written()


class _Writer:
    """Writes the blocks of a document one after the other."""

    def __init__(self, document: Document, own: Mapping[str, Sequence[OwnBlock]]) -> None:
        docx = require_docx()
        from docx.shared import Cm, Pt

        self.cm, self.pt = Cm, Pt
        self.document, self.own = document, own
        self.file = docx.Document()
        page = self.file.sections[0]
        page.page_width, page.page_height = Cm(21), Cm(29.7)
        page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Cm(2.5)
        normal = self.file.styles["Normal"]
        normal.font.name, normal.font.size = "Cambria", Pt(11)

    def written(self) -> bytes:
        self._title_page()
        if self.document.summary:
            self.file.add_heading("Summary", 1)
            self._marked(self.file.add_paragraph(), " ".join(self.document.summary))
        for section in self.document.sections:
            heading = self.file.add_heading("", section.level)
            self._marked(heading, f"{section.number}  {section.title}", code=False)
            for block in section.blocks:
                self._block(block)
        self._page_numbers()
        stream = io.BytesIO()
        self._properties()
        self.file.save(stream)
        return stream.getvalue()

    def _properties(self) -> None:
        """What Word shows about the file, in place of what the template of the package says."""
        properties, said = self.file.core_properties, dict(self.document.details)
        properties.title, properties.subject = self.document.title[:255], self.document.subtitle
        properties.author = properties.last_modified_by = said.get("Name", "")[:255]
        properties.category, properties.comments = said.get("Course", "")[:255], ""
        properties.keywords = details_comment(self.document.given, ".tex")[:255]
        try:
            written = datetime.fromisoformat(said.get("Date", ""))
        except ValueError:
            written = datetime.now()
        properties.created = properties.modified = written.replace(tzinfo=None)

    def _title_page(self) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK

        for _ in range(6):
            self.file.add_paragraph()
        kind = self.file.add_paragraph(self.document.subtitle)
        title = self.file.add_heading(self.document.title, 0)
        for each in (kind, title):
            each.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self.file.add_paragraph()
        table = self.file.add_table(rows=0, cols=2)
        for label, text in self.document.details:
            cells = table.add_row().cells
            cells[0].text, cells[1].text = label, text or "_" * 30
        self.file.add_paragraph().add_run().add_break(WD_BREAK.PAGE)

    def _page_numbers(self) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.oxml import OxmlElement

        footer = self.file.sections[0].footer.paragraphs[0]
        footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
        for kind, text in (("begin", ""), ("", "PAGE"), ("end", "")):
            run = footer.add_run()
            if kind:
                mark = OxmlElement("w:fldChar")
                mark.set(_name("w:fldCharType"), kind)
            else:
                mark = OxmlElement("w:instrText")
                mark.text = text
            run._r.append(mark)

    def _marked(self, paragraph: Any, text: str, *, code: bool = True) -> Any:
        """Add a text with its markup to a paragraph."""
        end = 0
        for found in MARKUP.finditer(text):
            paragraph.add_run(text[end : found.start()])
            run = paragraph.add_run(found[found.lastindex or 1])
            kind = found.lastindex or 1
            if kind == 1 and code:
                run.font.name, run.font.size = MONO, self.pt(9.5)
            elif kind == 2:
                run.font.superscript = True
            elif kind == 3:
                run.font.subscript = True
            end = found.end()
        paragraph.add_run(text[end:])
        return paragraph

    @singledispatchmethod
    def _block(self, block: object) -> None:
        raise TypeError(f"{block!r} is no block of a document")

    @_block.register
    def _(self, block: Paragraph) -> None:
        paragraph = self.file.add_paragraph()
        if block.lead:
            paragraph.add_run(f"{block.lead} ").bold = True
        self._marked(paragraph, block.text)

    @_block.register
    def _(self, block: Bullets) -> None:
        for item in block.items:
            self._marked(self.file.add_paragraph(style="List Bullet"), item)

    @_block.register
    def _(self, block: Terms) -> None:
        self._table([], [list(row) for row in block.rows], ())

    @_block.register
    def _(self, block: NumberedTable) -> None:
        headings, rows, _, right = block.table
        self._caption(block.label, block.caption, keep=True)
        self._table([str(each) for each in headings], [[cell_text(cell) for cell in row] for row in rows], right)

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str]) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH

        columns = len(headings) or len(rows[0])
        table = self.file.add_table(rows=0, cols=columns, style="Light List Accent 1" if headings else "Light Grid")
        for number, row in enumerate(([headings] if headings else []) + list(rows)):
            cells = table.add_row().cells
            for column, (cell, text) in enumerate(zip(cells, row, strict=True)):
                paragraph = self._marked(cell.paragraphs[0], text)
                for run in paragraph.runs:
                    run.font.size = self.pt(8.5)
                    run.bold = bool(headings) and (number == 0 or column == 0)
                if headings and headings[column] in right:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        self.file.add_paragraph()

    def _caption(self, label: str, text: str, *, keep: bool = False) -> None:
        paragraph = self.file.add_paragraph()
        paragraph.paragraph_format.keep_with_next = keep
        paragraph.add_run(f"{label}. ").bold = True
        self._marked(paragraph, text)
        for run in paragraph.runs:
            run.font.size = self.pt(9)

    @_block.register
    def _(self, block: Figure) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH

        self.file.add_picture(io.BytesIO(png_bytes(block)), width=self.cm(LINE_CM * width_of(block)))
        paragraph = self.file.paragraphs[-1]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        paragraph.paragraph_format.keep_with_next = True
        self._caption(block.label, block.caption)

    @_block.register
    def _(self, block: Code) -> None:
        pieces = []
        for line in block.text.rstrip("\n").split("\n"):
            words = KEYWORDS.split(line) if block.language == "pseudocode" else [line]
            pieces.append([("bold" if number % 2 else "", word) for number, word in enumerate(words)])
        self._lines(pieces, 9)

    @_block.register
    def _(self, block: Listing) -> None:
        self._caption(block.label, f"`{block.file}`", keep=True)
        lines = highlighted(block.text)
        width = len(str(block.first + len(lines)))
        numbered = [[("comment", f"{number:{width}}  "), *line] for number, line in enumerate(lines, block.first)]
        self._lines(numbered, 7.5)

    def _lines(self, lines: Sequence[Sequence[tuple[str, str]]], size: float) -> None:
        """Lines of code in one paragraph, so that Word keeps them together."""
        from docx.shared import RGBColor

        paragraph = self.file.add_paragraph()
        paragraph.paragraph_format.line_spacing = 1.0
        for number, line in enumerate(lines):
            for kind, text in [*line, *([("", "\n")] if number < len(lines) - 1 else [])]:
                run = paragraph.add_run(text)
                run.font.name, run.font.size = MONO, self.pt(size)
                run.bold = kind == "bold"
                if kind in COLOURS:
                    run.font.color.rgb = RGBColor.from_string(COLOURS[kind])

    @_block.register
    def _(self, block: Place) -> None:
        from docx.oxml import OxmlElement

        control, settings, content = (OxmlElement(f"w:{name}") for name in ("sdt", "sdtPr", "sdtContent"))
        for name, text in (("alias", f"Your text: {block.name}"), ("tag", f"{TAG}{block.name}")):
            mark = OxmlElement(f"w:{name}")
            mark.set(_name("w:val"), text)
            settings.append(mark)
        for own in self.own.get(block.name) or [OwnBlock(())]:
            paragraph = self.file.add_paragraph(style=STYLES.get(own.kind))
            for span in own.spans:
                run = paragraph.add_run(span.text + (f" ({span.link})" if span.link else ""))
                run.bold, run.italic = span.kind == "bold" or None, span.kind == "italic" or None
                if "code" in (span.kind, own.kind):
                    run.font.name = MONO
            content.append(paragraph._p)  # moves it out of the body
        control.append(settings)
        control.append(content)
        self.file.element.body.insert(len(self.file.element.body) - 1, control)  # before the page settings
