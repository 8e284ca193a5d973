"""The grader's ends of the pipes to an agent's process: reads without waiting for ever and without growing for ever."""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

CHUNK: Final = 1 << 16

ANSWER, PRINTED, STATUS = "answer", "printed", "status"


class Capped:
    """Bytes of which the beginning and the end are kept, at most `most` of them."""

    def __init__(self, most: int) -> None:
        """Empty."""
        self.total = 0
        self._half = max(1, most // 2)
        self._first = bytearray()
        self._last = bytearray()

    def add(self, data: bytes) -> None:
        """Keep what fits."""
        self.total += len(data)
        room = self._half - len(self._first)
        self._first += data[:room] if room > 0 else b""
        self._last += data[max(0, room) :]
        if len(self._last) > 2 * self._half:
            del self._last[: -self._half]

    def text(self) -> str:
        """What was kept, with a mark where something is missing.

        >>> capped = Capped(8)
        >>> for part in (b"abc", b"defgh", b"ijklmnop"): capped.add(part)
        >>> capped.text(), capped.total
        ('abcd\\n[8 bytes left out]\\nmnop', 16)
        """
        last = bytes(self._last[-self._half :])
        missing = self.total - len(self._first) - len(last)
        between = f"\n[{missing} bytes left out]\n".encode() if missing else b""
        return (bytes(self._first) + between + last).decode(errors="replace")


@dataclass
class Ends:
    """The agent's ends, to be given to its process and then closed here. `pipe` is to be read from and written to."""

    stdin: int
    stdout: int
    stderr: int
    status: int
    pipe: tuple[int, ...] = ()

    def handles(self, *ends: int) -> list[int]:
        """By which numbers the launcher finds them: on Windows by handles, elsewhere they stay what they are."""
        if sys.platform != "win32":
            return list(ends)
        import msvcrt

        handles = [msvcrt.get_osfhandle(end) for end in ends]
        for handle in handles:
            os.set_handle_inheritable(handle, True)
        return handles

    def passed(self, *ends: int) -> dict[str, Any]:
        """The arguments for `Popen` that let the process inherit these ends, the status and the pipe."""
        if sys.platform == "win32":
            return {"close_fds": False}
        return {"pass_fds": (*ends, self.status, *self.pipe)}

    def close(self) -> None:
        """Close them here."""
        for end in {self.stdin, self.stdout, self.stderr, self.status, *self.pipe}:
            os.close(end)


class Streams:
    """The grader's ends: what the agent answers, what it prints besides, and what its launcher tells.

    An answer of more than `most_bytes` that nobody took makes `is_flooded` true; nothing more of it is read then. So do
    more bytes than that which are printed besides after something was written to the agent. Reading happens only inside
    the calls, so an agent that floods its output waits while the grader does something else.
    """

    def __init__(self, most_bytes: int) -> None:
        """Not connected yet."""
        self.most_bytes = most_bytes
        self.printed = Capped(most_bytes)
        self.is_flooded = False
        self._printed_before = 0
        self._answer = bytearray()
        self._status = bytearray()
        self._open: dict[str, int] = {}
        self._input: int | None = None
        self._poller: _Poller | _ThreadPoller = _ThreadPoller() if sys.platform == "win32" else _Poller()

    def connect(self, *, pipe: bool, terminal: bool) -> Ends:
        """Make the pipes, or the pseudo-terminal."""
        status_read, status_write = os.pipe()
        self._watch(STATUS, status_read)
        if terminal:
            master, slave = _open_terminal()
            self._watch(ANSWER, master)
            self._set_input(os.dup(master))
            return Ends(slave, slave, slave, status_write)
        printed_read, printed_write = os.pipe()
        self._watch(PRINTED, printed_read)
        answer_read, answer_write = os.pipe()
        self._watch(ANSWER, answer_read)
        input_read, input_write = os.pipe()
        self._set_input(input_write)
        if not pipe:
            return Ends(input_read, answer_write, printed_write, status_write)
        nothing = os.open(os.devnull, os.O_RDONLY)
        return Ends(nothing, printed_write, printed_write, status_write, (input_read, answer_write))

    def read(self, seconds: float) -> bytes:
        """What came of the answer, as soon as there is something."""
        until = time.monotonic() + seconds
        while not self._answer and self._can_come(until):
            self.poll(until - time.monotonic())
        data = bytes(self._answer)
        self._answer.clear()
        return data

    def read_line(self, seconds: float) -> bytes:
        """One line of the answer without its end, or nothing."""
        until = time.monotonic() + seconds
        seen = 0
        while (end := self._answer.find(b"\n", seen)) < 0:
            seen = len(self._answer)
            if self.is_flooded or not self._can_come(until):
                return b""
            self.poll(until - time.monotonic())
        line = bytes(self._answer[:end])
        del self._answer[: end + 1]
        return line

    def read_status(self, seconds: float) -> bytes | None:
        """What the launcher told; None when it will tell nothing any more."""
        until = time.monotonic() + seconds
        self.poll(0.0)
        while not self._status and STATUS in self._open and time.monotonic() < until:
            self.poll(until - time.monotonic())
        data = bytes(self._status)
        self._status.clear()
        return data if data or STATUS in self._open else None

    def write(self, data: bytes, seconds: float) -> bool:
        """Write all of it, or say that it was not taken in time."""
        until = time.monotonic() + seconds
        left = memoryview(data)
        self._printed_before = self.printed.total
        while left and self._input is not None:
            try:
                left = left[os.write(self._input, left[:CHUNK]) :]
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                self.poll(0.01)
            except OSError:
                self.close_input()
        return not left

    def close_input(self) -> None:
        """The agent reads the end of its input."""
        if self._input is not None:
            os.close(self._input)
            self._input = None

    def poll(self, seconds: float) -> None:
        """Take in what has come, and wait for something where nothing has."""
        for name, data in self._poller.wait(max(0.0, seconds)):
            if not data:
                os.close(self._open.pop(name))
            elif name == PRINTED:
                self.printed.add(data)
                self.is_flooded |= self.printed.total - self._printed_before > self.most_bytes
            elif name == STATUS:
                self._status += data
            else:
                self._answer += data
                if len(self._answer) > self.most_bytes:
                    self.is_flooded = True
                    self._poller.forget(name, self._open[name])
                    os.close(self._open.pop(name))

    def close(self) -> None:
        """Close all ends."""
        self.close_input()
        for name, end in self._open.items():
            self._poller.forget(name, end)
            os.close(end)
        self._open.clear()
        self._poller.close()

    def _can_come(self, until: float) -> bool:
        return ANSWER in self._open and time.monotonic() < until

    def _watch(self, name: str, end: int) -> None:
        self._open[name] = end
        self._poller.watch(name, end)

    def _set_input(self, end: int) -> None:
        if sys.platform != "win32":
            os.set_blocking(end, False)
        self._input = end


class _Poller:
    """Which ends have something to read, by the system's `poll`."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def watch(self, name: str, end: int) -> None:
        os.set_blocking(end, False)
        self._selector.register(end, selectors.EVENT_READ, name)

    def forget(self, name: str, end: int) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(end)

    def wait(self, seconds: float) -> list[tuple[str, bytes]]:
        """What has come by name; empty bytes at the end of a stream."""
        found = []
        for key, _ in self._selector.select(seconds):
            try:
                data = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            except OSError:  # the other side of a pseudo-terminal is closed
                data = b""
            if not data:
                self._selector.unregister(key.fd)
            found.append((key.data, data))
        return found

    def close(self) -> None:
        self._selector.close()


class _ThreadPoller:
    """The same by one thread for each end, where the system cannot poll pipes (Windows)."""

    def __init__(self) -> None:
        self._came: queue.Queue[tuple[str, bytes]] = queue.Queue(maxsize=16)
        self._forgotten: set[str] = set()

    def watch(self, name: str, end: int) -> None:
        threading.Thread(target=self._read, args=(name, end), daemon=True).start()

    def forget(self, name: str, end: int) -> None:
        self._forgotten.add(name)

    def wait(self, seconds: float) -> list[tuple[str, bytes]]:
        """What has come by name; empty bytes at the end of a stream."""
        try:
            name, data = self._came.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return []
        return [] if name in self._forgotten else [(name, data)]

    def close(self) -> None:
        pass

    def _read(self, name: str, end: int) -> None:
        data = b"start"
        while data:
            try:
                data = os.read(end, CHUNK)
            except OSError:
                data = b""
            self._came.put((name, data))


def _open_terminal() -> tuple[int, int]:
    """A pseudo-terminal of 80 columns that neither echoes nor turns line ends into two characters."""
    import fcntl
    import struct
    import termios

    master, slave = os.openpty()
    mode = termios.tcgetattr(slave)
    mode[1] &= ~termios.ONLCR
    mode[3] &= ~(termios.ECHO | termios.ECHONL)
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
    return master, slave
