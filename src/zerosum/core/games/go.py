"""Go on boards of 2x2 to 19x19: surround points; stones without liberties are taken off; the larger area wins.

A state is (black stones, white stones, ko, passes, side to move), where the stones of a colour are a set of points
(`bitboard.py`). `ko` is such a set too: empty, or the point on which the side to move may not retake a stone that has
just captured. `passes` counts the passes just made; two end the game. Points are numbered row by row from the top left:

    A3 B3 C3      0 1 2
    A2 B2 C2      3 4 5
    A1 B1 C1      6 7 8, and 9 is the pass

Area scoring: stones count, and so do empty regions that touch stones of one colour only. Suicide is forbidden. A
repetition longer than the simple ko is a draw, as in every game here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zerosum.core.errors import BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import BITS, Cells, bitboard
from zerosum.core.games.go_groups import groups
from zerosum.core.games.go_sgf import sgf
from zerosum.core.games.go_symmetry import images
from zerosum.core.games.go_text import SIDES, text
from zerosum.core.rules import Example, Level, Reason, Rules

State = tuple[Cells, Cells, Cells, int, int]

SMALLEST, LARGEST = 2, 19
LARGEST_SOLVED = 3
"""Up to this size every position is valued exactly in seconds."""

SMALLEST_WITH_KOMI, USUAL_KOMI = 7, 7
"""The smallest board with komi, and the points that the second player gets unless the spec says otherwise."""

EXAMPLES = (
    Example(
        "Stones that are joined along the lines are a group, and the empty points beside it are its liberties. "
        "Take the last liberty, and the group is captured.",
        "go:5",
        "-----/--X--/-XOX-/-XO--/--X--:X",
        "D2",
    ),
    Example(
        "A stone that has captured a single stone may not be retaken at once where that would give the same board "
        "again: that is a ko. After a move elsewhere it may.",
        "go:5",
        "-----/-XO--/X-XO-/-XO--/-----:O",
        "B3",
    ),
    Example(
        "A stone needs a liberty, unless it captures. This one captures.",
        "go:5",
        "-OX--/OX---/X----/-----/-----:X",
        "A5",
    ),
    Example(
        "Two passes end the game. Stones count, and so do empty regions that touch one colour only.",
        "go:5",
        "--XO-/--XO-/--XO-/--XO-/--XO-:X",
        "pass pass",
    ),
)
"""What the rules allow, move by move."""


LEVELS = tuple(Level(nodes) for nodes in (400, 800, 1600, 2800, 4400, 6600, 10_000, 15_000))
"""The eight levels (`docs/levels.md`): nodes count every ply of a playout; one on 9x9 has about a hundred."""


def go(size: int = 9, *, komi: int | None = None) -> Game:
    """Go on a board of this size; the second player gets `komi` points."""
    if not SMALLEST <= size <= LARGEST:
        raise BadSpec(f"Go is played on {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST} here, not on {size}x{size}")
    usual = USUAL_KOMI if size >= SMALLEST_WITH_KOMI else 0
    komi = usual if komi is None else komi
    if not 0 <= komi <= size * size:
        raise BadSpec(f"komi on {size}x{size} is a whole number from 0 to {size * size}, not {komi}")
    spec = "go" if (size, komi) == (9, usual) else f"go:{size}" + f",komi={komi}" * (komi != usual)
    game_rules = rules(size, komi)
    game_text = text(size, game_rules)
    return Game(
        name="Go" + f" {size}x{size}" * (size != 9) + f", komi {komi}" * (komi != usual),
        spec=spec,
        rules=game_rules,
        text=game_text,
        sides=SIDES,
        colours=("Black", "White"),
        margin=True,
        unit="points",
        reasons=reasons(size),
        examples=EXAMPLES,
        notation=sgf(size, komi, game_rules, game_text),
        best_search=None if size <= LARGEST_SOLVED else "mcts",
        levels=() if size <= LARGEST_SOLVED else LEVELS,
        # The mean margin of some hundred playouts is wrong by points, and by more on a larger board.
        noise=size,
        about="In turn, put a stone on an empty point, or pass. A group of stones without an empty point beside it is\n"
        "captured. After two passes the game is over: each side counts its stones and the empty regions that\n"
        f"touch only its stones, the second side {komi} points more. The larger area wins, by the difference.",
    )


def rules(size: int, komi: int) -> Rules:
    """Who moves, what is captured, and how an end is counted."""
    points = size * size
    passing = points
    sets, board = bitboard(points), groups(size)
    beside, captured, can_put, areas = board.beside, board.captured, board.can_put, board.areas
    influence, is_eye = board.influence, board.is_eye
    words = len(sets.empty)
    least_image, different_images = images(size)

    def to_move(state: State) -> int:
        return state[4]

    def playable(state: State) -> Cells:
        """The points on which the side to move may put a stone."""
        black, white, ko, _, side = state
        mine, other = (black, white) if side == 0 else (white, black)
        empty = sets.without(sets.full, sets.either(black, white))
        # A stone beside an empty point has a liberty; only the points without one have to be looked at one by one.
        found = sets.both(empty, beside(empty))
        closed = sets.without(sets.without(empty, found), ko)
        for i in range(words):
            left = closed[i]
            while left != 0:
                lowest = left & -left
                left ^= lowest
                point = BITS * i + (lowest - 1).bit_count()
                if can_put(point, mine, other, empty):
                    found = sets.put(found, point)
        return found

    def moves_in_a_word(state: State) -> int:
        return playable(state)[0] | 1 << passing

    def yielded_moves(state: State) -> Iterator[int]:
        found = playable(state)
        for i in range(words):
            left = found[i]
            while left != 0:
                lowest = left & -left
                left ^= lowest
                yield BITS * i + (lowest - 1).bit_count()
        yield passing

    def play(state: State, move: int) -> State:
        black, white, _, passes, side = state
        if move == passing:
            return black, white, sets.empty, passes + 1, 1 - side
        mine, other = (black, white) if side == 0 else (white, black)
        stone = sets.put(sets.empty, move)
        empty = sets.without(sets.full, sets.either(stone, sets.either(black, white)))
        taken = captured(stone, other, empty)
        # A single stone whose only liberty is where it captured a single stone could be retaken at once.
        ko = sets.empty
        if sets.count(taken) == 1 and sets.is_empty(sets.both(beside(stone), sets.either(mine, empty))):
            ko = taken
        mine, other = sets.either(mine, stone), sets.without(other, taken)
        return (mine, other, ko, 0, 1) if side == 0 else (other, mine, ko, 0, 0)

    def is_over(state: State) -> bool:
        return state[3] == 2

    def utility(state: State) -> int:
        black, white = areas(state[0], state[1])
        return sets.count(black) - sets.count(white) - komi

    def estimate(state: State) -> int:
        return influence(state[0], state[1]) - komi

    def playout(state: State, move: int) -> bool:
        black, white, ko, _, side = state
        stones = sets.either(black, white)
        if move == passing or sets.has(sets.either(stones, ko), move):
            return False
        empty = sets.without(sets.full, stones)
        if not sets.is_empty(sets.both(beside(sets.put(sets.empty, move)), empty)):
            return True
        mine, other = (black, white) if side == 0 else (white, black)
        return not is_eye(move, mine, other) and can_put(move, mine, other, empty)

    def noisy(state: State, move: int) -> bool:
        black, white, _, _, side = state
        if move == passing:
            return False
        stone = sets.put(sets.empty, move)
        empty = sets.without(sets.full, sets.either(stone, sets.either(black, white)))
        return not sets.is_empty(captured(stone, white if side == 0 else black, empty))

    def canonical(state: State) -> State:
        black, white, ko = least_image(state[0], state[1], state[2])
        return black, white, ko, state[3], state[4]

    def class_size(state: State) -> int:
        return different_images(state[0], state[1], state[2])

    def worth(move: int) -> tuple[int, int]:
        # The third and fourth lines first, then the centre, then the edge; the pass last.
        if move == passing:
            return 3, 0
        x, y = min(move % size, size - 1 - move % size), min(move // size, size - 1 - move // size)
        line = min(x, y, (size - 1) // 2)
        return (0 if line in (2, 3) else 1 if line > 3 or size < 5 else 2), -x - y

    return Rules(
        start=(sets.empty, sets.empty, sets.empty, 0, 0),
        to_move=to_move,
        moves=moves_in_a_word if points + 1 <= BITS else yielded_moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
        canonical=canonical,
        class_size=class_size,
        order=tuple(sorted(range(points + 1), key=worth)),
        repeats=True,
        noisy=noisy,
        playout=playout,
    )


def reasons(size: int) -> Callable[[State, int], Iterator[Reason]]:
    """Captures, stones that are left with one liberty, and eyes that a side fills itself."""
    points = size * size
    sets, board = bitboard(points), groups(size)

    def found(state: State, move: int) -> Iterator[Reason]:
        if move == points:
            return
        black, white, _, _, side = state
        mine, other = (black, white) if side == 0 else (white, black)
        stone = sets.of([move])
        empty = sets.without(sets.full, sets.either(stone, sets.either(black, white)))
        taken = board.captured(stone, other, empty)
        if not sets.is_empty(taken):
            yield Reason(f"captures {_stones(sets.count(taken))}")
        left = sets.without(other, taken)
        near = sets.listed(sets.both(board.beside(stone), left))
        free = sets.either(empty, taken)
        last = {
            point
            for point in sets.listed(free)
            if any(not sets.is_empty(board.dead(sets.of([each]), left, sets.take(free, point))) for each in near)
        }
        if last:
            yield Reason("leaves stones of the other side one liberty")
        if board.is_eye(move, mine, other):
            yield Reason("fills an eye of its own")

    return found


def _stones(count: int) -> str:
    return "a stone" if count == 1 else f"{count} stones"
