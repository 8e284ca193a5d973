"""A game on the board: positions, and the computer's moves."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from zerosum.core.setting_names import TIES
from zerosum.faces.web.lru_cache import LruCache
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
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.routes.common import SHORT, Asked, Workers, refuse_files, while_there

router = APIRouter(tags=["play"], responses=REFUSALS)

POSITION_SECONDS = 10

Player = Annotated[str, Query(max_length=100, description="perfect, level:3, alphabeta, ...")]
Chooser = Annotated[str, Query(max_length=100, description="the same, or human, who is not replied for")]
Ties = Annotated[str, Query(pattern=f"^({'|'.join(TIES)})$")]


@router.get("/position", response_model=PositionView)
async def position(request: Request, workers: Workers, about: Asked) -> Response:
    """A position with its board and its legal moves."""
    return await cached(request, workers, "position", about)


@router.get("/renumbered")
async def renumbered(request: Request, workers: Workers, about: Asked, to: CountFrom = None) -> MovesView:
    """The same moves with their cells, columns or pits numbered from another number."""
    asked = workers.ask("renumbered", {**about, "to": to}, seconds=POSITION_SECONDS)
    return MovesView.model_validate(await while_there(request, asked))


@router.get("/game_text")
async def game_text(
    request: Request, workers: Workers, about: Asked, x: Chooser = "human", o: Chooser = "human"
) -> GameTextView:
    """The game in the format of its files, as PGN for chess."""
    asked = workers.ask("game_text", {**about, "players": [x, o]}, seconds=POSITION_SECONDS)
    return GameTextView.model_validate(await while_there(request, asked))


@router.get("/read_game")
async def read_game(
    request: Request,
    workers: Workers,
    game: Spec,
    text: Annotated[str, Query(max_length=20_000, description="a game file, as PGN for chess")],
) -> ReadGameView:
    """The first game of a file."""
    refuse_files(request, game)
    asked = workers.ask("read_game", {"game": game, "text": text}, seconds=POSITION_SECONDS)
    return ReadGameView.model_validate(await while_there(request, asked))


@router.get("/rules", response_model=RulesView)
async def rules(request: Request, workers: Workers, game: Spec) -> Response:
    """The rules of a game in pictures, each before and after the moves that show it."""
    refuse_files(request, game)
    return await cached(request, workers, "rules", {"game": game}, RulesView)


@router.get("/sample", response_model=PositionView)
async def sample(
    request: Request,
    workers: Workers,
    game: Spec,
    plies: Annotated[int, Query(ge=0, le=400)] = 8,
    seed: Seed = 0,
    ended: bool = False,
) -> Response:
    """A position after random moves, for a picture of the game: after so many plies, or at its end."""
    refuse_files(request, game)
    return await cached(request, workers, "sample", {"game": game, "plies": plies, "seed": seed, "ended": ended})


async def cached(
    request: Request, workers: Pool, job: str, arguments: dict[str, Any], view: type[BaseModel] = PositionView
) -> Response:
    """The position that a job finds, kept as it is sent: to check and write a board costs more than to find it."""
    cache: LruCache = request.app.state.settings.positions
    asked = (job, *arguments.values())
    body: str | None = cache.get(asked)
    if body is None:
        found = await while_there(request, workers.ask(job, arguments, seconds=POSITION_SECONDS))
        body = view.model_validate(found).model_dump_json()
        cache.put(asked, body)
    return Response(body, media_type="application/json")


@router.get("/reply")
async def reply(
    request: Request,
    workers: Workers,
    about: Asked,
    player: Player = "perfect",
    seed: Seed = 0,
    ties: Ties = "random",
    seconds: Seconds = 2,
) -> ReplyView:
    """The move that a player makes in a position, or the outcome where chance is to move, and the position after it."""
    arguments = {**about, "player": player, "seed": seed, "ties": ties}
    return ReplyView.model_validate(
        await while_there(request, workers.ask("reply", arguments, seconds=seconds, short=seconds <= SHORT))
    )


@router.get("/turn")
async def turn(
    request: Request,
    workers: Workers,
    about: Asked,
    x: Chooser = "human",
    o: Chooser = "perfect",
    seed: Seed = 0,
    ties: Ties = "random",
    seconds: Seconds = 2,
) -> TurnView:
    """A position and, where it is not a person's turn, the reply: all that a move on the page needs, in one request."""
    arguments = {**about, "players": [x, o], "seed": seed, "ties": ties}
    return TurnView.model_validate(
        await while_there(request, workers.ask("turn", arguments, seconds=seconds, short=seconds <= SHORT))
    )
