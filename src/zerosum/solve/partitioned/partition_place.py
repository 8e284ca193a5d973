"""A place that solves games in partitions, with whatever executor runs the steps."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from zerosum.game import Game
from zerosum.progress import ProgressCallback
from zerosum.solve.format.key_layout import KeyLayout, Layout
from zerosum.solve.format.manifest import rules_fingerprint
from zerosum.solve.partitioned.graph_passes import GraphInPasses
from zerosum.solve.partitioned.partition_steps import work_for
from zerosum.solve.partitioned.partitions import LayersInParts, Team
from zerosum.solve.partitioned.scratch import Scratch


def address_below(scratch: str, game: Game, layout: Layout, counted: tuple[int, ...], starts: str) -> str:
    """The address of the files of one game, layout of keys and set of starts: never those of another one."""
    fields = layout.fields if isinstance(layout, KeyLayout) else None
    said = (rules_fingerprint(game, game.start), game.rules.canonical is not None, fields, counted, starts)
    return f"{scratch}/{sha256(repr(said).encode()).hexdigest()[:16]}"


class PartitionPlace:
    """A team of workers, and the address of intermediate files, which all of them see.

    `memory` is in bytes, for one step. `folder` is for arrays that are mapped into the memory of this program.
    """

    def __init__(self, team: Team, scratch: str, folder: Path, memory: int) -> None:
        """Run nothing yet."""
        self.team = team
        self.scratch = scratch
        self.folder = folder
        self.memory = memory

    def layers(
        self,
        game: Game,
        layout: Layout,
        counted: tuple[int, ...],
        memory: int,
        progress: ProgressCallback,
        starts: str,
    ) -> LayersInParts:
        """The steps for a game whose positions lie in layers."""
        address = address_below(self.scratch, game, layout, counted, starts)
        return LayersInParts(work_for(game, layout, counted, address, self.memory), layout, self.team, progress)

    def graph(self, game: Game, layout: Layout, memory: int, progress: ProgressCallback, starts: str) -> GraphInPasses:
        """The steps for any other game."""
        work = work_for(game, layout, (), address_below(self.scratch, game, layout, (), starts), self.memory)
        return GraphInPasses(work, layout, self.team, progress, self.folder)

    def forget(self) -> None:
        """Remove the intermediate files."""
        Scratch(self.scratch).clear()
        Scratch(str(self.folder)).clear()

    def close(self) -> None:
        """The executor belongs to the caller."""
