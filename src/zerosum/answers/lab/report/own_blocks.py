"""The student's own text as data: paragraphs, list items and code with spans, read from one form for another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape
from html.parser import HTMLParser

from zerosum.answers.lab.report.as_latex import SIGNS
from zerosum.answers.lab.report.as_latex import escaped as latex_escaped
from zerosum.answers.lab.report.as_markdown import escaped as markdown_escaped
from zerosum.answers.lab.report.own_html import is_safe_address


@dataclass(frozen=True)
class Span:
    """A part of a paragraph: `kind` is "bold", "italic", "code" or "", `link` an address or ""."""

    text: str
    kind: str = ""
    link: str = ""


@dataclass(frozen=True)
class OwnBlock:
    """A paragraph; `kind` is "text", "bullet" or "number" for an item of a list, or "code" for lines as they are."""

    spans: tuple[Span, ...]
    kind: str = "text"

    @property
    def text(self) -> str:
        """The letters alone."""
        return "".join(span.text for span in self.spans)


def blocks_of(text: str, form: str) -> list[OwnBlock]:
    """A text of one form as blocks.

    >>> [block.text for block in blocks_of("<p>One &amp; <b>two</b>.</p><ul><li>Three.</ul>", ".html")]
    ['One & two.', 'Three.']
    """
    readers = {".html": _from_html, ".md": _from_markdown, ".tex": _from_latex}
    return [block for block in map(_trimmed, readers[form](text)) if block.text.strip()]


def _trimmed(block: OwnBlock) -> OwnBlock:
    """A block with single blanks, and none at its ends."""
    if block.kind == "code":
        return block
    spans = [replace(span, text=re.sub(r"\s+", " ", span.text)) for span in block.spans]
    if spans:
        spans[0] = replace(spans[0], text=spans[0].text.lstrip())
        spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip())
    return replace(block, spans=tuple(span for span in spans if span.text))


KINDS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "code": "code", "h3": "bold", "h4": "bold"}
BREAKS = frozenset({"p", "li", "div", "br", "ul", "ol", "h3", "h4", "pre", "blockquote", "tr", "table"})
"""What the tags of HTML mean: the kind of a span, or the end of a block."""


class _HtmlReader(HTMLParser):
    """Collects the blocks of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.blocks: list[OwnBlock] = []
        self.spans: list[Span] = []
        self.kinds: list[str] = []
        self.lists: list[str] = []
        self.block_kind, self.link, self.hidden = "text", "", ""
        self.feed(text)
        self.close()
        self._end()

    def _end(self) -> None:
        self.blocks.append(OwnBlock(tuple(self.spans), self.block_kind))
        self.spans = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.hidden = tag
        if tag in BREAKS:
            self._end()
        if tag in ("ul", "ol"):
            self.lists.append("bullet" if tag == "ul" else "number")
        if tag == "li":
            self.block_kind = self.lists[-1] if self.lists else "bullet"
        if tag == "pre":
            self.block_kind = "code"
        if tag == "a":
            address = dict(attrs).get("href") or ""
            self.link = address if is_safe_address(address) else ""
        if tag in KINDS:
            self.kinds.append(KINDS[tag])

    def handle_endtag(self, tag: str) -> None:
        if tag == self.hidden:
            self.hidden = ""
        if tag in BREAKS:
            self._end()
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        if tag in ("li", "pre", "ul", "ol"):
            self.block_kind = "text"
        if tag == "a":
            self.link = ""
        if tag in KINDS and KINDS[tag] in self.kinds:
            self.kinds.remove(KINDS[tag])

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.spans.append(Span(data, self.kinds[-1] if self.kinds else "", self.link))


def _from_html(text: str) -> list[OwnBlock]:
    return _HtmlReader(text).blocks


INLINE = re.compile(
    r"\\([!-/:-@\[-`{-~])|`([^`]+)`|\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=\S)(.+?)(?<=\S)\*"
    r"|(?<!\w)_(?=\S)(.+?)(?<=\S)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)",
    re.DOTALL,
)
"""Markdown inside a paragraph: an escaped sign, code, bold, italic twice, a link."""

ITEM = re.compile(r"^[ \t]*(?:([-*+])|\d+[.)])[ \t]+")


def _from_markdown(text: str) -> Iterator[OwnBlock]:
    for number, part in enumerate(re.split(r"^```.*$\n?", text, flags=re.MULTILINE)):
        if number % 2:
            yield OwnBlock((Span(part.rstrip("\n")),), "code")
            continue
        for paragraph in re.split(r"\n\s*\n", part):
            lines: list[str] = []
            kind = "text"
            for line in paragraph.split("\n"):
                item, heading = ITEM.match(line), re.match(r"#{1,6}\s+", line)
                if item or heading:
                    yield OwnBlock(tuple(_markdown_spans("\n".join(lines))), kind)
                    kind = "text" if item is None else "bullet" if item[1] else "number"
                    lines = []
                if heading:
                    yield OwnBlock((Span(line[heading.end() :], "bold"),))
                else:
                    lines.append(line[item.end() :] if item else line)
            yield OwnBlock(tuple(_markdown_spans("\n".join(lines))), kind)


def _markdown_spans(text: str, kind: str = "") -> Iterator[Span]:
    end = 0
    for found in INLINE.finditer(text):
        yield Span(unescape(text[end : found.start()]), kind)
        sign, code, bold, star, line, words, address = found.groups()
        if sign is not None:
            yield Span(sign, kind)
        elif code is not None:
            yield Span(code, "code")
        elif words is not None:
            link = address if is_safe_address(address) else ""
            yield from (replace(span, link=link) for span in _markdown_spans(words, kind))
        else:
            yield from _markdown_spans(bold or star or line, "bold" if bold else "italic")
        end = found.end()
    yield Span(unescape(text[end:]), kind)


