"""Authentication: token or cookie, same origin, and an allowed Host header.

Another site must not use the server through the user's browser: neither by a cross-site request (cookie and origin are
checked), nor by DNS rebinding (the Host header is checked).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qsl, quote, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "token"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

LARGEST_BODY = 4 << 20
"""The most bytes that a request may send; only submissions to grade are sent at all."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' {scripts}; style-src 'self' {styles}; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


@dataclass(frozen=True)
class Guard:
    """The checks of every request. `hosts` are the allowed Host headers, with port."""

    token: str
    hosts: frozenset[str]
    scripts: tuple[str, ...] = ()
    """The hashes of the scripts that stand in the page itself."""
    styles: tuple[str, ...] = ()
    """The hashes of the styles that stand in its pictures."""
    style: str = ""
    icon: str = ""
    """The style of the page that refuses a person, and its icon: without the token, no file can be loaded."""

    @property
    def cookie(self) -> str:
        """The name of this server's cookie: browsers keep one set for all ports of a machine."""
        return f"zerosum-{hashlib.sha256(self.token.encode()).hexdigest()[:8]}"

    def headers(self) -> dict[str, str]:
        """The headers of every answer."""
        scripts = " ".join(f"'{each}'" for each in self.scripts)
        styles = " ".join(f"'{each}'" for each in (content_hash(self.style), *self.styles))
        filled = {"{scripts}": scripts, "{styles}": styles}
        return {name: re.sub(r"\{\w+\}", lambda found: filled[found[0]], value) for name, value in HEADERS.items()}

    def refusal(self, method: str, path: str, headers: dict[str, str]) -> tuple[int, str] | None:
        """Why a request is refused, with the status; None when it is not."""
        if headers.get("host", "").lower() not in self.hosts:
            return 421, "this server does not go by that name; use the address that it printed"
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] not in self.hosts:
            return 403, "this request comes from another site"
        # A picture or a link of another page makes a browser ask too; only our page's own answers are worth a search.
        is_page = method in SAFE_METHODS and not path.startswith("/api")
        if not is_page and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "this request comes from another site"
        if not self.knows(headers):
            return 401, "open the address that zerosum web printed: it has a token in it, which is needed once"
        # Refused before any of it is read: a body without a length could be endless.
        if "transfer-encoding" in headers:
            return 411, "say by Content-Length how many bytes are sent"
        if int(headers.get("content-length", "0")) > LARGEST_BODY:
            return 413, f"that is too large: at most {LARGEST_BODY >> 20} MB are taken"
        return None

    def knows(self, headers: dict[str, str]) -> bool:
        """Whether the request carries the token, as a cookie or as a bearer token."""
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        given = [credentials] if scheme.lower() == "bearer" else []
        # Cookies of other servers on this machine come along, and some are of a form that no parser likes.
        for cookie in headers.get("cookie", "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self.cookie:
                given.append(value)
        return any(self.is_token(each) for each in given)

    def is_token(self, text: str) -> bool:
        """Whether a text is the token, compared in constant time."""
        return hmac.compare_digest(text.encode(), self.token.encode())


class Guarded:
    """ASGI middleware that checks every request."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        """Wrap an application."""
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, exchange its token for a cookie, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        extra = [(name.encode(), value.encode()) for name, value in self._guard.headers().items()]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        clean = self._without_token(scope, headers)
        if clean is not None:
            cookie = f"{self._guard.cookie}={self._guard.token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            await answer(send_with_headers, *self._redirect(clean, cookie, headers))
            return
        refusal = self._guard.refusal(scope["method"], scope["path"], headers)
        if refusal is not None:
            guard = None if scope["path"].startswith("/api") else self._guard
            await refuse(send_with_headers, *refusal, guard=guard)
            return
        await self._app(scope, receive, send_with_headers)

    def _redirect(
        self, address: str, cookie: str, headers: dict[str, str]
    ) -> tuple[int, str, tuple[tuple[str, str], ...]]:
        """The answer that sets the cookie and leads to the address without the token.

        A browser that comes from the file that opened it does not send a `SameSite=Strict` cookie along a redirect: the
        whole chain counts as cross-site. It does from a page of our own, so such a browser gets a page that reloads.
        """
        if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return 303, "", (("location", address), ("set-cookie", cookie))
        page = (
            "<!doctype html><html lang=en><title>zerosum</title>"
            f'<meta http-equiv="refresh" content="0;url={escape(address)}"></html>'
        )
        return 200, page, (("content-type", "text/html; charset=utf-8"), ("set-cookie", cookie))

    def _without_token(self, scope: Scope, headers: dict[str, str]) -> str | None:
        """The address without its token, if it has the right one and is asked for by a right name."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if headers.get("host", "").lower() not in self._guard.hosts:
            return None
        if not any(name == TOKEN and self._guard.is_token(value) for name, value in query):
            return None
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        # Two slashes at the beginning would lead to another host.
        path = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/:,")
        return path + ("?" + rest if rest else "")


def content_hash(text: str) -> str:
    """The hash of a script or style that stands in a page, as a security policy has it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


REFUSAL = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>zerosum</title><style>{style}</style></head>
<body><div class="frame"><nav class="rail"><strong class="mark">{icon}<span>zerosum</span></strong></nav>
<main><section class="lost">{large icon}<h1>This address is not enough</h1>
<p>Not yet: {sentence}.</p>
<p>The address is in the terminal in which <code>zerosum web</code> runs. If that is closed, run
<code>zerosum web</code> again: it prints the address and opens the browser.</p></section></main></div></body>
</html>
"""


async def refuse(send: Send, status: int, sentence: str, *, guard: Guard | None) -> None:
    """Refuse with a sentence: as JSON, or, with the guard's style and icon, as a page for a person."""
    if guard is not None:
        page = REFUSAL.replace("{sentence}", sentence).replace("{style}", guard.style)
        for place, size in (("{icon}", 28), ("{large icon}", 96)):
            page = page.replace(
                place, guard.icon.replace("<svg ", f'<svg width="{size}" height="{size}" aria-hidden="true" ', 1)
            )
        await answer(send, status, page, (("content-type", "text/html; charset=utf-8"),))
    else:
        await answer(send, status, json.dumps({"detail": sentence}), (("content-type", "application/json"),))


async def answer(send: Send, status: int, body: str, headers: Iterable[tuple[str, str]]) -> None:
    """Send a whole answer."""
    raw = body.encode()
    listed = [(name.encode(), value.encode("latin-1", "ignore")) for name, value in headers]
    listed.append((b"content-length", str(len(raw)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": raw})
