"""From a position to a move: random, searching, perfect, and eight levels between."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TypeAlias

from zerosum.analysis.analyst import Analyst
from zerosum.analysis.results import Analysis, MoveValue
from zerosum.choices import TIES
from zerosum.game import MAX_PLIES, BadPosition, BadRequest, Game, Move, State, listed
from zerosum.native.tiers import search_on
from zerosum.progress import ProgressCallback
from zerosum.search import ALGORITHMS, Limit
from zerosum.search.result import NO_LIMIT
from zerosum.value import Estimate, Margin, Value

Player: TypeAlias = Callable[[State], Move]
"""A player is a function from a position, in which it is to move, to one of its legal moves."""


@dataclass(frozen=True)
class Choice:
    """What a search cost a player before a move, and whether a limit of time or nodes stopped it.

    `value` is the value of the move's position as the player knows it, None where it knows only its children's.
    """

    nodes: int
    seconds: float
    stopped: bool
    value: Value | None = None


Report: TypeAlias = Callable[[Choice], None]
"""Called with each choice of a player that searches."""


LEVELS = 8
WARMTH = {1: 2.0, 2: 1.0, 3: 0.6, 4: 0.4, 5: 0.25, 6: 0.15, 7: 0.08}
"""How readily a level gives something away: a move that costs c is chosen with weight exp(-c / warmth)."""

SPECS = "random, perfect, level:1 to level:8, depth:N, mcts:N, " + ", ".join(ALGORITHMS)


def refuse_finished(game: Game, player: Player) -> Player:
    """The same player, which says so when it is asked for a move after the end."""

    def guarded(state: State) -> Move:
        if game.is_over(state):
            raise BadPosition(f"{game.position_text(state)} is finished, so there is no move to choose")
        return player(state)

    return guarded


def refuse_unknown_ties(ties: str) -> None:
    """Refuse a way to choose among equal moves that does not exist."""
    if ties not in TIES:
        raise BadRequest(f"ties are broken {', '.join(TIES[:-1])} or {TIES[-1]}, not {ties!r}")


def make_player(
    spec: str,
    game: Game,
    *,
    seed: int = 0,
    ties: str = "random",
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
    analyst: Analyst | None = None,
    tier: str = "auto",
    report: Report | None = None,
) -> Player:
    """The player of this name for this game; one that needs exact values may share an analyst.

    `tier` is where it searches: "reference", "native", or "auto". `report` is told what each move took.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> make_player("perfect", game, ties="promising")(game.start)
    4
    """
    tell = report or (lambda choice: None)
    return refuse_finished(game, _player(spec, game, seed, ties, limit, progress, analyst, tier, tell))


def _player(
    spec: str,
    game: Game,
    seed: int,
    ties: str,
    limit: Limit,
    progress: ProgressCallback,
    analyst: Analyst | None,
    tier: str,
    report: Report,
) -> Player:
    refuse_unknown_ties(ties)
    random = Random(seed)
    name, colon, word = spec.partition(":")
    number = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 0
    if name in ("depth", "level", "mcts") and colon and not number:
        raise BadRequest(f"{spec!r} needs a number from 1, as in {name}:3")
    if spec == "random":
        return lambda state: random.choice(listed(game.moves(state)))
    if spec == "perfect" or (name == "level" and 1 <= number <= LEVELS):
        knowing = analyst or Analyst(game, limit=limit, progress=progress, tier=tier)
        if spec in ("perfect", f"level:{LEVELS}"):
            return lambda state: tie_break(game, _told(knowing(state), limit, report).candidates, ties, random)
        return lambda state: by_level(_told(knowing(state), limit, report), number, random)
    if name == "depth" and number:
        shallow = Limit(depth=number, nodes=limit.nodes, seconds=limit.seconds)
        guessing = Analyst(game, limit=shallow, progress=progress, tier=tier)
        return lambda state: tie_break(game, _told(guessing(state), limit, report).candidates, ties, random)
    if name == "mcts" and (number or not colon):
        return _monte_carlo(game, spec, random, limit, progress, tier, report)
    if spec in ALGORITHMS:
        return _searching(game, spec, ties, random, limit, progress, tier, report)
    raise BadRequest(f"there is no player {spec!r}; there are: {SPECS}")


def _told(analysis: Analysis, limit: Limit, report: Report) -> Analysis:
    """The same analysis, after it was reported."""
    spent = (limit.nodes is not None and analysis.nodes >= limit.nodes) or (
        limit.seconds is not None and analysis.seconds >= limit.seconds
    )
    report(Choice(analysis.nodes, analysis.seconds, spent and isinstance(analysis.value, Estimate), analysis.value))
    return analysis


def _monte_carlo(
    game: Game, spec: str, random: Random, limit: Limit, progress: ProgressCallback, tier: str, report: Report
) -> Player:
    search_on(spec, tier)

    def player(state: State) -> Move:
        search = search_on(spec, tier, seed=random.getrandbits(32))
        result = search(game, state, limit=limit, progress=progress)
        report(Choice(result.nodes, result.seconds, result.stopped, result.value))
        assert result.move is not None  # `refuse_finished` lets no finished position through
        return result.move

    return player


def _searching(
    game: Game,
    spec: str,
    ties: str,
    random: Random,
    limit: Limit,
    progress: ProgressCallback,
    tier: str,
    report: Report,
) -> Player:
    """A player that values each move by one search of the position it leads to."""
    search = search_on(spec, tier)

    def player(state: State) -> Move:
        moves = listed(game.moves(state))
        side = game.to_move(state)
        # The limit is for the whole move: each position after it gets its share, one ply less deep.
        each_limit = Limit(
            depth=None if limit.depth is None else limit.depth - 1,
            nodes=None if limit.nodes is None else max(1, limit.nodes // len(moves)),
            seconds=None if limit.seconds is None else limit.seconds / len(moves),
        )
        ranks = {}
        results = []
        for move in moves:
            child = game.play(state, move)
            results.append(search(game, child, limit=each_limit, progress=progress))
            value = results[-1].value
            ranks[move] = (value if game.to_move(child) == side else -value).rank
        report(
            Choice(
                nodes=1 + sum(result.nodes for result in results),
                seconds=sum(result.seconds for result in results),
                stopped=any(result.stopped for result in results),
            )
        )
        top = max(ranks.values())
        return tie_break(game, [move for move in moves if ranks[move] == top], ties, random)

    return player


def tie_break(game: Game, best: Sequence[Move], ties: str, random: Random) -> Move:
    """One of the optimal moves: at random, the first, or the first in the game's own order."""
    if ties == "random":
        return random.choice(best)
    if ties == "promising":
        return next((move for move in game.rules.order or () if move in best), best[0])
    return best[0]


