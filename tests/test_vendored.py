"""The vendored JavaScript is what was published: by hash here, byte by byte in `tools/vendored.py`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

VENDOR = Path(__file__).parent.parent / "src" / "zerosum" / "faces" / "web" / "page" / "vendor"
LISTED = json.loads((VENDOR / "vendored.json").read_text())


@pytest.mark.parametrize("each", LISTED, ids=lambda each: str(each["file"]))
def test_as_published(each: dict[str, str]) -> None:
    assert hashlib.sha256((VENDOR / each["file"]).read_bytes()).hexdigest() == each["sha256"]


def test_nothing_else_is_vendored_and_each_package_has_its_licence() -> None:
    assert {file.name for file in VENDOR.iterdir()} == {each["file"] for each in LISTED} | {"vendored.json"}
    with_licence = {each["package"] for each in LISTED if each["path"] == "LICENSE"}
    assert with_licence == {each["package"] for each in LISTED}
