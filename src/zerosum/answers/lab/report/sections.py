"""The sections of a report by name: which are written, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean

SECTIONS: dict[str, str] = {
    "summary": "what was done and what came out, in a few sentences",
    "aim": "the aim, and what there is to learn",
    "theory": "the kind of game, the game tree, utility and distance",
    "formulation": "the game as a search problem: S, S0, A, T, U",
    "algorithms": "each algorithm in words and pseudocode",
    "implementation": "the program: the rules and the searches as they ran",
    "games": "sample games, and all replies to the program's moves",
    "measurements": "tables and plots",
    "trees": "search trees with boards",
    "comparison": "the algorithms beside each other in words",
    "complexity": "theory beside what was measured",
    "observations": "what was observed",
    "improvements": "limitations, and what improvements gain",
    "conclusion": "the conclusion",
    "reproduction": "the commands that measure it again",
    "references": "the publications that are cited",
}
"""The sections, in their order. Each but the first and the last two has a place for a text of one's own."""

PLACES = tuple(name for name in SECTIONS if name not in ("summary", "reproduction", "references"))
"""The sections with a place for a text of one's own."""


def chosen_sections(
    sections: str | Iterable[str] | None = None, without: str | Iterable[str] | None = None
) -> list[str]:
    """The sections to write, in their order: all, or those named, without those to leave out.

    >>> chosen_sections("theory, aim")
    ['aim', 'theory']
    >>> "trees" in chosen_sections(without="trees")
    False
    """
    wanted = list(SECTIONS) if sections is None else _names(sections)
    left_out = [] if without is None else _names(without)
    found = [name for name in SECTIONS if name in wanted and name not in left_out]
    if not found:
        raise BadRequest("a report needs a section at least")
    return found


def _names(given: str | Iterable[str]) -> list[str]:
    words = given.split(",") if isinstance(given, str) else list(given)
    names = [word.strip() for word in words if word.strip()]
    for name in names:
        if name not in SECTIONS:
            near = did_you_mean(name, SECTIONS)
            raise BadRequest(f"a report has no section {name!r}{near}; there are: {', '.join(SECTIONS)}")
    return names
