"""The machine code of selective search: `zerosum.engines.search.selective_tree.SelectiveTree`, compiled.

One body serves all settings: the ideas are a bit set in the control, and quiescence is the same loop as the search,
with the noisy moves alone. So a game is compiled once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zerosum.core.rules import FIRST, SECOND, State
from zerosum.core.value import DISTANCE, MARGIN, SURE, WIN, Scale
from zerosum.engines.native.compile.entries import NUMBER, WORDS, CompiledRules, build
from zerosum.engines.native.compile.missing_hooks import never
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import LINE, address_of, load, load_int32, store, store_int32
from zerosum.engines.native.machine.search_layout import (
    AGE,
    BAD_MOVES,
    CUTOFFS,
    ESTIMATES,
    IDEAS,
    INFINITY,
    KEYS,
    KILLERS,
    LEAVES,
    LENGTHS,
    LOWEST,
    MASK,
    MOVES,
    NO_MOVE,
    ORDER,
    PASSERS,
    PLIES,
    ROOT_DEPTH,
    ROOT_SCORE,
    RUNNING,
    STATUS,
    STRIDE,
    TABLE_HITS,
    TOO_WIDE,
    WIDTH,
    WINDOW_HIGH,
    WINDOW_LOW,
    count,
    end_line,
    enter,
    is_move,
    keep_line,
    refuse,
)
from zerosum.engines.native.search.path import path_of
from zerosum.engines.native.search.runner import ARRAYS
from zerosum.engines.native.search.scores import scores_of
from zerosum.engines.native.search.selective_table import (
    SCORE_OFFSET,
    bound_in,
    depth_in,
    packed,
    score_in,
    table_of,
)
from zerosum.engines.search.ordering import HISTORY
from zerosum.engines.search.result import (
    AT_LEAST,
    AT_MOST,
    EXACT,
)
from zerosum.engines.search.selective_tree import ANY_DEPTH, LMR_DEPTH, LMR_MOVES, NULL_DEPTH, pass_depth, reduction

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

_, USES_KILLERS, USES_HISTORY, REDUCES, PASSES, IS_QUIESCENT, EXTENDS, IS_PROOF, HAS_PARENT = (
    1 << bit for bit in range(9)
)
"""The bits of `IDEAS` in the control, in the order of `Ideas`. Then: whether this is a search of full width, and
whether the position of ply 0 is one of the game before the root, which is at ply 1."""

CLASS_AT, HISTORY_AT, RANK_AT = 58, 24, 14
"""The bits of a sort key: class, history, the game's own rank, and from bit 0 the number of the move."""

MOST_HISTORY, MOST_RANK = (1 << 30) - 1, (1 << 10) - 1

QUIET_FIRST, NOISY_FIRST, NOISY, KILLER, SECOND_KILLER, OTHER = range(6)
"""The classes of moves, in the order in which they are tried; the table's move is quiet or noisy."""

HAS_PASSED = 4
"""What a node knows of those above: in bits 0 and 1 the sides that could have passed, and whether the last one did."""

SEARCH, LOOK = range(2)
"""What the entry does: search, or tell the table's move in a position that is won or lost."""


