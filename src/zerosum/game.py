"""What a game is: rules as pure functions over small values, text forms, bit-set moves, errors.

The names follow the textbook: a start state, whose turn it is, the legal moves, the state that a
move leads to, whether the game has ended, and what the end is worth. `Rules` holds the functions as
their author wrote them, which is what a search calls; `Game` puts the checked, public calls around
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import count, islice
from random import Random
from typing import Any, TypeAlias

from zerosum.side_names import exchanger

State: TypeAlias = Hashable
"""A tuple of ints; a game that only ever runs in plain Python may use any hashable value."""

Move: TypeAlias = int
"""A number from 0: up to 62 where the moves are a bit set, any number where they are yielded."""

Own: TypeAlias = Any
"""A state or a move as a game's own functions take it. Each game has types of its own, which nobody else knows."""

FIRST, SECOND, CHANCE = 0, 1, 2
"""What `to_move` answers: a player, or chance, whose moves are the outcomes of dice or cards."""

MAX_PLIES = 10_000
"""A game that lasts longer than this is taken to be endless."""

MOST_MOVE = (1 << 31) - 1
"""No move that is yielded is greater, so that a compiler can store it in half a machine word."""

WORD = 1 << 63
"""Every integer of a state stays below this, so that a compiler can use machine words."""


class ZerosumError(Exception):
    """Anything a person can put right; the message is one sentence."""


class BadSpec(ZerosumError):
    """A game was asked for by a name or size that does not exist."""


class BadPosition(ZerosumError):
    """A text is not a position of this game."""


class BadMove(ZerosumError):
    """A text is not a move, or the move is not legal here."""


class BadRules(ZerosumError):
    """A game's own file cannot be loaded, or its rules went wrong."""


def bad_moves(moves: int, position: str = "") -> BadRules:
    """The error for a set without moves, or a negative number, where a position (as a text) is not over."""
    what = "no move in a position that is not over" if moves == 0 else f"{moves}, which is not a set of moves"
    return BadRules(f"moves gives {what}{position and f': {position}'}")


def bad_move(move: int) -> BadRules:
    """The error for a number that `moves` yields to the native tier, where it is no move."""
    return BadRules(f"moves yields {move}, which is not a number from 0 to {MOST_MOVE}")


NOT_A_SIDE = "not 0 for the first player or 1 for the second"
"""A game of chance may give `CHANCE` too."""


def bad_side(side: object, position: str = "") -> BadRules:
    """The error for a `to_move` that gives this in a position (as a text)."""
    if isinstance(side, tuple | list | set | frozenset):
        return BadRules(f"to_move gives {side!r}, {NOT_A_SIDE}; zerosum has no games of simultaneous moves")
    return BadRules(f"to_move gives {side!r}{position and f' in {position}'}, {NOT_A_SIDE}")


class Uncompilable(ZerosumError):
    """A game's rules cannot run on the native tier; the message says where and what to change."""


class MovesBeyondBitSet(Uncompilable):
    """A game yields a move that has no place in a bit set, which the solver needs."""

    def __init__(self, game: str) -> None:
        """The sentence, with the name of the game."""
        super().__init__(f"{game} has moves beyond 62, and the solver takes moves from 0 to 62 only")


class NumberTooLong(Uncompilable):
    """A rule computed a number that does not fit into a machine word, in the middle of a search."""


class BadRequest(ZerosumError):
    """A player, an algorithm, a limit or another option is not as it should be."""


class EndlessGame(ZerosumError):
    """A line of play went on for more than `MAX_PLIES` plies."""


def refuse_endless(plies: int, most: int = MAX_PLIES) -> None:
    """Raise `EndlessGame` when a game has gone on for too long."""
    if plies > most:
        raise EndlessGame(f"a game went on for more than {MAX_PLIES:,} plies, so it may never end")


class Moves(int):
    """A set of moves as a bit set: it iterates in ascending order, has a length and membership.

    >>> list(Moves(0b10011)), len(Moves(0b10011)), 4 in Moves(0b10011)
    ([0, 1, 4], 3, True)
    """

    def __iter__(self) -> Iterator[int]:
        """Yield the moves in ascending order."""
        return iter(listed(int(self)))

    def __len__(self) -> int:
        """Count the moves."""
        return self.bit_count()

    def __contains__(self, move: object) -> bool:
        """Tell whether this very move is in the set."""
        return isinstance(move, int) and move >= 0 and bool(self >> move & 1)

    def __repr__(self) -> str:
        """Show the members, as a set would."""
        return f"Moves({{{', '.join(map(str, self))}}})"