def by_level(analysis: Analysis, level: int, random: Random) -> Move:
    """A move chosen by what it costs: the lower the level, the readier to pay."""
    chances = level_weights(analysis, level)
    return random.choices(list(chances), weights=list(chances.values()))[0]


def level_weights(analysis: Analysis, level: int) -> dict[Move, float]:
    """How likely each move is at a level below perfect; a win in one is never missed from level 2 up."""
    candidates: Sequence[MoveValue] = analysis.moves
    if level >= 2:
        candidates = [each for each in analysis.moves if wins_at_once(analysis, each)] or candidates
    costs = costs_of([each.value for each in candidates])
    return {each.move: exp(-cost / WARMTH[level]) for each, cost in zip(candidates, costs, strict=True)}


def wins_at_once(analysis: Analysis, each: MoveValue) -> bool:
    """Whether a move ends the game with a win for the side that makes it."""
    game = analysis.game
    state = game.rules.play(analysis.state, each.move)
    if not game.rules.is_over(state):
        return False
    utility = game.rules.utility(state)
    return utility > 0 if game.to_move(analysis.state) == 0 else utility < 0


def costs_of(values: Sequence[Value]) -> list[float]:
    """What each value costs against the best of them: 1 from win to draw or from draw to loss.

    A slower win costs a little, ten points of margin 1. Estimates lie between loss and win, the farther
    apart the more they differ among themselves.
    """
    guesses = [value.score for value in values if isinstance(value, Estimate)]
    spread = max(1.0, (max(guesses) - min(guesses)) / 2) if guesses else 1.0
    worths = [_worth(value, spread) for value in values]
    return [max(worths) - worth for worth in worths]


def _worth(value: Value, spread: float) -> float:
    if isinstance(value, Estimate):
        return max(-0.99, min(0.99, value.score / spread))
    if isinstance(value, Margin):
        return value.result + value.margin / 10
    return value.result * (1 + 0.3 / (1 + (MAX_PLIES if value.distance is None else value.distance)))
