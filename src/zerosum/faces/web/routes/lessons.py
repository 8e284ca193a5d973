"""The guided path."""

from __future__ import annotations

from fastapi import APIRouter, Request

from zerosum.faces.web.lesson_models import LessonView
from zerosum.faces.web.models import REFUSALS
from zerosum.faces.web.routes.common import Workers, while_there

router = APIRouter(tags=["learn"], responses=REFUSALS)

LESSON_SECONDS = 20


@router.get("/lesson")
async def lesson(request: Request, workers: Workers) -> LessonView:
    """The stops of the guided path, each with its text, its search and its task."""
    settings = request.app.state.settings
    arguments = {"file": settings.lesson, "files": list(settings.files)}
    asked = workers.ask("lesson", arguments, seconds=LESSON_SECONDS)
    return LessonView.model_validate(await while_there(request, asked))
