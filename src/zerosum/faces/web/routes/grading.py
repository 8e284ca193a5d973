"""Grade a submission: it is sent as text, and runs in the grader's sandbox."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from zerosum.faces.web.grade_models import GradeQuestion
from zerosum.faces.web.models import REFUSALS
from zerosum.faces.web.routes.common import Workers, event_stream, refuse_files, streamed
from zerosum.faces.web.routes.comparing import named

router = APIRouter(tags=["grade"], responses=REFUSALS)

GRADING_SECONDS = 600.0
"""The longest that a grading may take; the limits of the agent are shorter."""

STREAM = streamed(
    "`found` with sentences, `report` with a GradeView, the `html` of the document, and, "
    "where the agent could not be asked, a `template` of a description;"
)


@router.post("/grade/stream", response_class=StreamingResponse, responses=STREAM)
async def grade_stream(request: Request, workers: Workers, asked: GradeQuestion) -> StreamingResponse:
    """The report about a submission, once it is there, and signs of life before."""
    refuse_files(request, asked.game)
    events = named(workers, "grade", asked.model_dump(), GRADING_SECONDS)
    return await event_stream(request, events)
