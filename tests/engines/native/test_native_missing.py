"""Without numba: every command that was asked for the native tier answers with the line that installs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HIDDEN = """
import contextlib, importlib.util, io, json, sys
find_spec = importlib.util.find_spec
def is_hidden(name): return name.partition(".")[0] in ("numba", "llvmlite")
importlib.util.find_spec = lambda name, package=None: None if is_hidden(name) else find_spec(name, package)
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if is_hidden(name):
            raise ModuleNotFoundError(f"No module named {name!r}")
sys.meta_path.insert(0, Hidden())
from zerosum.faces.cli import main
answers = []
for words in json.loads(sys.argv[1]):
    out, error = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO("isready\\nquit")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        code = main(words.split())
    answers.append([code, out.getvalue(), error.getvalue()])
print(json.dumps(answers))
"""

REFUSED = (
    "analyze tictactoe --tier native",
    "analyze connect4 --tier native",
    "analyze connect4 --tier native --json",
    "play tictactoe --tier native",
    "play tictactoe --opponent alphabeta --tier native",
    "play tictactoe --opponent mcts:50 --tier native",
    "compare tictactoe --tier native",
    "compare tictactoe -a minimax --growth 2-3 --tier native",
    "match alphabeta random tictactoe --tier native",
    "match perfect random tictactoe --tier native",
    "review tictactoe --moves 4,0 --tier native",
    "book connect4:4x4 --plies 1 --out any.book",
)

ANSWERED = ("analyze tictactoe", "check nim:2,2", "match perfect random nim:2,2 -n 1", "engine nim:2,2")


def test_the_line_that_installs_it_is_the_whole_answer(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", HIDDEN, json.dumps(REFUSED + ANSWERED)],
        cwd=tmp_path,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = dict(zip(REFUSED + ANSWERED, json.loads(ran.stdout), strict=True))
    for words in REFUSED:
        assert answers[words] == [2, "", "zerosum: the native tier needs numba: pip install 'zerosum[native]'\n"], words
    for words in ANSWERED:
        code, out, error = answers[words]
        assert (code, error) == (0, ""), (words, error)
        assert out, words
