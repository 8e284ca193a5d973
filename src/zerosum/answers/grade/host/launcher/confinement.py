"""What keeps the agent from the grader and from the rest of the system, by what this system offers.

| the grader runs as | namespaces are allowed | the agent gets |
| --- | --- | --- |
| root | yes | a user of its own, and namespaces |
| root | no (most containers) | a user of its own, Landlock, and a filter of system calls |
| another user | yes (most Linux systems) | namespaces, and no rights outside of them |
| another user | no | Landlock, and a filter of system calls |
| anyone, not on Linux | | a process group |

What is missing is said in `not_isolated`. A protection that is counted on and fails ends the agent before it starts.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from zerosum.answers.grade.host.launcher import landlock, linux, system_calls, view
else:
    import landlock
    import linux
    import system_calls
    import view

FIRST_OWN_USER = 1_500_000_000
USERS = 100_000_000
END_SECONDS = 4.0

READS_FILES = "it can read the files of this computer that the grader's user can read, zerosum's among them"
READS_PUBLIC_FILES = "it can read the files of this computer that every user can read, zerosum's among them"
WRITES_FILES = "it can change the files of the grader's user"
FILLS_DISK = "it can fill the disk with many small files"
HAS_NETWORK = "it can use the network"
SEES_PROCESSES = "it can end the grader's process and others of the same user"
READS_MEMORY = "it can read the grader's memory"
HOLDS_MEMORY = "it can hold memory that no limit counts"
HAS_DAEMONS = "a process that it starts and that leaves its process group is not found at the end"


def prepare(order: Mapping[str, Any]) -> Confinement:
    """Enter namespaces where that is allowed, before the agent's process and its init are made."""
    return LinuxConfinement(order) if sys.platform == "linux" else Confinement(order)


class Confinement:
    """A process group and limits: what every POSIX system has."""

    has_init = False
    """Whether the agent lives in a process namespace, whose init watches it."""

    why_denied = ""
    """What explains that the agent's command may not be started, to be added to that sentence."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        """For an order of `sandbox.py`."""
        self.order = order
        self.folder: str = order["folder"]
        self.not_isolated = [READS_FILES, WRITES_FILES, FILLS_DISK, HAS_NETWORK, SEES_PROCESSES, READS_MEMORY]
        self.not_isolated += [HOLDS_MEMORY, HAS_DAEMONS]
        self.other_processes = 1 << 16

    def become_init(self) -> None:
        """Be the first process of the namespace."""

    def drop_rights(self) -> None:
        """Called in the agent's process just before the agent takes it over."""

    def group(self, agent: int) -> int:
        """The agent's process group as the grader sees it, 0 where it does not."""
        return agent

    def processes(self, agent: int) -> list[int]:
        """The processes of the agent that are known."""
        return [agent]

    def end_all(self, agent: int) -> None:
        """End every process of the agent."""
        with contextlib.suppress(OSError):
            os.killpg(agent, signal.SIGKILL)


