"""The types of the lab report over HTTP: one for each event of its stream, and one for all of them together."""

from __future__ import annotations

from pydantic import BaseModel, Field

from zerosum.answers.lab.compare import Point, Spread
from zerosum.answers.lab.move_orders import OrderRow
from zerosum.faces.web.models import ChartPicture, ValueView


class RowView(BaseModel):
    """What one algorithm did on all positions; see `zerosum compare --json`."""

    algorithm: str
    tier: str
    value: ValueView | None = Field(description="where there is one position")
    move: str | None
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    deepest: int
    seconds: float
    peak_bytes: int | None
    positions: int
    exact: bool
    stopped: int
    outcomes: dict[str, int]
    note: str | None = Field(description="why it could not go on, where the game can repeat positions for ever")
    complete: bool = Field(description="whether it finished every position, so that its nodes can be compared")
    spread: Spread | None
    sample: list[int | None] = Field(description="the nodes of the first positions; null where it was stopped")


class DifferenceView(BaseModel):
    """A position with the nodes of both algorithms, and how many times as many the first took."""

    position: str
    first: int
    second: int
    factor: float


class DifferencesView(BaseModel):
    """Where two algorithms differ most."""

    first: str
    second: str
    positions: list[DifferenceView]


class FitView(BaseModel):
    """Nodes grow like factor * branching ** d, which is breadth ** (exponent * d)."""

    algorithm: str
    branching: float
    factor: float
    exponent: float | None


class FitsView(BaseModel):
    """All fits, and the b of the guides; `measured` says that it is how minimax grew."""

    breadth: float
    measured: bool
    fits: list[FitView]


class RanksView(BaseModel):
    """An algorithm's cut-offs: the first number after one move tried, the second after two."""

    algorithm: str
    cuts: list[int]
    total: int
    first_share: float | None
    mean: float | None
    positions: int
    stopped: int
    complete: bool


class OrdersView(BaseModel):
    """All orders, on the positions that could be finished in each of them."""

    orders: list[OrderRow]
    finished: int
    positions: int
    seeds: int


class MemoryView(BaseModel):
    """The most bytes that an algorithm held."""

    algorithm: str
    peak_bytes: int


class ChartView(BaseModel):
    """The chart of a part of the report: `nodes`, `spread`, `growth`, `ranks` or `orders`, in several widths."""

    part: str
    pictures: list[ChartPicture]


class BeginView(BaseModel):
    """What is compared."""

    game: str
    name: str
    position: str
    positions: int
    algorithms: list[str]


class DoneView(BaseModel):
    """Whether everything was finished, and if not, what was not."""

    complete: bool
    unfinished: list[str]


class ReportView(BeginView, DoneView):
    """The whole report."""

    rows: list[RowView]
    differences: list[DifferencesView]
    points: list[Point]
    growth: FitsView | None
    ranks: list[RanksView]
    orders: OrdersView | None