def history_slots(rules: CompiledRules) -> int:
    """How many history counts each side has, and how many ranks there are."""
    return HISTORY if rules.yields else MOVES


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The entry for these rules: takes a task, a state, its ply, control, rows and table, gives the score."""
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    null_move, position, plies_to_draw = rules.null_move, rules.position, rules.plies_to_draw
    noisy, has_noisy = rules.noisy or never, rules.noisy is not None
    estimate, guess = rules.estimate, scale.guess
    yields, slots, has_order = rules.yields, history_slots(rules), rules.order is not None
    has_null_move, is_counted = rules.has_null_move, rules.has_position
    is_margin, has_distance = scale is MARGIN, scale is DISTANCE
    trusts_entries = not rules.has_repetition
    _, is_repeated, begin, depends = path_of(rules)
    _, end, _, repeated, _, farther, nearer = scores_of(rules, scale)
    keys_of, probe, save = table_of(rules)

    def must_be_noisy(state: State) -> bool:
        """Whether nobody may pass in this game, and every move of this state is noisy."""
        only_noisy = has_noisy and not has_null_move
        if only_noisy:
            for given in each_move(state):
                only_noisy = noisy(state, as_word(given))
                if not only_noisy:
                    break
        return only_noisy

    def arrange(state: State, side: int, first: int, ply: int, only_noisy: bool, control: Any, rows: Any) -> int:
        """Write the moves into this ply's row and their sort keys beside them; -1 when the search must end."""
        row = ply * load(control, STRIDE) + load(control, PLIES)
        width = load(control, WIDTH)
        keys = load(control, ORDER) + ply * width
        history = load(control, KEYS) + slots * side
        ranks = load(control, ORDER) + (load(control, PLIES) + 1) * width
        killers = load(control, KILLERS) + 2 * ply
        ideas = load(control, IDEAS)
        total = 0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return -1
            is_noisy = noisy(state, move)
            if only_noisy and not is_noisy:
                continue
            if total == width:
                store(control, STATUS, TOO_WIDE)
                return -1
            key = total
            if not only_noisy:
                kind = NOISY
                if move == first:
                    kind = NOISY_FIRST if is_noisy else QUIET_FIRST
                elif not is_noisy:
                    kind = OTHER
                    if ideas & USES_KILLERS != 0:
                        if move == load(control, killers) - 1:
                            kind = KILLER
                        elif move == load(control, killers + 1) - 1:
                            kind = SECOND_KILLER
                if kind == OTHER:
                    if ideas & USES_HISTORY != 0:
                        cuts = min(load(control, history + (move & slots - 1)), MOST_HISTORY)
                        key += MOST_HISTORY - cuts << HISTORY_AT
                    if has_order:
                        key += load(control, ranks + (move & slots - 1)) << RANK_AT
                key += kind << CLASS_AT
            store_int32(rows, row + total, move)
            store(control, keys + total, key)
            total += 1
        return total

    def pick(ply: int, tried: int, total: int, control: Any, rows: Any) -> int:
        """Bring the move with the least key to the front of those that are left, and give its class."""
        row = ply * load(control, STRIDE) + load(control, PLIES)
        keys = load(control, ORDER) + ply * load(control, WIDTH)
        least, at = load(control, keys + tried), tried
        for other in range(tried + 1, total):
            key = load(control, keys + other)
            if key < least:
                least, at = key, other
        if at != tried:
            move = load_int32(rows, row + at)
            store_int32(rows, row + at, load_int32(rows, row + tried))
            store(control, keys + at, load(control, keys + tried))
            store_int32(rows, row + tried, move)
            store(control, keys + tried, least)
        return least >> CLASS_AT

    def credit(side: int, move: int, depth: int, ply: int, control: Any) -> None:
        killers = load(control, KILLERS) + 2 * ply
        newest = load(control, killers)
        if newest != move + 1 and load(control, killers + 1) != move + 1:
            store(control, killers + 1, newest)
            store(control, killers, move + 1)
        at = load(control, KEYS) + slots * side + (move & slots - 1)
        store(control, at, load(control, at) + depth * depth)

    def looked_up(
        state: State,
        key: int,
        other: int,
        alpha: int,
        beta: int,
        depth: int,
        ply: int,
        control: Any,
        rows: Any,
        table: Any,
    ) -> tuple[bool, int, int]:
        """Whether the table answers, the score that it gives, and the move to try first."""
        data, move = probe(table, (key & load(control, MASK)) * LINE, key, other)
        first = move - 1
        score, bound, searched = score_in(data), bound_in(data), depth_in(data)
        is_enough = bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)
        if data == 0 or not trusts_entries or searched < depth:
            is_enough = False
        if searched < ANY_DEPTH and load(control, IDEAS) & IS_PROOF != 0:
            is_enough = False
        if is_enough and is_counted and not is_margin and abs(score) > SURE:
            # With the counter that this state has, the win must come before the draw.
            is_enough = has_distance and WIN - abs(score) < plies_to_draw(state)
        if is_enough:
            count(control, TABLE_HITS)
            if searched < ANY_DEPTH:
                count(control, ESTIMATES)
            if first != NO_MOVE:
                store_int32(rows, ply * load(control, STRIDE), first)
                store(control, LENGTHS + ply, 1)
        return is_enough, score, first

    def keep(
        key: int,
        other: int,
        side: int,
        best: int,
        bound: int,
        depth: int,
        is_true: bool,
        move: int,
        control: Any,
        table: Any,
    ) -> None:
        """Store what a search found: `SelectiveTree.keep`."""
        if not is_margin and abs(best) > SURE and bound != (AT_MOST if best > 0 else AT_LEAST):
            if not is_true or is_counted:
                bound = AT_LEAST if best > 0 else AT_MOST
            depth = ANY_DEPTH
        elif is_true and not is_counted:
            depth = ANY_DEPTH
        score = best
        if side == SECOND:
            score = -best
            if bound != EXACT:
                bound = AT_LEAST if bound == AT_MOST else AT_MOST
        if -SCORE_OFFSET < score < SCORE_OFFSET:
            bucket = (key & load(control, MASK)) * LINE
            save(table, bucket, key, other, packed(score, bound, depth, load(control, AGE)), move + 1)

    def score_of(
        state: State,
        alpha: int,
        beta: int,
        depth: int,
        ply: int,
        before: int,
        control: Any,
        rows: Any,
        table: Any,
    ) -> int:
        """The score for the first player, as `SelectiveTree.value` has it; 0 when the search must end.

        The window `a` to `b` and `best` are for the side to move, `sign` turns them round. `before` is what the nodes
        above know of passes (`HAS_PASSED`), `onward` what this one tells its children.
        """
        # Leaves: the end of the game, and a position that repeats.
        if not enter(control, ply):
            return 0
        end_line(control, ply)
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            if load(control, LOWEST) < (1 if load(control, IDEAS) & HAS_PARENT != 0 else 0):
                count(control, ESTIMATES)  # a position of the game before the root: play may still go on from it
            return repeated(state, ply, control)
        side = to_move(state)
        sign = 1 if side == FIRST else -1
        a, b = (alpha, beta) if side == FIRST else (-beta, -alpha)

        # Mate distance: the quickest win comes with the next move, and the window may be beyond it already.
        if has_distance:
            if a >= WIN - 1:
                count(control, LEAVES)
                return sign * (WIN - 1)
            if b <= 1 - WIN:
                count(control, LEAVES)
                return sign * (1 - WIN)

        # Check extension: a side that could pass above and cannot here is in check.
        ideas = load(control, IDEAS)
        passed = state
        can_pass, is_forced = 0, 0
        is_near = ply < 2 * load(control, ROOT_DEPTH)
        if has_null_move and depth >= 0:
            passed = null_move(state)
            can_pass = 1 if passed != state else 0
            if ideas & EXTENDS != 0 and is_near and before >> side & 1 != 0 and not can_pass and ply > 0:
                is_forced = 1
                depth += 1

        onward = before & ~HAS_PASSED | can_pass << side
        is_quiescent = depth <= 0
        is_open = a + 1 < b

        # Table: an answer, or else the move to try first. Quiescence neither reads nor writes it.
        first = NO_MOVE
        key, other = 0, 0
        best, low = -INFINITY, a
        if not is_quiescent:
            key, other = keys_of(position(state))
            least = as_word(ANY_DEPTH if is_open else depth)
            is_known, known, first = looked_up(state, key, other, alpha, beta, least, ply, control, rows, table)
            if is_known:
                return known

        # Null move allowed: not twice in a row, not on the principal variation, not where the window is beyond a win.
        may_leave = (
            ideas & PASSES != 0 and before & HAS_PASSED == 0 and can_pass and not is_open and depth >= NULL_DEPTH
        )
        if may_leave and not is_margin:
            may_leave = -SURE < b < SURE
        if is_quiescent and ideas & IS_QUIESCENT != 0 and must_be_noisy(state):
            pass  # no standing pat: one of the moves has to be made
        elif is_quiescent or may_leave:
            static = sign * int(guess(estimate(state)))
            if is_quiescent:
                # Standing pat: the estimate bounds the score from below; without noisy moves it is the score.
                count(control, ESTIMATES)
                best = static
                low = max(low, best)
                if best >= b or not has_noisy or ideas & IS_QUIESCENT == 0:
                    count(control, LEAVES)
                    return sign * best
            elif static >= b:
                # Null move: pass, and search less deep. If the score still reaches b, some move is assumed to as well.
                shallow = pass_depth(depth)
                lower, upper = nearer(b - 1), nearer(b)
                after = onward | HAS_PASSED
                if side == FIRST:
                    score = farther(score_of(passed, lower, upper, shallow, ply + 1, after, control, rows, table))
                else:
                    score = -farther(score_of(passed, -upper, -lower, shallow, ply + 1, after, control, rows, table))
                if load(control, STATUS) != RUNNING:
                    return 0
                if score >= b:
                    count(control, ESTIMATES)
                    end_line(control, ply)
                    # A pass is no move of the game: it proves no win.
                    bounded: int = score if is_margin else min(score, SURE - 1)
                    return sign * bounded

        # Moves, with sort keys: all of them, or in quiescence the noisy ones.
        estimates_before = load(control, ESTIMATES)
        lowest_before = begin(control)
        total = arrange(state, side, first, ply, is_quiescent, control, rows)
        if total < 0:
            return 0
        if total == 0:
            if not is_quiescent:
                refuse(control, BAD_MOVES, 0)
            count(control, LEAVES)
            depends(ply, lowest_before, control)
            return sign * best
        # Single-reply extension.
        if ideas & EXTENDS != 0 and total == 1 and is_near and not is_forced and not is_quiescent:
            depth += 1
        place = ply * load(control, STRIDE) + load(control, PLIES)
        choice = NO_MOVE
        for tried in range(total):
            kind = NOISY if is_quiescent else pick(ply, tried, total, control, rows)
            move = load_int32(rows, place + tried)
            child = play(state, move)

            # All moves but the first begin with a null window; late quiet ones also with a reduced depth (`less`).
            less, high = 0, b
            if tried > 0 and not is_quiescent:
                high = low + 1
                if (
                    ideas & REDUCES != 0
                    and depth >= LMR_DEPTH
                    and tried >= LMR_MOVES
                    and kind == OTHER
                    and not is_forced
                ):
                    less = min(reduction(depth, tried + 1), depth - 2)

            # Search, and search again: to the full depth if a reduced move is better than the best so far, then with
            # the whole window if it is better still and not a cut.
            while True:
                lower, upper = nearer(low), nearer(high)
                if side == SECOND:
                    lower, upper = -upper, -lower
                score = farther(score_of(child, lower, upper, depth - 1 - less, ply + 1, onward, control, rows, table))
                if load(control, STATUS) != RUNNING:
                    return 0
                score = sign * score
                if less > 0 and score > low:
                    less = 0
                elif high < b and low < score < b:
                    high = b
                else:
                    break

            # A better move, and a cut. A quiet move that cuts becomes a killer and gains history.
            if score > best:
                best, choice = score, move
                keep_line(control, rows, ply, move)
                if ply == 0 and best > low:
                    store(control, ROOT_SCORE, sign * best)
                low = max(low, best)
            if best >= b:
                if kind == QUIET_FIRST or kind > NOISY:
                    credit(side, move, depth, ply, control)
                if tried + 1 < total:
                    count(control, CUTOFFS)
                break

        # Store, with what the score means; a score that depends on the path is not true on another one.
        is_dependent = depends(ply, lowest_before, control)
        if is_quiescent:
            return sign * best
        is_true = load(control, ESTIMATES) == estimates_before and not is_dependent
        bound = AT_MOST if best <= a else AT_LEAST if best >= b else EXACT
        keep(key, other, side, best, bound, depth, is_true, choice, control, table)
        return sign * best

    def search(task: int, state: State, ply: int, control: Any, rows: Any, table: Any) -> int:
        block, moves, entries = address_of(control), address_of(rows), address_of(table)
        if task == LOOK:
            key, other = keys_of(position(state))
            data, known = probe(entries, (key & load(block, MASK)) * LINE, key, other)
            return known - 1 if depth_in(data) == ANY_DEPTH else NO_MOVE
        low, high = load(block, WINDOW_LOW), load(block, WINDOW_HIGH)
        return score_of(state, low, high, load(block, ROOT_DEPTH), ply, load(block, PASSERS), block, moves, entries)

    return build(search, (NUMBER, rules.state_type, NUMBER, *ARRAYS, WORDS))