class LinuxConfinement(Confinement):
    """Namespaces, a user of its own and a filter of system calls, as far as they are allowed."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        """Enter the namespaces, or see that they are not allowed."""
        super().__init__(order)
        self._is_root = os.geteuid() == 0
        self._user = own_user() if self._is_root else None
        self._user_processes = linux.processes_of_user(os.getuid())
        self.has_init = linux.enter_namespaces(is_root=self._is_root)
        self._has_view = False
        self._has_landlock = landlock.version() >= landlock.FILES_VERSION
        self._has_filter = system_calls.can_refuse()
        if not self.has_init:
            linux.adopt_orphans()
            self._use_folder()

    def become_init(self) -> None:
        """Build the agent's file system."""
        linux.die_with_parent()
        try:
            self.folder = view.build(self.order, self._user)
            self._has_view = True
            self.not_isolated = [] if self._has_filter else [HOLDS_MEMORY]
        except OSError:
            self._use_folder()
        self._count_others()

    def _use_folder(self) -> None:
        """The agent works in the grader's temporary folder, where it cannot have a file system of its own."""
        has_user = self._user is not None
        if self._user is not None:
            self.why_denied = " (it runs under a user id of its own, so every user must be allowed to read and run it)"
            view.give(self.folder, self._user)
            os.chmod(os.path.dirname(self.folder), 0o711)
        has_signals = self.has_init or has_user or landlock.version() >= landlock.SIGNALS_VERSION
        missing = {
            READS_PUBLIC_FILES: has_user and not self._has_landlock,
            READS_FILES: not has_user and not self._has_landlock,
            WRITES_FILES: not has_user and not self._has_landlock,
            READS_MEMORY: not has_user and not self._has_landlock,
            SEES_PROCESSES: not has_signals,
            HAS_NETWORK: not self.has_init and not self._has_filter,
            HOLDS_MEMORY: not self._has_filter,
            FILLS_DISK: True,
        }
        self.not_isolated = [sentence for sentence, is_missing in missing.items() if is_missing]
        self._count_others()

    def _count_others(self) -> None:
        """Limits on processes count those of a user, in newer systems those of a user in a user namespace."""
        is_alone = self._user is not None or (self.has_init and linux.counts_by_namespace())
        self.other_processes = 4 if is_alone else self._user_processes

    def drop_rights(self) -> None:
        """Become the agent's own user where that is possible, for good."""
        linux.die_with_parent()
        rules = self._rules() if self._has_landlock and not self._has_view else None
        if self._user is not None:
            os.setgroups([])
            os.setresgid(self._user, self._user, self._user)
            os.setresuid(self._user, self._user, self._user)
            linux.die_with_parent()  # the change of user has cleared it
        linux.gain_no_rights()
        if rules is not None:
            landlock.obey(rules)
        if self._has_filter:
            system_calls.refuse(
                (
                    *system_calls.UNCOUNTED_MEMORY,
                    *(() if self._has_view else system_calls.OTHER_PROCESSES),
                    *(() if self.has_init else system_calls.SOCKETS),
                )
            )

    def _rules(self) -> int:
        """Which files of the system the agent may use, where it cannot have a file system of its own."""
        read = (*view.SYSTEM, "/proc", *self.order["show"])
        devices = [f"/dev/{name}" for name in (*view.DEVICES, "ptmx", "pts/ptmx")]
        return landlock.rules(read, self.order["hide"], devices, self.folder)

    def group(self, agent: int) -> int:
        """None that the grader could name where there is a process namespace."""
        return 0 if self.has_init else agent

    def processes(self, agent: int) -> list[int]:
        """All processes of the namespace, or all descendants."""
        if self._has_view:
            return [int(name) for name in view.listed("/proc") if name.isdigit() and name != "1"]
        return linux.descendants(os.getpid()) if not self.has_init else [agent]

    def end_all(self, agent: int) -> None:
        """With a namespace the end of its init is enough; else its descendants are looked for until there are none."""
        if self.has_init:
            os._exit(0)
        super().end_all(agent)
        until = time.monotonic() + END_SECONDS
        while time.monotonic() < until:
            left = linux.descendants(os.getpid())
            for process in left:
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGSTOP)
            for process in left:
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            try:
                os.waitpid(-1, 0 if left else os.WNOHANG)
            except ChildProcessError:
                return


def own_user() -> int | None:
    """A user id that no account has, so that its processes can be counted; None where there is none."""
    with open("/proc/self/uid_map", encoding="ascii") as file:
        known = [[int(word) for word in line.split()] for line in file]
    wanted = FIRST_OWN_USER + int.from_bytes(os.urandom(4), "big") % USERS
    if any(first <= wanted < first + count for first, _, count in known):
        return wanted
    first, _, count = max(known, key=lambda row: row[2])
    return first + count - 2 - os.getpid() % 5000 if count > 10_000 else None
