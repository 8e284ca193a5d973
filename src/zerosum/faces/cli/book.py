"""`zerosum book`: the exact values of a game's first plies: make a book, check one, show what one holds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from zerosum.answers.parameters import Seed, declared_as
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.core.game import Game
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    INTERRUPTED,
    NEGATIVE,
    OK,
    Files,
    add_begins,
    add_common,
    add_game,
    add_parameter,
    load_game,
    positive,
    seconds,
    whole,
)

if TYPE_CHECKING:
    from zerosum.answers.analysis.book import Book
    from zerosum.answers.analysis.book_verifier import Check
    from zerosum.core.progress import Progress
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum book connect4:5x4 --plies 6"
SAMPLES = 100
LOG_EVERY = 60.0
"""The seconds between two lines that say how far it is, where standard error is not a terminal."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    add_begins(parser)
    parser.add_argument("--plies", type=whole, metavar="N", help="make the book of the first N plies")
    parser.add_argument("--out", metavar="FILE", help="the book's file (default: the game's name, as in nim-3,4.book)")
    parser.add_argument(
        "--verify",
        type=whole,
        nargs="?",
        const=SAMPLES,
        metavar="N",
        help=f"check the book, and solve N of its positions again (default: {SAMPLES})",
    )
    parser.add_argument("--threads", type=positive, metavar="N", help="how many work at once (default: one a core)")
    parser.add_argument(
        "--memory", type=positive, metavar="MB", help="the solver's table (default: a quarter of what is free)"
    )
    parser.add_argument(
        "--time", type=seconds, metavar="S", default=0, help="stop after so many seconds, 0: no limit (default: 0)"
    )
    add_parameter(parser, declared_as(Seed, "seed", 0))
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Make a book, or find the one that is meant; then check it, if asked, and show it."""
    from zerosum.answers.analysis.book import key_of

    game = load_game(options)
    key_of(game)
    solves = options.plies is not None or options.verify is not None
    if solves:
        refuse_bad_means(options)
    if options.plies is not None:
        file = default_file(game) if options.out is None else options.out
        refuse_unwritable(file)
        refuse_unwritable(checkpoint_of(file))
        refuse_overwriting(file, game, options.plies)
        return make(game, file, options)
    book, found = book_at_hand(game, options.out)
    if solves:
        prepare(game)
    return show(game, book, found, options, Clock(options.time), Files())


class Clock:
    """How long the command may still work."""

    def __init__(self, limit: float) -> None:
        """Begin now; 0 is no limit."""
        self.limit = limit
        self.began = perf_counter()

    def look(self) -> None:
        """Raise `StopIteration` when the time is up."""
        if self.limit and perf_counter() - self.began >= self.limit:
            raise StopIteration


def prepare(game: Game) -> None:
    """Compile the solver before the clock begins to run; that happens once for each game on a machine."""
    from zerosum.engines.native.solver.mtd_driver import entries_for

    entries_for(game)


def refuse_bad_means(options: argparse.Namespace) -> None:
    """Refuse to solve without numba, or with more than there is."""
    from zerosum.engines.native import require_numba
    from zerosum.engines.native.machine.resources import refuse_too_much

    require_numba()
    refuse_too_much(options.memory, options.threads)


def default_file(game: Game) -> str:
    """Where a game's book is when nobody says otherwise: in the current folder."""
    return Path(game.spec).name.replace(":", "-") + ".book"


def book_at_hand(game: Game, out: str | None) -> tuple[Book, str | None]:
    """The book that the user named, or that came with zerosum (no file), or that was made here before."""
    from zerosum.answers.analysis.book import load_book, shipped

    if out is not None:
        return load_book(game, out), out
    book = shipped(game)
    if book is not None:
        return book, None
    file = default_file(game)
    if not Path(file).exists():
        raise BadRequest(f"there is no book of {game.name} here; make one with --plies N, or name its file with --out")
    return load_book(game, file), file


def checkpoint_of(file: str) -> str:
    """The file with the solved positions of a book that is not finished."""
    return f"{file}.partial"


def make(game: Game, file: str, options: argparse.Namespace) -> int:
    """Make a book, or resume one."""
    from zerosum.answers.analysis.book import load_book
    from zerosum.answers.analysis.book_builder import Checkpoint, make_book
    from zerosum.answers.progress_line import ProgressLine, progress_text
    from zerosum.faces.cli.interrupted import below_the_ctrl_c

    partial = checkpoint_of(file)
    checkpoint = Checkpoint(Path(partial), game, options.plies)
    total: int | None = None
    solving_from: tuple[float, int] | None = None
    interrupted = False
    what = f"book of {game.name}"
    means = {"memory": options.memory, "threads": options.threads}
    try:
        prepare(game)
        clock = Clock(options.time)
        with ProgressLine(what, ctrl_c="stops; the same command goes on") as progress:
            say = log_or_line(progress.show, what)

            def update(so_far: Progress) -> None:
                nonlocal total, solving_from
                total = so_far.total
                clock.look()
                if total is None:
                    say(f"{so_far.done:,} positions listed")
                    return
                solving_from = solving_from or (perf_counter(), so_far.done)
                say(progress_text(so_far, *solving_from))

            try:
                book = make_book(game, options.plies, checkpoint, **means, progress=update)
            except KeyboardInterrupt as error:
                if not is_ctrl_c(error):
                    raise
                interrupted, book = True, None
                below_the_ctrl_c()
    finally:
        checkpoint.close()
        if not checkpoint.known:
            Path(partial).unlink(missing_ok=True)
    if book is None:
        tell_stopped(game, partial, len(checkpoint.known), total, options)
        return INTERRUPTED if interrupted else OK
    content = book.to_bytes()
    files = Files()
    files.write(file, lambda: content)
    if files.problem is None:
        Path(partial).unlink(missing_ok=True)
        book = load_book(game, file)
    return show(game, book, file, options, clock, files)


