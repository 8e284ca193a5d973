"""`zerosum solve`: the exact value of every position of a game, stored in a folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, State
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    INTERRUPTED,
    NEGATIVE,
    OK,
    add_common,
    add_conventions,
    add_game,
    add_position,
    load_game,
    load_table,
    megabytes,
    positive,
    where_to_begin,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from zerosum.core.progress import Progress
    from zerosum.engines.solve.data.exported import Export
    from zerosum.engines.solve.tables.table import SolvedTable

EXAMPLE = "zerosum solve connect4:5x4 --out connect4-5x4.table"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser, nargs="?")
    add_position(parser)
    parser.add_argument(
        "--from",
        dest="starts",
        metavar="WHERE",
        help="begin at all positions of a file, one on each line, or at a set that the game has: ending:NAME",
    )
    parser.add_argument("--out", metavar="DIR", help="the folder of the table (default: as in ./connect4-5x4.table)")
    parser.add_argument(
        "--memory",
        type=megabytes,
        metavar="SIZE",
        help="memory for positions, as in 500MB or 4GB, without a unit in MB (default: half of what is free)",
    )
    parser.add_argument("--threads", type=positive, metavar="N", help="threads (default: all cores)")
    parser.add_argument(
        "--on",
        default="local",
        metavar="PLACE",
        help="where to solve: local (all cores, the default), gpu, or a Dask cluster, as in dask://HOST:8786",
    )
    parser.add_argument(
        "--scratch",
        metavar="ADDRESS",
        help="where to keep intermediate files: a folder or an address of fsspec (default: below the table)",
    )
    parser.add_argument("--estimate", action="store_true", help="only say about how large the table will be")
    parser.add_argument("--verify", metavar="DIR", help="derive every value of a table anew from its successors")
    parser.add_argument("--game", dest="verified_game", metavar="GAME", help="with --verify: the game, as for probe")
    parser.add_argument("--export", choices=("parquet",), help="write the table as data too, a row for each position")
    about = "the file of --export (default: positions.parquet in the folder of the table)"
    parser.add_argument("--export-to", metavar="FILE", help=about)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Solve a game, or go on with a solve."""
    from zerosum.engines.native.machine.resources import refuse_too_much

    refuse_too_much(options.memory, options.threads)
    if options.export is not None and (options.estimate or options.verify is not None):
        raise BadRequest("--export goes with a solve, not with --estimate or --verify")
    if options.verify is not None:
        if options.estimate:
            raise BadRequest("give --estimate or --verify, not both")
        return verify(options)
    if options.verified_game is not None:
        raise BadRequest("--game belongs to --verify; name the game to solve as in zerosum solve tictactoe")
    if options.export_to is not None and options.export is None:
        raise BadRequest("--export-to belongs to --export parquet")
    if options.export is not None:
        from zerosum.engines.solve.data.data_extra import require_data

        require_data()
        refuse_unwritable(options.export_to)
        if options.export_to is not None:
            from zerosum.engines.solve.data.exported import refuse_replacing

            refuse_replacing(Path(options.export_to))
        if options.game is None and options.out is not None:
            return tell(load_table(Path(options.out), None), 0.0, True, options)
    if options.game is None:
        there = "" if options.export is None else ", or a table that is there by --out DIR"
        raise BadRequest(f"name a game to solve, as in zerosum solve tictactoe{there}")
    game = load_game(options)
    if options.starts is not None:
        if options.position is not None or options.moves is not None:
            raise BadRequest("give --from, or --position and --moves, not both")
        if options.estimate:
            raise BadRequest("--estimate begins at one position; leave out --from")
        from zerosum.engines.solve.start_files import read_starts

        return make(game, read_starts(game, options.starts), options)
    start = where_to_begin(game, options)
    return estimate(game, start, options) if options.estimate else make(game, [start], options)


