"""What PGN and PDN have in common: tags in brackets, then numbered moves with comments and variations, and a result."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from zerosum.core.errors import BadMove, BadPosition, BadRequest
from zerosum.core.rules import Move, Rules, State, Text, WrittenGame


def escaped(value: str) -> str:
    """The value of a tag as it stands between quotes.

    >>> print(escaped('A "B"'))
    A \\"B\\"
    """
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))


def numbered(rules: Rules, text: Text, state: State, moves: Iterable[Move]) -> Iterator[str]:
    """The moves from a state, with a number before each of the first side; `1...` where the other side begins."""
    number = 1
    for ply, move in enumerate(moves):
        side = rules.to_move(state)
        if side == 0 or ply == 0:
            yield f"{number}." if side == 0 else f"{number}..."
        yield text.write_move(state, move)
        number += side
        state = rules.play(state, move)


def written(tags: Mapping[str, str], moves: Iterable[str], result: str) -> str:
    """A game as a file has it, from its tags, its numbered moves and its result."""
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *wrap(" ".join([*moves, result]), 79, break_on_hyphens=False)]) + "\n"


@dataclass
class _Open:
    """One game while it is read."""

    state: State
    start: State
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)


@dataclass(frozen=True)
class TaggedFormat:
    """A format with its tokens: the groups tag (name, value), result, open, close, move and other; the rest is skipped.

    `made` are the tags that are made from the game itself. `results` gives a result as we write it, for each word that
    stands for one. `read_tag` gives the state of a tag that says where a game begins, and raises `BadPosition` for a
    tag that cannot be; `bracket` is what a sentence calls a variation.
    """

    name: str
    token: re.Pattern[str]
    made: Collection[str]
    results: Mapping[str, str]
    bracket: str
    read_tag: Callable[[str, str], State | None]

    def read(self, content: str, rules: Rules, text: Text) -> list[WrittenGame]:
        """All games of a text; raises `BadRequest` with the line of what is wrong."""
        return list(self._games(content.removeprefix("\ufeff").replace("\r\n", "\n"), rules, text))

    def _games(self, content: str, rules: Rules, text: Text) -> Iterator[WrittenGame]:
        game = _Open(rules.start, rules.start)
        at = depth = 0

        def wrong(sentence: object) -> BadRequest:
            return BadRequest(f"line {content.count(chr(10), 0, at) + 1}: {sentence}")

        while at < len(content):
            token = self.token.match(content, at)
            if token is None or (token["other"] and depth == 0):
                raise wrong(f"{content[at : at + 20].split()[0]!r} is not {self.name}")
            if token["open"]:
                depth += 1
            elif token["close"]:
                depth -= 1
                if depth < 0:
                    raise wrong(f"a {self.bracket} is closed that was not opened")
            elif token["tag"] and depth == 0:
                if game.moves or token["name"] in game.tags:  # the game before has no result at its end
                    yield self._finished(game, rules)
                    game = _Open(rules.start, rules.start)
                value = game.tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
                try:
                    start = self.read_tag(token["name"], value)
                except BadPosition as error:
                    raise wrong(error) from None
                if start is not None:
                    game.state = game.start = start
            elif token["result"] and depth == 0:
                yield self._finished(game, rules, token["result"])
                game = _Open(rules.start, rules.start)
            elif token["move"] and depth == 0:
                word = re.sub(r"\s", "", token["move"])
                try:
                    if rules.is_over(game.state):
                        raise BadMove(f"{word!r} cannot be played: the game is over")
                    game.moves.append(text.read_move(game.state, word))
                except BadMove as error:
                    raise wrong(error) from None
                game.state = rules.play(game.state, game.moves[-1])
            at = token.end()
        if depth:
            raise wrong(f"a {self.bracket} is not closed")
        if game.tags or game.moves:
            yield self._finished(game, rules)

    def _finished(self, game: _Open, rules: Rules, result: str | None = None) -> WrittenGame:
        said = game.tags.get("Result", "*") if result is None else result
        tags = {name: value for name, value in game.tags.items() if name not in self.made}
        start = None if game.start == rules.start else game.start
        return WrittenGame(moves=tuple(game.moves), start=start, result=self.results.get(said, "*"), tags=tags)
