"""A page whose complaints are heard: an error in its console, an error of its scripts, a word to another host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request


@contextmanager
def watched(context: BrowserContext, address: str) -> Iterator[Page]:
    """A new page that leaves nothing behind; raises `AssertionError` in the end if anything was wrong."""
    host = urlsplit(address).netloc
    wrong: list[str] = []

    def said(message: ConsoleMessage) -> None:
        # A refusal, with its sentence in the page, is no fault; the browser writes it down all the same.
        if message.type == "error" and "status of 400" not in message.text:
            wrong.append(f"the console says: {message.text} ({message.location.get('url', '')})")

    def asked(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != host:
            wrong.append(f"another host was asked: {request.url}")

    page = context.new_page()
    page.on("request", asked)
    page.on("console", said)
    page.on("pageerror", lambda error: wrong.append(f"an error in the page: {error}"))
    try:
        yield page
    finally:
        with suppress(Error):  # a page that has crashed, or has gone elsewhere
            page.evaluate("localStorage.clear()")
        page.close()
    assert not wrong, "\n".join(wrong)
