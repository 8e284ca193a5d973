"""Measure the page in headless Chromium: a move and its reply on the board, the first picture of a large tree, panning
it, and jumping to any step.

Run `python bench/page.py`, with `--json` for other programs. It needs Playwright and a Chromium; it starts a server
of its own. The exit code is 1 when a figure is over its limit.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from tests.browser.chromium import FLAGS, chromium

ROOT = Path(__file__).parent.parent

TREE = "game=tictactoe&moves=4&algorithm=minimax"
"""After the first move in the middle: 55,505 nodes."""

SEARCH = "game=tictactoe&algorithm=minimax"
"""The whole game: 549,946 nodes, a million events."""

PICTURE = """
async ({ search, times, frames }) => {
  const { Recording } = await import("/page/recording/recording.js");
  const { MergedTree } = await import("/page/tree/merged.js");
  const { TreePicture } = await import("/page/tree/picture.js");
  const bytes = new Uint8Array(await (await fetch(`/api/recording?${search}`)).arrayBuffer());
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(10, start);
    const line = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
    start = end + 1;
    if (line.problem) throw new Error(line.problem);
    if (line.bytes) break;
  }
  const buffer = bytes.slice(start).buffer;
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "fixed", inset: "0", width: "1200px", height: "800px", zIndex: 99 });
  document.body.append(canvas);
  // Reading a pixel back waits until everything is drawn.
  const drawn = (picture) => { picture.draw(); picture.ink.getImageData(0, 0, 1, 1); };
  const first = [];
  let picture;
  let tree;
  for (let time = 0; time < times; time++) {
    const before = performance.now();
    const recording = new Recording(buffer);
    tree = new MergedTree(recording);
    picture = new TreePicture(canvas);
    picture.setTree(tree, "whole");
    picture.step = recording.events - 1;
    drawn(picture);
    first.push(performance.now() - before);
  }
  const pans = {};
  for (const across of [0.5, 3, 12, 30]) {
    picture.fit();
    picture.zoom(across / picture.across);
    pans[across] = [];
    for (let frame = 0; frame < frames; frame++) {
      const before = performance.now();
      picture.pan(25, 0);
      drawn(picture);
      pans[across].push(performance.now() - before);
    }
  }
  cancelAnimationFrame(picture.asked);
  canvas.remove();
  return { nodes: tree.size, first, pans };
}
"""

JUMPS = """
async ({ times, seed }) => {
  const { TreePicture } = await import("/page/tree/picture.js");
  const { draw } = TreePicture.prototype;
  let drawings = 0;
  TreePicture.prototype.draw = function () { draw.call(this); drawings += 1; };
  const slider = document.querySelector("input.scrub");
  const count = document.querySelector(".controls .count");
  const events = Number(slider.max) + 1;
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const jumps = [];
  let random = seed;
  for (let time = 0; time < times; time++) {
    random = (random * 1103515245 + 12345) % 2147483648;
    const step = Math.floor((random / 2147483648) * events);
    await frame();
    const before = performance.now();
    drawings = 0;
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    do await frame(); while (!drawings || !count.textContent.includes((step + 1).toLocaleString("en")));
    jumps.push(performance.now() - before);
  }
  TreePicture.prototype.draw = draw;
  return { events, jumps };
}
"""


TURNS = """
async ({ path, times }) => {
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const played = () => (new URLSearchParams(location.search).get("m") ?? "").split(" ").filter(Boolean).length;
  const isMine = () => document.querySelector(".board-side[aria-busy=false] .board .playable") !== null;
  const words = (cell) => cell.getAttribute("aria-label").split(", last")[0];
  const board = () => [...document.querySelectorAll(".board .cell")].map(words).join();
  const own = [];
  const replies = [];
  for (let time = 0; time < times; time++) {
    history.pushState(null, "", `${path}?seed=${time + 1}`);
    dispatchEvent(new PopStateEvent("popstate"));
    while (!isMine() || played() > 0) await frame();
    await frame();
    const before = board();
    const cell = document.querySelector(".board .playable");
    const start = performance.now();
    for (const kind of ["pointerdown", "pointerup"]) {
      cell.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0 }));
    }
    while (board() === before) await frame();
    own.push(performance.now() - start);
    // A move that gives another turn has no reply.
    while (played() < 2 && !(played() === 1 && isMine())) await frame();
    if (played() >= 2) replies.push(performance.now() - start);
  }
  return { own, replies };
}
"""
"""The first move of a new game by the pointer: until the board has changed, and until the reply is on it."""

REPLIES = {"tictactoe": 150, "connect4": 150, "nim": 150, "kalah": 1000, "othello": 1000}
"""Games whose moves are one click, and the milliseconds from the click in which the reply is to come."""


@dataclass(frozen=True)
class Figure:
    """Times in milliseconds: the median, what 95 of 100 stay below, the worst, and the limit for the 95.

    The worst says more about who else used the machine than about the page.
    """

    what: str
    median: float
    most: float
    worst: float
    limit: float

    @property
    def is_kept(self) -> bool:
        """Whether the limit holds."""
        return self.most < self.limit

    def __str__(self) -> str:
        """As one line."""
        verdict = "ok" if self.is_kept else "TOO SLOW"
        return f"{self.what:62} {self.median:8.1f} {self.most:8.1f} {self.worst:8.1f} {self.limit:8.0f}   {verdict}"


def figure(what: str, times: list[float], limit: float) -> Figure:
    """The figure of these times."""
    return Figure(what, median(times), sorted(times)[int(0.95 * (len(times) - 1))], max(times), limit)


@contextmanager
def served() -> Iterator[str]:
    """A server of this working tree, by the address that it prints."""
    with tempfile.TemporaryDirectory() as state:
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1", "ZEROSUM_STATE": state}
        command = [sys.executable, "-m", "zerosum", "web", "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT) as server:
            assert server.stdout is not None
            try:
                found = next(filter(None, (re.search(r"http://\S+", line) for line in server.stdout)), None)
                if found is None:
                    raise SystemExit("the server did not start")
                yield found[0]
            finally:
                server.terminate()


def measure() -> list[Figure]:
    """All figures."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SystemExit("this needs Playwright: pip install playwright") from None
    browser_path = chromium()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=[*FLAGS])
        page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
        page.goto(address)
        origin = re.match(r"http://[^/]+", address)
        assert origin is not None
        figures = []
        for game, limit in REPLIES.items():
            page.goto(f"{origin[0]}/play/{game}")
            page.wait_for_selector(".board .playable", timeout=120_000)
            page.evaluate(TURNS, {"path": f"/play/{game}", "times": 1})  # loads the rules, and compiles them
            turns: dict[str, Any] = page.evaluate(TURNS, {"path": f"/play/{game}", "times": 15})
            figures.append(figure(f"{game}: click to own piece", turns["own"], 50))
            if turns["replies"]:
                figures.append(figure(f"{game}: click to reply", turns["replies"], limit))
        seen: dict[str, Any] = page.evaluate(PICTURE, {"search": TREE, "times": 7, "frames": 60})
        name = f"{seen['nodes']:,} nodes"
        figures.append(figure(f"first picture of {name}", seen["first"], 300))
        for across, frames in seen["pans"].items():
            figures.append(figure(f"a pan frame of {name}, {across} pixels a leaf", frames, 20))
        page.goto(f"{origin[0]}/step?{SEARCH}")
        page.wait_for_selector("input.scrub", timeout=120_000)
        for mode in ("around the step", "whole"):
            page.click(f"text={mode}")
            jumps: dict[str, Any] = page.evaluate(JUMPS, {"times": 100, "seed": 7})
            figures.append(figure(f"any of {jumps['events']:,} steps, shown ({mode})", jumps["jumps"], 50))
        browser.close()
    return figures


def main() -> int:
    """Measure, print, and say whether all limits were kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    figures = measure()
    if options.json:
        print(json.dumps([asdict(each) for each in figures], indent=2))
    else:
        print(f"{'milliseconds':62} {'median':>8} {'95 %':>8} {'worst':>8} {'limit':>8}")
        for each in figures:
            print(each)
    return 0 if all(each.is_kept for each in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
