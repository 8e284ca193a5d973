"""Make the pictures of the documentation: `python tools/screenshots.py [NAME ...]`, with Chromium installed.

It starts the real server, opens each screen in a real browser, and writes docs/images/web-*.png, light and dark.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from tests.browser.chromium import FLAGS, chromium

IMAGES = Path(__file__).parent.parent / "docs" / "images"

SOLVED = Path(tempfile.gettempdir()) / "tables" / "connect4-4x4.table"
"""The solved table that is shown: its folder stands in the picture."""

SHOTS = {
    "home": ("/", ".games .card:nth-child(4) svg", 1280, 920),
    "analyze": ("/analyze/connect4?m=4+4", ".values tbody tr", 1180, 720),
    "play": ("/play/tictactoe?o=human&m=0+1+2+5+8+4+7+6+3&review=1", ".mistakes li:nth-child(5)", 1180, 1000),
    "chess": (
        "/play/chess?o=human&m=e4+e5+Nf3+Nc6+Bb5+a6+Bxc6+dxc6+O-O+f6+d4+exd4+Nxd4+c5+Nb3+Qxd1+Rxd1",
        ".captured svg",
        1180,
        800,
    ),
    "step": ("/step?step=25", ".caption", 1400, 880),
    "chance": ("/step?tree=((3,5),%3F(1:2,2:9),%3F(1:(1,4),1:3,1:9))&step=19", ".caption", 1400, 880),
    "trees": ("/trees?tree=((3,12,8),(2,4,6),(14,5,2))", ".counts", 1180, 620),
    "compare": (
        "/compare?game=tictactoe&algorithms=minimax,alphabeta,table&seconds=120",
        "h2:text('ordering')",
        1280,
        1200,
    ),
    "grade": ("/grade?example=three_plies.py", ".counterexample .value-mark", 1180, 1000),
    "table": (f"/tables/{SOLVED.name}", ".hard-list:nth-of-type(1) .picture svg", 1180, 1660),
    "learn": ("/learn/the-first-cut", ".caption", 1280, 640),
    "phone": ("/analyze/tictactoe?m=0+4+8", ".values tbody tr", 390, 800),
}
"""By name: the screen, what is there once it is, and the size of the window."""


def start() -> tuple[subprocess.Popen[str], str]:
    """The real server and its address."""
    environment = {**os.environ, "ZEROSUM_STATE": tempfile.mkdtemp(), "ZEROSUM_TABLES": str(SOLVED.parent)}
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[-1]


def shoot(page: Page, address: str, name: str, scheme: str) -> None:
    """One screen as a picture."""
    path, there, width, height = SHOTS[name]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address.partition("/?")[0] + path)
    page.locator(there).first.wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    # A palette, which halves the file; the eye sees no difference.
    shot.convert("RGB").quantize(256).save(
        IMAGES / f"web-{name}{'-dark' if scheme == 'dark' else ''}.png", optimize=True
    )


def main() -> None:
    """All screens, or those that are named, light and dark."""
    names = sys.argv[1:] or list(SHOTS)
    browser_file = chromium()
    if browser_file is None:
        sys.exit("there is no Chromium here: apt-get install chromium")
    if "table" in names:
        subprocess.run([sys.executable, "-m", "zerosum", "solve", "connect4:4x4", "--out", SOLVED], check=True)
    server, address = start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_file, args=[*FLAGS])
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
                )
                page = context.new_page()
                page.goto(address)
                for name in names:
                    shoot(page, address, name, scheme)
                context.close()
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
