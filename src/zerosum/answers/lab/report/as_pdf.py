"""A page as PDF, printed by the Chromium of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from zerosum.core.errors import BadRequest

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
"""The shell without windows comes first: the same pages take it a seventh of the CPU seconds of the whole browser."""

FLAGS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)
"""It only prints: it talks to nobody, and adds no header with the address of a temporary file. The page itself forbids
scripts; a browser without any script at all (`scriptEnabled=false`) prints nothing."""

SECONDS = 120
"""Longer than any report takes to print."""


class PrintFailed(BadRequest):
    """Chromium is there and printed nothing."""


def find_chromium() -> str | None:
    """Where Chromium, Chrome or Edge is, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def require_chromium() -> str:
    """Where Chromium is; raises `BadRequest` where there is none."""
    browser = find_chromium()
    if browser is None:
        raise BadRequest(
            "a .pdf is printed by Chromium, Chrome or Edge, and none was found; write an .html file and print that"
        )
    return browser


def pdf_bytes(page: str) -> bytes:
    """An HTML page as the bytes of a PDF file; raises `PrintFailed`."""
    browser = require_chromium()
    # A browser that runs as root refuses to start inside its sandbox, as in most containers.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # A child of the browser may still write to its profile while the folder is deleted.
    with tempfile.TemporaryDirectory(prefix="zerosum-", ignore_cleanup_errors=True) as folder:
        source, printed = Path(folder) / "report.html", Path(folder) / "report.pdf"
        source.write_text(page, encoding="utf-8")
        command = [browser, *FLAGS, *sandbox, f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}"]
        try:
            ran = subprocess.run(
                [*command, source.as_uri()], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PrintFailed(f"{browser} did not print the report: {error}") from None
        if not printed.exists():
            raise PrintFailed(f"{browser} did not print the report (exit code {ran.returncode})")
        return printed.read_bytes()