def make(game: Game, starts: Iterable[State], options: argparse.Namespace) -> int:
    """Solve, and say what was found; after Ctrl-C, say how far it is."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.solve.format.manifest import MANIFEST, UNFINISHED
    from zerosum.engines.solve.tables.table import SolvedTable, opened_at
    from zerosum.engines.solve.tables.user_folder import table_name
    from zerosum.faces.cli.book import log_or_line
    from zerosum.faces.cli.interrupted import below_the_ctrl_c

    folder = Path(table_name(game, options.starts) if options.out is None else options.out)
    began = perf_counter()
    was_there = (folder / MANIFEST).exists()
    is_tidy = was_there and not (folder / UNFINISHED).exists()  # else a solve was killed at its very end
    if is_tidy and options.starts is None:  # a set needs numpy
        (start,) = starts
        return tell(opened_at(SolvedTable(folder, game), start), perf_counter() - began, was_there, options)

    from zerosum.engines.native import require_numba
    from zerosum.engines.solve.backends import extra_for

    require_numba(extra_for(options.on))
    from zerosum.engines.solve.solving import solve

    what = f"solving {game.name}"
    with ProgressLine(what, ctrl_c="stops; the same command goes on") as progress:
        update = solve_update(log_or_line(progress.show, what))
        try:
            table = solve(
                game,
                folder,
                starts=starts,
                memory=options.memory,
                threads=options.threads,
                on=options.on,
                scratch=options.scratch,
                progress=update,
            )
        except KeyboardInterrupt as error:
            if not is_ctrl_c(error):
                raise
            below_the_ctrl_c()
            table = None
    if table is None:
        tell_stopped(game, folder, options)
        return INTERRUPTED
    return tell(table, perf_counter() - began, was_there, options)


def solve_update(say: Callable[[str], None]) -> Callable[[Progress], None]:
    """A progress callback that says layer, positions, rate and time left."""
    from zerosum.answers.progress_line import progress_text
    from zerosum.engines.solve.stages import SolveProgress

    stage, began, before = "", perf_counter(), 0

    def update(so_far: Progress) -> None:
        nonlocal stage, began, before
        if not isinstance(so_far, SolveProgress):
            say(progress_text(so_far, began))
            return
        if so_far.stage != stage:
            stage, began, before = so_far.stage, perf_counter(), so_far.done
        of = "" if so_far.layers is None else f" of {so_far.layers}"
        text = progress_text(so_far, began, before)
        if so_far.total is None:
            text += f", {(so_far.done - before) / max(1e-9, perf_counter() - began):,.0f} a second"
        say(f"{stage}, layer {so_far.layer + 1}{of}, {text}")

    return update


def tell(table: SolvedTable, seconds: float, was_there: bool, options: argparse.Namespace) -> int:
    """Say what a table holds."""
    from zerosum.engines.draw.amounts import bytes_text, counted, seconds_text
    from zerosum.faces.cli.output import Output, print_json

    game, manifest = table.game, table.manifest
    value = table.value(table.start)
    exported = None if options.export is None else export_table(table, options.export_to, options)
    if options.json:
        print_json(
            {
                "game": game.spec,
                "position": manifest.start,
                "starts": 1 if manifest.starts is None else manifest.starts.count,
                "positions": manifest.positions,
                "stored": manifest.stored,
                "layers": len(manifest.layers),
                "method": manifest.method,
                "symmetry": manifest.symmetry,
                "up_to_symmetry": is_up_to_symmetry(table),
                "value": value.json(),
                "bytes": table.bytes,
                "seconds": seconds,
                "table": str(table.folder),
                "complete": True,
            }
            | ({} if exported is None else {"export": {"file": str(exported.file), "bytes": exported.bytes}})
        )
        return OK
    out = Output(plain=options.plain)
    out.say(f"{game.name}: {'solved before' if was_there else 'solved'} ({table.folder})", style="bold")
    out.say(f"{counted(manifest.positions, 'position', 'positions')}{folded(table)}; {how(manifest)}")
    # Of a few positions, almost all bytes are those of the manifest.
    bits = f", {8 * table.bytes / manifest.stored:.1f} bits for each stored position" if manifest.stored >= 100 else ""
    time = "" if was_there else f"; {seconds_text(seconds)}"
    out.say(f"{bytes_text(table.bytes)}{bits}{time}")
    if manifest.starts is not None:
        out.say(f"begins at {manifest.starts.count:,} positions; the first one:")
    view = f", for {game.sides[FIRST]}" if game.to_move(table.start) == CHANCE else ""
    whose = "" if table.start == game.start else f" at {manifest.start}"
    out.say(f"{game.side_name(game.to_move(table.start))} to move{view}{whose}: {value}")
    if exported is not None:
        again = "exported again, as the file was damaged" if exported.was_damaged else "exported"
        when = "exported before" if exported.was_there else again
        out.say(f"{exported.rows:,} rows {when}: {exported.file} ({bytes_text(exported.bytes)})")
    return OK


def export_table(table: SolvedTable, file: str | None, options: argparse.Namespace) -> Export:
    """Write a table as a Parquet file, with progress; one that is there already is kept."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.native import require_numba
    from zerosum.engines.solve.data.exported import export_file, exported
    from zerosum.faces.cli.book import log_or_line

    target = export_file(table, None if file is None else Path(file))
    found = exported(table, target)
    if found is not None:
        return found
    refuse_unwritable(str(target))
    require_numba()
    from zerosum.engines.solve.data.exporting import export

    what = table.game.name  # the progress says "exporting"
    with ProgressLine(what) as progress:
        update = solve_update(log_or_line(progress.show, what))
        memory, threads = getattr(options, "memory", None), options.threads
        return export(table, target, memory=memory, threads=threads, progress=update)


