"""The tree of selective search: which moves of a position are looked at, in what order, and how deep.

What it does and what its scores mean stands in `zerosum.engines.search.selective`, which deepens it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from math import inf
from typing import Any, NamedTuple

from zerosum.core.errors import BadRequest
from zerosum.core.rules import FIRST, Move, Rules, State, listed
from zerosum.core.spelling import did_you_mean
from zerosum.core.value import DISTANCE, MARGIN, SURE, WIN, Score
from zerosum.engines.search.ordering import history_slot
from zerosum.engines.search.result import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_LINE,
    Found,
    Limit,
    Stopped,
)
from zerosum.engines.search.run import NONE_REPEATED, Run

NAME = "selective"

MOST_DEPTH = 100
"""Deepening ends here at the latest."""

ANY_DEPTH = MOST_DEPTH + 27
"""The depth of an entry that is true at any depth: no estimate had a part in it, or it is a win seen to its end."""

ENTRIES = 1 << 20
"""How many positions the table of the reference tier holds; then it begins again."""

LMR_DEPTH, LMR_MOVES = 3, 3
"""Reductions begin at this depth, after this number of moves."""

NULL_DEPTH = 2
"""Null moves begin at this depth."""

PROOF_NODES = 50_000
"""The nodes that a proof that no quicker win exists may take, on top of as many as the search has taken so far."""


@dataclass(frozen=True)
class Ideas:
    """Which ideas a selective search uses.

    >>> Ideas(lmr=False).name
    'selective-lmr'
    >>> ideas_of("selective-null-lmr") == Ideas(lmr=False, null=False)
    True
    """

    aspiration: bool = True
    killers: bool = True
    history: bool = True
    lmr: bool = True
    null: bool = True
    quiescence: bool = True
    extension: bool = True

    @property
    def name(self) -> str:
        """The name of the search: `selective`, with `-idea` for each idea that is off."""
        return NAME + "".join(f"-{field.name}" for field in fields(self) if not getattr(self, field.name))

    @property
    def bits(self) -> int:
        """The ideas as a bit set, the first one in bit 0: what compiled code reads."""
        return sum(getattr(self, field.name) << place for place, field in enumerate(fields(self)))


IDEAS = tuple(Ideas.__dataclass_fields__)
ALL_IDEAS = Ideas()
NO_IDEAS = Ideas(**dict.fromkeys(IDEAS, False))


def ideas_of(name: str) -> Ideas:
    """The ideas of an algorithm's name, as in `selective-lmr`; raises `BadRequest`."""
    _, *without = name.split("-")
    for idea in without:
        if idea not in IDEAS:
            raise BadRequest(
                f"{name!r} names no idea of selective search{did_you_mean(idea, IDEAS)}; there are: {', '.join(IDEAS)}"
            )
    return Ideas(**{idea: idea not in without for idea in IDEAS})


def reduction(depth: int, number: int) -> int:
    """By how many plies to reduce the search of a late move: more for a greater depth, and for later moves.

    >>> [reduction(3, 4), reduction(4, 4), reduction(8, 8), reduction(8, 20), reduction(12, 40)]
    [1, 1, 2, 3, 4]
    """
    return depth.bit_length() * number.bit_length() // 6


def pass_depth(depth: int) -> int:
    """How deep to search after a null move."""
    return depth - 3 - depth // 4


def sides_that_could_pass(rules: Rules, state: State) -> int:
    """Bit s where side s can pass in this position, or could if it were its turn."""
    found = 0
    null_move = rules.null_move
    while null_move is not None and not rules.is_over(state) and not found >> rules.to_move(state) & 1:
        passed = null_move(state)
        if passed == state:
            break
        found |= 1 << rules.to_move(state)
        state = passed
    return found


class SelectiveEntry(NamedTuple):
    """What the table knows of a position: a score for the first player, what it means, its depth and the best move."""

    score: Score
    bound: int
    depth: int
    move: Move | None


