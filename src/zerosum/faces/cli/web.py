"""`zerosum web`: the lab in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from zerosum.core.errors import BadRequest
from zerosum.faces.cli.options import OK, load_checked, load_table, positive, whole

EXAMPLE = "zerosum web connect4"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="the game to open, and files of your own to offer")
    parser.add_argument(
        "--port", type=whole, default=0, help="where to listen (default: the port of last time, or a free one)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine alone)")
    parser.add_argument("--workers", type=positive, metavar="N", help="so many processes search (default: cores + 1)")
    parser.add_argument("--path", metavar="FILE", help="a lesson of your own to open, as docs/lessons.md describes")
    parser.add_argument(
        "--table", action="append", default=[], metavar="DIR", help="a solved table to show and to analyze with"
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    if options.port > 65535:
        raise BadRequest(f"a port is a number up to 65535, not {options.port}")
    try:
        from zerosum.faces.web.server import serve
    except ImportError as error:
        if (error.name or "").split(".")[0] == "zerosum":
            raise
        raise BadRequest("the lab in the browser needs two more packages: pip install 'zerosum[web]'") from None
    from zerosum.core.games import is_file_spec

    for spec in options.games:
        load_checked(spec)
    tables = [load_table(Path(folder), None) for folder in options.table]
    files = tuple(filter(is_file_spec, [*options.games, *(table.game.spec for table in tables)]))
    if options.path is not None:
        from zerosum.answers.lab.lessons.reader import read_lesson

        read_lesson(options.path, files)
    serve(
        opened=options.games[0] if options.games else None,
        files=files,
        host=options.host,
        port=options.port,
        workers=options.workers,
        open_browser=not options.no_browser,
        tables=tuple(str(table.folder.resolve()) for table in tables),
        lesson=options.path and str(Path(options.path).resolve()),
    )
    return OK