def folded(table: SolvedTable) -> str:
    """How many positions are stored, where images of each other are stored once, and what is counted."""
    if is_up_to_symmetry(table):
        return " up to symmetry (the game has no class_size, which would count all)"
    if table.manifest.symmetry:
        return f", {table.manifest.stored:,} stored: one for all that are symmetric to it"
    if table.game.rules.canonical is not None:
        return ", all stored: symmetries are not used, as not all images of where it begins can be reached"
    return ""


def is_up_to_symmetry(table: SolvedTable) -> bool:
    """Whether positions that are images of each other are counted once, because the game cannot say how many."""
    return table.manifest.symmetry and table.game.rules.class_size is None


def how(manifest: Any) -> str:
    """The way a game was solved."""
    from zerosum.engines.draw.amounts import counted

    if manifest.method == "layers":
        return f"solved in {counted(len(manifest.layers), 'layer', 'layers')}"
    if manifest.method == "graph":
        return "one graph: a position can come after different numbers of moves"
    if manifest.chance is not None:
        from zerosum.core.value import error_text

        way = "value iteration, as positions can repeat" if manifest.method == "value iteration" else manifest.method
        return f"one graph, by {way}; no mean is off by more than {error_text(manifest.chance.error)}"
    return "one graph with cycles: positions can repeat"


def estimate(game: Game, start: State, options: argparse.Namespace) -> int:
    """Say about how large the table of a game will be."""
    from zerosum.answers.progress_line import ProgressLine, duration
    from zerosum.engines.draw.amounts import bytes_text, power_of_ten
    from zerosum.engines.native import require_numba
    from zerosum.faces.cli.output import Output, print_json

    require_numba()
    from zerosum.engines.solve.estimating import SECONDS
    from zerosum.engines.solve.estimating import estimate as estimate_table
    from zerosum.engines.solve.format.key_layout import MOST_BITS

    with ProgressLine(f"listing positions of {game.name}") as progress:
        size = estimate_table(game, start=start, threads=options.threads, progress=progress.update)
    if options.json:
        print_json(
            {
                "game": game.spec,
                "position": game.position_text(start),
                "stored": size.stored,
                "layers": size.layers,
                "bytes": size.bytes,
                "minutes": None if size.seconds is None else size.seconds / 60,
                "exact": size.exact,
                "at_least": size.at_least,
                "between": size.between,
                "listed": size.listed,
                "listed_layers": size.listed_layers,
            }
        )
        return OK
    out = Output(plain=options.plain)
    about = "" if size.exact else ">= " if size.at_least else "~"
    bound = ">= " if size.at_least else "~"
    if size.between is None:
        positions = f"{about}{rounded(size.stored, size.exact)}"
    else:
        positions = f"between ~{power_of_ten(size.between[0])} and ~{power_of_ten(size.between[1])}"
    out.say(f"{game.name}: {positions} positions to store", style="bold")
    time = "" if size.seconds is None else f", {bound}{duration(size.seconds)} on this machine, without compiling"
    if size.between is None:
        out.say(f"{bound}{bytes_text(size.bytes)} on disk{time}")
    if size.exact:
        out.say("All positions were listed; bytes and time are estimates.")
    elif size.at_least:
        out.say(f"{size.listed:,} were found in {SECONDS:g} s; how many more there are cannot be told from them.")
    else:
        error = (
            "that is too little for more than such a range"
            if size.between is not None
            else "it can be wrong by a factor of three, by six for long games"
        )
        out.say(
            f"Based on the first {size.listed_layers} of ~{size.layers} layers ({size.listed:,} positions, listed in "
            f"{SECONDS:g} s) and on random games; {error}."
        )
    if size.bits:
        out.say(f"No table holds it yet: a position takes {size.bits} bits, and a table has {MOST_BITS} at most.")
    return OK


