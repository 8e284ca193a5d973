"""What is done to a good file: fixed pieces of hostile content, random damage by a seed, and files that are none."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

ESCAPE = b"\x1b[31m\x1b]0;owned\x07"
"""Colours a terminal and changes its title."""

NUMBERS = (
    b"0",
    b"-1",
    b"1e999",
    b"NaN",
    b"-Infinity",
    b"18446744073709551616",
    b"9" * 5000,
    "٣".encode(),
    "²".encode(),
)
WORDS: tuple[bytes, ...] = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"'",
    b"\\",
    b"../../x",
    b"/dev/zero",
    b"x.py",
    b"\0",
    b"\xff\xfe",
    ESCAPE,
)
WORDS += ("\u202e".encode(), b"a" * 10_000, b"\r", b"%n%s", b"\xed\xa0\x80")

FIXED = {
    "empty": b"",
    "a NUL": b"\0",
    "zeros": b"\0" * 5000,
    "not UTF-8": b"\xff\xfe\xfd" * 99,
    "UTF-16": "\ufeffgame".encode("utf-16"),
    "a terminal's commands": ESCAPE * 9 + b"\n",
    "a long line": b"A" * 1_000_000,
    "many lines": b"\n" * 10_000 + b"x",
    "deep brackets": b"[" * 100_000,
    "deep round brackets": b"(" * 100_000,
    "deep tables": b"a." * 20_000 + b"b = 1",
    "a huge number": b"9" * 5000,
    "no number": b"NaN",
    "a list": b"[]",
    "an object": b"{}",
    "a surrogate": b'"\\ud800"',
    "another alphabet": "٣²①♟\u202e".encode(),
}
"""Content that has nothing to do with the good one."""


def damaged(content: bytes, random: Random) -> bytes:
    """The content with one to three faults."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        content = random.choice(FAULTS)(content, random)
    return content


def _slice(content: bytes, random: Random) -> tuple[int, int]:
    first = random.randrange(len(content) + 1)
    return first, min(len(content), first + random.choice((1, 2, 8, 64, 1000)))


def _cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _flip(content: bytes, random: Random) -> bytes:
    if not content:
        return content
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1 :]


def _drop(content: bytes, random: Random) -> bytes:
    first, last = _slice(content, random)
    return content[:first] + content[last:]


def _repeat(content: bytes, random: Random) -> bytes:
    first, last = _slice(content, random)
    return content[:last] + content[first:last] * random.choice((1, 2, 500)) + content[last:]


def _swap(content: bytes, random: Random) -> bytes:
    """Exchange two lines."""
    lines = content.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def _insert(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] + random.choice((*WORDS, *NUMBERS)) + content[at:]


def _replaced(pattern: bytes, others: tuple[bytes, ...]) -> Callable[[bytes, Random], bytes]:
    def replace(content: bytes, random: Random) -> bytes:
        found = list(re.finditer(pattern, content))
        if not found:
            return _insert(content, random)
        one = random.choice(found)
        return content[: one.start()] + random.choice(others) + content[one.end() :]

    return replace


FAULTS = (_cut, _flip, _drop, _repeat, _swap, _insert, _replaced(rb"-?\d+", NUMBERS), _replaced(rb"\w+", WORDS))


def forged_json(data: object, random: Random) -> object:
    """The same data, where one value is of another type, huge, empty or gone."""
    places = list(_places(data))
    parent, key = random.choice(places)
    if random.random() < 0.15 and isinstance(parent, dict):
        del parent[key]
    else:
        parent[key] = random.choice(VALUES)()
    return data


def _places(data: object) -> Iterator[tuple[Any, Any]]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield data, key
        yield from _places(value)


VALUES: tuple[Callable[[], object], ...] = (
    lambda: None,
    lambda: 0,
    lambda: -1,
    lambda: 2**70,
    lambda: 1 << 40,
    lambda: 1.5,
    lambda: float("nan"),
    lambda: float("inf"),
    lambda: True,
    lambda: "",
    lambda: "\x1b[31m",
    lambda: "x.py",
    lambda: "../../../../etc/passwd",
    lambda: "\ud800",
    list,
    dict,
    lambda: [[]],
    lambda: [0] * 100_000,
    lambda: [[0, 2**70, 2**70]] * 3,
    lambda: {"a": {"b": []}},
)
"""Makers, as a case may change what it gets."""


def _folder(file: Path) -> None:
    file.mkdir()


def _sparse(file: Path) -> None:
    with file.open("wb") as huge:
        huge.truncate(1 << 40)  # a terabyte that takes no room


def _unreadable(file: Path) -> None:
    file.write_bytes(b"x")
    file.chmod(0)


NO_FILES: dict[str, Callable[[Path], None]] = {
    "is missing": lambda file: None,
    "is a folder": _folder,
    "is a pipe without a writer": lambda file: os.mkfifo(file),
    "is endless": lambda file: file.symlink_to("/dev/zero"),
    "leads to itself": lambda file: file.symlink_to(file),
    "is a terabyte": _sparse,
    **({} if os.geteuid() == 0 else {"may not be read": _unreadable}),
}
"""What stands in the place of a file; root may read everything."""
