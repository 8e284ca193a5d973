"""The commands of the engine protocols UGI and UCI. Commands are executed while a search runs in its thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from zerosum import __version__
from zerosum.answers.analysis.adjudication import adjudicated
from zerosum.answers.play.engine import Engine
from zerosum.answers.play.levels import LEVELS
from zerosum.answers.play.players import refuse_chance
from zerosum.core.errors import BadMove, BadRequest, ZerosumError
from zerosum.core.escaping import shortened
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, State, listed
from zerosum.core.spelling import did_you_mean
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.faces.cli.protocol_go import OVERHEAD, Search, read_go
from zerosum.faces.cli.protocol_options import SESSION, Setting, option_named
from zerosum.faces.cli.uci_text import UCI
from zerosum.faces.cli.ugi_text import UGI
from zerosum.faces.cli.vocabulary import Vocabulary

Say = Callable[[str], None]

VOCABULARIES = {vocabulary.name: vocabulary for vocabulary in (UGI, UCI)}

PREPARE_SECONDS = 2.0
"""How long `isready` waits for machine code of a game that cannot be solved: plain Python answers until it is there."""


def usual_vocabulary(game: Game) -> Vocabulary:
    """The one that is spoken until `ugi` or `uci` says which: UCI where a game has moves for it."""
    return UGI if game.text.engine_move is None else UCI


class Protocol:
    """The state of one session: `execute` takes a command, `say` sends a line of the answer.

    The vocabulary is that of the protocol, `ugi` or `uci`, that begins the conversation. An unknown or invalid command
    is answered with `info string` and a sentence, and changes nothing.
    """

    def __init__(
        self,
        game: Game,
        say: Say,
        blame: Callable[[BaseException], str],
        table: SolvedTable | bool = True,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        """Set the start position. `blame` explains an error that a user's own rules raised."""
        self.game = game
        self.vocabulary = vocabulary or usual_vocabulary(game)
        self.table = table
        self.say = say
        self.blame = blame
        self.states = [game.start]
        self.dice = Random(0)
        self.chosen: dict[str, Setting] = {}
        self._engine: Engine | None = None
        self._search: Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            **{name: partial(self.introduce, vocabulary) for name, vocabulary in VOCABULARIES.items()},
            **{f"{name}newgame": self.new_game for name in VOCABULARIES},
            "debug": self.ignore,
            "isready": self.get_ready,
            "setoption": self.set_option,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponderhit,
            "query": self.query,
            "wait": self.wait,
        }

    def execute(self, line: str) -> bool:
        """Execute a line; returns whether to read the next one."""
        command, *words = line.split() or [""]
        if command == "quit":
            return False
        if command:
            try:
                if command not in self._commands:
                    raise BadRequest(f"unknown command {command!r}{did_you_mean(command, self._commands)}")
                self._commands[command](words)
            except BaseException as error:  # a user's rules may raise anything
                if not isinstance(error, (ZerosumError, MemoryError)) and not self.blame(error):
                    raise
                self.send_info(self.explain(error))
        return True

    def close(self) -> None:
        """Stop a running search; its answer is sent."""
        self.stop([])

    def send_info(self, sentence: str) -> None:
        """Send a message as `info string`."""
        self.say(f"info string {' '.join(shortened(sentence).split())}")

    def explain(self, error: BaseException) -> str:
        """An error as one line."""
        if isinstance(error, ZerosumError):
            return " ".join(shortened(str(error)).split())
        if self.blame(error):
            return self.blame(error)
        return "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__} {error}".strip()

    @property
    def state(self) -> State:
        """The position that was set last."""
        return self.states[-1]

    @property
    def engine(self) -> Engine:
        """The engine with the current options, made when it is first needed."""
        if self._engine is None:
            settings: dict[str, Any] = {
                option.argument: self.setting(option.name)
                for option in self.vocabulary.options(self.game)
                if option.target != SESSION
            }
            if settings["level"] == LEVELS + bool(self.game.levels):
                settings["level"] = None  # the whole strength
            self._engine = Engine(self.game, table=self.table, **settings)
        return self._engine

    def setting(self, name: str) -> Any:
        """What an option of the vocabulary was set to, or its default."""
        return self.chosen.get(name, option_named(self.vocabulary.options(self.game), name).default)

    @property
    def thinking(self) -> Search | None:
        """The search that has not answered yet, or None. It may answer at any moment, so read this once."""
        return self._search if self._search is not None and self._search.is_answering else None

    def introduce(self, vocabulary: Vocabulary, words: list[str]) -> None:
        """`ugi` or `uci`: speak this protocol from now on; send name, author and options."""
        if vocabulary is not self.vocabulary:
            self.stop([])
            self.vocabulary, self.chosen, self._engine = vocabulary, {}, None
        self.say(f"id name zerosum {__version__} {self.game.name}")
        self.say("id author the zerosum authors")
        for option in vocabulary.options(self.game):
            self.say(option.line())
        self.say(f"{vocabulary.name}ok")

    def ignore(self, words: list[str]) -> None:
        """`debug on|off`: everything is said anyway."""

    def get_ready(self, words: list[str]) -> None:
        """`isready`: answer at once during a search, else after the game is compiled, unless that takes long."""
        if self._search is None or not self._search.is_thinking:
            self.engine.prepare(None if self.game.best_search is None else PREPARE_SECONDS)
        self.say("readyok")

    def set_option(self, words: list[str]) -> None:
        """`setoption name N value V`: set an option for the next `go`."""
        name, _, value = " ".join(words).partition(" value ")
        if not name.lower().startswith("name ") or not value:
            raise BadRequest("an option is set by setoption name N value V")
        option = option_named(self.vocabulary.options(self.game), name[len("name ") :].strip())
        self.chosen[option.name] = option.read(value.strip())
        if option.name == "Seed":
            self.dice = Random(self.chosen[option.name])
        if option.target != SESSION:
            self._engine = None

    def new_game(self, words: list[str]) -> None:
        """`uginewgame` or `ucinewgame`: drop the engine with its tables, and go to the start position."""
        self.stop([])
        self._engine = None
        self.states = [self.game.start]

    def set_position(self, words: list[str]) -> None:
        """`position startpos|fen P [moves M ...]`: set the position that the next `go` searches, and its history."""
        place = words.index("moves") if "moves" in words else len(words)
        begin, moves = words[:place], words[place + 1 :]
        if begin == ["startpos"]:
            state = self.game.start
        elif begin[:1] == ["fen"] and len(begin) > 1:
            state = self.game.read_position(" ".join(begin[1:]))
        else:
            raise BadRequest("a position is startpos or fen P, then moves and the moves")
        self.states = self.states_after(state, moves)

    def states_after(self, state: State, words: list[str]) -> list[State]:
        """The states from this one on, along moves that are given as texts."""
        states = [state]
        for number, word in enumerate(words, start=1):
            try:
                states.append(self.game.play(states[-1], self.game.read_move(states[-1], word)))
            except BadMove as error:
                raise BadMove(f"move {number}: {error}") from None
        return states

    def go(self, words: list[str]) -> None:
        """`go`: search the position, and answer with bestmove."""
        search = self.thinking
        if search is not None:
            if not search.answered:
                raise BadRequest("go: already thinking; send stop first")
            search.wait()  # the client has read bestmove, but the thread that sent it may not have ended yet
        refuse_chance(self.game, self.state)
        asked, unknown = read_go(words, self.vocabulary)
        if unknown:
            self.send_info(f"go: ignored {' '.join(unknown)}")
        self._search = Search(
            self.engine,
            self.states,
            asked,
            self.say,
            self.explain,
            self.vocabulary,
            lines=self.setting("MultiPV"),
            with_reply=self.vocabulary.has_reply or self.setting("Ponder"),
            overhead=self.setting("Move Overhead") / 1000 if self.vocabulary is UCI else OVERHEAD,
        )

    def stop(self, words: list[str]) -> None:
        """`stop`: answer now."""
        search = self.thinking
        if search is not None:
            search.stop()

    def ponderhit(self, words: list[str]) -> None:
        """`ponderhit`: the opponent has made the expected move."""
        search = self.thinking
        if search is None or "ponder" not in search.go.flags:
            raise BadRequest("ponderhit: there was no go ponder")
        search.ponderhit()

    def wait(self, words: list[str]) -> None:
        """`wait`: read no further command before the answer is sent; for scripts."""
        search = self.thinking
        if search is not None:
            if search.held:
                raise BadRequest("wait: this search ends with stop only")
            search.wait()

    def query(self, words: list[str]) -> None:
        """`query Q`: what the rules say about the position."""
        questions: dict[str, Callable[[], str]] = {
            "p1turn": lambda: bool_text(self.game.to_move(self.state) == FIRST),
            "chance": lambda: bool_text(self.is_chance),
            "roll": self.roll,
            "gameover": lambda: bool_text(self.result() != NOT_OVER),
            "result": self.result,
            "fen": lambda: self.game.position_text(self.state),
            "moves": lambda: " ".join(
                self.game.move_text(self.state, move) for move in listed(self.game.moves(self.state))
            ),
            "islegal": lambda: bool_text(self.is_legal(" ".join(words[1:]))),
        }
        question = words[0] if words else ""
        if question not in questions:
            near = did_you_mean(question, questions)
            raise BadRequest(f"query: there is no question {question!r}{near}; there are: {', '.join(questions)}")
        self.say(f"response {questions[question]()}".rstrip())

    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
        return not self.game.is_over(self.state) and self.game.to_move(self.state) == CHANCE

    def roll(self) -> str:
        """An outcome of chance, drawn by the odds; `position` with this move makes it."""
        if not self.is_chance:
            raise BadRequest("query roll: chance is not to move")
        return self.game.move_text(self.state, self.game.roll(self.state, self.dice))

    def result(self) -> str:
        """Who has won, in the words of the protocol; a game also ends by repetition, as in a match."""
        if self.game.is_over(self.state):
            return result_text(self.game.utility(self.state))
        adjudication = adjudicated(self.game, self.states)
        return NOT_OVER if adjudication is None else result_text(adjudication.utility)

    def is_legal(self, word: str) -> bool:
        """Whether a text is a legal move of the position."""
        try:
            self.game.read_move(self.state, word)
        except BadMove:
            return False
        return True


def bool_text(fact: bool) -> str:
    """The protocol's word for yes or no."""
    return "true" if fact else "false"


NOT_OVER = "none"
"""The protocol's word for the result of a game that goes on."""


def result_text(utility: int) -> str:
    """The protocol's word for how a game ended."""
    return "p1win" if utility > 0 else "p2win" if utility < 0 else "draw"
