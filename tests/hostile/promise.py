"""The promise about every reader: one sentence and exit code 2, nothing changed on disk, within its limits."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.hostile.fork_server import ForkServer, Outcome
from tests.hostile.mutations import FIXED, NO_FILES, damaged
from tests.hostile.readers import READERS, Reader

LONGEST_SENTENCE = 2000


@dataclass
class Kept:
    """How many cases a reader has kept, and what was wrong in the others."""

    name: str
    cases: int = 0
    refused: int = 0
    broken: list[str] = field(default_factory=list)
    slowest: float = 0.0


Case = tuple[str, Callable[[Path], None]]
"""What a case is called, and what it does to a good file."""


def cases_of(reader: Reader, content: bytes, count: int, fixed: int | None = None, seed: int = 0) -> Iterator[Case]:
    """All fixed cases or a sample of `fixed`, and `count` random ones."""
    listed = list(fixed_cases(reader))
    sample = Random(f"{reader.name} {seed}").sample(listed, fixed) if fixed is not None else listed
    yield from sample
    for number in range(count):
        random = Random(f"{reader.name} {seed} {number}")
        make_other = damaged if reader.forge is None or number % 2 else reader.forge
        yield f"seed {seed}, {number}", _content(make_other, content, random)


def fixed_cases(reader: Reader) -> Iterator[Case]:
    """The cases that have nothing to do with the good file."""
    for name, other in FIXED.items():
        yield name, lambda file, other=other: file.write_bytes(other)  # type: ignore[misc]
    if reader.is_file:
        for name, make in NO_FILES.items():
            yield name, lambda file, make=make: make(_gone(file))  # type: ignore[misc]


def _content(make: Callable[[bytes, Random], bytes], content: bytes, random: Random) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        _gone(file).write_bytes(make(content, random))

    return write


def _gone(file: Path) -> Path:
    file.unlink()
    return file


def try_reader(server: ForkServer, name: str, count: int, fixed: int | None = None, seed: int = 0) -> Kept:
    """Try a reader with a good file, with its fixed cases (or a sample of `fixed`), and with `count` random ones."""
    reader, kept = READERS[name], Kept(name)
    good = server.folder / "good" / name.replace(" ", "-")
    good.mkdir(parents=True)
    made = server.ask(make=name, folder=str(good))
    assert made.code == 0, made
    file = good / reader.file
    _try(server, reader, good, ("the good one", lambda file: None), kept, must_be_read=True)
    for case in cases_of(reader, file.read_bytes(), count, fixed, seed):
        _try(server, reader, good, case, kept)
    return kept


def _try(server: ForkServer, reader: Reader, good: Path, case: Case, kept: Kept, *, must_be_read: bool = False) -> None:
    """Try one case in a copy of the good folder."""
    folder = server.folder / "case"
    shutil.copytree(good, folder)
    try:
        what, change = case
        file = folder / reader.file
        change(file)
        watched = (folder, server.folder / "home", server.folder / "tmp")
        before = [snapshot(each, reader) for each in watched]
        outcome = server.ask(read=reader.name, folder=str(folder), file=str(file))
        after = [snapshot(each, reader) for each in watched]
        wrong = broken_promise(outcome, reader)
        if must_be_read and outcome.code != 0:
            wrong = f"is not read: {outcome.err}"
        if not wrong and before != after:
            wrong = f"changed on disk: {_differences(before, after)}"
    finally:
        _remove(folder)
        for name in ("home", "tmp"):
            _remove(server.folder / name)
            (server.folder / name).mkdir()
    kept.cases += 1
    kept.refused += outcome.code == 2
    kept.slowest = max(kept.slowest, outcome.seconds)
    if wrong:
        kept.broken.append(f"{reader.name}, {what}: {wrong}")


def _remove(folder: Path) -> None:
    shutil.rmtree(folder)


def broken_promise(outcome: Outcome, reader: Reader) -> str:
    """What is wrong with how a case ended; nothing where all is as promised."""
    said = outcome.out + outcome.err
    if outcome.code is None:
        return f"did not end within {outcome.seconds:.0f} seconds"
    if outcome.code not in (0, 2, *reader.codes):
        return f"exit code {outcome.code}: {outcome.err[-300:]}"
    if "Traceback" in said or "a fault in zerosum" in said:
        return f"a fault of ours: {said[-300:]}"
    if control := {each for each in said if not each.isprintable() and each not in "\n\t"}:
        return f"unescaped {sorted(control)}"
    if outcome.code == 2:
        if outcome.out and not reader.talks:
            return f"output before the refusal: {outcome.out[:100]}"
        sentence = outcome.err.splitlines()[-1:] if reader.talks else [outcome.err.removesuffix("\n")]
        if not sentence or not sentence[0].startswith("zerosum: ") or "\n" in sentence[0]:
            return f"not one sentence: {outcome.err[:300]!r}"
        if len(outcome.err) > LONGEST_SENTENCE:
            return f"a sentence of {len(outcome.err)} characters"
    return ""


def snapshot(folder: Path, reader: Reader) -> dict[str, tuple[object, ...]]:
    """What is in a folder: names, kinds, permissions and content, but for what the reader may change."""
    found: dict[str, tuple[object, ...]] = {}
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(root) / name
            relative = str(path.relative_to(folder))
            if not any(fnmatch(relative, pattern) for pattern in reader.may_change.split()):
                found[relative] = _described(path)
    return found


def _described(path: Path) -> tuple[object, ...]:
    about = path.lstat()
    if not stat.S_ISREG(about.st_mode):
        return about.st_mode, path.readlink() if path.is_symlink() else ""
    is_short = about.st_size < 1 << 26 and about.st_mode & 0o400
    return about.st_mode, about.st_size, sha256(path.read_bytes()).hexdigest() if is_short else ""


def _differences(before: list[dict[str, tuple[object, ...]]], after: list[dict[str, tuple[object, ...]]]) -> list[str]:
    return sorted({name for one, two in zip(before, after, strict=True) for name, _ in one.items() ^ two.items()})