class SelectiveTree:
    """The tree of one position, searched to growing depths, which share a table, killer moves and history.

    `ideas` may be exchanged between two searches. Scores are for the first player, as in every search; `a` and `b` are
    a window for the side to move.
    """

    def __init__(self, run: Run, ideas: Ideas, earlier: frozenset[State]) -> None:
        """Begin with an empty table; positions of the game before the root are draws, as estimates."""
        self.run = run
        self.earlier = earlier
        self.rules = rules = run.game.rules
        self.ideas = ideas
        self.is_margin = run.scale is MARGIN
        self.farther, self.nearer = run.scale.farther, run.scale.nearer
        self.table: dict[State, SelectiveEntry] = {}
        self.trusts_entries = rules.repetition is None
        self.killers: defaultdict[int, list[Move]] = defaultdict(list)
        self.history: tuple[defaultdict[Any, int], ...] = (defaultdict(int), defaultdict(int))
        self.rank = {history_slot(move): rank for rank, move in reversed(list(enumerate(rules.order or ())))}
        self.root_depth = 0
        self.root_found: Found | None = None
        self.is_proof = False

    def value(
        self,
        state: State,
        alpha: Score,
        beta: Score,
        depth: int,
        ply: int,
        *,
        could_pass: int,
        may_pass: bool = True,
    ) -> Found:
        """The score of a position within a window, searched to this depth more or less, and the best line.

        `could_pass` has bit s where side s could have passed somewhere above; `may_pass` is False after a null move.
        """

        def search(state: State, alpha: Score, beta: Score, ply: int) -> Found:
            return self._value(state, alpha, beta, depth, ply, could_pass, may_pass)

        return self.run.search_node(search, state, alpha, beta, ply)

    def _value(
        self, state: State, alpha: Score, beta: Score, depth: int, ply: int, could_pass: int, may_pass: bool
    ) -> Found:
        run, rules, ideas = self.run, self.rules, self.ideas
        if rules.is_over(state):
            return run.end(state)
        if ply > 0 and self.earlier and not self.is_proof and run.position(state) in self.earlier:
            run.effort.estimates += 1  # play may still go on from here, and a proof has to look
            return run.repeated(state)
        side = run.to_move(state)
        sign = 1 if side == FIRST else -1
        a, b = (alpha, beta) if side == FIRST else (-beta, -alpha)
        # The quickest win comes with the next move.
        if run.scale is DISTANCE and a >= WIN - 1:
            run.effort.leaves += 1
            return sign * (WIN - 1), NO_LINE
        if run.scale is DISTANCE and b <= 1 - WIN:
            run.effort.leaves += 1
            return sign * (1 - WIN), NO_LINE

        passed = state if rules.null_move is None or depth < 0 else rules.null_move(state)
        can_pass = passed != state
        is_forced = False
        if ideas.extension and depth >= 0 and ply < 2 * self.root_depth:
            # In check; a side that could never pass, because it has pawns alone, is not.
            is_forced = not can_pass and bool(could_pass >> side & 1) and ply > 0
            depth += is_forced
        could_pass |= can_pass << side
        if depth <= 0:
            return self.quiet_value(state, side, a, b, depth, ply, could_pass)

        is_open = a + 1 < b
        position = run.position(state)
        entry = self.table.get(position)
        if entry is not None and self.is_answer(entry, state, alpha, beta, depth, is_open):
            run.table_hit(entry.score, entry.bound, estimated=entry.depth < ANY_DEPTH)
            return entry.score, NO_LINE if entry.move is None else (entry.move, NO_LINE)

        if (
            ideas.null
            and may_pass
            and can_pass
            and not is_open
            and depth >= NULL_DEPTH
            and (self.is_margin or -SURE < b < SURE)
            and sign * self.static(state) >= b
        ):
            score, _ = self.child_value(passed, side, b - 1, b, pass_depth(depth), ply, could_pass, may_pass=False)
            if score >= b:
                run.effort.estimates += 1
                return sign * (score if self.is_margin else min(score, SURE - 1)), NO_LINE

        estimates_before, lowest_before = run.effort.estimates, run.lowest
        run.lowest = NONE_REPEATED
        killers = self.killers[ply] if ideas.killers else []
        moves = self.ordered(state, side, killers, None if entry is None else entry.move)
        if ideas.extension and len(moves) == 1 and not is_forced and ply < 2 * self.root_depth:
            depth += 1
        best, line, low = -inf, NO_LINE, a
        for number, move in enumerate(moves, start=1):
            child = rules.play(state, move)
            is_quiet = not self.is_noisy(state, move)
            less, high = 0, b
            if number > 1:
                high = low + 1
                if ideas.lmr and depth >= LMR_DEPTH and number > LMR_MOVES and is_quiet and not is_forced:
                    less = 0 if move in killers else min(reduction(depth, number), depth - 2)
            while True:
                score, rest = self.child_value(child, side, low, high, depth - 1 - less, ply, could_pass)
                if less and score > low:
                    less = 0  # late, but better than it seemed: again to the full depth
                elif high < b and low < score < b:
                    high = b  # better than the best so far: how much?
                else:
                    break
            if score > best:
                best, line = score, (move, rest)
                if ply == 0 and best > low:
                    self.root_found = sign * best, line
                low = max(low, best)
            if best >= b:
                if is_quiet:
                    self.credit(side, move, depth, ply)
                run.effort.cutoffs += number < len(moves)
                break

        is_true = run.effort.estimates == estimates_before
        depends = run.depends_on_path(ply, lowest_before)
        bound = AT_MOST if best <= a else AT_LEAST if best >= b else EXACT
        self.keep(position, side, best, bound, depth, line[0], is_true and not depends)
        return sign * best, line

    def child_value(
        self,
        child: State,
        side: int,
        a: Score,
        b: Score,
        depth: int,
        ply: int,
        could_pass: int,
        *,
        may_pass: bool = True,
    ) -> Found:
        """The score of a child for the side that moves above it, for a window of that side."""
        low, high = self.nearer(a), self.nearer(b)
        if side == FIRST:
            score, rest = self.value(child, low, high, depth, ply + 1, could_pass=could_pass, may_pass=may_pass)
            return self.farther(score), rest
        score, rest = self.value(child, -high, -low, depth, ply + 1, could_pass=could_pass, may_pass=may_pass)
        return -self.farther(score), rest

    def quiet_value(self, state: State, side: int, a: Score, b: Score, depth: int, ply: int, could_pass: int) -> Found:
        """Quiescence: the side stands pat on the estimate, or goes on with noisy moves.

        In a game without passes, a side that has noisy moves alone cannot stand pat: it has to make one of them, as
        where captures are obligatory.
        """
        sign = 1 if side == FIRST else -1
        run = self.run
        best, line = -inf, NO_LINE
        if not (self.ideas.quiescence and self.must_be_noisy(state)):
            run.effort.estimates += 1
            best = sign * self.static(state)
        low = max(a, best)
        moves = []
        if self.ideas.quiescence and best < b:
            moves = [move for move in run.moves(state) if self.is_noisy(state, move)]
        for number, move in enumerate(moves, start=1):
            child = self.rules.play(state, move)
            # Below depth 0 nothing is extended.
            score, rest = self.child_value(child, side, low, b, depth - 1, ply, could_pass)
            if score > best:
                best, line = score, (move, rest)
                low = max(low, best)
            if best >= b:
                run.effort.cutoffs += number < len(moves)
                break
        run.effort.leaves += not moves
        return sign * best, line

    def static(self, state: State) -> Score:
        """The estimate of a position, for the first player."""
        estimate = self.rules.estimate
        return self.run.scale.guess(0 if estimate is None else estimate(state))

    def is_noisy(self, state: State, move: Move) -> bool:
        """Whether the game calls this move noisy."""
        return self.rules.noisy is not None and bool(self.rules.noisy(state, move))

    def must_be_noisy(self, state: State) -> bool:
        """Whether nobody may pass in this game, and every move of this state is noisy."""
        rules = self.rules
        if rules.null_move is not None or rules.noisy is None:
            return False
        return all(rules.noisy(state, move) for move in listed(rules.moves(state)))

    def ordered(self, state: State, side: int, killers: list[Move], first: Move | None) -> list[Move]:
        """The moves as they are tried: the table's, noisy ones, killers, and others by history and the game's order."""
        history, rank, last = self.history[side], self.rank, len(self.rank)

        def key(move: Move) -> tuple[Any, ...]:
            if move == first:
                return (0,)
            if self.is_noisy(state, move):
                return (1,)
            if move in killers:
                return 2, killers.index(move)
            slot = history_slot(move)
            return 3, -history[slot] if self.ideas.history else 0, rank.get(slot, last)

        return list(self.run.moves(state, key))

    def credit(self, side: int, move: Move, depth: int, ply: int) -> None:
        """Remember that a quiet move has cut: at this ply, and anywhere."""
        killers = self.killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        self.history[side][history_slot(move)] += depth * depth

    def is_answer(
        self, entry: SelectiveEntry, state: State, alpha: Score, beta: Score, depth: int, is_open: bool
    ) -> bool:
        """Whether an entry settles this search. On the principal variation only a true one does."""
        if not self.trusts_entries or entry.depth < (ANY_DEPTH if is_open or self.is_proof else depth):
            return False
        left = self.rules.plies_to_draw
        is_win = not self.is_margin and abs(entry.score) > SURE
        # With the counter that this state has, the win must come before the draw.
        if left is not None and is_win and (self.run.scale is not DISTANCE or WIN - abs(entry.score) >= left(state)):
            return False
        if entry.bound == AT_LEAST:
            return bool(entry.score >= beta)
        return entry.bound == EXACT or bool(entry.score <= alpha)

    def keep(self, position: State, side: int, best: Score, bound: int, depth: int, move: Move, is_true: bool) -> None:
        """Store what a search found, unless the table knows the position better."""
        is_counted = self.rules.position is not None
        if not self.is_margin and abs(best) > SURE and bound != (AT_MOST if best > 0 else AT_LEAST):
            # A win was seen to its end, a loss too; there may be a quicker one where estimates had a part.
            if not is_true or is_counted:
                bound = AT_LEAST if best > 0 else AT_MOST
            depth = ANY_DEPTH
        elif is_true and not is_counted:
            depth = ANY_DEPTH
        score = best if side == FIRST else -best
        if side != FIRST and bound != EXACT:
            bound = AT_LEAST if bound == AT_MOST else AT_MOST
        known = self.table.get(position)
        if known is not None and known.depth > depth:
            return
        if known is None and len(self.table) >= ENTRIES:
            self.table.clear()
        self.table[position] = SelectiveEntry(score, bound, depth, move)

    def no_quicker_end(self, state: State, score: Score) -> bool:
        """Whether a search of full width proves that neither side can win in fewer plies than this score says."""
        distance = int(WIN - abs(score))
        if self.run.scale is not DISTANCE:
            return False
        ideas, limit = self.ideas, self.run.effort.limit
        nodes = self.run.effort.nodes
        most = 2 * nodes + PROOF_NODES
        self.run.effort.limit = Limit(
            nodes=most if limit.nodes is None else min(most, limit.nodes), seconds=limit.seconds
        )
        self.run.effort.check_at = min(self.run.effort.check_at, most)
        self.ideas, self.is_proof = NO_IDEAS, True
        low, high = (score, score + 1) if score > 0 else (score - 1, score)
        try:
            found, _ = self.value(state, low, high, distance - 1, 0, could_pass=0)
            return bool(found <= low if score > 0 else found >= high)
        except Stopped:
            if self.run.effort.limit.nodes == limit.nodes or self.run.effort.nodes < most:
                raise
            return False
        finally:
            self.ideas, self.is_proof = ideas, False
            self.run.effort.limit = limit

    def line_on(self, state: State, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """The line of a win, continued by the table's moves as far as they go."""
        rules, moves = self.rules, list(line)
        for move in line:
            state = rules.play(state, move)
        seen = {state}
        while not rules.is_over(state):
            entry = self.table.get(self.run.position(state))
            if entry is None or entry.move is None or entry.depth < ANY_DEPTH:
                break
            moves.append(entry.move)
            state = rules.play(state, entry.move)
            if state in seen:
                return line
            seen.add(state)
        return tuple(moves)
