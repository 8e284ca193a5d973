"""Make a book: solve every position of one ply, and back the values up to the start.

What is solved is written down at once, one line a position, into a file beside the book; a job that was stopped or
killed reads it and goes on, and ends with the same bytes. All threads share one table, so that what one finds
helps the others.
"""

from __future__ import annotations

import os
import threading
import time
import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from zerosum.book import BadBook, Book, key_of
from zerosum.game import BadRequest, Game, State, listed
from zerosum.native.codes import WON, code_of_end, shift_for
from zerosum.native.solver import Solver

FARTHEST = 127
"""The largest distance or margin that a book's byte holds."""


def positions_by_ply(game: Game, plies: int) -> list[dict[int, State]]:
    """The unfinished positions after 0, 1, ... so many plies, one for each key."""
    rules, key = game.rules, key_of(game)
    layers = [{key(game.start): game.start}]
    for _ in range(plies):
        following: dict[int, State] = {}
        for state in layers[-1].values():
            for move in listed(rules.moves(state)):
                child = rules.play(state, move)
                if not rules.is_over(child):
                    following.setdefault(key(child), child)
        layers.append(following)
    return layers


@dataclass
class Progress:
    """How far a book is: positions of the last ply in all, solved before, and solved by this job."""

    total: int
    before: int
    solved: int = 0
    nodes: int = 0
    started: float = field(default_factory=time.perf_counter)

    @property
    def done(self) -> int:
        """How many are solved."""
        return self.before + self.solved

    @property
    def seconds_left(self) -> float | None:
        """How long the rest may take at the pace so far, None before there is one."""
        if not self.solved:
            return None
        return (time.perf_counter() - self.started) / self.solved * (self.total - self.done)


class Notes:
    """The file of what is solved: `key value checksum` a line. A line that was cut off at the end is dropped."""

    def __init__(self, file: Path, game: Game, plies: int) -> None:
        """Read what is there; raises `BadBook` when it is of another book, or damaged."""
        self.file = file
        self.known: dict[int, int] = {}
        self._title = f"{game.spec} {plies}"
        self._lock = threading.Lock()
        if file.exists():
            self._read()
        self._output = file.open("a", encoding="ascii")
        if not self.known and self._output.tell() == 0:
            self._output.write(f"{self._title} {_check(self._title)}\n")
            self._output.flush()

    def _read(self) -> None:
        content = self.file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            with self.file.open("r+b") as file:
                file.truncate(len(whole))
        for number, line in enumerate(whole.decode("ascii", "replace").splitlines(), start=1):
            text, _, checksum = line.rpartition(" ")
            if checksum != _check(text):
                raise BadBook(f"{str(self.file)!r} is damaged in line {number}; delete that line, and go on")
            if number == 1 and text != self._title:
                raise BadBook(f"{str(self.file)!r} holds positions of {text!r}, not of {self._title!r}")
            if number > 1:
                key, value = text.split()
                self.known[int(key, 16)] = int(value)

    def add(self, found: list[tuple[int, int]]) -> None:
        """Write down the values of these keys."""
        with self._lock:
            for key, value in found:
                text = f"{key:x} {value}"
                self._output.write(f"{text} {_check(text)}\n")
                self.known[key] = value
            self._output.flush()

    def close(self) -> None:
        """Close the file; it stays until the book is written."""
        self._output.close()


def _check(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def make_book(
    game: Game,
    plies: int,
    notes: Notes,
    *,
    memory: int | None = None,
    threads: int | None = None,
    pulse: Callable[[Progress], None] | None = None,
) -> Book | None:
    """The book of the first plies of a game, None when `pulse` raised `StopIteration` before it was finished.

    Anything else that `pulse` raises goes on to the caller, after the workers have ended.
    """
    layers = positions_by_ply(game, plies)
    todo = [(key, state) for key, state in layers[-1].items() if key not in notes.known]
    progress = Progress(len(layers[-1]), len(layers[-1]) - len(todo))
    if todo and not _solve(game, todo, notes, progress, memory, threads, pulse):
        return None
    values = backed_up(game, layers, notes.known)
    keys = sorted(values)
    return Book(game, plies, array("q", keys), array("b", [values[key] for key in keys]))


def _solve(
    game: Game,
    todo: list[tuple[int, State]],
    notes: Notes,
    progress: Progress,
    memory: int | None,
    threads: int | None,
    pulse: Callable[[Progress], None] | None,
) -> bool:
    """Solve positions in several threads that share a table; False when stopped."""
    first = Solver(game, memory=memory, threads=1)
    crew = [first, *(first.colleague() for _ in range((threads or os.cpu_count() or 1) - 1))]
    rest = iter(todo)
    lock = threading.Lock()
    ended = threading.Event()
    errors: list[BaseException] = []

    def work(solver: Solver) -> None:
        try:
            while not ended.is_set():
                with lock:
                    task = next(rest, None)
                if task is None:
                    return
                key, state = task
                solution = solver.solve(state)
                if not solution.exact:
                    return
                notes.add([(key, as_byte(solution.low, game.margin))])
                with lock:
                    progress.solved += 1
                    progress.nodes += solution.nodes
        except BaseException as error:
            errors.append(error)
            ended.set()

    workers = [threading.Thread(target=work, args=(solver,), daemon=True) for solver in crew]
    for worker in workers:
        worker.start()
    try:
        while any(worker.is_alive() for worker in workers):
            for worker in workers:
                worker.join(0.2 / len(workers))
            if pulse is not None:
                pulse(progress)
    except BaseException as error:
        ended.set()
        while any(worker.is_alive() for worker in workers):
            for solver, worker in zip(crew, workers, strict=True):
                solver.stop()
                worker.join(0.01)
        if isinstance(error, StopIteration):
            return False
        raise
    if errors:
        raise errors[0]
    return True


def backed_up(game: Game, layers: list[dict[int, State]], known: dict[int, int]) -> dict[int, int]:
    """The values of all layers from those of the last one."""
    rules, key, margin = game.rules, key_of(game), game.margin
    seen = shift_for(margin).seen
    codes = {each: as_code(known[each], margin) for each in layers[-1]}

    def worth(child: State, side: int) -> int:
        """What a position is worth to the side that moved there."""
        if rules.is_over(child):
            return code_of_end(rules.utility(child), margin, side)
        code = codes[key(child)]
        return code if rules.to_move(child) == side else -code

    for layer in reversed(layers[:-1]):
        for each, state in layer.items():
            side = rules.to_move(state)
            children = (rules.play(state, move) for move in listed(rules.moves(state)))
            codes[each] = max(seen(worth(child, side)) for child in children)
    return {each: as_byte(code, margin) for each, code in codes.items()}


def as_byte(code: int, margin: bool) -> int:
    """A code as a book keeps it."""
    number = code if margin or code == 0 else WON - code if code > 0 else -(WON + code)
    if abs(number) > FARTHEST:
        raise BadRequest(f"a book holds distances and margins up to {FARTHEST}, not {number}")
    return number


def as_code(number: int, margin: bool) -> int:
    """A book's number as a code."""
    return number if margin or number == 0 else WON - number if number > 0 else -WON - number
