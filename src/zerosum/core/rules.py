"""The rules of a game as its author wrote them: pure functions over small values, and the moves as bit sets or lists.

The names follow the textbook: a start state, whose turn it is, the legal moves, the state that a move leads to, whether
the game has ended, and what the end is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from types import FunctionType
from typing import Any, TypeAlias

from zerosum.core.errors import BadRules, bad_moves

State: TypeAlias = Hashable
"""A tuple of ints; a game that only ever runs in plain Python may use any hashable value."""

Move: TypeAlias = int
"""A number from 0: up to 62 where the moves are a bit set, any number where they are yielded."""

Own: TypeAlias = Any
"""A state or a move as a game's own functions take it. Each game has types of its own, which nobody else knows."""

FIRST, SECOND, CHANCE = 0, 1, 2
"""What `to_move` answers: a player, or chance, whose moves are the outcomes of dice or cards."""

WORD = 1 << 63
"""Every integer of a state stays below this, so that a compiler can use machine words."""


NO_KEY = -1
"""What `key` gives for a state that does not fit into one, in a game whose endings do."""


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


@dataclass(frozen=True)
class Rules:
    """The rules of one game, as its author wrote them: six names, one more for chance, and others that only help.

    `utility` and `estimate` speak for the first player. Where `to_move` answers `CHANCE`, `moves` are the outcomes and
    `odds(state, move)` is the weight of each, a positive int. `order` names the moves, most promising first.
    `canonical` maps a state to the one that stands for all its mirror images, `class_size` tells how many they are, the
    state itself included. `gains_images` says that a position can have images where earlier ones had none, as when the
    last pawn is gone: then not all images of a position can be reached from the start. `key` packs a state into one
    int, and `from_key` gives the state back; a key may be `NO_KEY` where a state does not fit into one, if the start
    does not either: then it serves tables of endings alone. `repetition` is the utility of a game that comes back to a
    state it was in; without it, that is a draw. `repeats` says whether a game can come back at all; where it is None,
    searches find out.

    The next five serve the search of games that cannot be solved. `noisy(state, move)` says that a move, a capture for
    example, changes so much that an estimate before it is not to be trusted: quiescence search goes on with such moves.
    `null_move(state)` is the state in which the side to move has passed its turn, or the same state where that proves
    nothing, as in check. `position(state)` is the state without a counter that only counts towards a draw, such as that
    of the fifty-move rule: states with the same position repeat each other. `plies_to_draw(state)` is how many plies
    are left until that counter ends the game. These two come together. `playout(state, move)` says whether a random
    playout may choose this move; where it refuses every move of a state, the playout makes the last one. Go refuses the
    pass and moves into own eyes, without which random games hardly end. It is also asked about moves that were legal
    earlier in the playout and may not be now, which it refuses: so a fast playout lists the moves only now and then.
    """

    start: State
    to_move: Callable[[Own], int]
    moves: Callable[[Own], int | Iterable[Own]]
    play: Callable[[Own, Own], State]
    is_over: Callable[[Own], bool]
    utility: Callable[[Own], int]
    _: KW_ONLY
    estimate: Callable[[Own], int] | None = None
    canonical: Callable[[Own], State] | None = None
    class_size: Callable[[Own], int] | None = None
    gains_images: bool = False
    order: tuple[Move, ...] | None = None
    key: Callable[[Own], int] | None = None
    from_key: Callable[[int], State] | None = None
    odds: Callable[[Own, Own], int] | None = None
    repetition: Callable[[Own], int] | None = None
    repeats: bool | None = None
    noisy: Callable[[Own, Own], bool] | None = None
    null_move: Callable[[Own], State] | None = None
    position: Callable[[Own], State] | None = None
    plies_to_draw: Callable[[Own], int] | None = None
    playout: Callable[[Own, Own], bool] | None = None

    def __post_init__(self) -> None:
        """Refuse a counter that is known only by half."""
        if (self.position is None) != (self.plies_to_draw is None):
            raise BadRules("position and plies_to_draw are of use only together")


def positions_of(rules: Rules) -> Callable[[Own], State]:
    """What states have in common that repeat each other: the game's `position`, or else the state as it is."""
    return rules.position or _as_it_is


