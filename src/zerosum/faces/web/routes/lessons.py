"""The guided path."""

from __future__ import annotations

from fastapi import APIRouter, Request

from zerosum.answers.lab.lessons.lesson import Lesson
from zerosum.faces.web.models import REFUSALS
from zerosum.faces.web.routes.common import Ask

router = APIRouter(tags=["learn"], responses=REFUSALS)

LESSON_SECONDS = 20


@router.get("/lesson")
async def lesson(request: Request, ask: Ask) -> Lesson:
    """The stops of the guided path, each with its text, its search and its task."""
    settings = request.app.state.settings
    arguments = {"file": settings.lesson, "files": list(settings.files)}
    return await ask(Lesson, "lesson", arguments, seconds=LESSON_SECONDS)
