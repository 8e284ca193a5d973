"""`zerosum engine`: dialogues in this process and with a process of its own."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from time import perf_counter
from typing import Any

import pytest

from tests.conftest import EXAMPLE, Cli, refused
from zerosum import Engine, load
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games.user_files.blaming import blamed_on_a_file
from zerosum.core.value import Estimate, Margin, Outcome
from zerosum.faces.cli.engine import LoggedOutput, read_lines
from zerosum.faces.cli.protocol import Protocol
from zerosum.faces.cli.protocol_go import read_go, share_of_clock
from zerosum.faces.cli.ugi_text import UGI, info_lines, score_text
from zerosum.faces.cli.vocabulary import depth_of

SOON = 120
"""Seconds after which a test gives up waiting for a line."""


class Conversation:
    """A protocol in this process, or in another, and the lines that it says."""

    protocol: Protocol

    def __init__(self, hear: Any) -> None:
        self.hear = hear
        self.said: Queue[str] = Queue()

    def until(self, beginning: str) -> list[str]:
        """The lines up to the first that begins so."""
        lines = [self.said.get(timeout=SOON)]
        while not lines[-1].startswith(beginning):
            lines.append(self.said.get(timeout=SOON))
        return lines

    def ask(self, line: str, beginning: str) -> str:
        """Say something; the answer that begins so."""
        self.hear(line)
        return self.until(beginning)[-1]

    def remark(self, line: str) -> str:
        """Say something out of place; the sentence that comes back."""
        return self.ask(line, "info string ").removeprefix("info string ")

    def best_move(self, line: str) -> str:
        return self.ask(line, "bestmove ").removeprefix("bestmove ")

    @property
    def silent(self) -> bool:
        return self.said.empty()


@contextmanager
def talk(game: str | Game) -> Iterator[Conversation]:
    """A conversation with the protocol in this process."""
    conversation = Conversation(None)
    game = load(game) if isinstance(game, str) else game
    protocol = Protocol(game, conversation.said.put, blamed_on_a_file)
    conversation.protocol, conversation.hear = protocol, protocol.execute
    yield conversation
    protocol.close()


@contextmanager
def process(*words: str) -> Iterator[tuple[Conversation, subprocess.Popen[str]]]:
    """A conversation with a process of its own."""
    command = [sys.executable, "-m", "zerosum", "engine", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        stdin = engine.stdin

        def hear(line: str) -> None:
            stdin.write(line + "\n")
            stdin.flush()

        conversation = Conversation(hear)

        def listen() -> None:
            assert engine.stdout is not None
            for line in engine.stdout:
                conversation.said.put(line.rstrip("\n"))

        Thread(target=listen, daemon=True).start()
        try:
            yield conversation, engine
        finally:
            engine.kill()


def test_the_introduction() -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("ugi")
        lines = conversation.until("ugiok")
    assert re.fullmatch(r"id name zerosum \d+\.\d+\.\d+ Tic-Tac-Toe", lines[0])
    assert lines[1] == "id author the zerosum authors"
    assert "option name Level type spin default 8 min 1 max 8" in lines
    assert "option name Ties type combo default random var random var first var promising var centre" in lines
    assert "option name Ponder type check default false" in lines


CIRCLE = "a3 a1 b2 a3 a1 b2 "
REPEATING = [
    ("ponghauki", None, CIRCLE, "none"),
    ("ponghauki", None, 2 * CIRCLE, "draw"),
    ("ponghauki", None, 2 * CIRCLE + "a3", "draw"),
    ("ponghauki", "WW/-/BB:W", 2 * CIRCLE, "draw"),
    ("ponghauki", "-W/W/BB:B", CIRCLE[3:] + CIRCLE, "none"),
    ("oware:1x1", None, "1 1", "none"),
    ("oware:1x1", None, "1 1 1", "p2win"),
    ("oware:1x1", "0,0/2,0:N", "1 1", "p2win"),
]
"""The game, where it begins, the moves, and its result: the third time is a draw, in Oware the second time ends it."""


def test_a_dialogue_as_the_match_runner_leads_it() -> None:
    with talk("tictactoe") as conversation:
        assert conversation.ask("ugi", "ugiok") == "ugiok"
        assert conversation.ask("isready", "") == "readyok"
        conversation.hear("uginewgame")
        conversation.hear("position startpos")
        assert conversation.ask("query p1turn", "") == "response true"
        conversation.hear("position startpos moves 4 0")
        assert conversation.ask("query p1turn", "") == "response true"
        conversation.hear("position startpos moves 4 0 8")
        assert conversation.ask("query p1turn", "") == "response false"
        assert conversation.ask("query gameover", "") == "response false"
        assert conversation.ask("query result", "") == "response none"
        assert conversation.ask("query fen", "") == "response O--/-X-/--X"
        assert conversation.ask("query moves", "") == "response 1 2 3 5 6 7"
        assert conversation.ask("query islegal 1", "") == "response true"
        assert conversation.ask("query islegal 4", "") == "response false"
        assert conversation.ask("query islegal nonsense", "") == "response false"
        assert conversation.best_move("go depth 9") in ("2", "6")
        assert not conversation.hear("quit")


@pytest.mark.parametrize(("spec", "start", "moves", "result"), REPEATING)
def test_a_game_ends_by_repetition(spec: str, start: str | None, moves: str, result: str) -> None:
    """Else a match runner, which knows no rules, would go on for ever; what might follow can still be asked."""
    with talk(spec) as conversation:
        conversation.hear(f"position {'startpos' if start is None else f'fen {start}'} moves {moves}")
        assert conversation.ask("query result", "") == f"response {result}"
        assert conversation.ask("query gameover", "") == f"response {str(result != 'none').lower()}"
        assert conversation.ask("query moves", "") != "response"
        conversation.hear("uginewgame")
        assert conversation.ask("query gameover", "") == "response false"


@pytest.mark.parametrize(
    ("position", "result"),
    [("XXX/OO-/---", "p1win"), ("OOO/XX-/X--", "p2win"), ("XOX/XOO/OXX", "draw"), ("---/---/---", "none")],
)
def test_results(position: str, result: str) -> None:
    with talk("tictactoe") as conversation:
        conversation.hear(f"position fen {position}")
        assert conversation.ask("query result", "") == f"response {result}"
        assert conversation.ask("query gameover", "") == f"response {str(result != 'none').lower()}"


def test_no_moves_after_the_end() -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("position fen XXX/OO-/---")
        assert conversation.ask("query moves", "") == "response"
        conversation.hear("go infinite")
        conversation.hear("stop")
        lines = conversation.until("bestmove")
    assert lines[0].startswith("info depth 0 score mate 0 value loss distance 0 exact 1 nodes 0 time")
    assert lines[0].endswith(" pv")
    assert lines[-2:] == ["info string the game is over", "bestmove 0000"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("nonsense", "unknown command 'nonsense'"),
        ("xboard", "unknown command 'xboard'"),
        ("position", "a position is startpos or fen P, then moves and the moves"),
        ("position fen", "a position is startpos or fen P, then moves and the moves"),
        ("position X--/---/---", "a position is startpos or fen P"),
        ("position fen XXX", "a position has 9 cells"),
        ("position startpos moves 4 4", "move 2: cell 4 is taken"),
        ("position startpos moves 44", "move 1: '44' is not a cell number"),
        ("position startpos moves 0 3 1 4 2 8", "move 6: '8' cannot be played: the game is over"),
        ("setoption", "an option is set by setoption name N value V"),
        ("setoption name Level", "an option is set by setoption name N value V"),
        ("setoption Level 3", "an option is set by setoption name N value V"),
        ("setoption name Hash value 3", "there is no option 'Hash'; there are: Level, Seed, Ties, MultiPV, Ponder"),
        ("setoption name Level value 9", "Level is a whole number from 1 to 8, not '9'"),
        ("setoption name level value 0", "Level is a whole number from 1 to 8, not '0'"),
        ("setoption name Seed value x", "Seed is a whole number from 0 to 2147483647, not 'x'"),
        ("setoption name Ties value last", "Ties is one of random, first, promising, centre, not 'last'"),
        ("setoption name Ponder value 1", "Ponder is true or false, not '1'"),
        ("go depth", "depth needs a whole number from 0, not ''"),
        ("go depth -1", "depth needs a whole number from 0, not '-1'"),
        ("go nodes 0", "nodes needs a whole number from 1, not '0'"),
        ("go movetime soon", "movetime needs a whole number from 1, not 'soon'"),
        ("go p1time x", "p1time needs a whole number, not 'x'"),
        ("go p1time 1000", "go has a clock, but no p2time for the player who is to move"),
        ("query", "query: there is no question ''; there are: p1turn, chance, roll, gameover, result, fen, moves"),
        ("query weather", "query: there is no question 'weather'"),
        ("ponderhit", "ponderhit: there was no go ponder"),
        ("x" * 100_000, "unknown command"),
    ],
)
def test_what_is_out_of_place_changes_nothing(line: str, sentence: str) -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("position startpos moves 0")
        remark = conversation.remark(line)
        assert sentence in remark
        assert len(remark) < 500
        assert conversation.ask("query fen", "") == "response X--/---/---"
        assert conversation.silent


def test_what_needs_no_answer_gets_none() -> None:
    with talk("tictactoe") as conversation:
        for line in ("", "   \t", "stop", "wait"):
            assert conversation.hear(line)
        assert conversation.silent


def test_words_that_mean_nothing_to_go_are_ignored() -> None:
    with talk("tictactoe") as conversation:
        assert conversation.remark("go searchmoves 3 depth 2") == "go: ignored searchmoves 3"
        assert conversation.until("bestmove")


def test_what_is_known_of_every_move() -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("position fen X-O/-O-/X--")
        conversation.hear("go")
        lines = conversation.until("bestmove")
    assert lines[-1] == "bestmove 3"
    assert re.fullmatch(r"info nodes \d+ time \d+ nps \d+", lines[-2])
    *_, position, first, second, third, fourth, last = lines[:-2]
    assert re.fullmatch(
        r"info depth 5 score mate 1 value win distance 1 exact 1 nodes \d+ time \d+ nps \d+ pv 3", position
    )
    assert first == "info depth 5 multipv 1 move 3 score mate 1 value win distance 1 exact 1 best 1 pv 3"
    assert second.startswith("info depth 5 multipv 2 move 7 score mate 3 value win distance 3 exact 1 best 0 pv 7 ")
    assert third.startswith("info depth 5 multipv 3 move 8 ")
    assert fourth.startswith("info depth 5 multipv 4 move 1 score cp 0 value draw distance 5 exact 1 best 0 pv 1 ")
    assert last.startswith("info depth 5 multipv 5 move 5 ")


def test_scores() -> None:
    plain, margins = load("tictactoe"), load("othello:4")
    assert score_text(plain, Estimate(-12, 3)) == "score cp -12 value estimate"
    assert score_text(margins, Estimate(-12, 3)) == "score cp -1200 value estimate"
    assert score_text(margins, Margin(-8)) == "score cp -800 value loss margin -8"
    assert score_text(margins, Margin(0)) == "score cp 0 value draw margin 0"
    assert score_text(plain, Outcome(1)) == "score cp 990000 value win"
    assert score_text(plain, Outcome(-1)) == "score cp -990000 value loss"


def test_depths() -> None:
    game = load("connect4:8x6")
    analyses = list(Engine(game).stream(depth=3))
    assert [depth_of(analysis) for analysis in analyses] == [0, 1, 2, 3]
    assert len(list(info_lines(game, game.start, analyses[-1], 1.0, 0))) == 9
    assert len(list(info_lines(game, game.start, analyses[-1], 1.0, 2))) == 3


def test_options_hold() -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("setoption name ties value First")
        conversation.hear("setoption name MultiPV value 2")
        conversation.hear("go")
        lines = conversation.until("bestmove")
        assert lines[-1] == "bestmove 0"
        assert "multipv 2 " in lines[-3]
        conversation.hear("setoption name Ponder value true")
        conversation.hear("go")
        assert re.fullmatch("bestmove 0 ponder 4", conversation.until("bestmove")[-1])
        conversation.hear("setoption name Level value 1")
        conversation.hear("setoption name Seed value 5")
        moves = {conversation.best_move("go").split()[0] for _ in range(20)}
        assert len(moves) > 3


def test_no_reply_is_expected_where_the_same_side_moves_again() -> None:
    with talk("kalah:3x2") as conversation:
        conversation.hear("setoption name Ponder value true")
        conversation.hear("setoption name Ties value first")
        conversation.hear("position fen 0,4,0,1/1,2,2,2:N")
        conversation.hear("go")
        lines = conversation.until("bestmove")
        assert lines[-1] == "bestmove 2"
        assert any(line.endswith(" pv 2 1") for line in lines)


def test_what_is_announced_holds_until_something_else_is_set() -> None:
    with talk("tictactoe") as conversation:
        conversation.hear("ugi")
        announced = dict(
            re.findall(r"option name (\w+) type spin default (\d+)", "\n".join(conversation.until("ugiok")))
        )
        used = conversation.protocol.engine._analyst
        assert {"Threads": str(used.threads), "Memory": str(used.memory)}.items() <= announced.items()
        conversation.hear("setoption name Threads value 4")
        conversation.hear("setoption name Memory value 1")
        used = conversation.protocol.engine._analyst
        assert (used.threads, used.memory) == (4, 1)


def test_more_memory_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(engine: Engine, seconds: float | None) -> None:
        raise MemoryError

    with talk("tictactoe") as conversation:
        assert "Memory is a whole number from 1 to" in conversation.remark("setoption name Memory value 1048576000")
        monkeypatch.setattr(Engine, "prepare", prepare)
        assert conversation.remark("isready") == "out of memory"
        assert conversation.ask("query p1turn", "") == "response true"


def test_a_new_game_forgets_everything() -> None:
    with talk("connect4:8x6") as conversation:
        conversation.hear("position startpos moves 4")
        conversation.hear("go infinite")
        conversation.hear("uginewgame")
        assert conversation.until("bestmove")
        assert conversation.ask("query p1turn", "") == "response true"


def test_everything_is_answered_while_it_thinks() -> None:
    with talk("connect4:8x6") as conversation:
        conversation.hear("go infinite")
        assert conversation.until("info depth 3")
        assert conversation.ask("isready", "readyok")
        assert conversation.ask("query p1turn", "response") == "response true"
        assert conversation.remark("go depth 1") == "go: already thinking; send stop first"
        assert conversation.remark("wait") == "wait: this search ends with stop only"
        assert conversation.remark("ponderhit") == "ponderhit: there was no go ponder"
        conversation.hear("position startpos moves 4")
        assert conversation.ask("query p1turn", "response") == "response false"
        began = perf_counter()
        assert conversation.best_move("stop") in "1234567"
        assert perf_counter() - began < 2
        assert conversation.silent


def test_infinite_waits_for_stop_although_all_is_known() -> None:
    with talk("nim:1,2") as conversation:
        conversation.hear("go infinite")
        assert conversation.until("info depth 3 score mate 3 value win distance 3 exact 1")
        conversation.until("info depth 3 multipv 3")
        assert conversation.silent
        assert conversation.best_move("stop") == "2:1"


@pytest.mark.parametrize("command", ["stop", "ponderhit", "wait"])
def test_an_answer_that_comes_while_a_command_is_obeyed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with talk("nim:1,2") as conversation:
        conversation.hear("go ponder")
        thinking = [conversation.protocol.thinking]
        if command == "wait":
            conversation.protocol.execute("ponderhit")
        monkeypatch.setattr(Protocol, "thinking", property(lambda self: thinking.pop() if thinking else None))
        assert conversation.hear(command)
        monkeypatch.undo()


def test_an_answer_is_whole_before_anything_else() -> None:
    """The other side may read slowly, or answer before the last line is done here."""
    said: list[str] = []
    begun, read = Event(), Event()

    def say(line: str) -> None:
        if line.startswith("bestmove"):
            begun.set()
            read.wait(SOON)
        said.append(line)

    protocol = Protocol(load("nim:1,2"), say, blamed_on_a_file)
    for command in ("go", "wait", "stop"):
        protocol.execute("go")
        assert begun.wait(SOON)
        assert protocol.thinking is not None
        obeying = Thread(target=protocol.execute, args=[command], daemon=True)
        obeying.start()
        read.set()
        obeying.join(SOON)
        protocol.execute("wait")
        answers = [line for line in said if line.startswith(("bestmove", "info string"))]
        assert answers == ["bestmove 2:1"] * (2 if command == "go" else 1)
        assert said[-1].startswith("bestmove")
        said.clear()
        begun.clear()
        read.clear()


def test_pondering() -> None:
    with talk("nim:1,2") as conversation:
        conversation.hear("go ponder p1time 1000 p2time 1000")
        conversation.until("info depth 3 multipv 3")
        assert conversation.silent
        assert conversation.best_move("ponderhit") == "2:1"
    with talk("connect4:8x6") as conversation:
        conversation.hear("go ponder movetime 50")
        conversation.until("info depth 4")
        assert conversation.best_move("ponderhit")
        conversation.hear("go ponder movetime 50")
        assert conversation.best_move("stop")


@pytest.mark.parametrize(
    "limits",
    [
        "movetime 200",
        "p1time 4000 p2time 10 p1inc 0 p2inc 0",
        "p1time 100 p2time 10 p1inc 100 p2inc 0 movestogo 1",
        "p1time -20 p2time 10",
        "movetime 1",
        "nodes 500",
        "depth 0",
    ],
)
def test_limits_hold(limits: str) -> None:
    with talk("connect4:8x6") as conversation:
        began = perf_counter()
        assert conversation.best_move(f"go {limits}") in "1234567"
        assert perf_counter() - began < 2


def test_more_time_than_a_system_can_wait() -> None:
    with talk("tictactoe") as conversation:
        assert conversation.best_move("go movetime 999999999999999")


def test_a_clock_is_not_spent_on_what_is_settled() -> None:
    with talk("connect4:8x6") as conversation:
        conversation.hear("position startpos moves 1 2 1 2 1 2")
        began = perf_counter()
        assert conversation.best_move("go p1time 6000000 p2time 6000000") == "1"
        assert perf_counter() - began < SOON


def test_shares_of_the_clock() -> None:
    for left in (-10, 0, 1, 50, 1000, 600_000):
        for increment in (0, 10, 5000):
            for moves in (1, 2, 20, 100):
                assert 0 <= share_of_clock(left, increment, moves) <= max(0, 0.8 * left)
    go, unknown = read_go(["movetime", "500", "p1time", "1000", "p2time", "1000"], UGI)
    assert go.seconds(0) == 0.05
    assert unknown == []
    assert read_go([], UGI)[0].seconds(1) is None
    with pytest.raises(BadRequest, match="movestogo needs a whole number from 1"):
        read_go(["movestogo", "0"], UGI)


SLOW = """
from threading import Event

