"""What stands on the title page of a report: who hands it in, for which course, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date

LONGEST = 200
"""The most characters of a line of the title page."""


@dataclass(frozen=True)
class Details:
    """The lines of a title page; None where nobody said so. Without an author there is a line to write on."""

    title: str | None = None
    author: str | None = None
    course: str | None = None
    number: str | None = None
    institution: str | None = None
    date: str | None = None

    def rows(self) -> list[tuple[str, str]]:
        """The lines below the title, each with its label; the author's may be empty, the date is today's unless told.

        >>> Details(author="Ada", date="May 2026").rows()
        [('Name', 'Ada'), ('Date', 'May 2026')]
        """
        given = [
            ("Name", self.author or ""),
            ("Student number", self.number),
            ("Course", self.course),
            ("Institution", self.institution),
            ("Date", self.date or date.today().isoformat()),
        ]
        return [(label, " ".join(text.split())) for label, text in given if text is not None]

    def given(self) -> dict[str, str]:
        """What somebody said, by name."""
        return {name: text for name, text in asdict(self).items() if text is not None}

    def filled(self, old: Mapping[str, str]) -> Details:
        """These lines, and those of an older title page where nobody said anything now.

        >>> Details(author="Ada").filled({"author": "Bob", "course": "AI"}).rows()[:2]
        [('Name', 'Ada'), ('Course', 'AI')]
        """
        return replace(self, **{name: text for name, text in old.items() if getattr(self, name, "") is None})


NO_DETAILS = Details()
