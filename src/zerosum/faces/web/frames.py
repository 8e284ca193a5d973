"""The wire format between the server and its workers: a line of JSON, optionally followed by a block of bytes."""

from __future__ import annotations

import asyncio
import json
from typing import Any, BinaryIO, NamedTuple

SIZE = "bytes"
"""The key of a message that holds the size of the block."""


class Frame(NamedTuple):
    """A message and an optional block of bytes."""

    message: dict[str, Any]
    block: bytes | None = None


def packed(frame: Frame) -> bytes:
    """A frame as bytes."""
    message = frame.message if frame.block is None else {**frame.message, SIZE: len(frame.block)}
    return json.dumps(message, ensure_ascii=False, allow_nan=False).encode() + b"\n" + (frame.block or b"")


def read(stream: BinaryIO) -> Frame | None:
    """The next frame; None at the end of the stream."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        return None
    message = json.loads(line)
    size = message.pop(SIZE, None)
    return Frame(message, None if size is None else stream.read(size))


async def receive(stream: asyncio.StreamReader) -> Frame | None:
    """The next frame, without blocking the event loop; None at the end of the stream."""
    try:
        message = json.loads(await stream.readuntil(b"\n"))
        size = message.pop(SIZE, None)
        return Frame(message, None if size is None else await stream.readexactly(size))
    except asyncio.IncompleteReadError:
        return None