@lru_cache(maxsize=1 << 16)
def bits(word: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, ascending."""
    if word < 0:
        raise bad_moves(word)
    bits = []
    while word:
        lowest = word & -word
        bits.append(lowest.bit_length() - 1)
        word ^= lowest
    return tuple(bits)


def listed(moves: int | Iterable[Own]) -> tuple[Move, ...]:
    """The moves in the order in which a search tries them: a bit set ascending, others as they come.

    >>> listed(0b101)
    (0, 2)
    """
    return bits(moves) if isinstance(moves, int) else tuple(moves)


def plain_state(state: State) -> State:
    """A state without the classes that a game's own file may give it: a NamedTuple becomes a tuple, inside too."""
    return tuple(map(plain_state, state)) if isinstance(state, tuple) else state


def formed_like(example: State, state: State) -> State:
    """A state with NamedTuples of the classes that an example has in their places; the opposite of `plain_state`."""
    if not isinstance(state, tuple) or not isinstance(example, tuple):
        return state
    if type(example) is tuple:
        # States of one game may differ in length, as a list of the moves so far does.
        has_form = len(state) == len(example) and any(isinstance(each, tuple) for each in example)
        return tuple(map(formed_like, example, state)) if has_form else state
    kind: Any = type(example)
    return state if isinstance(state, kind) else kind(*map(formed_like, example, state))  # type: ignore[no-any-return]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game, as its author wrote them: six names, one more for chance, and five that only help.

    `utility` and `estimate` speak for the first player. Where `to_move` answers `CHANCE`, `moves` are the outcomes and
    `odds(state, move)` is the weight of each, a positive int. `order` names the moves, most promising first.
    `canonical` maps a state to the one that stands for all its mirror images, and `key` packs a state into one int.
    `repetition` is the utility of a game that comes back to a state it was in; without it, that is a draw. `repeats`
    says whether a game can come back at all; where it is None, searches find out.
    """

    start: State
    to_move: Callable[[Own], int]
    moves: Callable[[Own], int | Iterable[Own]]
    play: Callable[[Own, Own], State]
    is_over: Callable[[Own], bool]
    utility: Callable[[Own], int]
    estimate: Callable[[Own], int] | None = None
    canonical: Callable[[Own], State] | None = None
    order: tuple[Move, ...] | None = None
    key: Callable[[Own], int] | None = None
    odds: Callable[[Own, Own], int] | None = None
    repetition: Callable[[Own], int] | None = None
    repeats: bool | None = None


NOTHING_KNOWN, NO_WIN = 1, 0
"""What a `ceiling` answers where it does not know that the game is lost."""


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What is known of a game beyond its rules; a solver is right without it, and faster with it.

    Tactics come together or not at all. They are for games in which the sides take turns and nothing but a
    line, a goal or the like decides: a game that ends without a winning move is a draw.

    - `wins(state)`: the moves that win at once.
    - `safe(state)`, asked where no move wins at once: the moves after which the other side cannot win at once.
    - `plies_left(state)`: at most so many plies are still to come; 0 exactly when the game is over without a win.

    The rest may be given one by one.

    - `floor(state)`, `ceiling(state)`: in a game of margins, the least and the greatest margin that the side to
      move can still get; where chance moves, the first player. In a game with tactics, `ceiling` alone, asked
      where no move wins at once and more than one is safe: `NOTHING_KNOWN`, `NO_WIN` for a draw at best, or -d for
      a loss within d plies.
    - `promise(state, move)`: how good the state that this move led to looks to who made it, to order moves by.
    - `place(state, move)`: a number below 64 for where a move takes place; moves in the same place are thought
      to be alike when the order is learnt.
    - `fold(state)`: one number for all positions that have the same value, mirror images for example.
    """

    wins: Callable[[Own], int] | None = None
    safe: Callable[[Own], int] | None = None
    plies_left: Callable[[Own], int] | None = None
    floor: Callable[[Own], int] | None = None
    ceiling: Callable[[Own], int] | None = None
    promise: Callable[[Own, Own], int] | None = None
    place: Callable[[Own, Own], int] | None = None
    fold: Callable[[Own], int] | None = None

    def __post_init__(self) -> None:
        """Refuse half of the tactics."""
        given = [tactic is not None for tactic in (self.wins, self.safe, self.plies_left)]
        if any(given) and not all(given):
            raise BadRules("wins, safe and plies_left are of use only together")

    @property
    def has_tactics(self) -> bool:
        """Whether winning and safe moves are known."""
        return self.wins is not None


@dataclass(frozen=True, kw_only=True)
class Text:
    """How a game reads and writes its positions and moves.

    `read_position` refuses with a sentence (`BadPosition`) what it can tell not to occur in a game.
    `read_move` refuses (`BadMove`) what is no move, and may say more plainly than "not legal" why a move
    cannot be made here; the rules have the last word. Texts are words without blanks or commas.
    `board` gives the cells of a picture (`zerosum.board.Board`); without it, they are the words of the drawing.
    """

    write_position: Callable[[Own], str]
    read_position: Callable[[str], State]
    write_move: Callable[[Own, Own], str]
    read_move: Callable[[Own, str], Move]
    draw: Callable[[Own], str]
    what_to_type: str
    board: Callable[[Own], Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that can be played: the rules with checked calls around them, and its text forms.

    `spec` is how it was asked for, `count_from` how its cells are numbered where that was chosen, and
    `source` the file that it came from, if it is a user's own, with the `checksum` that it had then.
    `original` is the game that `begun_by` exchanged the sides of; None in a game with its usual first side.
    `reload` gives the same game again, in another process too; None for a game that was not loaded.

    >>> from zerosum.games import load
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
    margin: bool = False
    about: str = field(default="", repr=False)
    source: str | None = None
    checksum: str | None = field(default=None, repr=False)
    count_from: int | None = None
    knowledge: Knowledge = field(default_factory=Knowledge, repr=False)
    original: Game | None = field(default=None, repr=False, compare=False)
    reload: partial[Game] | None = field(default=None, repr=False, compare=False)

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

        >>> from zerosum.games import load
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
            text=exchanged_text(self.text, self.sides),
            sides=(second, first),
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

        >>> from zerosum.games import load
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

        >>> from zerosum.games import load
        >>> load("tictactoe").side_name(1)
        'O'
        """
        return "chance" if side == CHANCE else self.sides[side]

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
        """The state that a text stands for; raises `BadPosition` with the reason."""
        return self.text.read_position(text.strip())

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
        """The moves of a game in one text, split by blanks or commas, or written without any.

        >>> from zerosum.games import load
        >>> load("connect4").read_moves("443")
        [3, 3, 2]
        """
        state = self.start if state is None else state
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
                raise BadRules(f"odds gives {weight!r} for {where}, not a whole number from 1")
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
        for plies in count():
            yield state
            if self.rules.is_over(state) or state in seen:
                return
            if self.rules.repetition is not None:
                seen.add(state)
            refuse_endless(plies)
            is_chance = self.rules.to_move(state) == CHANCE
            move = self.roll(state, random) if is_chance else random.choice(listed(self.rules.moves(state)))
            state = self.rules.play(state, move)

    def _words(self, state: State, text: str) -> list[str]:
        words = text.replace(",", " ").split()
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

        >>> from zerosum.games import load
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


def exchanged_text(text: Text, sides: tuple[str, str]) -> Text:
    """The text forms of a game with the names of its sides exchanged wherever they are read, written or drawn."""
    exchange = exchanger(sides)
    board = text.board

    def read_position(position: str) -> State:
        try:
            return text.read_position(exchange(position))
        except BadPosition as error:
            raise BadPosition(exchange(str(error))) from None

    def exchanged_board(state: State) -> Any:
        assert board is not None
        shown = board(state)
        cells = (
            replace(cell, name=exchange(cell.name), label=exchange(cell.label), piece=exchange(cell.piece))
            for cell in shown.cells
        )
        return replace(shown, cells=tuple(cells), pieces=tuple(map(exchange, shown.pieces)))

    return replace(
        text,
        write_position=lambda state: exchange(text.write_position(state)),
        read_position=read_position,
        draw=lambda state: exchange(text.draw(state)),
        board=None if board is None else exchanged_board,
    )
