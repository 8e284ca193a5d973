"""A filter of system calls: those on its list fail with "operation not permitted", in this process and its children.

The filter is a program for the kernel's packet filter, which sees the machine and the number of each call:

    if the machine is another one: refuse         (a 64-bit kernel also takes the calls of 32-bit programs)
    if the number has the bit of x32: refuse
    for each number on the list: if it is this one: refuse
    allow
"""

from __future__ import annotations

import ctypes
import errno
import platform
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING or __package__:
    from zerosum.answers.grade.host.launcher import linux
else:
    import linux

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How the kernel writes the machines for which numbers are known."""

NUMBERS = {
    "x86_64": {
        "shmget": 29,
        "socket": 41,
        "ptrace": 101,
        "process_vm_readv": 310,
        "process_vm_writev": 311,
        "memfd_create": 319,
        "io_uring_setup": 425,
        "pidfd_getfd": 438,
    },
    "aarch64": {
        "ptrace": 117,
        "shmget": 194,
        "socket": 198,
        "process_vm_readv": 270,
        "process_vm_writev": 271,
        "memfd_create": 279,
        "io_uring_setup": 425,
        "pidfd_getfd": 438,
    },
}

SOCKETS = ("socket", "io_uring_setup")
"""What makes sockets that reach another process. `socketpair`, which reaches nobody, is allowed."""

UNCOUNTED_MEMORY = ("memfd_create", "shmget")
"""What holds memory that belongs to no process, so that no limit counts it."""

OTHER_PROCESSES = ("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd")
"""What looks into other processes."""

X32_BIT = 0x40000000

LOAD_WORD, JUMP_IF_EQUAL, JUMP_IF_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER_AT, MACHINE_AT = 0, 4
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM

SECCOMP, SECCOMP_OF_PROCESS, FILTER = 22, 21, 2


class _Instruction(ctypes.Structure):
    """One step of the filter: what to do, how many steps to skip when a condition holds and when not, an operand."""

    _fields_ = [
        ("code", ctypes.c_uint16),
        ("skip_if_true", ctypes.c_uint8),
        ("skip_if_false", ctypes.c_uint8),
        ("operand", ctypes.c_uint32),
    ]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Instruction))]


def can_refuse() -> bool:
    """Whether this system has the filter, and the numbers of its machine are known."""
    try:
        linux.control(SECCOMP_OF_PROCESS)
    except OSError:
        return False
    return platform.machine() in MACHINES


def refuse(names: Iterable[str]) -> None:
    """Refuse these calls from now on, for good. The process must have given up gaining rights before."""
    machine = platform.machine()
    numbers = [NUMBERS[machine][name] for name in names]
    # Skips count from the next instruction; the last one refuses.
    left = len(numbers) + 1
    steps = [
        (LOAD_WORD, 0, 0, MACHINE_AT),
        (JUMP_IF_EQUAL, 0, left + 2, MACHINES[machine]),
        (LOAD_WORD, 0, 0, NUMBER_AT),
        (JUMP_IF_ANY_BIT, left, 0, X32_BIT),
        *((JUMP_IF_EQUAL, len(numbers) - at, 0, number) for at, number in enumerate(numbers)),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, REFUSE),
    ]
    program = _Program(len(steps), (_Instruction * len(steps))(*(_Instruction(*step) for step in steps)))
    linux.call("prctl", SECCOMP, linux.word(FILTER), ctypes.byref(program), linux.word(0), linux.word(0))
