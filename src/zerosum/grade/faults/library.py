"""The library of seeded faults: what programs get wrong, by name, with the variants in which it is met.

The names are those that a teacher would use. Two faults may answer alike everywhere; then naming gives both names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from zerosum.game import Move, State
from zerosum.grade.faults import thumb_rules as rules
from zerosum.grade.faults.alphabeta import (
    Order,
    Window,
    alphabeta,
    bounds_as_values,
    common_window,
    negamax,
    right_other_cut,
    right_own_cut,
)
from zerosum.grade.faults.ends import (
    WIN,
    Worth,
    by_lines,
    by_rules,
    right_worth,
    when_full,
    with_empty_lines,
)
from zerosum.grade.faults.fault import Answers, Fault, Variant
from zerosum.grade.faults.minimax import Switches, counted_by_siblings, minimax, move_as_value, right
from zerosum.grade.faults.positions import Positions
from zerosum.grade.faults.shared_board import Undo, shared_board

DEPTHS = range(1, 9)
"""Limits of a search of a small game."""

Variants = Iterator[Variant]


def library(positions: Positions) -> tuple[Fault, ...]:
    """All faults that a program for this game can have."""
    makers = GENERAL | (OF_LINES if positions.has_lines else {})
    return tuple(Fault(name, tuple(maker(positions))) for name, maker in makers.items())


def _searched(positions: Positions, words: str, switches: Switches) -> Variant:
    return Variant(words, lambda asked: minimax(positions, switches))


def _both(positions: Positions, words: str, **switches: object) -> Variants:
    """The same mistake in a search that values all wins alike, and in one that prefers quick wins."""
    for by_distance in (False, True):
        yield _searched(positions, words, Switches(by_distance=by_distance, **switches))  # type: ignore[arg-type]


def _plain(words: str, make: Callable[[], Answers]) -> Variant:
    return Variant(words, lambda asked: make())


# Depth


def depth_limits(positions: Positions) -> Variants:
    """A search that stops before the end of the game."""
    for depth in DEPTHS:
        words = f"the search stopped after {depth} {'ply' if depth == 1 else 'plies'}"
        yield from _both(positions, words, depth=depth)
        estimate = positions.rules.estimate
        if estimate is not None and depth <= 6:
            by_first = estimate

            def horizon(state: State, side: int, estimate: Callable[[State], int] = by_first) -> int:
                found = max(-WIN // 2, min(WIN // 2, estimate(state)))
                return found if side == 0 else -found

            words += " and judged the position there by its open lines"
            yield _searched(positions, words, Switches(depth=depth, horizon=horizon))


def sibling_depths(positions: Positions) -> Variants:
    """Depth that is counted down once more for every sibling."""
    words = "the depth left was counted down for every sibling instead of once per ply"
    for depth in (9, *range(2, 9)):
        for stop in (0, None):

            def child_depth(left: int, number: int, stop: int | None = stop) -> int:
                found = left - 1 - number
                # A test for exactly 0 lets a negative depth pass: there is no limit any more.
                return max(found, 0) if stop == 0 else max(found, -1) if left >= 0 else -1

            yield from _both(positions, words, depth=depth, child_depth=child_depth)
    for per_win in (10, 100):
        yield _plain(
            "the ply number grew with every sibling instead of once per ply",
            partial(counted_by_siblings, positions, per_win=per_win),
        )


# Values


def wrong_signs(positions: Positions) -> Variants:
    """Ends that are valued for the wrong side."""

    def flipped(winner: int | None, side: int, mover: int) -> int:
        return -right_worth(winner, side, mover)

    def worth_of(of_own: int, of_other: int) -> Worth:
        return lambda winner, side, mover: 0 if winner is None else WIN * (of_own if winner == side else of_other)

    yield from _both(positions, "a win of the other side counted as its own", end=by_rules(positions, flipped))
    for words, own, other in (
        ("a line of either side counted as a win", 1, 1),
        ("a line of either side counted as a loss", -1, -1),
        ("it did not count the wins of the other side", 1, 0),
        ("it did not count its own wins", 0, -1),
        ("no win was ever found", 0, 0),
    ):
        yield from _both(positions, words, end=by_rules(positions, worth_of(own, other)))

    def mover_wins(winner: int | None, side: int, mover: int) -> int:
        return 0 if winner is None else WIN if mover == side else -WIN

    def without_minus(values: Sequence[int]) -> int:
        return max(values)

    # Negamax without the minus: every node takes the greatest value, and an end is valued for who would move there.
    def for_mover(winner: int | None, side: int, mover: int) -> int:
        return 0 if winner is None else WIN if winner == mover else -WIN

    words = "the value of a child was taken without changing its sign"
    yield from _both(positions, words, end=by_rules(positions, for_mover), other=without_minus)
    yield from _both(positions, words, end=by_rules(positions, for_mover), other=without_minus, root=min)
    yield from _both(
        positions,
        words,
        end=by_rules(positions, lambda winner, side, mover: 0 if winner is None else WIN),
        other=without_minus,
    )
    for first, second in ((1, 0), (0, -1), (1, 1), (-1, -1), (-1, 1)):

        def fixed(winner: int | None, side: int, mover: int, first: int = first, second: int = second) -> int:
            if winner is None:
                return 0
            value = WIN * (first if winner == 0 else second)
            return value if side == 0 else -value

        marks = positions.game.sides
        words = {
            (1, 0): f"it did not count the wins of {marks[1]}",
            (0, -1): f"it did not count the wins of {marks[0]}",
            (1, 1): f"a line of either side counted as a win of {marks[0]}",
            (-1, -1): f"a line of either side counted as a win of {marks[1]}",
            (-1, 1): f"a win of {marks[0]} counted as one of {marks[1]}, and the other way round",
        }[first, second]
        yield from _both(positions, words, end=by_rules(positions, fixed))
    if positions.has_lines:
        lines = positions.all_lines
        for words, sees in (
            ("it did not see the lines of the other side", lambda winner, side: winner == side),
            ("it did not see its own lines", lambda winner, side: winner != side),
            (f"it did not see the lines of {positions.game.sides[1]}", lambda winner, side: winner == 0),
            (f"it did not see the lines of {positions.game.sides[0]}", lambda winner, side: winner == 1),
        ):
            yield from _both(positions, words, end=by_lines(positions, lines, sees=sees))


def draw_values(positions: Positions) -> Variants:
    """Draws that are valued as something else."""

    def worth_of(draw: Callable[[int, int], int]) -> Worth:
        def worth(winner: int | None, side: int, mover: int) -> int:
            return draw(side, mover) if winner is None else right_worth(winner, side, mover)

        return worth

    for words, draw in (
        ("a draw counted as a loss", lambda side, mover: -WIN),
        ("a draw counted as a win", lambda side, mover: WIN),
        ("a draw counted as a win of who moved last", lambda side, mover: -WIN if mover == side else WIN),
        ("a draw counted as a loss of who moved last", lambda side, mover: WIN if mover == side else -WIN),
    ):
        yield from _both(positions, words, end=by_rules(positions, worth_of(draw)))


def swapped(positions: Positions) -> Variants:
    """Nodes that take the minimum where the maximum is due, or the other way round."""
    for words, own, other, root in (
        ("min and max were swapped everywhere", min, max, min),
        ("min and max were swapped below the first move", min, max, max),
        ("the other side chose the best move for the agent", max, max, max),
        ("the agent chose its worst move below the first one", min, min, max),
        ("the worst move was chosen at the root", max, min, min),
        ("the worst move was chosen at the root, and the other side was thought to help", max, max, min),
        ("the worst move was chosen at every turn of the agent", min, min, min),
    ):
        yield from _both(positions, words, own=own, other=other, root=root)


def best_starts(positions: Positions) -> Variants:
    """Best values that start too high or too low, so that no move beats them."""
    at_least = [
        ("the best value so far started at 0 instead of minus infinity", 0, 0),
        ("the best value so far started at 0 where the agent moves", 0, None),
        ("the best value so far started at 0 where the other side moves", None, 0),
    ]
    for words, own_start, other_start in at_least:

        def own(values: Sequence[int], start: int | None = own_start) -> int:
            return max(values) if start is None else max(start, *values)

        def other(values: Sequence[int], start: int | None = other_start) -> int:
            return min(values) if start is None else min(start, *values)

        yield from _both(positions, words, own=own, other=other)
    # At the root only moves that beat the start are noted: else the first one stays.
    for by_distance in (False, True):
        for start in (0,):
            yield _plain(
                "the first move was kept unless another one was worth more than 0",
                partial(_kept_first, positions, start, by_distance),
            )
    words = "the best value of the other side started too low, so that no reply was ever taken"
    yield from _both(positions, words, other=lambda values: -WIN)
    words = "the best value of the agent started too high, so that no move was ever taken"
    yield from _both(positions, words, own=lambda values: WIN)


def _kept_first(positions: Positions, start: int, by_distance: bool) -> Answers:
    answers = right(positions, by_distance=by_distance)
    truth = minimax(positions, Switches(own=lambda values: max(values), root=lambda values: max(start + 1, *values)))

    def kept(state: State) -> Sequence[Move]:
        return answers(state) if truth(state) else [positions.children(state)[0][0]]

    return kept


def one_child(positions: Positions) -> Variants:
    """Nodes that return the value of one certain child."""
    for name, index in (("last", -1), ("first", 0)):

        def pick(values: Sequence[int], index: int = index) -> int:
            return values[index]

        yield from _both(positions, f"a node returned the value of its {name} child", own=pick, other=pick)
        words = f"a node returned the value of its {name} child where the agent moves"
        yield from _both(positions, words, own=pick)
        words = f"a node returned the value of its {name} child where the other side moves"
        yield from _both(positions, words, other=pick)
        yield from _both(positions, f"a node returned the value of its {name} child", own=pick, other=pick, root=pick)


def sums(positions: Positions) -> Variants:
    """Nodes that add up the values of their children."""
    yield from _both(positions, "the values of all children were added up", own=sum, other=sum)
    yield from _both(positions, "the values of all replies were added up", other=sum)
    yield from _both(positions, "the values of all own moves were added up", own=sum)

    def mean(values: Sequence[int]) -> int:
        return sum(values) * WIN // len(values) // WIN

    yield _searched(positions, "the values of all children were averaged", Switches(own=mean, other=mean))


def move_numbers(positions: Positions) -> Variants:
    """Inner nodes that return a move where a value is needed."""
    for base in (0, 1):
        for win in (1, 10):
            for takes_last in (False, True):
                yield _plain(
                    "a node returned the number of its best move, which was taken for its value",
                    partial(move_as_value, positions, base=base, win=win, takes_last=takes_last),
                )


# Whose turn


def wrong_turns(positions: Positions) -> Variants:
    """Searches that have the wrong side move."""
    marks = positions.game.sides
    for side in (0, 1):
        words = f"it always chose the move that is best for {marks[side]}"
        yield from _both(positions, words, maximiser=side)
    if not positions.has_lines:
        return
    yield from _both(positions, "the agent moved at every ply", goes_on=positions.turned)

    def once(by_distance: bool) -> Answers:
        # The reply is left out: after its move the agent is thought to be to move again.
        return _after_root(positions, Switches(by_distance=by_distance))

    for by_distance in (False, True):
        yield _plain("it was thought to be to move again after its own move", partial(once, by_distance))
    for words, chosen in (
        ("it took itself for the other side", (1, 0)),
        (f"it always took {marks[0]} to be to move", (0, 0)),
        (f"it always took {marks[1]} to be to move", (1, 1)),
    ):
        for by_distance in (False, True):
            yield _plain(words, partial(_as_side, positions, chosen, by_distance))


def _as_side(positions: Positions, chosen: tuple[int, int], by_distance: bool) -> Answers:
    """Perfect play for the side `chosen[mover]`."""
    search = minimax(positions, Switches(by_distance=by_distance, end=by_lines(positions, positions.all_lines)))

    def answers(state: State) -> Sequence[Move]:
        mover = positions.mover(state)
        return search(state if chosen[mover] == mover else positions.turned(state))

    return answers


def _after_root(positions: Positions, switches: Switches) -> Answers:
    """Values of the moves as if the same side moved again after each of them."""
    end = by_rules(positions)

    def values(state: State) -> list[Move]:
        side = positions.mover(state)
        pairs = []
        for move, child in positions.children(state):
            ended = end(child, side)
            if ended is None:
                ended = _value(positions, positions.turned(child), side, known, switches.by_distance)
            pairs.append((ended, move))
        best = max(pairs)[0]
        return [move for found, move in pairs if found == best]

    known: dict[tuple[State, int], int] = {}
    return values


def _value(
    positions: Positions, state: State, side: int, known: dict[tuple[State, int], int], by_distance: bool
) -> int:
    """The minimax value of a state that the rules may never reach."""
    key = state, side
    if key not in known:
        found = by_lines(positions, positions.all_lines)(state, side)
        if found is None:
            values = [_value(positions, child, side, known, by_distance) for _, child in positions.children(state)]
            found = (max if positions.mover(state) == side else min)(values)
            found = found - (found > 0) + (found < 0) if by_distance else found
        known[key] = found
    return known[key]


# Lines


def empty_lines(positions: Positions) -> Variants:
    """Three empty cells that are taken for a line."""
    for words, worth in (
        ("an empty line ended the game as a draw", lambda side, mover: 0),
        ("an empty line counted as its own win", lambda side, mover: WIN),
        ("an empty line counted as a win of the other side", lambda side, mover: -WIN),
        ("an empty line counted as a win of who moved last", lambda side, mover: -WIN if mover == side else WIN),
        ("an empty line counted as a win of who is to move", lambda side, mover: WIN if mover == side else -WIN),
        (f"an empty line counted as a win of {positions.game.sides[0]}", lambda side, mover: -WIN if side else WIN),
        (f"an empty line counted as a win of {positions.game.sides[1]}", lambda side, mover: WIN if side else -WIN),
    ):
        for precedence in ("owned", "empty", "order"):
            yield from _both(positions, words, end=with_empty_lines(positions, worth, precedence))


def full_boards(positions: Positions) -> Variants:
    """A full board that is a draw whatever stands on it."""
    end = by_lines(positions, positions.all_lines, full_first=True)
    yield from _both(positions, "a full board was a draw before anyone looked for a line on it", end=end)


def late_ends(positions: Positions) -> Variants:
    """Wins that do not end the game."""
    for words, first in (
        ("the search went on after a win until the board was full", lambda side: 0),
        ("the search went on after a win until the board was full", lambda side: 1),
        ("the search went on after a win until the board was full", lambda side: side),
        ("the search went on after a win until the board was full", lambda side: 1 - side),
    ):
        yield from _both(positions, words, end=when_full(positions, first))


def bad_lines(positions: Positions) -> Variants:
    """A table of lines in which one is missing or mistyped."""
    lines = positions.all_lines
    for line in lines:
        rest = [each for each in lines if each != line]
        words = f"the line {positions.line_text(line)} was missing"
        yield from _both(positions, words, end=by_lines(positions, rest))
    kinds = positions.lines
    for missing in (("rows",), ("columns",), ("falling diagonals", "rising diagonals")):
        rest = [line for name, group in kinds.items() if name not in missing for line in group]
        words = f"the {missing[0].split()[-1]} were missing"
        yield from _both(positions, words, end=by_lines(positions, rest))
    if len(lines) > 8:
        return
    every = 0
    for line in lines:
        every |= line
    for number, line in enumerate(lines):
        cells = [bit for bit in range(every.bit_length()) if every >> bit & 1]
        for wrong in cells:
            for new in cells:
                if line >> wrong & 1 and not line >> new & 1:
                    typed = line & ~(1 << wrong) | 1 << new
                    table = [*lines[:number], typed, *lines[number + 1 :]]
                    words = f"{positions.line_text(typed)} was a line instead of {positions.line_text(line)}"
                    yield _searched(positions, words, Switches(end=by_lines(positions, table)))
        for wrong in cells:
            if line >> wrong & 1:
                table = [*lines[:number], line & ~(1 << wrong), *lines[number + 1 :]]
                words = f"the cells {positions.line_text(line & ~(1 << wrong))} were a line without the third"
                yield _searched(positions, words, Switches(end=by_lines(positions, table)))


# Windows


def orders(positions: Positions) -> dict[str, Order]:
    """The orders in which programs try moves."""
    every = [move for move, _ in positions.children(positions.game.start)]
    ranks: dict[str, dict[Move, int]] = {
        "ascending": {},
        "descending": {move: -move for move in every},
    }
    best_first = positions.rules.order
    if best_first is not None:
        ranks["best first"] = {move: rank for rank, move in enumerate(best_first)}
    if positions.has_lines:
        columns = {bit: (x, y) for (x, y), bit in positions.bit_at.items()}
        by_column = sorted(every, key=lambda move: columns.get(move, (move, 0)))
        ranks["by column"] = {move: rank for rank, move in enumerate(by_column)}
    found: dict[str, Order] = {}
    for name, rank in ranks.items():
        found[name] = positions.children if not rank else _in_order(positions, rank)
    return found


def _in_order(positions: Positions, rank: dict[Move, int]) -> Order:
    known: dict[State, list[tuple[Move, State]]] = {}

    def order(state: State) -> list[tuple[Move, State]]:
        if state not in known:
            known[state] = sorted(positions.children(state), key=lambda pair: rank[pair[0]])
        return known[state]

    return order


def wrong_cuts(positions: Positions) -> Variants:
    """Cuts at the wrong bound."""
    always = lambda alpha, beta, best: max(alpha, best) <= beta  # noqa: E731
    own_low = lambda alpha, beta, best: best <= alpha  # noqa: E731
    other_high = lambda alpha, beta, best: best >= beta  # noqa: E731
    own_alpha = lambda alpha, beta, best: best >= alpha  # noqa: E731
    other_beta = lambda alpha, beta, best: best <= beta  # noqa: E731
    words = "a search cut at the wrong bound"
    for own, other in (
        (always, always),
        (own_low, other_high),
        (own_low, right_other_cut),
        (right_own_cut, other_high),
        (own_alpha, other_beta),
        (own_alpha, right_other_cut),
        (right_own_cut, other_beta),
        (always, right_other_cut),
        (right_own_cut, always),
    ):
        yield from _windows(positions, words, own_cut=own, other_cut=other)
        yield from _windows(positions, words, own_cut=own, other_cut=other, root_narrows=True)


def _windows(positions: Positions, words: str, **switches: object) -> Variants:
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            window = Window(by_distance=by_distance, **switches)  # type: ignore[arg-type]
            yield _plain(words, partial(alphabeta, positions, order, window))


def wrong_bounds(positions: Positions) -> Variants:
    """Windows that are updated or passed down wrongly."""
    words = "alpha was updated where the other side moves, and beta where the agent does"
    yield from _windows(positions, words, is_swapped=True)
    yield from _windows(positions, words, is_swapped=True, root_narrows=True)
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            for words, passed in (
                ("negamax passed the window down without changing its signs", lambda alpha, beta: (alpha, beta)),
                ("negamax passed the window down without swapping its ends", lambda alpha, beta: (-alpha, -beta)),
            ):
                yield _plain(words, partial(negamax, positions, order, passed, by_distance=by_distance))
            for is_reset in (True, False):
                yield _plain(
                    "all nodes shared one window",
                    partial(common_window, positions, order, is_reset=is_reset, by_distance=by_distance),
                )


def root_bounds(positions: Positions) -> Variants:
    """Bounds of later moves at the root that are taken for their values."""
    words = "a bound from the search of an earlier move was taken for the value of a later one at the root"
    for is_fail_hard in (True, False):
        yield from _windows(positions, words, root_narrows=True, is_fail_hard=is_fail_hard)


def stored_bounds(positions: Positions) -> Variants:
    """Bounds in a transposition table that are read as exact values."""
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            for is_kept in (False, True):
                for root_narrows in (False, True):

                    def make(
                        asked: Sequence[State],
                        order: Order = order,
                        by_distance: bool = by_distance,
                        is_kept: bool = is_kept,
                        root_narrows: bool = root_narrows,
                    ) -> Answers:
                        return bounds_as_values(
                            positions,
                            order,
                            asked,
                            is_kept=is_kept,
                            by_distance=by_distance,
                            root_narrows=root_narrows,
                        )

                    yield Variant("bounds were stored in the table and read as exact values", make)


# Boards


def left_stones(positions: Positions) -> Variants:
    """Moves that are not taken back."""
    words = "moves of the search stayed on the board"
    for root in (True, False):
        for own in (True, False):
            for other in (True, False):
                for overwrites in (False, True):
                    if not (root and own and other):
                        undo = Undo(root=root, own=own, other=other, overwrites=overwrites)
                        yield _plain(words, partial(shared_board, positions, undo))


def never_tried(positions: Positions) -> Variants:
    """A cell that no move of the search goes to."""
    for move, _ in positions.children(positions.game.start):
        text = positions.game.move_text(positions.game.start, move)

        def is_tried(other: Move, left_out: Move = move) -> bool:
            return other != left_out

        yield from _both(positions, f"move {text} was never tried", is_tried=is_tried)


# Rules of thumb


def no_forks(positions: Positions) -> Variants:
    """Win, block, and nothing else."""
    win, block, fork, tiers = (make(positions) for make in (rules.win, rules.block, rules.fork, rules.tiers))
    anything = rules.any_move(positions)
    words = "it won and blocked by rules and did not see forks"
    yield _plain(words, lambda: rules.first_of([win, block], anything))
    yield _plain(words, lambda: rules.first_of([win, block], tiers))
    centre = rules.among(positions, _centre(positions))
    yield _plain(words, lambda: rules.first_of([win, block, centre], anything))
    words = "it won, blocked and made forks by rules and did not see the forks of the other side"
    yield _plain(words, lambda: rules.first_of([win, block, fork], tiers))
    yield _plain(words, lambda: rules.first_of([win, block, fork], anything))
    words = "it blocked before it looked for a win, and did not see forks"
    yield _plain(words, lambda: rules.first_of([block, win], tiers))
    yield _plain(words, lambda: rules.first_of([block, win], anything))
    words = "it won by rules and never blocked"
    yield _plain(words, lambda: rules.first_of([win], tiers))
    yield _plain(words, lambda: rules.first_of([win], anything))
    words = "it blocked by rules and did not look for wins"
    yield _plain(words, lambda: rules.first_of([block], tiers))
    yield _plain(words, lambda: rules.first_of([block], anything))
    yield _plain("it took the centre, then corners, then edges", lambda: tiers)


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

        yield _plain("it took the centre whenever it was free", over(rules.among(positions, centre)))
        yield _plain("it took a corner whenever one was free", over(rules.among(positions, corners)))
        first_corner = [rules.among(positions, [corner]) for corner in sorted(corners)]
        yield _plain("it took a corner whenever one was free", over(*first_corner))
        yield _plain(
            "it took the centre, and else a corner, whenever one was free",
            over(rules.among(positions, centre), rules.among(positions, corners)),
        )
        yield _plain("it blocked before it looked for a win", over(block))
        yield _plain("it won and blocked by rules where the board was not empty", over(win, block))
        for stones in (1, 2, 3, 4):
            few = f"with at most {stones} {'stone' if stones == 1 else 'stones'} on the board"
            yield _plain(f"it took the centre {few}", over(rules.among(positions, centre, stones=stones)))
            yield _plain(f"it took a corner {few}", over(rules.among(positions, corners, stones=stones)))
            early = rules.among(positions, range(len(positions.all_lines) + 64), stones=stones)
            yield _plain(f"it took any move {few}", over(early))
            yield _plain(
                f"it took the centre, and else a corner, {few}",
                over(rules.among(positions, centre, stones=stones), rules.among(positions, corners, stones=stones)),
            )


def exchanged(positions: Positions) -> Variants:
    """Right moves that are answered wrongly."""
    bit_at = positions.bit_at
    if any(bit not in bit_at.values() for bit in range(len(bit_at))) or len({x for x, _ in bit_at}) ** 2 != len(bit_at):
        return
    mirrored = {bit: bit_at[y, x] for (x, y), bit in bit_at.items()}
    for by_distance in (False, True):
        for words, change in (
            ("row and column of its move were exchanged", mirrored),
            ("the number of its move was one too high", {bit: bit + 1 for bit in mirrored}),
            ("the number of its move was one too low", {bit: bit - 1 for bit in mirrored}),
        ):
            yield _plain(words, partial(_changed, positions, change, by_distance))


def _changed(positions: Positions, change: dict[Move, Move], by_distance: bool) -> Answers:
    perfect = right(positions, by_distance=by_distance)

    def answers(state: State) -> list[Move]:
        legal = {move for move, _ in positions.children(state)}
        return [change[move] for move in perfect(state) if change[move] in legal]

    return answers


GENERAL: dict[str, Callable[[Positions], Variants]] = {
    "depth limit too small": depth_limits,
    "win looked for on the wrong side or sign": wrong_signs,
    "move number returned as value": move_numbers,
    "bounds stored as exact values": stored_bounds,
    "side to move misjudged": wrong_turns,
    "depth decremented per sibling": sibling_depths,
    "first move never beaten": best_starts,
    "min and max swapped": swapped,
    "window updated or passed down wrongly": wrong_bounds,
    "cut on the wrong side": wrong_cuts,
    "stale bound at the root": root_bounds,
    "value of one child returned": one_child,
    "values added up": sums,
    "draw scored as a win or a loss": draw_values,
}
"""Faults of searches of any game."""

OF_LINES: dict[str, Callable[[Positions], Variants]] = {
    "rules that do not see forks": no_forks,
    "an empty line counted as a line": empty_lines,
    "full board tested before the win": full_boards,
    "a shortcut that overrides the search": shortcuts,
    "shared or unrestored board": left_stones,
    "a missing or mistyped line": bad_lines,
    "missing terminal test": late_ends,
    "a cell never tried": never_tried,
    "move answered in the wrong coordinates": exchanged,
}
"""Faults in games of lines."""
