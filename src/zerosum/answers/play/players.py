"""From a position to a move: random, searching, perfect, and eight levels between."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Any, Protocol, TypeAlias, runtime_checkable

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.plain_deepening import ENDLESS_NODES
from zerosum.answers.analysis.results import Analysis
from zerosum.answers.play.kept_table import kept_table
from zerosum.answers.play.levels import LEVELS, by_estimate, by_level, calibrated_level
from zerosum.core.errors import BadPosition, BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import CHANCE, FIRST, Level, Move, State, listed
from zerosum.core.setting_names import BEST_SECONDS, TIES
from zerosum.core.spelling import did_you_mean
from zerosum.core.value import Value, scale_for
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import ALGORITHMS, MONTE_CARLO, Limit
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import NO_LIMIT, static_estimate

Player: TypeAlias = Callable[[State], Move]
"""A player is a function from a state, in which it is to move, to one of its legal moves."""


@runtime_checkable
class HasGameAndState(Protocol):
    """A position object: a state together with its game, as `zerosum.position` makes one."""

    @property
    def game(self) -> Game:
        """The game that it is a position of."""

    @property
    def state(self) -> State:
        """The state as the rules know it."""


PositionLike: TypeAlias = State | str | HasGameAndState | None
"""A state, the text of a position, a position object, or None for the start of the game."""


def state_of(game: Game, position: PositionLike) -> State:
    """The state of this game that a caller means; in a game whose states are texts, a text is a state."""
    if position is None:
        return game.start
    if isinstance(position, HasGameAndState):
        if position.game != game:
            raise BadRequest(f"the position is one of {position.game.name}, not of {game.name}")
        return position.state
    if isinstance(position, str) and not isinstance(game.start, str):
        meant = game.for_position(position)
        if meant is not game:
            raise BadPosition(f'{position!r} is a position of {meant.name}; load that game as "{meant.spec}"')
        return game.read_position(position)
    return game.checked_state(position)


def refuse_chance(game: Game, state: State) -> None:
    """Refuse a position in which chance moves, and no player."""
    if game.to_move(state) == CHANCE:
        raise BadPosition(
            f"chance is to move in {game.position_text(state)}, and no player; game.roll draws an outcome"
        )


PLAIN = "plain"
SPECS = (
    f"random, perfect, level:1 to level:8, depth:N, mcts:N, rave:N, {', '.join(ALGORITHMS)}, and as in minimax:{PLAIN}"
)

LEVEL_MEMORY = 16
"""The megabytes of the table of a level, which searches few nodes."""

ENDLESS_DEPTH = 12
"""How deep a search looks into a game that can repeat positions for ever, unless its limit says how deep."""


@dataclass(frozen=True)
class Choice:
    """A move that a player chose, and how: its value as far as known, the nodes and seconds that it took.

    `exact` says that the move is known to be as good as the player's way of choosing makes it: False for a choice by
    estimates. `stopped` says that a limit ended the search, and `note` why, where that was something else.
    """

    move: Move
    value: Value | None = None
    exact: bool = True
    stopped: bool = False
    nodes: int = 0
    seconds: float = 0.0
    note: str | None = None


Report: TypeAlias = Callable[[Choice], None]
"""Called with each choice of a player that searches."""


def state_to_move(game: Game, position: PositionLike) -> State:
    """The state in which a player is to choose a move; raises `BadPosition` where there is nothing to choose."""
    state = state_of(game, position)
    if game.is_over(state):
        raise BadPosition(f"{game.position_text(state)} is finished, so there is no move to choose")
    refuse_chance(game, state)
    return state


class ComputerPlayer:
    """The player of a name for a game; one that needs exact values may share an analyst.

    A search with `:plain`, as in `minimax:plain`, sees no difference between a quick and a slow win. `tier` is where
    it searches: "reference", "native", or "auto". `report` is called with each choice. `last` is its last choice, None
    before the first. It can be pickled, with the settings of its analyst: tables and progress callbacks do not come
    with it.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> ComputerPlayer("perfect", game, ties="promising")(game.start)
    4
    """

    last: Choice | None

    def __init__(
        self,
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
    ) -> None:
        """Refuse a player that does not exist."""
        refuse_unknown_ties(ties)
        if analyst is not None and analyst.game != game:
            raise BadRequest(f"the analyst is one for {analyst.game.name}, not for {game.name}")
        self.__name__ = self.spec = spec
        self.game = game
        self.last = None
        self._report = report
        self._settings = {"seed": seed, "ties": ties, "limit": limit, "tier": tier, "analyst": analyst}
        self._random = Random(seed)
        self._choose = _way_to_choose(spec, game, self._random, ties, limit, progress, analyst, tier)

    def __call__(self, position: PositionLike) -> Move:
        """The move that it makes in a state or position; raises `BadPosition` after the end of the game."""
        state = state_to_move(self.game, position)
        began = perf_counter()
        self.last = replace(self._choose(state), seconds=perf_counter() - began)
        if self._report is not None and self.spec != "random":
            self._report(self.last)
        return self.last.move

    def __repr__(self) -> str:
        """As in <player perfect for connect4>."""
        return f"<player {self.spec} for {self.game.spec}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how it was made, and where its random numbers have got to."""
        return _remade, (self.spec, self.game, self._settings, self._random.getstate())


