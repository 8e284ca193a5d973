"""`zerosum analyze`: the value of every move of a position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from zerosum.answers.analyze import LINE_SECONDS, analyze
from zerosum.core.rules import FIRST
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_game,
    add_parameters,
    add_position,
    add_solved,
    given,
    load_game,
    position_of,
    solved_setting,
)

if TYPE_CHECKING:
    from zerosum.answers.analysis.results import Analysis
    from zerosum.core.game import Game
    from zerosum.core.rules import Move
    from zerosum.faces.cli.output import Output

LIMITED = "the limit was reached (--time, --nodes, --depth set it)"
EXAMPLE = "zerosum analyze tictactoe --position X-O/-O-/X--"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--why", metavar="MOVE", help="also say why not this move")
    add_parameters(parser, analyze)
    add_solved(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Analyze, until exact or stopped, and print the table."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    game = load_game(options)
    here = position_of(game, options)
    asked = game.read_move(here.state, options.why) if options.why is not None else None
    settings = given(options, analyze)
    line_seconds = min(LINE_SECONDS, settings["seconds"] or LINE_SECONDS)
    with ProgressLine(f"analyzing {game.name}") as progress:
        settings |= {"table": solved_setting(options, game), "progress": progress.update, "line_seconds": line_seconds}
        analyses, interrupted = gathered(analyze.steps(here, **settings))
    if interrupted is not None and (not analyses or not is_ctrl_c(interrupted)):
        raise interrupted
    analysis = analyses[-1]
    if options.json:
        print_json({**analysis.json(), **({} if asked is None else {"why": why_json(game, analysis, asked)})})
    else:
        show(Output(plain=options.plain), analysis, asked, "it was stopped" if interrupted else LIMITED)
    return exit_code(interrupted)


def show(out: Output, analysis: Analysis, asked: Move | None, why_unfinished: str) -> None:
    """The position, its value and the table of moves."""
    from zerosum.answers.analysis.sentences import ending, in_units, value_words, why_over

    game, state = analysis.game, analysis.state
    side = game.side_name(game.to_move(state))
    drawing = game.text.draw(state)
    out.say(f"{game.name}: {game.position_text(state)}", style="bold")
    out.board(drawing, game.sides)
    if game.is_over(state):
        out.say(f"The game is over: {', '.join(filter(None, (ending(game, state), why_over(game, state))))}.")
        return
    chances = analysis.chances
    view = f", for {game.sides[FIRST]}" if chances else ""
    out.say(f"{side} to move{view}: {value_words(game, analysis.value)}.")
    if not analysis.exact:
        out.say(f"A value marked ~ is an estimate{in_units(game)}: {analysis.note or why_unfinished}.")
    if not analysis.best and not chances:
        out.say("Which move is best is not known yet.")
    out.say()
    out.show(analysis.table())
    out.say()
    out.say(how_found(analysis), style="dim")
    if asked is not None:
        out.say()
        out.say(why_text(game, analysis, asked))


def how_found(analysis: Analysis) -> str:
    """The tier that answered, and the nodes and seconds it took."""
    from zerosum.engines.draw.amounts import counted

    if analysis.tier == "book":
        guessed = any(each.guessed_from is not None for each in analysis.moves)
        return "From the book; from ~ on, a line is a guess." if guessed else "From the book."
    if analysis.tier == "table":
        return "From the solved table."
    nodes = counted(analysis.nodes, "node", "nodes")
    return f"{nodes} in {analysis.seconds:.2f} s on the {analysis.tier} tier."


def why_json(game: Game, analysis: Analysis, move: Move) -> dict[str, Any]:
    """Why not this move, for other programs."""
    from zerosum.answers.analysis.reasons import because
    from zerosum.answers.analysis.review import why_not

    contrast = why_not(analysis, move)
    line = game.line_text(analysis.state, contrast.move.line)
    return {
        "move": game.move_text(analysis.state, move),
        "best": game.move_text(analysis.state, contrast.best.move),
        "cost": contrast.cost.name,
        "reply": None if contrast.reply_at is None else line[contrast.reply_at],
        "reason": because(game, analysis.state, contrast.move),
    }


def why_text(game: Game, analysis: Analysis, move: Move) -> str:
    """Why not this move, in a few sentences."""
    from zerosum.answers.analysis.review import why_not
    from zerosum.answers.analysis.sentences import why_sentence

    state = analysis.state
    contrast = why_not(analysis, move)
    word, line = game.move_text(state, move), contrast.move.line_text(game, state)
    sentence = why_sentence(game, state, contrast, move)
    if contrast.move.best:
        return f"{sentence} The line: {line}."
    best = game.move_text(state, contrast.best.move)
    return f"{sentence} After {word}: {line}. After {best}: {contrast.best.line_text(game, state)}."