name = "Slow"
start = (0, 0)
AWAKE = Event()


def to_move(state):
    return state[1]


def moves(state):
    return 0b11


def play(state, move):
    if state[0] > 1:
        AWAKE.wait({pause})
    {trouble}
    return state[0] + 1, 1 - state[1]


def is_over(state):
    return state[0] == 60


def utility(state):
    return 1
"""


def slow_game(folder: Path, pause: str = "0.01", trouble: str = "pass") -> str:
    file = folder / "slow.py"
    file.write_text(SLOW.format(pause=pause, trouble=trouble))
    return str(file)


def test_slow_rules_do_not_keep_the_answer_from_coming(tmp_path: Path) -> None:
    """A thousand of these moves take ten seconds, and the clock is only looked at so often."""
    with talk(slow_game(tmp_path)) as conversation:
        began = perf_counter()
        assert conversation.best_move("go movetime 300") in "01"
        assert perf_counter() - began < 3
        conversation.hear("uginewgame")
        conversation.hear("go infinite")
        conversation.until("info depth 0")
        assert conversation.best_move("stop") in "01"
        assert perf_counter() - began < 6


def test_rules_that_never_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.faces.cli.protocol_go.STOP_SECONDS", 0.1)
    game = load("tictactoe")
    release = Event()

    def hung(state: Any) -> Any:
        release.wait(SOON)
        return game.rules.moves(state)

    with talk(replace(game, rules=replace(game.rules, moves=hung))) as conversation:
        conversation.hear("go infinite")
        conversation.hear("stop")
        assert conversation.ask("isready", "") == "readyok"
        assert conversation.remark("go") == "go: already thinking; send stop first"
        release.set()
        assert conversation.until("bestmove")


def test_an_answer_that_did_not_wait_leaves_the_engine_free() -> None:
    game = load("tictactoe")
    release = Event()

    def slow(state: Any) -> Any:
        if state != game.start:
            release.wait(SOON)
        return game.rules.moves(state)

    with talk(replace(game, rules=replace(game.rules, moves=slow))) as conversation:
        assert conversation.best_move("go movetime 20")
        for _ in range(2):  # while the rules have not come back yet, and when they have
            Thread(target=conversation.hear, args=["isready"], daemon=True).start()
            assert conversation.until("readyok")
            release.set()
            assert conversation.best_move("go depth 1")


def test_rules_that_raise_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.core.games.user_files.blaming.LOADED", [])
    file = slow_game(tmp_path, pause="0", trouble="1 // (5 - state[0])")
    with talk(file) as conversation:
        conversation.hear("go")
        lines = conversation.until("bestmove")
        assert lines[-3].startswith(f"info string {file}, line 20 in play: ZeroDivisionError")
        assert lines[-1] in ("bestmove 0", "bestmove 1")
        assert "line 20 in play: ZeroDivisionError" in conversation.remark("position startpos moves 0 0 0 0 0 0")
        assert conversation.ask("query p1turn", "") == "response true"


def test_rules_that_raise_before_anything_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.core.games.user_files.blaming.LOADED", [])
    with talk(slow_game(tmp_path, trouble="raise MemoryError")) as conversation:
        conversation.hear("go")
        lines = conversation.until("bestmove")
    assert "line 20 in play: MemoryError" in lines[0]
    assert lines[1] == "bestmove 0000"


def test_move_texts_that_raise() -> None:
    def illegible(state: Any, move: Any) -> str:
        raise KeyError(move)

    game = load("nim:1,2")
    with talk(replace(game, text=replace(game.text, write_move=illegible))) as conversation:
        conversation.hear("go")
        complaint, answer = conversation.until("bestmove")[-2:]
        assert complaint.startswith("info string KeyError")
        assert answer == "bestmove 0000"


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*anything: object) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr("zerosum.faces.cli.protocol.read_go", broken)
    with talk("tictactoe") as conversation, pytest.raises(RuntimeError, match="oops"):
        conversation.hear("go")
    monkeypatch.undo()
    monkeypatch.setattr("zerosum.faces.cli.protocol_go.Search._info_lines", broken)
    with talk("tictactoe") as conversation:
        assert conversation.remark("go") == "RuntimeError oops"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["shogi"], "there is no game 'shogi'"),
        ([], "the following arguments are required: GAME"),
        (["no_such.py"], "there is no file 'no_such.py'"),
        (["othello", "--count-from", "1"], "nothing to choose"),
        (["tictactoe", "--log", "no/such/folder/x"], "cannot be written: its folder does not exist"),
        (["tictactoe", "--log", "/"], "cannot be written: it is a folder"),
    ],
)
def test_what_is_refused(cli: Cli, words: list[str], message: str) -> None:
    assert message in refused(cli("engine", *words))


def test_the_command(cli: Cli) -> None:
    run = cli("engine", "tictactoe", "--count-from", "1", stdin="position startpos moves 5 1\ngo depth 9\nwait\n")
    assert run.code == 0
    assert re.search(r"^bestmove [1-9]$", run.out, re.MULTILINE)
    assert run.err == ""


def test_the_end_of_input_ends_the_search_with_an_answer(cli: Cli) -> None:
    for stdin in ("go infinite\n", "go infinite\nquit\nisready\n", "go infinite"):
        run = cli("engine", "connect4:8x6", stdin=stdin)
        assert run.code == 0
        assert re.fullmatch("bestmove [1-7]", run.out.splitlines()[-1])
        assert "readyok" not in run.out


def test_the_log(cli: Cli, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("0.000 > kept\n")
    assert cli("engine", "tictactoe", "--log", str(log), stdin="isready\nquery p1turn\nquit\n").code == 0
    lines = [re.sub(r"^\d+\.\d{3} ", "", line) for line in log.read_text().splitlines()]
    assert lines == ["> kept", "> isready", "< readyok", "> query p1turn", "< response true", "> quit"]


def test_a_log_on_a_full_disk_does_not_end_the_game(cli: Cli) -> None:
    run = cli("engine", "tictactoe", "--log", "/dev/full", stdin="isready\nquery p1turn\n")
    assert run.out == "readyok\nresponse true\n"
    assert run.code == 2
    assert run.err == "zerosum: '/dev/full' cannot be written: No space left on device\n"


def test_what_a_game_prints_does_not_disturb(cli: Cli, tmp_path: Path) -> None:
    file = slow_game(tmp_path, pause="0", trouble="print('hello')")
    run = cli("engine", file, stdin="position startpos moves 0\nquery p1turn\n")
    assert run.out == "response false\n"
    assert set(run.err.splitlines()) == {"hello"}


def test_a_wire_that_breaks() -> None:
    class Gone:
        def write(self, text: str) -> int:
            raise BrokenPipeError

    wire = LoggedOutput(Gone())  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(BrokenPipeError):
            wire.say("hello")
    assert isinstance(wire.broken, BrokenPipeError)
    protocol = Protocol(load("tictactoe"), wire.say, blamed_on_a_file)
    protocol.execute("go")
    protocol.close()
    assert protocol.thinking is None


@pytest.mark.proof
def test_nobody_listens() -> None:
    command = f"{sys.executable} -m zerosum engine connect4:8x6"
    for lines in ("go infinite\\nisready", "go depth 3\\nwait\\nisready"):
        script = f"(printf '{lines}\\n'; cat) | {command} | true; echo ${{PIPESTATUS[1]}}"
        done = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert (done.stdout, done.stderr) == ("0\n", "")
    done = subprocess.run(
        ["bash", "-c", f"echo isready | {command} > /dev/full"], capture_output=True, text=True, timeout=SOON
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "zerosum: the output cannot be written: No space left on device\n"


def test_nobody_listens_but_somebody_could_still_speak() -> None:
    command = [sys.executable, "-m", "zerosum", "engine", "connect4:8x6"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdout.close()
        engine.stdin.write("go infinite\n")
        engine.stdin.flush()
        assert engine.wait(SOON) == 0
        assert engine.stderr.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize(("spec", "line"), [("tictactoe", "isready"), ("connect4:8x6", "go infinite")])
def test_ctrl_c(spec: str, line: str) -> None:
    """While it waits for a command, and while it searches."""
    with process(spec) as (conversation, engine):
        conversation.ask(line, "")
        engine.send_signal(signal.SIGINT)
        assert engine.wait(SOON) == 130
        assert engine.stderr is not None
        assert engine.stderr.read() == "zerosum: stopped\n"


def test_stop_returns_promptly_from_a_big_game() -> None:
    with process("connect4:8x6") as (conversation, engine):
        conversation.ask("ugi", "ugiok")
        conversation.hear("go infinite")
        conversation.until("info depth 5 ")
        began = perf_counter()
        assert conversation.ask("isready", "readyok")
        assert conversation.best_move("stop") in "1234567"
        assert perf_counter() - began < 5
        conversation.hear("quit")
        assert engine.wait(SOON) == 0


def test_eof_ends_the_process() -> None:
    with process("connect4:8x6") as (conversation, engine):
        conversation.ask("go infinite", "info depth 2")
        assert engine.stdin is not None
        engine.stdin.close()
        assert conversation.until("bestmove")
        assert engine.wait(SOON) == 0


def test_an_input_that_breaks_has_come_to_its_end() -> None:
    class Cut(StringIO):
        def __next__(self) -> str:  # type: ignore[override]
            line = self.readline()
            if not line:
                raise OSError(errno.EIO, "Input/output error")
            return line

    assert [line for line in read_lines(Cut("isready\nugi\n")) if line is not None] == ["isready\n", "ugi\n"]


@pytest.mark.proof
@pytest.mark.parametrize("game", ["tictactoe", EXAMPLE])
def test_a_whole_game_between_two_engines(game: str) -> None:
    """As a match runner does it, which knows no rules: the engines say whose turn it is and who has won."""
    with process(game) as (first, one), process(game) as (second, two):
        for player in (first, second):
            player.ask("ugi", "ugiok")
            player.hear("uginewgame")
            player.ask("isready", "readyok")
        moves: list[str] = []
        while first.ask("query gameover", "response") == "response false":
            turn = first if first.ask("query p1turn", "response") == "response true" else second
            moves.append(turn.best_move("go p1time 60000 p2time 60000 p1inc 100 p2inc 100"))
            for player in (first, second):
                player.hear(f"position startpos moves {' '.join(moves)}")
                player.ask("isready", "readyok")
        results = {player.ask("query result", "response") for player in (first, second)}
        assert len(results) == 1
        for player, engine in ((first, one), (second, two)):
            player.hear("quit")
            assert engine.wait(SOON) == 0
    rules = load(game)
    end = rules.after(rules.read_moves(" ".join(moves)))
    won = Engine(rules).analyze().value
    assert rules.is_over(end)
    utility = rules.utility(end)
    assert (utility > 0) - (utility < 0) == (0 if isinstance(won, Estimate) else won.result)
