"""The types of the lab report over HTTP: one for each event of its stream, and one for all of them together."""

from __future__ import annotations

from pydantic import BaseModel, Field

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
    spread: SpreadView | None
    sample: list[int | None] = Field(description="the nodes of the first positions; null where it was stopped")


class SpreadView(BaseModel):
    """How the nodes are spread over the positions."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


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


class PointView(BaseModel):
    """One measurement of growth."""

    label: str
    plies: int
    algorithm: str
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    seconds: float
    exact: bool
    tier: str


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


class OrderView(BaseModel):
    """Alpha-beta's nodes with the moves in one order."""

    order: str
    nodes: float
    least: int
    most: int
    of_own: float


class OrdersView(BaseModel):
    """All orders, on the positions that could be finished in each of them."""

    orders: list[OrderView]
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


class DefaultsView(BaseModel):
    """The settings of a comparison that were not chosen."""

    able: list[str] = Field(description="the algorithms that can search the game")
    algorithms: list[str]
    depth: int | None = Field(description="plies to look ahead; none for the end of the game")
    depths: str = Field(description="the range of depths over which growth is measured")
    seconds: float


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
    points: list[PointView]
    growth: FitsView | None
    ranks: list[RanksView]
    orders: OrdersView | None
