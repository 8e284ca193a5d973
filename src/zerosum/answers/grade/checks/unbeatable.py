"""The agent loses no game that it need not lose: all replies of the other side to its moves are explored.

A pass is a proof for an agent that gives the same answer every time. Of one that answers at random, only the moves that
it gave are followed, and the details say so.
"""

from __future__ import annotations

from zerosum.answers.grade.checks.evidence import Evidence, concluded
from zerosum.answers.grade.checks.explored_games import OwnGames
from zerosum.answers.grade.checks.marks import share_of_games
from zerosum.answers.grade.reports.report import CheckResult
from zerosum.answers.grade.settings import CheckSetting
from zerosum.answers.grade.truth.truth import Truth
from zerosum.engines.draw.amounts import counted


def unbeatable(evidence: Evidence, setting: CheckSetting) -> CheckResult | None:
    """All games of each side; None where they were not explored, or where chance decides games."""
    truth = evidence.interview.truth
    game = truth.game
    if not evidence.games or game.rules.odds is not None:
        return None
    tried, failed, details = 0, 0, list[str]()
    for games in evidence.games:
        side = game.side_name(games.side)
        tried += games.played
        failed += games.failed
        failed += 0 if is_lost_from_the_start(truth, games) else games.lost
        details.append(f"as {side}: {counted(games.played, 'game', 'games')}, {_lost_words(truth, games)}")
        if games.shortest_loss is not None and not is_lost_from_the_start(truth, games):
            words = " ".join(game.line_text(game.start, games.shortest_loss))
            details.append(f"the shortest game that it loses as {side}: {words}")
    if evidence.interview.is_random:
        details.append("it answers at random: only the moves that it gave were followed, so this is no proof")
        details += evidence.interview.cut_short
    if evidence.interview.not_asked:
        details.append(f"{evidence.interview.not_asked}; games that pass there were not followed: no proof")
    return concluded(
        "unbeatable",
        setting,
        tried=tried,
        failed=failed,
        share=share_of_games(evidence, (each for each in evidence.games if not is_lost_from_the_start(truth, each))),
        is_complete=not evidence.games_left_out,
        is_given_up=evidence.interview.is_given_up,
        unit="games",
        details=[*details, *([evidence.games_left_out] if evidence.games_left_out else [])],
    )


def _lost_words(truth: Truth, games: OwnGames) -> str:
    """How many games were lost; one that ends without a legal move of the agent is lost."""
    words = [f"{games.lost + games.failed:,} lost"]
    if games.failed:
        words.append(f"{games.failed:,} of them without a legal move")
    if games.lost and is_lost_from_the_start(truth, games):
        words.append(f"{games.lost:,} do not count because the other side wins by best play")
    return ", ".join(words)


def is_lost_from_the_start(truth: Truth, games: OwnGames) -> bool:
    """Whether best play of the other side beats this side from the start."""
    start = truth.game.start
    if truth.game.is_over(start):
        return False
    rank = truth.value(start).rank
    mine = rank if truth.game.to_move(start) == games.side else -rank
    return mine < 0
