"""A file system that holds only what an agent needs: the system's programs, read-only, and the agent's own folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from zerosum.answers.grade.host.launcher import linux
else:
    import linux

FOLDER = "/agent"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store")
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")

READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, REMOUNT, BIND, DEEP, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2

ROOM_FOR_FILES = 4
"""How many files of the largest size fit into the agent's file system."""


def build(order: Mapping[str, Any], user: int | None) -> str:
    """Make the file system the root of this process, and give the agent's folder in it."""
    root = os.path.join(os.path.dirname(order["folder"]), "view")
    os.mkdir(root)
    mount("none", "/", "", DEEP | PRIVATE)
    size = ROOM_FOR_FILES * order["limits"]["file"] + bytes_in(order["folder"])
    mount("tmpfs", root, "tmpfs", NO_SETUID | NO_DEVICES, f"size={size},nr_inodes=10000,mode=755")
    shown: list[str] = []
    for path in (*SYSTEM, *order["show"]):
        show(root, path, shown)
    for name in DEVICES:
        show_file(root, f"/dev/{name}")
    os.mkdir(root + "/dev/pts")
    mount("devpts", root + "/dev/pts", "devpts", NO_SETUID | NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=0620")
    os.symlink("pts/ptmx", root + "/dev/ptmx")
    for path in ("/tmp", "/var/tmp", "/dev/shm"):
        os.makedirs(root + path, exist_ok=True)  # Python itself may be installed there
        os.chmod(root + path, 0o1777)
    os.mkdir(root + "/proc")
    with contextlib.suppress(OSError):  # not allowed inside of some containers; the agent has no /proc then
        mount("proc", root + "/proc", "proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS)
    copy(order["folder"], root + FOLDER)
    if user is not None:
        give(root + FOLDER, user)
    for path in order["hide"]:
        if os.path.isdir(root + path):
            mount("tmpfs", root + path, "tmpfs", READ_ONLY | NO_SETUID | NO_DEVICES, "size=4k,mode=555")
    os.chdir(root)
    linux.call("syscall", linux.pivot_root_number(), b".", b".")
    linux.call("umount2", b".", DETACH)
    os.chdir("/")
    return FOLDER


def show(root: str, path: str, shown: list[str]) -> None:
    """Put a folder of the system at the same path, read-only; a symbolic link stays one."""
    if os.path.islink(path):
        link(root, path)
        path = os.path.realpath(path)
    if not os.path.isdir(path) or any(path == other or path.startswith(other + "/") for other in shown):
        return
    os.makedirs(root + path, exist_ok=True)
    bind(path, root + path)
    shown.append(path)


def show_file(root: str, path: str) -> None:
    """Put a device at the same path."""
    if os.path.exists(path):
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.close(os.open(root + path, os.O_CREAT | os.O_WRONLY))
        mount(path, root + path, "", BIND)


def link(root: str, path: str) -> None:
    """Make the same symbolic link."""
    if not os.path.lexists(root + path):
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.symlink(os.readlink(path), root + path)


def bind(source: str, goal: str) -> None:
    """Mount a folder a second time. Flags that the first mount has must be kept."""
    mount(source, goal, "", BIND | DEEP)
    has = os.statvfs(goal).f_flag & (NO_DEVICES | NO_PROGRAMS)
    mount("none", goal, "", REMOUNT | BIND | READ_ONLY | NO_SETUID | has)


def mount(source: str, goal: str, kind: str, flags: int, data: str = "") -> None:
    """The system call."""
    linux.call("mount", source.encode(), os.fsencode(goal), kind.encode(), linux.word(flags), data.encode())


def copy(source: str, goal: str) -> None:
    """Copy a folder. Links stay links: what they name is read by nobody who may read more than the agent."""
    os.mkdir(goal, 0o755)
    for entry in os.scandir(source):
        to = os.path.join(goal, entry.name)
        if entry.is_symlink():
            os.symlink(os.readlink(entry.path), to)
        elif entry.is_dir():
            copy(entry.path, to)
        else:
            with open(entry.path, "rb") as read, open(to, "wb") as write:
                while chunk := read.read(1 << 20):
                    write.write(chunk)
            os.chmod(to, entry.stat().st_mode & 0o777)


def give(folder: str, user: int) -> None:
    """Make this user the owner of a folder and of all in it."""
    os.chown(folder, user, user)
    for path, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.lchown(os.path.join(path, name), user, user)


def bytes_in(folder: str) -> int:
    """The size of all files in a folder, with some for their entries."""
    return sum(
        os.lstat(os.path.join(path, name)).st_size + 4096 for path, _, files in os.walk(folder) for name in files
    )


def listed(folder: str) -> list[str]:
    """The names in a folder, none where it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
