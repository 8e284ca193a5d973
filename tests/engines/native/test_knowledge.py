"""What games know beyond their rules, against exhaustive search: no hook ever lies, and each says something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import types

from tests.brute import TINY, bits, reachable, truth
from tests.retrograde import layers
from tests.thinned import in_proof
from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import NO_WIN, NOTHING_KNOWN, Knowledge, State
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.knowledge import native_knowledge
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.solver.scores import WON

CONNECT4_WHOLE = ("4x4", "3x5", "4x3", "3x3", "4x1", "1x5", "5x2", "1x1")
CONNECT4_LATE = ("5x4", "7x6", "9x6", "2x20", "3x20")
CONNECT4_LATE_PROOF = ("4x5", "6x4", "5x5", "4x6", "7x4", "7x5", "4x7", "7x8")
"""Three of them have no room to fold: 9x6, 7x8 and 3x20."""

MNK_WHOLE = ("3x3x3", "3x3x2", "4x2x3", "3x2x1", "2x2x2", "1x1x1", "1x4x3")
MNK_LATE = {"4x3x3": 1, "4x4x3": 0, "4x4x4": 1000, "5x3x3": 0, "5x4x4": 1000, "6x5x4": 10, "9x7x5": 10}
"""How often at least a position must be known not to be won."""


class Known(NamedTuple):
    """The truth about a position: its score for the side to move, the longest game from there, what wins at once."""

    score: int
    longest: int
    wins: int
    children: tuple[tuple[int, State], ...]


def solved(game: Game, states: Iterable[State]) -> dict[State, Known]:
    """The truth about these positions and all that come after, from the rules alone."""
    rules = game.rules
    known: dict[State, Known] = {}

    def solve(state: State) -> Known:
        found = known.get(state)
        if found is not None:
            return found
        if rules.is_over(state):
            mine = rules.utility(state) if rules.to_move(state) == 0 else -rules.utility(state)
            known[state] = Known(mine * WON, 0, 0, ())
            return known[state]
        best, longest, wins = -WON, 0, 0
        children = tuple((move, rules.play(state, move)) for move in bits(rules.moves(state)))
        for move, child in children:
            below = solve(child)
            best = max(best, -below.score + (below.score > 0) - (below.score < 0))
            longest = max(longest, below.longest + 1)
            wins |= (below.score == -WON) << move
        known[state] = Known(best, longest, wins, children)
        return known[state]

    for state in states:
        solve(state)
    return known


def late(game: Game, positions: int, plies: int) -> list[Any]:
    """TableFunctions of games played at random without haste, so many plies before the board is full."""
    random = Random(game.spec)
    room = game.knowledge.plies_left
    assert room is not None
    found: list[State] = []
    for _ in range(100 * positions):
        if len(found) == positions:
            break
        state = game.start
        while not game.rules.is_over(state) and room(state) > plies:
            children = [game.rules.play(state, move) for move in bits(game.rules.moves(state))]
            lasting = [child for child in children if not game.rules.is_over(child)]
            state = random.choice(lasting or children)
        if not game.rules.is_over(state):
            found.append(state)
    return found


def check_tactics(game: Game, known: dict[State, Known]) -> Counter[str]:
    """Prove every hook on every position, and count what they said."""
    hooks = game.knowledge
    assert hooks.wins is not None
    assert hooks.safe is not None
    assert hooks.plies_left is not None
    said: Counter[str] = Counter(positions=len(known))
    for state, (score, longest, wins, children) in known.items():
        if not children:
            assert score != 0 or hooks.plies_left(state) == 0, state
            continue
        assert hooks.plies_left(state) >= longest, state
        assert hooks.wins(state) == wins, state
        if hooks.place is not None:
            assert all(0 <= hooks.place(state, move) < 64 for move, _ in children), state
        if wins:
            said["won"] += 1
            continue
        safe = sum(1 << move for move, child in children if known[child].wins == 0)
        assert hooks.safe(state) == safe, state
        said["unsafe moves"] += len(children) - safe.bit_count()
        if hooks.ceiling is not None and safe.bit_count() > 1:
            said["asked"] += 1
            limit = hooks.ceiling(state)
            assert limit <= NOTHING_KNOWN, state
            if limit == NO_WIN:
                said["no win"] += 1
                assert score <= 0, state
            elif limit < 0:
                said["lost"] += 1
                assert score <= -limit - WON, (state, limit, score)
    if hooks.fold is not None:
        folded: dict[int, int] = {}
        for state, truth_of in known.items():
            assert folded.setdefault(hooks.fold(state), truth_of.score) == truth_of.score, state
        said["folded"] = len(folded)
    return said


@pytest.mark.parametrize("size", [*in_proof("4x4"), *CONNECT4_WHOLE[1:]])
def test_connect4_every_position(size: str) -> None:
    game = load(f"connect4:{size}")
    known = solved(game, [game.start])
    said = check_tactics(game, known)
    assert said["no win"] > 0 or said["asked"] == 0
    if size == "4x4":
        assert (said["positions"], said["asked"], said["no win"], said["lost"]) == (161_029, 61_418, 20_028, 3_134)
    else:
        canonical = game.rules.canonical
        assert canonical is not None
        assert said["folded"] == len({canonical(state) for state in known})


@pytest.mark.parametrize("size", [*CONNECT4_LATE, *in_proof(*CONNECT4_LATE_PROOF)])
def test_connect4_late_positions(size: str) -> None:
    game = load(f"connect4:{size}")
    said = check_tactics(game, solved(game, late(game, 30 if game.knowledge.fold is None else 12, 10)))
    assert min(said["positions"] // 1000, said["won"], said["unsafe moves"], said["no win"]) > 0
    assert said["lost"] > 0 or size in ("2x20", "3x20")


class Word(int):
    """A number that is shifted by 63 bits at most: what a longer shift gives, only the machine knows."""

    def __lshift__(self, count: int) -> Word:
        assert 0 <= count < 64
        return Word(int(self) << count)

    def __rshift__(self, count: int) -> Word:
        assert 0 <= count < 64
        return Word(int(self) >> count)

    def __and__(self, other: int) -> Word:
        return Word(int(self) & int(other))

    def __or__(self, other: int) -> Word:
        return Word(int(self) | int(other))

    def __add__(self, other: int) -> Word:
        return Word(int(self) + int(other))

    __rand__, __ror__, __radd__ = __and__, __or__, __add__


@pytest.mark.parametrize("spec", ["connect4", *(f"connect4:{size}" for size in ("1x61", "2x20", "3x20", "4x14"))])
def test_no_shift_is_longer_than_a_machine_word(spec: str) -> None:
    game = load(spec)
    hooks = game.knowledge
    asked = 0
    for mover, other, side in late(game, 4, 12):
        state = Word(mover), Word(other), side
        for function in (game.rules.is_over, hooks.wins, hooks.safe, hooks.ceiling):
            assert function is not None
            assert function(state) == function((mover, other, side))
            asked += 1
    assert asked == 16


POSITIONS, ASKED, NOT_WON, LOST, LIE, LIAR = range(6)
WINS, SAFE, PLIES, CEILING, PLACE = range(1, 6)


def auditor(game: Game) -> Callable[..., Any]:
    """Compiled: prove the compiled hooks on whole arrays of positions; counts what they said and keeps the last lie."""
    rules, hooks = native_rules(game), native_knowledge(game, native_rules(game))
    play, moves, is_over, utility = rules.play, rules.moves, rules.is_over, rules.utility
    wins, safe, plies_left, ceiling, place = hooks.wins, hooks.safe, hooks.plies_left, hooks.ceiling, hooks.place

    def winning(state: Any) -> int:
        legal, found = moves(state), 0
        for move in range(64):
            if legal >> move & 1:
                child = play(state, move)
                if is_over(child) and utility(child) != 0:
                    found |= 1 << move
        return found

    def lie_of(state: Any, score: int, told: Any) -> int:
        left = plies_left(state)
        if is_over(state):
            return PLIES if score == 0 and left != 0 else 0
        if left < 1 or (score != 0 and WON - abs(score) > left):
            return PLIES
        winners, legal, harmless, count = winning(state), moves(state), 0, 0
        if wins(state) != winners:
            return WINS
        for move in range(64):
            if legal >> move & 1:
                if not 0 <= place(state, move) < 64:
                    return PLACE
                child = play(state, move)
                if is_over(child) or winning(child) == 0:
                    harmless |= 1 << move
                    count += 1
        if winners != 0:
            return 0
        if safe(state) != harmless:
            return SAFE
        if count > 1:
            told[ASKED] += 1
            limit = ceiling(state)
            told[NOT_WON] += limit == NO_WIN
            told[LOST] += limit < 0
            if limit > NOTHING_KNOWN or (limit == NO_WIN and score > 0) or (limit < 0 and score > -limit - WON):
                return CEILING
        return 0

    def audit(mover: Any, other: Any, score: Any, side: int, told: Any) -> int:
        for i in range(len(mover)):
            lie = lie_of((mover[i], other[i], side), score[i], told)
            told[POSITIONS] += 1
            if lie != 0:
                told[LIE] = lie
                told[LIAR] = i
        return 0

    words = types.int64[::1]
    return cache.build(audit, (words, words, types.int16[::1], types.int64, words))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("width", "height", "positions"),
    [
        (4, 4, 161_029),
        (4, 5, 1_706_255),
        (5, 4, 3_945_711),
        (4, 6, 15_835_683),
        (5, 5, 69_763_700),
        (6, 4, 94_910_577),
        (8, 2, None),
        (7, 3, None),
        (3, 7, None),
    ],
)
def test_connect4_one_and_all(width: int, height: int, positions: int | None) -> None:
    """Every position, by the compiled hooks; the larger boards take some minutes and some gigabytes."""
    game = load(f"connect4:{width}x{height}")
    audit = auditor(game)
    told = np.zeros(8, np.int64)
    for ply, layer in enumerate(layers(width, height)):
        audit(layer.mover, layer.other, layer.score, ply % 2, told)
        assert told[LIE] == 0, (told[LIE], layer.mover[told[LIAR]], layer.other[told[LIAR]])
    assert told[POSITIONS] == positions or positions is None
    assert told[NOT_WON] > 0
    if (width, height) == (4, 4):
        assert tuple(told[: LOST + 1]) == (161_029, 61_418, 20_028, 3_134)


@pytest.mark.parametrize("size", MNK_WHOLE)
def test_mnk_every_position(size: str) -> None:
    game = load(f"mnk:{size}")
    known = solved(game, [game.start])
    said = check_tactics(game, known)
    assert len(known) == len(reachable(game))
    assert said["won"] > 0 or size == "1x4x3"


@pytest.mark.parametrize("size", ["4x3x3", "5x4x4", "9x7x5", *in_proof("4x4x3", "4x4x4", "5x3x3", "6x5x4")])
def test_mnk_late_positions(size: str) -> None:
    game = load(f"mnk:{size}")
    said = check_tactics(game, solved(game, late(game, 10, 8)))
    assert said["no win"] >= MNK_LATE[size]
    assert min(said["won"], said["unsafe moves"], said["asked"]) > 0


@pytest.mark.parametrize("spec", [spec for spec in TINY if load(spec).knowledge.has_tactics])
def test_tactics_of_every_game(spec: str) -> None:
    game = load(spec)
    assert check_tactics(game, solved(game, [game.start]))["positions"] > 1


@pytest.mark.parametrize(
    "spec",
    [*(spec for spec in TINY if load(spec).knowledge.floor is not None), "kalah:2x3", "kalah:3x2", "kalah:4x1"],
)
def test_bounds_of_every_game(spec: str) -> None:
    game = load(spec)
    floor, ceiling = game.knowledge.floor, game.knowledge.ceiling
    assert floor is not None
    assert ceiling is not None
    total = ceiling(game.start)
    assert floor(game.start) == -total
    known = truth(spec)
    said: Counter[str] = Counter()
    for state in reachable(game):
        utility, _ = known[state]
        mine = utility if game.rules.to_move(state) == 0 else -utility
        least, most = floor(state), ceiling(state)
        assert least <= mine <= most, state
        assert (least == most) == game.rules.is_over(state), state
        said["floor"] += least > -total
        said["ceiling"] += most < total
    # In the game of one box, no bound is known before the last line.
    assert min(said["floor"], said["ceiling"]) > 0 or spec == "dots:1x1"


TACTICS: dict[str, Callable[..., Any]] = {
    "wins": lambda state: 0,
    "safe": lambda state: 0,
    "plies_left": lambda state: 0,
}


@pytest.mark.parametrize("given", range(8))
def test_half_of_the_tactics_is_refused(given: int) -> None:
    chosen = {name: hook for bit, (name, hook) in enumerate(TACTICS.items()) if given >> bit & 1}
    if given in (0, 7):
        assert Knowledge(**chosen).has_tactics == (given == 7)
    else:
        with pytest.raises(BadRules, match="of use only together"):
            Knowledge(**chosen)


def test_a_board_without_lines_knows_nothing() -> None:
    assert load("mnk:2x2x3").knowledge == Knowledge()
