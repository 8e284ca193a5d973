"""The tree that a search visits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.parameters import Depth, Nodes, Parameter, Plain, Seconds, Seed, capability, limit_from
from zerosum.answers.position import Position
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.game import Game
from zerosum.core.games.tree import is_written
from zerosum.core.pickled_states import PickledStates
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.core.value import Scale
from zerosum.engines.draw.tree_svg import MOST_NODES, tree_svg
from zerosum.engines.draw.tree_text import result_captions, tree_lines
from zerosum.engines.recording.recorder import record
from zerosum.engines.recording.tree import TreeNode, rebuild, unfold_pruned
from zerosum.engines.search import Limit, Result, default_algorithm


@dataclass(frozen=True)
class SearchTree(PickledStates):
    """The tree that a search visited: its result, and one root for each time that it started over."""

    game: Game
    state: State
    result: Result
    roots: tuple[TreeNode, ...]
    scale: Scale
    levels: int | None = None

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        roots = tuple(root.with_states(change) for root in self.roots)
        return {"state": change(self.state), "roots": roots}

    @classmethod
    def searched(
        cls,
        game: Game,
        state: State,
        name: str,
        plain: bool,
        limit: Limit,
        seed: int,
        levels: int | None,
        progress: ProgressCallback,
    ) -> SearchTree:
        """Search and record; raises `BadRequest` when a limit stops the search."""
        result, recording = record(game, state, name, plain=plain, seed=seed, limit=limit, progress=progress)
        roots = rebuild(recording, progress)
        if is_written(game):
            unfold_pruned(game, roots)
        return cls(game, state, result, tuple(roots), recording.scale, levels)

    def svg(self, levels: int | None = None) -> str:
        """The last pass as a picture, `levels` plies below the root; raises `BadRequest` if it is too large."""
        captions = self._captions() if len(self.roots) > 1 else ()
        return tree_svg(self.roots[-1], self.game, self.scale, self.result.line, levels, captions)

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<SearchTree {self.game.spec:.60} by {self.result.algorithm}, {self.result.nodes:,} nodes>"

    def __str__(self) -> str:
        """The tree of the last pass, a node a line, and the result of the search."""
        lines = tree_lines(self.roots[-1], self.game, self.scale, self.levels)
        return "\n".join([*lines, "", *self._captions()])

    def _captions(self) -> list[str]:
        return result_captions(self.game, self.state, self.result, len(self.roots))

    def _repr_svg_(self) -> str:
        """The picture, for a notebook: as many plies as can be drawn, unless `levels` says."""
        if self.levels is not None:
            return self.svg(self.levels)
        sizes: list[int] = []
        layer = [self.roots[-1]]
        while layer and sum(sizes) + len(layer) <= MOST_NODES:
            sizes.append(len(layer))
            layer = [child for node in layer for child in node.children]
        return self.svg(len(sizes) - 1)


@capability("the search")
def tree(
    game: GameLike,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    algorithm: Annotated[
        str | None,
        Parameter("the search (default: alphabeta; star1 where there is chance)", option="-a --algorithm", unit="A"),
    ] = None,
    plain: Plain = True,
    levels: Annotated[int | None, Parameter("levels below the root to show", unit="N", least=0)] = None,
    seconds: Seconds = ANSWER_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    seed: Seed = 0,
    progress: ProgressSetting = True,
) -> SearchTree:
    """The tree that a search visits, with values, windows and cuts: of a game, or of a tree written as nested brackets.

    The search is alpha-beta, or Star1 where there is chance, unless `algorithm` names another one. `levels` limits
    the plies shown below the root. The search ends after 10 seconds unless told.

    >>> tree("((3,5),(2,9))").result.nodes
    6
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    with shown(progress, f"searching {here.game.name}") as callback:
        name = default_algorithm(here.game) if algorithm is None else algorithm
        return SearchTree.searched(here.game, here.state, name, plain, allowed, seed, levels, callback)
