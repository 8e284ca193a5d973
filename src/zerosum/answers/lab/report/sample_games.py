"""Games that the searches of a report play, and all games that the other side can play against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from time import monotonic

from zerosum.core.errors import EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import CHANCE, Move, State, listed
from zerosum.core.value import Value
from zerosum.engines.search import Limit, algorithm

AT_RANDOM = "random"
"""The name of a player who draws moves."""

LONGEST = 120
"""A game that lasts longer is left unfinished."""

EVERY = 64
"""How many positions pass between two calls of the progress callback."""


class OutOfTime(Exception):
    """The seconds of a measurement are over."""


@dataclass(frozen=True)
class Ply:
    """A move of a game: who made it, in which position, and what a search did for it. Chance searches nothing."""

    state: State
    move: Move
    side: int
    player: str
    value: Value | None = None
    nodes: int = 0


@dataclass(frozen=True)
class SampleGame:
    """A game from its first position: who played, all moves, the last position, and its utility if it is finished.

    `depths` is how many plies each player looked ahead, None without a limit.
    """

    players: tuple[str, str]
    plies: tuple[Ply, ...]
    end: State
    utility: int | None
    depths: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class Explored:
    """All replies of the other side to the moves of an algorithm that plays one side.

    `positions` is in how many different positions it was asked for a move; `games` how many games there are against it,
    of which it won, drew and lost so many. `thrown` counts the positions that its search called no loss and from which
    a game was lost, None where some of its values were estimates. What is not `is_complete` was left for lack of time:
    then only the positions were counted.
    """

    algorithm: str
    side: int
    depth: int | None
    positions: int
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    thrown: int | None = None
    is_complete: bool = False


Chooser = Callable[[State], tuple[Move, Value | None, int]]
"""A player of a sample game: a move, its value for the side to move, and the nodes of the search."""


def searching(game: Game, name: str, depth: int | None, seed: int, *, plain: bool, until: float) -> Chooser:
    """The player that searches each position by this algorithm; it raises `OutOfTime`."""
    search = algorithm(name, seed)

    def choose(state: State) -> tuple[Move, Value | None, int]:
        left = until - monotonic()
        if left <= 0:
            raise OutOfTime
        result = search(game, state, plain=plain, limit=Limit(depth=depth, seconds=None if left == inf else left))
        if result.stopped or result.move is None:
            raise OutOfTime
        return result.move, result.value if result.exact else None, result.nodes

    return choose


def at_random(game: Game, seed: int) -> Chooser:
    """The player that draws a legal move."""
    random = Random(seed)
    return lambda state: (random.choice(listed(game.moves(state))), None, 0)


def play_game(
    game: Game, start: State, names: tuple[str, str], players: tuple[Chooser, Chooser], seed: int, most: int = LONGEST
) -> SampleGame:
    """Play one game; raises `OutOfTime`."""
    dice = Random(f"dice {seed}")
    state, plies = start, list[Ply]()
    while not game.is_over(state) and len(plies) < most:
        side = game.to_move(state)
        if side == CHANCE:
            plies.append(Ply(state, game.roll(state, dice), side, "chance"))
        else:
            move, value, nodes = players[side](state)
            plies.append(Ply(state, move, side, names[side], value, nodes))
        state = game.play(state, plies[-1].move)
    return SampleGame(names, tuple(plies), state, game.utility(state) if game.is_over(state) else None)


def explore(
    game: Game,
    start: State,
    name: str,
    side: int,
    depth: int | None,
    *,
    plain: bool,
    until: float,
    seed: int = 0,
    progress: ProgressCallback = None,
) -> Explored:
    """Follow every reply of the other side to the moves of an algorithm, in a game without chance and repetition.

    An algorithm without random numbers makes the same move whenever a position comes up, so that each position is
    looked at once, and the counts of games are added up from the ends.

    >>> from zerosum.core.games import load
    >>> game = load("nim:1,2")
    >>> found = explore(game, game.start, "minimax", 0, None, plain=True, until=float("inf"))
    >>> found.positions, found.games, found.won
    (3, 2, 2)
    """
    choose = searching(game, name, depth, seed, plain=plain, until=until)
    counts: dict[State, tuple[int, int, int, int]] = {}  # games, won, drawn, lost
    asked: dict[State, Value | None] = {}

    def count(state: State) -> tuple[int, int, int, int]:
        if state in counts:
            return counts[state]
        if game.is_over(state):
            result = game.utility(state) * (1 if side == 0 else -1)
            counts[state] = 1, int(result > 0), int(result == 0), int(result < 0)
            return counts[state]
        if game.to_move(state) == side:
            move, asked[state], _ = choose(state)
            moves: Sequence[Move] = (move,)
            if progress is not None and len(asked) % EVERY == 0:
                progress(Count(len(asked), "positions"))
        else:
            moves = listed(game.moves(state))
        below = [count(game.rules.play(state, move)) for move in moves]
        total = tuple(map(sum, zip(*below, strict=True)))
        counts[state] = total[0], total[1], total[2], total[3]
        return counts[state]

    try:
        games, won, drawn, lost = count(start)
    except (OutOfTime, EndlessGame, RecursionError):
        return Explored(name, side, depth, len(asked))
    thrown = None
    if all(value is not None for value in asked.values()):
        thrown = sum(counts[state][3] > 0 and value.rank >= 0 for state, value in asked.items() if value is not None)
    return Explored(name, side, depth, len(asked), games, won, drawn, lost, thrown, is_complete=True)
