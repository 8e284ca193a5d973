"""Programs that play by rules of thumb, or follow one before they search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zerosum.answers.grade.bugs.faults import thumb_rules as rules
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.minimax import right
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, plain
from zerosum.core.rules import Move


def no_forks(positions: Positions) -> Variants:
    """Win, block, and nothing else."""
    win, block, fork, tiers = (make(positions) for make in (rules.win, rules.block, rules.fork, rules.tiers))
    anything = rules.any_move(positions)
    words = "it won and blocked by rules and did not see forks"
    yield plain(words, lambda: rules.first_of([win, block], anything))
    yield plain(words, lambda: rules.first_of([win, block], tiers))
    centre = rules.among(positions, _centre(positions))
    yield plain(words, lambda: rules.first_of([win, block, centre], anything))
    words = "it won, blocked and made forks by rules and did not see the forks of the other side"
    yield plain(words, lambda: rules.first_of([win, block, fork], tiers))
    yield plain(words, lambda: rules.first_of([win, block, fork], anything))
    words = "it blocked before it looked for a win, and did not see forks"
    yield plain(words, lambda: rules.first_of([block, win], tiers))
    yield plain(words, lambda: rules.first_of([block, win], anything))
    words = "it won by rules and never blocked"
    yield plain(words, lambda: rules.first_of([win], tiers))
    yield plain(words, lambda: rules.first_of([win], anything))
    words = "it blocked by rules and did not look for wins"
    yield plain(words, lambda: rules.first_of([block], tiers))
    yield plain(words, lambda: rules.first_of([block], anything))
    yield plain("it took the centre, then corners, then edges", lambda: tiers)


def _centre(positions: Positions) -> tuple[Move, ...]:
    return tuple(rules.tiers(positions)(positions.game.start))


def shortcuts(positions: Positions) -> Variants:
    """A rule that comes before a right search."""
    centre = _centre(positions)
    best_first = positions.rules.order or ()
    corners = best_first[len(centre) : len(centre) + 4]
    win, block = rules.win(positions), rules.block(positions)
    for by_distance in (False, True):
        perfect = partial(right, positions, by_distance=by_distance)

        def over(*chosen: rules.Rule, perfect: Callable[[], Answers] = perfect) -> Callable[[], Answers]:
            return lambda: rules.first_of(chosen, perfect())

        yield plain("it took the centre whenever it was free", over(rules.among(positions, centre)))
        yield plain("it took a corner whenever one was free", over(rules.among(positions, corners)))
        first_corner = [rules.among(positions, [corner]) for corner in sorted(corners)]
        yield plain("it took a corner whenever one was free", over(*first_corner))
        yield plain(
            "it took the centre, and else a corner, whenever one was free",
            over(rules.among(positions, centre), rules.among(positions, corners)),
        )
        opposite = rules.opposite(positions, corners)
        yield plain("it took the corner opposite to one of the other side", over(opposite))
        yield plain("it blocked before it looked for a win", over(block))
        yield plain("it won and blocked by rules where the board was not empty", over(win, block))
        for stones in (1, 2, 3, 4):
            few = f"with at most {stones} {'stone' if stones == 1 else 'stones'} on the board"
            yield plain(f"it took the centre {few}", over(rules.among(positions, centre, stones=stones)))
            yield plain(f"it took a corner {few}", over(rules.among(positions, corners, stones=stones)))
            early = rules.among(positions, range(len(positions.all_lines) + 64), stones=stones)
            yield plain(f"it took any move {few}", over(early))
            yield plain(
                f"it took the centre, and else a corner, {few}",
                over(rules.among(positions, centre, stones=stones), rules.among(positions, corners, stones=stones)),
            )
