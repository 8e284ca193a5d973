"""Messages between the server and its workers: a line of JSON, and bytes behind it where it says so."""

from __future__ import annotations

import asyncio
import json
from typing import Any, BinaryIO, NamedTuple

SIZE = "bytes"
"""The name under which a message says how many bytes follow its line."""


class Frame(NamedTuple):
    """A message, with a block of bytes or without."""

    message: dict[str, Any]
    block: bytes | None = None


def packed(frame: Frame) -> bytes:
    """A frame as it is sent."""
    message = frame.message if frame.block is None else {**frame.message, SIZE: len(frame.block)}
    return json.dumps(message, ensure_ascii=False, allow_nan=False).encode() + b"\n" + (frame.block or b"")


def read(stream: BinaryIO) -> Frame | None:
    """The next frame; None when the other side has left."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        return None
    message = json.loads(line)
    size = message.pop(SIZE, None)
    return Frame(message, None if size is None else stream.read(size))


async def receive(stream: asyncio.StreamReader) -> Frame | None:
    """The next frame, without blocking anyone else; None when the other side has left."""
    try:
        message = json.loads(await stream.readuntil(b"\n"))
        size = message.pop(SIZE, None)
        return Frame(message, None if size is None else await stream.readexactly(size))
    except asyncio.IncompleteReadError:
        return None
