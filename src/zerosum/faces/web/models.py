"""The types of what is asked and answered over HTTP; they mirror the package's own results."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field

Spec = Annotated[str, Query(min_length=1, max_length=2000, description="a game, as in connect4:6x5")]
PositionText = Annotated[str | None, Query(max_length=8000, description="where to begin; the game's start without it")]
MovesText = Annotated[str, Query(max_length=20_000, description="the moves since then, with blanks between")]
CountFrom = Annotated[
    Literal["0", "1"] | None, Query(description="how moves are numbered, asked and answered; as usual without it")
]
Values = Annotated[
    Literal["distance", "plain", "depth", "cells"], Query(description="how wins are written: win in 5, +1, 10 - depth")
]
AlgorithmName = Annotated[str, Query(max_length=100, description="alphabeta, mcts:1000, ...")]
Root = Annotated[Literal["max", "min"], Query(description="who moves at the root of a written tree")]
Seed = Annotated[int, Query(ge=0, lt=1 << 53)]
Seconds = Annotated[float, Query(gt=0, le=120, description="how long it may take")]


class Problem(BaseModel):
    """What was wrong, in one sentence."""

    detail: str


class GameEntry(BaseModel):
    """A registered game."""

    spec: str
    name: str
    form: str
    blurb: str
    shown: str = Field(description="the size to show where nobody chose one; the usual one of most games")
    examples: list[str] = Field(description="sizes worth a try")
    is_numbered: bool = Field(description="whether its moves can be numbered from 0 or from 1")
    is_small: bool = Field(description="whether plain alpha-beta reaches the end of the usual size soon")
    is_solved: bool = Field(description="whether every position of the usual size is solved at once")


class ExampleView(BaseModel):
    """A search in which the point of an algorithm shows: what is searched, and what happens at a step, from 1."""

    step: int
    what: str
    game: str
    position: str
    tree: str
    depth: int | None = Field(default=None, description="how deep to search, where that is not to the end")


class Rung(BaseModel):
    """An algorithm of the ladder."""

    name: str
    title: str = Field(description="the name in words")
    idea: str
    example: ExampleView


class Lab(BaseModel):
    """What there is: games, players, algorithms."""

    version: str
    games: list[GameEntry]
    players: list[str]
    algorithms: list[Rung]
    opened: str | None = Field(description="the game that the server was started with")
    analysis_options: dict[str, str] = Field(
        description="what an address and a request may say of an analysis, each with the option of the command"
    )


class CellView(BaseModel):
    """One place of a board."""

    x: float
    y: float
    name: str
    label: str
    piece: str
    kind: str
    width: float
    height: float
    owner: str
    span: list[int] | None


class BoardView(BaseModel):
    """The cells of a position, and which of them to click for a move."""

    width: float
    height: float
    cells: list[CellView]
    columns: list[str]
    rows: list[str]
    pieces: list[str]
    falls: bool = Field(description="whether pieces fall to the lowest empty cell of their column")
    moves: dict[str, list[int]]
    area: dict[str, list[int]]
    touched: dict[str, list[int]]
    shown: dict[str, int]
    lines: list[list[int]]
    sowing: list[int] = Field(description="the cells through which seeds are sown, in this order and round again")
    winning: list[list[int]] = Field(description="the lines of cells that won the game")
    score: list[int] | None = Field(description="what each side has so far, such as discs or seeds")
    marks: dict[int, str] = Field(description="cells with something to know about them: check, ko")
    faded: list[int] = Field(description="cells to draw pale, such as dice that were used")
    stars: list[int] = Field(description="the star points of a Go board")
    captured: list[list[str]] = Field(description="the pieces that each side has taken")
    notes: list[str] = Field(description="a few words for each side: its material, its pips")
    lower_side: int | None = Field(description="the side at the lower edge, where the other sees the board turned")
    piece_names: dict[str, str] = Field(description="what people call a piece: white knight for N")


class ChangesView(BaseModel):
    """What a move changes on the board, and who is to move then: the page shows it before the server is asked."""

    cells: dict[int, str] = Field(description="the new pieces, by the numbers of their cells")
    side: int
    mover: str
    over: bool


class GameTextView(BaseModel):
    """A game as a file of the game's own format has it."""

    text: str


class ReadGameView(BaseModel):
    """A game that was read from such a file."""

    position: str | None = Field(description="where it begins, if not as usual")
    moves: list[str]


class MovesView(BaseModel):
    """The moves of a game, as they are typed."""

    moves: list[str]


class PositionView(BaseModel):
    """A position with its board and its legal moves."""

    game: str
    name: str
    sides: list[str]
    names: list[str] = Field(description="what people call the sides: their colours, where these have names")
    marks: bool
    start: str
    is_start: bool
    moves: list[str]
    movers: list[int]
    position: str
    turn_place: int | None = Field(description="how many characters before its end the side to move stands, if it does")
    side: int = Field(description="0, 1, or 2 for chance")
    mover: str = Field(description="the name of the side to move, or chance")
    adjudication: str | None = Field(description="how the game ended without its rules, by repetition for example")
    over: bool
    utility: int | None
    ending: str | None
    why_over: str = Field(description="which rule ended the game, such as checkmate, if the game says it")
    legal: list[str]
    changes: dict[str, ChangesView] = Field(description="what each legal move changes")
    board: BoardView
    last: list[int]
    text: str
    what_to_type: str
    notation: str | None = Field(description="the format of game files, such as PGN, if the game has one")
    searches: list[str] = Field(description="the algorithms that can play the game")
    about: str = Field(description="the rules of the game in a few lines")


