"""The application: routes behind a guard, and one pool of workers behind the routes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from zerosum import __version__
from zerosum.core.errors import ZerosumError
from zerosum.engines.draw.chart_parts import STYLE
from zerosum.faces.web.lru_cache import LruCache
from zerosum.faces.web.pool import Busy, Fault, Pool
from zerosum.faces.web.routes import analyzing, comparing, grading, lab, lessons, playing, recording, tables
from zerosum.faces.web.security import Guard, Guarded, content_hash

PAGE = Path(__file__).parent / "page"

SCREENS = ("/", "/play", "/analyze", "/step", "/trees", "/compare", "/learn", "/tables", "/grade")
"""The addresses of the page; all are the same page, which looks at its own address."""


@dataclass
class Settings:
    """What the server was started with.

    `files` are the user's own games that may be asked for, `lesson` is a guided path in place of the one that the lab
    comes with, `tables` are folders of solved tables that answer before those in the user's folder.
    """

    token: str
    hosts: frozenset[str]
    opened: str | None = None
    files: tuple[str, ...] = ()
    workers: int | None = None
    lesson: str | None = None
    tables: tuple[str, ...] = ()
    pool: Pool = field(init=False)
    positions: LruCache = field(default_factory=LruCache)
    comparisons: LruCache = field(default_factory=LruCache)

    def __post_init__(self) -> None:
        """Have the workers ready to be started."""
        self.pool = Pool(self.workers)


def create_app(settings: Settings) -> ASGIApp:
    """The whole application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        settings.pool.warm_up()
        yield
        await settings.pool.close()

    app = FastAPI(
        title="zerosum",
        version=__version__,
        summary="A laboratory for two-player games.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        # Nothing leaves this machine, whatever the environment says.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.settings = settings
    for routes in (lab, playing, analyzing, comparing, recording, lessons, tables, grading):
        app.include_router(routes.router, prefix="/api")
    add_pages(app)
    add_refusals(app)
    style, icon = ((PAGE / name).read_text(encoding="utf-8") for name in ("style.css", "icon.svg"))
    scripts, styles = tuple(inline_scripts(index())), (content_hash(STYLE),)
    return Guarded(app, Guard(settings.token, settings.hosts, scripts, styles, style, icon))


def index() -> str:
    """The page."""
    return (PAGE / "index.html").read_text(encoding="utf-8")


def inline_scripts(page: str) -> list[str]:
    """The hashes of the scripts that stand in a page, for its security policy."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    return [content_hash(script) for script in scripts]


def add_pages(app: FastAPI) -> None:
    """The page at each of its addresses, and the files it is made of."""
    page = index()

    def show(name: str = "") -> HTMLResponse:
        return HTMLResponse(page, headers={"cache-control": "no-cache"})

    for address in SCREENS:
        app.add_api_route(address, show, methods=["GET"], include_in_schema=False)
        if address != "/":
            app.add_api_route(address + "/{name:path}", show, methods=["GET"], include_in_schema=False)
    app.mount("/page", GZipMiddleware(StaticFiles(directory=PAGE), minimum_size=1000), name="page")


def add_refusals(app: FastAPI) -> None:
    """Every error as JSON with a sentence."""

    def refused(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
        async def answer(request: Request, error: Exception) -> Response:
            return JSONResponse({"detail": str(error)}, status)

        return answer

    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return JSONResponse({"detail": "; ".join(map(_sentence, error.errors()))}, 422)

    async def unknown(request: Request, error: Exception) -> Response:
        if request.url.path.startswith(("/api", "/page")):
            return JSONResponse({"detail": f"there is nothing at {request.url.path}"}, 404)
        return HTMLResponse(index(), 404)

    app.add_exception_handler(404, unknown)
    app.add_exception_handler(Busy, refused(429))
    app.add_exception_handler(ZerosumError, refused(400))
    app.add_exception_handler(Fault, refused(500))
    app.add_exception_handler(RequestValidationError, unreadable)


LIMITS = {
    "greater_than_equal": "{where} must be at least {ge}, not {given}",
    "less_than_equal": "{where} must be at most {le}, not {given}",
    "greater_than": "{where} must be more than {gt}, not {given}",
    "less_than": "{where} must be less than {lt}, not {given}",
    "int_parsing": "{where} must be a whole number, not {given}",
    "float_parsing": "{where} must be a number, not {given}",
}
"""What is wrong with a parameter, by the validator's name for it."""


def _sentence(error: Any) -> str:
    where = [str(part) for part in error["loc"] if part not in ("query", "body")]
    message = str(error["msg"])
    if where and error["type"] in LIMITS:
        limits = {name: f"{limit:.16g}" for name, limit in error.get("ctx", {}).items() if not isinstance(limit, str)}
        return LIMITS[error["type"]].format(where=".".join(where), given=str(error["input"])[:40], **limits)
    return f"{'.'.join(where)}: {message[:1].lower()}{message[1:]}" if where else message
