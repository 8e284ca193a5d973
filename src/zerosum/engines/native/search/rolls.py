"""Expectimax by rolls, compiled: the twin of `zerosum.engines.search.rolls`, with floats in place of fractions.

The table is a block of slots, one entry each; a new entry replaces what is in its slot.

    an entry   | words of the state | rolls to come + 1 (0: empty) and two flags | score, a float |

The flags say that an estimate had a part in the score, and that a move was left out by an estimate. Two counters of the
control say the same of the search so far, `ESTIMATES` and `CUTOFFS`; what is read from an entry counts again. The error
of an exact mean is stated as in `expectimax.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf, nextafter
from typing import TYPE_CHECKING, Any

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, Move, State, listed
from zerosum.core.value import WIN, Expected, Scale, Value, scale_for
from zerosum.engines.native.compile.entries import NATIVE, NUMBER, WORDS, CompiledRules, build, rules_on
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, load, load_real, store, store_real
from zerosum.engines.native.machine.resources import MEGABYTE, refuse_too_much
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    BAD_ODDS,
    CUTOFFS,
    DEEPEST,
    ESTIMATES,
    LARGEST,
    MASK,
    OUTCOMES,
    PLY_CAPACITIES,
    RUNNING,
    STATUS,
    STOPPED,
    TABLE_HITS,
    Capacity,
    count,
    enter,
    is_move,
    new_control,
    refuse,
)
from zerosum.engines.native.machine.state_words import words
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.expectimax import EXACT, error_of
from zerosum.engines.native.search.runner import on_tier, run
from zerosum.engines.native.search.scores import scores_of
from zerosum.engines.search.result import Effort, KnownMove, Result, Stopped
from zerosum.engines.search.rolls import FILTER, Scored, concluded, known_moves, rolls_to_try

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

ESTIMATED, NARROWED = 1 << 32, 1 << 33
"""The flags of an entry."""

TABLE_MEGABYTES = 16
"""The memory of the table, unless told otherwise: most of what a position needs lies in a cache then."""


def entry_words(rules: CompiledRules) -> int:
    """How many words an entry takes."""
    return rules.width + 2


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules: takes a state, rolls, control and table, gives the score as a float."""
    assert rules.odds is not None
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    yields, odds = rules.yields, rules.odds
    scores = scores_of(rules, scale)
    end, horizon = scores.end, scores.horizon
    write, _, same, mixed = words(rules.shape)
    width, size = rules.width, entry_words(rules)

    def leaf(score: int, control: Any) -> float:
        store(control, LARGEST, max(load(control, LARGEST), abs(score)))
        return float(score)

    def score_of(state: State, rolls: int, ply: int, control: Any, table: Any) -> float:
        if not enter(control, ply):
            return 0.0
        if is_over(state):
            return leaf(end(state, ply, control), control)
        at = ((mixed(state) ^ rolls) & load(control, MASK)) * size
        packed = load(table, at + width)
        if packed & (ESTIMATED - 1) == rolls + 1 and same(table, at, state):
            count(control, TABLE_HITS)
            if packed & ESTIMATED:
                count(control, ESTIMATES)
            if packed & NARROWED:
                count(control, CUTOFFS)
            return load_real(table, at + width + 1)
        estimates_before, cuts_before = load(control, ESTIMATES), load(control, CUTOFFS)
        side = to_move(state)
        if side == CHANCE and rolls == 0:
            best = leaf(horizon(state, ply, control), control)
        else:
            is_chance, is_max = side == CHANCE, side == FIRST
            best = 0.0 if is_chance else -inf if is_max else inf
            none = as_word(0)  # a literal would be another type, for which the compiler begins this function again
            total, weights = 0, 0.0
            for given in each_move(state):
                move = as_word(given)
                if not is_move(control, move, yields):
                    return 0.0
                weight = odds(state, move) if is_chance else 1
                if weight < 1:
                    refuse(control, BAD_ODDS, weight)
                    return 0.0
                total += 1
                score = score_of(play(state, move), rolls - 1 if is_chance else none, ply + 1, control, table)
                if load(control, STATUS) != RUNNING:
                    return 0.0
                if is_chance:
                    best += weight * score
                    weights += weight
                elif (score > best) if is_max else (score < best):
                    best = score
            if total == 0:
                refuse(control, BAD_MOVES, 0)
                return 0.0
            if is_chance:
                outcomes = total if weights < EXACT else 2 * total + 2
                store(control, OUTCOMES, max(load(control, OUTCOMES), outcomes))
                best /= weights
            elif rolls > 0:
                # Again, with all rolls, for the moves that are not worse by more than `FILTER` than the best at once.
                least = best - FILTER if is_max else best + FILTER
                best = -inf if is_max else inf
                store(control, ESTIMATES, estimates_before)
                store(control, CUTOFFS, cuts_before)
                for given in each_move(state):
                    child = play(state, as_word(given))
                    estimates, cuts = load(control, ESTIMATES), load(control, CUTOFFS)
                    score = score_of(child, none, ply + 1, control, table)
                    if load(control, STATUS) != RUNNING:
                        return 0.0
                    is_guess = load(control, ESTIMATES) != estimates or load(control, CUTOFFS) != cuts
                    store(control, ESTIMATES, estimates)
                    store(control, CUTOFFS, cuts)
                    if (score < least) if is_max else (score > least):
                        # A move that is left out by its exact value is left out rightly.
                        if is_guess:
                            count(control, CUTOFFS)
                        continue
                    score = score_of(child, rolls, ply + 1, control, table)
                    if load(control, STATUS) != RUNNING:
                        return 0.0
                    if (score > best) if is_max else (score < best):
                        best = score
        write(table, at, state)
        flags = ESTIMATED if load(control, ESTIMATES) != estimates_before else 0
        flags |= NARROWED if load(control, CUTOFFS) != cuts_before else 0
        store(table, at + width, rolls + 1 | flags)
        store_real(table, at + width + 1, best)
        return best

    def search(state: State, rolls: int, control: Any, table: Any) -> float:
        return score_of(state, rolls, 1, address_of(control), address_of(table))

    return build(search, (rules.state_type, NUMBER, WORDS, WORDS))