def rounded(number: int, exact: bool) -> str:
    """An estimate with two digits.

    >>> rounded(1234567, False), rounded(1234567, True)
    ('1,200,000', '1,234,567')
    """
    return f"{number if exact else int(float(f'{number:.1e}')):,}"


def verify(options: argparse.Namespace) -> int:
    """Verify a table, and say what is wrong with it."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.draw.amounts import seconds_text
    from zerosum.engines.native import require_numba
    from zerosum.engines.solve.tables.table import open_table
    from zerosum.faces.cli.book import log_or_line
    from zerosum.faces.cli.output import Output, print_json

    if options.game is not None and options.verified_game is not None:
        raise BadRequest("name the game of --verify once")
    options.game = options.game or options.verified_game
    table = open_table(Path(options.verify), None if options.game is None else load_game(options))
    require_numba()
    from zerosum.engines.solve.verifying import verify as verify_table

    began = perf_counter()
    what = table.game.name  # the progress says "verifying"
    with ProgressLine(what) as progress:
        update = solve_update(log_or_line(progress.show, what))
        fault = verify_table(table, memory=options.memory, threads=options.threads, progress=update)
    seconds = perf_counter() - began
    if options.json:
        print_json(
            {
                "game": table.game.spec,
                "stored": table.manifest.stored,
                "right": fault is None,
                "fault": None if fault is None else fault.what,
                "position": None if fault is None else fault.position,
                "seconds": seconds,
                "table": options.verify,
            }
        )
    else:
        out = Output(plain=options.plain)
        if fault is None:
            out.say(f"{table.game.name}: no fault found ({options.verify})", style="bold")
            out.say(f"{table.manifest.stored:,} stored values follow from their successors; {seconds_text(seconds)}")
        else:
            out.say(f"The table is wrong: {fault}.", style="bold")
    return OK if fault is None else NEGATIVE


def tell_stopped(game: Game, folder: Path, options: argparse.Namespace) -> None:
    """Say how far a table is that is not finished."""
    from zerosum.engines.solve.format.manifest import UNFINISHED, read_manifest
    from zerosum.faces.cli.output import Output, print_json

    begun = read_manifest(folder / UNFINISHED) if (folder / UNFINISHED).exists() else None
    layers = [] if begun is None else [layer for layer in begun.layers if layer.stored]
    valued = sum(layer.scores is not None for layer in layers)
    if options.json:
        stored = 0 if begun is None else begun.stored
        print_json(
            {
                "game": game.spec,
                "stored": stored,
                "layers": len(layers),
                "valued": valued,
                "table": str(folder),
                "complete": False,
            }
        )
        return
    if begun is None or not layers:
        sentence = "Stopped before a layer was finished; the same command begins again."
    else:
        values = f", the values of {valued}" if valued else ""
        sentence = (
            f"Stopped: {folder} has {begun.stored:,} positions of {len(layers)} layers{values}; "
            "the same command goes on from there."
        )
    Output(plain=options.plain).say(sentence)
