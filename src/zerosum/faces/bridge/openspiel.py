"""The games of OpenSpiel, by name: `load("openspiel:connect_four(rows=5,columns=4)")`.

Every sequential zero-sum game of OpenSpiel for two players with perfect information, with or without chance, runs on
the reference tier. OpenSpiel has the rules; this file only translates them.

A state is a `SpielState`: OpenSpiel's own state object with a key that decides which states are equal. In general a
key is all actions from the start, because the rest of a game may depend on them: on how often a position occurred
(chess, Go), or on a counter that the state's string does not show (checkers). Such a game is searched as a tree,
without transpositions. For the games in `PLAIN_POSITIONS` the string shows everything except whose turn it is and
how many actions there were, so that the key is these three.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from importlib import import_module
from math import lcm
from tempfile import TemporaryFile
from typing import Any

from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadRules, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import reload
from zerosum.core.rules import CHANCE, FIRST, Rules, Text
from zerosum.core.spelling import did_you_mean

PREFIX = "openspiel:"

PLAIN_POSITIONS = (
    "breakthrough",
    "clobber",
    "connect_four",
    "dots_and_boxes",
    "hex",
    "mancala",
    "mnk",
    "nim",
    "othello",
    "pentago",
    "pig",
    "tic_tac_toe",
    "ultimate_tic_tac_toe",
)
"""The games whose future depends on the string of a state, the player to move and the number of actions alone."""

LARGEST, LARGEST_BOARD = 1000, 100
"""The largest whole number that a parameter may be, and one that is the size of a board.

