"""The positions from the root to the current node, by which compiled searches find repetitions.

It does what `engines.search.run.Run` does with its path, and the reasons are those of `engines.search.cycles`. The
position of each ply lies in the control (`PATH`); what lies there for plies below the current one is out of date, and
is never looked at. A new position is compared with those above it one by one, the nearest first: most of them differ
in their first word, and a search that can finish is not deep. Where a game has `position`, that is what is kept and
compared. In a game that cannot repeat positions the
functions do nothing, and leave nothing behind in the machine code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.core.rules import State
from zerosum.engines.native.compile.entries import CompiledRules
from zerosum.engines.native.machine.memory import load, store
from zerosum.engines.native.machine.search_layout import EARLIER, LOWEST, PATH
from zerosum.engines.native.machine.state_words import words
from zerosum.engines.search.run import NONE_REPEATED

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules


class Path(NamedTuple):
    """Plain functions for compiled code to call."""

    put: Callable[[State, int, Any], None]
    """(state, ply, control): this position, which does not occur above, is on the path from now on."""

    is_repeated: Callable[[State, int, Any], bool]
    """(state, ply, control): whether this position occurs above; if not, it is put on the path."""

    begin: Callable[[Any], int]
    """(control): forget the lowest ply of a repeated position, and give it to the caller."""

    depends: Callable[[int, int, Any], bool]
    """(ply, lowest_before, control): `Run.depends_on_path`, with what `begin` gave."""


def path_width(rules: CompiledRules) -> int:
    """How many words of the path a position takes."""
    return rules.width if rules.repeats else 0


def path_of(rules: NativeRules) -> Path:
    """The path of searches with these rules."""
    write, _, same, _ = words(rules.shape)
    position, width = rules.position, rules.width

    def put(state: State, ply: int, control: Any) -> None:
        write(control, load(control, PATH) + ply * width, position(state))

    def is_repeated(state: State, ply: int, control: Any) -> bool:
        path = load(control, PATH)
        here = position(state)
        for above in range(ply - 1, -1 - load(control, EARLIER), -1):
            if same(control, path + above * width, here):
                store(control, LOWEST, min(load(control, LOWEST), above))
                return True
        write(control, path + ply * width, here)
        return False

    def begin(control: Any) -> int:
        before = load(control, LOWEST)
        store(control, LOWEST, NONE_REPEATED)
        return before

    def depends(ply: int, lowest_before: int, control: Any) -> bool:
        lowest = load(control, LOWEST)
        depends = lowest < ply
        store(control, LOWEST, min(lowest_before, lowest) if depends else lowest_before)
        return depends

    if rules.repeats:
        return Path(put, is_repeated, begin, depends)
    return Path(on_no_path, never_repeated, no_ply, never_depends)


def on_no_path(state: State, ply: int, control: Any) -> None:
    """Nothing: nobody looks at the path."""


def never_repeated(state: State, ply: int, control: Any) -> bool:
    """False: the game cannot repeat positions."""
    return False


def no_ply(control: Any) -> int:
    """A ply that nobody looks at."""
    return NONE_REPEATED


def never_depends(ply: int, lowest_before: int, control: Any) -> bool:
    """False: no score depends on the path."""
    return False
