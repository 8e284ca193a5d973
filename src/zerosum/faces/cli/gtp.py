"""The Go Text Protocol, version 2: a player of Go for the programs that Go players use.

A command is a line, `[id] name arguments`; an answer is `=[id] text` or `?[id] error` and a blank line. Commands are
answered in their order. A search runs in a thread of its own, so that the comment `# interrupt`, which GoGui sends, can
end it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor, isfinite
from threading import Thread
from time import perf_counter

from zerosum import __version__
from zerosum.answers.play.engine import Engine
from zerosum.core.errors import BadMove, BadRequest, BadSpec, ZerosumError
from zerosum.core.escaping import shortened
from zerosum.core.files import read_bytes
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.go_sgf import komi_of, main_lines, margin_text, size_of
from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.faces.cli.gtp_clock import Clock
from zerosum.faces.cli.protocol import usual_vocabulary

COLOURS = {"b": FIRST, "black": FIRST, "w": SECOND, "white": SECOND}

PREPARE_SECONDS = 20.0
"""How long a search without a clock waits for machine code at first: plain Python answers after that."""


class Gtp:
    """The state of one session: `execute` takes a line, `say` sends an answer.

    The rules know whole komi only. Of 6.5 they take 6; the half point, which makes White the winner of draws, is in
    `final_score`.
    """

    def __init__(self, game: Game, say: Callable[[str], None], table: SolvedTable | bool = True) -> None:
        """Set up the board of a game of Go."""
        if game.spec.partition(":")[0] != "go":
            other = usual_vocabulary(game).name.upper()
            raise BadRequest(f"GTP is for Go, as in zerosum engine go --protocol gtp, and {game.name} has {other}")
        self.say = say
        self.table = table
        self.game = game
        self.komi: float = -game.rules.utility(game.start)
        self.states = [game.start]
        self.clocks = {FIRST: Clock(), SECOND: Clock()}
        self._engine: Engine | None = None
        self._search: Thread | None = None
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "zerosum",
            "version": lambda words: __version__,
            "known_command": lambda words: "true" if self.is_known(" ".join(words)) else "false",
            "list_commands": lambda words: "\n".join([*self._commands, *SEARCHES]),
            "quit": lambda words: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": self.set_komi,
            "play": self.play,
            "undo": self.undo,
            "showboard": lambda words: "\n" + self.game.text.draw(self.state),
            "final_score": lambda words: margin_text(self.margin()),
            "time_settings": self.set_time,
            "time_left": self.set_time_left,
            "loadsgf": self.load_sgf,
            "gogui-interrupt": lambda words: "",
        }

    def execute(self, line: str) -> bool:
        """Execute a line; returns whether to read the next one."""
        if line.strip().lower() == "# interrupt":
            self.engine.cancel()
            return True
        # Tabs are blanks, other control characters and comments are nothing.
        words = re.sub(r"[\x00-\x1f\x7f]", "", line.partition("#")[0].replace("\t", " ")).split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return True
        self.wait()
        name, *arguments = words
        try:
            if name in SEARCHES:
                self.begin_search(number, SEARCHES[name], arguments)
            elif name in self._commands:
                self.answer(number, self._commands[name](arguments))
            else:
                raise BadRequest("unknown command")
        except ZerosumError as error:
            self.refuse(number, error)
        return name != "quit"

    def answer(self, number: str, text: str) -> None:
        """Send the result of a command."""
        self.say(f"={number} {text}\n")

    def refuse(self, number: str, error: Exception) -> None:
        """Send why a command cannot be executed."""
        words = str(error) if isinstance(error, ZerosumError) else f"{type(error).__name__} {error}"
        self.say(f"?{number} {' '.join(shortened(words).split())}\n")

    def wait(self) -> None:
        """Return when the running search has answered."""
        if self._search is not None:
            self._search.join()
            self._search = None

    def close(self) -> None:
        """End a running search; its answer is sent."""
        if self._search is not None and self._search.is_alive():
            self.engine.cancel()
        self.wait()

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    @property
    def size(self) -> int:
        """The rows of the board."""
        return len(self.game.position_text(self.game.start).split("/"))

    @property
    def engine(self) -> Engine:
        """The engine for this board and komi, made when it is first needed."""
        if self._engine is None:
            self._engine = Engine(self.game, table=self.table)
        return self._engine

    def is_known(self, name: str) -> bool:
        """Whether there is a command of this name."""
        return name in self._commands or name in SEARCHES

    def set_size(self, words: list[str]) -> str:
        """`boardsize N`: an empty board of this size, with the same komi."""
        size = _read_int(words, 0)
        try:
            load(f"go:{size}")
        except BadSpec:
            raise BadRequest("unacceptable size") from None
        self.load_game(size, self.komi)
        return self.clear([])

    def set_komi(self, words: list[str]) -> str:
        """`komi K`: the points of the second side; the rules take the whole ones."""
        self.load_game(self.size, _read_float(words, 0))
        return ""

    def load_game(self, size: int, komi: float) -> None:
        """Have the rules for this board; the stones stay as they are where the size does."""
        self.komi = komi
        game = load(f"go:{size},komi={min(max(0, floor(komi)), size * size)}")
        if game != self.game:
            self.game, self._engine = game, None

    def clear(self, words: list[str]) -> str:
        """`clear_board`: an empty board, and all of the time."""
        self.states = [self.game.start]
        for clock in self.clocks.values():
            clock.restart()
        return ""

    def turned(self, side: int) -> State:
        """The position with this side to move: either may make several moves in a row, also after two passes."""
        if self.game.to_move(self.state) == side and not self.game.is_over(self.state):
            return self.state
        board = self.game.position_text(self.state).partition(":")[0]
        return self.game.read_position(f"{board}:{self.game.sides[side]}")

    def play(self, words: list[str]) -> str:
        """`play COLOUR VERTEX`: make a move of either side."""
        side, vertex = _read_colour(words), _word(words, 1)
        state = self.turned(side)
        try:
            move = self.game.read_move(state, vertex)
        except BadMove as error:
            raise BadRequest(f"illegal move: {error}") from None
        self.states.append(self.game.play(state, move))
        return ""

    def undo(self, words: list[str]) -> str:
        """`undo`: take back the last move."""
        if len(self.states) == 1:
            raise BadRequest("cannot undo")
        self.states.pop()
        return ""

    def margin(self) -> float:
        """By how much the first side is ahead if the game ends here; stones count as alive."""
        rules_komi = -self.game.rules.utility(self.game.start)
        return self.game.rules.utility(self.state) + rules_komi - self.komi

    def set_time(self, words: list[str]) -> str:
        """`time_settings MAIN PERIOD STONES`: Canadian overtime for both sides."""
        main, period, stones = _read_float(words, 0), _read_float(words, 1), _read_int(words, 2)
        if min(main, period, stones) < 0:
            raise BadRequest("syntax error: times are not negative")
        for clock in self.clocks.values():
            clock.set(main, period, stones)
        return ""

    def set_time_left(self, words: list[str]) -> str:
        """`time_left COLOUR SECONDS STONES`: what a side has left."""
        self.clocks[_read_colour(words)].tell(_read_float(words, 1), _read_int(words, 2))
        return ""

    def load_sgf(self, words: list[str]) -> str:
        """`loadsgf FILE [NUMBER]`: the first game of a file, up to before this move."""
        name = _word(words, 0)
        try:
            text = read_bytes(name).decode("utf-8-sig", "replace")
        except BadRequest as error:
            raise BadRequest(f"cannot load file: {error}") from None
        head = main_lines(text)[0][:1]
        if not head:
            raise BadRequest("cannot load file: its game has no nodes")
        size, komi = size_of(head[0]), komi_of(head[0])
        try:
            game = load(f"go:{size}")
        except BadSpec as error:
            raise BadRequest(f"cannot load file: {error}") from None
        assert game.notation is not None  # every game of Go has SGF
        written = game.notation.read(text)[0]
        moves = written.moves if len(words) < 2 else written.moves[: max(0, _read_int(words, 1) - 1)]
        self.load_game(size, self.komi if komi is None else komi)
        self.clear([])
        start = self.game.start if written.start is None else written.start
        self.states = list(self.game.states_along(start, moves))
        return "black" if self.game.to_move(self.state) == FIRST else "white"

    def begin_search(self, number: str, is_played: bool, words: list[str]) -> None:
        """`genmove COLOUR`, `reg_genmove COLOUR`: look for a move in a thread, which answers."""
        side = _read_colour(words)
        state = self.turned(side)

        def search() -> None:
            began = perf_counter()
            try:
                move = self.best_move(state, side)
                if is_played:
                    self.states.append(self.game.play(state, move))
                    self.clocks[side].use(perf_counter() - began)
            except Exception as error:  # the other program waits for an answer
                self.refuse(number, error)
            else:
                self.answer(number, self.game.move_text(state, move))

        # Made here and not in the thread, so that an interrupt finds the same engine.
        self._engine = self.engine
        self._search = Thread(target=search, name="zerosum thinking", daemon=True)
        self._search.start()

    def best_move(self, state: State, side: int) -> Move:
        """The engine's move, in the time that the clock of this side allows."""
        empty = self.game.position_text(state).count("-")
        began, seconds = perf_counter(), self.clocks[side].move_seconds(empty)
        if self.game.best_search is not None:
            self.engine.prepare(PREPARE_SECONDS if seconds is None else seconds / 2)
        if seconds is not None:
            seconds = max(0.0, seconds - (perf_counter() - began))
        return self.engine.best_move(state, seconds=seconds)


SEARCHES = {"genmove": True, "reg_genmove": False}
"""The commands that look for a move, and whether they make it too."""


def _word(words: list[str], place: int) -> str:
    if place >= len(words):
        raise BadRequest("syntax error: an argument is missing")
    return words[place]


def _read_colour(words: list[str]) -> int:
    word = _word(words, 0).lower()
    if word not in COLOURS:
        raise BadRequest(f"syntax error: {word!r} is no colour, black or white")
    return COLOURS[word]


def _read_float(words: list[str], place: int) -> float:
    word = _word(words, place)
    try:
        number = float(word)
    except ValueError:
        raise BadRequest(f"syntax error: {word!r} is no number") from None
    if not isfinite(number):
        raise BadRequest(f"syntax error: {word!r} is no number")
    return number


def _read_int(words: list[str], place: int) -> int:
    word = _word(words, place)
    if re.fullmatch("[0-9]{1,6}", word) is None:
        raise BadRequest(f"syntax error: {word!r} is no whole number")
    return int(word)
