"""Every private name of numba that this package uses; no other file imports one.

numba promises nothing about these, so a new version may rename or change them. `tests/test_numba_internals.py`
checks each on its own and says which one broke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _EveryPass(event.Listener):  # type: ignore[misc]
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call

    def on_start(self, event: Any) -> None:
        self.call()

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def before_every_pass(call: Callable[[], None]) -> Iterator[None]:
    """Call this before each pass of the compiler over a function, in whichever thread compiles; it may raise."""
    with event.install_listener("numba:run_pass", _EveryPass(call)):
        yield