class RollSearch:
    """Values the moves of a position by looking 0, 1, 2 ... rolls ahead, until the limit; it keeps its table.

    `memory` is that of the table in megabytes. It uses one thread, whatever `threads` say.
    """

    def __init__(
        self, game: Game, *, threads: int | None = None, memory: int | None = None, tier: str = NATIVE
    ) -> None:
        """Begin without a table; nothing is compiled before the first search."""
        refuse_too_much(memory, threads)
        self.game = game
        self.tier = tier
        self.scale = scale_for(game)
        self._compiled: tuple[CompiledRules, Callable[..., Any]] | None = None
        self._megabytes = TABLE_MEGABYTES if memory is None else memory
        self._table: Any = None

    def best(self, state: State, effort: Effort) -> Iterator[Result]:
        """Yield a result for each number of rolls; raises `Stopped` at the limit."""
        for found in self.values(state, effort):
            yield on_tier(concluded(self.game, state, found, effort), self.tier)

    def values(self, state: State, effort: Effort) -> Iterator[dict[Move, KnownMove]]:
        """Yield the values of all moves, or outcomes, for each number of rolls; raises `Stopped` at the limit."""
        if self._compiled is None:
            wait_for_compile(self.game, "rolls", False, effort, self.tier)
            rules = rules_on(self.tier, self.game)
            self._compiled = rules, rules.entry("rolls", compiled, self.scale)
        rules, entry = self._compiled
        slots = 1 << (self._megabytes * MEGABYTE // (8 * entry_words(rules))).bit_length() - 1
        if self._table is None:
            self._table = rules.words(slots * entry_words(rules))
        control = new_control(Capacity(PLY_CAPACITIES[-1], 0), effort.limit, words=rules.words)
        control[MASK] = slots - 1
        for rolls in rolls_to_try(effort):
            scores: dict[Move, Scored] = {}
            for move in listed(self.game.moves(state)):
                child = self.game.rules.play(state, move)
                estimates, cuts = int(control[ESTIMATES]), int(control[CUTOFFS])
                score = run(entry, (child, rolls, control, self._table), control, effort)
                if control[STATUS] == STOPPED:
                    raise Stopped
                scores[move] = Scored(score, control[ESTIMATES] != estimates, control[CUTOFFS] != cuts)
            found = known_moves(self.game, state, scores, rolls, self.scale)
            yield {move: each._replace(value=with_error(each.value, control)) for move, each in found.items()}
            if not any(each.estimated for each in scores.values()):
                return  # no line is longer: one roll more would change nothing


def with_error(value: Value, control: Any) -> Value:
    """A mean with the error that floats can have caused; an estimate has none stated."""
    if not isinstance(value, Expected) or control[OUTCOMES] == 0:
        return value
    error = error_of(int(control[DEEPEST]), int(control[OUTCOMES]), int(control[LARGEST])) / WIN
    return Expected(float(value.mean), nextafter(float(error), inf))
