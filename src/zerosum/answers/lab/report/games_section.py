"""Sample games with a board after every move, and whether the program can be beaten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zerosum.answers.lab.report.document import Document, Paragraph
from zerosum.answers.lab.report.further import can_be_explored
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import listed_names
from zerosum.answers.lab.report.sample_games import AT_RANDOM, Explored, SampleGame
from zerosum.core.board import board_of, touched_by
from zerosum.core.game import Game
from zerosum.engines.draw.amounts import counted
from zerosum.engines.draw.board_grid_svg import Captioned, board_grid_svg
from zerosum.engines.draw.table_text import Table
from zerosum.engines.search.cycles import can_repeat

MOST_BOARDS = 48
"""Of a longer game, the last boards are drawn."""


def write_games(document: Document, measured: Measurements) -> None:
    """The games, and all replies."""
    if not measured.games and not measured.explored:
        return
    document.section("Sample games")
    for number, played in enumerate(measured.games):
        _write_game(document, measured, played, number)
    _write_replies(document, measured)


def _write_game(document: Document, measured: Measurements, played: SampleGame, number: int) -> None:
    game = measured.game
    first, second = played.players
    document.subsection(f"`{first}` ({game.sides[0]}) against `{second}` ({game.sides[1]})")
    draws = f"`{AT_RANDOM}` draws its moves (seed {measured.seed}). " if AT_RANDOM in played.players else ""
    words = [game.move_text(ply.state, ply.move) for ply in played.plies]
    label = document.next_label("Figure")
    document.add(Paragraph(f"{draws}{ending_words(game, played)} The moves: {_move_words(words)}."))
    searched = [ply for ply in played.plies if ply.nodes]
    boards = list(_boards(game, played))
    shown = boards[-MOST_BOARDS:]
    left_out = "" if len(shown) == len(boards) else f" The last {len(shown)} of {len(boards)} boards are shown."
    document.figure(
        f"game-{number + 1}",
        board_grid_svg(shown, game.sides, f"{game.name}: {first} against {second}, the board after every move"),
        f"`{first}` against `{second}`: the board after every move.{left_out}",
    )
    if searched:
        total = sum(ply.nodes for ply in searched)
        first_words = f", {searched[0].nodes:,} of them for the first" if len(searched) > 1 else ""
        depths = "".join(f" {words}" for words in depth_words(measured, played))
        names = " and ".join(dict.fromkeys(f"`{ply.player}`" for ply in searched))
        document.add(
            Paragraph(
                f"For the {counted(len(searched), 'move', 'moves')} of {names} in {label}, "
                f"{counted(total, 'node was', 'nodes were')} searched{first_words}.{depths}"
            )
        )


def depth_words(measured: Measurements, played: SampleGame) -> Iterator[str]:
    """Who looked less far ahead than in the measurements, where it may choose another move."""
    for name, depth in dict(zip(played.players, played.depths, strict=True)).items():
        if depth is not None and (measured.depth is None or depth < measured.depth):
            yield (
                f"In this game `{name}` looked {counted(depth, 'ply', 'plies')} ahead for each move, so that it may "
                "choose other moves than in the measurements, where it looked further."
            )


def ending_words(game: Game, played: SampleGame) -> str:
    """How a game ended."""
    plies = counted(len(played.plies), "ply", "plies")
    if played.utility is None:
        return f"The game was left unfinished after {plies}."
    if played.utility == 0:
        return f"The game ended in a draw after {plies}."
    side = 0 if played.utility > 0 else 1
    margin = f" by {abs(played.utility)}" if game.margin else ""
    return f"{game.sides[side]}, played by `{played.players[side]}`, won{margin} after {plies}."


def _move_words(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _boards(game: Game, played: SampleGame) -> Iterator[Captioned]:
    first = played.plies[0].state if played.plies else played.end
    yield Captioned(board_of(game, first), "start")
    states = [*(ply.state for ply in played.plies[1:]), played.end]
    for number, (ply, after) in enumerate(zip(played.plies, states, strict=True), start=1):
        word = game.move_text(ply.state, ply.move)
        words = f"{number}. {game.side_name(ply.side)} {word}"
        yield Captioned(board_of(game, after, ply.state, ply.move), words, touched_by(game, ply.state, ply.move))


def _write_replies(document: Document, measured: Measurements) -> None:
    """All games that the other side can play, against each search and against the program with small depths."""
    document.subsection("Can the program be beaten?")
    if not can_be_explored(measured) or not measured.explored:
        document.add(Paragraph(why_not_explored(measured)))
        return
    document.add(
        Paragraph(
            "Each search played each side, and every reply of the other side was followed to the end of the game. A "
            "search without random numbers makes the same move whenever a position comes up, so that none is missing."
        )
    )
    rows = [replies_row(measured, found) for found in measured.explored]
    headings = ["search", "plays", "looks ahead", "positions", "games", "won", "drawn", "lost"]
    document.table(
        Table(headings, rows, right=headings[3:]),
        "All games against each search: in how many positions it was asked for a move, and how the games ended.",
        name="replies",
    )
    document.add(Paragraph(" ".join(replies_words(measured))))
    if any(found.is_complete for found in measured.shallow):
        name = measured.shallow[0].algorithm
        document.add(
            Paragraph(f"The same for `{name}` with a depth limit, which has to estimate the states at the limit:")
        )
        document.table(
            Table(headings, [replies_row(measured, found) for found in measured.shallow], right=headings[3:]),
            f"All games against `{name}` that looks only a few plies ahead.",
            name="shallow",
        )


def replies_row(measured: Measurements, found: Explored) -> list[str]:
    """The cells of one search that plays one side."""
    counts = [found.games, found.won, found.drawn, found.lost] if found.is_complete else ["-"] * 4
    return [
        found.algorithm,
        measured.game.sides[found.side],
        "to the end" if found.depth is None else counted(found.depth, "ply", "plies"),
        f"{found.positions:,}",
        *(f"{count:,}" if isinstance(count, int) else count for count in counts),
    ]


def why_not_explored(measured: Measurements) -> str:
    """Why not all replies were followed."""
    if measured.game.rules.odds is not None:
        return "Where chance moves, any program can lose, so that there is no such proof."
    if can_repeat(measured.game.rules):
        return "A game that can repeat positions may go on for ever, so that not all of its games can be followed."
    if measured.explored or can_be_explored(measured):
        return "There was no time to follow all replies."
    return "The game has too many states to follow all replies, so that this report does not prove it."


def replies_words(measured: Measurements) -> Iterator[str]:
    """What follows from the games; searches of which the same is to be said share a sentence."""
    said: dict[tuple[str, bool], list[str]] = {}
    for name in dict.fromkeys(found.algorithm for found in measured.explored):
        found = [each for each in measured.explored if each.algorithm == name]
        said.setdefault(_outcome(measured, found), []).append(name)
    for (words, is_blameless), names in said.items():
        yield words.format(names=listed_names(iter(names)), their="its" if len(names) == 1 else "their")
        if is_blameless:
            who = "It" if len(names) == 1 else "They"
            yield f"{who} lost only where the search had called the position lost before: no move gave a game away."


def _outcome(measured: Measurements, found: Sequence[Explored]) -> tuple[str, bool]:
    """A sentence about one search, with room for its name, and whether it lost what was lost already."""
    if not all(each.is_complete for each in found):
        return "For {names} there was no time to follow all replies.", False
    losers = [each for each in found if each.lost]
    if not losers:
        games = sum(each.games for each in found)
        words = f"{{names}} lost none of {{their}} {games:,} games and cannot be beaten, on whichever side."
        return words, False
    parts = " and ".join(f"{each.lost:,} of {each.games:,} as {measured.game.sides[each.side]}" for each in losers)
    return f"{{names}} lost {parts}.", all(each.thrown == 0 for each in losers)
