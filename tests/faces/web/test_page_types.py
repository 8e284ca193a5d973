"""The types with which the page's JavaScript is checked are those of the server's answers."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.places import ROOT

TOOLS = ROOT / "tools" / "page"


def test_the_types_of_the_answers_are_current() -> None:
    ran = subprocess.run(
        [sys.executable, TOOLS / "api_types.py", "--check"], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr


def test_the_packages_are_pinned_without_a_registry_of_their_own() -> None:
    wanted = json.loads((TOOLS / "package.json").read_text())["devDependencies"]
    locked = json.loads((TOOLS / "package-lock.json").read_text())["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert not [name for name, package in locked.items() if "resolved" in package]
    assert not [name for name, package in locked.items() if name and "integrity" not in package]
    vendored = json.loads((TOOLS.parent.parent / "src/zerosum/faces/web/page/vendor/vendored.json").read_text())
    assert {(each["package"], each["version"]) for each in vendored} <= set(wanted.items()), (
        "the types are of what runs"
    )
