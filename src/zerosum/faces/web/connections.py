"""Limits on connections: a client that sends half a request is closed, and the server never runs out of file handles.

uvicorn has a timeout for idle connections after an answer, but none for a request that never becomes complete. Each
such connection holds a file handle. When none is left, asyncio logs every failed `accept` and retries at once.
"""

from __future__ import annotations

import asyncio
import sys

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 20.0
"""How long a client may take to send the first line and the headers of a request."""

MOST_CONNECTIONS = 1_000
RESERVED_FILES = 128
"""File handles for everything else: workers' pipes, files of the page, modules that are imported late."""


def most_connections() -> int:
    """How many connections may be open at once: fewer than there are file handles."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(8, min(MOST_CONNECTIONS, soft - RESERVED_FILES))


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 with a timeout for incomplete requests and a limit on the number of connections.

    The timer runs exactly while the connection waits for a request: from the connection or the end of an answer until
    the headers of the next request are complete.
    """

    _timer: asyncio.TimerHandle | None = None
    _may_be_open = most_connections()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, or close at once when too many connections are open."""
        super().connection_made(transport)
        if len(self.connections) > self._may_be_open:
            transport.abort()
            return
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Stop the timer when a request is complete."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._stop_timer()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it came already (pipelining)."""
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
