"""The dialogue of `zerosum play`: show the board, read a line, answer it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from zerosum.answers.analysis.sentences import in_units, why_over, winning_words
from zerosum.answers.progress_line import ProgressLine
from zerosum.core.board import board_of, places_of_cells
from zerosum.core.errors import BadMove, BadRequest, ZerosumError
from zerosum.core.escaping import escaped, shortened
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, listed
from zerosum.core.value import Estimate
from zerosum.engines.draw.amounts import counted, seconds_text
from zerosum.faces.cli.analyze import why_text
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.interrupted import gathered
from zerosum.faces.cli.output import Output

if TYPE_CHECKING:
    from zerosum.answers.analysis.results import Analysis
    from zerosum.answers.play.game_record import Record
    from zerosum.answers.play.players import Choice
    from zerosum.answers.play.session import Session

COMMANDS = {
    "moves": "the legal moves",
    "hint": "best moves",
    "values": "the value of every move, best first; values all, where there are many",
    "why": "what is wrong with a move, and the answer to it: why MOVE",
    "nodes": "show how many nodes the computer searches for each move, or stop showing it",
    "undo": "take your last move back",
    "review": "judge the game so far, move by move",
    "board": "show the board again",
    "help": "this list",
    "quit": "leave the game",
}
AFTER_THE_END = ("yes", "swap", "no", "review", "undo", "quit")

MOST_VALUES: Final = 16
"""The rows of `values` that fit a screen beside the board; `values all` shows the rest."""


class Leave(Exception):
    """The person leaves, or the input ends."""


class Dialogue:
    """A session with a person at a terminal, or a program at a pipe.

    `choices` gets a new entry with each move that a player has searched for.
    """

    def __init__(
        self,
        session: Session,
        out: Output,
        progress: ProgressLine,
        choices: list[Choice],
        *,
        show_nodes: bool = False,
        asks_first: bool = False,
    ) -> None:
        """Nothing is shown yet. With `asks_first`, the person says before each further game who moves first."""
        self.session = session
        self.game = session.game
        self.out = out
        self.progress = progress
        self.choices = choices
        self.show_nodes = show_nodes
        self.asks_first = asks_first
        self.drawing = ""
        self.first_moves = list(session.moves)
        self.finished: list[Record] = []
        self.said_goodbye = False

    @property
    def humans(self) -> list[int]:
        """The sides that are moved by hand."""
        return [side for side in (FIRST, SECOND) if self.session.players[side] is None]

    def run(self) -> None:
        """Game after game, until the person wants no more. Raises `Leave` when they quit in a game."""
        self.introduce()
        while True:
            self.play_to_the_end()
            if not self.humans:
                return
            wanted = self.another()
            if wanted == "no":
                return
            self.finished.append(self.session.record())
            self.start_again()
            if wanted == "swap" or self.wants_other_side():
                self.session.exchange_sides()
                self.introduce()

    def wants_other_side(self) -> bool:
        """Ask who moves first, where that is asked before each game: whether the sides are exchanged for it."""
        if not self.asks_first or len(self.humans) != 1:
            return False
        return (ask_who_begins(self.out) == "human") != (self.humans[0] == FIRST)

    def start_again(self) -> None:
        """Set the board up as at first; where that was a finished game, before its moves, or else at the start."""
        session = self.session
        self.drawing = ""
        session.moves = list(self.first_moves)
        if session.over:
            session.moves = []
        if session.over:
            session.start = self.game.start

    def all_records(self) -> list[Record]:
        """The games played, the unfinished one included."""
        return [*self.finished, self.session.record()]

    def introduce(self) -> None:
        """Who plays what, and who begins."""
        session = self.session
        first, second = self.labels()
        if not self.humans:
            names = session.names
            who = f"{first} is {names[FIRST]}, {second} is {names[SECOND]}; {self.who_begins()}."
        elif len(self.humans) == 2:
            who = f"{first} and {second} are both moved by hand; {self.who_begins()}."
        else:
            me, you = self.humans[0], 1 - self.humans[0]
            # Nobody is perfect in a game that cannot be solved.
            is_solved = self.game.best_search is None or session.names[you] != "perfect"
            computer = f"the computer ({session.names[you] if is_solved else 'strongest'}) is {session.label(you)}"
            who = f"You are {session.label(me)}, {computer}; {self.who_begins()}."
        self.out.say(f"{self.game.name}. {who}")
        if self.humans:
            self.out.say(
                f"To move, type {self.game.text.what_to_type}; or hint, values, why, undo, review, help, quit."
            )

    def who_begins(self) -> str:
        """Who moves first, or next where the game begins in its middle."""
        session = self.session
        if session.over:
            return "the game is over"
        if session.side == CHANCE:
            whose, verb = "chance", "moves"
        elif len(self.humans) != 1:
            whose, verb = session.label(session.side), "moves"
        else:
            is_you = session.side in self.humans
            whose, verb = ("you", "move") if is_you else ("the computer", "moves")
        return f"{whose} {verb} {'first' if session.state == self.game.start else 'next'}"

    def play_to_the_end(self) -> None:
        """One game."""
        session = self.session
        self.show_board()
        while not session.over:
            side = session.side
            if session.is_by_hand(side):
                self.ask_for_move()
                continue
            before = session.state
            if side == CHANCE:
                self.out.say(f"Rolled {self.game.move_text(before, session.reply())}.")
                if session.over or session.is_by_hand(session.side):
                    self.show_board()
                continue
            self.choices.clear()
            move = session.reply()
            self.progress.wipe()
            word = self.game.move_text(before, move)
            self.out.say(f"The computer ({session.label(side)}) plays {word}.{self.remarks(side)}")
            self.tell_extra_turn(side)
            self.show_board()
        self.out.say(self.verdict())
        self.out.say(f"Moves: {self.moves_text()}")

    def remarks(self, side: int) -> str:
        """What to add to a move: that a limit stopped the search, and its nodes where they are asked for."""
        if not self.choices:
            return ""
        choice = self.choices[-1]
        nodes = f" It searched {nodes_text(choice)}." if self.show_nodes else ""
        if self.game.best_search is not None:
            return (f" ({choice.value})" if isinstance(choice.value, Estimate) else "") + nodes
        if self.session.names[side].startswith(("perfect", "level")) and isinstance(choice.value, Estimate):
            return f" (Not solved within its limit: a best guess, {choice.value}.){nodes}"
        return f" (Its limit stopped the search: a best guess.){nodes}" if choice.stopped else nodes

    def tell_extra_turn(self, side: int) -> None:
        """Say so when the side that has moved is to move again."""
        if not self.session.over and self.session.side == side != CHANCE:
            self.out.say(f"{self.session.label(side)} moves again.")

    def ask_for_move(self) -> None:
        """Ask once: for a move, which is made, or for anything else, which is answered."""
        side = self.session.side
        entry = self.ask("Your roll: " if side == CHANCE else f"Your move ({self.session.label(side)}): ")
        try:
            self.answer(entry)
        except ZerosumError as error:
            self.progress.wipe()
            self.out.say(sentence(str(error)))

    def answer(self, entry: str) -> None:
        """Do what was typed: a command by its full name, a move, or a command by the beginning of its name."""
        if not entry:
            raise BadMove(f"nothing typed; type {self.game.text.what_to_type}, or help")
        word, _, rest = entry.partition(" ")
        if word.lower() in (*COMMANDS, "exit", "?"):
            self.command(word.lower(), rest.strip())
            return
        session = self.session
        try:
            moves = self.read_turn(entry)
        except BadMove:
            meant = [name for name in COMMANDS if name.startswith(word.lower())]
            if len(meant) == 1:
                self.command(meant[0], rest.strip())
                return
            if meant:
                raise BadMove(f"{word!r} may be {either(meant)}; type one more letter") from None
            raise
        side = session.side
        for move in moves:
            session.play(move)
        self.tell_extra_turn(side)
        self.show_board()

    def read_turn(self, entry: str) -> list[Move]:
        """The move that was typed, or several of one turn, such as the steps of two checkers."""
        try:
            return [self.game.read_move(self.session.state, entry)]
        except BadMove:
            moves = self.steps_of_turn(entry)
            if not moves:
                raise
            return moves

    def steps_of_turn(self, entry: str) -> list[Move]:
        """Several moves of one side in one line; none where they are anything else."""
        state, side = self.session.state, self.session.side
        try:
            moves = self.game.read_moves(entry, state) if " " in entry else []
        except ZerosumError:
            return []
        movers = map(self.game.to_move, list(self.game.states_along(state, moves))[:-1])
        return moves if all(mover == side for mover in movers) else []

    def command(self, name: str, rest: str) -> None:
        """Carry a command out; only `why` and `values` take something more."""
        if name in ("quit", "exit"):
            raise Leave
        if name == "why":
            self.stoppable(lambda: self.why(rest))
            return
        if name == "values" and rest.lower() in ("", "all"):
            self.stoppable(lambda: self.values(is_whole=bool(rest)))
            return
        if rest:
            raise BadMove(f"{name!r} stands alone, without {rest!r}")
        actions = {
            "moves": self.legal_moves,
            "hint": self.hint,
            "nodes": self.toggle_nodes,
            "review": self.review,
            "undo": self.undo,
            "board": self.show_board,
        }
        self.stoppable(actions.get(name, self.help))

    def stoppable(self, command: Callable[[], None]) -> None:
        """Let Ctrl-C stop a slow answer, not the game."""
        self.progress.ctrl_c = "stops"
        try:
            command()
        except KeyboardInterrupt as error:
            if not is_ctrl_c(error):
                raise
            self.progress.wipe()
            self.out.say("Stopped.")
        finally:
            self.progress.ctrl_c = "ends the game"

    def ask(self, prompt: str) -> str:
        """One line from the person; the end of input ends the conversation."""
        return read_line(self.out, prompt)

    def show_board(self) -> None:
        """The board, with an empty line around it; what the last move changed is marked."""
        before, self.drawing = self.drawing, self.session.board()
        self.out.say()
        state = self.session.state
        places = places_of_cells(self.game, state) if self.game.is_over(state) else []
        winning = [cell for line in board_of(self.game, state).winning for cell in line] if places else []
        self.out.board(self.drawing, self.labels(), before, [places[cell] for cell in winning])
        self.out.say()

    def labels(self) -> tuple[str, str]:
        """The names that the sides go by."""
        return self.session.label(FIRST), self.session.label(SECOND)

    def analysis(self) -> Analysis:
        """The analysis of the position: as good as the limit allows, or as far as it got before Ctrl-C."""
        found, ended_by = gathered(self.session.analyst.analyses(self.session.state))
        self.progress.wipe()
        if ended_by is not None:
            if not found or not is_ctrl_c(ended_by):
                raise ended_by
            self.out.say("Stopped; so far:")
        return found[-1]

    def undo(self) -> None:
        """Take moves back, to the person's last turn."""
        self.out.say(f"{counted(self.session.undo(), 'move', 'moves')} taken back.")
        self.show_board()

    def hint(self) -> None:
        """Best moves, and what they get."""
        self.refuse_chance()
        analysis = self.analysis()
        words = [self.game.move_text(analysis.state, move) for move in analysis.best]
        unit = in_units(self.game) if isinstance(analysis.value, Estimate) else ""
        self.out.say(f"Best: {either(words, 3)} ({analysis.value}{unit}).")

    def refuse_chance(self) -> None:
        """Refuse a question about the best move where dice are rolled."""
        if self.session.side == CHANCE:
            raise BadRequest("chance is to move, so there is nothing to choose; type what was rolled")

    def toggle_nodes(self) -> None:
        """Begin or cease to show what each move of the computer costs."""
        self.show_nodes = not self.show_nodes
        if not self.show_nodes:
            self.out.say("Nodes are not shown any more.")
            return
        last = f" For its last move it searched {nodes_text(self.choices[-1])}." if self.choices else ""
        self.out.say(f"From now on, the nodes that the computer searches are shown with each move.{last}")

    def legal_moves(self) -> None:
        """The moves that can be typed."""
        state = self.session.state
        words = [self.game.move_text(state, move) for move in listed(self.game.moves(state))]
        self.out.say(f"{counted(len(words), 'legal move', 'legal moves')}: {', '.join(words)}.")

    def values(self, *, is_whole: bool) -> None:
        """The table of the moves, the best first: all, or as many as fit a screen."""
        analysis = self.analysis()
        table = analysis.table()
        rows = table.rows if is_whole else table.rows[:MOST_VALUES]
        self.out.show(table._replace(rows=rows))
        if self.game.unit and not analysis.exact:
            self.out.say(f"A value marked ~ is an estimate{in_units(self.game)}.")
        if len(rows) < len(table.rows):
            self.out.say(f"{counted(len(table.rows) - len(rows), 'more move', 'more moves')}: type values all.")

    def why(self, word: str) -> None:
        """Why not this move."""
        self.refuse_chance()
        state = self.session.state
        if not word:
            example = self.game.move_text(state, listed(self.game.moves(state))[0])
            raise BadMove(f"say which move, as in: why {example}")
        move = self.game.read_move(state, word)
        self.out.say(why_text(self.game, self.analysis(), move))

    def review(self) -> None:
        """Judge the game so far."""
        from zerosum.answers.review import review

        session = self.session
        if not session.moves:
            raise BadRequest("nothing has been played yet")
        found = review(session.analyst, session.moves, session.start)
        self.progress.wipe()
        self.out.result(found)

    def help(self) -> None:
        """What can be typed."""
        self.out.say(f"A move: {self.game.text.what_to_type}.")
        self.out.table(["or", ""], [list(row) for row in COMMANDS.items()])
        self.out.say("Commands can be abbreviated: q quits.")

    def verdict(self) -> str:
        """Who has won, in a sentence."""
        adjudication, utility = self.session.adjudication, self.session.utility
        if adjudication is not None:
            return sentence(adjudication.reason)
        state = self.session.state
        reason = why_over(self.game, state)
        because = f": {reason}" if reason else ""
        if utility == 0:
            return f"Draw{because}."
        winner = FIRST if utility > 0 else SECOND
        by = f" by {abs(utility)}" if self.game.margin else ""
        if len(self.humans) != 1:
            who = f"{self.session.label(winner)} wins"
        else:
            who = "You win" if winner in self.humans else "The computer wins"
        return f"{who}{by}{because}.{winning_words(self.game, state)}"

    def moves_text(self) -> str:
        """All moves of the game in a line."""
        return " ".join(self.game.line_text(self.session.start, self.session.moves)) or "none"

    def another(self) -> str:
        """After a game: "yes", "swap" or "no" to another one; answers review and undo meanwhile."""
        while True:
            entry = self.ask("Play again? (yes, swap sides, no, review, undo): ").lower()
            meant = [word for word in (*AFTER_THE_END, "exit") if entry and word.startswith(entry)]
            word = meant[0] if len(meant) == 1 else ""
            if word in ("yes", "swap"):
                return word
            if word in ("no", "quit", "exit"):
                self.out.say("Goodbye.")
                self.said_goodbye = True
                return "no"
            try:
                if word == "review":
                    self.stoppable(self.review)
                elif word == "undo":
                    self.undo()
                    self.play_to_the_end()
                else:
                    self.out.say("Please type yes, swap, no, review or undo.")
            except ZerosumError as error:
                self.out.say(sentence(str(error)))


