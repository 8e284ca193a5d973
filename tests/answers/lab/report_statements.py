"""The statements of a report: its sentences and the cells of its tables, each with its section or table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zerosum.answers.lab.report.document import Bullets, Document, Figure, NumberedTable, Paragraph, Terms
from zerosum.engines.draw.table_text import cell_text

SENTENCE_END = re.compile(r"(?<=[.])\s+(?=[A-Z`“O]|S_\{0\})")
"""Where a sentence ends: before a capital letter or code. No abbreviation of a report has such a point."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the number of its section."""

    section: str
    text: str


def sentences(document: Document) -> Iterator[Sentence]:
    """All sentences of a document but those of its references and listings."""
    for text in document.summary:
        yield from split("summary", text)
    for section in document.sections:
        if section.title == "References":
            continue
        yield Sentence(section.number, section.title)
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield from split(section.number, block.text)
            elif isinstance(block, Bullets):
                for item in block.items:
                    yield from split(section.number, item)
            elif isinstance(block, Terms):
                for symbol, _, text in block.rows:
                    for each in split(section.number, text):
                        yield Sentence(section.number, f"{symbol}: {each.text}")
            elif isinstance(block, NumberedTable | Figure):
                yield from split(section.number, block.caption)


def split(section: str, text: str) -> Iterator[Sentence]:
    """The sentences of a text; what stands in code or braces is not split."""
    parts = re.split(r"(`[^`]*`)", text)
    hidden = "".join(part if number % 2 == 0 else f"`{number}`" for number, part in enumerate(parts))
    for sentence in SENTENCE_END.split(hidden):
        shown = re.sub(r"`(\d+)`", lambda found: parts[int(found[1])], sentence)
        if shown.strip():
            yield Sentence(section, shown.strip())


def tables(document: Document) -> Iterator[tuple[NumberedTable, list[list[str]]]]:
    """All tables with the texts of their cells."""
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, NumberedTable):
                yield block, [[cell_text(cell) for cell in row] for row in block.table.rows]
