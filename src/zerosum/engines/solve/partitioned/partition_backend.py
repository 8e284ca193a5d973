"""A backend that solves games in partitions, with whatever executor runs the steps."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from zerosum.engines.solve.backends import SolveJob
from zerosum.engines.solve.format.key_layout import KeyLayout
from zerosum.engines.solve.format.manifest import rules_fingerprint
from zerosum.engines.solve.partitioned.graph_passes import GraphInPasses
from zerosum.engines.solve.partitioned.partition_steps import Work, work_for
from zerosum.engines.solve.partitioned.partitions import LayersInParts, Team
from zerosum.engines.solve.partitioned.scratch import Scratch


def address_below(scratch: str, job: SolveJob) -> str:
    """The address of the files of one game, layout of keys and set of starts: never those of another one."""
    game, fields = job.game, job.layout.fields if isinstance(job.layout, KeyLayout) else None
    said = (rules_fingerprint(game, game.start), game.rules.canonical is not None, fields, job.counted, job.starts)
    return f"{scratch}/{sha256(repr(said).encode()).hexdigest()[:16]}"


class PartitionBackend:
    """A team of workers, and the address of intermediate files, which all of them see.

    `memory` is in bytes, for one step. `folder` is for arrays that are mapped into the memory of this program.
    """

    def __init__(self, team: Team, scratch: str, folder: Path, memory: int) -> None:
        """Run nothing yet."""
        self.team = team
        self.scratch = scratch
        self.folder = folder
        self.memory = memory

    def layers(self, job: SolveJob) -> LayersInParts:
        """The steps for a game whose positions lie in layers."""
        return LayersInParts(self._work(job), job.layout, self.team, job.progress)

    def graph(self, job: SolveJob) -> GraphInPasses:
        """The steps for any other game."""
        return GraphInPasses(self._work(job), job.layout, self.team, job.progress, self.folder)

    def _work(self, job: SolveJob) -> Work:
        return work_for(job.game, job.layout, job.counted, address_below(self.scratch, job), self.memory)

    def forget(self) -> None:
        """Remove the intermediate files."""
        Scratch(self.scratch).clear()
        Scratch(str(self.folder)).clear()

    def close(self) -> None:
        """The executor belongs to the caller."""
