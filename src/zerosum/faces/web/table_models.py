"""The types of what is answered about solved tables."""

from __future__ import annotations

from pydantic import BaseModel, Field

from zerosum.faces.web.models import ChartPicture, ValueView


class TableEntry(BaseModel):
    """A solved table that can be shown; `problem` says why one cannot."""

    name: str = Field(description="the name of its folder, by which it is asked for")
    folder: str
    game: str
    title: str
    start: str
    positions: int
    problem: str | None


class TablesView(BaseModel):
    """The solved tables that there are."""

    folder: str | None = Field(description="the user's folder of tables, null without a home")
    tables: list[TableEntry]


class TableOutcomes(BaseModel):
    """Positions of each value, for the side to move, images of each other included."""

    win: int
    draw: int
    loss: int


class TableLayer(TableOutcomes):
    """A layer of a table."""

    layer: int
    positions: int


class HardPositionView(BaseModel):
    """A position of a table, and how many of its moves keep its value."""

    position: str
    mover: str
    layer: int
    value: ValueView
    moves: int
    optimal_moves: int
    lead: float | None = Field(description="of a game of chance: how much better its best move is than the next")


class MeansBin(BaseModel):
    """Of a game of chance: how many stored positions have a mean from one number to another."""

    low: float
    high: float
    stored: int


class TableView(BaseModel):
    """What a solved table holds."""

    game: str
    title: str
    folder: str
    position: str = Field(description="where the table begins")
    mover: str = Field(description="who begins, which may be chance")
    view: str = Field(description="for whom the value is: who begins, or the first player where chance does")
    positions: int
    stored: int
    method: str
    symmetry: bool = Field(description="whether positions that are images of each other are stored once")
    starts: int = Field(description="how many positions the table begins at")
    margin: bool
    chance: bool = Field(description="whether values are means; a win is a mean above 0 then, and a loss one below")
    error: str | None = Field(
        description="by how much a mean is off at most; null where means are exact or there are none"
    )
    means: list[MeansBin] = Field(description="how means are spread, in bins of one width; empty without chance")
    value: ValueView
    outcomes: TableOutcomes
    endless: int = Field(description="of the draws, those in which a side can avoid the end for ever")
    layers: list[TableLayer]
    bytes: int
    longest: ValueView | None = Field(description="the longest win, or the largest margin, of all positions")
    read: int = Field(description="the stored positions among which the hardest were looked for")
    longest_wins: list[HardPositionView]
    only_wins: list[HardPositionView]
    only_draws: list[HardPositionView]
    closest: list[HardPositionView]
    most_at_stake: list[HardPositionView]
    charts: dict[str, list[ChartPicture]] = Field(
        description="`layers` and `shares`, or `values` where there are no layers; `means` with chance"
    )
