"""Transposition table, compiled: the twin of `zerosum.engines.search.transposition_table`, with a table of its own.

The table has a fixed size. A slot holds two entries: the one whose search cost more nodes, and the newest. An
entry holds the whole state, so that it never answers for another one:

    | state, one word each | 1 + bound << 1 + depth << 3 + move << 19 + score << 26 + effort << 47 |

where depth and move are one more than they are, 0 standing for "true at any depth" and for "no move", the score is
counted from the least one, and the effort is the number of nodes, rounded (`rounded`). A margin, which may be any
number, has a word of its own behind these, and so has the move of a game that yields its moves. A slot of most games
is one line of a processor's cache, which is what a look at the table costs.
The best move is kept and not the whole line behind it; the line of an exact answer is
completed by asking on along it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import MAX_PLIES, BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, State, listed, positions_of
from zerosum.core.value import DISTANCE, MARGIN, SURE, WIN, Outcome, Scale, Value, scale_for
from zerosum.engines.native.compile.entries import NATIVE, WORDS, CompiledRules, build, rules_on, write
from zerosum.engines.native.machine.memory import address_of, load, load_int32, store, store_int32
from zerosum.engines.native.machine.search_layout import (
    CUTOFFS,
    EARLIER,
    ESTIMATES,
    HORIZON,
    INFINITY,
    KEYS,
    LENGTHS,
    MASK,
    NO_MOVE,
    NODES,
    PATH,
    PLIES,
    RUNNING,
    SMALLEST,
    STATUS,
    STOPPED,
    STRIDE,
    TABLE_HITS,
    TOO_DEEP,
    TOO_WIDE,
    count,
    enter,
    keep_line,
    line_of,
    new_control,
    new_rows,
)
from zerosum.engines.native.machine.shapes import words_of
from zerosum.engines.native.machine.state_words import words
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.move_order import key_slots, move_order, rank_moves
from zerosum.engines.native.search.path import path_of, path_width
from zerosum.engines.native.search.runner import ARRAYS, NativeRun, concluded, run
from zerosum.engines.native.search.scores import scores_of
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT, Effort, Limit, Result, Stopped
from zerosum.engines.search.signature import search_with

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

ENTRIES = 1 << 17
"""How many entries a table holds unless told otherwise: few enough to stay in a processor's cache, 4 MB where a state
has three words. On 4x4x4, a table of 2^20 saved a twentieth of the nodes and took twice as long."""

EFFORT = 47
"""The bit from which on an entry says how much its search cost."""


def rounded(nodes: int) -> int:
    """Monotonic 16-bit floating-point code of a node count: a mantissa of eleven bits and an exponent.

    >>> [rounded(nodes) for nodes in (0, 2047, 2048, 4095, 4096, 1 << 40)]
    [0, 2047, 2048, 4095, 4096, 61440]
    """
    shift = max(0, nodes.bit_length() - 12)
    return min((shift << 11) + (nodes >> shift), 0xFFFF)


def entry_words(rules: CompiledRules, scale: Scale) -> int:
    """How many words an entry takes."""
    return rules.width + 1 + (scale is MARGIN) + rules.yields


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale, narrows: bool = False) -> Callable[..., Any]:
    """The search's entry for these rules: takes a state, control, rows and entries, gives the score.

    With `narrows` it is principal variation search: all moves but the first begin with a null window.
    """
    to_move, play, is_over = rules.to_move, rules.play, rules.is_over
    arrange, credit = move_order(rules)
    _, is_repeated, begin, depends = path_of(rules)
    _, end, _, repeated, horizon, farther, nearer = scores_of(rules, scale)
    write, _, same, mixed = words(rules.shape)
    width, yields = rules.width, rules.yields
    is_margin, has_distance = scale is MARGIN, scale is DISTANCE
    # As in the reference: with a rule for repetition, entries only say which move to try first.
    trusts_entries = not rules.has_repetition
    size = entry_words(rules, scale)
    move_at = size - 1

    def find(table: Any, slot: int, state: State) -> int:
        """Where the entry of a state is, or -1."""
        if load(table, slot + width) != 0 and same(table, slot, state):
            return slot
        if load(table, slot + size + width) != 0 and same(table, slot + size, state):
            return slot + size
        return -1

    def put(table: Any, slot: int, state: State, score: int, move: int, packed: int) -> None:
        """Remember this; what cost more nodes stays in the first place, and moves to the second when it must go."""
        kept = load(table, slot + width)
        at = slot
        if kept != 0 and not same(table, slot, state):
            if packed >> EFFORT >= kept >> EFFORT:
                for i in range(size):
                    store(table, slot + size + i, load(table, slot + i))
            else:
                at = slot + size
        write(table, at, state)
        if yields:
            store(table, at + move_at, move)
        else:
            packed |= (move + 1) << 19
        if is_margin:
            store(table, at + width + 1, score)
        else:
            packed |= score + WIN << 26
        store(table, at + width, packed)

    def is_proven(score: int, depth: int) -> bool:
        if is_margin or abs(score) <= SURE:
            return False
        return not has_distance or WIN - abs(score) <= depth

    def holds_on_any_path(score: int, bound: int) -> bool:
        if is_margin or not trusts_entries:
            return False
        return (score > SURE and bound != AT_MOST) or (score < -SURE and bound != AT_LEAST)

    def score_of(state: State, alpha: int, beta: int, ply: int, control: Any, rows: Any, table: Any) -> int:
        if not enter(control, ply):
            return 0
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            return repeated(state, ply, control)
        if ply >= load(control, HORIZON):
            return horizon(state, ply, control)

        depth = load(control, HORIZON) - ply
        slot = (mixed(state) & load(control, MASK)) * 2 * size
        at = find(table, slot, state)
        first = NO_MOVE
        if at >= 0:
            packed = load(table, at + width)
            score = load(table, at + width + 1) if is_margin else (packed >> 26 & 0x1FFFFF) - WIN
            bound, searched = packed >> 1 & 3, (packed >> 3 & 0xFFFF) - 1
            first = load(table, at + move_at) if yields else (packed >> 19 & 127) - 1
            is_enough = bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)
            if trusts_entries and is_enough and (searched == -1 or searched == depth):
                count(control, TABLE_HITS)
                if searched != -1:
                    count(control, ESTIMATES)
                store_int32(rows, ply * load(control, STRIDE), first)
                store(control, LENGTHS + ply, 1)
                return score

        estimates_before, nodes_before = load(control, ESTIMATES), load(control, NODES)
        lowest_before = begin(control)
        side = to_move(state)
        is_max = side == FIRST
        total = arrange(state, side, first, ply, control, rows)
        if total == 0:
            return 0
        place = ply * load(control, STRIDE) + load(control, PLIES)
        low, high = alpha, beta
        best, choice = -INFINITY if is_max else INFINITY, NO_MOVE
        for tried in range(total):
            move = load_int32(rows, place + tried)
            child = play(state, move)
            least, most = low, high
            if narrows and tried > 0:
                least, most = (low, low + 1) if is_max else (high - 1, high)
            score = farther(score_of(child, nearer(least), nearer(most), ply + 1, control, rows, table))
            if narrows and tried > 0 and low < score < high and load(control, STATUS) == RUNNING:
                score = farther(score_of(child, nearer(low), nearer(high), ply + 1, control, rows, table))
            if load(control, STATUS) != RUNNING:
                return 0
            if (score > best) if is_max else (score < best):
                best, choice = score, move
                keep_line(control, rows, ply, move)
                if is_max:
                    low = max(low, best)
                else:
                    high = min(high, best)
            if low >= high:
                credit(control, side, move)
                if tried + 1 < total:
                    count(control, CUTOFFS)
                break

        is_true = load(control, ESTIMATES) == estimates_before or is_proven(best, depth)
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        if depends(ply, lowest_before, control):
            if not is_true or not holds_on_any_path(best, bound):
                return best
            bound = AT_LEAST if best > 0 else AT_MOST
        searched = -1 if is_true else depth
        effort = rounded(load(control, NODES) - nodes_before)
        put(table, slot, state, best, choice, 1 | bound << 1 | (searched + 1) << 3 | effort << EFFORT)
        return best

    def search(state: State, control: Any, rows: Any, table: Any) -> int:
        return score_of(state, -INFINITY, INFINITY, 0, address_of(control), address_of(rows), address_of(table))

    return build(search, (rules.state_type, *ARRAYS, WORDS))


class NativeTableSearch:
    """Searches of one game that share a table and what was learnt; the counters add up."""

    def __init__(
        self,
        game: Game,
        effort: Effort,
        *,
        plain: bool = False,
        entries: int = ENTRIES,
        repeats: bool | None = None,
        narrows: bool = False,
        tier: str = NATIVE,
    ) -> None:
        """Begin with an empty table for so many entries, rounded down to a power of two.

        `repeats` is as in `native_rules`, `narrows` as in `compiled`. Raises `Stopped` when the limit ends before
        everything is compiled.
        """
        if entries < 2:
            raise BadRequest(f"a table needs room for 2 entries at least, not {entries}")
        module = "pvs" if narrows else "transposition_table"
        wait_for_compile(game, module, plain, effort, tier)
        self.tier = tier
        self.rules = rules_on(tier, game, repeats=repeats)
        self.scale = scale_for(game, plain)
        self.entry = self.rules.entry(module, compiled, self.scale, narrows)
        slots = 1 << (entries // 2).bit_length() - 1
        self.table = self.rules.words(2 * slots * entry_words(self.rules, self.scale))
        self.game = game
        self.capacity = SMALLEST
        self.control = self._new_control(effort.limit)
        self.control[MASK] = slots - 1
        rank_moves(self.rules, self.control)
        self.rows = new_rows(self.capacity, self.rules.halves)
        self.effort = effort

    def _new_control(self, limit: Limit) -> Any:
        slots, width = key_slots(self.rules), path_width(self.rules)
        return new_control(self.capacity, limit, slots, width, words=self.rules.words)

    @property
    def stopped(self) -> bool:
        """Whether a limit ended the last search."""
        return bool(self.control[STATUS] == STOPPED)

    def score_of(self, state: State, horizon: int, before: State | None = None) -> tuple[int, tuple[int, ...]]:
        """The score of a position to this depth, and the best line as far as it was kept.

        With a rule for repetition, the position `before` it counts as one that has occurred.
        """
        self._make_room_for_moves(state)
        self.control[HORIZON] = min(horizon, MAX_PLIES + 1)
        self.control[EARLIER] = before is not None and self.rules.has_repetition
        if self.control[EARLIER]:
            assert isinstance(before, tuple)
            root = int(self.control[PATH])
            earlier: Any = positions_of(self.game.rules)(before)
            write(self.control, root - self.rules.width, words_of(earlier))
        score = run(self.entry, (state, self.control, self.rows, self.table), self.control, self.effort)
        while self.control[STATUS] in (TOO_DEEP, TOO_WIDE):
            self._make_room()
            score = run(self.entry, (state, self.control, self.rows, self.table), self.control, self.effort)
        return int(score), line_of(self.control, self.rows)

    def complete(self, state: State, line: tuple[int, ...], plies: int | None) -> tuple[int, ...] | None:
        """The line of an exact value, played on to the end of the game; None when a limit comes first.

        `plies` is how far away a win or loss is, where that is known. Where positions can repeat, a search without a
        depth limit may not end: there only such a line is played on, by searches of so many plies. With a rule for
        repetition no line was cut short by the table, and none is played on.
        """
        rules, repeats = self.game.rules, self.rules.repeats
        if repeats and (plies is None or self.rules.has_repetition):
            return line
        while True:
            end = state
            for move in line:
                end = rules.play(end, move)
            if rules.is_over(end):
                return line
            depth = plies - len(line) if repeats and plies is not None else MAX_PLIES + 1
            assert depth > 0
            rest = self.score_of(end, depth)[1]
            if self.stopped:
                return None
            line += rest

    def concluded(
        self, algorithm: str, state: State, found: tuple[int, tuple[int, ...]], depth: int, estimated: bool
    ) -> Result:
        """The result of a finished search, with the whole line when it is exact."""
        score, line = found

        def result(line: tuple[int, ...]) -> Result:
            return concluded(
                algorithm, self.game, state, self.scale, self.effort, (score, line),
                depth=depth, estimated=estimated, repeats=self.rules.repeats, tier=self.tier,
            )  # fmt: skip

        known = result(line)
        if not known.exact:
            return known
        whole = self.complete(state, line, plies_to_win(known.value))
        if whole is not None:
            return result(whole)
        # How long a draw lasts is read from its line, and there was no time for all of it.
        is_draw = isinstance(known.value, Outcome) and known.value.result == 0
        return replace(known, value=Outcome(0)) if is_draw else known

    def _make_room_for_moves(self, state: State) -> None:
        """Let a row hold the moves of the root: a search that finds too late that it does not has counted nodes."""
        if not self.rules.yields or self.game.rules.is_over(state):
            return
        while len(listed(self.game.rules.moves(state))) > self.capacity.moves:
            self.control[STATUS] = TOO_WIDE
            self._make_room()

    def _make_room(self) -> None:
        before = self.control
        self.capacity = self.capacity.grown(int(before[STATUS]))
        self.control = self._new_control(self.effort.limit)
        self.control[:PLIES] = before[:PLIES]
        self.control[MASK] = before[MASK]
        # The move keys, and behind them the position before the root, up to where the path begins.
        kept = before[before[KEYS] : before[PATH]]
        self.control[self.control[KEYS] : self.control[PATH]] = kept
        self.control[STATUS] = RUNNING
        self.rows = new_rows(self.capacity, self.rules.halves)


def plies_to_win(value: Value) -> int | None:
    """How many plies away a win or a loss is, where that is known."""
    return value.distance if isinstance(value, Outcome) and value.result else None


@search_with(NativeRun, "table")
def transposition_table(run: NativeRun, *, entries: int = ENTRIES) -> Result:
    """Search a position by compiled alpha-beta with ordering and a transposition table.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(transposition_table(game, game.start).value)
    'draw in 9'
    """
    return answer_with_table(run, entries)


def answer_with_table(run: NativeRun, entries: int, *, narrows: bool = False) -> Result:
    """The result of one search with a new table: by `table`, or by `pvs`, which narrows its windows."""
    game, effort, horizon = run.game, run.effort, run.effort.limit.horizon

    def searched(repeats: bool | None) -> Result:
        try:
            search = NativeTableSearch(
                game, effort, plain=run.plain, entries=entries, repeats=repeats, narrows=narrows, tier=run.tier
            )
        except Stopped:
            return run.give_up()
        found = search.score_of(run.state, horizon)
        if search.stopped:
            return run.give_up()
        return search.concluded(run.algorithm, run.state, found, horizon, effort.estimates > 0)

    try:
        return searched(None)
    except EndlessGame:
        if rules_on(run.tier, game).repeats:
            raise
    return searched(True)  # as in `Run.restart_with_path`
