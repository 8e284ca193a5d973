"""A chess engine for tests: it plays moves that it is told, or misbehaves as it is told.

python fake_engine.py MOVE [MOVE ...]       answers with these moves, one after the other
python fake_engine.py silent | ends | mute  never answers a go, ends at the first go, never says uciok
python fake_engine.py talks | closes        says more and more after a go, closes its output at the first go
python fake_engine.py started FILE MOVE     starts another process, writes its number to the file, and plays the move
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


moves = iter(sys.argv[1:])
if "started" in sys.argv:
    next(moves)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(next(moves)).write_text(str(child.pid))
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci" and "mute" not in sys.argv:
        say("id name fake\noption name Hash type spin default 1 min 1 max 1\nuciok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        move = next(moves)
        if move == "ends":
            sys.exit(3)
        if move == "closes":
            os.close(sys.stdout.fileno())
            continue
        while move == "talks":
            say("info string still here")
        if move != "silent":
            score = "mate 1" if move == "a1a8" else "cp 31"
            say(f"info depth 4 score {score} nodes 77 pv {move}\nbestmove {move}")
    elif word == "quit":
        break
