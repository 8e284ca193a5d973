"""The part of Markdown that a lesson may use, as typed blocks: paragraphs, lists, headings, code.

Nothing is turned into HTML here or later: a face shows the texts of the spans as text, so that tags in a lesson are
shown as they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from zerosum.core.errors import BadRequest

Style = Literal["", "strong", "emphasis", "code", "link"]
BlockKind = Literal["paragraph", "list", "numbered", "heading", "code"]

INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*"
    r"|\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|!\[(?P<picture>[^\]]*)\]\("
    r"|\[(?P<link>[^\]]+)\]\((?P<address>[^)\s]*)\)"
)
ITEM = re.compile(r"(?P<bullet>[-*+])\s+(?P<text>.+)|[0-9]{1,3}[.)]\s+(?P<numbered>.+)")
ADDRESS = re.compile(r"/(?![/\\])\S*|https://\S+")
"""A screen of the lab, or a page that the reader may open elsewhere; never `javascript:` or `data:`."""


@dataclass(frozen=True)
class Span:
    """A run of text in one style; a link has an address."""

    text: str
    style: Style = ""
    address: str = ""


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading, a list or a piece of code.

    A list has one row for each item, code one for each line; a paragraph and a heading have one row.
    """

    kind: BlockKind
    rows: tuple[tuple[Span, ...], ...]


class BadText(BadRequest):
    """A line that cannot be shown; the message is what is wrong with it."""

    def __init__(self, line: int, message: str) -> None:
        """The number of the line, from 1."""
        super().__init__(message)
        self.line = line


@dataclass
class Blocks:
    """Collects lines into blocks. Lines are added one by one, `end` closes the last block."""

    done: list[Block] = field(default_factory=list)
    _kind: BlockKind = "paragraph"
    _rows: list[tuple[int, str]] = field(default_factory=list)

    def add(self, number: int, line: str) -> None:
        """Add a line of text."""
        text = line.strip()
        item = ITEM.fullmatch(text)
        if not text:
            self._close()
        elif text.startswith("#"):
            self._close()
            self._open("heading", number, text.lstrip("#").strip())
            self._close()
        elif item is not None:
            kind: BlockKind = "list" if item["bullet"] else "numbered"
            if kind != self._kind:
                self._close()
            self._open(kind, number, item["text"] or item["numbered"])
        elif self._rows:
            # A line that goes on: the rows of a paragraph are one text, and so are those of an item.
            first, before = self._rows[-1]
            self._rows[-1] = first, f"{before} {text}"
        else:
            self._open("paragraph", number, text)

    def add_code(self, lines: Iterable[str]) -> None:
        """Add a fenced block, as it was typed."""
        self._close()
        self.done.append(Block("code", tuple((Span(line),) for line in lines)))

    def end(self) -> tuple[Block, ...]:
        """All blocks; a new collection begins."""
        self._close()
        done, self.done = tuple(self.done), []
        return done

    def _open(self, kind: BlockKind, number: int, text: str) -> None:
        self._kind = kind
        self._rows.append((number, text))

    def _close(self) -> None:
        if self._rows:
            self.done.append(Block(self._kind, tuple(spans(text, number) for number, text in self._rows)))
        self._kind, self._rows = "paragraph", []


def spans(text: str, line: int = 1) -> tuple[Span, ...]:
    """A line as runs of text in one style each.

    >>> spans("**MAX** takes the `3`")
    (Span(text='MAX', style='strong', address=''), Span(text=' takes the ', style='', address=''), \
Span(text='3', style='code', address=''))
    """
    found: list[Span] = []
    end = 0
    for match in INLINE.finditer(text):
        if match.start() > end:
            found.append(Span(text[end : match.start()]))
        end = match.end()
        if match["picture"] is not None:
            raise BadText(line, "a lesson has no pictures of its own; it draws the search of each stop")
        if match["link"] is not None:
            if ADDRESS.fullmatch(match["address"]) is None:
                address = match["address"]
                raise BadText(line, f"a link leads to a screen, as in /trees, or to https://..., not to {address!r}")
            found.append(Span(match["link"], "link", match["address"]))
            continue
        styles: tuple[Style, ...] = ("code", "strong", "emphasis")
        style = next(each for each in styles if match[each] is not None)
        found.append(Span(match[style], style))
    if end < len(text):
        found.append(Span(text[end:]))
    return tuple(found)
