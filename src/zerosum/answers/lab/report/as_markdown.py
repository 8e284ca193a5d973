"""A document as Markdown, with its pictures as SVG files beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from html import escape
from itertools import zip_longest

from zerosum.answers.lab.report.as_html import MARKUP
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
from zerosum.answers.lab.report.own_text import NO_TEXT, details_comment, place_text
from zerosum.answers.lab.report.pictures import picture_file
from zerosum.engines.draw.table_text import cell_text


def markdown_text(document: Document, stem: str, own: Mapping[str, str] = NO_TEXT) -> str:
    """The text; pictures are the files that `picture_file` names for this stem, `own` the texts of its places."""
    lines = [f"| {label} | {_cell(text) or '____________________'} |" for label, text in document.details]
    parts = [
        f"# {marked(document.title)}",
        marked(document.subtitle),
        *(["\n".join(["| | |", "| --- | --- |", *lines])] if lines else []),
    ]
    if document.given:
        parts.append(details_comment(document.given, ".md"))
    if document.summary:
        parts.append("**Summary.** " + " ".join(map(marked, document.summary)))
    for section in document.sections:
        parts.append(f"{'#' * (section.level + 1)} {section.number} {marked(section.title)}")
        parts += [
            place_text(each, ".md", own) if isinstance(each, Place) else _block(each, stem) for each in section.blocks
        ]
    return "\n\n".join(parts) + "\n"


def marked(text: str) -> str:
    """A text with its markup as Markdown, in which superscripts and subscripts are HTML.

    >>> marked("`a|b` has 2*3 nodes, b^{d/2}")
    '`a|b` has 2\\\\*3 nodes, b<sup>d/2</sup>'
    """
    parts = []
    end = 0
    for found in MARKUP.finditer(text):
        parts.append(escaped(text[end : found.start()]))
        if found[1] is not None:
            parts.append(f"`{found[1]}`")
        else:
            tag = "sup" if found[2] is not None else "sub"
            parts.append(f"<{tag}>{escape(found[found.lastindex or 1])}</{tag}>")
        end = found.end()
    return "".join([*parts, escaped(text[end:])])


def escaped(text: str) -> str:
    """A text with the signs of Markdown escaped."""
    for letter in "\\*_[]<>":
        text = text.replace(letter, f"\\{letter}")
    return text


def _cell(text: str) -> str:
    """A text in a table, whose columns are split by bars."""
    return marked(text).replace("|", "\\|")


@singledispatch
def _block(block: object, stem: str) -> str:
    raise TypeError(f"{block!r} is no block of a document")


@_block.register
def _(block: Paragraph, stem: str) -> str:
    return (f"**{marked(block.lead)}** " if block.lead else "") + marked(block.text)


@_block.register
def _(block: Bullets, stem: str) -> str:
    return "\n".join(f"- {marked(item)}" for item in block.items)


@_block.register
def _(block: Terms, stem: str) -> str:
    rows = [f"| *{_cell(symbol)}* | {_cell(name)} | {_cell(text)} |" for symbol, name, text in block.rows]
    return "\n".join(["| | | |", "| --- | --- | --- |", *rows])


@_block.register
def _(block: NumberedTable, stem: str) -> str:
    headings, rows, _, right = block.table
    lines = [
        f"**{block.label}.** {marked(block.caption)}",
        "",
        "| " + " | ".join(_cell(str(heading)) for heading in headings) + " |",
        "| " + " | ".join("---:" if heading in right else "---" for heading in headings) + " |",
    ]
    for row, link in zip_longest(rows, block.links, fillvalue=""):
        first, *rest = (_cell(cell_text(cell)) for cell in row)
        lines.append("| " + " | ".join([f"[{first}]({link})" if link else first, *rest]) + " |")
    return "\n".join(lines)


@_block.register
def _(block: Figure, stem: str) -> str:
    return f"![{block.label}]({picture_file(stem, block, '.svg')})\n\n**{block.label}.** {marked(block.caption)}"


@_block.register
def _(block: Code, stem: str) -> str:
    language = block.language if block.language != "pseudocode" else "text"
    return f"```{language}\n{block.text.rstrip()}\n```"


@_block.register
def _(block: Listing, stem: str) -> str:
    width = len(str(block.first + len(block.text.splitlines())))
    lines = (f"{number:{width}}  {line}".rstrip() for number, line in enumerate(block.text.splitlines(), block.first))
    return f"**{block.label}.** `{block.file}`\n\n```python\n{chr(10).join(lines)}\n```"
