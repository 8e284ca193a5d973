"""Specs of games of any kind and size, for hypothesis to draw: those that every search takes, the solver too.

Oware is none of them, because compiled searches do not look for repetition; nor is Ultimate Tic-Tac-Toe (`WIDE`), whose
moves go beyond the 63 of the solver.
"""

from __future__ import annotations

from hypothesis import strategies as st

WIDE = ("ultimate", "gomoku:9", "connect4:8x8", "hex:8", "breakthrough")
"""Games with more moves, or more cells, than fit into one word."""


@st.composite
def any_spec(draw: st.DrawFn, largest: int) -> str:
    """A game that comes with the package, on a board of at most so many rows or heaps of at most so many."""
    size = st.integers(1, largest)
    kind = draw(
        st.sampled_from(("mnk", "connect4", "nim", "kalah", "hexapawn", "othello", "breakthrough", "hex", "dots"))
    )
    if kind == "mnk":
        return f"mnk:{draw(size)}x{draw(size)}x{draw(size)}"
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
    return "othello:4" if kind == "othello" else f"{kind}:{draw(size)}x{draw(size)}"
