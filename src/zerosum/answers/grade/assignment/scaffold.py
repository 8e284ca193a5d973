"""`zerosum assignment new`: a homework to begin with, which passes `verify` as it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zerosum.answers.grade.ask.description import BoardForm, Call, Description, MoveForm, write_description
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.ask.toml_tables import toml
from zerosum.answers.grade.assignment.assignment import ALWAYS, PERFECT
from zerosum.answers.grade.assignment.reference import TICTACTOE_REFERENCE
from zerosum.answers.grade.settings import USUAL_CHECKS
from zerosum.core.errors import BadRequest
from zerosum.core.files import write_file
from zerosum.core.game import Game

IMPORTS_POINTS = 5.0
"""What a forbidden import costs in a new homework; the check `optimal` has so much less."""

ABOUT_DESCRIPTION = "# How every submission is asked; zerosum grade --describe FILE writes such a file.\n"


@dataclass(frozen=True)
class Handout:
    """What students have to write: a function, what it gets and what it gives back, and an example of both."""

    function: str
    arguments: str
    about: str
    description: Description


def handout_for(game: Game) -> Handout:
    """The simplest function for a game: cells and a place where it has a grid, texts where it has none."""
    question = question_for(game, game.start)
    first, second = game.sides
    if question.cells and all(len(move.places) == 1 for move in question.legal):
        rows, columns = len(question.cells), len(question.cells[0])
        board = BoardForm(form="nested", empty=" ", symbols=(first, second))
        cells = f'`board` is a list of {rows} rows of {columns} cells: "{first}", "{second}" or " "'
        if question.falls:
            return Handout(
                "best_move",
                "board, player",
                f"{cells}, the top row first; `player` is the side to move. Return the column, from 0 at the left.",
                Description(
                    game=game.spec,
                    call=Call(function="best_move", arguments=("board", "player")),
                    board=board,
                    move=MoveForm(form="column"),
                ),
            )
        return Handout(
            "best_move",
            "board, player",
            f"{cells}; `player` is the side to move. Return (row, column), both from 0 at the top left.",
            Description(
                game=game.spec,
                call=Call(function="best_move", arguments=("board", "player")),
                board=board,
                move=MoveForm(form="row_column"),
            ),
        )
    move = question.legal[0].text
    return Handout(
        "best_move",
        "position",
        f"`position` is the text that zerosum writes, such as {question.position!r}. Return the move as it is typed, "
        f"such as {move!r}.",
        Description(
            game=game.spec,
            call=Call(function="best_move", arguments=("board",)),
            board=BoardForm(form="text"),
            move=MoveForm(form="text"),
        ),
    )


def new_assignment(folder: Path, game: Game, title: str | None = None) -> list[Path]:
    """Write the files of a homework into a new folder; returns them. A folder that has files in it is refused."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadRequest(f"{str(folder)!r} is there already; give the name of a new folder")
    handout = handout_for(game)
    title = title or f"A perfect player of {game.name}"
    has_reference = game.spec == "tictactoe"
    files = {
        "assignment.toml": _assignment_toml(game, title, has_reference),
        "agent.toml": ABOUT_DESCRIPTION + write_description(handout.description),
        "starter.py": _starter(game, handout),
        "handout.md": _handout_text(handout, title),
    }
    if has_reference:
        files["reference.py"] = TICTACTOE_REFERENCE
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_file(str(folder / name), text)
    return [folder / name for name in files]


def _assignment_toml(game: Game, title: str, has_reference: bool) -> str:
    lines = [
        f"title = {toml(title)}",
        f"game = {toml(game.spec)}",
        'submission = "starter.py"  # the name of the file that students hand in',
        f"reference = {toml('reference.py' if has_reference else PERFECT)}  # a solution that must get full marks",
        'description = "agent.toml"  # without it, how to ask a submission is found for each by itself',
        'allowed_imports = ["collections", "copy", "functools", "itertools", "math", "random", "typing"]',
        "pass_mark = 50.0  # percent of the points",
        "seed = 0  # for positions that are drawn, where the game has too many",
        "",
        "[checks.imports]",
        f"points = {IMPORTS_POINTS:.1f}  # 0: a forbidden import is only noted",
    ]
    for name in ALWAYS:
        points = USUAL_CHECKS[name].points - (IMPORTS_POINTS if name == "optimal" else 0)
        lines += ["", f"[checks.{name}]", f"points = {points:.1f}"]
        if name == "optimal":
            lines += ['credit = "share"  # by the share of what is right; "all": none unless everything is']
    lines += ["is_visible = true  # false: the student sees the name of the check and a count only"]
    lines += ["", "[limits]", "move_seconds = 10.0", "total_seconds = 600.0", "memory_mb = 1024"]
    return "\n".join(lines) + "\n"


def _starter(game: Game, handout: Handout) -> str:
    return (
        f'"""{game.name}: a player that never gives anything away."""\n\n\n'
        f"def {handout.function}({handout.arguments}):\n"
        f'    """The best move.\n\n    {handout.about}\n    """\n'
        "    raise NotImplementedError\n"
    )


def _handout_text(handout: Handout, title: str) -> str:
    return (
        f"# {title}\n\n"
        f"Write `{handout.function}({handout.arguments})` in `starter.py`, and hand in this file.\n\n"
        f"{handout.about}\n\n"
        "Every position is checked, any optimal move is right, and your player must not lose a game that it need not "
        "lose.\n\n"
        "Try it as often as you like:\n\n"
        "```console\n$ zerosum grade starter.py --assignment assignment.toml\n```\n"
    )
