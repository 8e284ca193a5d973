"""The real server and a real browser, started once for all tests of a run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import FLAGS, chromium
from tests.browser.watching import watched

HERE = Path(__file__).parent

# As long as a machine with other work to do may take to compile a game.
expect.set_options(timeout=30_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """None of them where there is no browser."""
    if chromium() is None:
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="no Chromium"))


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's folder of solved tables."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def solved(tables: Path) -> str:
    """The name of a table, which is not that of its game: the other tests are answered by searches as before."""
    from zerosum.core.games import load
    from zerosum.engines.solve.solving import solve

    return solve(load("tictactoe"), tables / "noughts").folder.name


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, tables: Path) -> Iterator[str]:
    """The address that `zerosum web` prints, with its token."""
    state = str(tmp_path_factory.mktemp("state"))
    environment = {**os.environ, "ZEROSUM_STATE": state, "ZEROSUM_TABLES": str(tables)}
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for these tests alone: as long as it is driven, no other test can run an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Cookies and files of one user, who has opened the address with the token once: pages then open sooner."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.close()
        yield context


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """An empty page of that user; no test passes with an error in the browser's console."""
    with watched(context, address) as page:
        yield page
