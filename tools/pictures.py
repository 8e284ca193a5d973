"""Take the reference pictures of the screens anew: `make pictures`, or `make pictures ARGS="--only home,play"`.

Only those that show something else than before are written. A contact sheet shows each of them as it was, as it is, and
where they differ: look at it before the pictures are committed. `--dry` writes the sheet alone.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from html import escape
from itertools import product
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from tests.browser.chromium import FLAGS, chromium
from tests.visual.difference import Difference, Pixels, difference
from tests.visual.screens import (
    REFERENCES,
    SCHEMES,
    SCREENS,
    SIZES,
    file_of,
    load_picture,
    page_of,
    report_page,
    save,
    show,
    store_fonts,
    take,
)
from tools.screenshots import start

SHEET = Path(__file__).parent.parent / ".cache" / "pictures"

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; background: #eee; }
figure { display: inline-block; margin: 0 1rem 0 0; vertical-align: top; }
img { max-width: 30vw; border: 1px solid #999; background: #fff; }
"""


def main() -> None:
    """Take the pictures, and write the contact sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="A,B", help=f"some of {', '.join(SCREENS)}")
    parser.add_argument("--dry", action="store_true", help="write the contact sheet alone")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(SCREENS)
    unknown = [name for name in names if name not in SCREENS]
    if unknown:
        sys.exit(f"there is no screen {unknown[0]!r}: choose among {', '.join(SCREENS)}")
    browser_file = chromium()
    if browser_file is None:
        sys.exit("there is no Chromium here: apt-get install chromium")
    shutil.rmtree(SHEET, ignore_errors=True)
    SHEET.mkdir(parents=True)
    REFERENCES.mkdir(exist_ok=True)
    rows = []
    server, address = start()
    try:
        with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
            browser = playwright.chromium.launch(executable_path=browser_file, args=[*FLAGS])
            report = report_page(Path(folder))
            for name, scheme, size in product(names, SCHEMES, SIZES):
                with page_of(browser, address, scheme, size) as page:
                    if not options.dry:
                        store_fonts(page)
                    show(page, name, address, report)
                    now = take(page, name)
                rows += replace_reference(file_of(name, scheme, size), now, options.dry)
            browser.close()
    finally:
        server.terminate()
        server.wait(10)
    (SHEET / "index.html").write_text(sheet(rows), encoding="utf-8")
    weight = sum(file.stat().st_size for file in REFERENCES.glob("*.webp"))
    say = "differ" if options.dry else "were written"
    sys.stdout.write(
        f"{len(rows)} pictures {say}; all references have {weight / 1e6:.1f} MB\nsee {SHEET / 'index.html'}\n"
    )


def replace_reference(file: Path, now: Pixels, dry: bool) -> list[str]:
    """Store a picture unless the reference shows the same; its row of the contact sheet, if any."""
    before = load_picture(file) if file.exists() else None
    found = None if before is None else difference(before, now)
    if found is not None and found.is_none:
        return []
    if not dry:
        save(now, file)
    pictures = {"now": now}
    if before is not None and found is not None:
        pictures = {"before": before, "now": now, "difference": lit(now, found)}
    return [row(file.stem, "new" if found is None else str(found), pictures)]


def lit(now: Pixels, found: Difference) -> Pixels:
    """The picture faint, with what differs in red."""
    faint = (now[: found.mask.shape[0]] // 4 + 191).astype(np.uint8)
    faint[found.mask] = (214, 0, 0)
    return faint


def row(name: str, what: str, pictures: dict[str, Pixels]) -> str:
    """A heading and the pictures side by side."""
    parts = [f"<h2>{escape(name)}: {escape(what)}</h2>"]
    for kind, pixels in pictures.items():
        file = f"{name}-{kind}.png"
        Image.fromarray(pixels).save(SHEET / file)
        parts.append(f'<figure><a href="{file}"><img src="{file}" alt=""></a><figcaption>{kind}</figcaption></figure>')
    return "\n".join(parts)


def sheet(rows: list[str]) -> str:
    """The contact sheet."""
    body = "\n".join(rows) or "<p>Nothing differs.</p>"
    return f'<!doctype html>\n<meta charset="utf-8">\n<title>Pictures</title>\n<style>{STYLE}</style>\n{body}\n'


if __name__ == "__main__":
    main()
