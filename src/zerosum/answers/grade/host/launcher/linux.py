"""System calls of Linux that Python 3.11 does not offer."""

from __future__ import annotations

import ctypes
import os
import platform
import signal

NEW_MOUNTS, NEW_NAMES, NEW_IPC = 0x00020000, 0x04000000, 0x08000000
NEW_USERS, NEW_PROCESSES, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000

PARENT_DEATH_SIGNAL, ADOPT_ORPHANS, NO_NEW_RIGHTS = 1, 36, 38

_libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; -1 is an error."""
    result = int(getattr(_libc, name)(*arguments))
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def control(option: int, first: int = 0, second: int = 0) -> int:
    """`prctl`, with arguments of the full width."""
    return call("prctl", option, *(ctypes.c_ulong(word) for word in (first, second, 0, 0)))


def word(number: int) -> ctypes.c_ulong:
    """A number as wide as the system's words."""
    return ctypes.c_ulong(number)


def pivot_root_number() -> int:
    """The number of the system call that changes the root; the C library has no function for it."""
    numbers = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "i686": 217, "ppc64le": 203, "s390x": 217}
    number = numbers.get(platform.machine())
    if number is None:
        raise OSError(f"pivot_root is not known for {platform.machine()}")
    return number


def enter_namespaces(*, is_root: bool) -> bool:
    """Give this process and its children their own mounts, network, ipc, and the children their own processes."""
    if is_root:
        return _enter(is_root)
    # Some systems let a user make namespaces in which nothing can be done. A process that is in them cannot leave, so
    # another one tries first.
    tried = os.fork()
    if tried == 0:
        os._exit(0 if _enter(is_root) else 1)
    return os.waitpid(tried, 0)[1] == 0 and _enter(is_root)


def _enter(is_root: bool) -> bool:
    wanted = NEW_MOUNTS | NEW_PROCESSES | NEW_NETWORK | NEW_IPC | NEW_NAMES
    user, group = os.geteuid(), os.getegid()
    try:
        call("unshare", wanted if is_root else wanted | NEW_USERS)
        if not is_root:
            files = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
            for file, text in files.items():
                with open(f"/proc/self/{file}", "w", encoding="ascii") as out:
                    out.write(text)
    except OSError:
        return False
    return True


def counts_by_namespace() -> bool:
    """Whether the limit on processes counts those of this user namespace only: since Linux 5.14."""
    major, minor = platform.release().split(".")[:2]
    return (int(major), int("".join(filter(str.isdigit, minor)) or 0)) >= (5, 14)


def adopt_orphans() -> None:
    """Processes whose parent ends become children of this one."""
    control(ADOPT_ORPHANS, 1)


def die_with_parent() -> None:
    """This process is killed when its parent ends."""
    control(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def gain_no_rights() -> None:
    """No program that is started from now on gets more rights than this process has (set-user-id)."""
    control(NO_NEW_RIGHTS, 1)


def processes_of_user(user: int) -> int:
    """How many threads and processes this user has."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.stat(f"/proc/{name}").st_uid == user:
                    count += len(os.listdir(f"/proc/{name}/task"))
            except OSError:
                continue
    return count


def descendants(ancestor: int) -> list[int]:
    """The processes below this one, parents first."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    level = [ancestor]
    while level:
        level = [child for parent in level for child in children.get(parent, [])]
        found += level
    return found
