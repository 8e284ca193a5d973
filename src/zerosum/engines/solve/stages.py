"""How far a solve has got: which layer it is at, on the way forward or back."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.core.progress import Progress, ProgressCallback

FINDING, VALUING, VERIFYING, EXPORTING = "finding positions", "valuing", "verifying", "exporting"


@dataclass
class SolveProgress:
    """Positions of all layers that are done in this stage; how many there are in all is known on the way back only."""

    stage: str
    layer: int
    layers: int | None
    done: int
    total: int | None
    unit: str = "positions"


class Stage:
    """A progress callback for the steps of one layer, which tells another one how far the whole solve is.

    The positions of a layer come in parts, and where memory is short, all parts several times. After the first time
    the layer counts as done.
    """

    def __init__(
        self,
        callback: ProgressCallback,
        stage: str,
        layer: int,
        *,
        size: int,
        before: int,
        layers: int | None = None,
        total: int | None = None,
    ) -> None:
        """`size` positions in this layer, after `before` in those that are done."""
        self._callback = callback
        self._size = size
        self._before = before
        self._parts = self._last = self._last_total = 0
        self._so_far = SolveProgress(stage, layer, layers, before, total)

    def __call__(self, part: Progress) -> None:
        """Tell how far it is."""
        if self._callback is None:
            return
        if part.done < self._last or part.done == 0:
            self._parts += self._last_total
        self._last, self._last_total = part.done, part.total or 0
        self._so_far.done = self._before + min(self._size, self._parts + part.done)
        self._callback(self._so_far)
