"""The file that `zerosum web` opens the browser with: it leads to the page, and the token stays out of sight."""

from __future__ import annotations

import stat
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from zerosum.faces.web import server


def test_a_private_file_leads_to_the_page(
    address: str, context: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setenv("ZEROSUM_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr("zerosum.faces.web.server.threading.Thread", AtOnce)
    server.open_in_browser(address)
    file = server.launch_file()
    assert opened == [file.as_uri()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    page = context.new_page()
    page.goto(opened[0])
    page.wait_for_url(lambda url: urlsplit(url).scheme == "http" and "token" not in url)
    page.get_by_role("heading").first.wait_for()
    assert "Not yet" not in page.content()


class AtOnce:
    """A thread that runs when it is started."""

    def __init__(self, target: Any, args: tuple[Any, ...], daemon: bool) -> None:
        self._target, self._args = target, args

    def start(self) -> None:
        self._target(*self._args)
