"""A client for the application in this process: no port, no browser, but real workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal

from zerosum.faces.web.app import Settings, create_app

HOST = "127.0.0.1:8000"
TOKEN = "a-token-of-more-than-twenty-letters"
BEARER = {"authorization": f"Bearer {TOKEN}"}


def settings(**changes: Any) -> Settings:
    """What a server is started with, unless told otherwise."""
    return Settings(**{"token": TOKEN, "hosts": frozenset({HOST}), "workers": 2, **changes})


class Client:
    """Asks an application, whose loop runs in a thread of its own; streams are read to their end."""

    def __init__(self, portal: BlockingPortal, app: Any, headers: dict[str, str]) -> None:
        self._portal = portal
        self._app = app
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._http = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers, timeout=None)

    def get(self, path: str, params: Any = None, headers: Any = None) -> httpx.Response:
        return self._portal.call(partial(self._http.get, path, params=params, headers=headers))

    def post(self, path: str, headers: Any = None, **body: Any) -> httpx.Response:
        return self._portal.call(partial(self._http.post, path, headers=headers, **body))

    def stranger(self) -> Client:
        """Another client of the same application, without a token."""
        return Client(self._portal, self._app, {})


@contextmanager
def client_of(given: Settings) -> Iterator[Client]:
    """A client with the token, while the workers live."""
    with start_blocking_portal() as portal:
        try:
            yield Client(portal, create_app(given), BEARER)
        finally:
            portal.call(given.pool.close)
