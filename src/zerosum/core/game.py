"""What a game is: the rules with checked calls around them, and text forms.

`Rules` (`rules.py`) holds the functions as their author wrote them, which is what a search calls; `Game` puts the
checked, public calls around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import count, islice
from random import Random
from typing import Any, Final

from zerosum.core.errors import (
    BadMove,
    BadPosition,
    BadRequest,
    BadRules,
    BadSpec,
    bad_moves,
    bad_odds,
    bad_side,
    refuse_endless,
)
from zerosum.core.rules import (
    CHANCE,
    FIRST,
    SECOND,
    Adapted,
    Example,
    Knowledge,
    Level,
    Move,
    Moves,
    Notation,
    Own,
    Reason,
    Rules,
    State,
    Text,
    formed_like,
    listed,
    plain_state,
    positions_of,
)
from zerosum.core.side_names import exchanged_text

NOTATION_SIGNS: Final = re.compile(r"""\[\w+ ?"|[{;]|\([0-9]|^\s*1\.|(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$""")
"""What only a text in a notation such as PGN has: tags, comments, variations, move numbers, a result."""

MOVE_NUMBER: Final = re.compile(r"^[0-9]{1,4}\.+(?![0-9])")


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that can be played: the rules with checked calls around them, and its text forms.

    `spec` is how it was asked for, `count_from` how its cells are numbered where that was chosen, and
    `source` the file that it came from, if it is a user's own, with the `checksum` that it had then,
    and `syntax`, a hash of what it says that does not depend on comments and layout.
    `colours` are what people call the sides by, where the marks of `sides` only stand for them: Black for X.
    `reasons(state, move)` says what a move does in the game's own words, as far as it has words for that.
    `endings` are sets of positions to solve whole, by name: functions without arguments that give states.
    `examples` show its rules, each by a move.
    `best_search` is the search that plays best where the game cannot be solved, "selective", "mcts" or "rolls";
    `levels` are the eight levels of its players there, the weakest first. `noise` is the largest difference of two
    estimates that says nothing, in the unit of the estimate; None to judge by the spread of the moves' estimates.
    `unit` is what an estimate counts, in the plural, where it counts something that people know: discs.
    `notation` is the format of its game files. A perfect player solves a game with `solve_first` whole, before its
    first move: that takes seconds, once.
    `original` is the game that `begun_by` exchanged the sides of; None in a game with its usual first side.
    `reload` gives the same game again, in another process too; None for a game that was not loaded.
    `adapted` says how a class or states that cannot be hashed became these rules; None for rules as their author wrote
    them.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> state = game.play(game.start, 4)
    >>> game.moves(state)
    Moves({0, 1, 2, 3, 5, 6, 7, 8})
    >>> game.position_text(state)
    '---/-X-/---'
    """

    name: str
    spec: str
    rules: Rules = field(repr=False)
    text: Text = field(repr=False)
    sides: tuple[str, str] = ("A", "B")
    colours: tuple[str, str] | None = None
    margin: bool = False
    about: str = field(default="", repr=False)
    source: str | None = None
    checksum: str | None = field(default=None, repr=False)
    syntax: str | None = field(default=None, repr=False)
    count_from: int | None = None
    knowledge: Knowledge = field(default_factory=Knowledge, repr=False)
    reasons: Callable[[Own, Own], Iterable[Reason]] | None = field(default=None, repr=False, compare=False)
    endings: Mapping[str, Callable[[], Iterable[State]]] = field(default_factory=dict, repr=False, compare=False)
    examples: tuple[Example, ...] = field(default=(), repr=False, compare=False)
    best_search: str | None = None
    levels: tuple[Level, ...] = field(default=(), repr=False)
    unit: str = ""
    noise: int | None = field(default=None, repr=False, compare=False)
    notation: Notation | None = field(default=None, repr=False, compare=False)
    solve_first: bool = field(default=False, repr=False, compare=False)
    original: Game | None = field(default=None, repr=False, compare=False)
    reload: partial[Game] | None = field(default=None, repr=False, compare=False)
    adapted: Adapted | None = field(default=None, repr=False, compare=False)

    @property
    def start(self) -> State:
        """The first state."""
        return self.rules.start

    @property
    def marks(self) -> bool:
        """Whether the sides are named by the single characters that stand on the board."""
        return all(len(side) == 1 for side in self.sides)

    def begun_by(self, mark: str) -> Game:
        """The game in which this side makes the first move; `tictactoe` begun by O is written `tictactoe@O`.

        The rules stay the same functions: side 0 is still the side that begins. Only names, texts and cells are
        exchanged.

        >>> from zerosum.core.games import load
        >>> game = load("tictactoe").begun_by("O")
        >>> game.spec, game.sides, game.position_text(game.play(game.start, 4))
        ('tictactoe@O', ('O', 'X'), '---/-O-/---')
        """
        labels = [side.lower() for side in self.sides]
        if mark.lower() not in labels:
            raise BadSpec(f"{self.name} is begun by {self.sides[0]} or {self.sides[1]}, not by {mark!r}")
        if mark.lower() == labels[FIRST]:
            return self
        return self.original or self._exchanged

    @cached_property
    def _exchanged(self) -> Game:
        first, second = self.sides
        if not self.marks and not self._writes_names():
            raise BadSpec(
                f"in {self.name}, {first} always begins: its texts show the sides by other signs than their names"
            )
        return replace(
            self,
            name=f"{self.name}, {second} begins",
            spec=f"{self.spec}@{second}",
            text=exchanged_text(self.text, self.sides, self.colours),
            sides=(second, first),
            colours=self.colours and (self.colours[SECOND], self.colours[FIRST]),
            original=self,
            reload=None,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how the game is written, since its rules are functions, which cannot be pickled."""
        if self.original is not None:
            return Game.begun_by, (self.original, self.sides[FIRST])
        if self.reload is None or self.reload() != self:
            raise BadRequest(
                f"{self.name} cannot be pickled: it was made in memory; put it into a file and load it from there"
            )
        return self.reload.func, self.reload.args

    def __copy__(self) -> Game:
        """A game never changes, so that a copy is the game itself."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """A game never changes, so that a copy is the game itself."""
        return self

    def for_position(self, text: str) -> Game:
        """This game, or the one begun by the other side where the text is a position of that one only.

        A game whose first side was chosen (`tictactoe@O`) keeps it: a text that contradicts it raises `BadPosition`.

        >>> from zerosum.core.games import load
        >>> load("tictactoe").for_position("----O----").spec
        'tictactoe@O'
        """
        try:
            self.read_position(text)
        except BadPosition as error:
            if self.original is not None:
                raise
            try:
                other = self.begun_by(self.sides[SECOND])
                other.read_position(text)
            except (BadSpec, BadPosition):
                raise error from None
            return other
        return self

    def _writes_names(self) -> bool:
        """Whether the texts of one random game name the sides in full, if at all, so that names can be exchanged."""
        initials = {side[0].lower() for side in self.sides}
        names = {side.lower() for side in self.sides}
        for state in self.random_game(self.start, Random(0)):
            written = {word.lower() for word in re.findall(r"[^\W\d_]+", self.position_text(state))}
            drawn = {word.lower() for word in re.findall(r"[^\W_]+", self.text.draw(state))}
            if written - names or any(set(word) <= initials for word in drawn):
                return False
        return True

    def to_move(self, state: State) -> int:
        """0 when the first player is to move, 1 when the second is, 2 (`CHANCE`) for dice and cards."""
        side = self.rules.to_move(state)
        if side not in (FIRST, SECOND, CHANCE):
            raise bad_side(side)
        return side

    def side_name(self, side: int) -> str:
        """The name of a side, or "chance".

        >>> from zerosum.core.games import load
        >>> load("tictactoe").side_name(1)
        'O'
        """
        return "chance" if side == CHANCE else self.sides[side]

    def side_words(self, side: int) -> str:
        """A side in a sentence: its name, or its colour and its mark.

        >>> from zerosum.core.games import load
        >>> load("othello").side_words(1)
        'White (O)'
        """
        return (
            self.side_name(side)
            if self.colours is None or side == CHANCE
            else f"{self.colours[side]} ({self.sides[side]})"
        )

    def moves(self, state: State) -> Moves | tuple[Move, ...]:
        """The legal moves: none exactly when the game is over."""
        if self.rules.is_over(state):
            return Moves(0)
        moves = self.rules.moves(state)
        found = Moves(moves) if isinstance(moves, int) else tuple(moves)
        if found == () or (isinstance(found, int) and found <= 0):
            raise bad_moves(found if isinstance(found, int) else 0)
        return found

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move; raises `BadMove` for any other."""
        if move not in self.moves(state):
            raise BadMove(self.why_illegal(state, move))
        return self.rules.play(state, move)

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(state)

    def utility(self, state: State) -> int:
        """What a finished game is worth to the first player."""
        if not self.rules.is_over(state):
            raise BadPosition(f"{self.position_text(state)} is not finished, so it has no utility")
        return self.rules.utility(state)

    def position_text(self, state: State) -> str:
        """The state as one line of URL-safe text."""
        return self.text.write_position(state)

    def read_position(self, text: str) -> State:
        """The state that a text stands for; raises `BadPosition` with the reason.

        A pasted board may end with a line such as "O to move", as `zerosum analyze` prints it.
        """
        text = text.strip()
        found = re.search(r"\n\s*(\S+) to move\b[^\n]*\Z", text)
        if found is None:
            return self.text.read_position(text)
        board, mover = text[: found.start()], found[1]
        if self.position_text(self.start).endswith(f":{self.side_name(self.to_move(self.start))[0]}"):
            return self.text.read_position(f"{board}:{mover[0]}")
        state = self.text.read_position(board)
        turn = self.side_name(self.to_move(state))
        if turn != mover:
            raise BadPosition(f"the last line says that {mover} is to move, but on this board it is {turn}")
        return state

    def own_state(self, state: Any) -> State:
        """A state as the rules know it: where it is a NamedTuple, one made of the given fields.

        The opposite is `plain_state`. Pickles hold plain tuples, since the class may be one of a user's file.
        """
        return formed_like(self.start, state)

    def checked_state(self, state: Any) -> State:
        """The state that a caller means, who may give a NamedTuple as a plain tuple; raises `BadPosition`.

        A state is checked by its text, which must read back as the same state. A game whose texts do not do that is
        not checked. No move is looked for unless the text is wrong: the rules of a user's file may be slow.
        """
        start = self.start
        what = f"{state!r:.60} is not a state of {self.name}"
        wrong_length = None
        if isinstance(start, tuple) and not (isinstance(state, tuple) and len(state) == len(start)):
            wrong_length = BadPosition(f"{what}, which is a tuple of {len(start)}; moves go in a list")
            # States of one game may differ in length, as a list of the moves so far does; NamedTuples do not.
            if not isinstance(state, tuple) or type(start) is not tuple:
                raise wrong_length
        own = self.own_state(state)
        try:
            read = self.read_position(self.position_text(own))
            if read == own:
                return read
            reason = f": its text is that of {plain_state(read)!r:.60}"
        except BadPosition as error:
            reason = f": {error}"
        except Exception:  # the functions of a game may fail in any way on what is no state
            reason = ""
        if not self._texts_read_back:
            return own
        raise wrong_length or BadPosition(what + reason)

    @cached_property
    def _texts_read_back(self) -> bool:
        """Whether the texts of the positions of one random game read back as the same positions."""
        try:
            positions = islice(self.random_game(self.start, Random(0)), 100)
            return all(self.read_position(self.position_text(state)) == state for state in positions)
        except Exception:  # some games have no texts for positions, and `zerosum check` tells what is wrong with one
            return False

    def move_text(self, state: State, move: Move) -> str:
        """A move as a person types it."""
        return self.text.write_move(state, move)

    def read_move(self, state: State, text: str) -> Move:
        """The legal move that a text stands for; raises `BadMove` with the reason."""
        if self.rules.is_over(state):
            raise BadMove(self.why_illegal(state, text.strip()))
        move = self.text.read_move(state, text.strip())
        if move not in self.moves(state):
            raise BadMove(self.why_illegal(state, text.strip()))
        return move

    def line_text(self, state: State, line: Iterable[Move]) -> list[str]:
        """A sequence of moves from a state, each as a person types it."""
        words = []
        for move in line:
            words.append(self.move_text(state, move))
            state = self.rules.play(state, move)
        return words

    def read_moves(self, text: str, state: State | None = None) -> list[Move]:
        """The moves of a game in one text: split by blanks or commas, written without any, or in the game's notation.

        >>> from zerosum.core.games import load
        >>> load("connect4").read_moves("443"), load("tictactoe").read_moves("[(1, 1), (0, 0)]")
        ([3, 3, 2], [4, 0])
        >>> len(load("chess").read_moves("1. e4 {best by test} e5 2. Nf3 *"))
        3
        """
        state = self.start if state is None else state
        written = self._written_moves(text) if state == self.start else None
        if written is not None:
            return written
        moves: list[Move] = []
        for number, word in enumerate(self._words(state, text), start=1):
            try:
                moves.append(self.read_move(state, word))
            except BadMove as error:
                raise BadMove(f"move {number}: {error}") from None
            state = self.rules.play(state, moves[-1])
        return moves

    def after(self, moves: Iterable[Move], state: State | None = None) -> State:
        """The state after these moves."""
        state = self.start if state is None else state
        for move in moves:
            state = self.play(state, move)
        return state

    def states_along(self, state: State, line: Iterable[Move]) -> Iterator[State]:
        """The states along a line of legal moves, the first and the last one included."""
        yield state
        for move in line:
            state = self.rules.play(state, move)
            yield state

    def chances(self, state: State) -> list[tuple[Move, Fraction]]:
        """The outcomes of a state in which chance moves, each with its probability.

        Raises `BadRules` where the odds of an outcome are not a whole number from 1.
        """
        if self.rules.odds is None:
            raise BadRules(f"to_move gives {CHANCE} (chance) in {self.position_text(state)}, but there are no odds")
        weights = [(move, self.rules.odds(state, move)) for move in listed(self.moves(state))]
        for move, weight in weights:
            if not isinstance(weight, int) or weight < 1:
                where = f"the outcome {self.move_text(state, move)} in {self.position_text(state)}"
                raise bad_odds(weight, where)
        total = sum(weight for _, weight in weights)
        return [(move, Fraction(weight, total)) for move, weight in weights]

    def roll(self, state: State, random: Random) -> Move:
        """An outcome of a state in which chance moves, drawn by its odds."""
        outcomes = self.chances(state)
        return random.choices([move for move, _ in outcomes], [float(chance) for _, chance in outcomes])[0]

    def random_game(self, state: State, random: Random) -> Iterator[State]:
        """The positions of a game played at random from here, the first and the finished one included.

        Where the rules say what a repetition is worth, a position that comes up again ends the game.
        """
        seen: set[State] = set()
        position = positions_of(self.rules)
        for plies in count():
            yield state
            if self.rules.is_over(state) or position(state) in seen:
                return
            if self.rules.repetition is not None:
                seen.add(position(state))
            refuse_endless(plies)
            is_chance = self.rules.to_move(state) == CHANCE
            move = self.roll(state, random) if is_chance else random.choice(self.playout_moves(state))
            state = self.rules.play(state, move)

    def playout_moves(self, state: State) -> tuple[Move, ...]:
        """The moves that a random playout may choose: all, or those of `Rules.playout`, or else the last one."""
        moves, allowed = listed(self.rules.moves(state)), self.rules.playout
        return moves if allowed is None else tuple(move for move in moves if allowed(state, move)) or moves[-1:]

    def _written_moves(self, text: str) -> list[Move] | None:
        """The moves of a text in the game's notation, such as PGN; None where it is a list of words."""
        if self.notation is None or NOTATION_SIGNS.search(text) is None:
            return None
        games = self.notation.read(text)
        if len(games) != 1 or games[0].start not in (None, self.start):
            raise BadMove(f"this is not one game from the start; other games are read from {self.notation.name} files")
        return list(games[0].moves)

    def _words(self, state: State, text: str) -> list[str]:
        """The moves in a text: its words, pairs in brackets whole, without brackets around all and move numbers."""
        text = text.strip()
        if re.fullmatch(r"\[[^\[\]]*\]|\[\s*[(\[].*[)\]]\s*\]", text, re.DOTALL):
            text = text[1:-1]
        found = re.findall(r"\([^()]*\)|\[[^\[\]]*\]|[^\s,]+", text)
        words = [word for each in found if (word := MOVE_NUMBER.sub("", each))]
        if len(words) == 1 and len(words[0]) > 1:
            try:
                self.read_move(state, words[0])
            except BadMove:
                # "4455" is four moves where each is one character, as published game lists write them.
                if words[0].isascii() and words[0].isalnum() and self._all_short(state):
                    return list(words[0])
        return words

    def _all_short(self, state: State) -> bool:
        return all(len(self.move_text(state, move)) == 1 for move in listed(self.moves(state)))

    def why_illegal(self, state: State, move: object) -> str:
        """Why a move cannot be made, given as the rules know it or as a text, and which moves can.

        >>> from zerosum.core.games import load
        >>> game = load("connect4:2x4")
        >>> game.why_illegal(game.start, "0")
        "'0' is not a legal move here; legal: 1 2"
        >>> game.why_illegal(game.start, 2)
        "2 is not a legal move here; legal: 0 1, or as texts '1' '2'"
        """
        if self.rules.is_over(state):
            return f"{move!r} cannot be played: the game is over"
        legal = listed(self.moves(state))
        texts = [self.move_text(state, each) for each in legal]
        numbers = [str(each) for each in legal]
        if isinstance(move, str) or numbers == texts:
            return f"{str(move)!r} is not a legal move here; legal: {_some(texts)}"
        return f"{move!r} is not a legal move here; legal: {_some(numbers)}, or as texts {_some(map(repr, texts))}"


def _some(words: Iterable[str], most: int = 20) -> str:
    """The first words, and dots for the rest."""
    shown = list(words)
    return " ".join([*shown[:most], *["..."] * (len(shown) > most)])