def _remade(spec: str, game: Game, settings: dict[str, Any], random_state: tuple[Any, ...]) -> ComputerPlayer:
    player = ComputerPlayer(spec, game, **settings)
    player._random.setstate(random_state)
    return player


def refuse_unknown_ties(ties: str) -> None:
    """Refuse a way to choose among equal moves that does not exist."""
    if ties not in TIES:
        near = did_you_mean(ties, TIES)
        raise BadRequest(f"ties are broken {', '.join(TIES[:-1])} or {TIES[-1]}, not {ties!r}{near}")


def _way_to_choose(
    spec: str,
    game: Game,
    random: Random,
    ties: str,
    limit: Limit,
    progress: ProgressCallback,
    analyst: Analyst | None,
    tier: str,
) -> Callable[[State], Choice]:
    """The function from a state to a choice that a player of this name uses."""
    name, colon, word = spec.partition(":")
    number = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 0
    if name in ("depth", "level", *MONTE_CARLO) and colon and not number:
        raise BadRequest(f"{spec!r} needs a number from 1, as in {name}:3")
    if spec == "random":
        return lambda state: Choice(random.choice(listed(game.moves(state))))
    if spec == "perfect" or (name == "level" and 1 <= number <= LEVELS):
        level = calibrated_level(game, number or None)
        if level is not None:
            return chooser_of_level(game, level, random, limit, progress, tier)
        exact = analyst or Analyst(game, limit=limit, progress=progress, tier=tier)
        if exact.lacks_table:
            exact.table = kept_table(game, progress)
        if spec in ("perfect", f"level:{LEVELS}"):
            if game.best_search is not None:
                return BestMovePlayer(exact)
            return lambda state: _by_values(exact, state, lambda found: tie_break(found, ties, random))
        return lambda state: _by_values(exact, state, lambda found: by_level(found, number, random))
    if name == "depth" and number:
        shallow = Analyst(game, limit=replace(limit, depth=number), progress=progress, tier=tier)
        return lambda state: _by_values(shallow, state, lambda found: tie_break(found, ties, random))
    if name in MONTE_CARLO and (number or not colon):
        return _by_monte_carlo(game, spec, random, limit, progress, tier)
    if name in ALGORITHMS and (not colon or word == PLAIN):
        return _by_search(game, name, word == PLAIN, ties, random, limit, progress, tier)
    if name == "level" and number:
        raise BadRequest(f"{spec!r} is no level; there are level:1 to level:{LEVELS}")
    near = did_you_mean(name, ("random", "perfect", "level", "depth", *ALGORITHMS))
    if re.fullmatch(r"[0-9]", name) and 1 <= int(name) <= LEVELS:
        near = f" (did you mean level:{name}?)"
    raise BadRequest(f"there is no player {spec!r}{near}; there are: {SPECS}")


def _by_values(analyst: Analyst, state: State, choose: Callable[[Analysis], Move]) -> Choice:
    """A move by the values of all moves."""
    with analyst.limited(move_limit(analyst.game, analyst.limit)):
        analysis, limit = analyst(state), analyst.limit
    move = choose(analysis)
    spent = (limit.nodes is not None and analysis.nodes >= limit.nodes) or (
        limit.seconds is not None and analysis.seconds >= limit.seconds
    )
    return Choice(
        move,
        analysis[move].value,
        exact=not analysis.is_guess,
        stopped=analysis.is_guess and (spent or analysis.note is not None),
        nodes=analysis.nodes,
        note=analysis.note,
    )


def move_limit(game: Game, limit: Limit) -> Limit:
    """The limit for a move: a game that cannot be solved has one in any case."""
    return Limit(seconds=BEST_SECONDS) if limit == NO_LIMIT and game.best_search is not None else limit


