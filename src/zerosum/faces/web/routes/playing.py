"""A game on the board: positions, and the computer's moves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from zerosum.core.setting_names import TIES
from zerosum.faces.web.models import (
    REFUSALS,
    CountFrom,
    GameTextView,
    MovesView,
    PositionView,
    ReadGameView,
    ReplyView,
    RulesView,
    Seconds,
    Seed,
    Spec,
    TurnView,
)
from zerosum.faces.web.routes.common import SHORT, Ask, Asked, refuse_files

router = APIRouter(tags=["play"], responses=REFUSALS)

POSITION_SECONDS = 10

Player = Annotated[str, Query(max_length=100, description="perfect, level:3, alphabeta, ...")]
Chooser = Annotated[str, Query(max_length=100, description="the same, or human, who is not replied for")]
Ties = Annotated[str, Query(pattern=f"^({'|'.join(TIES)})$")]


@router.get("/position", response_model=PositionView)
async def position(ask: Ask, about: Asked) -> Response:
    """A position with its board and its legal moves."""
    return await ask.cached(PositionView, "position", about, seconds=POSITION_SECONDS)


@router.get("/renumbered")
async def renumbered(ask: Ask, about: Asked, to: CountFrom = None) -> MovesView:
    """The same moves with their cells, columns or pits numbered from another number."""
    return await ask(MovesView, "renumbered", {**about, "to": to}, seconds=POSITION_SECONDS)


@router.get("/game_text")
async def game_text(ask: Ask, about: Asked, x: Chooser = "human", o: Chooser = "human") -> GameTextView:
    """The game in the format of its files, as PGN for chess."""
    return await ask(GameTextView, "game_text", {**about, "players": [x, o]}, seconds=POSITION_SECONDS)


@router.get("/read_game")
async def read_game(
    request: Request,
    ask: Ask,
    game: Spec,
    text: Annotated[str, Query(max_length=20_000, description="a game file, as PGN for chess")],
) -> ReadGameView:
    """The first game of a file."""
    refuse_files(request, game)
    return await ask(ReadGameView, "read_game", {"game": game, "text": text}, seconds=POSITION_SECONDS)


@router.get("/rules", response_model=RulesView)
async def rules(request: Request, ask: Ask, game: Spec) -> Response:
    """The rules of a game in pictures, each before and after the moves that show it."""
    refuse_files(request, game)
    return await ask.cached(RulesView, "rules", {"game": game}, seconds=POSITION_SECONDS)


@router.get("/sample", response_model=PositionView)
async def sample(
    request: Request,
    ask: Ask,
    game: Spec,
    plies: Annotated[int, Query(ge=0, le=400)] = 8,
    seed: Seed = 0,
    ended: bool = False,
) -> Response:
    """A position after random moves, for a picture of the game: after so many plies, or at its end."""
    refuse_files(request, game)
    arguments = {"game": game, "plies": plies, "seed": seed, "ended": ended}
    return await ask.cached(PositionView, "sample", arguments, seconds=POSITION_SECONDS)


@router.get("/reply")
async def reply(
    ask: Ask,
    about: Asked,
    player: Player = "perfect",
    seed: Seed = 0,
    ties: Ties = "random",
    seconds: Seconds = 2,
) -> ReplyView:
    """The move that a player makes in a position, or the outcome where chance is to move, and the position after it."""
    arguments = {**about, "player": player, "seed": seed, "ties": ties}
    return await ask(ReplyView, "reply", arguments, seconds=seconds, short=seconds <= SHORT)


@router.get("/turn")
async def turn(
    request: Request,
    ask: Ask,
    about: Asked,
    x: Chooser = "human",
    o: Chooser = "perfect",
    seed: Seed = 0,
    ties: Ties = "random",
    seconds: Seconds = 2,
) -> TurnView:
    """A position and, where it is not a person's turn, the reply: all that a move on the page needs, in one request."""
    arguments = {**about, "players": [x, o], "seed": seed, "ties": ties}
    return await ask(TurnView, "turn", arguments, seconds=seconds, short=seconds <= SHORT)
