"""Each screen looks as its reference picture does: light and dark, in three sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.visual.difference import difference
from tests.visual.screens import (
    SCHEMES,
    SCREENS,
    SIZES,
    Scheme,
    file_of,
    has_fonts_of_references,
    load_picture,
    page_of,
    report_page,
    show,
    take,
)

pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report_page(tmp_path_factory.mktemp("report"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str, scheme: Scheme, size: tuple[int, int], browser: Browser, address: str, report: Path) -> None:
    with page_of(browser, address, scheme, size) as page:
        if not has_fonts_of_references(page):
            pytest.skip("other fonts")
        show(page, name, address, report)
        found = difference(load_picture(file_of(name, scheme, size)), take(page, name))
    assert found.is_none, f"{found}; `make pictures ARGS='--only {name}'` shows it"


CHANGES = {
    "no winning line": ".board .winning { display: none; }",
    "a button that moved": ".controls .button:first-child { position: relative; left: 4px; }",
    "another colour": ":root { --accent: #006fa8; }",
    "a panel without its frame": ".panel { border-color: transparent; box-shadow: none; }",
    "larger letters": ":root { font-size: 17px; }",
}


@pytest.mark.parametrize("style", CHANGES.values(), ids=CHANGES)
def test_a_change_is_found(style: str, browser: Browser, address: str, report: Path) -> None:
    with page_of(browser, address, "light", SIZES[1]) as page:
        show(page, "finished", address, report)
        before = take(page, "finished")
        page.evaluate(
            """(style) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(style);
                document.adoptedStyleSheets.push(sheet);
            }""",
            style,
        )
        assert difference(before, before).is_none
        assert not difference(before, take(page, "finished")).is_none