OpenSpiel 2.0.2 crashes on `connect_four(rows=0)` and `y(board_size=1001)`.
"""

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
START = "start"
"""The text of the first state, which no action led to."""


class SpielState:
    """A state of OpenSpiel with a key; equal to every state with the same key. Neither ever changes."""

    def __init__(self, spec: str, state: Any, has_plain_positions: bool, last_player: int = FIRST) -> None:
        """Wrap a state of the game that a spec names; nobody else may change that state.

        `last_player` made the last move that was not one of chance.
        """
        self.spec = spec
        self.state = state
        self.has_plain_positions = has_plain_positions
        self.last_player = last_player

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """All actions from the start, those of chance too."""
        return tuple(self.state.history())

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What decides whether two states are equal."""
        if not self.has_plain_positions:
            return self.actions
        state = self.state
        # Where Pig rolls the die, its string does not say for whom.
        turn = CHANCE + self.last_player if state.is_chance_node() else state.current_player()
        return str(state), turn, state.move_number()

    @cached_property
    def weights(self) -> dict[int, int]:
        """The outcomes of a state in which chance moves, with whole numbers in proportion to their probabilities."""
        outcomes = {action: whole_chance(chance) for action, chance in self.state.chance_outcomes() if chance > 0}
        unit = lcm(*(chance.denominator for chance in set(outcomes.values())))
        weights = {action: chance.numerator * (unit // chance.denominator) for action, chance in outcomes.items()}
        if sum(weights.values()) != unit:
            raise BadRules(f"OpenSpiel's probabilities in {write_position(self)} are no fractions that add up to 1")
        return weights

    @cached_property
    def move_texts(self) -> dict[int, str]:
        """The text of each legal move: OpenSpiel's, as one word without blanks and commas, no two alike."""
        player = self.state.current_player()
        words = {move: as_word(self.state.action_to_string(player, move)) for move in moves(self)}
        how_often = Counter(words.values())
        return {move: word if how_often[word] == 1 else f"{word}#{move}" for move, word in words.items()}

    def __eq__(self, other: object) -> bool:
        """Whether the key is the same."""
        return isinstance(other, SpielState) and self.key == other.key

    def __hash__(self) -> int:
        """The hash of the key."""
        return hash(self.key)

    def __repr__(self) -> str:
        """The game and the actions."""
        return f"SpielState({self.spec!r}, {write_position(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions, from which the state is made again."""
        return state_after, (self.spec, self.actions)


@dataclass(frozen=True)
class SpielGame(Game):
    """A game of OpenSpiel, whose rules say which player begins: in chess, it is player 1."""

    def begun_by(self, mark: str) -> Game:
        """Refuse to choose the player who begins."""
        raise BadSpec(f"the rules of {self.name} say which player begins; it cannot be chosen")


def to_move(state: SpielState) -> int:
    """The player to move, or chance; the first player where the game is over."""
    if state.state.is_chance_node():
        return CHANCE
    player: int = state.state.current_player()
    return max(FIRST, player)


def moves(state: SpielState) -> tuple[int, ...]:
    """OpenSpiel's numbers of the legal actions, ascending; of chance, the outcomes that can happen."""
    return tuple(state.weights) if state.state.is_chance_node() else tuple(state.state.legal_actions())


def play(state: SpielState, move: int) -> SpielState:
    """The state after an action."""
    last_player = state.last_player if state.state.is_chance_node() else state.state.current_player()
    return SpielState(state.spec, state.state.child(move), state.has_plain_positions, last_player)


def is_over(state: SpielState) -> bool:
    """Whether the game has ended."""
    return bool(state.state.is_terminal())


def utility(state: SpielState) -> int:
    """The return of player 0; raises `BadRules` where it is not a whole number."""
    returned: float = state.state.returns()[0]
    if returned != int(returned):
        raise BadRules(f"OpenSpiel's return in {write_position(state)} is {returned:g}, which is not a whole number")
    return int(returned)


def odds(state: SpielState, move: int) -> int:
    """The weight of an outcome of chance."""
    return state.weights[move]


@lru_cache(maxsize=1 << 10)
def whole_chance(chance: float) -> Fraction:
    """The fraction with the smallest denominator up to a million that a probability stands for.

    >>> whole_chance(1 / 6), whole_chance(0.1)
    (Fraction(1, 6), Fraction(1, 10))
    """
    return Fraction(chance).limit_denominator(10**6)


def write_position(state: SpielState) -> str:
    """The actions so far, with dots between."""
    return ".".join(map(str, state.actions)) or START


def read_position(start: SpielState, text: str) -> SpielState:
    """The state after the actions in a text; refuses one that is not legal where it stands."""
    state = start
    for number, word in enumerate([] if text == START else text.split("."), start=1):
        if not re.fullmatch("[0-9]{1,9}", word):
            raise BadPosition(f"a position is {START!r} or the numbers of all actions, as in 4.0.8, not {text!r:.60}")
        if is_over(state) or int(word) not in moves(state):
            raise BadPosition(f"action {number} of {text!r:.60}, {word}, is not legal there")
        state = play(state, int(word))
    return state


def write_move(state: SpielState, move: int) -> str:
    """OpenSpiel's text of an action, as one word."""
    return state.move_texts[move]


def read_move(state: SpielState, text: str) -> int:
    """The legal action that a text stands for: its own text, however OpenSpiel or we write it, or its number."""
    word = as_word(text)
    # Chess has the moves bxa6 and Bxa6 at once.
    same = [move for move, own in state.move_texts.items() if own == word]
    alike = [move for move, own in state.move_texts.items() if own.lower() == word.lower()]
    for found in (same, alike):
        if len(found) == 1:
            return found[0]
    if re.fullmatch("[0-9]{1,9}", text) and int(text) in state.move_texts:
        return int(text)
    shown = list(state.move_texts.values())
    dots = " ..." if len(shown) > 20 else ""
    raise BadMove(f"{text!r} is not a legal move here; legal: {' '.join(shown[:20])}{dots}")


def as_word(text: str) -> str:
    """A text without blanks and commas, which separate the moves of a list.

    >>> as_word("x(0,1)"), as_word("pile:4, take:3;")
    ('x(0.1)', 'pile:4.take:3;')
    """
    return re.sub(r"[\s,]+", ".", COLOURS.sub("", text).strip()) or "-"


def draw(state: SpielState) -> str:
    """OpenSpiel's own string of a state; a board without blanks gets one between its cells."""
    lines = COLOURS.sub("", str(state.state)).strip("\n").splitlines()
    is_board = len(lines) > 1 and len(set(map(len, lines))) == 1 and all(re.fullmatch(r"\S+", line) for line in lines)
    return "\n".join(" " + (" ".join(line) if is_board else line) for line in lines)


def load_game(text: str) -> Game:
    """The game that OpenSpiel calls so, as in `connect_four(rows=5,columns=4)`; refuses what zerosum cannot handle.

    Raises `BadRequest` where OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError:
        raise BadRequest("games of OpenSpiel need one more package: pip install 'zerosum[openspiel]'") from None
    text = re.sub(r"\s*([(),=])\s*", r"\1", text.strip())
    found = re.fullmatch(r"(\w+)(\(.*\))?", text, re.DOTALL)
    if found is None:
        raise BadSpec(f"{text!r} is not a game of OpenSpiel; write one like {PREFIX}connect_four(rows=5,columns=4)")
    if found[1].startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    if found[1] not in (names := pyspiel.registered_names()):
        raise BadSpec(f"OpenSpiel has no game {found[1]!r}{did_you_mean(found[1], names)}")
    refuse_parameters(text, pyspiel)
    with caught_output() as output:
        try:
            game = pyspiel.load_game(text)
            start = game.new_initial_state()
            str(start)
        except UnicodeDecodeError:  # havannah and y name columns by letters, which boards of 30 columns run out of
            raise BadSpec(f"OpenSpiel cannot write the states of {text!r} as text; take a smaller board") from None
        except pyspiel.SpielError as error:
            output.truncate(0)  # the same words as in the error
            # OpenSpiel's own checks begin with the file and line of its source.
            reason = re.sub(r"^/\S+:\d+ ", "", str(error)).strip().replace("\n", ", ")
            raise BadSpec(f"OpenSpiel refuses {text!r}: {reason}") from None
    refuse_game(text, game, pyspiel)
    return _made(str(game).removesuffix("()"), game, start)


def refuse_parameters(text: str, pyspiel: Any) -> None:
    """Refuse numbers that make OpenSpiel run out of memory or crash, and parameters that name files."""
    if re.search(r"\bfilename=", text):
        raise BadSpec(f"{text!r} names a file, which games of OpenSpiel may not read here")
    defaults = [kind.parameter_specification for kind in pyspiel.registered_games()]
    may_be_zero = {name for default in defaults for name, value in default.items() if value == 0}
    for name, number in re.findall(r"(\w+)=(-?[0-9]+)(?=[,)])", text):
        least = 0 if name in may_be_zero else 1
        most = LARGEST_BOARD if re.search("size|rows|col", name) else LARGEST
        if not least <= int(number) <= most:
            raise BadSpec(f"{name} of {text.partition('(')[0]} is a number from {least} to {most}, not {number}")


def refuse_game(text: str, game: Any, pyspiel: Any) -> None:
    """Refuse games that have no exact values in zerosum, and say why."""
    kind = game.get_type()
    wrong = None
    if game.num_players() != 2:
        wrong = f"it is for {game.num_players()} player{'s' * (game.num_players() != 1)}"
    elif kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        wrong = "its players move simultaneously"
    elif kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        wrong = "it has hidden information"
    elif kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
        wrong = "it is not zero-sum"
    elif kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        wrong = "it does not tell the probabilities of its chance outcomes"
    if wrong is not None:
        raise BadSpec(f"{PREFIX}{text} cannot be searched: {wrong}")


@contextmanager
def caught_output() -> Iterator[Any]:
    """Catch what OpenSpiel's C++ code writes to standard error; afterwards, write what is left in the file there."""
    sys.stderr.flush()
    with TemporaryFile() as file:
        saved = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            file.seek(0)
            sys.stderr.write(file.read().decode(errors="replace"))


_GAMES: dict[str, Game] = {}
"""The games that were loaded, by OpenSpiel's text, so that a game loaded twice is equal to itself."""


def _made(text: str, game: Any, start: Any) -> Game:
    """The game of this text; one object for each."""
    if text not in _GAMES:
        _GAMES[text] = _game(text, game, start)
    return _GAMES[text]


def _game(text: str, game: Any, start: Any) -> Game:
    kind = game.get_type()
    spec = PREFIX + text
    first = SpielState(spec, start, kind.short_name in PLAIN_POSITIONS)
    has_chance = kind.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    parameters = text.partition("(")[2].removesuffix(")")
    return SpielGame(
        name=f"OpenSpiel's {kind.long_name}" + (f" ({parameters})" if parameters else ""),
        spec=spec,
        rules=Rules(first, to_move, moves, play, is_over, utility, odds=odds if has_chance else None),
        text=Text(
            write_position=write_position,
            read_position=partial(read_position, first),
            write_move=write_move,
            read_move=read_move,
            draw=draw,
            what_to_type="a move as OpenSpiel writes it, or its number",
        ),
        sides=("P0", "P1"),
        margin=min(game.min_utility(), -game.max_utility()) < -1,
        about=f"A game of OpenSpiel; its rules are those of {kind.short_name} there.",
        reload=partial(reload, spec, None, None),
    )


@lru_cache(maxsize=1 << 12)
def state_after(spec: str, actions: tuple[int, ...]) -> SpielState:
    """The state after these actions, for unpickling, perhaps in another process."""
    state = load_game(spec.removeprefix(PREFIX)).start
    assert isinstance(state, SpielState)
    for action in actions:
        state = play(state, action)
    return state