def refuse_overwriting(file: str, game: Game, plies: int) -> None:
    """Refuse to write a book over something else: what is no book, or is one of another game or of more plies."""
    from zerosum.answers.analysis.book import MAGIC, BadBook, load_book

    path = Path(file)
    if not path.exists():
        return
    if path.is_file():
        with path.open("rb") as content:
            begin = content.read(len(MAGIC))
        if begin == b"":
            return
        if begin == MAGIC:
            try:
                known = load_book(game, file).plies
            except BadBook as error:
                raise BadBook(f"{error}; name another file with --out") from None
            if known > plies:
                raise BadRequest(
                    f"{file!r} is a book of {known} plies already; name another file with --out for one of {plies}"
                )
            return
    raise BadRequest(f"{file!r} is there already, and it is not a book; name another file with --out")


def log_or_line(line: Callable[[str], None], what: str) -> Callable[[str], None]:
    """How to say how far it is: on one line of a terminal, or else by a plain line now and then, for logs."""
    if sys.stderr.isatty():
        return line
    said_at = perf_counter()

    def log(state: str) -> None:
        nonlocal said_at
        if perf_counter() - said_at >= LOG_EVERY:
            said_at = perf_counter()
            sys.stderr.write(f"{what}: {state}\n")
            sys.stderr.flush()

    return log


def tell_stopped(game: Game, partial: str, solved: int, total: int | None, options: argparse.Namespace) -> None:
    """Say how far a book is that is not finished."""
    from zerosum.faces.cli.output import Output, print_json

    if options.json:
        print_json(
            {
                "game": game.spec,
                "plies": options.plies,
                "complete": False,
                "solved": solved,
                "of": total,
                "partial": partial if solved else None,
            }
        )
        return
    if not solved:
        sentence = "Stopped before any position was solved."
    else:
        of = "" if total is None else f" of {total:,}"
        sentence = f"Stopped with {solved:,}{of} positions solved ({partial}); the same command goes on from there."
    Output(plain=options.plain).say(sentence)


def show(game: Game, book: Book, file: str | None, options: argparse.Namespace, clock: Clock, files: Files) -> int:
    """Say what a book holds, check it if that was asked for, and say what was checked."""
    from zerosum.faces.cli.output import Output, print_json

    check, interrupted = (None, False) if options.verify is None else verified(book, options, clock)
    size = len(book.to_bytes())
    if options.json:
        value = book.value(game.start)
        print_json(
            {
                "game": game.spec,
                "file": file,
                "plies": book.plies,
                "positions": len(book),
                "bytes": size,
                "value": None if value is None else value.json(),
                "complete": True,
                "check": None if check is None else check_json(check),
            }
        )
    else:
        out = Output(plain=options.plain)
        tell_book(out, game, book, file, size)
        if check is not None:
            tell_check(out, check, interrupted)
        for each in files.written:
            out.say(f"written: {each}")
    files.settle()
    if interrupted:
        return INTERRUPTED
    return OK if check is None or check.fault is None else NEGATIVE


def tell_book(out: Output, game: Game, book: Book, file: str | None, size: int) -> None:
    """What a book holds."""
    from zerosum.engines.draw.amounts import bytes_text, counted

    whose = "comes with zerosum" if file is None else file
    out.say(f"{game.name}: the first {counted(book.plies, 'ply', 'plies')} ({whose})", style="bold")
    out.say(f"{counted(len(book), 'position', 'positions')}, mirror images counted once, {bytes_text(size)}")
    out.say(f"{game.side_name(game.to_move(game.start))} begins: {book.value(game.start)}")


def verified(book: Book, options: argparse.Namespace, clock: Clock) -> tuple[Check, bool]:
    """Check a book, until a fault, the end, the time limit or Ctrl-C, and say whether it was the last."""
    from zerosum.answers.analysis.book_verifier import BookChecker
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import below_the_ctrl_c

    what = f"checking the book of {book.game.name}"
    with ProgressLine(what) as progress:
        say = log_or_line(progress.show, what)

        def update(so_far: Progress) -> None:
            clock.look()
            known = f"{so_far.done:,} positions listed"
            say(known if so_far.total is None else f"{so_far.done:,} of {so_far.total:,} positions solved again")

        checker = BookChecker(book, options.verify, options.seed, options.memory, options.threads, update)
        try:
            checker.run()
        except StopIteration:
            pass
        except KeyboardInterrupt as error:
            if not is_ctrl_c(error):
                raise
            below_the_ctrl_c()
            return checker.check, True
    return checker.check, False


def check_json(check: Check) -> dict[str, Any]:
    """What was checked, for other programs."""
    return {
        "right": check.fault is None,
        "complete": check.complete,
        "positions": check.found,
        "backed_up": check.backed_up,
        "solved": check.solved,
        "fault": check.fault,
        "position": check.position,
    }


def tell_check(out: Output, check: Check, interrupted: bool) -> None:
    """What was checked, and what is wrong."""
    if check.fault is not None:
        where = "" if check.position is None else f"{check.position}: "
        out.say(f"The book is wrong: {where}{check.fault}.", style="bold")
    elif check.complete:
        out.say("No fault found.", style="bold")
    else:
        out.say(f"{'Stopped' if interrupted else 'The time was up'} before the end; no fault so far.", style="bold")
    out.say(
        f"Checked: its checksum, {check.found:,} positions against those that there are, {check.backed_up:,} values "
        f"against what their moves come to, {check.solved:,} against the solver."
    )