class BestMovePlayer:
    """Makes the best move that one search for it finds, and the only move at once.

    It remembers the positions of the game that it plays, as far as it has seen them, so as not to repeat them.
    """

    def __init__(self, analyst: Analyst) -> None:
        """Before the first move of a game."""
        self.analyst = analyst
        self._seen: list[State] = []

    def __call__(self, state: State) -> Choice:
        """The choice in a state."""
        analyst, game = self.analyst, self.analyst.game
        if not self._follows(state):
            self._seen = []
        moves = listed(game.moves(state))
        if len(moves) == 1:
            choice = Choice(moves[0])
        else:
            analyst.history = self._seen
            try:
                with analyst.limited(move_limit(game, analyst.limit)):
                    *_, result = analyst.best(state)
            finally:
                analyst.history = ()  # others may share the analyst
            assert result.move is not None  # The game is not over.
            choice = Choice(result.move, result.value, exact=result.exact, stopped=result.stopped, nodes=result.nodes)
        self._seen += [state, game.rules.play(state, choice.move)]
        return choice

    def _follows(self, state: State) -> bool:
        """Whether a state is a reply to the last move; if not, another game has begun."""
        rules = self.analyst.game.rules
        if not self._seen or rules.odds is not None or rules.is_over(self._seen[-1]):
            return False
        last = self._seen[-1]
        return any(rules.play(last, move) == state for move in listed(rules.moves(last)))


def chooser_of_level(
    game: Game,
    level: Level,
    random: Random,
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
    tier: str = "auto",
) -> Callable[[State], Choice]:
    """How a level of a game that cannot be solved chooses.

    It searches so many nodes, without tables and books, and chooses by the estimates.
    """
    nodes = level.nodes if limit.nodes is None else min(level.nodes, limit.nodes)
    analyst = Analyst(
        game,
        limit=replace(limit, nodes=nodes),
        progress=progress,
        tier=tier,
        threads=1,
        memory=LEVEL_MEMORY,
        book=False,
        table=False,
        seed=random.getrandbits(32),
    )
    if level.temperature == 0:
        return BestMovePlayer(analyst)
    return lambda state: _by_values(analyst, state, lambda found: by_estimate(found, level.temperature, random))


def _by_monte_carlo(
    game: Game, spec: str, random: Random, limit: Limit, progress: ProgressCallback, tier: str
) -> Callable[[State], Choice]:
    search_on(spec, tier)

    def choose(state: State) -> Choice:
        search = search_on(spec, tier, seed=random.getrandbits(32))
        result = search(game, state, limit=limit, progress=progress)
        assert result.move is not None  # The game is not over.
        return Choice(result.move, result.value, exact=result.exact, stopped=result.stopped, nodes=result.nodes)

    return choose


def _by_search(
    game: Game,
    name: str,
    plain: bool,
    ties: str,
    random: Random,
    limit: Limit,
    progress: ProgressCallback,
    tier: str,
) -> Callable[[State], Choice]:
    """Value each move by one search of the position it leads to."""
    search = search_on(name, tier)

    def choose(state: State) -> Choice:
        moves = listed(game.moves(state))
        side = game.to_move(state)
        whole, note = limit, None
        if limit.depth is None and can_repeat(game.rules):
            nodes = ENDLESS_NODES if limit == NO_LIMIT else limit.nodes
            whole = Limit(depth=ENDLESS_DEPTH, nodes=nodes, seconds=limit.seconds)
            note = f"positions can repeat for ever, so the search went {ENDLESS_DEPTH} plies deep at most"
        # The limit is for the whole move: each position after it gets its share, one ply less deep.
        each_limit = Limit(
            depth=None if whole.depth is None else whole.depth - 1,
            nodes=None if whole.nodes is None else max(1, whole.nodes // len(moves)),
            seconds=None if whole.seconds is None else whole.seconds / len(moves),
        )
        values: dict[Move, Value] = {}
        exact, stopped, visited = True, False, 1
        for move in moves:
            child = game.play(state, move)
            try:
                result = search(game, child, limit=each_limit, plain=plain, progress=progress)
                value = result.value
                visited += result.nodes
                exact, stopped = exact and result.exact, stopped or result.stopped
            except EndlessGame as error:
                value = static_estimate(game, child, scale_for(game, plain))
                exact, stopped, note = False, True, str(error)
            # Where chance is to move, values are for the first player.
            view = FIRST if game.to_move(child) == CHANCE else game.to_move(child)
            values[move] = value if view == side else -value
        top = max(value.rank for value in values.values())
        move = one_of(game, state, [move for move in moves if values[move].rank == top], ties, random)
        is_cut_short = stopped or (note is not None and not exact)
        return Choice(
            move, values[move], exact=exact, stopped=is_cut_short, nodes=visited, note=None if exact else note
        )

    return choose


def tie_break(analysis: Analysis, ties: str, random: Random) -> Move:
    """One of the best moves that an analysis found."""
    return one_of(analysis.game, analysis.state, analysis.candidates, ties, random)


def one_of(game: Game, state: State, best: Sequence[Move], ties: str, random: Random) -> Move:
    """One of the best moves: at random, the first, or the first in the game's own order (Tic-Tac-Toe's centre)."""
    if ties == "random" or (ties == "centre" and state != game.start):
        return random.choice(best)
    if ties in ("promising", "centre"):
        return next((move for move in game.rules.order or () if move in best), best[0])
    return best[0]
