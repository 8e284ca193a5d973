"""The functions of the flat namespace: each resolves what it is given and calls the room that does the work."""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.analysis.analyst import Analyst
from zerosum.analysis.book import Book
from zerosum.analysis.results import Analysis
from zerosum.analysis.review import review as review_moves
from zerosum.analysis.soundness import BREADTH, RANDOM_GAMES, Checker, Report
from zerosum.errors import BadRequest
from zerosum.front.position import GameLike, MovesLike, Position, PositionLike, game_from, limit_from
from zerosum.front.progress_line import ProgressSetting, shown
from zerosum.front.results import Comparison, Match, Review, SearchTree
from zerosum.lab.compare import Setting, chosen_positions, measure_memory, refuse_endless_rows
from zerosum.lab.compare import compare as compare_rows
from zerosum.lab.report.lab_report import LabReport
from zerosum.lab.report.measure import Measurements, default_names, measure
from zerosum.play.external_engine import ExternalPlayer
from zerosum.play.external_engine import make_any_player as player_for
from zerosum.play.game_record import Record
from zerosum.play.match import play_match, player_seed
from zerosum.play.players import ComputerPlayer, Player
from zerosum.progress import Count, ProgressCallback
from zerosum.search import Limit, default_algorithm, ladder_for
from zerosum.setting_names import ANSWER_SECONDS, CHECK_SECONDS, MOVE_SECONDS, REPORT_SECONDS
from zerosum.solve.tables.table import SolvedTable
from zerosum.spelling import suggests_keywords


@suggests_keywords
def position(game: GameLike, position: PositionLike = None, *, moves: MovesLike = None) -> Position:
    """A position of a game: at its start, by its text or state, or after moves.

    >>> position("connect4", moves="4 4").history
    (3, 3)
    """
    return Position(game, position, moves=moves)


@suggests_keywords
def analyze(
    game: GameLike,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    tier: str = "auto",
    threads: int | None = None,
    memory: int | None = None,
    book: Book | bool = True,
    table: SolvedTable | bool = True,
    progress: ProgressSetting = True,
) -> Analysis:
    """The value of every move of a position, as well as the limits allow.

    Without limits, it ends after 10 seconds, as the command does; `seconds=None` goes on until every value is exact.
    On a terminal and in a notebook, a line shows the progress of a long analysis; `progress=False` shows nothing, and
    a function is called with each `Progress`.

    >>> analyze("tictactoe", "X-O/-O-/X--").best, analyze("nim:3,4,5", moves=["1:2"]).exact
    ((3,), True)
    """
    return Position(game, position, moves=moves).analyze(
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        limit=limit,
        tier=tier,
        threads=threads,
        memory=memory,
        book=book,
        table=table,
        progress=progress,
    )


