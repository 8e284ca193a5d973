"""A person who watches a search: steps both ways, predicts, edits a tree, compares."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_play import at


def test_step_alpha_beta_forward_and_back(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    expect(page.locator(".count")).to_have_text("step 1 / 13")
    seen = [page.locator(".caption").inner_text()]
    for number in range(2, 14):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".count")).to_have_text(f"step {number} / 13")
        seen.append(page.locator(".caption").inner_text())
    assert seen[0] == "The search begins. MAX is to choose, with the window [−∞, ∞]."
    assert any(sentence.endswith("cut.") for sentence in seen)
    for number in range(12, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".count")).to_have_text(f"step {number} / 13")
        assert page.locator(".caption").inner_text() == seen[number - 1], "back is the same as forward"


def test_marks_source_and_window(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    page.locator(".count").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    while "cut" not in page.locator(".caption").inner_text():
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".stack .now")).to_be_in_viewport()
    expect(page.locator(".stack .moves li").last).to_be_in_viewport()
    page.get_by_role("button", name="Code", exact=True).click()
    expect(page.locator("main")).to_contain_text("alphabeta.py")
    assert page.evaluate(
        "[...document.querySelectorAll('.code ol')].every((box) => box.scrollWidth <= box.clientWidth)"
    )
    expect(page.locator(".pseudo .runs")).to_have_text("if v ≤ α then return v ▷ cut: MAX has something better")
    expect(page.get_by_label("Source").locator(".runs")).to_have_text("if best <= alpha:")
    expect(page.locator(".caption")).to_contain_text("2")
    expect(page).to_have_url(re.compile("step=[0-9]+"))
    page.get_by_role("button", name="Large").click()
    expect(page.locator(".rail"), "a projector has the search alone").to_be_hidden()
    expect(page.locator(".stack .now"), "the current row is whole").to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all panes fit"
    page.get_by_role("button", name="Large").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.locator(".panes > .choice").get_by_text("Call stack").click()
    expect(page.locator(".stack .now")).to_be_visible()
    expect(page.locator(".board-pane, .code, .window")).to_have_count(0)
    row = page.locator(".controls .row").first.bounding_box()
    assert row is not None
    assert row["height"] < 45, "one row of controls"


def test_the_example_of_an_algorithm_has_boards_in_its_nodes(page: Page, address: str) -> None:
    page.goto(at(address, "/step"))
    page.locator(".setup summary").click()
    page.get_by_label("Game").select_option("hexapawn")
    expect(page.locator(".setup details[open]"), "a choice closes it").to_have_count(0)
    expect(page.locator(".look")).to_contain_text("the first cut")
    page.goto(at(address, "/step?algorithm=pvs"))
    page.get_by_role("button", name="Look at step 14").click()
    expect(page.locator(".count")).to_contain_text("step 14 /")
    page.get_by_label("Algorithm").select_option("table")
    page.get_by_role("button", name="Look at step 18").click()
    expect(page.locator(".caption")).to_contain_text("The transposition table has this position")
    numbers = page.get_by_role("region", name="Table")
    expect(numbers).to_contain_text("This position: ≥D, best 7, stored at step 9 after 1 0 3.")
    expect(page).not_to_have_url(re.compile("game="))
    page.get_by_text("around the step").click()
    for _ in range(3):
        page.get_by_title("Closer (+)").click()
    expect(page.locator(".boards svg").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".pointed")).to_contain_text("thick: the best line")
    page.get_by_label("Algorithm").select_option("mcts")
    expect(page.locator(".count")).to_have_text("step 1 / 134")
    for _ in range(12):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".count")).to_have_text("step 62 / 134")
    expect(page.locator(".stack .now")).to_have_text(re.compile("root.*~−0.50.*−1$"))
    expect(page.get_by_role("region", name="UCB")).to_contain_text("proven: the tree below settles the move")


@pytest.mark.proof
def test_another_search_begins_at_its_first_step(page: Page, address: str) -> None:
    """Also when it is chosen before the step has been written into the address."""
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    expect(page.locator(".count")).to_contain_text("step 1 /")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.get_by_label("Algorithm").select_option("minimax")
    expect(page.locator(".count")).to_have_text("step 1 / 14")
    expect(page).to_have_url(re.compile("algorithm=minimax"))
    expect(page).not_to_have_url(re.compile("step="))


def test_predict(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    page.locator(".count").wait_for()
    page.keyboard.press("p")
    expect(page.locator(".predict")).to_be_visible()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".predict .question")).to_have_text("Which value does MIN after branch 0 return?")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".predict .verdict")).to_contain_text("✓ Right.")
    expect(page.locator(".predict .score")).to_contain_text("1 of 1 right")
    page.keyboard.press("Enter")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".predict .question")).to_have_text("Does MIN after branch 1 cut now?")
    page.locator(".predict").get_by_text("no", exact=True).click()
    expect(page.locator(".predict .verdict")).to_contain_text("✗ The answer is: yes.")
    page.keyboard.press("Enter")
    expect(page.locator(".predict .question")).to_have_text("Which moves of MIN after branch 1 are never looked at?")
    page.get_by_label("1", exact=True).check()
    page.locator(".predict").get_by_text("Answer", exact=True).click()
    expect(page.locator(".predict .verdict")).to_contain_text("✓ Right.")
    expect(page.locator(".predict .score")).to_contain_text("2 of 3 right")


def test_bounds_are_marked_as_bounds(page: Page, address: str) -> None:
    """At the end of alpha-beta the move 5, which only draws, is known to be at most a win."""
    page.goto(at(address, "/step?game=tictactoe&position=--X/O--/X-O"))
    page.locator(".count").wait_for()
    page.keyboard.press("End")
    moves = page.get_by_label("Call stack").locator(".moves li")
    expect(moves).to_have_text(["0: W", "1: ≤ W", "4: W", "5: ≤ W", "7: ≤ W"])


@pytest.mark.proof
def test_a_null_window_is_shown_as_a_question(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))&algorithm=pvs"))
    page.locator(".count").wait_for()
    while "null window" not in page.locator(".caption").inner_text():
        page.keyboard.press("ArrowRight")
    expect(page.locator(".caption")).to_have_text(
        "MAX tries branch 1. MIN is to answer, with a null window: is it at least 4?"
    )
    expect(page.locator(".window svg")).to_contain_text("is it at least 4?")
    expect(page.locator(".window")).not_to_contain_text("empty")


TIMELINE = """
() => {
  const canvas = document.querySelector("canvas.timeline");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value) => value > 0);
}
"""


def test_predict_mode_hides_the_marks_that_tell_the_answers(page: Page, address: str) -> None:
    page.goto(at(address, "/step?tree=((3,5),(2,9))"))
    page.locator(".count").wait_for()
    page.wait_for_function(TIMELINE)
    page.keyboard.press("p")
    expect(page.locator(".predict")).to_be_visible()
    expect(page.locator(".summary")).to_contain_text("once the search is over")
    assert not page.evaluate(TIMELINE), "at the first step no mark is shown"


def test_change_a_leaf_and_the_cut_moves(page: Page, address: str) -> None:
    page.goto(at(address, "/trees?tree=((3,5),(2,9))"))
    expect(page.locator(".counts")).to_contain_text("1 cut")
    leaf = page.locator(".leaf").nth(2)
    leaf.focus()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".counts")).to_contain_text("0 cuts")
    expect(page).to_have_url(re.compile(r"\(3,5\),\(4,9\)|%283%2C5%29%2C%284%2C9%29"))
    large = "((3,5,1),(2,9,4),(6,0,7))"
    page.get_by_label("Tree", exact=True).fill(f"(({large},{large}),({large},{large}))")
    expect(page.locator(".large-tree canvas"), "all of a large tree").to_be_in_viewport(ratio=1)
    page.get_by_text("100 %", exact=True).click()
    expect(page.locator(".written g", has_text="MAX").first, "begins at its root").to_be_in_viewport()


def test_type_a_tree_and_see_what_is_wrong(page: Page, address: str) -> None:
    page.goto(at(address, "/trees"))
    page.get_by_label("Tree", exact=True).fill("((3,5),(2,9)")
    expect(page.locator("[role=alert]").first).to_contain_text("The tree ends before ')' closes a bracket")
    expect(page.get_by_role("button", name="Step through this search")).to_be_disabled()
    expect(page.get_by_role("button", name="Print")).to_be_disabled()
    page.get_by_label("Tree", exact=True).fill("((3,5),(2,9))")
    expect(page.locator(".counts")).to_contain_text("Value 3 for MAX")


@pytest.mark.proof
def test_a_random_tree_has_its_cuts(page: Page, address: str) -> None:
    page.goto(at(address, "/trees"))
    page.get_by_label("Exactly this many cuts").fill("2")
    page.get_by_text("Make one").click()
    expect(page.locator(".counts")).to_contain_text("2 cuts")


@pytest.mark.proof
def test_two_searches_in_lock_step(page: Page, address: str) -> None:
    page.goto(at(address, "/compare?view=lockstep&left=alphabeta&right=minimax&look=2&step=4"))
    count = page.locator(".pair-deck .count")
    expect(count).to_have_text("step 4 / 164")
    expect(page.get_by_label("Window of minimax")).to_have_text("minimax has no window.")
    expect(page.locator(".pair canvas").first, "the form that was searched is closed").to_be_in_viewport(ratio=0.9)
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("step 5 / 164")
    expect(page).to_have_url(re.compile("step=5"))
    page.get_by_text("To the first difference").click()
    expect(page.get_by_text("They differ from step")).to_be_visible()
    page.keyboard.press("End")
    for name, nodes in (("minimax", "82"), ("alphabeta", "36")):
        expect(page.get_by_role("group", name=name, exact=True).locator(".counters")).to_contain_text(
            f"{nodes} of {nodes}"
        )
    command = page.get_by_text("Copy command").get_attribute("title")
    assert command == "zerosum tree tictactoe -a alphabeta --depth 2\nzerosum tree tictactoe -a minimax --depth 2"
    python = page.get_by_text("Copy as Python").get_attribute("title")
    assert python is not None
    ran = subprocess.run([sys.executable, "-c", python], capture_output=True, text=True)
    assert [line.split(" in ")[0] for line in ran.stdout.splitlines()] == [
        "alphabeta ~ +4 at depth 2",
        "minimax ~ +4 at depth 2",
    ]


@pytest.mark.proof
def test_a_lab_report(page: Page, address: str) -> None:
    page.goto(at(address, "/compare"))
    page.get_by_text("How much alpha-beta cuts in Tic-Tac-Toe").click()
    expect(page.locator("main")).to_contain_text("18,297", timeout=30_000)
    expect(page.locator("main svg").first).to_be_visible()
    expect(page.get_by_text("unluckiest")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("The table goes on to the right")).to_have_count(0)
    page.locator(".measure select").first.select_option("backgammon")
    expect(page.get_by_label("star2")).to_be_checked()
    expect(page.locator(".algorithms input")).to_have_count(4)
    expect(page.get_by_label("Look ahead")).to_have_value("4")
    page.get_by_label("Look ahead").fill("3")
    expect(page.get_by_label("Growth over depths")).to_have_value("1-3")
    expect(page.get_by_label("Seconds")).to_have_value("300")
    page.get_by_role("button", name="Measure").click()
    expect(page).to_have_url(re.compile(r"/compare\?game=backgammon&depth=3$"))
    expect(page.locator(".part .plot").first).to_contain_text("star1", timeout=30_000)
