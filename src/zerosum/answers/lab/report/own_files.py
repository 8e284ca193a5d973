"""The student's own text from a report that was written before, for a report in any form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from zerosum.answers.lab.report.as_docx import own_paragraphs
from zerosum.answers.lab.report.as_latex import escaped as latex_escaped
from zerosum.answers.lab.report.as_markdown import escaped as markdown_escaped
from zerosum.answers.lab.report.own_text import is_changed_elsewhere, is_marked, own_texts, paragraphs_of
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text

FORM = {".htm": ".html"}
"""Endings that mean the form of another one."""


@dataclass(frozen=True)
class OwnText:
    """The texts of places: as they are in a report of the same form, as plain paragraphs in another."""

    form: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    paragraphs: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The places that have a text."""
        return list(self.texts) or list(self.paragraphs)

    def as_form(self, form: str) -> dict[str, str]:
        """The texts for a form that is text."""
        if form == self.form:
            return dict(self.texts)
        return {name: written(found, form) for name, found in self.as_paragraphs().items()}

    def as_paragraphs(self) -> dict[str, list[str]]:
        """The texts as plain paragraphs."""
        if self.paragraphs:
            return dict(self.paragraphs)
        return {name: paragraphs_of(text, self.form) for name, text in self.texts.items()}


NO_OWN_TEXT = OwnText()


def form_of(file: str) -> str:
    """The form of a report by the ending of its file."""
    suffix = Path(file).suffix.lower()
    return FORM.get(suffix, suffix)


def written(paragraphs: list[str], form: str) -> str:
    """Plain paragraphs in a form that is text.

    >>> written(["1 < 2"], ".html")
    '<p>1 &lt; 2</p>'
    """
    if form == ".html":
        return "\n".join(f"<p>{escape(each, quote=False)}</p>" for each in paragraphs)
    return "\n\n".join(map(latex_escaped if form == ".tex" else markdown_escaped, paragraphs))


def kept_text(file: str, source: str | None = None, *, overwrite: bool = False) -> OwnText:
    """The text to keep: that of the source, or else of the file that is to be replaced; raises `BadRequest`.

    A file that was changed outside its places is not replaced, unless it is to be overwritten.
    """
    path = Path(file)
    form = form_of(file)
    is_old = path.is_file() and path.stat().st_size > 0
    old = read_own(file) if is_old and form != ".pdf" else OwnText()
    if is_old and form in (".html", ".md", ".tex") and not overwrite and is_changed_elsewhere(read_text(file)):
        raise BadRequest(
            f"{file!r} was changed outside the marked places for your text, and these changes would be lost; move them "
            "into a place, name another file, or add --overwrite"
        )
    if source is not None:
        found = read_own(source)
        if not found.names:
            raise BadRequest(f"{source!r} has no text in marked places")
        return found
    return old


def read_own(file: str) -> OwnText:
    """The texts of the places of a report."""
    form = form_of(file)
    if form == ".docx":
        return OwnText(form, paragraphs=own_paragraphs(file))
    if form not in (".html", ".md", ".tex"):
        raise BadRequest(f"your text is taken from a report as .html, .md, .tex or .docx, not from {file!r}")
    report = read_text(file)
    return OwnText(form, own_texts(report, file)) if is_marked(report) else OwnText(form)
