"""Find a way into a game with a program that tells its moves in sentences ("I play 5") and shows no board.

At each prompt, a move is typed in each usual way. Where the program asks the same again, and said something with the
numbers or letters of a cell, that may have been its reply. Whether it was is proved by playing: whole games in which
each sentence names a legal move. Words that only look like a reply (the range "1-9", an echo of the typed move) name
a cell that is taken sooner or later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from zerosum.answers.grade.ask.question import LegalMove, question_for
from zerosum.answers.grade.ask.terminal.console import Shown
from zerosum.answers.grade.ask.terminal.exploration import MOST_SETUP, Entry, Exploration, Lines, Scheme, Spent
from zerosum.answers.grade.ask.terminal.prompts import escaped, normal, offered, plausible
from zerosum.answers.grade.ask.terminal.schemes import schemes_of
from zerosum.answers.grade.ask.terminal.typed_moves import move_in_sentence, moves_by_place
from zerosum.core.rules import Move

PROVING_GAMES = 3
MOST_ANSWERS = 8

_NUMBER = re.compile(r"(?<![\d.])\d{1,2}(?![\d.]\d)")
_LETTER_NUMBER = re.compile(r"\b([A-Ga-g])\s?([1-7])\b")
_NUMBER_LETTER = re.compile(r"\b([1-7])\s?([A-Ga-g])\b")

SINGLE = ("index", "numpad", "by_column")
PAIRS = (("row", "column"), ("column", "row"))


class SentenceSearch:
    """The search for a way into the game by sentences."""

    def __init__(self, exploration: Exploration) -> None:
        """Nothing was tried yet."""
        self._exploration = exploration

    def find(self) -> tuple[Entry, Scheme, str] | None:
        """A way into the game, how cells are typed, and the expression of the program's sentences."""
        try:
            return self._search((), 0)
        except Spent:
            return None

    def _search(self, lines: Lines, depth: int) -> tuple[Entry, Scheme, str] | None:
        exploration = self._exploration
        shown = exploration.at(lines)
        if not shown.waits or depth > MOST_SETUP:
            return None
        found = self._as_move(lines, shown)
        if found is not None:
            return found
        texts = [*offered(shown.prompt), *offered(shown.pages[-1][-1500:]), *plausible(shown.prompt)]
        for line in list(dict.fromkeys(texts))[:MOST_ANSWERS]:
            now = exploration.at((*lines, line))
            if now.waits and normal(now.prompt) != normal(shown.prompt):
                found = self._search((*lines, line), depth + 1)
                if found is not None:
                    return found
        return None

    def _as_move(self, lines: Lines, shown: Shown) -> tuple[Entry, Scheme, str] | None:
        """Whether the program asks for a move here."""
        exploration = self._exploration
        middle = exploration.places[len(exploration.places) // 2]
        replies: dict[Lines, str] = {}
        for scheme in schemes_of(exploration):
            typed = exploration.typed(scheme, middle)
            if typed not in replies:
                now = exploration.at((*lines, *typed))
                is_asked_again = now.waits and normal(now.prompt) == normal(shown.prompt)
                after = exploration.console.shown[len(lines) + 1 :] if is_asked_again else []
                replies[typed] = "\n".join(each.text for each in after)
            for said in expressions(replies[typed], scheme, falls=exploration.falls):
                began = self._proved(lines, scheme, said)
                if began is not None:
                    prompts = tuple(each.prompt for each in exploration.shown_at(lines)[:-1])
                    return Entry(lines, prompts, shown.prompt, began), scheme, said
        return None

    def _proved(self, lines: Lines, scheme: Scheme, said: str) -> bool | None:
        """Whether the program began, where whole games confirm that its moves are said like this; else None."""
        began = None
        for seed in range(PROVING_GAMES):
            played = self._play(lines, scheme, said, Random(seed))
            if played is None:
                return None
            began = played
        return began

    def _play(self, lines: Lines, scheme: Scheme, said: str, random: Random) -> bool | None:
        """One game with random moves; whether the program began, None where a sentence names no legal move."""
        exploration = self._exploration
        game, history = exploration.game, list[Move]()
        typed: Lines = ()
        text = "\n".join(each.text for each in exploration.shown_at(lines))
        opening = move_in_sentence(said, text, exploration.start, scheme[1])
        if isinstance(opening, LegalMove):
            history.append(opening.number)
        while True:
            state = game.after(history)
            question = question_for(game, state, history)
            quiet = [
                each for each in moves_by_place(question).items() if not game.is_over(game.play(state, each[1].number))
            ]
            if game.is_over(state) or not quiet:
                break
            place, move = random.choice(quiet)
            history.append(move.number)
            now = (*typed, *exploration.typed(scheme, place))
            exploration.at((*lines, *now))
            text = "\n".join(each.text for each in exploration.console.shown[len(lines) + len(typed) + 1 :])
            typed = now
            question = question_for(game, game.after(history), history)
            reply = move_in_sentence(said, text, question, scheme[1])
            if not isinstance(reply, LegalMove):
                return None
            history.append(reply.number)
        return isinstance(opening, LegalMove) if len(history) >= 5 else None


def expressions(text: str, scheme: Scheme, *, falls: bool = False) -> Iterator[str]:
    """Expressions for a move of the program in what it said, those that count as the typed moves do first.

    >>> list(expressions("I play 5.\\nYour move:", ("{index}", 1)))[0]
    '^I play (?P<index>\\\\d+)\\\\.'
    """
    names = re.findall(r"\{(\w+)\}", scheme[0])
    for line in reversed([line.strip() for line in text.split("\n") if line.strip()]):
        letters = list(_LETTER_NUMBER.finditer(line))
        if letters:
            first = ("row_letter", "column") if "row_letter" in names or "row_small" in names else ("letter", "number")
            second = ("letter", "number") if first[0] == "row_letter" else ("row_letter", "column")
            yield from (_pattern(line, letters[-1], pair) for pair in (first, second))
        elif swapped := list(_NUMBER_LETTER.finditer(line)):
            yield _pattern(line, swapped[-1], ("number", "letter"))
        numbers = list(_NUMBER.finditer(line))
        if len(numbers) >= 2 and not falls:
            both = re.compile(re.escape(numbers[-2][0]) + r"\D+" + re.escape(numbers[-1][0])).search(
                line, numbers[-2].start()
            )
            order = PAIRS if names[:1] != ["column"] else PAIRS[::-1]
            for pair in order:
                if both is not None:
                    yield _numbers_pattern(line, numbers[-2:], pair)
        if numbers:
            singles = ["column"] if falls else sorted(SINGLE, key=lambda name: name not in names)
            for number in reversed(numbers):
                yield from (_numbers_pattern(line, [number], (name,)) for name in singles)


def _pattern(line: str, found: re.Match[str], names: Sequence[str]) -> str:
    """The line with two named groups for a letter and a number."""
    kinds = {True: r"\d", False: "[A-Za-z]"}
    groups = [f"(?P<{name}>{kinds[text.isdigit()]})" for name, text in zip(names, found.groups(), strict=True)]
    return "^" + _words(line[: found.start()]) + r"\s?".join(groups) + _words(line[found.end() :])


def _numbers_pattern(line: str, found: Sequence[re.Match[str]], names: Sequence[str]) -> str:
    """The line with a named group for each of these numbers."""
    parts, at = [], 0
    for number, name in zip(found, names, strict=True):
        parts.append(_words(line[at : number.start()]) + rf"(?P<{name}>\d+)")
        at = number.end()
    return "^" + "".join(parts) + _words(line[at:])


def _words(text: str) -> str:
    """Words as they are, with any number for each other number, and either mark for a mark."""
    parts = re.split(r"(\d+(?:\.\d+)?|\b[XOxo]\b)", text)
    kinds = [
        escaped(part) if at % 2 == 0 else "[XOxo]" if part.isalpha() else r"[\d.]+" for at, part in enumerate(parts)
    ]
    return "".join(kinds)