class ExamplePairView(BaseModel):
    """A rule as a pair of pictures."""

    words: str
    before: PositionView
    after: PositionView = Field(description="after the moves that show the rule, which are its own")


class RulesView(BaseModel):
    """The rules of a game in pictures; none where the game has no examples."""

    examples: list[ExamplePairView]


class ResultView(BaseModel):
    """A result that a game of chance can end with, and its probability."""

    utility: int
    chance: float


class ValueView(BaseModel):
    """A value for the side to move: an outcome with its distance, a margin, an estimate with its depth, or a mean.

    The mean of a game of chance has the probabilities of win, draw and loss where they are known. Where chance is to
    move, it is the mean for the first side.
    """

    kind: Literal["outcome", "margin", "estimate", "expected"]
    letter: Literal["W", "D", "L", "~", "E"]
    sign: int
    rank: int | float
    text: str
    short: str
    outcome: str | None = None
    distance: int | None = None
    written: str = Field("", description="the number that stands for it, where wins are written as numbers")
    margin: int | None = None
    estimate: int | float | None = None
    depth: int | None = None
    expected: float | None = Field(None, description="the mean result of a game of chance")
    fraction: str | None = Field(None, description="the same as an exact fraction, where it is known")
    error: float | None = Field(None, description="by how much the mean may be wrong")
    results: list[ResultView] | None = None
    win: float | None = None
    draw: float | None = None
    loss: float | None = None


class MoveView(BaseModel):
    """A move with its value and its line."""

    move: str
    chance: float | None = Field(description="the probability of an outcome, where chance is to move")
    value: ValueView
    exact: bool
    best: bool
    cost: str | None
    line: list[str]
    guessed_from: int | None = Field(description="the ply from which on the line is a guess, beyond a book")


class AnalysisView(BaseModel):
    """A position with the value of every move, best first."""

    game: str
    position: str
    to_move: str
    side: int
    over: bool
    value: ValueView
    exact: bool
    best: list[str]
    best_known: bool = Field(description="whether the best moves are proven to be best")
    moves: list[MoveView]
    tier: str
    note: str | None = Field(description="why the analysis ended early, unless only its limit ended it")
    nodes: int
    table_hits: int
    seconds: float


class ReplyView(BaseModel):
    """The computer's move, and the position after it."""

    move: str
    after: PositionView
    estimate: bool = Field(description="whether the player, which chooses by exact values, had only an estimate")


class DepthView(BaseModel):
    """How deep a search may look to be watched; null where it may look to the end of the game."""

    depth: int | None


class TurnView(BaseModel):
    """A position and, where a computer or the dice are to move, the reply."""

    position: PositionView
    reply: ReplyView | None


class StepView(BaseModel):
    """A move of a line and the position after it."""

    move: str
    side: int
    position: str
    over: bool
    guess: bool = Field(description="whether the move is a guess, beyond a book")


class WhyView(BaseModel):
    """A move beside the best one."""

    move: str
    best: str
    cost: str
    is_mistake: bool
    exact: bool
    sentence: str
    value: ValueView
    best_value: ValueView
    line: list[StepView]
    best_line: list[StepView]
    reply_at: int | None


class JudgementView(BaseModel):
    """One move of a game: what it was worth before and after."""

    number: int
    position: str
    move: str
    side: int
    mark: str
    before: ValueView
    after: ValueView
    exact: bool
    cost: str
    mistake: str | None
    best: list[str]
    missed_win_in_one: str | None
    reason: str | None = Field(description="why, in the words of the game")
    noise: float = Field(description="how much two estimates may differ and say nothing")


class ReviewView(BaseModel):
    """All moves of a game, judged."""

    moves: list[JudgementView]


class BoardsView(BaseModel):
    """The positions after some lines of moves."""

    positions: list[PositionView]


class SourceFileView(BaseModel):
    """A file of a search's source, and the line at which its algorithm begins."""

    name: str
    first: int
    text: str


class SourceView(BaseModel):
    """The source of an algorithm: its own file first, then those of the rungs that it runs on; and their pseudocode."""

    algorithm: str
    idea: str
    files: list[SourceFileView]
    pseudocode: str


class ChartPicture(BaseModel):
    """A chart as SVG, drawn for a place of this width in pixels."""

    width: int
    svg: str


class TreeView(BaseModel):
    """A written tree, with its text in normal form."""

    text: str
    leaves: int


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in (
        (400, "what was asked for does not exist, is not legal, or cannot be read"),
        (401, "the token is missing"),
        (403, "the request comes from another site"),
        (421, "the server does not go by that name"),
        (422, "a parameter is missing, or is not of its type"),
        (429, "too many requests are waiting"),
    )
}