def ask_who_begins(out: Output) -> str:
    """Ask whether the person or the computer moves first: "human" or "computer"; the end of input leaves it to them."""
    while True:
        try:
            entry = read_line(out, "Do you want to move first? (yes, no): ").lower()
        except Leave:
            return "human"
        if entry and "yes".startswith(entry):
            return "human"
        if entry and "no".startswith(entry):
            return "computer"
        out.say("Please type yes or no.")


def read_line(out: Output, prompt: str) -> str:
    """One line from the person, with history and editing at a terminal; raises `Leave` at the end of the input."""
    if sys.stdin.isatty() and out.console.file is sys.stdout:
        with suppress(ImportError):  # not on Windows
            import readline  # noqa: F401 - its import gives `input` a history and the keys of a line editor
        try:
            return " ".join(input(prompt).split())
        except EOFError:
            raise Leave from None
    out.console.file.write(prompt)
    out.console.file.flush()
    line = sys.stdin.readline()
    if not line:
        raise Leave
    if not sys.stdin.isatty():
        # In a pipe nobody sees what was typed, and a transcript should be readable.
        out.say(escaped(shortened(line.strip())))
    return " ".join(line.split())


def nodes_text(choice: Choice) -> str:
    """What a search cost."""
    return f"{counted(choice.nodes, 'node', 'nodes')} in {seconds_text(choice.seconds)}"


def either(words: list[str], most: int = 9) -> str:
    """Moves or commands to choose from, of which at most so many are named.

    >>> either(["1"]), either(["1", "2"]), either(["1", "2", "3"]), either(["1", "2", "3", "4", "5"], 3)
    ('1', '1 or 2', '1, 2 or 3', '1, 2 or 3, and 2 more moves')
    """
    shown, rest = words[:most], len(words[most:])
    text = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
    return f"{text}, and {counted(rest, 'more move', 'more moves')}" if rest else text


def sentence(message: str) -> str:
    """A message as a sentence of its own."""
    return f"{shortened(message[:1].upper() + message[1:])}."
