"""Random trees with a given number of cut-offs, as exercises."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from zerosum.core.errors import BadRequest
from zerosum.core.games.tree import Branch, read_tree, tree_text
from zerosum.core.progress import Count, ProgressCallback
from zerosum.engines.search import algorithm

MOST_LEAVES = 1_000
ATTEMPTS = 3_000
"""How many random trees are tried."""


def random_tree(
    branching: int,
    depth: int,
    *,
    cuts: int | None = None,
    name: str = "alphabeta",
    low: int = 0,
    high: int = 9,
    root_is_max: bool = True,
    random: Random,
    progress: ProgressCallback = None,
) -> str:
    """The text of a full tree with random leaves on which the search makes exactly `cuts` cut-offs.

    Raises `BadRequest` when no such tree was found. `progress` counts the attempts.

    >>> random_tree(2, 2, cuts=1, random=Random(1))
    '((2,9),(1,4))'
    """
    leaves = branching**depth
    if not 1 <= depth <= 20 or not 2 <= branching <= 20 or leaves > MOST_LEAVES:
        raise BadRequest(f"a random tree has at most {MOST_LEAVES:,} leaves, at least two branches and one ply")
    if low > high:
        raise BadRequest(f"leaves from {low} to {high}: the least is above the greatest")
    search = algorithm(name)
    for attempt in range(ATTEMPTS):
        text = tree_text(_full(branching, depth, lambda: random.randint(low, high)))
        if cuts is None:
            return text
        game = read_tree(text, root_is_max=root_is_max)
        if search(game, game.start).cutoffs == cuts:
            return text
        if progress is not None:
            progress(Count(attempt + 1, "attempts", ATTEMPTS))
    raise BadRequest(
        f"no tree of {leaves} leaves from {low} to {high} and {cuts} {'cut' if cuts == 1 else 'cuts'} by {name} "
        f"turned up in {ATTEMPTS:,} attempts; ask for another number, or for a tree of another size"
    )


def _full(branching: int, depth: int, leaf: Callable[[], int]) -> list[Branch]:
    """The nodes of a full tree, in the order of its text."""
    nodes: list[Branch] = []

    def grow(ply: int) -> int:
        number = len(nodes)
        node = Branch([], ply, leaf() if ply == depth else None)
        nodes.append(node)
        if ply < depth:
            node.children.extend(grow(ply + 1) for _ in range(branching))
        return number

    grow(0)
    return nodes
