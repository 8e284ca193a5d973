"""What all routes share: which games may be asked for, and answers that stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, HTTPException, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import TypeAdapter

from zerosum.answers.parameters import Declared, parameters_of
from zerosum.core.errors import BadSpec, ZerosumError
from zerosum.core.games import is_file_spec
from zerosum.faces.web.lru_cache import LruCache
from zerosum.faces.web.models import CountFrom, MovesText, PositionText, Spec, Values
from zerosum.faces.web.pool import Fault, Pool

SHORT = 5.0
"""A request for no more seconds than this counts as short, and is scheduled first."""

STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def pool_of(request: Request) -> Pool:
    """The workers."""
    pool: Pool = request.app.state.settings.pool
    return pool


Workers = Annotated[Pool, Depends(pool_of)]


def refuse_files(request: Request, spec: str) -> None:
    """Refuse a file that the server was not started with: loading one runs it."""
    if is_file_spec(spec) and spec not in request.app.state.settings.files:
        raise BadSpec(file_refusal(spec))


def file_refusal(spec: str) -> str:
    """What is said about a file that the server was not started with."""
    return f"{spec!r} is a file that this server was not started with; run zerosum web {spec}"


T = TypeVar("T")

GONE = 499
"""The status when the client has disconnected (after nginx)."""


async def while_there(request: Request, work: Awaitable[T]) -> T:
    """The answer of a job; the job is stopped when the client disconnects first."""
    job, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({job, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return job.result()
        raise HTTPException(GONE)
    finally:
        job.cancel()
        leaving.cancel()


class Asker:
    """Asks the workers one question for a client; the job is stopped when the client disconnects first."""

    def __init__(self, request: Request) -> None:
        """The question comes with this request."""
        self._request = request

    async def __call__(
        self, view: type[T], job: str, arguments: dict[str, Any], *, seconds: float, short: bool = True
    ) -> T:
        """The answer of a job, as a model or a dataclass."""
        work = pool_of(self._request).ask(job, arguments, seconds=seconds, short=short)
        found: T = _checked(view).validate_python(await while_there(self._request, work))
        return found

    async def cached(
        self,
        view: type[Any],
        job: str,
        arguments: dict[str, Any],
        *,
        asked: tuple[Any, ...] | None = None,
        seconds: float,
        short: bool = True,
    ) -> Response:
        """The answer as it is sent, kept: to check and write it costs more than to find it.

        It is kept as what was `asked`, by default the job and its arguments.
        """
        cache: LruCache = self._request.app.state.settings.positions
        key = (job, *arguments.values()) if asked is None else asked
        body = cache.get(key)
        if body is None:
            found = await self(view, job, arguments, seconds=seconds, short=short)
            body = _checked(view).dump_json(found).decode()
            cache.put(key, body)
        return Response(body, media_type="application/json")


Ask = Annotated[Asker, Depends(Asker)]


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _checked(view: Any) -> TypeAdapter[Any]:
    if view not in _adapters:
        _adapters[view] = TypeAdapter(view)
    return _adapters[view]


async def _left(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def position_asked(
    request: Request,
    game: Spec,
    position: PositionText = None,
    moves: MovesText = "",
    count_from: CountFrom = None,
    values: Values = "distance",
) -> dict[str, Any]:
    """The position that most questions are about: a game, where to begin, and the moves since then.

    With the folders of the tables that the server was started with.
    """
    refuse_files(request, game)
    tables = request.app.state.settings.tables
    asked = {"game": game, "position": position, "moves": moves, "count_from": count_from, "values": values}
    return {**asked, "tables": tables}


Asked = Annotated[dict[str, Any], Depends(position_asked)]


def offered(capability: Callable[..., Any]) -> list[Declared]:
    """The parameters of a capability that a request may have."""
    return [each for each in parameters_of(capability).values() if each.about.is_served]


def query_of(capability: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """What reads those parameters of a capability that the page offers from the query of a request."""

    declared = {each.name: each for each in offered(capability)}

    def chosen(**given: Any) -> dict[str, Any]:
        return {name: declared[name].about.choices.get(value, value) for name, value in given.items()}

    chosen.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, default=each.word, annotation=annotation_of(each))
            for name, each in declared.items()
        ]
    )
    return chosen


def annotation_of(declared: Declared) -> Any:
    """The type of a parameter of a request, with its bounds."""
    about = declared.about
    kind = Literal[tuple(about.choices)] if about.choices else declared.kind
    return Annotated[kind, Query(ge=about.least, le=about.most, description=declared.help)]


Event = tuple[str, Any]


async def event_stream(request: Request, events: AsyncIterator[Event]) -> StreamingResponse:
    """Server-sent events; what goes wrong on the way comes as the event `problem`, since the status is sent already.

    What is refused at once gets a status of its own: the answer begins when the first event is there.
    """
    first = await while_there(request, anext(events, None))

    async def lines() -> AsyncIterator[str]:
        try:
            if first is not None:
                yield sent(*first)
            async for event in events:
                yield sent(*event)
            yield "event: end\ndata: {}\n\n"
        except (ZerosumError, Fault) as error:
            yield sent("problem", {"detail": str(error)})

    return StreamingResponse(lines(), media_type="text/event-stream", headers=STREAM_HEADERS)


def sent(name: str, data: Any) -> str:
    """An event as it is sent."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def streamed(events: str) -> dict[int | str, dict[str, Any]]:
    """How a stream of these events is described."""
    return {
        200: {
            "description": f"events {events} `progress`, `waiting`, then `end` or `problem`",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    }
