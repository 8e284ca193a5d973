"""Find out by trying how a terminal program is played with, and describe it.

1.  A way into a game against it, by the boards that it shows (`entering.py`) or else by its sentences (`sentences.py`).
2.  How cells are typed (`schemes.py`).
3.  Other set-up answers, by which the program plays the other side (`other_side.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun, NeverWaits, NotSure, SaysNothing, SoFar
from zerosum.answers.grade.ask.description import Description, Limits, Terminal, Turn
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.ask.terminal.console import NOT_MADE, Console, Shown
from zerosum.answers.grade.ask.terminal.entering import Entering
from zerosum.answers.grade.ask.terminal.exploration import Entry, Exploration, Spent
from zerosum.answers.grade.ask.terminal.other_side import MOST_OFFERED, OtherSide
from zerosum.answers.grade.ask.terminal.programs import terminal_program
from zerosum.answers.grade.ask.terminal.prompts import expression, normal, offered
from zerosum.answers.grade.ask.terminal.schemes import TypingSearch
from zerosum.answers.grade.ask.terminal.sentences import SentenceSearch
from zerosum.answers.grade.ask.terminal.trial import Trial, play_trial
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.program_host import telling_line
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback

MOST_PROMPTS = 8
"""So many prompts are named where it was not found out how a program is played with."""


def describe_terminal(
    file: Path,
    game: Game,
    limits: Limits | None = None,
    command: Sequence[str] = ("{file}",),
    progress: ProgressCallback = None,
    *,
    must_talk: bool = False,
    time_limit: TimeLimit | None = None,
) -> tuple[Description, tuple[str, ...]]:
    """The description of a terminal program, found by trying, and sentences about it; raises `CannotAsk`.

    Where it `must_talk`, a program that prints nothing before it waits for its first line raises `SaysNothing`.
    """
    if not question_for(game, game.start).cells:
        raise CannotAsk(f"terminal programs are explored in games on a grid of cells, and {game.name} is none")
    limits = limits or Limits()
    description = Description(game=game.spec, kind="terminal", command=tuple(command), limits=limits)
    console = Console(terminal_program(file, description), limits, time_limit)
    try:
        exploration = Exploration(console, game, progress)
        shown = exploration.at(())
        if not shown.waits:
            raise _ended_at_once(file, shown)
        if must_talk and not shown.text.strip():
            raise SaysNothing("it waits for a line without a word")
        try:
            terminal, sides, entry = _explored(exploration)
        except CannotAsk as error:
            raise CannotAsk(str(error), _so_far(exploration, description)) from None
        found = replace(description, terminal=terminal, turn=Turn(sides=sides, has_memory=True))
        found, trial = _tried(file, found, game, exploration, entry)
    finally:
        console.close()
    weak = f"it took {trial.wins} of {trial.chances} immediate wins in trial games"
    if not trial.is_understood or (not trial.takes_wins and entry.setup):
        came = weak if trial.is_understood else trial.misread[0]
        raise NotSure(f"{file.name} may be asked wrongly: {'; '.join(_sentences(found))}; {came}", found)
    return found, (*_sentences(found), *(() if trial.takes_wins else (f"{weak}, so that it is a weak player",)))


def _tried(
    file: Path, found: Description, game: Game, exploration: Exploration, entry: Entry
) -> tuple[Description, Trial]:
    """The description by which trial games show moves that are understood and wins that are taken, and these games."""
    console = exploration.console
    trial = play_trial(file, found, game, console)
    if not trial.is_understood and found.terminal.type == "{index}" and not found.terminal.cells:
        by_free = replace(found, terminal=replace(found.terminal, type="{free}"))  # at the first move, all cells are
        again = play_trial(file, by_free, game, console)
        return (by_free, again) if again.is_understood else (found, trial)
    if trial.is_understood and not trial.takes_wins:
        for other in _other_answers(exploration, entry, found):
            again = play_trial(file, other, game, console)
            if again.is_understood and again.takes_wins:
                return other, again
    return found, trial


def _other_answers(exploration: Exploration, entry: Entry, found: Description) -> Iterator[Description]:
    """The description with other answers to a question before the first move, such as another level."""
    name = "first" if entry.is_first else "second"
    exploration.begin_part()
    try:
        for at, line in enumerate(entry.setup):
            shown = exploration.at(entry.setup[:at])
            texts = dict.fromkeys([*offered(shown.prompt), *offered(shown.pages[-1][-1500:])])
            for other in [text for text in texts if text != line][:MOST_OFFERED]:
                lines = (*entry.setup[:at], other, *entry.setup[at + 1 :])
                now = exploration.at(lines)
                if now.waits and normal(now.prompt) == normal(entry.move_prompt):
                    pairs = replace(entry, setup=lines).pairs()
                    terminal = replace(found.terminal, **{name: pairs})  # type: ignore[arg-type]
                    yield replace(found, terminal=terminal, turn=replace(found.turn, sides=name))
    except Spent:
        return


def _explored(exploration: Exploration) -> tuple[Terminal, str, Entry]:
    """The prompts and typed lines of the program, the sides that it can play, and the way into the game."""
    entering = Entering(exploration)
    entered = entering.find()
    if entered is not None:
        entry, first = entered
        exploration.entry = entry
        exploration.begin_part()
        try:
            exploration.at((*entry.setup, *first))
            symbols = exploration.symbols()
            template, base, cells = TypingSearch(exploration, entry).find(first)
        except Spent:
            raise CannotAsk("the time was over before it was known how cells are typed; describe it by hand") from None
        terminal = Terminal(type=template, base=base, cells=cells, symbols=symbols or ("X", "O"))
    else:
        exploration.begin_part()
        spoken = SentenceSearch(exploration).find()
        if spoken is None:
            raise CannotAsk(entering.why_not())
        entry, (template, base), said = spoken
        exploration.said = (said, base)
        terminal = Terminal(type=template, base=base, move=said)
    exploration.begin_part()
    other = OtherSide(exploration, entry, (template, base)).find()
    return *_with_prompts(terminal, entry, other), entry


def _with_prompts(terminal: Terminal, entry: Entry, other: Entry | None) -> tuple[Terminal, str]:
    entries = {each.is_first: each.pairs() for each in (entry, other) if each is not None}
    prompts = [each.move_prompt for each in (entry, other) if each is not None]
    sides = "both" if len(entries) == 2 else "first" if entry.is_first else "second"
    return replace(
        terminal, first=entries.get(True, ()), second=entries.get(False, ()), prompt=expression(prompts)
    ), sides


def _so_far(exploration: Exploration, description: Description) -> SoFar:
    """The set-up answers where they were found, and the prompts that were seen."""
    terminal, turn = Terminal(), Turn(has_memory=True)
    if exploration.entry is not None:
        terminal, sides = _with_prompts(terminal, exploration.entry, None)
        turn = Turn(sides=sides, has_memory=True)
    known = replace(description, terminal=terminal, turn=turn)
    return SoFar(known, tuple(" ".join(prompt.split()) for prompt in exploration.prompts)[:MOST_PROMPTS])


def _sentences(found: Description) -> tuple[str, ...]:
    terminal = found.terminal
    typed = "its own text for each cell" if terminal.cells else f"{terminal.type!r} counted from {terminal.base}"
    read = f"from sentences like {terminal.move!r}" if terminal.move else "from the printed board"
    sentences = [f"it plays by prompts: a move is typed as {typed}, and its own are read {read}"]
    for side, pairs in (("first", terminal.first), ("second", terminal.second)):
        if found.turn.sides in ("both", side):
            answers = ", ".join(repr(line) for _, line in pairs) or "nothing"
            sentences.append(f"to let it play {side}, its questions are answered by {answers}")
    if found.turn.sides != "both":
        sentences.append(f"no answers were found that let it play another side than the {found.turn.sides}")
    return tuple(sentences)


def _ended_at_once(file: Path, shown: Shown) -> CannotAsk:
    if shown.why.startswith(NOT_MADE):
        return CannotRun(f"{file.name} does not compile: {telling_line(shown.why.removeprefix(NOT_MADE))}")
    why = f": {shown.why}" if shown.why else ""
    if shown.state in ("late", "flood"):
        return CannotRun(f"its program did not wait for any line{why}")
    if shown.why:  # such as a package that is missing
        said = f" ({telling_line(shown.text)})" if shown.text.strip() else ""
        return CannotAsk(f"its program did not wait for any line{why}{said}")
    return NeverWaits("its program did not wait for any line")
