"""A student on the guided path: every stop to the end, with one wrong answer on the way; and a teacher's own file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_everywhere import refuse_violations
from tests.browser.test_play import at

STOPS = 14
KEPT = "zerosum.learn.from-minimax-to-deepening"


class Student:
    """Does what a task asks for, by the keyboard where that is the usual way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.task = page.get_by_label("Task", exact=True)

    def type(self, answer: str) -> None:
        self.task.get_by_role("textbox").fill(answer)
        self.page.keyboard.press("Enter")

    def click(self, name: str) -> None:
        self.task.get_by_role("button", name=name, exact=True).click()

    def node(self, name: str) -> Locator:
        return self.page.locator("svg.written").get_by_role("button", name=name, exact=True)

    def step_to(self, sentence: str, key: str = "ArrowRight") -> None:
        """Step until the sentence under the tree says this."""
        caption = self.page.locator(".caption")
        for _ in range(60):
            if sentence in caption.inner_text():
                return
            self.page.locator("h1").focus()
            self.page.keyboard.press(key)
        raise AssertionError(f"{sentence!r} never came; now {caption.inner_text()!r}")

    def predicts(self, question: str, typed: str = "", clicked: str = "", ticked: list[str] | None = None) -> None:
        """Step to the question of predict mode and answer it."""
        panel = self.page.get_by_label("Predict", exact=True)
        asked = panel.locator(".question")
        for _ in range(30):
            if asked.inner_text() == question:
                break
            self.page.locator("h1").focus()
            self.page.keyboard.press("ArrowRight")
        expect(asked).to_have_text(question)
        for move in ticked or []:
            panel.get_by_label(move, exact=True).check()
        if typed:
            panel.get_by_role("textbox").fill(typed)
        panel.get_by_role("button", name=clicked or "Answer", exact=True).click()
        panel.get_by_role("button", name="Go on").click()

    def is_done(self) -> None:
        expect(self.task.locator(".verdict")).to_contain_text("Right.")

    def goes_on(self, title: str) -> None:
        """To the next stop, by the key."""
        self.page.locator("h1").focus()
        self.page.keyboard.press("n")
        expect(self.page.locator("h1")).to_have_text(title)


@pytest.mark.proof
def test_the_guided_path_is_walked_to_its_end(page: Page, address: str) -> None:
    student = Student(page)
    page.goto(at(address, "/"))
    page.locator("main").get_by_role("link", name=re.compile("Learn")).first.click()
    expect(page.get_by_text(f"0 of {STOPS} done")).to_be_visible()
    page.get_by_role("link", name="Begin").click()
    expect(page).to_have_url(re.compile("/learn/the-other-side-chooses-too$"))

    student.type("9")
    expect(student.task.locator(".verdict")).to_contain_text("No, it is not 9.")
    expect(student.task.locator(".hint")).to_contain_text("MIN takes the smaller")
    expect(student.task.get_by_role("button", name="Show the answer")).to_have_count(0)
    assert page.evaluate("key => localStorage.getItem(key)", KEPT) is None, "a wrong answer is no progress"
    student.type("2")
    student.is_done()

    student.goes_on("Values climb to the root")
    student.type("3")
    student.is_done()

    student.goes_on("Minimax on a real board")
    student.click("8")
    student.is_done()

    student.goes_on("The price of looking at everything")
    student.type("12")
    expect(student.task.locator(".verdict")).to_contain_text("12 is too few")
    expect(student.task.get_by_role("textbox")).to_be_focused()
    student.type("13")
    student.is_done()

    student.goes_on("The first cut")
    student.click("Here it is")
    expect(student.task.locator(".verdict")).to_contain_text("Step 1 is no cut.")
    student.step_to("cannot matter: cut.")
    student.click("Here it is")
    student.is_done()

    student.goes_on("Predict the search")
    student.predicts("Which value does MIN after branch 0 return?", typed="6")
    student.predicts("Does MIN after branch 1 cut now?", clicked="no")
    student.predicts("Which moves of MIN after branch 1 are never looked at?", ticked=["1", "2"])
    student.predicts("Which value does MIN after branch 1 return?", typed="4")
    student.predicts("Does MIN after branch 2 cut now?", clicked="no")
    student.is_done()

    student.goes_on("The leaves nobody looks at")
    for leaf in ("leaf 9 after branch 1 1", "leaf 8 after branch 1 2"):
        student.node(leaf).click()
    student.click("Check")
    expect(student.task.locator(".verdict")).to_have_text("✗ Not yet: one more is never looked at.")
    student.node("leaf 9 after branch 2 2").focus()
    page.keyboard.press("Enter")
    student.click("Check")
    student.is_done()

    student.goes_on("A deep cut")
    student.node("MIN after branch 1 0 0").click()
    student.click("Check")
    student.is_done()

    student.goes_on("Move the cut")
    page.get_by_role("spinbutton", name="leaf 7 of 9").focus()
    expect(student.task.get_by_text("Leaf 7: 14")).to_be_visible()
    student.task.get_by_title("Leaf 7 less").click()
    expect(student.task.get_by_text("Leaf 7: 13")).to_be_visible()
    page.get_by_role("spinbutton", name="leaf 7 of 9").focus()
    page.keyboard.type("1")
    student.is_done()
    expect(page.get_by_role("link", name="Next")).to_be_focused()

    student.goes_on("Order matters")
    student.node("MIN after branch 2").focus()
    page.keyboard.press("ArrowLeft")
    expect(student.task.locator(".verdict")).to_contain_text("cuts: 1, wanted at least 2")
    page.keyboard.press("ArrowLeft")
    student.is_done()

    student.goes_on("The same position twice")
    student.step_to("The transposition table has this position", "Shift+ArrowRight")
    student.click("Here it is")
    student.is_done()

    student.goes_on("Which search would you take?")
    student.task.get_by_text("alphabeta", exact=True).click()
    expect(student.task.locator(".verdict")).to_contain_text("nodes: 93, wanted less than 60")
    student.task.get_by_text("table", exact=True).click()
    student.is_done()
    expect(student.task.locator("tbody tr")).to_have_text(
        [re.compile("minimax.*238"), re.compile("alphabeta.*93"), re.compile("table.*56")]
    )

    student.goes_on("Deeper and deeper")
    student.step_to("Pass 2 is over", "Shift+ArrowRight")
    student.click("Here it is")
    student.is_done()

    student.goes_on("When chance has a turn")
    student.type("6")
    student.is_done()

    page.get_by_role("link", name="Finish").click()
    expect(page.get_by_text(f"{STOPS} of {STOPS} done")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"{STOPS} of {STOPS} done")).to_be_visible()
    expect(page.get_by_text("You have been at every stop.")).to_be_visible()
    page.goto(at(address, "/learn/the-first-cut"))
    expect(student.task.locator(".verdict")).to_contain_text("Right.")
    student.click("Do it again")
    expect(student.task.get_by_role("button", name="Here it is")).to_be_visible()
    page.goto(at(address, "/learn/order-matters"))
    student.click("Do it again")
    student.node("MIN after branch 2").click()
    for _ in range(2):
        student.click("◀ Earlier")
    student.is_done()
    page.goto(at(address, "/learn"))
    expect(page.get_by_text(f"{STOPS - 1} of {STOPS} done")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text(f"0 of {STOPS} done")).to_be_visible()


