"""Landlock: a process gives up all files but those that it names, without any rights (Linux 5.13 and later).

    create a set of rules --> add a folder and what may be done below it, as often as needed --> obey them for good

There are only permissions, no prohibitions: where a hidden folder lies inside of a shown one, everything beside it is
named instead. A process that obeys cannot look into the memory of processes that do not, and since version 6 it can
neither send them signals nor connect to their abstract sockets.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING or __package__:
    from zerosum.answers.grade.host.launcher import linux
else:
    import linux

CREATE, ADD, OBEY = 444, 445, 446
"""System calls; their numbers are the same on all machines."""

ASK_VERSION = 1
BELOW_FOLDER = 1

FILES_VERSION = 3
"""The first version that knows all ways to change a file."""

SIGNALS_VERSION = 6
"""The first version that confines signals and abstract sockets."""

EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRUNCATE, CONTROL_DEVICE = 1 << 14, 1 << 15

ALL_OF_VERSION_3 = (1 << 15) - 1
CONTROL_DEVICE_VERSION = 5
TCP_VERSION = 4

READ = EXECUTE | READ_FILE | READ_FOLDER
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE

ABSTRACT_SOCKETS, SIGNALS = 1, 2


class _Rules(ctypes.Structure):
    """What is forbidden unless a rule allows it: operations on files, on TCP ports, and what leaves the process."""

    _fields_ = [("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _Below(ctypes.Structure):
    """What may be done below a folder."""

    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def version() -> int:
    """The version that this system has; 0 where it has none, or the container forbids it."""
    try:
        return _call(CREATE, None, 0, ASK_VERSION)
    except OSError:
        return 0


def rules(read: Iterable[str], hidden: Iterable[str], use: Iterable[str], own: str) -> int:
    """Rules that allow to read below some folders but for the hidden ones, to use some devices, and all in one's own.

    Gives the descriptor that `obey` takes. Paths that are not there are left out.
    """
    known = version()
    handled = ALL_OF_VERSION_3 | (CONTROL_DEVICE if known >= CONTROL_DEVICE_VERSION else 0)
    wanted = _Rules(handled, 0, ABSTRACT_SOCKETS | SIGNALS)
    size = 24 if known >= SIGNALS_VERSION else 16 if known >= TCP_VERSION else 8
    made = _call(CREATE, ctypes.byref(wanted), size, 0)
    hidden = [os.path.realpath(path) for path in hidden]
    for folder in read:
        for path, allowed in _permissions(os.path.realpath(folder), hidden):
            _add(made, path, allowed & handled)
    for device in use:
        _add(made, device, (READ_FILE | WRITE_FILE | CONTROL_DEVICE) & handled)
    _add(made, own, handled)
    return made


def obey(made: int) -> None:
    """This process and all that it starts obey the rules from now on."""
    _call(OBEY, made, 0)
    os.close(made)


def _permissions(path: str, hidden: list[str]) -> Iterator[tuple[str, int]]:
    """The rules for what lies at a path: one, or one for each entry beside what is hidden. Names may be listed."""
    if path in hidden:
        return
    if not any(each.startswith(path.rstrip("/") + "/") for each in hidden):
        yield path, READ
        return
    yield path, READ_FOLDER
    for name in os.listdir(path):
        entry = os.path.join(path, name)
        if not os.path.islink(entry):  # what a link points to has a rule of its own, or none
            yield from _permissions(entry, hidden)


def _add(made: int, path: str, allowed: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):
            allowed &= OF_FILES
        _call(ADD, made, BELOW_FOLDER, ctypes.byref(_Below(allowed, opened)), 0)
    finally:
        os.close(opened)


def _call(number: int, *arguments: object) -> int:
    """A system call for which the C library has no function; whole numbers are passed at full width."""
    return linux.call("syscall", number, *(linux.word(each) if isinstance(each, int) else each for each in arguments))
