"""Exact values: of every move of a position, of a whole game, and why not that move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse

from zerosum.answers.analyze import analyze
from zerosum.faces.web.models import (
    REFUSALS,
    AnalysisView,
    JudgementView,
    ReviewView,
    Seconds,
    WhyView,
)
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.routes.common import (
    SHORT,
    Ask,
    Asked,
    Event,
    Workers,
    event_stream,
    query_of,
    streamed,
    while_there,
)

router = APIRouter(tags=["analyze"], responses=REFUSALS)

Options = Annotated[dict[str, Any], Depends(query_of(analyze))]


async def answers(workers: Pool, job: str, arguments: dict[str, Any], seconds: float) -> AsyncIterator[Event]:
    """The events of a job that may be broken off and begun again; what says less than before is not passed on."""
    known: tuple[int, ...] = ()
    async for kind, answer, _ in workers.stream(job, arguments, seconds=seconds, resumes=True):
        if kind == "answer":
            says = how_much(answer)
            if says < known:
                continue
            known = says
        yield kind, answer


def how_much(answer: dict[str, Any]) -> tuple[int, ...]:
    """How much an answer says: the number of a judgement, or what is known of the moves of a position."""
    if "number" in answer:
        return (answer["number"],)
    moves = answer["moves"]
    exact = sum(each["exact"] for each in moves)
    sure = sum(each["value"]["kind"] != "estimate" for each in moves)
    depth = max((each["value"]["depth"] or 0 for each in moves if "depth" in each["value"]), default=0)
    return int(answer["exact"]), exact, sure, depth


@router.get("/analysis")
async def analysis(ask: Ask, about: Asked, options: Options, seconds: Seconds = 10) -> AnalysisView:
    """The value of every move, as well as the seconds allow."""
    return await ask(AnalysisView, "analysis", {**about, "options": options}, seconds=seconds, short=False)


@router.get("/analysis/stream", response_class=StreamingResponse, responses=streamed("`answer` with a AnalysisView,"))
async def analysis_stream(
    request: Request, workers: Workers, about: Asked, options: Options, seconds: Seconds = 60
) -> StreamingResponse:
    """Better and better analyses: estimates at once, then truths."""
    found = answers(workers, "analysis", {**about, "options": options}, seconds)
    return await event_stream(request, found)


@router.get("/why")
async def why(
    ask: Ask,
    about: Asked,
    move: Annotated[str, Query(max_length=100, description="the move to ask about")],
    seconds: Seconds = 5,
    whole_lines: Annotated[bool, Query(description="whether to continue lines by search where a book ends")] = False,
) -> WhyView:
    """A move beside the best one: what it costs, and both lines."""
    arguments = {**about, "move": move, "whole_lines": whole_lines}
    return await ask(WhyView, "why", arguments, seconds=seconds, short=seconds <= SHORT)


@router.get("/review")
async def review(
    request: Request,
    workers: Workers,
    about: Asked,
    seconds: Seconds = 20,
) -> ReviewView:
    """Every move of a game, judged."""

    async def judged() -> list[JudgementView]:
        return [
            JudgementView.model_validate(answer)
            async for kind, answer in answers(workers, "review", about, seconds)
            if kind == "answer"
        ]

    return ReviewView(moves=await while_there(request, judged()))


@router.get("/review/stream", response_class=StreamingResponse, responses=streamed("`answer` with a JudgementView,"))
async def review_stream(
    request: Request,
    workers: Workers,
    about: Asked,
    seconds: Seconds = 60,
) -> StreamingResponse:
    """The same, a move at a time."""
    return await event_stream(request, answers(workers, "review", about, seconds))
