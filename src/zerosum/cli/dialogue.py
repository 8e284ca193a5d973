"""The conversation of `zerosum play`: what is shown, what is asked, what is answered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from zerosum.cli.analyze import show_moves, why_text
from zerosum.cli.options import shortened
from zerosum.cli.output import Output, counted
from zerosum.cli.progress import ProgressLine, gathered
from zerosum.cli.review import show as show_review
from zerosum.game import FIRST, SECOND, BadMove, BadRequest, ZerosumError, listed
from zerosum.interrupts import is_ctrl_c
from zerosum.value import Estimate

if TYPE_CHECKING:
    from zerosum.analysis.results import Analysis
    from zerosum.play.game_record import Record
    from zerosum.play.session import Session

COMMANDS = (
    ("hint", "best moves"),
    ("values", "the value of every move"),
    ("why MOVE", "what is wrong with a move, and the answer to it"),
    ("undo", "take your last move back"),
    ("review", "judge the game so far, move by move"),
    ("board", "show the board again"),
    ("help", "this list"),
    ("quit", "leave the game"),
)


class Leave(Exception):
    """The person leaves, or the input ends."""


class Dialogue:
    """A person at a terminal, or a program at a pipe, in a session."""

    def __init__(self, session: Session, out: Output, progress: ProgressLine) -> None:
        """Nothing is said yet."""
        self.session = session
        self.game = session.game
        self.out = out
        self.progress = progress
        self.humans = [side for side in (FIRST, SECOND) if session.players[side] is None]
        self.first_moves = list(session.moves)
        self.finished: list[Record] = []
        self.said_goodbye = False

    def run(self) -> None:
        """Game after game, until the person has had enough. Raises `Leave` when they do so in a game."""
        self.introduce()
        while True:
            self.play_to_the_end()
            if not self.another():
                return
            self.finished.append(self.session.record())
            self.session.moves = list(self.first_moves)

    def all_records(self) -> list[Record]:
        """The games played, the last one as far as it has got."""
        return [*self.finished, self.session.record()]

    def introduce(self) -> None:
        """Who plays what, and who begins."""
        session = self.session
        first, second = self.labels()
        if len(self.humans) == 2:
            who = f"{first} and {second} are both moved by hand; {self.who_begins()}."
        else:
            me, you = self.humans[0], 1 - self.humans[0]
            computer = f"the computer ({session.names[you]}) is {session.label(you)}"
            who = f"You are {session.label(me)}, {computer}; {self.who_begins()}."
        self.out.say(f"{self.game.name}. {who}")
        self.out.say(f"To move, type {self.game.text.what_to_type}; or hint, values, why, undo, review, help, quit.")

    def who_begins(self) -> str:
        """Who moves first, or next where the game begins in its middle."""
        session = self.session
        if session.over:
            return "the game is over"
        if len(self.humans) == 2:
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
            if session.players[side] is None:
                self.ask_for_move()
                continue
            before = session.state
            move = session.reply()
            self.progress.wipe()
            word = self.game.move_text(before, move)
            self.out.say(f"The computer ({session.label(side)}) plays {word}.{self.doubt(side)}")
            self.tell_extra_turn(side)
            self.show_board()
        self.out.say(self.verdict())
        self.out.say(f"Moves: {self.moves_text()}")

    def doubt(self, side: int) -> str:
        """A remark where a perfect move was not to be had."""
        last = self.session.analyst.last
        exact_wanted = self.session.names[side].startswith(("perfect", "level"))
        if not exact_wanted or last is None or not isinstance(last.value, Estimate):
            return ""
        return f" (Not solved within its limit: a best guess, {last.value}.)"

    def tell_extra_turn(self, side: int) -> None:
        """Say so when the side that has moved is to move again."""
        if not self.session.over and self.session.side == side:
            self.out.say(f"{self.session.label(side)} moves again.")

    def ask_for_move(self) -> None:
        """Ask once: for a move, which is made, or for anything else, which is answered."""
        entry = self.ask(f"Your move ({self.session.label(self.session.side)}): ")
        try:
            self.answer(entry)
        except ZerosumError as error:
            self.progress.wipe()
            self.out.say(sentence(str(error)))

    def answer(self, entry: str) -> None:
        """Do what was typed."""
        session = self.session
        word, _, rest = entry.partition(" ")
        commands = {
            "hint": self.hint,
            "values": self.values,
            "review": self.review,
            "undo": self.undo,
            "board": self.show_board,
            "help": self.help,
            "?": self.help,
        }
        if not entry:
            raise BadMove(f"nothing typed; type {self.game.text.what_to_type}, or help")
        if entry.lower() in ("quit", "exit"):
            raise Leave
        if word.lower() == "why":
            self.stoppable(lambda: self.why(rest.strip()))
        elif entry.lower() in commands:
            self.stoppable(commands[entry.lower()])
        else:
            side = session.side
            session.play(self.game.read_move(session.state, entry))
            self.tell_extra_turn(side)
            if session.over or session.players[session.side] is None:
                self.show_board()

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
        self.out.console.file.write(prompt)
        self.out.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise Leave
        if not sys.stdin.isatty():
            # In a pipe nobody sees what was typed, and a transcript should be readable.
            self.out.say(shortened(line.strip()))
        return " ".join(line.split())

    def show_board(self) -> None:
        """The board, with an empty line around it."""
        self.out.say()
        self.out.board(self.session.board(), self.labels())
        self.out.say()

    def labels(self) -> tuple[str, str]:
        """The names that the sides go by."""
        return self.session.label(FIRST), self.session.label(SECOND)

    def known(self) -> Analysis:
        """What is known of the position: all that the limit allows, or what was found before Ctrl-C."""
        found, broken_off = gathered(self.session.analyst.analyses(self.session.state))
        self.progress.wipe()
        if broken_off is not None:
            if not found or not is_ctrl_c(broken_off):
                raise broken_off
            self.out.say("Stopped; so far:")
        return found[-1]

    def undo(self) -> None:
        """Take moves back, to the person's last turn."""
        self.out.say(f"{counted(self.session.undo(), 'move', 'moves')} taken back.")
        self.show_board()

    def hint(self) -> None:
        """Best moves, and what they get."""
        analysis = self.known()
        words = [self.game.move_text(analysis.state, move) for move in analysis.best]
        more = f" or {len(words) - 3} more" if len(words) > 3 else ""
        self.out.say(f"Best: {' or '.join(words[:3])}{more} ({analysis.value}).")

    def values(self) -> None:
        """The table of all moves."""
        show_moves(self.out, self.known())

    def why(self, word: str) -> None:
        """Why not this move."""
        state = self.session.state
        if not word:
            example = self.game.move_text(state, listed(self.game.moves(state))[0])
            raise BadMove(f"say which move, as in: why {example}")
        move = self.game.read_move(state, word)
        self.out.say(why_text(self.game, self.known(), move))

    def review(self) -> None:
        """Judge the game so far."""
        from zerosum.analysis.review import review

        if not self.session.moves:
            raise BadRequest("nothing has been played yet")
        judgements = list(review(self.session.analyst, self.session.moves, self.session.start))
        self.progress.wipe()
        show_review(self.out, self.game, judgements)

    def help(self) -> None:
        """What can be typed."""
        self.out.say(f"A move: {self.game.text.what_to_type}.")
        self.out.table(["or", ""], [list(row) for row in COMMANDS])

    def verdict(self) -> str:
        """Who has won, in a sentence."""
        utility = self.game.utility(self.session.state)
        if utility == 0:
            return "Draw."
        winner = FIRST if utility > 0 else SECOND
        by = f" by {abs(utility)}" if self.game.margin else ""
        if len(self.humans) == 2:
            return f"{self.session.label(winner)} wins{by}."
        return f"You win{by}." if winner in self.humans else f"The computer wins{by}."

    def moves_text(self) -> str:
        """All moves of the game in a line."""
        return " ".join(self.game.line_text(self.session.start, self.session.moves)) or "none"

    def another(self) -> bool:
        """After a game: again, a review, the last move back, or goodbye."""
        while True:
            entry = self.ask("Play again? (yes, no, review, undo): ").lower()
            if entry in ("y", "yes"):
                return True
            if entry in ("n", "no", "quit", "exit"):
                self.out.say("Goodbye.")
                self.said_goodbye = True
                return False
            try:
                if entry == "review":
                    self.stoppable(self.review)
                elif entry == "undo":
                    self.undo()
                    self.play_to_the_end()
                else:
                    self.out.say("Please type yes, no, review or undo.")
            except ZerosumError as error:
                self.out.say(sentence(str(error)))


def sentence(message: str) -> str:
    """A message as a sentence of its own."""
    return f"{shortened(message[:1].upper() + message[1:])}."
