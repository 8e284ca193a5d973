"""What counts as a difference between two pictures, on small drawn ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.visual.difference import MOST_FLAT, TOLERANCE, difference

PAPER, INK, ACCENT = (255, 255, 255), (22, 24, 28), (0, 90, 140)
LARGE = 4
"""Drawn so many times larger and made smaller, so that edges are antialiased."""


def picture(
    *, text: float = 0, button: int = 0, accent: tuple[int, int, int] = ACCENT, line: bool = True, star: bool = True
) -> Image.Image:
    """A screen in small: a text that may stand elsewhere by a fraction of a pixel, a button, a winning line, a star."""
    image = Image.new("RGB", (160 * LARGE, 120 * LARGE), PAPER)
    draw = ImageDraw.Draw(image)

    def at(*places: float) -> list[float]:
        return [LARGE * place for place in places]

    for row in range(3):  # three lines of letters
        for letter in range(12):
            left, top = 10 + 7 * letter + text, 8 + 12 * row + text
            draw.line(at(left, top, left + 4, top + 8), INK, LARGE)
            draw.line(at(left + 4, top, left, top + 8), INK, LARGE)
    draw.rounded_rectangle(at(10 + button, 60, 60 + button, 80), 4 * LARGE, fill=accent)
    draw.rectangle(at(80, 60, 150, 100), outline=INK, width=LARGE)
    if line:
        draw.line(at(85, 80, 145, 80), INK, 4 * LARGE)
    if star:
        draw.polygon(at(30, 90, 34, 102, 24, 95, 36, 95, 26, 102), fill=INK)
    return image.resize((160, 120), Image.Resampling.BOX)


SAME: dict[str, Callable[[], Image.Image]] = {
    "the same": picture,
    "letters half a pixel further": lambda: picture(text=0.5),
    "letters a pixel further": lambda: picture(text=1),
    "everything a pixel to the right": lambda: ImageChops.offset(picture(), 1, 0),
    "everything a pixel down": lambda: ImageChops.offset(picture(), 0, 1),
    "softer edges": lambda: picture().filter(ImageFilter.Kernel((3, 3), [0, 1, 0, 1, 12, 1, 0, 1, 0])),
    "a colour within the tolerance": lambda: picture(accent=(0, 90 + TOLERANCE, 140)),
    "one pixel of dirt": lambda: with_dirt(1),
    "a page that is two pixels higher": lambda: higher(2),
}

OTHER: dict[str, Callable[[], Image.Image]] = {
    "no winning line": lambda: picture(line=False),
    "no star": lambda: picture(star=False),
    "a button moved by three pixels": lambda: picture(button=3),
    "a button moved by ten pixels": lambda: picture(button=10),
    "letters moved by three pixels": lambda: picture(text=3),
    "another colour": lambda: picture(accent=(0, 114, 178)),
    "a colour just beyond the tolerance": lambda: picture(accent=(0, 90 + TOLERANCE + 1, 140)),
    "no thin frame": lambda: covered(78, 58, 152, 62),
    "dirt": lambda: with_dirt(MOST_FLAT),
    "a page that is ten pixels higher": lambda: higher(10),
}


def covered(*box: int) -> Image.Image:
    """The picture with a rectangle of paper over it."""
    image = picture()
    ImageDraw.Draw(image).rectangle(box, fill=PAPER)
    return image


def with_dirt(pixels: int) -> Image.Image:
    """So many black pixels side by side on the empty paper, inside one tile."""
    image = picture()
    ImageDraw.Draw(image).line((130, 20, 129 + pixels, 20), INK)
    return image


def higher(pixels: int) -> Image.Image:
    image = Image.new("RGB", (160, 120 + pixels), PAPER)
    image.paste(picture())
    return image


@pytest.mark.parametrize("name", SAME)
def test_what_another_rasteriser_does_is_no_difference(name: str) -> None:
    assert difference(np.asarray(picture()), np.asarray(SAME[name]())).is_none


@pytest.mark.parametrize("name", OTHER)
def test_what_a_person_would_see_is_a_difference(name: str) -> None:
    found = difference(np.asarray(picture()), np.asarray(OTHER[name]()))
    assert not found.is_none
    assert "differ" in str(found) or "instead of" in str(found)
