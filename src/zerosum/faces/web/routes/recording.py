"""A search to watch, step by step; the source that runs; and written trees."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from zerosum.core.errors import BadRequest, ZerosumError
from zerosum.core.setting_names import ValueScale
from zerosum.faces.web.models import (
    REFUSALS,
    AlgorithmName,
    BoardsView,
    CountFrom,
    DepthView,
    MovesText,
    PositionText,
    Root,
    Seconds,
    Seed,
    SourceView,
    TreeView,
)
from zerosum.faces.web.pool import Fault, Pool
from zerosum.faces.web.routes.common import STREAM_HEADERS, Ask, Asked, Workers, refuse_files, while_there

router = APIRouter(tags=["watch"], responses=REFUSALS)

TREE_SECONDS = 20
MOST_BOARDS = 64
TreeText = Annotated[str, Query(max_length=20_000, description="a tree as in ((3,5),(2,9))")]
Branching = Annotated[int | None, Query(ge=2, le=63, description="every node has so many children: the text is leaves")]

RECORDED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            'lines of JSON {"progress": ...}, then {"bytes": N} and N bytes: a line of JSON that describes columns, '
            'and the columns as little-endian arrays; or a line {"problem": "..."}'
        ),
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


async def recorded(workers: Pool, arguments: dict[str, Any], seconds: float) -> AsyncGenerator[bytes]:
    """The lines and the bytes of a recorded search."""
    # Closed at once when the client leaves, so that the search ends with it.
    async with aclosing(workers.stream("recording", arguments, seconds=seconds)) as messages:
        async for kind, answer, block in messages:
            if kind == "answer" and block is not None:
                yield json.dumps({"bytes": len(block)}).encode() + b"\n"
                yield block
            else:
                yield json.dumps({"progress": {"kind": kind, **answer}}).encode() + b"\n"


@router.get("/recording", response_class=StreamingResponse, responses=RECORDED)
async def recording(
    request: Request,
    workers: Workers,
    target: TreeText | None = None,
    game: Annotated[str | None, Query(max_length=2000, description="a game, where no target is given")] = None,
    position: PositionText = None,
    moves: MovesText = "",
    count_from: CountFrom = None,
    algorithm: AlgorithmName | None = None,
    depth: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    values: ValueScale = "plain",
    root: Root = "max",
    branching: Branching = None,
    seed: Seed = 0,
    seconds: Seconds = 60,
) -> StreamingResponse:
    """Everything that a search did, from its first node to its last; by alphabeta or, where chance moves, star1."""
    refuse_files(request, game or "")
    arguments = {
        "target": target,
        "game": game,
        "position": position,
        "moves": moves,
        "count_from": count_from,
        "algorithm": algorithm,
        "depth": depth,
        "values": values,
        "root": root,
        "branching": branching,
        "seed": seed,
    }
    parts = recorded(workers, arguments, seconds)
    # What is refused at once gets a status of its own; what goes wrong later, a line.
    first = await while_there(request, anext(parts, b""))

    async def lines() -> AsyncIterator[bytes]:
        try:
            async with aclosing(parts):
                yield first
                async for part in parts:
                    yield part
        except (ZerosumError, Fault) as error:
            yield json.dumps({"problem": str(error)}, ensure_ascii=False).encode() + b"\n"

    return StreamingResponse(lines(), media_type="application/octet-stream", headers=STREAM_HEADERS)


@router.get("/recording/depth")
async def depth(
    ask: Ask,
    about: Asked,
    algorithm: AlgorithmName | None = None,
    values: ValueScale = "plain",
    seed: Seed = 0,
) -> DepthView:
    """The depth at which a recorded search is small enough to be watched."""
    arguments = {**about, "target": None, "algorithm": algorithm, "values": values, "seed": seed}
    return await ask(DepthView, "depth", arguments, seconds=TREE_SECONDS)


@router.get("/boards")
async def boards(
    ask: Ask,
    about: Asked,
    lines: Annotated[str, Query(max_length=20_000, description="moves with blanks between them, lines with ;")],
) -> BoardsView:
    """The boards at some nodes of a tree, each after a line of moves from the position."""
    if lines.count(";") >= MOST_BOARDS:
        raise BadRequest(f"at most {MOST_BOARDS} boards can be asked for at once")
    return await ask(BoardsView, "boards", {**about, "lines": lines}, seconds=TREE_SECONDS)


@router.get("/source")
async def source(ask: Ask, algorithm: AlgorithmName = "alphabeta") -> SourceView:
    """The source of an algorithm, as it runs."""
    return await ask(SourceView, "source", {"algorithm": algorithm}, seconds=TREE_SECONDS)


@router.get("/tree")
async def tree(ask: Ask, text: TreeText, branching: Branching = None, root: Root = "max") -> TreeView:
    """A written tree, with its text in normal form."""
    arguments = {"target": text, "branching": branching, "root": root}
    return await ask(TreeView, "tree", arguments, seconds=TREE_SECONDS)


@router.get("/tree/random")
async def random(
    ask: Ask,
    branching: Annotated[int, Query(ge=2, le=20)] = 2,
    depth: Annotated[int, Query(ge=1, le=20)] = 3,
    cuts: Annotated[int | None, Query(ge=0, le=1000, description="exactly so many; any number without it")] = None,
    algorithm: AlgorithmName = "alphabeta",
    low: Annotated[int, Query(ge=-999, le=999)] = 0,
    high: Annotated[int, Query(ge=-999, le=999)] = 9,
    root: Root = "max",
    seed: Seed = 0,
) -> TreeView:
    """A random tree on which the search cuts just so often."""
    arguments = {
        "branching": branching,
        "depth": depth,
        "cuts": cuts,
        "algorithm": algorithm,
        "low": low,
        "high": high,
        "root": root,
        "seed": seed,
    }
    return await ask(TreeView, "random", arguments, seconds=TREE_SECONDS)
