"""Run the page's own modules in Node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import zerosum.faces.web
from zerosum.engines.recording.packed import packed
from zerosum.engines.recording.recorder import Recording
from zerosum.engines.search import Result

PAGE = Path(zerosum.faces.web.__file__).parent / "page"
HERE = Path(__file__).parent

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="the page's own code runs in node")


def answer_of(script: str, given: Any = None) -> Any:
    """The JSON that a script answers: a file of this folder, or its text. It gets JSON on standard input."""
    asked = [str(HERE / script)] if script.endswith(".mjs") else ["--input-type=module", "--eval", script]
    command = ["node", "--import", str(HERE / "harness.mjs"), *asked]
    ran = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def saved(folder: Path, search: tuple[Result, Recording], name: str = "search") -> str:
    """The file of a recorded search, as the page gets it."""
    file = folder / f"{name}.bin"
    result, recording = search
    file.write_bytes(packed(recording, result))
    return str(file)
