"""Solved tables: which there are, and what one of them holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from zerosum.core.errors import BadRequest, ZerosumError
from zerosum.core.games import is_file_spec
from zerosum.engines.solve.tables.table import manifest_of
from zerosum.engines.solve.tables.user_folder import folders_of_tables, tables_folder
from zerosum.faces.web.models import REFUSALS
from zerosum.faces.web.routes.common import Ask, file_refusal, refuse_files
from zerosum.faces.web.table_models import TableEntry, TablesView, TableView

router = APIRouter(tags=["tables"], responses=REFUSALS)

TABLE_SECONDS = 60


def known_tables(request: Request) -> dict[str, Path]:
    """The folders of all tables by name; those that the server was started with come first."""
    folders = [*map(Path, request.app.state.settings.tables), *folders_of_tables()]
    known: dict[str, Path] = {}
    for folder in folders:
        if folder.resolve() in (each.resolve() for each in known.values()):
            continue
        name, number = folder.name, 1
        while name in known:
            number += 1
            name = f"{folder.name}-{number}"
        known[name] = folder
    return known


def game_here(request: Request, spec: str) -> str:
    """The game of a table as this server knows it: a file of the user may have been given with a folder before it."""
    files: tuple[str, ...] = request.app.state.settings.files
    return next((each for each in files if each == spec or each.endswith(f"/{spec}")), spec)


def _short(folder: Path) -> str:
    """A folder as a shell takes it: "~" for the user's home."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)


def entry(request: Request, name: str, folder: Path) -> TableEntry:
    """A table in the list, by its manifest alone."""
    try:
        found = manifest_of(folder)
    except ZerosumError as error:
        return TableEntry(name=name, folder=str(folder), game="", title=name, start="", positions=0, problem=str(error))
    game = game_here(request, found.game)
    is_refused = is_file_spec(game) and game not in request.app.state.settings.files
    return TableEntry(
        name=name,
        folder=str(folder),
        game=game,
        title=found.name,
        start=found.start,
        positions=found.positions,
        problem=file_refusal(game) if is_refused else None,
    )


@router.get("/tables")
async def tables(request: Request) -> TablesView:
    """The solved tables in the user's folder, and those that the server was started with."""
    folder = tables_folder()
    found = [entry(request, name, each) for name, each in known_tables(request).items()]
    return TablesView(folder=None if folder is None else _short(folder), tables=found)


@router.get("/table", response_model=TableView)
async def table(
    request: Request,
    ask: Ask,
    name: Annotated[str, Query(max_length=300, description="a table's name, as in tictactoe.table")],
) -> Response:
    """What a solved table holds: counts by layer and value, and the hardest positions."""
    folder = known_tables(request).get(name)
    if folder is None:
        raise BadRequest(f"there is no solved table {name!r} here")
    manifest = manifest_of(folder)
    game = game_here(request, manifest.game)
    refuse_files(request, game)
    # The manifest has the checksums of all files, so that a table that was solved anew is looked at anew.
    asked = ("table", str(folder), game, repr(manifest))
    arguments = {"folder": str(folder), "game": game}
    return await ask.cached(TableView, "table", arguments, asked=asked, seconds=TABLE_SECONDS, short=False)
