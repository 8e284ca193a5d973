"""The Universal Chess Interface, line by line and as python-chess speaks it. No search here is worth a compile."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from tests.faces.cli.test_cli_engine import Conversation, talk
from zerosum.faces.cli.protocol_go import read_go
from zerosum.faces.cli.uci_text import UCI

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"


@pytest.fixture
def chess() -> Iterator[Conversation]:
    with talk("chess") as conversation:
        yield conversation


def test_the_introduction(chess: Conversation) -> None:
    chess.hear("uci")
    lines = chess.until("uciok")
    assert lines[0].startswith("id name zerosum ")
    names = [line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]]
    assert names == ["Hash", "Threads", "MultiPV", "Ponder", "Skill Level", "Move Overhead"]


def test_the_other_words_are_there_for_who_asks(chess: Conversation) -> None:
    assert chess.ask("ugi", "ugiok") == "ugiok"
    chess.hear("position startpos")
    assert chess.best_move("go nodes 50") in chess.ask("query moves", "response")
    with talk("tictactoe") as other:
        assert other.ask("uci", "uciok") == "uciok"
        assert other.best_move("go nodes 50").split()[0].isdigit()


@pytest.mark.parametrize(
    "go",
    [
        "go nodes 200",
        "go depth 1",
        "go mate 1",
        "go movetime 60",
        "go wtime 1000 btime 1000",
        "go wtime 600 btime 600 winc 20 binc 20 movestogo 10",
    ],
)
def test_a_mate_is_found_and_written_as_the_protocol_does(chess: Conversation, go: str) -> None:
    chess.hear("ucinewgame")
    chess.hear(f"position fen {MATE_IN_ONE}")
    chess.hear(go)
    lines = chess.until("bestmove")
    assert lines[-1] == "bestmove a1a8"
    assert any(" score mate 1 " in line and line.endswith(" pv a1a8") for line in lines)


def test_info_lines_and_the_expected_reply(chess: Conversation) -> None:
    chess.hear("position startpos moves e2e4 e7e5")
    chess.hear("go nodes 800")
    *lines, answer = chess.until("bestmove")
    assert re.fullmatch("bestmove [a-h][1-8][a-h][1-8] ponder [a-h][1-8][a-h][1-8]", answer)
    form = r"info depth \d+ seldepth \d+ score cp -?\d+ nodes \d+ time \d+ nps \d+ pv( [a-h][1-8][a-h][1-8][qrbn]?)+"
    assert all(re.fullmatch(form, line) for line in lines[:-1])
    assert answer.split()[1] == lines[-2].split(" pv ")[1].split()[0]


def test_several_lines(chess: Conversation) -> None:
    chess.hear("setoption name MultiPV value 3")
    chess.hear("position startpos")
    chess.hear("go depth 1")
    lines = chess.until("bestmove")
    assert [line.split(" multipv ")[1].split()[0] for line in lines if " multipv " in line][-3:] == ["1", "2", "3"]


def test_infinite_and_ponder(chess: Conversation) -> None:
    chess.hear(f"position fen {MATE_IN_ONE}")
    chess.hear("go infinite")
    assert chess.best_move("stop") == "a1a8"
    chess.hear("go ponder wtime 1000 btime 1000")
    assert chess.best_move("ponderhit") == "a1a8"
    assert chess.remark("ponderhit") == "ponderhit: there was no go ponder"


def test_what_has_no_answer(chess: Conversation) -> None:
    chess.hear(f"position fen {MATED}")
    assert chess.best_move("go nodes 100") == "(none)"
    assert "no btime for the player" in chess.remark("go wtime 1000")
    assert "move 1: " in chess.remark("position startpos moves e2e5")
    assert "Skill Level is a whole number from 1 to " in chess.remark("setoption name Skill Level value 0")


@pytest.mark.parametrize("level", [1, 5, 8])
def test_skill_levels_move(chess: Conversation, level: int) -> None:
    chess.hear(f"setoption name Skill Level value {level}")
    chess.hear("position startpos moves e2e4")
    assert chess.best_move("go nodes 60")[0] in "abcdefgh"


@pytest.mark.parametrize(
    ("words", "depth"), [("mate 2", 3), ("depth 5 mate 2", 3), ("depth 2 mate 9", 2), ("wtime 5 btime 5", None)]
)
def test_a_mate_in_moves_is_a_depth_in_plies(words: str, depth: int | None) -> None:
    go, unknown = read_go(words.split(), UCI)
    assert (go.depth, unknown) == (depth, [])


def test_python_chess_plays_and_analyses() -> None:
    chess = pytest.importorskip("chess")
    engine_module = pytest.importorskip("chess.engine")
    # Without numba, since a compile would take longer than the test.
    program = "import sys; sys.modules['numba'] = None; from zerosum.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "engine", "chess"]
    with engine_module.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        while len(board.move_stack) < 4:
            result = engine.play(board, engine_module.Limit(nodes=150), info=engine_module.INFO_ALL)
            assert result.move in board.legal_moves
            assert result.info["nodes"] <= 150
            board.push(result.move)
        mate = chess.Board(MATE_IN_ONE)
        assert engine.play(mate, engine_module.Limit(time=0.1)).move == chess.Move.from_uci("a1a8")
        infos = engine.analyse(mate, engine_module.Limit(nodes=300), multipv=2)
        assert len(infos) == 2
        assert infos[0]["score"].relative.mate() == 1
