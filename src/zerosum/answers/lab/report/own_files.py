"""The student's own text from a report that was written before, for a report in any form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from zerosum.answers.lab.report.as_docx import own_docx_blocks, own_docx_details
from zerosum.answers.lab.report.own_blocks import OwnBlock, blocks_of, written
from zerosum.answers.lab.report.own_html import safe_html, safe_markdown
from zerosum.answers.lab.report.own_text import is_changed_elsewhere, is_marked, own_details, own_texts
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text

FORM = {".htm": ".html"}
"""Endings that mean the form of another one."""


@dataclass(frozen=True)
class OwnText:
    """The texts of places, as they are in a report or as blocks from a Word file; and what its title page says."""

    form: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    blocks: Mapping[str, list[OwnBlock]] = field(default_factory=dict)
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The places that have a text."""
        return list(self.texts) or list(self.blocks)

    def as_form(self, form: str) -> dict[str, str]:
        """The texts for a form that is text; nothing in them runs."""
        if form != self.form:
            return {name: written(found, form) for name, found in self.as_blocks().items()}
        safe = SAFE.get(form)
        return {name: text if safe is None else safe(text) for name, text in self.texts.items()}

    def as_blocks(self) -> dict[str, list[OwnBlock]]:
        """The texts as blocks."""
        if self.blocks:
            return dict(self.blocks)
        return {name: blocks_of(text, self.form) for name, text in self.texts.items()}


SAFE = {".html": safe_html, ".md": safe_markdown}
"""What makes a text harmless in the forms that a browser shows."""

NO_OWN_TEXT = OwnText()


def form_of(file: str) -> str:
    """The form of a report by the ending of its file."""
    suffix = Path(file).suffix.lower()
    return FORM.get(suffix, suffix)


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
        return replace(found, details={**found.details, **old.details})
    return old


def read_own(file: str) -> OwnText:
    """The texts of the places of a report."""
    form = form_of(file)
    if form == ".docx":
        return OwnText(form, blocks=own_docx_blocks(file), details=own_docx_details(file))
    if form not in (".html", ".md", ".tex"):
        raise BadRequest(f"your text is taken from a report as .html, .md, .tex or .docx, not from {file!r}")
    report = read_text(file)
    if not is_marked(report):
        return OwnText(form)
    return OwnText(form, own_texts(report, file), details=own_details(report))