def _as_it_is(state: Own) -> State:
    return state  # type: ignore[no-any-return]


NOTHING_KNOWN, NO_WIN = 1, 0
"""What a `ceiling` answers where it does not know that the game is lost."""


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What is known of a game beyond its rules; a solver is right without it, and faster with it.

    Tactics come together or not at all. They are for games in which the sides take turns and nothing but a
    line, a goal or the like decides: a game that ends without a winning move is a draw.

    - `wins(state)`: the moves that win at once.
    - `safe(state)`, asked where no move wins at once: the moves after which the other side cannot win at once.
    - `plies_left(state)`: the most plies that are still to come; 0 exactly when the game is over without a win.

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


@dataclass(frozen=True)
class Reason:
    """What a move does, in the game's own words: "has two threats: {moves}", said of the side that makes it.

    `moves` are named where the words say `{moves}`, as they are written in the position after the move. `result` is
    what the reason proves for that side: 1 for a win, -1 for a loss, None where it proves nothing, as a capture does.
    """

    words: str
    moves: tuple[Move, ...] = ()
    result: int | None = None


@dataclass(frozen=True)
class Example:
    """A rule as a picture before and after: in words, on the board of this game, from this position, by these moves.

    `position` is "" for the start. Positions and moves are texts as the game usually writes them.
    """

    words: str
    game: str
    position: str
    moves: str


@dataclass(frozen=True)
class Text:
    """How a game reads and writes its positions and moves.

    `read_position` refuses with a sentence (`BadPosition`) what it can tell not to occur in a game.
    `read_move` refuses (`BadMove`) what is no move, and may say more plainly than "not legal" why a move
    cannot be made here; the rules have the last word. Texts are words without blanks or commas.
    `board` gives the cells of a picture (`zerosum.core.board.Board`); without it, they are the words of the drawing.
    `engine_move` is how an engine protocol writes a move, as in e2e4, if it differs from `write_move`;
    `read_move` reads both.
    `why_over` says in a few words which rule has ended a finished game, as in "checkmate"; "" if nothing is to be said.
    """

    write_position: Callable[[Own], str]
    read_position: Callable[[str], State]
    write_move: Callable[[Own, Own], str]
    read_move: Callable[[Own, str], Move]
    draw: Callable[[Own], str]
    _: KW_ONLY
    what_to_type: str
    board: Callable[[Own], Any] | None = None
    engine_move: Callable[[Own, Own], str] | None = None
    why_over: Callable[[Own], str] | None = None


@dataclass(frozen=True)
class Adapted:
    """How the rules of a game were adapted, which then run on the reference tier only.

    `style` is the style of classes in which its author wrote it and what its functions were found as; "" for functions
    with the names of the protocol. `because` is what keeps it from compiling, as a clause.
    """

    style: str
    because: str


@dataclass(frozen=True, kw_only=True)
class WrittenGame:
    """A game as a file of its own format holds it: where it began, its moves, its result, and tags such as the players.

    `start` is None for the game's usual start. `result` is "1-0" for a win of the first player, "0-1", "1/2-1/2", or
    "*" for a game that goes on.
    """

    moves: tuple[Move, ...]
    start: State | None = None
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Notation:
    """The file format in which players of a game keep their games: PGN for chess, PDN for checkers, SGF for Go.

    `read` gives all games of a text, or raises `BadRequest` with the line that is wrong. `suffix` is that of files.
    """

    name: str
    suffix: str
    write: Callable[[WrittenGame], str]
    read: Callable[[str], list[WrittenGame]]


@dataclass(frozen=True)
class Level:
    """How one of the eight levels of a game that cannot be solved chooses: how many nodes (or playouts) it searches,
    and the temperature, in units of the estimate, by which it prefers better moves; 0 always takes the best.
    """

    nodes: int
    temperature: float = 0.0


def is_users_own(function: FunctionType) -> bool:
    """Whether a function was written outside this package, in a game's own file or anywhere else."""
    return str(function.__globals__.get("__name__", "")).partition(".")[0] != "zerosum"
