"""The page opens, and what watches over the tests of the page sees what it should."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.watching import watched


def test_the_lab_opens_and_the_token_leaves_the_address(page: Page, address: str) -> None:
    page.goto(address)
    expect(page).to_have_title("zerosum")
    assert "token" not in page.url
    expect(page.locator("#app")).not_to_be_empty()


def test_the_lab_can_be_used_by_everybody(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    page.evaluate("document.body.append(document.createElement('button'))")
    assert "button-name" in Axe().run(page).generate_report()


WRONG = (
    ("console.error('odd')", "the console says: odd"),
    ("setTimeout(() => { throw new Error('broken') })", "an error in the page: broken"),
    ("fetch('http://elsewhere.example/').catch(() => {})", "elsewhere.example"),
    ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
)


@pytest.mark.parametrize(("script", "sentence"), WRONG)
def test_a_test_fails_when_the_browser_complains(
    script: str, sentence: str, context: BrowserContext, address: str
) -> None:
    heard = "pageerror" if "throw" in script else "console"

    def complain() -> None:
        with watched(context, address) as page:
            page.goto(address)
            with page.expect_event(heard):
                page.evaluate(f"() => {{ {script} }}")

    with pytest.raises(AssertionError, match=sentence):
        complain()


def test_without_the_token_there_is_nothing_to_see(browser: Browser, address: str) -> None:
    parts = urlsplit(address)
    context = browser.new_context()
    page = context.new_page()
    answer = page.goto(f"{parts.scheme}://{parts.netloc}/")
    assert answer is not None
    assert answer.status == 401
    assert "open the address that zerosum web printed" in page.content()
    expect(page.locator(".frame")).to_have_css("display", "grid")  # the policy lets the style in
    context.close()
