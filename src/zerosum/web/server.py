"""Start the server: a socket, a token, an address for the browser, and an end on Ctrl-C.

The token and the port are kept for the next time, so that a page that is open finds the server again after it
was started anew.
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
from pathlib import Path
from typing import Any

import uvicorn

from zerosum.game import BadRequest
from zerosum.web.app import Settings, create_app

LONGEST_ADDRESS = 1 << 18
"""The bytes of a request's first lines: the longest move list that is read, with every character escaped."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def state_file() -> Path:
    """Where the token and the port are kept."""
    folder = os.environ.get("ZEROSUM_STATE")
    if folder:
        return Path(folder) / "web.json"
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "zerosum" / "web.json"


def recalled() -> tuple[str, int]:
    """The token and the port of last time; a new token and no port where there is nothing to recall."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(state_file().read_text(encoding="utf-8"))
        token, port = str(kept["token"]), int(kept["port"])
        if re.fullmatch(r"[\w-]{20,}", token) and 0 < port < 65536:
            return token, port
    return secrets.token_urlsafe(24), 0


def remember(token: str, port: int) -> None:
    """Keep them, readable by this user alone; without a place to keep them, go on without."""
    with suppress(OSError):
        file = state_file()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = file.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as output:
            json.dump({"token": token, "port": port}, output)
        new.replace(file)


def listen(host: str, port: int, last: int) -> socket.socket:
    """A socket that listens: on the port asked for; without one on the last, or on any that is free."""
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
    """The names under which a browser may ask: loopback, the address that was chosen, and this machine's own."""
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
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def serve(
    *, opened: str | None, files: tuple[str, ...], host: str, port: int, workers: int | None, open_browser: bool
) -> None:
    """Serve until Ctrl-C."""
    token, last = recalled()
    with listen(host, port, last) as taken:
        port = taken.getsockname()[1]
        remember(token, port)
        settings = Settings(token, names_of(host, port), opened, files, workers)
        shown = "127.0.0.1" if host == "0.0.0.0" else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
        path = f"/play/{opened}" if opened and opened not in files else "/"
        config: dict[str, Any] = {
            "log_level": "warning",
            "timeout_graceful_shutdown": 1,
            "server_header": False,
            # A tree or a long game stands in the address.
            "http": "h11",
            "h11_max_incomplete_event_size": LONGEST_ADDRESS,
        }
        server = Server(
            uvicorn.Config(create_app(settings), **config), f"http://{shown}:{port}{path}?token={token}", open_browser
        )
        with suppress(KeyboardInterrupt):
            server.run(sockets=[taken])
