"""Games between two players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analyze import UseBook
from zerosum.answers.arguments import GameLike
from zerosum.answers.items import Items
from zerosum.answers.parameters import Depth, Memory, Nodes, Seconds, Seed, Threads, Tier, Ties, capability, limit_from
from zerosum.answers.play.external_engine import make_any_player as player_for
from zerosum.answers.play.game_record import Record
from zerosum.answers.play.match import Tally, play_match, player_seed, tally, termination_sentences
from zerosum.answers.play.players import Player
from zerosum.answers.position import game_from
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import is_game
from zerosum.core.progress import Count
from zerosum.core.setting_names import MOVE_SECONDS
from zerosum.engines.draw.table_text import Table
from zerosum.engines.search import Limit
from zerosum.engines.solve.tables.table import SolvedTable


@dataclass(frozen=True, repr=False)
class Match(Items[Record]):
    """The games of a match, and how the player named first did in them."""

    game: Game
    players: tuple[str, str]
    played: tuple[tuple[int, Record], ...]

    @property
    def _items(self) -> tuple[Record, ...]:
        return tuple(record for _, record in self.played)

    @property
    def score(self) -> Tally:
        """Wins, draws, losses, the share of points and its interval."""
        return tally(self.played)

    @property
    def wins(self) -> int:
        """The games that the player named first has won."""
        return self.score.wins

    @property
    def draws(self) -> int:
        """The games that nobody has won."""
        return self.score.draws

    @property
    def losses(self) -> int:
        """The games that the player named first has lost."""
        return self.score.losses

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each game."""
        return [record.json() for record in self]

    def table(self) -> Table:
        """The table that text, HTML and the command line show."""
        rows = [[record.players[0], record.players[1], record.result, " ".join(record.moves)] for record in self]
        first, second = self.players
        told = f"{self.game.name}: {first} against {second}, +{self.wins} ={self.draws} -{self.losses}"
        return Table(["first", "second", "result", "moves"], rows, told)

    def sentences(self) -> list[str]:
        """What there is to say below the table."""
        return termination_sentences(self.played)


@capability("each move")
def match(
    game: GameLike,
    first: str | Player,
    second: str | Player,
    games: int = 2,
    *,
    opening: int = 0,
    seconds: Seconds = MOVE_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    seed: Seed = 0,
    ties: Ties = "random",
    tier: Tier = "auto",
    threads: Threads = None,
    memory: Memory = None,
    book: UseBook = True,
    table: SolvedTable | bool = True,
    progress: ProgressSetting = True,
) -> Match:
    """Games between two players, who change sides from game to game.

    The game may come last too, as in `match("perfect", "random", "tictactoe")`. A player is a name as in
    `make_player`, or a function from a state to a move. Each pair of games begins after `opening` random plies. The
    limits are for each move, 5 seconds unless told.

    >>> match("tictactoe", "perfect", "random", games=4).losses
    0
    """
    if not _is_whole(games) or games < 1:
        raise BadRequest(f"a match has a whole number of games from 1, not {games!r}")
    if not _is_whole(opening) or opening < 0:
        raise BadRequest(f"an opening is a whole number of plies from 0, not {opening!r}")
    for player in (first, second):
        if not isinstance(player, str) and not callable(player):
            raise BadRequest(f"a player is a name or a function from a state to a move, not {player!r:.60}")
    if isinstance(game, str) and isinstance(second, str) and is_game(second) and not is_game(game):
        game, first, second = second, game, first
    played = game_from(game)
    allowed = limit_from(limit, seconds, nodes, depth, MOVE_SECONDS)
    players = [
        player_for(
            player,
            played,
            seed=player_seed(seed, number),
            ties=ties,
            limit=allowed,
            analyst=Analyst(played, limit=allowed, tier=tier, threads=threads, memory=memory, book=book, table=table),
            tier=tier,
        )
        if isinstance(player, str)
        else player
        for number, player in enumerate((first, second))
    ]
    names = [player if isinstance(player, str) else _name_of(player) for player in (first, second)]
    results: list[tuple[int, Record]] = []
    with shown(progress, f"playing {played.name}") as callback:
        for result in play_match(
            played, (names[0], names[1]), (players[0], players[1]), games, opening=opening, seed=seed
        ):
            results.append(result)
            if callback is not None:
                callback(Count(len(results), "games", games))
    return Match(played, (names[0], names[1]), tuple(results))


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _name_of(player: Player) -> str:
    return getattr(player, "__name__", None) or type(player).__name__
