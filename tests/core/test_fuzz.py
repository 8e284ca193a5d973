"""Whatever is typed: a result, or one sentence and exit code 2; never a stack trace."""

from __future__ import annotations

import io
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.games import GAMES
from zerosum.core.games.user_files import blaming
from zerosum.faces.cli import main

NAMES = [*(name if name != "gomoku" else "gomoku:9" for name in GAMES), "mancala"]
LITTLE = ["--nodes", "300"]

sizes = st.one_of(
    st.text("0123456789x,misere-", max_size=12),
    st.lists(st.integers(0, 12), min_size=1, max_size=3).map(lambda numbers: "x".join(map(str, numbers))),
    st.lists(st.integers(0, 9), min_size=1, max_size=4).map(lambda numbers: ",".join(map(str, numbers))),
)
specs = st.one_of(
    st.sampled_from(NAMES),
    st.builds(lambda name, size: f"{name}:{size}", st.sampled_from(NAMES), sizes),
    st.text(max_size=10),
)
positions = st.one_of(
    st.text("XO-/WBx:SN,0123456789", max_size=30),
    st.text("XO-", min_size=9, max_size=9),
    st.text("XO-", min_size=16, max_size=16).map(lambda cells: cells + ":X"),
    st.text(max_size=20),
)
moves = st.one_of(
    st.lists(st.integers(-1, 12), max_size=8).map(lambda numbers: " ".join(map(str, numbers))),
    st.text("abcdefgh12345678x-: ,passundo", max_size=20),
    st.text(max_size=20),
)
players = st.one_of(
    st.sampled_from(["random", "perfect", "level:1", "level:9", "depth:2", "mcts:5", "alphabeta", "human"]),
    st.text("levdpthmcts:0123456789", max_size=10),
)


def command(*words: str, stdin: str = "") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(stdin)):
        blaming.LOADED.clear()
        try:
            code = main([word.replace("\x00", "") for word in words])
        except SystemExit as stop:  # --help, --version
            code = int(stop.code or 0)
    return code, out.getvalue(), err.getvalue()


def behaves(*words: str, stdin: str = "", codes: tuple[int, ...] = (0, 2)) -> None:
    code, out, err = command(*words, stdin=stdin)
    assert code in codes, (words, err)
    assert "Traceback" not in out + err
    if code == 2:
        assert err.startswith("zerosum: ")
        assert err.count("\n") == 1
        assert out == "" or words[0] == "play"
    else:
        assert err == "" or "--json" in words


@settings(max_examples=30)
@given(specs, positions)
def test_positions(spec: str, position: str) -> None:
    behaves("analyze", spec, "--position", position, *LITTLE)


@settings(max_examples=100)
@given(st.sampled_from(NAMES), moves)
def test_moves(spec: str, text: str) -> None:
    behaves("review", "mnk:3x3x3" if spec == "mnk" else spec, "--moves", text, *LITTLE)


@settings(max_examples=80)
@given(specs, players, st.lists(st.one_of(moves, st.sampled_from(["hint", "undo", "values", "why 1"])), max_size=6))
def test_playing(spec: str, player: str, typed: list[str]) -> None:
    entries = "\n".join(line.replace("\n", " ") for line in typed)
    behaves("play", spec, "--opponent", player, *LITTLE, stdin=entries)


@settings(max_examples=100)
@given(st.text("()[], 0123456789-x.", max_size=30))
def test_trees(text: str) -> None:
    behaves("tree", *([text] if not text.startswith("-") else [" " + text]))


@settings(max_examples=60)
@given(
    st.lists(
        st.one_of(st.sampled_from(["play", "analyze", "tree", "compare", "match", "-n", "--json"]), specs), max_size=5
    )
)
def test_command_lines(words: list[str]) -> None:
    behaves(*words, *(LITTLE if words and words[0] in ("play", "analyze", "match", "compare") else []))


lines = st.sampled_from(
    [
        "start = (0, 0)",
        "start = 3",
        "start = ()",
        "def to_move(state): return state[1]",
        "def to_move(state): return 5",
        "def moves(state): return 0b110",
        "def moves(state): return -1",
        "def moves(state): return None",
        "def play(state, move): return state[0] + move, 1 - state[1]",
        "def play(state, move): return state",
        "def play(state): return state",
        "def is_over(state): return state[0] > 5",
        "def is_over(state): return 1 / (state[0] - 1)",
        "def utility(state): return 1",
        "def utility(state): return 'x'",
        "def estimate(state): return None",
        "order = 5",
        "order = (1, 2)",
        "sides = 7",
        "sides = ('X', 'O')",
        "margin = True",
        "def draw(state): return 3",
        "import os, (",
        "raise ValueError",
        "canonical = key = 4",
        "name = None",
    ]
)


@settings(max_examples=60)
@given(st.lists(lines, max_size=10))
def test_files(text: list[str]) -> None:
    sound = "\n".join(
        [
            "start = (0, 0)",
            "def to_move(state): return state[1]",
            "def moves(state): return 0b110",
            "def play(state, move): return state[0] + move, 1 - state[1]",
            "def is_over(state): return state[0] > 5",
            "def utility(state): return 1",
        ]
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.py"
        file.write_text("\n".join([sound, *text]))
        behaves("check", str(file), "--positions", "30", "--games", "2", codes=(0, 1, 2))
        behaves("analyze", str(file), *LITTLE)
        behaves("play", str(file), *LITTLE, stdin="1\n2\n")


@settings(max_examples=50)
@given(st.binary(max_size=60))
def test_any_bytes(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.py"
        file.write_bytes(content)
        behaves("check", str(file))
        behaves("review", "--record", str(file))
        behaves("compare", "tictactoe", "-a", "table", "--positions", str(file), "--no-memory")
