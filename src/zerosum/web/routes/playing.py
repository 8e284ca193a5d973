"""A game on the board: positions, and the computer's moves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from zerosum.web.lru_cache import LruCache
from zerosum.web.models import REFUSALS, PositionView, ReplyView, Seconds
from zerosum.web.routes.common import SHORT, Asked, Workers, while_there

router = APIRouter(tags=["play"], responses=REFUSALS)

POSITION_SECONDS = 10


@router.get("/position", response_model=PositionView)
async def position(request: Request, workers: Workers, about: Asked) -> Response:
    """A position with its board and its legal moves."""
    cache: LruCache = request.app.state.settings.positions
    asked = ("position", *about.values())
    # Kept as it is sent: to check and write a board costs more than to find it.
    body: str | None = cache.get(asked)
    if body is None:
        found = await while_there(request, workers.ask("position", about, seconds=POSITION_SECONDS))
        body = PositionView.model_validate(found).model_dump_json()
        cache.put(asked, body)
    return Response(body, media_type="application/json")


@router.get("/reply")
async def reply(
    request: Request,
    workers: Workers,
    about: Asked,
    player: Annotated[str, Query(max_length=100, description="perfect, level:3, alphabeta, ...")] = "perfect",
    seed: Annotated[int, Query(ge=0, lt=1 << 53)] = 0,
    ties: Annotated[str, Query(pattern="^(random|first|promising)$")] = "random",
    seconds: Seconds = 2,
) -> ReplyView:
    """The move that a player makes in a position, or the outcome where chance is to move, and the position after it."""
    arguments = {**about, "player": player, "seed": seed, "ties": ties}
    return ReplyView.model_validate(
        await while_there(request, workers.ask("reply", arguments, seconds=seconds, short=seconds <= SHORT))
    )
