"""Games between two players: in pairs with sides swapped, scored with an interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random

from zerosum.answers.analysis.adjudication import Adjudication, Adjudicator
from zerosum.answers.play.game_record import Record, record_of
from zerosum.answers.play.players import Player
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Move, State, listed
from zerosum.engines.draw.amounts import counted

Z = 1.96
"""The quantile of the normal distribution that leaves 95 % inside."""


@dataclass(frozen=True)
class Moved:
    """What an observer of a match is told: the position, and the move that led there from `before`.

    `who` made it: a side with its player, or chance. At the begin of a game there is none.
    """

    state: State
    before: State
    move: Move | None = None
    who: str = ""


def play_match(
    game: Game,
    names: tuple[str, str],
    players: tuple[Player, Player],
    games: int,
    *,
    opening: int = 0,
    seed: int = 0,
    on_move: Callable[[Moved], None] | None = None,
) -> Iterator[tuple[int, Record]]:
    """Play games and yield each with the side of the player named first.

    Sides are swapped from game to game; both games of a pair begin with the same random opening. A game that repeats
    positions or lasts too long ends as `Adjudicator` says; its record says so. `on_move` is called at the begin of each
    game and after each move.
    """
    # Its own stream: a random player with the same seed must not choose what the opening chose.
    random = Random(f"opening {seed}")
    dice = Random(f"dice {seed}")
    start = game.start
    for number in range(games):
        swapped = number % 2
        if not swapped:
            start = random_opening(game, opening, random)
        seats = (players[1], players[0]) if swapped else players
        seated = (names[1], names[0]) if swapped else names
        state = start
        moves: list[Move] = []
        adjudicator = Adjudicator(game, state)
        adjudication: Adjudication | None = None
        if on_move is not None:
            on_move(Moved(state, state))
        while not game.is_over(state) and adjudication is None:
            side = game.to_move(state)
            move = game.roll(state, dice) if side == CHANCE else seats[side](state)
            moves.append(move)
            before, state = state, game.play(state, move)
            if on_move is not None:
                who = "Chance" if side == CHANCE else f"{game.side_name(side)} ({seated[side]})"
                on_move(Moved(state, before, move, who))
            adjudication = adjudicator.add(state)
        yield swapped, record_of(game, seated, moves, start)


def player_seed(seed: int, number: int) -> int:
    """The seed of player 0 or 1 in a match with this seed: no two matches share one."""
    return 2 * seed + number


def random_opening(game: Game, plies: int, random: Random) -> State:
    """A position after so many random plies, not finished unless the game is shorter than that."""
    state = game.start
    for _ in range(plies):
        is_chance = game.to_move(state) == CHANCE
        weights = dict(game.chances(state)) if is_chance else dict.fromkeys(listed(game.moves(state)), 1)
        onward = [(game.rules.play(state, move), weight) for move, weight in weights.items()]
        onward = [(child, weight) for child, weight in onward if not game.is_over(child)]
        if not onward:
            break
        children = [child for child, _ in onward]
        state = (
            random.choices(children, [float(weight) for _, weight in onward])[0]
            if is_chance
            else random.choice(children)
        )
    return state


@dataclass(frozen=True)
class Tally:
    """How the player named first did: wins, draws, losses, the share of points and its interval."""

    games: int
    wins: int
    draws: int
    losses: int

    @property
    def share(self) -> float:
        """Points per game: a win is 1, a draw a half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence, by Wilson's formula.

        The formula is for wins and losses alone; draws only narrow the spread, so it errs on the
        wide side.
        """
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.share
        centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        reach = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, centre - reach), min(1.0, centre + reach)


def tally(played: Iterable[tuple[int, Record]]) -> Tally:
    """Add up what the player named first got.

    >>> tally([])
    Tally(games=0, wins=0, draws=0, losses=0)
    """
    results = [(1 if side == 0 else -1) * (record.utility or 0) for side, record in played]
    return Tally(
        games=len(results),
        wins=sum(result > 0 for result in results),
        draws=sum(result == 0 for result in results),
        losses=sum(result < 0 for result in results),
    )


def termination_sentences(played: Iterable[tuple[int, Record]]) -> list[str]:
    """What ended the games that did not come to an end by their moves; the result of most is written *."""
    reasons = Counter(
        (record.termination, record.utility is not None) for _, record in played if record.termination is not None
    )
    return [
        f"{counted(count, 'game', 'games')} ended by repetition: {reason}."
        if is_by_rule
        else f"* marks {counted(count, 'game', 'games')} that the rules did not end: {reason}."
        for (reason, is_by_rule), count in reasons.items()
    ]
