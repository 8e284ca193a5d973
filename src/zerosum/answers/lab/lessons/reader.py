"""Read a lesson from its Markdown file: headings are stops, a fenced block `search` names the search and the task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zerosum.answers.lab.lessons.lesson import Lesson, Stop
from zerosum.answers.lab.lessons.markdown import BadText, Block, Blocks
from zerosum.answers.lab.lessons.search_block import SearchBlock, read_block
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text

OWN_LESSON = Path(__file__).with_name("guided_path.md")
"""The path that the lab comes with."""

MOST_BYTES = 200_000
MOST_STOPS = 100
LONGEST_TITLE = 100
FENCE = "```"


def read_lesson(file: str | Path = OWN_LESSON, files: Sequence[str] = ()) -> Lesson:
    """The lesson in a file; raises `BadRequest` with one sentence that names the file and the line.

    `files` are the user's own games that it may name: loading one runs it, so they are given on the command line.

    >>> len(read_lesson().stops) > 9
    True
    """
    text = read_text(str(file), MOST_BYTES)
    try:
        return parse(text, files)
    except BadText as error:
        raise BadRequest(f"{str(file)!r}, line {error.line}: {error}") from None


@dataclass
class Section:
    """A heading with the lines after it, while they are read."""

    title: str
    line: int
    blocks: Blocks = field(default_factory=Blocks)
    before: tuple[Block, ...] = ()
    search: SearchBlock | None = None

    def stop(self, name: str) -> Stop:
        """The stop; text after the search block is shown once the task is done."""
        rest = self.blocks.end()
        if self.search is None:
            return Stop(name, self.title, self.line, text=rest)
        found = self.search
        return Stop(
            name, self.title, self.line, self.before, found.search, found.task, found.ask, found.hint, after=rest
        )


def parse(text: str, files: Sequence[str] = ()) -> Lesson:
    """The lesson of a text; raises `BadText`."""
    sections = read_sections(text, files)
    head, *rest = sections
    if not rest:
        raise BadText(head.line, "the lesson has no stops; each begins with a heading such as '## The first cut'")
    if len(rest) > MOST_STOPS:
        raise BadText(rest[MOST_STOPS].line, f"a lesson has at most {MOST_STOPS} stops")
    stops: dict[str, Stop] = {}
    for section in rest:
        name = slug(section.title)
        if not name:
            raise BadText(section.line, "the heading of a stop needs a letter or a digit, for its address")
        if name in stops:
            raise BadText(section.line, f"the stop on line {stops[name].line} has the same address, {name!r}")
        stops[name] = section.stop(name)
    return Lesson(slug(head.title) or "lesson", head.title, head.blocks.end(), tuple(stops.values()))


def read_sections(text: str, files: Sequence[str]) -> list[Section]:
    """The title with the text under it, then the stops, in the order of the file."""
    sections: list[Section] = []
    lines = iter(enumerate(text.split("\n"), start=1))
    for number, line in lines:
        if line.startswith(FENCE):
            inside = fenced(number, lines)
            add_fenced(sections, number, line.strip("`").strip(), inside, files)
            continue
        heading = re.fullmatch(r"(#{1,2})\s+(.*?)\s*#*\s*", line)
        if heading is None:
            if sections:
                sections[-1].blocks.add(number, line)
            elif line.strip():
                break
            continue
        if (heading[1] == "#") != (not sections):
            if sections:
                raise BadText(number, "a lesson has one title; the heading of a stop begins with ##")
            break
        if not heading[2] or len(heading[2]) > LONGEST_TITLE:
            raise BadText(number, f"a heading has 1 to {LONGEST_TITLE} characters")
        sections.append(Section(heading[2], number))
    if not sections:
        raise BadText(1, "a lesson begins with its title, as in '# From minimax to deepening'")
    return sections


def fenced(start: int, lines: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines up to the end of a fenced block."""
    inside: list[tuple[int, str]] = []
    for number, line in lines:
        if line.rstrip() == FENCE:
            return inside
        inside.append((number, line))
    raise BadText(start, f"the block that begins here has no end; a line {FENCE} ends it")


def add_fenced(
    sections: list[Section], number: int, kind: str, inside: list[tuple[int, str]], files: Sequence[str]
) -> None:
    """Add a block to the stop that it stands in: a search, or code to show."""
    if kind != "search":
        if not sections:
            raise BadText(number, "a lesson begins with its title, as in '# From minimax to deepening'")
        sections[-1].blocks.add_code(line for _, line in inside)
        return
    if len(sections) < 2:
        raise BadText(number, "a search block stands in a stop, after a heading such as '## The first cut'")
    section = sections[-1]
    if section.search is not None:
        raise BadText(number, "a stop has one search block; begin another stop with ##")
    section.search = read_block(number, inside, files)
    section.before = section.blocks.end()


def slug(title: str) -> str:
    """A title as it stands in an address: lower case, with dashes.

    >>> slug("The first cut: why?")
    'the-first-cut-why'
    """
    return re.sub(r"[\W_]+", "-", title.lower()).strip("-")
