"""Limits on connections: incomplete requests are closed, and so are more connections than there may be."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn

from zerosum.faces.web import connections
from zerosum.faces.web.connections import LimitedProtocol
from zerosum.faces.web.server import listen


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """The smallest application."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Wait until the server sends something or closes the connection."""
    try:
        return await reader.read(1) == b""
    except ConnectionResetError:
        return True


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def with_server(client: Any) -> None:
    """Run a client against a server in this loop."""
    config = uvicorn.Config(hello, http=LimitedProtocol, log_level="warning", lifespan="off", timeout_keep_alive=60)
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    with listen("127.0.0.1", 0, 0) as taken:
        await server.startup(sockets=[taken])
        try:
            await asyncio.wait_for(client(taken.getsockname()[1]), 30)
        finally:
            server.force_exit = True
            await server.shutdown(sockets=[taken])


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        WHOLE + b"GET / HT",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    ],
)
def test_half_a_request_is_closed(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.05)

    async def client(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        for _ in range(sent.count(b"\r\n\r\n")):
            assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
        assert await is_closed(reader)
        writer.close()

    asyncio.run(with_server(client))


def test_whole_requests_are_answered_one_after_the_other() -> None:
    async def client(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(WHOLE)
            assert (await reader.readuntil(b"hi")).startswith(b"HTTP/1.1 200")
        writer.write(WHOLE * 2)
        for _ in range(2):
            assert (await reader.readuntil(b"hi")).lstrip().startswith(b"HTTP/1.1 200")
        writer.close()

    asyncio.run(with_server(client))


def test_too_many_connections_are_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LimitedProtocol, "_may_be_open", 2)

    async def client(port: int) -> None:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for reader, writer in held:
            writer.write(WHOLE)
            await reader.readuntil(b"hi")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await is_closed(reader)
        writer.close()
        held[0][1].close()
        is_refused = True
        while is_refused:  # the server hears of a closed connection a moment later
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(WHOLE)
            is_refused = await is_closed(reader)
            writer.close()
        held[1][1].close()

    asyncio.run(with_server(client))


def test_there_are_fewer_connections_than_file_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for soft, most in ((256, 128), (1024, 896), (1_000_000, 1_000), (resource.RLIM_INFINITY, 1_000), (20, 8)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=soft: (soft, soft))
        assert connections.most_connections() == most
