"""Matches between two searches of a game that cannot be solved, at equal time, equal nodes or equal depth.

    python bench/matches.py othello selective deepening --seconds 0.05
    python bench/matches.py checkers selective selective/before --nodes 20000 --pairs 50
    python bench/matches.py go rave rave/prior=0 --seconds 0.1

A player is the name of a search on the native tier, with one thread: `alphabeta` (plain: no table, moves as the rules
give them; depth 1, 2, 3 ... within its limit), `deepening` (alpha-beta with a table), `selective`, `selective-lmr`
(without late move reductions). Selective search keeps its table from move to move and knows the positions of the game
so far, as the opponent does. `rave` keeps its tree and takes all of its time; `/prior=0` and the like behind it change
one of its `Ideas`, and `/threads=2` its threads. `/before` behind a search takes the estimate of before
(`bench/estimates_before.py`). Games come in pairs: both begin from the same random opening, with sides swapped. Each
search is asked once before the first game, so that compiling takes no one's time. The share counts a draw as half, with
its 95 % interval by Wilson's formula.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from bench.estimates_before import with_estimate_before
from zerosum.answers.play.match import Tally, play_match, tally
from zerosum.core.errors import BadRequest, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import Move, State, listed
from zerosum.engines.native.search.alphabeta import alphabeta
from zerosum.engines.native.search.rave import MonteCarlo
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import Limit
from zerosum.engines.search.rave import ALL_IDEAS
from zerosum.engines.search.result import Effort, Result
from zerosum.engines.search.selective_tree import NAME as SELECTIVE
from zerosum.engines.search.selective_tree import ideas_of

BEFORE = "/before"


Choose = Callable[[State, list[State]], Result]
"""A search for the best move of a state, which is told the states of the game before it."""


@dataclass
class Measured:
    """A player that remembers the game so far, and counts what its moves took."""

    name: str
    game: Game
    choose: Choose
    moves: int = 0
    nodes: int = 0
    depths: int = 0
    seconds: float = 0.0
    history: list[State] = field(default_factory=list)

    def __call__(self, state: State) -> Move:
        """Its move, counted."""
        self._follow(state)
        began = perf_counter()
        result = self.choose(state, self.history)
        self.seconds += perf_counter() - began
        if result.move is None:
            raise BadRequest(f"{self.name} found no move within its limit in {self.game.position_text(state)}")
        self.moves += 1
        self.nodes += result.nodes
        self.depths += getattr(result.value, "depth", None) or 0
        self.history += [state, self.game.rules.play(state, result.move)]
        return result.move

    def _follow(self, state: State) -> None:
        """Forget the game before where this state does not follow the last one by at most one move."""
        rules = self.game.rules
        if self.history:
            last = self.history[-1]
            if state == last:
                self.history.pop()
            elif rules.is_over(last) or state not in {rules.play(last, each) for each in listed(rules.moves(last))}:
                self.history.clear()


def changed(words: str) -> dict[str, Any]:
    """The settings of `MonteCarlo` for words such as `prior=0,tries=2,threads=2`; one thread unless they say so.

    >>> changed("prior=0,threads=2")["threads"]
    2
    """
    pairs = [word.partition("=") for word in words.split(",") if word]
    numbers: dict[str, Any] = {name: float(number) if "." in number else int(number) for name, _, number in pairs}
    return {"threads": int(numbers.pop("threads", 1)), "ideas": replace(ALL_IDEAS, **numbers)}


def deepened_alphabeta(game: Game, state: State, limit: Limit) -> Result:
    """The last depth that plain alpha-beta finishes within the limit, of all depths together; depth 1 always."""
    effort, found = Effort(limit), alphabeta(game, state, limit=Limit(depth=1))
    nodes = found.nodes
    for depth in range(2, limit.horizon + 1):
        if found.exact:
            break
        left = Limit(
            depth=depth,
            nodes=None if limit.nodes is None else max(1, limit.nodes - nodes),
            seconds=None if limit.seconds is None else max(0.0, limit.seconds - effort.seconds),
        )
        deeper = alphabeta(game, state, limit=left)
        nodes += deeper.nodes
        if deeper.stopped:
            break
        found = deeper
    return replace(found, nodes=nodes)


def made(spec: str, game: Game, limit: Limit) -> Measured:
    """The player of this name, compiled."""
    name, _, changes = spec.removesuffix(BEFORE).partition("/")
    played = with_estimate_before(game) if spec.endswith(BEFORE) else game
    if name.partition("-")[0] == SELECTIVE:
        search = SelectiveSearch(played, threads=1, ideas=ideas_of(name))

        def choose(state: State, history: list[State], limit: Limit = limit) -> Result:
            *_, last = search.best(state, Effort(limit), history)
            return last

    elif name == "rave":
        monte_carlo = MonteCarlo(played, **changed(changes))

        def choose(state: State, history: list[State], limit: Limit = limit) -> Result:
            if not history:
                monte_carlo.clear()
            *_, last = monte_carlo.best(state, Effort(limit), playouts=1 if limit.depth == 1 else None)
            return last

    elif name == "alphabeta":

        def choose(state: State, history: list[State], limit: Limit = limit) -> Result:
            return deepened_alphabeta(played, state, limit)

    else:
        plain = search_on(name, "native")

        def choose(state: State, history: list[State], limit: Limit = limit) -> Result:
            return plain(played, state, limit=limit)

    choose(game.start, [], Limit(depth=1))
    return Measured(spec, game, choose)


def table(game: Game, players: tuple[Measured, Measured], found: Tally) -> str:
    """What came of a match, as lines."""
    low, high = found.interval
    lines = [
        f"{game.name}, {players[0].name} against {players[1].name}: {found.games} games",
        f"won {found.wins}, drawn {found.draws}, lost {found.losses}; "
        f"share {100 * found.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
    ]
    for player in players:
        count = max(1, player.moves)
        lines.append(
            f"  {player.name}: {player.moves:,} moves, {player.nodes / count:,.0f} nodes, "
            f"depth {player.depths / count:.1f} and {1000 * player.seconds / count:.1f} ms each"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Play a match and print its table."""
    parser = argparse.ArgumentParser(description="Play a match between two searches.")
    parser.add_argument("game")
    parser.add_argument("one", help="a search on the native tier, as in selective or deepening/before")
    parser.add_argument("two")
    limits = parser.add_mutually_exclusive_group(required=True)
    limits.add_argument("--seconds", type=float, help="for each move")
    limits.add_argument("--nodes", type=int, help="for each move")
    limits.add_argument("--depth", type=int)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--opening", type=int, default=8, help="random plies before each pair")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    try:
        game = load(chosen.game)
        limit = Limit(depth=chosen.depth, nodes=chosen.nodes, seconds=chosen.seconds)
        players = made(chosen.one, game, limit), made(chosen.two, game, limit)
        played = play_match(
            game, (chosen.one, chosen.two), players, 2 * chosen.pairs, opening=chosen.opening, seed=chosen.seed
        )
        print(table(game, players, tally(played)))
    except ZerosumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
