"""Make a book: solve every position of one ply, and back the values up to the start.

Each solved position is appended to a checkpoint file at once, one line a position. A job that was stopped or killed
resumes from that file and ends with the same bytes. All threads share one transposition table.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path

from zerosum.answers.analysis.book import MOST_POSITIONS, BadBook, Book, key_of, title_of
from zerosum.core.errors import MAX_PLIES, BadRequest, BadRules
from zerosum.core.files import read_bytes
from zerosum.core.game import Game
from zerosum.core.progress import Count, Progress, ProgressCallback
from zerosum.core.rules import WORD, State, listed
from zerosum.engines.native.solver.scores import WON, score_of_end, shift_for
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.solver.solver_pool import SolverPool
from zerosum.engines.search.result import Stopped

FARTHEST = 127
"""The largest distance or margin that a book's byte holds."""

MOST_BYTES_A_LINE = 32
"""No line of a checkpoint is longer: a key of 63 bits, a value and a checksum."""

EVERY = 1000
"""How many positions are listed between two progress callbacks."""


def positions_by_ply(game: Game, plies: int, progress: ProgressCallback = None) -> list[dict[int, State]]:
    """The unfinished positions after 0, 1, ... `plies` plies, one for each key; fewer where all games end sooner.

    `progress` counts the positions; there is no total.
    """
    rules, key = game.rules, key_of(game)
    if plies > MAX_PLIES:
        raise BadRequest(f"a game lasts {MAX_PLIES:,} plies at most, so a book cannot have {plies:,}")
    if rules.is_over(game.start):
        raise BadRequest(f"{game.name} is over before it begins, so there can be no book of it")
    layers = [{_refuse_bad_key(key(game.start)): game.start}]
    known = 1
    while len(layers) <= plies and layers[-1]:
        following: dict[int, State] = {}
        for number, state in enumerate(layers[-1].values()):
            if progress is not None and number % EVERY == 0:
                progress(Count(known + len(following)))
            for move in listed(rules.moves(state)):
                child = rules.play(state, move)
                if not rules.is_over(child):
                    following.setdefault(_refuse_bad_key(key(child)), child)
        layers.append(following)
        known += len(following)
    return layers


def _refuse_bad_key(key: int) -> int:
    if not 0 <= key < WORD:
        raise BadRules(f"key gives {key}, but a book's keys are whole numbers from 0 with at most 63 bits")
    return key


class Checkpoint:
    """The file that an interrupted job resumes from: the solved positions of the last ply.

    The first line names the book; each further line is the key of a position, its value and a checksum. An incomplete
    last line is dropped.
    """

    def __init__(self, file: Path, game: Game, plies: int) -> None:
        """Read the file where there is one; raises `BadBook` when it is damaged or belongs to another book."""
        self.file = file
        self.known: dict[int, int] = {}
        title = f"{title_of(game)} {plies}".encode("unicode_escape").decode()
        if file.exists():
            self._read(title)
        try:
            self._output = file.open("a", encoding="ascii")
        except OSError as error:
            raise BadBook(f"{str(file)!r} cannot be written: {error.strerror or error}") from None
        if self._output.tell() == 0:
            self._output.write(_line(title))
            self._output.flush()

    def _read(self, title: str) -> None:
        try:
            content = read_bytes(str(self.file), MOST_POSITIONS * MOST_BYTES_A_LINE)
        except BadRequest as error:
            raise BadBook(str(error)) from None
        if _line(title).encode().startswith(content):
            whole = b""  # A job was killed while it wrote the first line, or right after it.
        else:
            whole = content[: content.rfind(b"\n") + 1]
            lines = whole.decode("ascii", "replace").split("\n")
            self._refuse_foreign(lines[0], title)
            for number, line in enumerate(lines[1:-1], start=2):
                try:
                    key, value = _checked(line).split()
                    self.known[int(key, 16)] = int(value)
                except ValueError:
                    sentence = f"{str(self.file)!r} is damaged in line {number}; delete that line, and go on"
                    raise BadBook(sentence) from None
        # Only now: a file that is no checkpoint of this book must stay as it is.
        if whole != content:
            with self.file.open("r+b") as file:
                file.truncate(len(whole))

    def _refuse_foreign(self, line: str, title: str) -> None:
        try:
            found = _checked(line)
        except ValueError:
            sentence = f"{str(self.file)!r} is not the checkpoint of a book, or its first line is damaged"
            raise BadBook(sentence) from None
        if found != title:
            raise BadBook(f"{str(self.file)!r} holds positions of {found!r}, not of {title!r}")

    def add(self, found: list[tuple[int, int]]) -> None:
        """Append the values of these keys."""
        for key, value in found:
            self._output.write(_line(f"{key:x} {value}"))
            self.known[key] = value
        self._output.flush()

    def close(self) -> None:
        """Close the file; it stays until the book is written."""
        self._output.close()


