"""How many files of the package a command walks through: a reader of an analysis need not open more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import zerosum

PROGRAM = """
import json, sys, threading
from importlib import import_module
from types import FrameType

root, arguments = sys.argv[1], sys.argv[2:]
walked = set()

def profile(frame, event, argument):
    code = frame.f_code
    if event != "call" or not code.co_flags & 1 or not code.co_filename.startswith(root):
        return
    caller = frame.f_back
    while caller is not None:
        if caller.f_code.co_name == "<module>" and caller.f_code.co_filename.startswith(root):
            return  # called while a module is imported
        caller = caller.f_back
    walked.add(code.co_filename)

main = import_module("zerosum.faces.cli").main
threading.setprofile(profile)
sys.setprofile(profile)
main(arguments)
sys.setprofile(None)
print(json.dumps(sorted(walked)), file=sys.stderr)
"""


MOST_FILES = 35


def test_the_walk_of_an_analysis_is_short() -> None:
    root = str(Path(zerosum.__file__).parent)
    # Little time, so that no line of the book is searched for long enough to be worth a compile in the background.
    words = [sys.executable, "-c", PROGRAM, root, "analyze", "connect4", "--moves", "44", "--time", "0.3"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    walked = json.loads(done.stderr.splitlines()[-1])
    assert "cli/analyze.py" in " ".join(walked)
    assert len(walked) <= MOST_FILES, "\n".join(walked)
