"""Pig: roll the die as often as you dare; a one loses what the turn has brought, holding keeps it.

A state is (points of the first, points of the second, points of this turn, side, whether the die is rolling). A turn
begins with a roll; then its owner rolls again or holds. Whoever reaches the goal wins at once.

Play can come back to a state, when both sides roll ones, so that the value of the game is found by value iteration.
"""

from __future__ import annotations

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.board_layouts import count_spans, die_cell
from zerosum.core.rules import CHANCE, Example, Rules, Text

State = tuple[int, int, int, int, int]

SIDES = ("A", "B")
HOLD, ROLL = 0, 1
FACES = 6
ONE = 0
"""The outcome that ends a turn: faces are counted from 0."""

EXAMPLES = (
    Example("The points of a roll count for this turn.", "pig", "20,14,6:A", "roll 5"),
    Example("A 1 loses the points of the turn and ends it.", "pig", "20,14,11:A", "roll 1"),
    Example("Hold to keep the points and pass the die.", "pig", "20,14,11:A", "hold"),
)
"""What the rules allow, move by move."""


def pig(goal: int = 100) -> Game:
    """Pig to this number of points."""
    if not 2 <= goal <= 1000:
        raise BadSpec(f"a game of Pig goes to 2 points at least and 1,000 at most, not {goal}")
    return Game(
        name="Pig" if goal == 100 else f"Pig to {goal}",
        spec="pig" if goal == 100 else f"pig:{goal}",
        rules=rules(goal),
        text=text(goal),
        sides=SIDES,
        examples=EXAMPLES,
        about="Roll a die as often as you like: its points count for this turn, but a 1 loses them and ends the turn.\n"
        f"Hold to keep the points and pass the die. Who has {goal} points first wins.",
        solve_first=goal <= 100,
    )


def rules(goal: int) -> Rules:
    """Who moves, what the die does, and when it ends."""

    def to_move(state: State) -> int:
        return CHANCE if state[4] else state[3]

    def moves(state: State) -> int:
        if state[4]:
            return (1 << FACES) - 1
        return 1 << ROLL if state[2] == 0 else 1 << ROLL | 1 << HOLD

    def play(state: State, move: int) -> State:
        first, second, turn, side, rolling = state
        if not rolling and move == ROLL:
            return first, second, turn, side, 1
        if rolling and move == ONE:
            return first, second, 0, 1 - side, 0
        if rolling:
            turn += move + 1
            if (first if side == 0 else second) + turn < goal:
                return first, second, turn, side, 0
        # Held, or the goal is reached: the points of the turn count.
        points = min(goal, (first if side == 0 else second) + turn)
        return (points, second, 0, 1, 0) if side == 0 else (first, points, 0, 0, 0)

    def is_over(state: State) -> bool:
        return state[0] >= goal or state[1] >= goal

    def utility(state: State) -> int:
        return 1 if state[0] >= goal else -1

    def odds(state: State, move: int) -> int:
        return 1

    def estimate(state: State) -> int:
        mine = state[2] if state[3] == 0 else -state[2]
        return 1000 * (state[0] - state[1] + mine) // goal

    return Rules((0, 0, 0, 0, 0), to_move, moves, play, is_over, utility, odds=odds, estimate=estimate)


def text(goal: int) -> Text:
    """Positions as `12,30,5:A`, with `:roll` behind it while the die is rolling; moves `roll`, `hold` and the faces."""

    def write_position(state: State) -> str:
        return f"{state[0]},{state[1]},{state[2]}:{SIDES[state[3]]}" + (":roll" if state[4] else "")

    def read_position(position: str) -> State:
        words = position.split(":")
        numbers = words[0].split(",")
        if len(numbers) != 3 or not all(each.isascii() and each.isdigit() and len(each) < 5 for each in numbers):
            raise BadPosition(f"{position!r} is not two scores and the points of the turn, as in 12,30,5:A")
        if len(words) > 3 or (len(words) == 3 and words[2] != "roll"):
            raise BadPosition(f"behind the side to move stands nothing, or roll while the die is rolling: {position!r}")
        if len(words) > 1 and words[1] not in SIDES:
            raise BadPosition(f"after the colon stands who is to move, A or B, not {words[1]!r}")
        first, second, turn = map(int, numbers)
        side = SIDES.index(words[1]) if len(words) > 1 else 0
        if first > goal or second > goal or first == second == goal:
            raise BadPosition(f"scores go up to {goal}, and one side at most has that")
        if turn and (first if side == 0 else second) + turn >= goal:
            raise BadPosition(f"with {turn} more points {SIDES[side]} has won: the turn is over")
        if turn == 1 or (turn and max(first, second) == goal):
            raise BadPosition(f"a turn cannot have brought {turn} points here")
        if (first == goal and side == 0) or (second == goal and side == 1):
            raise BadPosition(f"{SIDES[side]} has reached {goal} and passed the die")
        return first, second, turn, side, int(len(words) == 3)

    def write_move(state: State, move: int) -> str:
        return str(move + 1) if state[4] else ("hold", "roll")[move]

    def read_move(state: State, word: str) -> int:
        if state[4]:
            if word not in ("1", "2", "3", "4", "5", "6"):
                raise BadMove(f"the die is rolling: it shows 1 to 6, not {word!r}")
            return int(word) - 1
        if word.lower() not in ("hold", "roll", "h", "r"):
            raise BadMove(f"{word!r} is neither roll nor hold")
        if word.lower() in ("hold", "h") and state[2] == 0:
            raise BadMove("there is nothing to hold: a turn begins with a roll")
        return HOLD if word.lower() in ("hold", "h") else ROLL

    def draw(state: State) -> str:
        turn = f"  this turn: {state[2]}" if state[2] or state[4] else ""
        turn += " (rolling)" if state[4] else ""
        return "\n".join(
            f" {name} {points:>4} of {goal}{turn if side == state[3] else ''}"
            for side, (name, points) in enumerate(zip(SIDES, state[:2], strict=True))
        )

    def board(state: State) -> Board:
        """The scores, the points of this turn, which a click holds, and the die, which a click rolls."""
        spans = count_spans(write_position(state))

        def score(number: int, x: float, y: float, size: tuple[float, float], name: str, label: str) -> Cell:
            points, (width, height) = str(state[number]), size
            return Cell(
                x=x,
                y=y,
                width=width,
                height=height,
                name=name,
                label=label,
                piece=points,
                kind="score",
                span=spans[number],
            )

        return Board(
            width=6,
            height=2,
            cells=(
                *(
                    score(side, 0, side, (2, 1), f"points of {name}", f"{name}, of {goal}")
                    for side, name in enumerate(SIDES)
                ),
                score(2, 2, 0, (2, 2), "points of this turn", f"turn of {SIDES[state[3]]}"),
                die_cell(4, 0, 0, size=2),
            ),
            moves={} if state[4] else {HOLD: (2,), ROLL: (3,)},
        )

    return Text(write_position, read_position, write_move, read_move, draw, what_to_type="roll or hold", board=board)
