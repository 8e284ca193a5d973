"""The browser of this machine; none is downloaded."""

from __future__ import annotations

from functools import cache

from zerosum.answers.lab.report.as_pdf import find_chromium

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
)
"""It runs as root in containers, and talks to nobody but the server that is tested.

The last three make pictures depend less on the machine: letters are not fitted to its pixels.
"""


@cache
def chromium() -> str | None:
    """Where it is, if there is one."""
    return find_chromium()
