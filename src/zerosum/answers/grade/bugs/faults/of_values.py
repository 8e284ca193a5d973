"""Faults in the values of ends, and in how a node takes its value from its children."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from zerosum.answers.grade.bugs.faults.ends import WIN, Worth, by_lines, by_rules, right_worth
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.minimax import MoveAsValue, Switches, minimax, move_as_value, right
from zerosum.answers.grade.bugs.faults.orders import orders
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, both, plain, searched
from zerosum.core.rules import Move, State


def wrong_signs(positions: Positions) -> Variants:
    """Ends that are valued for the wrong side."""

    def flipped(winner: int | None, side: int, mover: int) -> int:
        return -right_worth(winner, side, mover)

    def worth_of(of_own: int, of_other: int) -> Worth:
        return lambda winner, side, mover: 0 if winner is None else WIN * (of_own if winner == side else of_other)

    yield from both(positions, "a win of the other side counted as its own", end=by_rules(positions, flipped))
    for words, own, other in (
        ("a line of either side counted as a win", 1, 1),
        ("a line of either side counted as a loss", -1, -1),
        ("it did not count the wins of the other side", 1, 0),
        ("it did not count its own wins", 0, -1),
        ("no win was ever found", 0, 0),
    ):
        yield from both(positions, words, end=by_rules(positions, worth_of(own, other)))

    def without_minus(values: Sequence[int]) -> int:
        return max(values)

    # Negamax without the minus: every node takes the greatest value, and an end is valued for who would move there.
    def for_mover(winner: int | None, side: int, mover: int) -> int:
        return 0 if winner is None else WIN if winner == mover else -WIN

    words = "the value of a child was taken without changing its sign"
    yield from both(positions, words, end=by_rules(positions, for_mover), other=without_minus)
    yield from both(positions, words, end=by_rules(positions, for_mover), other=without_minus, root=min)
    yield from both(
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
        yield from both(positions, words, end=by_rules(positions, fixed))
    if positions.has_lines:
        lines = positions.all_lines
        for words, sees in (
            ("it did not see the lines of the other side", lambda winner, side: winner == side),
            ("it did not see its own lines", lambda winner, side: winner != side),
            (f"it did not see the lines of {positions.game.sides[1]}", lambda winner, side: winner == 0),
            (f"it did not see the lines of {positions.game.sides[0]}", lambda winner, side: winner == 1),
        ):
            yield from both(positions, words, end=by_lines(positions, lines, sees=sees))


def draw_values(positions: Positions) -> Variants:
    """Draws that are valued as something else."""

    for words, draw in (("a draw counted as a loss", -WIN), ("a draw counted as a win", WIN)):

        def worth(winner: int | None, side: int, mover: int, draw: int = draw) -> int:
            return draw if winner is None else right_worth(winner, side, mover)

        yield from both(positions, words, end=by_rules(positions, worth))


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
        yield from both(positions, words, own=own, other=other, root=root)


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

        yield from both(positions, words, own=own, other=other)
    # At the root only moves that beat the start are noted: else the first one stays.
    for by_distance in (False, True):
        words = "the first move was kept unless another one was worth more than 0"
        yield plain(words, partial(_kept_first, positions, by_distance))
    words = "the best value of the other side started too low, so that no reply was ever taken"
    yield from both(positions, words, other=lambda values: -WIN)
    words = "the best value of the agent started too high, so that no move was ever taken"
    yield from both(positions, words, own=lambda values: WIN)


def _kept_first(positions: Positions, by_distance: bool) -> Answers:
    """Right moves where one is worth more than 0, else the first move."""
    answers = right(positions, by_distance=by_distance)
    winning = minimax(positions, Switches(root=lambda values: max(1, *values)))

    def kept(state: State) -> Sequence[Move]:
        return answers(state) if winning(state) else [positions.children(state)[0][0]]

    return kept


def one_child(positions: Positions) -> Variants:
    """Nodes that return the value of one certain child."""
    for name, index in (("last", -1), ("first", 0)):

        def pick(values: Sequence[int], index: int = index) -> int:
            return values[index]

        yield from both(positions, f"a node returned the value of its {name} child", own=pick, other=pick)
        words = f"a node returned the value of its {name} child where the agent moves"
        yield from both(positions, words, own=pick)
        words = f"a node returned the value of its {name} child where the other side moves"
        yield from both(positions, words, other=pick)
        yield from both(positions, f"a node returned the value of its {name} child", own=pick, other=pick, root=pick)


def sums(positions: Positions) -> Variants:
    """Nodes that add up the values of their children."""
    yield from both(positions, "the values of all children were added up", own=sum, other=sum)
    yield from both(positions, "the values of all replies were added up", other=sum)
    yield from both(positions, "the values of all own moves were added up", own=sum)

    def mean(values: Sequence[int]) -> int:
        return sum(values) * WIN // len(values) // WIN

    yield searched(positions, "the values of all children were averaged", Switches(own=mean, other=mean))


def move_numbers(positions: Positions) -> Variants:
    """Inner nodes that return a move where a value is needed."""
    words = "a node returned the number of its best move, which was taken for its value"
    worths = ((1, False), (10, False), (10, True))
    ways: list[dict[str, object]] = [{}, {"maximiser": 0}, {"maximiser": 1}, {"is_negamax": True}]
    ways += [{"other": False}, {"own": False}, {"maximiser": 0, "other": False}, {"maximiser": 0, "own": False}]
    for order, (win, by_depth), way in product(orders(positions).values(), worths, ways):
        for base, takes_last, root_last in product((0, 1), (False, True), (False, True)):
            how = MoveAsValue(
                order=order,
                base=base,
                win=win,
                by_depth=by_depth,
                takes_last=takes_last,
                root_takes_last=root_last,
                **way,  # type: ignore[arg-type]
            )
            yield plain(words, partial(move_as_value, positions, how))
