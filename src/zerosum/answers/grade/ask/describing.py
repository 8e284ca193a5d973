"""`zerosum grade --describe`: the TOML that says how a file is asked, or a template where that was not found out."""

from __future__ import annotations

import shlex
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from zerosum.answers.grade.ask.agent import CannotAsk, NotSure, SoFar
from zerosum.answers.grade.ask.agent_opener import find_description
from zerosum.answers.grade.ask.description import ARGUMENT_WORDS, BoardForm, Call, Description, Limits, MoveForm
from zerosum.answers.grade.ask.description_text import commented_description
from zerosum.answers.grade.ask.question import grid_of
from zerosum.answers.grade.ask.source.definitions import Function
from zerosum.answers.grade.ask.source.source import Source
from zerosum.answers.grade.host.submission_files import refuse_unusable
from zerosum.answers.grade.reports.formats.words import as_sentence
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback

WIDTH: Final = 100
MOST_FUNCTIONS: Final = 20

AGENT_WORDS: Final = ("move", "best", "minimax", "ai", "agent", "computer", "play", "choose", "turn", "action")
"""Words in the names of functions that choose moves, for the function that a template begins with."""


@dataclass(frozen=True)
class Described:
    """The TOML, and the sentence about why it is only a template; "" where a description was found."""

    text: str
    problem: str = ""


def describe(file: Path, game: Game, limits: Limits | None = None, progress: ProgressCallback = None) -> Described:
    """How a file is asked, as TOML to edit; raises `BadRequest` for a device or a file that is too large."""
    refuse_unusable(file)
    try:
        found = find_description(file, game, limits, progress)
    except CannotAsk as error:
        return Described(template(file, game, error), str(error))
    heading = [f"How {file.name} is asked, found by trying.", *found.sentences]
    return Described(_commented(heading, file) + _toml(found.description, game))


def _toml(description: Description, game: Game) -> str:
    return commented_description(replace(description, game=game.spec, limits=Limits()))


def _commented(sentences: list[str], file: Path) -> str:
    """Sentences as comments, and the command that uses the file."""
    lines = [line for sentence in sentences for line in textwrap.wrap(as_sentence(sentence), WIDTH - 2)]
    command = shlex.join(["zerosum", "grade", file.name, "--description", f"{file.stem}.toml"])
    lines += [f"Edit what is wrong; zerosum's docs/grading-descriptions.md has every key. Then: {command}"]
    return "".join(f"# {line}\n" for line in lines) + "\n"


def template(file: Path, game: Game, problem: CannotAsk) -> str:
    """A description to fill in: the kind and the function that are most likely, and what else is known of the file."""
    if isinstance(problem, NotSure):
        heading = [str(problem), "This is what was tried: confirm it by using it, or edit what is wrong."]
        return _commented(heading, file) + _toml(problem.description, game)
    heading = [f"How {file.name} is asked was not found out: {problem}", "This is a template."]
    prompting = problem.so_far
    if file.suffix.lower() != ".py":
        if prompting is not None:
            return _commented([*heading, *_seen_prompts(prompting)], file) + _toml(prompting.description, game)
        seen = 'A program that plays by prompts has kind = "terminal".'
        return _commented([*heading, seen], file) + _toml(Description(kind="program"), game)
    functions = _functions(file)
    chosen = max(functions, key=_likely, default=None)
    if chosen is None:
        seen = "It defines no functions, so it can only be asked by its prompts."
        known = Description(kind="terminal") if prompting is None else prompting.description
        prompts = () if prompting is None else _seen_prompts(prompting)
        return _commented([*heading, seen, *prompts], file) + _toml(known, game)
    seen = "Its functions are " + ", ".join(each.signature for each in functions[:MOST_FUNCTIONS])
    call = Call(function=chosen.path, arguments=_arguments(chosen))
    described = Description(call=call)
    if not grid_of(game, game.start)[0]:
        described = replace(described, board=BoardForm(form="text"), move=MoveForm(form="text"))
    return _commented([*heading, seen], file) + _toml(described, game)


def _seen_prompts(so_far: SoFar) -> tuple[str, ...]:
    """A sentence for what a program has asked."""
    return (f"It plays by prompts. It asked {', '.join(map(repr, so_far.prompts))}",) if so_far.prompts else ()


def _functions(file: Path) -> list[Function]:
    try:
        source = Source(file.read_bytes().decode("utf-8-sig", "replace"))
    except (SyntaxError, ValueError, RecursionError, OSError):
        return []
    return [each for each in source.all_functions() if not each.name.startswith("__")]


def _arguments(function: Function) -> tuple[str, ...]:
    """A word for each parameter: its own name where that is one, else the board first and then nothing."""
    words = [each.name if each.name in ARGUMENT_WORDS else "=None" for each in function.parameters]
    if words and "board" not in words:
        words[0] = "board"
    return tuple(words)


def _likely(function: Function) -> tuple[int, int]:
    """How much a name sounds like an agent, and how few arguments it takes."""
    name = function.path.lower()
    return sum(word in name for word in AGENT_WORDS), -len(function.parameters)
