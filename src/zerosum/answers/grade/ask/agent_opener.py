"""Open the agent of a file: the kind of program and its description decide how it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from zerosum.answers.grade.ask.agent import Agent, CannotAsk, CannotRun, NeverWaits, NotSure, SaysNothing, SoFar
from zerosum.answers.grade.ask.description import Description, Limits, Terminal, Turn
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.ask.which_game import game_of
from zerosum.answers.grade.host.project import is_script, reads_lines
from zerosum.answers.grade.host.submission_files import refuse_unusable, submission_files
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import ProgressCallback


@dataclass(frozen=True)
class Found:
    """A description that was found by trying, and sentences about it."""

    description: Description
    sentences: tuple[str, ...] = ()


def open_agent(
    file: Path,
    game: Game | None,
    description: Description | None,
    limits: Limits | None = None,
    progress: ProgressCallback = None,
    time_limit: TimeLimit | None = None,
) -> Agent:
    """The agent in a file, ready to be asked within a time limit; raises `CannotAsk` with one sentence.

    The default is the time limit for all questions. What the description does not say is found out by trying: all where
    there is none, the function of a Python file where it names none, and the prompts of a terminal where [terminal] is
    empty.
    """
    described = Limits() if description is None else description.limits
    time_limit = time_limit or TimeLimit((limits or described).total_seconds)
    _refuse_unusable(file)
    try:
        agent = _opened(file, game, description, limits, progress, time_limit)
    except CannotAsk:
        if not time_limit.is_over:
            raise
    else:
        if not time_limit.is_over:
            return agent
        agent.close()
    seconds = f"the {time_limit.seconds:g} seconds for all questions were over"
    raise CannotRun(f"{seconds} before it was found out how {file.name} is asked, so it was asked nothing")


def _opened(
    file: Path,
    game: Game | None,
    description: Description | None,
    limits: Limits | None,
    progress: ProgressCallback,
    time_limit: TimeLimit,
) -> Agent:
    sentences: Sequence[str] = ()
    if game is None:
        game = load(description.game if description is not None else game_of(file))
    if description is None or (description.kind == "python" and not description.call.function):
        asked_limits = limits or (description.limits if description is not None else Limits())
        found = _found_or_hint(file, game, asked_limits, progress, time_limit)
        turn = found.description.turn
        if description is not None:
            turn = _narrowed(description.turn, turn) if found.description.kind == "terminal" else description.turn
        description, sentences = replace(found.description, turn=turn, limits=asked_limits), found.sentences
    description = replace(description, limits=_within_total(limits or description.limits))
    if description.kind == "terminal" and description.terminal == Terminal():
        from zerosum.answers.grade.ask.terminal import describe_terminal

        described, sentences = describe_terminal(
            file, game, description.limits, description.command, progress, time_limit=time_limit
        )
        description = replace(described, turn=_narrowed(description.turn, described.turn))
    if description.kind == "python":
        from zerosum.answers.grade.ask.python_agent import PythonAgent

        return PythonAgent(file, description, game, found=sentences, time_limit=time_limit)
    if description.kind == "program":
        from zerosum.answers.grade.ask.program import ProgramAgent

        return ProgramAgent(file, description, game, time_limit=time_limit)
    if description.kind == "javascript":
        from zerosum.answers.grade.ask.javascript import JavaScriptAgent

        return JavaScriptAgent(file, description, game, found=sentences, time_limit=time_limit)
    from zerosum.answers.grade.ask.terminal import TerminalAgent

    return TerminalAgent(file, description, game, found=sentences)


def _refuse_unusable(file: Path) -> None:
    try:
        refuse_unusable(file)
    except BadRequest as error:
        raise CannotRun(str(error)) from None


def _within_total(limits: Limits) -> Limits:
    """No step has more time than all questions together, so that one that hangs ends soon after the total."""
    total = limits.total_seconds
    return replace(limits, load_seconds=min(limits.load_seconds, total), move_seconds=min(limits.move_seconds, total))


def _found_or_hint(file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit) -> Found:
    """`find_description`; where that fails, the error tells how to describe the file by hand."""
    try:
        return find_description(file, game, limits, progress, time_limit)
    except CannotRun:
        raise
    except NotSure as error:
        writes = f"`zerosum grade --describe {file.name} -o {file.stem}.toml` writes how"
        hint = f"{writes}: confirm or edit it, and pass --description {file.stem}.toml"
        raise NotSure(f"{error} ({hint})", error.description) from error
    except CannotAsk as error:
        hint = (
            f"to say how it is asked, edit what `zerosum grade --describe {file.name}` writes, and pass --description"
        )
        raise CannotAsk(f"{error} ({hint})", error.so_far) from error


def _narrowed(wanted: Turn, found: Turn) -> Turn:
    """The sides that a description names, as far as answers were found that let the program play them."""
    return replace(found, sides=wanted.sides) if found.sides == "both" else found


def find_description(
    file: Path,
    game: Game,
    limits: Limits | None = None,
    progress: ProgressCallback = None,
    time_limit: TimeLimit | None = None,
) -> Found:
    """How a file is asked, found by trying; raises `CannotAsk` with a sentence about what was tried."""
    limits = limits or Limits()
    time_limit = time_limit or TimeLimit(limits.total_seconds)
    if not file.exists():
        raise CannotRun(f"there is no file {file}")
    _refuse_unusable(file)
    reasons: list[str] = []
    unsure: NotSure | None = None
    so_far: SoFar | None = None
    otherwise = f"{file.name} neither answers positions nor plays by prompts"
    finders = [_find_talking, _find_program]
    if file.suffix.lower() == ".py":
        finders = [_find_python, *(finders if _reads_lines(file) else [])]
    elif is_script(file):
        finders = [*finders, _find_function] if reads_lines(file) else [_find_function]
    for find in finders:
        try:
            found = find(file, game, limits, progress, time_limit)
        except CannotRun:
            raise
        except NotSure as error:  # its terminal, where it has one, shows how its author asks it
            unsure = error
            continue
        except NeverWaits as error:
            otherwise = str(error)
            continue
        except SaysNothing:
            finders.append(_find_silent)  # a program that reads a position says nothing either, and is more likely
            continue
        except CannotAsk as error:
            reasons.append(str(error))
            so_far = error.so_far or so_far
            continue
        if found is not None:
            return found
    if unsure is not None:
        raise unsure
    raise CannotAsk("; ".join(dict.fromkeys(reasons) or [otherwise]), so_far)


def _reads_lines(file: Path) -> bool:
    """Whether a Python file, or one that it takes along, mentions what a program reads its input with."""
    words = (b"input", b"stdin", b"argv", b"prompt")
    texts = [each.read_bytes() for each in submission_files(file).values() if each.suffix == ".py"]
    return any(word in text for text in texts for word in words)


def _find_python(
    file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit
) -> Found | None:
    from zerosum.answers.grade.ask.finding import Finder

    found = Finder(file, game, limits, progress, time_limit).find()
    return Found(replace(found.description, limits=limits), found.sentences)


def _find_program(
    file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit
) -> Found | None:
    from zerosum.answers.grade.ask import program_finding

    description = program_finding.find_description(file, game, limits, time_limit)
    return None if description is None else Found(description)


def _find_function(
    file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit
) -> Found | None:
    """A function of JavaScript."""
    from zerosum.answers.grade.ask.javascript_finding import JavaScriptFinder

    return Found(*JavaScriptFinder(file, game, limits, time_limit).find())


def _find_talking(
    file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit
) -> Found | None:
    """A program that plays by prompts, and says something before it waits for the first line."""
    from zerosum.answers.grade.ask.terminal import describe_terminal

    return Found(*describe_terminal(file, game, limits, progress=progress, must_talk=True, time_limit=time_limit))


def _find_silent(
    file: Path, game: Game, limits: Limits, progress: ProgressCallback, time_limit: TimeLimit
) -> Found | None:
    """A program that waits for the first line of a game without a word."""
    from zerosum.answers.grade.ask.terminal import describe_terminal

    return Found(*describe_terminal(file, game, limits, progress=progress, time_limit=time_limit))
