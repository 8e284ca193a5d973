"""Specs of games of any kind and size, for hypothesis to draw: those that every search takes, the solver too.

Oware is none of them, because compiled searches do not look for repetition; nor is Ultimate Tic-Tac-Toe (`WIDE`), whose
moves go beyond the 63 of the solver.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests.brute import SMALL

WIDE = ("ultimate", "gomoku:9", "connect4:8x8", "hex:8", "breakthrough")
"""Games with more moves, or more cells, than fit into one word."""


KINDS = tuple(dict.fromkeys([*(spec.partition(":")[0] for spec in SMALL if spec != "tictactoe"), "othello"]))
"""The games that every search takes; Tic-Tac-Toe is one of `mnk`."""


@st.composite
def any_spec(draw: st.DrawFn, largest: int) -> str:
    """A game that comes with the package, with at most `largest` rows, or heaps of at most this size.

    A game that has no sizes here is drawn in one of the `tiny` sizes of its entry in the registry.
    """
    size = st.integers(1, largest)
    kind = draw(st.sampled_from(KINDS))
    if kind == "mnk":
        return f"mnk:{draw(size)}x{draw(size)}x{draw(size)}"
    if kind in ("connect4", "kalah"):
        return f"{kind}:{draw(size)}x{draw(size)}"
    if kind == "nim":
        heaps = ",".join(map(str, draw(st.lists(size, min_size=1, max_size=4))))
        return f"nim:{heaps}{draw(st.sampled_from(('', ',misere')))}"
    if kind == "breakthrough":
        return f"breakthrough:{draw(st.integers(2, 4))}x{draw(st.integers(3, 5))}"
    if kind == "hex":
        return f"hex:{draw(st.integers(1, 4))}"
    if kind == "dots":
        return f"dots:{draw(st.integers(1, 2))}x{draw(st.integers(1, 3))}"
    if kind == "hexapawn":
        return f"hexapawn:{draw(st.integers(1, 4))}x{draw(st.integers(2, 5))}"
    if kind == "othello":
        return "othello:4"
    return draw(st.sampled_from([spec for spec in SMALL if spec.partition(":")[0] == kind]))