PLAIN = {written: letter for letter, written in SIGNS.items() if written.startswith("\\")} | {"~": "\N{NO-BREAK SPACE}"}
COMMAND = re.compile(
    r"\\(textbf|emph|textit|texttt|url)\{((?:[^{}\\]|\\.|\{[^{}]*\})*)\}|\\href\{([^{}]*)\}\{((?:[^{}\\]|\\.)*)\}|("
    + "|".join(map(re.escape, sorted(PLAIN, key=len, reverse=True)))
    + ")"
)
LATEX_KINDS = {"textbf": "bold", "emph": "italic", "textit": "italic", "texttt": "code", "url": ""}


def _from_latex(text: str) -> Iterator[OwnBlock]:
    for part in re.split(r"(\\begin\{(?:itemize|enumerate)\}.*?\\end\{(?:itemize|enumerate)\})", text, flags=re.DOTALL):
        found = re.match(r"\\begin\{(itemize|enumerate)\}(.*)\\end", part, re.DOTALL)
        if found:
            kind = "bullet" if found[1] == "itemize" else "number"
            for item in re.split(r"\\item\b", found[2])[1:]:
                yield OwnBlock(tuple(_latex_spans(item)), kind)
        else:
            for paragraph in re.split(r"\n\s*\n", part):
                yield OwnBlock(tuple(_latex_spans(paragraph)))


def _latex_spans(text: str, kind: str = "") -> Iterator[Span]:
    end = 0
    for found in COMMAND.finditer(text):
        yield Span(text[end : found.start()], kind)
        command, inner, address, words, sign = found.groups()
        if sign is not None:
            yield Span(PLAIN[sign], kind)
        elif command is not None:
            yield from _latex_spans(inner, LATEX_KINDS[command] or kind)
        else:
            link = address if is_safe_address(address) else ""
            yield from (replace(span, link=link) for span in _latex_spans(words, kind))
        end = found.end()
    yield Span(text[end:], kind)


def written(blocks: Sequence[OwnBlock], form: str) -> str:
    """Blocks in a form that is text.

    >>> written([OwnBlock((Span("1 < 2"), Span("!", "bold")))], ".html")
    '<p>1 &lt; 2<b>!</b></p>'
    """
    writers = {".html": _as_html, ".md": _as_markdown, ".tex": _as_latex}
    return writers[form](blocks)


def _runs(blocks: Iterable[OwnBlock]) -> Iterator[list[OwnBlock]]:
    """The blocks, with the items of one list together."""
    run: list[OwnBlock] = []
    for block in blocks:
        if run and (block.kind != run[0].kind or block.kind not in ("bullet", "number")):
            yield run
            run = []
        run.append(block)
    if run:
        yield run


def _as_html(blocks: Sequence[OwnBlock]) -> str:
    tags = {"bold": "b", "italic": "i", "code": "code"}

    def span(each: Span) -> str:
        text = escape(each.text, quote=False)
        if each.kind:
            text = f"<{tags[each.kind]}>{text}</{tags[each.kind]}>"
        return f'<a href="{escape(each.link)}">{text}</a>' if each.link else text

    found = []
    for run in _runs(blocks):
        texts = ["".join(map(span, block.spans)) for block in run]
        if run[0].kind in ("bullet", "number"):
            tag = "ul" if run[0].kind == "bullet" else "ol"
            found.append(f"<{tag}>{''.join(f'<li>{text}</li>' for text in texts)}</{tag}>")
        else:
            found.append(f"<pre>{texts[0]}</pre>" if run[0].kind == "code" else f"<p>{texts[0]}</p>")
    return "\n".join(found)


def _as_markdown(blocks: Sequence[OwnBlock]) -> str:
    def span(each: Span) -> str:
        sign = {"bold": "**", "italic": "*", "code": "`", "": ""}[each.kind]
        inner = each.text if each.kind == "code" else markdown_escaped(each.text)
        before, middle, after = inner[: len(inner) - len(inner.lstrip())], inner.strip(), inner[len(inner.rstrip()) :]
        text = f"{before}{sign}{middle}{sign}{after}" if middle else inner
        return f"[{text}]({each.link})" if each.link else text

    found = []
    for run in _runs(blocks):
        if run[0].kind == "code":
            found.append(f"```\n{run[0].text}\n```")
            continue
        texts = ["".join(map(span, block.spans)) for block in run]
        marks = {"bullet": "- ", "number": "{}. ", "text": ""}[run[0].kind]
        found.append("\n".join(marks.format(number) + text for number, text in enumerate(texts, start=1)))
    return "\n\n".join(found)


def _as_latex(blocks: Sequence[OwnBlock]) -> str:
    commands = {"bold": "textbf", "italic": "emph", "code": "texttt"}

    def span(each: Span) -> str:
        text = latex_escaped(each.text)
        if each.kind:
            text = rf"\{commands[each.kind]}{{{text}}}"
        address = each.link.replace("%", r"\%").replace("#", r"\#")
        return rf"\href{{{address}}}{{{text}}}" if each.link else text

    found = []
    for run in _runs(blocks):
        texts = ["".join(map(span, block.spans)) for block in run]
        if run[0].kind in ("bullet", "number"):
            name = "itemize" if run[0].kind == "bullet" else "enumerate"
            items = [rf"\item {text}" for text in texts]
            found.append("\n".join([rf"\begin{{{name}}}", *items, rf"\end{{{name}}}"]))
        elif run[0].kind == "code":
            lines = (rf"\texttt{{{latex_escaped(line)}}}\\" for line in run[0].text.split("\n"))
            found.append("\n".join(lines).removesuffix("\\\\"))
        else:
            found.append(texts[0])
    return "\n\n".join(found)
