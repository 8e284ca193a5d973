"""Raw bytes sent to a server on a port of this machine, which must answer them and the next request."""

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

TOKEN = "a-token-of-more-than-twenty-letters"
HEADERS = f"Host: 127.0.0.1:8000\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n"
REQUEST = f"GET /api/lab?x=1 HTTP/1.1\r\n{HEADERS}Cookie: a=b\r\nOrigin: http://127.0.0.1:8000\r\n\r\n"
BODY = '{"game": "tictactoe", "files": [], "name": "agent.py"}'
SUBMISSION = (
    f"POST /api/grade/stream HTTP/1.1\r\n{HEADERS}Content-Type: application/json\r\n"
    f"Content-Length: {len(BODY)}\r\n\r\n{BODY}"
)
ANSWER_SECONDS = 2.0


def answer_request(file: Path) -> None:
    """Send the file to a server; it may refuse it, but has no fault of its own, and answers a good request then."""
    content, port = file.read_bytes(), start_server()
    statuses = statuses_of(exchange(port, content))
    assert all(status < 500 for status in statuses), statuses
    assert statuses_of(exchange(port, REQUEST.encode())) == [200]


def start_server() -> int:
    """Start a server in a thread; it ends with this process."""
    import uvicorn

    from zerosum.faces.web.app import Settings, create_app
    from zerosum.faces.web.server import SERVER_SETTINGS, listen

    app = create_app(Settings(TOKEN, frozenset({"127.0.0.1:8000"}), workers=1))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", **SERVER_SETTINGS))
    taken = listen("127.0.0.1", 0, 0)
    Thread(target=server.run, args=([taken],), daemon=True).start()
    until = time.monotonic() + ANSWER_SECONDS
    while not server.started and time.monotonic() < until:
        time.sleep(0.005)
    return int(taken.getsockname()[1])


def exchange(port: int, content: bytes) -> bytes:
    """What the server answers; it may close the connection before it has read everything."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS) as connection, suppress(ConnectionError):
        connection.sendall(content)
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(1 << 16):
            answer += part
    return answer


def statuses_of(answer: bytes) -> list[int]:
    """The status of each answer on a connection."""
    return [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d{3}) ", answer, re.MULTILINE)]
