"""Every game of the package and of `examples/` is solved into a table whose values are those of exhaustive search."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.brute import cyclic_margins, cyclic_truth, reachable, truth
from tests.places import EXAMPLES
from zerosum.core.games import GAMES, load
from zerosum.core.rules import SECOND
from zerosum.core.value import Expected
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, WON
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import Effort
from zerosum.engines.search.retrograde import reach
from zerosum.engines.search.run import Run
from zerosum.engines.search.value_iteration import means_of
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.verifying import verify


def name_of(spec: str) -> str:
    """The name under which a game is registered."""
    return spec.partition(":")[0]


LARGER = (
    "mnk:3x4x3",
    "mnk:2x3x3",
    "connect4:4x3",
    "nim:1,3,5",
    "nim:2,3,misere",
    "dicenim:6x3",
    "kalah:2x2",
    "othello:4",
    "hexapawn:3x4",
    "breakthrough:3x4",
    "hex:3",
    "dots:1x2",
    "dots:2x2",
    "checkers:4",
    "go:2",
    "go:3",
    "backgammon:bearoff,1",
)
"""Sizes to solve instead of the first one in the registry's `tiny`."""

TOO_LARGE = ("gomoku", "morris9", "ultimate", "chess")
"""Games that have no such size."""

PATH_DEPENDENT = ("oware",)
"""Games whose rules count repeated positions: refused (`test_solve.py`)."""

TINY = tuple(f"{name}:{entry.tiny[0]}".removesuffix(":") for name, entry in GAMES.items() if entry.tiny)
SMALL = (*LARGER, *(spec for spec in TINY if name_of(spec) not in (*PATH_DEPENDENT, *map(name_of, LARGER))))
"""Every registered game, at a size that exhaustive search in plain Python solves."""

FILES = (
    "chase.py",
    "domineering.py",
    "pig.py:pig(5)",
    "subtract_a_square.py",
    "ten.py",
    "states/bits.py",
    "states/cells.py",
    "states/named.py",
)
"""Every game that stands in `examples/`."""


def test_no_game_is_left_out() -> None:
    missing = set(GAMES).difference(map(name_of, SMALL), TOO_LARGE, PATH_DEPENDENT)
    assert not missing, (
        f"no size of {missing} is solved: give its entry in the registry a `tiny` size, or enter it here"
    )
    elsewhere = ("agents", "styles")  # the styles are Tic-Tac-Toe, position by position, in tests/core/games
    there = {
        str(file.relative_to(EXAMPLES)) for file in Path(EXAMPLES).rglob("*.py") if file.parent.name not in elsewhere
    }
    assert {file.partition(":")[0] for file in FILES} == there


@pytest.mark.proof
@pytest.mark.parametrize("spec", [*SMALL, *(str(EXAMPLES / file) for file in FILES)])
def test_every_value(spec: str, tmp_path: Path) -> None:
    game = load(spec)
    table = solve(game, tmp_path, threads=2)
    states = reachable(game)
    assert table.manifest.positions == len(states)
    if game.rules.odds is not None:
        means = means_of(game, reach(Run("value_iteration", game, game.start), game.start), Effort())
        for state in states:
            value, sign = table.value(state), -1 if game.to_move(state) == SECOND else 1
            assert isinstance(value, Expected)
            low, high = sorted((sign * means.low[state], sign * means.high[state]))
            assert low - value.error <= value.mean <= high + value.error, game.position_text(state)
    elif game.margin and can_repeat(game.rules):
        known_margins = cyclic_margins(spec)
        for state in states:
            margin, score = known_margins[state], table.score(state)
            mine = margin if game.to_move(state) == 0 else -margin
            assert (0 if score == ENDLESS_DRAW else score) == mine, game.position_text(state)
    else:
        known = (cyclic_truth if can_repeat(game.rules) else truth)(spec)
        for state in states:
            utility, plies = known[state]
            mine = utility if game.to_move(state) == 0 else -utility
            score = table.score(state)
            expected = mine if game.margin else mine * (WON - plies)
            assert (0 if score == ENDLESS_DRAW else score) == expected, game.position_text(state)
    assert verify(table) is None
