"""The lab report: algorithms on the same positions, as a stream that fills in or as one answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse

from zerosum.answers.lab.defaults import Defaults
from zerosum.answers.lab.report.details import LONGEST
from zerosum.core.setting_names import Tier, ValueScale
from zerosum.faces.web.lru_cache import LruCache
from zerosum.faces.web.models import REFUSALS, CountFrom, MovesText, PositionText, Spec
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.report_models import ReportView
from zerosum.faces.web.routes.common import (
    SHORT,
    Ask,
    Event,
    Workers,
    event_stream,
    refuse_files,
    streamed,
    while_there,
)
from zerosum.faces.web.routes.common import Asked as Place

router = APIRouter(tags=["compare"], responses=REFUSALS)

Depth = Annotated[int | None, Query(ge=1, le=1000, description="plies to look ahead, except for growth")]
Seconds = Annotated[float, Query(gt=0, le=300, description="how long the whole report may take")]


def asked(
    game: Spec,
    position: PositionText = None,
    moves: MovesText = "",
    count_from: CountFrom = None,
    algorithms: Annotated[
        str | None, Query(max_length=300, description="names with commas between; without it, those that suit the game")
    ] = None,
    positions: Annotated[str, Query(max_length=20, description="one, all or random:N")] = "one",
    depths: Annotated[str, Query(max_length=9, description="growth over these, as in 1-6; none without it")] = "",
    depth: Depth = None,
    seed: Annotated[int, Query(ge=0, lt=1 << 50)] = 0,
    values: ValueScale = "plain",
    tier: Tier = "reference",
    memory: Annotated[bool, Query(description="also measure memory, in runs of its own")] = False,
) -> dict[str, Any]:
    """What a report is asked to be about."""
    return {
        "game": game,
        "position": position,
        "moves": moves,
        "count_from": count_from,
        "algorithms": [] if algorithms is None else [name.strip() for name in algorithms.split(",")],
        "positions": positions,
        "depths": depths,
        "depth": depth,
        "seed": seed,
        "values": values,
        "tier": tier,
        "memory": memory,
    }


Asked = Annotated[dict[str, Any], Depends(asked)]


class Kept:
    """The measurements of the last comparisons, for reports about the same."""

    def __init__(self, request: Request, asked: Asked) -> None:
        """Those of the comparison that is asked for."""
        self._cache: LruCache = request.app.state.settings.comparisons
        self._question = json.dumps(asked, sort_keys=True)

    @property
    def text(self) -> str | None:
        """What was measured, as the jobs write it."""
        return self._cache.get(self._question)

    @text.setter
    def text(self, text: str) -> None:
        self._cache.put(self._question, text)


Keeping = Annotated[Kept, Depends(Kept)]


async def events(workers: Pool, arguments: dict[str, Any], seconds: float, kept: Kept) -> AsyncIterator[Event]:
    """The pieces of a comparison, each under its own name, and signs of life."""
    async for name, answer in named(workers, "comparison", arguments, seconds):
        if name == "kept":
            kept.text = answer["text"]
        else:
            yield name, answer


async def named(workers: Pool, job: str, arguments: dict[str, Any], seconds: float) -> AsyncIterator[Event]:
    """The answers of a job, each under its own name, and signs of life."""
    async for kind, answer, _ in workers.stream(job, arguments, seconds=seconds):
        if kind == "answer":
            yield answer.pop("event"), answer
        else:
            yield kind, answer


@router.get("/compare/defaults")
async def defaults(ask: Ask, about: Place, depth: Depth = None) -> Defaults:
    """What a comparison of a game is about where nothing was chosen: its searches, depths and seconds."""
    return await ask(Defaults, "defaults", {**about, "depth": depth}, seconds=SHORT)


STREAM = streamed(
    "`begin`, `doing`, `row`, `differences`, `memory`, `point`, `fits`, `ranks`, `orders`, "
    "`done` with the parts of a ReportView, and `chart`, a ChartView, after each part;"
)


@router.get("/compare/stream", response_class=StreamingResponse, responses=STREAM)
async def compare_stream(
    request: Request, workers: Workers, asked: Asked, kept: Keeping, seconds: Seconds = 30
) -> StreamingResponse:
    """The report, a piece at a time."""
    refuse_files(request, asked["game"])
    return await event_stream(request, events(workers, asked, seconds, kept))


@router.get("/compare")
async def compare(request: Request, workers: Workers, asked: Asked, kept: Keeping, seconds: Seconds = 30) -> ReportView:
    """The report as a whole, as far as the seconds allow."""
    refuse_files(request, asked["game"])

    async def whole() -> list[Event]:
        return [event async for event in events(workers, asked, seconds, kept)]

    return gathered(await while_there(request, whole()))


DOCUMENT = streamed(
    "`doing`, then `report` with the file as `base64`, its `suffix` (zip where pictures lie beside it) and `complete`;"
)

ReportForm: TypeAlias = Literal["html", "pdf", "docx", "tex", "md"]
"""The kinds of file that a report is offered as."""

Line = Annotated[str | None, Query(max_length=LONGEST)]


def document(
    title: Line = None,
    author: Line = None,
    course: Line = None,
    number: Line = None,
    institution: Line = None,
    date: Line = None,
    sections: Annotated[str, Query(max_length=300, description="sections with commas between; without any, all")] = "",
    form: Annotated[ReportForm, Query(description="the kind of file")] = "html",
) -> dict[str, Any]:
    """The title page of a report, its sections and its form."""
    lines = {
        "title": title,
        "author": author,
        "course": course,
        "number": number,
        "institution": institution,
        "date": date,
    }
    return {"details": {name: text or None for name, text in lines.items()}, "sections": sections, "form": form}


@router.get("/report/stream", response_class=StreamingResponse, responses=DOCUMENT)
async def report_stream(
    request: Request,
    workers: Workers,
    asked: Asked,
    kept: Keeping,
    written: Annotated[dict[str, Any], Depends(document)],
    seconds: Seconds = 60,
) -> StreamingResponse:
    """A lab report about one position as a document, measured in plain Python.

    What a comparison with the same parameters has measured is used; otherwise `depths` and `positions` do not matter.
    """
    refuse_files(request, asked["game"])
    return await event_stream(request, named(workers, "report", {**asked, **written, "kept": kept.text}, seconds))


def gathered(pieces: list[Event]) -> ReportView:
    """The pieces put together; of those that come again, the last one counts."""
    named: dict[str, list[Any]] = {}
    for name, data in pieces:
        named.setdefault(name, []).append(data)
    peaks = {each["algorithm"]: each["peak_bytes"] for each in named.get("memory", [])}
    rows = [{**row, "peak_bytes": peaks.get(row["algorithm"])} for row in named["row"]]
    return ReportView.model_validate(
        {
            **named["begin"][0],
            **named["done"][0],
            "rows": rows,
            "differences": named.get("differences", []),
            "points": named.get("point", []),
            "growth": named.get("fits", [None])[-1],
            "ranks": named.get("ranks", []),
            "orders": named.get("orders", [None])[-1],
        }
    )
