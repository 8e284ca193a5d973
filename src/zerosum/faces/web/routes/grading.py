"""Grade a submission: it is sent as text, and runs in the grader's sandbox."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from zerosum.faces.web.grade_models import GradeQuestion
from zerosum.faces.web.models import REFUSALS
from zerosum.faces.web.routes.common import Workers, event_stream, first_then_rest, refuse_files
from zerosum.faces.web.routes.comparing import named

router = APIRouter(tags=["grade"], responses=REFUSALS)

GRADING_SECONDS = 600.0
"""The longest that a grading may take; the limits of the agent are shorter."""

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "events `found` with sentences, `report` with a GradeView, the `html` of the document, and, "
        "where the agent could not be asked, a `template` of a description; `progress`, `waiting`, then "
        "`end` or `problem`",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


@router.post("/grade/stream", response_class=StreamingResponse, responses=STREAM)
async def grade_stream(request: Request, workers: Workers, asked: GradeQuestion) -> StreamingResponse:
    """The report about a submission, once it is there, and signs of life before."""
    refuse_files(request, asked.game)
    events = named(workers, "grade", asked.model_dump(), GRADING_SECONDS)
    return event_stream(await first_then_rest(request, events))
