"""A lab report about a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.compare import names_of
from zerosum.answers.lab.report.details import Details
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.answers.lab.report.measure import measure
from zerosum.answers.lab.report.measurements import Measurements, default_names
from zerosum.answers.lab.report.sections import chosen_sections
from zerosum.answers.parameters import Parameter, Plain, Seconds, Seed, capability, limit_from
from zerosum.answers.position import Position
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.setting_names import REPORT_SECONDS


@capability("all measurements")
def report(
    game: GameLike,
    algorithms: Annotated[
        str | Iterable[str] | None,
        Parameter(
            "algorithms, with commas between (default: the first rungs of the ladder that suit the game)",
            option="-a --algorithms",
            unit="A,B",
        ),
    ] = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    plain: Plain = True,
    seconds: Seconds = REPORT_SECONDS,
    depth: Annotated[
        int | None,
        Parameter("plies to look ahead (default: to the end, or as far as the time allows)", unit="N", least=1),
    ] = None,
    seed: Seed = 0,
    title: Annotated[str | None, Parameter("the title of the report", unit="TEXT")] = None,
    author: Annotated[str | None, Parameter("who hands it in (default: a line to write on)", unit="TEXT")] = None,
    course: Annotated[str | None, Parameter("the course, for the title page", unit="TEXT")] = None,
    number: Annotated[str | None, Parameter("the student number, for the title page", unit="TEXT")] = None,
    institution: Annotated[str | None, Parameter("the institution, for the title page", unit="TEXT")] = None,
    date: Annotated[str | None, Parameter("the date, for the title page (default: today)", unit="TEXT")] = None,
    sections: Annotated[
        str | Iterable[str] | None,
        Parameter("the sections to write, with commas between (default: all)", unit="A,B"),
    ] = None,
    without: Annotated[
        str | Iterable[str] | None, Parameter("sections to leave out, with commas between", unit="A,B")
    ] = None,
    progress: ProgressSetting = True,
) -> LabReport:
    """A lab report about a game, to hand in: `save("report.html")` writes it, also as .md, .pdf, .tex or .docx.

    It has a title page, aim, theory, the game as a search problem, pseudocode, the program, sample games, measurements
    with plots, trees with boards, what was observed, improvements and a conclusion. The seconds are for all
    measurements together, 60 unless told; a game that takes longer is searched to the depth that fits.

    >>> report("nim:1,2").observations[0]
    'alphabeta visited 12 nodes, exactly as many as minimax.'
    """
    here = Position(game, position, moves=moves)
    wanted = chosen_sections(sections, without)
    names = default_names(here.game) if algorithms is None else names_of(algorithms)
    allowed = limit_from(None, seconds, None, depth, REPORT_SECONDS)
    measured = Measurements(
        here.game, here.state, names, plain=plain, asked_depth=allowed.depth, seconds=allowed.seconds, seed=seed
    )
    with shown(progress, f"measuring {here.game.name}") as callback:
        for _ in measure(measured, callback):
            pass
    return LabReport(measured, Details(title, author, course, number, institution, date), wanted)
