"""A document as data: numbered sections of paragraphs, lists, tables, figures and code, for any form of output.

Texts may hold a little markup: `code` in backticks, a superscript as in b^{d/2}, a subscript as in S_{0}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zerosum.answers.lab.report.references import REFERENCES
from zerosum.engines.draw.table_text import Table


@dataclass(frozen=True)
class Paragraph:
    """A text; a `minor` one is set smaller, a `lead` stands before it in bold."""

    text: str
    minor: bool = False
    lead: str = ""


@dataclass(frozen=True)
class Bullets:
    """A list of texts."""

    items: Sequence[str]


@dataclass(frozen=True)
class Terms:
    """A table of symbols, each with its name and what it is here."""

    rows: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class NumberedTable:
    """A table with its number and caption; cells are texts, which may hold markup.

    `links` are the addresses to which the first cells of the rows lead, "" for none.
    """

    label: str
    caption: str
    table: Table
    links: Sequence[str] = ()


@dataclass(frozen=True)
class Figure:
    """A picture with its number and caption; `name` is unique in the document.

    An `isolated` picture has styles that would reach into others of the same page.
    """

    label: str
    caption: str
    name: str
    svg: str
    isolated: bool = False


@dataclass(frozen=True)
class Code:
    """Lines to be shown as they are."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Listing:
    """Python source with its label, its file and the number of its first line."""

    label: str
    file: str
    first: int
    text: str


@dataclass(frozen=True)
class Place:
    """Where a text of whoever hands the report in goes; it is kept when the report is written again."""

    name: str


Block = Paragraph | Bullets | Terms | NumberedTable | Figure | Code | Listing | Place


@dataclass
class Section:
    """A section, or one inside another: its number says which."""

    number: str
    title: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def level(self) -> int:
        """1 for a section, 2 for one inside it."""
        return self.number.count(".") + 1


@dataclass
class Document:
    """A title page, a summary, and sections. Blocks go to the last section.

    `details` are the lines of the title page with their labels; without any there is no such page. `given` is what
    somebody said for it, by name, which the next run keeps. `subtitle` says what the document is about, `cited` are the
    keys of the publications that the text names.
    """

    title: str
    subtitle: str
    details: list[tuple[str, str]] = field(default_factory=list)
    given: Mapping[str, str] = field(default_factory=dict)
    summary: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)

    def section(self, title: str) -> None:
        """Begin a section."""
        number = 1 + sum(section.level == 1 for section in self.sections)
        self.sections.append(Section(str(number), title))

    def subsection(self, title: str) -> None:
        """Begin a section inside the last one."""
        above = self.sections[-1].number.partition(".")[0]
        number = 1 + sum(section.number.startswith(f"{above}.") for section in self.sections)
        self.sections.append(Section(f"{above}.{number}", title))

    def add(self, *blocks: Block) -> None:
        """Add blocks without a number."""
        self.sections[-1].blocks += blocks

    def table(self, table: Table, caption: str, links: Sequence[str] = (), *, name: str = "") -> str:
        """Add a table, and return its label for the text, which `labels` keeps under its name.

        `links` are where the first cells of its rows lead.
        """
        label = self.labels[name] = self._label("Table")
        self.add(NumberedTable(label, caption, table, links))
        return label

    def figure(self, name: str, svg: str, caption: str, *, isolated: bool = False) -> str:
        """Add a figure, and return its label for the text."""
        label = self._label("Figure")
        self.add(Figure(label, caption, name, svg, isolated))
        return label

    def listing(self, file: str, first: int, text: str) -> str:
        """Add a listing, and return its label for the text."""
        label = self._label("Listing")
        self.add(Listing(label, file, first, text))
        return label

    def cite(self, *keys: str) -> str:
        """Publications as the text names them, as in "Shannon (1950); Zermelo (1913)"."""
        self.cited += keys
        return "; ".join(REFERENCES[key][0] for key in keys)

    def where(self, name: str) -> str:
        """The table of this name, or that it was left out."""
        return self.labels.get(name, "table left out")

    def next_label(self, kind: str, ahead: int = 1) -> str:
        """The label that the next table or figure will have, to name it before it comes; or one farther ahead."""
        return f"{kind} {self._numbers.get(kind, 0) + ahead}"

    def _label(self, kind: str) -> str:
        label = self.next_label(kind)
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        return label

    @property
    def figures(self) -> list[Figure]:
        """All pictures, in order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Figure)]
