"""A document as one HTML file that needs nothing else: pictures and styles are inside, and there is no script."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from functools import singledispatch
from html import escape
from itertools import zip_longest
from pathlib import Path

from zerosum.answers.lab.report.document import (
    Bullets,
    Code,
    Document,
    Figure,
    Listing,
    NumberedTable,
    Paragraph,
    Place,
    Section,
    Terms,
)
from zerosum.answers.lab.report.highlight import highlighted
from zerosum.answers.lab.report.own_text import NO_TEXT, details_comment, place_text
from zerosum.engines.draw.table_text import cell_text

MARKUP = re.compile(r"`([^`]+)`|\^\{([^}]*)\}|_\{([^}]*)\}")
"""Code, a superscript, or a subscript."""

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""What a browser may do for the page: no scripts, and nothing from elsewhere."""

LONG = 24
"""Code of more letters than this may be broken at the end of a line."""


def html_page(document: Document, own: Mapping[str, str] = NO_TEXT) -> str:
    """The whole page; `own` are the texts of its places, which are HTML."""
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="generator" content="zerosum">',
            f"<title>{escape(document.title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            '<main class="report">',
            *_front(document),
            *(_section(section, own) for section in document.sections),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _front(document: Document) -> Iterator[str]:
    """The title page, the summary and the contents."""
    blank = '<span class="blank"></span>'
    lines = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td>{escape(text) or blank}</td></tr>'
        for label, text in document.details
    )
    if document.details:
        yield '<header class="title-page">'
        yield f'<p class="kind">{escape(document.subtitle)}</p><h1>{escape(document.title)}</h1>'
        yield f'<table class="details"><tbody>{lines}</tbody></table>'
        yield "</header>"
        if document.given:
            yield details_comment(document.given, ".html")
    else:
        yield f'<header><h1>{escape(document.title)}</h1><p class="byline">{escape(document.subtitle)}</p></header>'
    if document.summary:
        yield f'<div class="summary"><h2>Summary</h2><p>{" ".join(map(marked, document.summary))}</p></div>'
    contents = "".join(
        f'<li><a href="#{_anchor(section)}">{section.number} {marked(section.title)}</a></li>'
        for section in document.sections
        if section.level == 1
    )
    yield f'<nav aria-label="Contents"><h2>Contents</h2><ol>{contents}</ol></nav>'


def marked(text: str) -> str:
    """A text with its markup as HTML; a number and its % stay on one line.

    >>> marked("`a<b` and b^{d/2}")
    '<code>a&lt;b</code> and b<sup>d/2</sup>'
    """
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    parts = []
    end = 0
    for found in MARKUP.finditer(text):
        parts.append(escape(text[end : found.start()]))
        tag = ("code", "sup", "sub")[(found.lastindex or 1) - 1]
        word = found[found.lastindex or 1]
        kind = ' class="long"' if tag == "code" and len(word) > LONG else ""
        parts.append(f"<{tag}{kind}>{escape(word)}</{tag}>")
        end = found.end()
    return "".join([*parts, escape(text[end:])])


def _anchor(section: Section) -> str:
    return f"section-{section.number.replace('.', '-')}"


def _section(section: Section, own: Mapping[str, str]) -> str:
    level = section.level + 1
    heading = f'<h{level} id="{_anchor(section)}"><span class="number">{section.number}</span> {marked(section.title)}'
    blocks = (place_text(each, ".html", own) if isinstance(each, Place) else _block(each) for each in section.blocks)
    return "\n".join([f"{heading}</h{level}>", *blocks])


@singledispatch
def _block(block: object) -> str:
    raise TypeError(f"{block!r} is no block of a document")


@_block.register
def _(block: Paragraph) -> str:
    kind = ' class="minor"' if block.minor else ""
    lead = f"<b>{marked(block.lead)}</b> " if block.lead else ""
    return f"<p{kind}>{lead}{marked(block.text)}</p>"


@_block.register
def _(block: Bullets) -> str:
    return f"<ul>{''.join(f'<li>{marked(item)}</li>' for item in block.items)}</ul>"


@_block.register
def _(block: Terms) -> str:
    rows = "".join(
        f'<tr><th scope="row"><i>{marked(symbol)}</i></th><td class="term">{marked(name)}</td>'
        f"<td>{marked(text)}</td></tr>"
        for symbol, name, text in block.rows
    )
    return f'<table class="terms"><tbody>{rows}</tbody></table>'


@_block.register
def _(block: NumberedTable) -> str:
    headings, rows, _, right = block.table
    kinds = [' class="number"' if heading in right else "" for heading in headings]
    head = "".join(
        f'<th scope="col"{kind}>{marked(str(word))}</th>' for word, kind in zip(headings, kinds, strict=True)
    )
    lines = []
    for row, link in zip_longest(rows, block.links, fillvalue=""):
        first, *rest = (marked(cell_text(cell)) for cell in row)
        if link:
            first = f'<a href="{escape(link)}">{first}</a>'
        cells = "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(rest, kinds[1:], strict=True))
        lines.append(f'<tr><th scope="row"{kinds[0]}>{first}</th>{cells}</tr>')
    caption = f"<figcaption><b>{block.label}.</b> {marked(block.caption)}</figcaption>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    where = f'role="region" aria-label="{block.label}" tabindex="0"'
    return f'<figure class="tabular">{caption}<div class="wide" {where}>{table}</div></figure>'


@_block.register
def _(block: Figure) -> str:
    picture = block.svg
    if block.isolated:
        data = base64.b64encode(block.svg.encode()).decode()
        picture = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(block.caption)}">'
    caption = f"<figcaption><b>{block.label}.</b> {marked(block.caption)}</figcaption>"
    where = f'role="region" aria-label="{block.label}" tabindex="0"'
    return f'<figure id="{block.name}"><div class="wide" {where}>{picture}</div>{caption}</figure>'


@_block.register
def _(block: Code) -> str:
    lines = escape(block.text.rstrip("\n"))
    if block.language == "pseudocode":
        lines = "\n".join(map(_typeset, lines.split("\n")))
    return f'<pre class="{block.language}" tabindex="0"><code>{lines}</code></pre>'


KEYWORDS = re.compile(r"\b(function|for each|if|then|else|return|while|repeat|until|do)\b")


def _typeset(line: str) -> str:
    """A line of pseudocode: keywords bold, the comment at its end faint."""
    code, mark, note = line.partition("▷")
    comment = f'<span class="note">{mark}{note}</span>' if mark else ""
    return KEYWORDS.sub(r"<b>\1</b>", code) + comment


@_block.register
def _(block: Listing) -> str:
    lines = []
    for number, line in enumerate(highlighted(block.text), start=block.first):
        code = "".join(f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text) for kind, text in line)
        lines.append(f'<span class="line" data-line="{number}">{code}</span>')
    source = "\n".join(lines)
    caption = f"<figcaption><b>{block.label}.</b> <code>{escape(block.file)}</code></figcaption>"
    return f'<figure class="listing">{caption}<pre class="python" tabindex="0"><code>{source}</code></pre></figure>'
