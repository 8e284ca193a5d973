"""The student's own text in a report: marked places, which keep their text when the report is written again.

In HTML and Markdown a place lies between `<!-- your text: aim -->` and `<!-- end of your text: aim -->`, in LaTeX
between `% your text: aim` and `% end of your text: aim`. The last line of a file holds a hash of everything else, so
that changes outside the places are not lost without a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256

from zerosum.answers.lab.report.document import Place
from zerosum.core.errors import BadRequest

NO_TEXT: Mapping[str, str] = {}

COMMENTS = {".html": ("<!-- ", " -->"), ".md": ("<!-- ", " -->"), ".tex": ("% ", "")}
"""How a comment begins and ends in each form that is text."""

MARK = re.compile(r"^[ \t]*(?:<!--|%) (end of )?your text: ([\w-]+)(?: -->)?[ \t]*$", re.MULTILINE)
DETAILS = re.compile(r"^(?:<!--|%) title page: (\{.*\})(?: -->)?$", re.MULTILINE)
HASH = re.compile(r"^(?:<!--|%) written by zerosum, sha256 ([0-9a-f]{64})(?: -->)?\n?", re.MULTILINE)


def comment(text: str, form: str) -> str:
    """A comment in a form.

    >>> comment("your text: aim", ".tex")
    '% your text: aim'
    """
    before, after = COMMENTS[form]
    return f"{before}{text}{after}"


def place_text(place: Place, form: str, own: Mapping[str, str]) -> str:
    """A place with its text, or with none yet."""
    text = own.get(place.name, "").strip("\n")
    begin, end = comment(f"your text: {place.name}", form), comment(f"end of your text: {place.name}", form)
    return f"{begin}\n{text}\n{end}" if text else f"{begin}\n{end}"


def own_texts(report: str, file: str) -> dict[str, str]:
    """The texts of the places of a report; raises `BadRequest` where marks do not fit together.

    >>> own_texts("<!-- your text: aim -->\\nMine.\\n<!-- end of your text: aim -->\\n", "r.md")
    {'aim': 'Mine.'}
    """
    found: dict[str, str] = {}
    opened: re.Match[str] | None = None
    for mark in MARK.finditer(report):
        is_end, name = bool(mark[1]), mark[2]
        if is_end and opened is not None and opened[2] == name:
            found[name] = report[opened.end() : mark.start()].strip("\n")
            opened = None
        elif is_end or opened is not None or name in found:
            raise _bad_marks(file, report, mark)
        else:
            opened = mark
    if opened is not None:
        raise _bad_marks(file, report, opened)
    return {name: text for name, text in found.items() if text.strip()}


def _bad_marks(file: str, report: str, mark: re.Match[str]) -> BadRequest:
    line = report.count("\n", 0, mark.start()) + 1
    return BadRequest(
        f"{file!r}, line {line}: the mark {mark[0].strip()!r} has no partner, so that it is not clear where your text "
        "begins and ends"
    )


def signed(text: str, form: str) -> str:
    """A report with the hash of what is not the student's own as its last line."""
    return text + comment(f"written by zerosum, sha256 {_hash(text)}", form) + "\n"


def details_comment(given: Mapping[str, str], form: str) -> str:
    """What was said for the title page, for the next run, as one line.

    >>> details_comment({"author": "A--> B"}, ".md")
    '<!-- title page: {"author": "A\\\\u002d\\\\u002d\\\\u003e B"} -->'
    """
    words = json.dumps(dict(given))
    for sign in "-<>":
        words = words.replace(sign, f"\\u{ord(sign):04x}")
    return comment(f"title page: {words}", form)


def own_details(report: str) -> dict[str, str]:
    """What was said for the title page of a report.

    >>> own_details(details_comment({"author": "Ada --> O'Hara"}, ".tex"))
    {'author': "Ada --> O'Hara"}
    """
    found = DETAILS.search(report)
    try:
        words = json.loads(found[1]) if found else {}
    except (ValueError, RecursionError):  # somebody changed it
        return {}
    return {str(name): text for name, text in words.items() if isinstance(text, str)} if isinstance(words, dict) else {}


def is_changed_elsewhere(report: str) -> bool:
    """Whether a report was changed outside the places; False for a file without a hash."""
    found = HASH.search(report)
    return found is not None and _hash(HASH.sub("", report)) != found[1]


def _hash(text: str) -> str:
    """The hash of a report without the texts of its places and without blanks at the ends of lines."""
    parts, end, is_inside = [], 0, False
    for mark in MARK.finditer(text):
        if not is_inside:
            parts.append(text[end : mark.end()])
        end, is_inside = mark.start(), not mark[1]
    parts.append(text[end:])
    return sha256("\n".join(line.rstrip() for line in "\n".join(parts).split("\n")).strip().encode()).hexdigest()


def is_marked(report: str) -> bool:
    """Whether a file has places at all."""
    return MARK.search(report) is not None