def _line(text: str) -> str:
    """A line of the file: a text and its checksum."""
    return f"{text} {zlib.crc32(text.encode()):08x}\n"


def _checked(line: str) -> str:
    """The text of a line of the file; raises `ValueError` when the checksum is not right."""
    text = line.rpartition(" ")[0]
    if _line(text) != f"{line}\n":
        raise ValueError
    return text


def make_book(
    game: Game,
    plies: int,
    checkpoint: Checkpoint,
    *,
    memory: int | None = None,
    threads: int | None = None,
    progress: ProgressCallback = None,
) -> Book | None:
    """The book of the first plies of a game, None when `progress` raised `StopIteration` before it was finished.

    `progress` first counts all positions while they are listed, without a total, and then the solved ones of the last
    ply. What else it raises is raised again after the workers have ended.
    """

    known_before = len(checkpoint.known)

    def report() -> None:
        if progress is not None:
            total, solved_now = len(layers[-1]), len(checkpoint.known) - known_before
            progress(Count(total - len(todo) + solved_now, total=total))

    try:
        layers = positions_by_ply(game, plies, progress)
        todo = [(key, state) for key, state in layers[-1].items() if key not in checkpoint.known]
        report()
    except StopIteration:
        return None
    if todo and not _solve(game, todo, checkpoint, memory, threads, report):
        return None
    scores = backed_up(game, layers, {key: as_score(checkpoint.known[key], game.margin) for key in layers[-1]})
    keys = sorted(scores)
    return Book(game, plies, array("q", keys), array("b", [as_byte(scores[key], game.margin) for key in keys]))


def _solve(
    game: Game,
    todo: list[tuple[int, State]],
    checkpoint: Checkpoint,
    memory: int | None,
    threads: int | None,
    report: Callable[[], None],
) -> bool:
    """Solve positions in threads that share a transposition table; False when `report` raised `StopIteration`."""
    workers = min(len(todo), (os.cpu_count() or 1) if threads is None else threads)
    pool = SolverPool(Solver(game, memory=memory, threads=1), workers)

    def progress(_: Progress) -> None:
        try:
            report()
        except StopIteration:
            # In a generator, which `pool.solve` is, Python turns StopIteration into RuntimeError.
            raise Stopped from None

    try:
        for key, solution in pool.solve(todo, progress=progress):
            checkpoint.add([(key, as_byte(solution.low, game.margin))])
    except Stopped:
        return False
    return True


def backed_up(game: Game, layers: list[dict[int, State]], last: dict[int, int]) -> dict[int, int]:
    """The scores of all layers, computed from those of the last one."""
    rules, key, margin = game.rules, key_of(game), game.margin
    farther = shift_for(margin).farther
    scores = dict(last)

    def worth(child: State, side: int) -> int:
        """What a position is worth to the side that moved there."""
        if rules.is_over(child):
            return score_of_end(rules.utility(child), margin, side)
        score = scores[key(child)]
        return score if rules.to_move(child) == side else -score

    for layer in reversed(layers[:-1]):
        for each, state in layer.items():
            side = rules.to_move(state)
            children = (rules.play(state, move) for move in listed(rules.moves(state)))
            scores[each] = max(farther(worth(child, side)) for child in children)
    return scores


def as_byte(score: int, margin: bool) -> int:
    """A score as the byte that a book stores."""
    number = score if margin or score == 0 else WON - score if score > 0 else -(WON + score)
    if abs(number) > FARTHEST:
        raise BadRequest(f"a book holds distances and margins up to {FARTHEST}, not {number}")
    return number


def as_score(number: int, margin: bool) -> int:
    """The byte of a book as a score."""
    return number if margin or number == 0 else WON - number if number > 0 else -WON - number
