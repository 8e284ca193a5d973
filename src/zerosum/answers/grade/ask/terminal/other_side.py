"""Find set-up answers by which the program plays the other side than in the way into the game that is known."""

from __future__ import annotations

from dataclasses import replace

from zerosum.answers.grade.ask.terminal.exploration import MOST_SETUP, Entry, Exploration, Lines, Scheme, Spent
from zerosum.answers.grade.ask.terminal.prompts import MOST_ANSWERS, normal, offered, plausible

COINS = 6
"""So often a program is begun to see whether it tosses a coin for who starts."""

MOST_OFFERED = 4
"""So many answers to a question that the known way into the game does not have."""


class OtherSide:
    """The search for the other side."""

    def __init__(self, exploration: Exploration, entry: Entry, scheme: Scheme) -> None:
        """`scheme` is how cells are typed."""
        self._exploration = exploration
        self._entry = entry
        self._scheme = scheme

    def find(self) -> Entry | None:
        """Set-up answers by which the program plays the other side, None where none are found."""
        exploration, entry = self._exploration, self._entry
        try:
            if self._tosses_a_coin():
                return replace(entry, is_first=not entry.is_first)
            for at in reversed(range(len(entry.setup))):
                shown = exploration.at(entry.setup[:at])
                texts = [*offered(shown.prompt), *offered(shown.pages[-1][-1500:]), *plausible(shown.prompt)]
                for line in list(dict.fromkeys(texts))[:MOST_ANSWERS]:
                    if line != entry.setup[at]:
                        found = self._reach((*entry.setup[:at], line), 0)
                        if found is not None:
                            return found
        except Spent:
            return None
        return None

    def _tosses_a_coin(self) -> bool:
        exploration, entry = self._exploration, self._entry
        for _ in range(COINS):
            exploration.console.start()
            shown = exploration.at(entry.setup)
            is_move = normal(shown.prompt) == normal(entry.move_prompt)
            if shown.waits and is_move and bool(exploration.known()) != entry.is_first:
                return True
        return False

    def _reach(self, lines: Lines, depth: int) -> Entry | None:
        """Go on to the first move by the known answers; the way into the game where the other side begins then."""
        exploration, entry = self._exploration, self._entry
        shown = exploration.at(lines)
        if not shown.waits or depth > MOST_SETUP:
            return None
        known = exploration.known()
        here = normal(shown.prompt)
        answers = {normal(prompt): line for prompt, line in zip(entry.prompts, entry.setup, strict=True)}
        is_move = here == normal(entry.move_prompt) or (here not in answers and bool(known))
        if is_move:
            is_other = bool(known) != entry.is_first and len(known) <= 1
            if not is_other or not self._accepts_moves(lines):
                return None
            prompts = tuple(each.prompt for each in exploration.shown_at(lines)[:-1])
            return replace(entry, setup=lines, prompts=prompts, move_prompt=shown.prompt, is_first=bool(known))
        previous = exploration.shown_at(lines[:-1])[-1]
        if here == normal(previous.prompt):
            return None  # it was refused
        line = answers.get(here)
        is_new = line is not None and line not in lines[len(entry.setup) :]
        for each in [line] if line is not None and is_new else offered(shown.prompt)[:MOST_OFFERED]:
            found = self._reach((*lines, each), depth + 1)
            if found is not None:
                return found
        return None

    def _accepts_moves(self, lines: Lines) -> bool:
        """Whether a move is answered by a move here."""
        exploration = self._exploration
        exploration.at(lines)
        before = exploration.known()
        for place in [place for place in exploration.places if place not in before][:3]:
            exploration.at((*lines, *exploration.typed(self._scheme, place)))
            if len(exploration.known()) - len(before) >= exploration.answered:
                return True
        return False
