"""Start the server: socket, token, address for the browser, shutdown on Ctrl-C.

Token and port are stored, so that an open page reconnects after the server was restarted.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, cast

import uvicorn

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.faces.web.app import Settings, create_app
from zerosum.faces.web.connections import LimitedProtocol

LONGEST_ADDRESS = 1 << 18
"""The bytes of a request's first lines: the longest move list that is read, with every character escaped."""

SERVER_SETTINGS: dict[str, Any] = {
    "log_level": "warning",
    "timeout_graceful_shutdown": 1,
    "server_header": False,
    "http": LimitedProtocol,
    "backlog": 128,
    "h11_max_incomplete_event_size": LONGEST_ADDRESS,  # a tree or a long game stands in the address
}
"""How uvicorn serves, beside the application."""

LONGEST_STATE = 10_000
"""The most bytes of the file with token and port."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def state_file() -> Path:
    """Where the token and the port are kept."""
    folder = os.environ.get("ZEROSUM_STATE")
    if folder:
        return Path(folder) / "web.json"
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "zerosum" / "web.json"


def launch_file() -> Path:
    """The file that the browser is opened with."""
    return state_file().with_name("open.html")


def write_private(file: Path, text: str) -> None:
    """Write a file atomically, readable by this user alone, in a folder that is too."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = file.with_suffix(f".{os.getpid()}")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as output:
        output.write(text)
    new.replace(file)


def recalled() -> tuple[str, int]:
    """The stored token and port; a new token and port 0 where nothing is stored."""
    with suppress(BadRequest, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        kept = json.loads(read_text(str(state_file()), LONGEST_STATE))
        token, port = str(kept["token"]), int(kept["port"])
        if re.fullmatch(r"[\w-]{20,}", token) and 0 < port < 65536:
            return token, port
    return secrets.token_urlsafe(24), 0


def remember(token: str, port: int) -> None:
    """Store token and port; a server that cannot store them runs without."""
    with suppress(OSError):
        write_private(state_file(), json.dumps({"token": token, "port": port}))


def listen(host: str, port: int, last: int) -> socket.socket:
    """A bound socket: on the port asked for; without one on the last port, or on any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for attempt in [port] if port else [last, 0]:
        # Only where the protocol is named does asyncio send what is small at once; else it waits 40 ms for an answer.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, attempt))
            return taken
        except (OSError, OverflowError) as error:
            taken.close()
            if attempt == port:
                why = error.strerror if isinstance(error, OSError) else error
                raise BadRequest(f"cannot listen on {host} port {port}: {why}") from None
    raise AssertionError("a free port is always tried last")


def names_of(host: str, port: int) -> frozenset[str]:
    """The allowed Host headers: loopback, the chosen address, and the names of this machine."""
    names = {*LOOPBACK, f"[{host}]" if ":" in host else host}
    if host in ("0.0.0.0", "::"):
        names |= {socket.gethostname(), socket.getfqdn()}
        with suppress(OSError):
            found = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
            names |= {f"[{each}]" if ":" in each else each for each in found}
    return frozenset(f"{name.lower()}:{port}" for name in names) | (
        {name.lower() for name in names} if port == 80 else set()
    )


class Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        """Say the address, and whether to open a browser, once it listens."""
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        sys.stdout.write(f"zerosum is at {self._address}\nCtrl-C ends it.\n")
        sys.stdout.flush()
        if self._open_browser:
            open_in_browser(self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, also those that stream an answer: pages ask again once a server is back."""
        for connection in list(self.server_state.connections):
            cast("LimitedProtocol", connection).transport.close()
        await super().shutdown(sockets)


def open_in_browser(address: str) -> None:
    """Open an address that has the token in it without showing the token in the browser's command line.

    Every user of a machine can read command lines, so the browser gets the name of a private file that leads there.
    """
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>zerosum</title>'
        f'<meta http-equiv="refresh" content="0;url={escape(address)}">'
        f'<p><a href="{escape(address)}">Open zerosum</a></p></html>'
    )
    try:
        write_private(launch_file(), page)
    except OSError as error:
        sys.stderr.write(f"no browser is opened, as {launch_file()} cannot be written: {error.strerror or error}\n")
        return
    threading.Thread(target=webbrowser.open, args=(launch_file().as_uri(),), daemon=True).start()


def serve(
    *,
    opened: str | None,
    files: tuple[str, ...],
    host: str,
    port: int,
    workers: int | None,
    open_browser: bool,
    lesson: str | None = None,
    tables: tuple[str, ...] = (),
) -> None:
    """Serve until Ctrl-C."""
    token, last = recalled()
    with listen(host, port, last) as taken:
        port = taken.getsockname()[1]
        remember(token, port)
        settings = Settings(token, names_of(host, port), opened, files, workers, lesson, tables)
        shown = "127.0.0.1" if host == "0.0.0.0" else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
        is_known = opened is not None and opened not in files
        path = "/learn" if lesson else f"/play/{opened}" if is_known else "/tables" if tables else "/"
        server = Server(
            uvicorn.Config(create_app(settings), **SERVER_SETTINGS),
            f"http://{shown}:{port}{path}?token={token}",
            open_browser,
        )
        try:
            with suppress(KeyboardInterrupt):
                server.run(sockets=[taken])
        finally:
            if open_browser:
                launch_file().unlink(missing_ok=True)
