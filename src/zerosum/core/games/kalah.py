"""Kalah with a given number of holes for each side and of seeds in each: sow, capture, and gather the most seeds.

The variant: sowing goes counter-clockwise through one's own store and skips the opponent's. A last
seed in the own store gives another turn. A last seed in an own empty hole goes to the store with
whatever lies opposite, even if nothing does. When either side has no seeds left, each takes its own.

A state is (mover's word, other's word, side to move). A word holds one side's holes from its own left
to its right, then its store, in fields of equal size:

    | store | hole 6 | hole 5 | hole 4 | hole 3 | hole 2 | hole 1 |   lowest bits last
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.board_layouts import sowing_board
from zerosum.core.games.grid import read_number, split_side
from zerosum.core.rules import Example, Knowledge, Reason, Rules, Text

State = tuple[int, int, int]
SIDES = ("South", "North")

EXAMPLES = (
    Example("Sow counter-clockwise: one seed into each pit that follows, your store included.", "kalah:6x4", "", "4"),
    Example("Last seed in your store: move again.", "kalah:6x4", "", "3"),
    Example(
        "Last seed in an empty pit of yours: it goes to your store with all seeds opposite.",
        "kalah:6x4",
        "4,0,1,0,5,5,7/5,4,6,0,4,4,3:S",
        "3",
    ),
    Example("When a side has no seeds left, each takes its own.", "kalah:6x4", "0,0,0,0,0,1,22/1,0,2,0,3,0,19:S", "6"),
)
"""What the rules allow, move by move."""


def kalah(holes: int = 6, seeds: int = 4, *, count_from: int = 1) -> Game:
    """Kalah with this number of holes on each side and of seeds in each hole."""
    refuse_bad_size("Kalah", holes, seeds)
    game_rules = rules(holes, seeds)
    return Game(
        name=f"Kalah {holes}x{seeds}",
        spec=f"kalah:{holes}x{seeds}",
        rules=game_rules,
        text=text(holes, seeds, count_from),
        sides=SIDES,
        margin=True,
        unit="seeds",
        knowledge=knowledge(holes, seeds),
        reasons=reasons(holes, seeds, game_rules),
        examples=EXAMPLES,
        about="Take all seeds of one of your pits and sow them counter-clockwise, your store included.\n"
        "Last seed in your store: move again. Last seed in an empty pit of yours: it goes to your\n"
        "store with all seeds opposite. When a side has no seeds left, each takes its own; most seeds win.",
    )


def field_bits(holes: int, seeds: int) -> int:
    """The bits of a field, which can hold all seeds of the game."""
    return (2 * holes * seeds).bit_length()


def refuse_bad_size(name: str, holes: int, seeds: int) -> None:
    """Refuse sizes with which a side does not fit into a word."""
    if min(holes, seeds) < 1:
        raise BadSpec(f"{name} {holes}x{seeds} is too small: each number must be at least 1")
    needed = (holes + 1) * field_bits(holes, seeds)
    if needed > 63:
        raise BadSpec(f"{name} {holes}x{seeds} is too large: one side needs {needed} bits of 63")


def rules(holes: int, seeds: int) -> Rules:
    """Who moves, how seeds travel, and when it ends."""
    bits = field_bits(holes, seeds)
    field = (1 << bits) - 1
    store = bits * holes
    all_holes = (1 << store) - 1
    start_word = sum(seeds << bits * hole for hole in range(holes))

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        pits = 0
        for hole in range(holes):
            if state[0] >> bits * hole & field:
                pits |= 1 << hole
        return pits

    def swept(word: int) -> int:
        total = word >> store
        for hole in range(holes):
            total += word >> bits * hole & field
        return total << store

    def play(state: State, move: int) -> State:
        mine, theirs, side = state
        sown = mine >> bits * move & field
        mine -= sown << bits * move
        place = move
        for _ in range(sown):
            # Places 0 to holes - 1 are mine, then comes my store, then the other side's holes.
            place = place + 1 if place < 2 * holes else 0
            if place <= holes:
                mine += 1 << bits * place
            else:
                theirs += 1 << bits * (place - holes - 1)
        if place < holes and mine >> bits * place & field == 1:
            opposite = bits * (holes - 1 - place)
            captured = theirs >> opposite & field
            theirs -= captured << opposite
            mine += (captured + 1 << store) - (1 << bits * place)
        if mine & all_holes == 0 or theirs & all_holes == 0:
            mine, theirs = swept(mine), swept(theirs)
        if place == holes:
            return mine, theirs, side
        return theirs, mine, 1 - side

    def is_over(state: State) -> bool:
        return (state[0] | state[1]) & all_holes == 0

    def utility(state: State) -> int:
        ahead = (state[0] >> store) - (state[1] >> store)
        return ahead if state[2] == 0 else -ahead

    return Rules(
        start=(start_word, start_word, 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=utility,
        order=tuple(reversed(range(holes))),
    )


def knowledge(holes: int, seeds: int) -> Knowledge:
    """Bounds of the margin: seeds in a store stay there."""
    bits = field_bits(holes, seeds)
    store = bits * holes
    total = 2 * holes * seeds

    def floor(state: State) -> int:
        return 2 * (state[0] >> store) - total

    def ceiling(state: State) -> int:
        return total - 2 * (state[1] >> store)

    return Knowledge(floor=floor, ceiling=ceiling)


def reasons(holes: int, seeds: int, game_rules: Rules) -> Callable[[State, int], Iterator[Reason]]:
    """Another turn, and captures: nothing else empties a pit of the other side before the end."""
    bits = (2 * holes * seeds).bit_length()
    field = (1 << bits) - 1
    store = bits * holes

    def found(state: State, move: int) -> Iterator[Reason]:
        after: Any = game_rules.play(state, move)
        if game_rules.is_over(after):
            return
        goes_on = after[2] == state[2]
        mine, theirs = (after[0], after[1]) if goes_on else (after[1], after[0])
        emptied = any(state[1] >> bits * hole & field and not theirs >> bits * hole & field for hole in range(holes))
        if emptied:
            yield Reason(f"captures: {(mine >> store) - (state[0] >> store)} more in its store")
        if goes_on:
            yield Reason("moves again")

    return found


def text(
    holes: int, seeds: int, count_from: int, *, goes_on_when_empty: bool = False, sows_stores: bool = True
) -> Text:
    """Positions as `4,4,4,4,4,4,0/4,4,4,4,4,4,0:S`, pits then store, South first; moves as pit numbers.

    `goes_on_when_empty` says that a side without seeds in its pits does not end the game, `sows_stores` that seeds are
    sown into the own store too.
    """
    bits = field_bits(holes, seeds)
    field = (1 << bits) - 1
    total = 2 * holes * seeds

    def counts(word: int) -> list[int]:
        return [word >> bits * place & field for place in range(holes + 1)]

    def both(state: State) -> tuple[list[int], list[int]]:
        mover, other, side = state
        return (counts(mover), counts(other)) if side == 0 else (counts(other), counts(mover))

    def write_position(state: State) -> str:
        return "/".join(",".join(map(str, side)) for side in both(state)) + ":" + SIDES[state[2]][0]

    def read_position(position: str) -> State:
        board, side = split_side(position, SIDES)
        rows = board.split("/")
        if len(rows) != 2:
            raise BadPosition(f"a position has two sides with a slash between, South first, but {board!r} has not")
        words = []
        for name, row in zip(SIDES, rows, strict=True):
            numbers = row.split(",")
            if len(numbers) != holes + 1:
                raise BadPosition(f"{name} has {holes} pits and a store, but {row!r} has {len(numbers)} numbers")
            for place, number in enumerate(numbers):
                if not (number.isascii() and number.isdigit() and len(number) < 6 and int(number) <= total):
                    where = "store" if place == holes else f"pit {place + count_from}"
                    raise BadPosition(f"{name}'s {where} holds from 0 to {total} seeds, not {number!r}")
            words.append([int(number) for number in numbers])
        if sum(map(sum, words)) != total:
            raise BadPosition(f"this game has {total} seeds, but the position has {sum(map(sum, words))}")
        empty = [not any(word[:holes]) for word in words]
        if any(empty) and not all(empty) and not goes_on_when_empty:
            name = SIDES[empty.index(True)]
            raise BadPosition(f"{name}'s pits are empty, so the game is over and the other seeds lie in the store")
        south, north = (sum(number << bits * place for place, number in enumerate(word)) for word in words)
        return (south, north, 0) if side == 0 else (north, south, 1)

    def write_move(state: State, move: int) -> str:
        return str(move + count_from)

    def read_move(state: State, word: str) -> int:
        pit = read_number(word, "a pit", holes, count_from)
        if not state[0] >> bits * pit & field:
            raise BadMove(f"pit {word} is empty")
        return pit

    def draw(state: State) -> str:
        south, north = both(state)
        size = max(len(str(total)), len(str(holes - 1 + count_from)))

        def labels(pits: list[int], to_move: bool) -> list[str]:
            return [str(pit + count_from) if to_move and pits[pit] else "" for pit in range(holes)]

        def row(words: list[str]) -> str:
            return (" " * (size + 3) + "  ".join(f"{word:>{size}}" for word in words)).rstrip()

        middle = " " * ((size + 2) * holes)
        lines = [
            row(list(reversed(labels(north, state[2] == 1)))),
            row([str(pits) for pits in reversed(north[:holes])]) + "   North",
            f" {north[holes]:>{size}}{middle}  {south[holes]:>{size}}",
            row([str(pits) for pits in south[:holes]]) + "   South",
            row(labels(south, state[2] == 0)),
        ]
        return "\n".join(line for line in lines if line)

    def board(state: State) -> Board:
        return sowing_board(*both(state), write_position(state), state[2], SIDES, count_from, sows_stores=sows_stores)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="the number of a pit of yours that holds seeds",
        board=board,
    )
