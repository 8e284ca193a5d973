"""`zerosum tree`: a searched tree with values, windows and cuts, as text or as a picture."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zerosum.answers.tree import tree
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.faces.cli.options import (
    Files,
    add_common,
    add_conventions,
    add_parameters,
    add_position,
    limit_of,
    load_game,
    positive,
    where_to_begin,
)

if TYPE_CHECKING:
    from zerosum.engines.recording.recorder import Recording
    from zerosum.engines.recording.tree import TreeNode
    from zerosum.engines.search import Result
    from zerosum.faces.cli.output import Output

EXAMPLE = 'zerosum tree "((3,5),(2,9))" -a alphabeta'
MOST_LINES = 200
MOST_PASSES = 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument("target", metavar="TREE", help='"((3,5),(2,9))", leaves "3 5 2 9" with --branching, or a game')
    parser.add_argument("--branching", type=positive, metavar="B", help="every node has B children: TREE is its leaves")
    parser.add_argument("--root", choices=("max", "min"), default="max", help="who moves at the root of a written tree")
    add_position(parser)
    parser.add_argument("--svg", metavar="FILE", help="also draw the tree")
    add_parameters(parser, tree)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Record a search, and show its tree."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.draw.tree_svg import tree_svg
    from zerosum.engines.draw.tree_text import result_captions
    from zerosum.engines.recording.recorder import MOST_NODES, record
    from zerosum.engines.recording.tree import rebuild, unfold_pruned, unseen_leaves
    from zerosum.engines.search import Limit, default_algorithm, rung
    from zerosum.faces.cli.output import Output, print_json

    game, state, written = game_of(options)
    if options.algorithm is None:
        options.algorithm = default_algorithm(game)
    rung(options.algorithm)
    refuse_unwritable(options.svg)
    if options.svg is not None and not options.svg.endswith(".svg"):
        raise BadRequest(f"--svg writes a .svg file, not {options.svg!r}")
    limit = limit_of(options)
    with ProgressLine(f"searching {game.name}") as progress:
        result, recording = record(
            game,
            state,
            options.algorithm,
            plain=options.values == "plain",
            seed=options.seed,
            limit=Limit(limit.depth, min(limit.nodes or MOST_NODES, MOST_NODES), limit.seconds),
            progress=progress.update,
        )
        progress.what = f"building the tree of {game.name}"
        roots = rebuild(recording, progress.update)
    if written:
        unfold_pruned(game, roots)
        pruned = len(unseen_leaves(roots))
    else:
        pruned = sum(node.pruned for root in roots for node in root.walk())
    files = Files()
    if options.svg is not None:
        captions = result_captions(game, state, result, len(roots)) if len(roots) > 1 else ()
        picture = tree_svg(roots[-1], game, recording.scale, result.line, options.levels, captions)
        files.write(options.svg, lambda: picture)
    if options.json:
        print_json(tree_json(result, recording, written, pruned))
    else:
        out = Output(plain=options.plain)
        show(out, options, result, recording, roots, written, pruned)
        for file in files.written:
            out.say(f"drawn: {file}")
    files.settle()
    return 0


def game_of(options: argparse.Namespace) -> tuple[Game, State, bool]:
    """The game to search, where, and whether it is a tree that was written down."""
    from zerosum.core.games import split_beginner
    from zerosum.core.games.tree import read_leaves, read_tree

    target = options.target
    root_is_max = options.root == "max"
    if options.branching is not None:
        game: Game = read_leaves(target, options.branching, root_is_max=root_is_max)
    elif not target.strip() or re.match(r"\s*[-+0-9(\[)\],?]", target):
        text, beginner = split_beginner(target)
        game = read_tree(text, root_is_max=root_is_max)
        game = game if beginner is None else game.begun_by(beginner)
    else:
        if not root_is_max:
            raise BadRequest("--root is for a written tree; a game says itself who moves first")
        game = load_game(argparse.Namespace(**{**vars(options), "game": target}))
        return game, where_to_begin(game, options), False
    if (options.position, options.moves, options.begins, options.count_from) != (None, None, None, None):
        raise BadRequest("--position, --moves, --begins and --count-from are for a game; a written tree has --root")
    return game, game.start, True


def tree_json(result: Result, recording: Recording, written: bool, pruned: int) -> dict[str, Any]:
    """The form that other programs read; in a written tree, moves are the numbers of children from 0."""
    from zerosum.core.games.tree import value_to_show

    game, state = recording.game, recording.state

    def words(moves: Sequence[Move]) -> list[Any]:
        return list(moves) if written else game.line_text(state, moves)

    line = words(result.line)
    return {
        "tree": game.spec,
        "position": game.position_text(state),
        "algorithm": result.algorithm,
        "value": value_to_show(game, game.to_move(state), result.value).json(),
        "exact": result.exact,
        "move": line[0] if line else None,
        "line": line,
        "nodes": result.nodes,
        "leaves": result.leaves,
        "cutoffs": result.cutoffs,
        "table_hits": result.table_hits,
        "pruned": pruned,
        "pruned_paths": [words([*recording.path_to(cut.node), move]) for cut in recording.cuts for move in cut.skipped],
    }


def show(
    out: Output,
    options: argparse.Namespace,
    result: Result,
    recording: Recording,
    roots: list[TreeNode],
    written: bool,
    pruned: int,
) -> None:
    """The tree, one node a line, and the result."""
    from zerosum.engines.draw.amounts import counted
    from zerosum.engines.draw.tree_text import PASSES, result_captions, tree_lines
    from zerosum.engines.search.pseudocode import base_name

    game, state = recording.game, recording.state
    meaning = PASSES.get(base_name(options.algorithm))
    if meaning is not None:
        out.say(meaning)
    shown = 0
    for number, root in enumerate(roots[:MOST_PASSES], start=1):
        if len(roots) > 1:
            out.say(f"Pass {number}:", style="bold")
        for line in tree_lines(root, game, recording.scale, options.levels):
            if shown == MOST_LINES:
                break
            out.say(line)
            shown += 1
    if shown == MOST_LINES:
        out.say(f"... only the first {MOST_LINES} lines; --levels shows the top, --svg a picture")
    elif len(roots) > MOST_PASSES:
        out.say(f"... only the first {MOST_PASSES} of {len(roots):,} passes")
    out.say()
    out.say(result_captions(game, state, result, passes=1)[0])
    unseen = (
        counted(pruned, "leaf", "leaves") + " never looked at"
        if written
        else counted(pruned, "branch", "branches") + " pruned"
    )
    nodes, leaves = counted(result.nodes, "node", "nodes"), counted(result.leaves, "leaf", "leaves")
    out.say(f"{nodes}, {leaves}, {counted(result.cutoffs, 'cut', 'cuts')}, {unseen}")
