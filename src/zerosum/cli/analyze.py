"""`zerosum analyze`: the value of every move of a position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from zerosum.cli.faults import is_ctrl_c
from zerosum.cli.options import (
    add_analyst,
    add_common,
    add_conventions,
    add_game,
    add_limits,
    add_position,
    analyst_settings,
    limit_of,
    load_game,
    where_to_begin,
)
from zerosum.rules import FIRST
from zerosum.setting_names import ANSWER_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zerosum.analysis.analyst import Analyst
    from zerosum.analysis.results import Analysis
    from zerosum.cli.output import Output
    from zerosum.game import Game
    from zerosum.rules import Move, State

HELP = "show the value of every move of a position"
LIMITED = "the limit was reached (--time, --nodes, --depth set it)"
EXAMPLE = "zerosum analyze tictactoe --position X-O/-O-/X--"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--why", metavar="MOVE", help="also say why not this move")
    add_limits(parser, ANSWER_SECONDS, "the analysis")
    add_analyst(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Analyze, until exact or stopped, and print the table."""
    from zerosum.analysis.analyst import Analyst
    from zerosum.cli.interrupted import exit_code, gathered
    from zerosum.cli.output import Output, print_json
    from zerosum.front.progress_line import ProgressLine

    game = load_game(options)
    state = where_to_begin(game, options)
    asked = game.read_move(state, options.why) if options.why is not None else None
    with ProgressLine(f"analyzing {game.name}") as progress:
        analyst = Analyst(game, limit=limit_of(options), progress=progress.update, **analyst_settings(options, game))
        analyses, interrupted = gathered(with_long_lines(analyst, state, options.time))
    if interrupted is not None and (not analyses or not is_ctrl_c(interrupted)):
        raise interrupted
    analysis = analyses[-1]
    if options.json:
        print_json({**analysis.json(), **({} if asked is None else {"why": why_json(game, analysis, asked)})})
    else:
        show(Output(plain=options.plain), analysis, asked, "it was stopped" if interrupted else LIMITED)
    return exit_code(interrupted)


def with_long_lines(analyst: Analyst, state: State, seconds: float) -> Iterator[Analysis]:
    """Better and better analyses, then the same with longer lines where a book gave them."""
    from zerosum.analysis.continued_lines import SECONDS, continued

    analysis = None
    for analysis in analyst.analyses(state):
        yield analysis
    assert analysis is not None  # there is always one
    yield from continued(analyst, analysis, seconds=min(SECONDS, seconds or SECONDS))


def show(out: Output, analysis: Analysis, asked: Move | None, why_unfinished: str) -> None:
    """The position, its value and the table of moves."""
    from zerosum.analysis.sentences import ending, value_words, why_over

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
        out.say(f"A value marked ~ is an estimate: {analysis.note or why_unfinished}.")
    if not analysis.best and not chances:
        out.say("Which move is best is not known yet.")
    out.say()
    show_moves(out, analysis)
    out.say()
    out.say(how_found(analysis), style="dim")
    if asked is not None:
        out.say()
        out.say(why_text(game, analysis, asked))


def how_found(analysis: Analysis) -> str:
    """The tier that answered, and the nodes and seconds it took."""
    from zerosum.draw.amounts import counted

    if analysis.tier == "book":
        guessed = any(each.guessed_from is not None for each in analysis.moves)
        return "From the book; from ~ on, a line is a guess." if guessed else "From the book."
    if analysis.tier == "table":
        return "From the solved table."
    nodes = counted(analysis.nodes, "node", "nodes")
    return f"{nodes} in {analysis.seconds:.2f} s on the {analysis.tier} tier."


def show_moves(out: Output, analysis: Analysis) -> None:
    """Every move with its value and line, best first."""
    from zerosum.analysis.sentences import line_words

    game, state = analysis.game, analysis.state
    ranked = sorted(analysis.moves, key=lambda each: -each.value.rank)
    chances = analysis.chances
    out.table(
        ["", "outcome", "chance", "value", "line"] if chances else ["", "move", "value", "line"],
        [
            [
                out.star(each.best),
                game.move_text(state, each.move),
                *([f"{100 * float(chances[each.move]):.1f} %"] if chances else []),
                out.value(each.value),
                line_words(game, state, each),
            ]
            for each in ranked
        ],
    )


def why_json(game: Game, analysis: Analysis, move: Move) -> dict[str, Any]:
    """Why not this move, for other programs."""
    from zerosum.analysis.reasons import because
    from zerosum.analysis.review import why_not

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
    from zerosum.analysis.review import why_not
    from zerosum.analysis.sentences import line_words, why_sentence

    state = analysis.state
    contrast = why_not(analysis, move)
    word, line = game.move_text(state, move), line_words(game, state, contrast.move)
    sentence = why_sentence(game, state, contrast, move)
    if contrast.move.best:
        return f"{sentence} The line: {line}."
    best = game.move_text(state, contrast.best.move)
    return f"{sentence} After {word}: {line}. After {best}: {line_words(game, state, contrast.best)}."