@suggests_keywords
def compare(
    game: GameLike,
    algorithms: str | Iterable[str] | None = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    positions: str = "one",
    plain: bool = True,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    tier: str = "reference",
    memory: bool = False,
    progress: ProgressSetting = True,
) -> Comparison:
    """What each algorithm does on the same positions; the limits are for each search, 10 seconds unless told.

    `positions` is "one" for the position itself, "all" that can follow, or "random:N". Without algorithms, all of
    the ladder are compared. `plain` counts wins as +1 and -1 whatever their distance, as the textbook does.
    `memory` measures the peak memory of each search too, in a second run.

    >>> for row in compare("tictactoe", ["minimax", "alphabeta"]):
    ...     print(row.algorithm, row.nodes)
    minimax 549946
    alphabeta 18297
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    names = list(ladder_for(here.game, allowed.depth)) if algorithms is None else _names(algorithms)
    with shown(progress, f"comparing on {here.game.name}") as callback:
        setting = Setting(plain=plain, limit=allowed, seed=seed, progress=callback, tier=tier)
        states = chosen_positions(here.game, here.state, positions, seed, callback)
        rows = list(compare_rows(here.game, states, names, setting))
        refuse_endless_rows(rows)
        if memory:
            rows = list(measure_memory(here.game, states, rows, setting))
    return Comparison(here.game, tuple(states), tuple(rows))


@suggests_keywords
def report(
    game: GameLike,
    algorithms: str | Iterable[str] | None = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    plain: bool = True,
    seconds: float | None = REPORT_SECONDS,
    depth: int | None = None,
    seed: int = 0,
    title: str | None = None,
    author: str | None = None,
    progress: ProgressSetting = True,
) -> LabReport:
    """A lab report about a game: `save("report.html")` writes it, also as .md or .pdf.

    It holds the game as a search problem, pseudocode, measurements with plots, trees with boards, and what was
    observed. The seconds are for all measurements together, 60 unless told; a game that takes longer is searched to
    the depth that fits.

    >>> report("nim:1,2").observations[0]
    'alphabeta visited 12 nodes, exactly as many as minimax.'
    """
    here = Position(game, position, moves=moves)
    names = default_names(here.game) if algorithms is None else _names(algorithms)
    allowed = limit_from(None, seconds, None, depth, REPORT_SECONDS)
    measured = Measurements(
        here.game, here.state, names, plain=plain, asked_depth=allowed.depth, seconds=allowed.seconds, seed=seed
    )
    with shown(progress, f"measuring {here.game.name}") as callback:
        for _ in measure(measured, callback):
            pass
    return LabReport(measured, title, author)


@suggests_keywords
def match(
    game: GameLike,
    first: str | Player,
    second: str | Player,
    games: int = 2,
    *,
    opening: int = 0,
    seconds: float | None = MOVE_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    ties: str = "random",
    tier: str = "auto",
    progress: ProgressSetting = True,
) -> Match:
    """Games between two players, who change sides from game to game.

    A player is a name as in `make_player`, or a function from a state to a move. Each pair of games begins after
    `opening` random plies. The limits are for each move, 5 seconds unless told.

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
    played = game_from(game)
    allowed = limit_from(limit, seconds, nodes, depth, MOVE_SECONDS)
    players = [
        player_for(player, played, seed=player_seed(seed, number), ties=ties, limit=allowed, tier=tier)
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


@suggests_keywords
def review(
    game: GameLike | Analyst,
    moves: MovesLike = None,
    position: PositionLike = None,
    *,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    tier: str = "auto",
    progress: ProgressSetting = True,
) -> Review:
    """What each move of a game cost; the limits are for each position, 10 seconds unless told.

    The moves begin at the position, by default the start; without moves, the history of a `Position` is reviewed. An
    `Analyst` in place of the game brings what it has learnt, and its own limits.

    >>> [each.mistake for each in review("tictactoe", "4 1 0")]
    [None, 'D→L', None]
    """
    if isinstance(game, Analyst):
        given = {"nodes": nodes, "depth": depth, "limit": limit}
        refused = [name for name, setting in given.items() if setting is not None] + ["tier"] * (tier != "auto")
        refused += ["seconds"] * (seconds != ANSWER_SECONDS) + ["progress"] * (progress is not True)
        if refused:
            raise BadRequest(f"an Analyst has its own limits, tier and progress; leave out {', '.join(refused)}")
        here = Position(game.game, position, moves=moves)
        return Review(here.game, tuple(review_moves(game, list(here.history), here.start)))
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    with shown(progress, f"reviewing {len(here.history)} moves of {here.game.name}") as callback:
        analyst = Analyst(here.game, limit=allowed, tier=tier, progress=callback)
        return Review(here.game, tuple(review_moves(analyst, list(here.history), here.start)))


@suggests_keywords
def check(
    game: GameLike,
    *,
    positions: int = BREADTH,
    games: int = RANDOM_GAMES,
    seed: int = 0,
    seconds: float | None = CHECK_SECONDS,
    progress: ProgressSetting = True,
) -> Report:
    """Whether the rules of a game are sound, tried on so many positions and random games, and whether they compile.

    After `seconds`, which are for trying and not for compiling, the report says `out_of_time`.

    >>> check("nim:1,2").sound
    True
    """
    checked = game_from(game)
    with shown(progress, f"checking {checked.name}") as callback:
        checker = Checker(checked, breadth=positions, games=games, seed=seed, seconds=seconds)
        checker.run(callback)
        checker.try_to_compile()
        return checker.report()


@suggests_keywords
def make_player(
    player: str,
    game: GameLike,
    *,
    seconds: float | None = MOVE_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    ties: str = "random",
    analyst: Analyst | None = None,
    tier: str = "auto",
    progress: ProgressCallback = None,
) -> ComputerPlayer | ExternalPlayer:
    """The player of this name: a function from a position to a move.

    The position is a `Position`, a state or a text. The limits are for each move, 5 seconds unless told. Another
    program plays as `uci:COMMAND` or `ugi:COMMAND`, as in "uci:stockfish".

    >>> make_player("perfect", "tictactoe", ties="promising")(position("tictactoe"))
    4
    """
    allowed = limit_from(limit, seconds, nodes, depth, MOVE_SECONDS)
    return player_for(
        player, game_from(game), seed=seed, ties=ties, limit=allowed, progress=progress, analyst=analyst, tier=tier
    )


@suggests_keywords
def tree(
    game: GameLike,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    algorithm: str | None = None,
    plain: bool = True,
    levels: int | None = None,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    progress: ProgressSetting = True,
) -> SearchTree:
    """The tree that a search visits, with values, windows and cuts: of a game, or of a tree written as nested brackets.

    The search is alpha-beta, or Star1 where there is chance, unless `algorithm` names another one. `levels` shows
    only so many plies below the root. The search ends after 10 seconds unless told.

    >>> tree("((3,5),(2,9))").result.nodes
    6
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    with shown(progress, f"searching {here.game.name}") as callback:
        name = default_algorithm(here.game) if algorithm is None else algorithm
        return SearchTree.searched(here.game, here.state, name, plain, allowed, seed, levels, callback)


def _names(algorithms: str | Iterable[str]) -> list[str]:
    """The names of algorithms, from a list or one text."""
    return algorithms.replace(",", " ").split() if isinstance(algorithms, str) else list(algorithms)


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _name_of(player: Player) -> str:
    return getattr(player, "__name__", None) or type(player).__name__
