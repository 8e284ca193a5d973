"""What there is: games, players, algorithms; and the description of all this."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from zerosum import __version__
from zerosum.answers.analysis.book import SHIPPED
from zerosum.answers.analyze import analyze
from zerosum.answers.lab.report.algorithms import theory
from zerosum.answers.play.levels import LEVELS
from zerosum.core.games import GAMES
from zerosum.engines.recording.examples import EXAMPLES
from zerosum.engines.search import ALGORITHMS
from zerosum.faces.web.models import REFUSALS, ExampleView, GameEntry, Lab, Rung
from zerosum.faces.web.routes.common import offered

router = APIRouter(tags=["lab"])


@router.get("/lab", responses=REFUSALS)
async def lab(request: Request) -> Lab:
    """The games, players and algorithms that can be asked for."""
    settings = request.app.state.settings
    games = [
        GameEntry(
            spec=spec,
            name=entry.title,
            form=entry.form,
            blurb=entry.blurb,
            shown=f"{spec}:{entry.shown}" if entry.shown else spec,
            examples=[f"{spec}:{size}" for size in entry.examples],
            is_numbered=entry.counts,
            is_small=entry.is_small,
            is_solved=entry.is_small or spec in SHIPPED,
        )
        for spec, entry in GAMES.items()
    ]
    games += [
        GameEntry(
            spec=file,
            name=called(file),
            form="",
            blurb="a game of your own",
            shown=file,
            examples=[],
            is_numbered=False,
            is_small=False,
            is_solved=False,
        )
        for file in settings.files
    ]
    return Lab(
        version=__version__,
        games=games,
        players=["perfect", *(f"level:{level}" for level in range(1, LEVELS + 1)), "random", *ALGORITHMS],
        algorithms=[
            Rung(
                name=name, title=theory(name).title, idea=ALGORITHMS[name].idea, example=ExampleView(**asdict(example))
            )
            for name, example in EXAMPLES.items()
        ],
        opened=settings.opened,
        analysis_options={each.name: each.options[-1] for each in offered(analyze)},
    )


def called(file: str) -> str:
    """A file of the user's as a name: without its folders, and with the game where it has several."""
    path, _, game = file.partition(".py")
    name = Path(path).name.replace("_", " ")
    return f"{name} {game.removeprefix(':')}".strip()


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """A readable page of the API, without any script from elsewhere."""
    from zerosum.faces.web.api_page import api_page

    return HTMLResponse(api_page(request.app.openapi()))