LESSON = """# <i>Own</i> path

## Read <script>alert(1)</script>

Text with <b onclick="alert(1)">tags</b> and [a link](/trees).

## Mark

```search
tree: ((3,5),(2,9))
task: skipped leaves
```

## Never

```search
tree: ((3,5),(2,9))
task: value of 1 1
```
"""


def test_a_path_of_ones_own(browser: Browser, tmp_path: Path) -> None:
    """It opens at its first page; what stands in it stays text; a task that cannot be done says so."""
    file = tmp_path / "lesson.md"
    file.write_text(LESSON)
    environment = {**os.environ, "ZEROSUM_STATE": str(tmp_path / "state")}
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser", "--path", str(file)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[-1]
            with browser.new_context() as context:
                page = context.new_page()
                errors: list[str] = []
                page.on("dialog", lambda dialog: errors.append(dialog.message))
                page.on("pageerror", lambda error: errors.append(str(error)))
                page.goto(address)
                expect(page.locator("h1")).to_have_text("<i>Own</i> path")
                page.get_by_role("link", name="Begin").click()
                expect(page.locator("h1")).to_have_text("Read <script>alert(1)</script>")
                expect(page.locator(".lesson-text")).to_have_text(
                    'Text with <b onclick="alert(1)">tags</b> and a link.'
                )
                page.keyboard.press("n")
                expect(page.get_by_role("heading", name="Which leaves are never looked at?")).to_be_visible()
                page.keyboard.press("n")
                expect(page.get_by_role("alert")).to_contain_text("The search never visits the node after 1 1.")
                file.write_text("# T")
                page.reload()
                expect(page.get_by_role("alert")).to_contain_text("lesson.md', line 1: the lesson has no stops")
                assert not errors
        finally:
            server.terminate()


@pytest.mark.proof
def test_everybody_can_use_a_stop(page: Page, address: str) -> None:
    """Open and done, in both colour schemes, and on a phone."""
    for scheme, path in (("light", "/learn/the-leaves-nobody-looks-at"), ("dark", "/learn/minimax-on-a-real-board")):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(at(address, path))
        page.get_by_label("Task", exact=True).wait_for()
        refuse_violations(page)
        page.evaluate("([key, stop]) => localStorage.setItem(key, JSON.stringify({[stop]: 'done'}))", [KEPT, path[7:]])
        page.reload()
        page.get_by_text("Do it again").wait_for()
        refuse_violations(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.set_viewport_size({"width": 1280, "height": 720})


def test_on_a_phone_the_verdict_is_in_view(page: Page, address: str) -> None:
    """Though the steps of the search, which are shown then, push it down."""
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(at(address, "/learn/values-climb-to-the-root"))
    task, tree = (page.locator(each).bounding_box() for each in (".task", "svg.written"))
    assert task is not None
    assert tree is not None
    assert task["y"] < tree["y"], "what is to be done stands above the tree"
    Student(page).type("3")
    expect(page.locator(".verdict.done")).to_be_in_viewport()
    expect(page.locator(".stop > footer .main")).to_be_in_viewport()
