"""`zerosum play`: a game in the terminal, line by line, in a pipe and with a screen reader too."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from zerosum.cli.match import TIES_HELP
from zerosum.cli.options import (
    add_common,
    add_count_from,
    add_game,
    add_limits,
    add_position,
    add_seed,
    limit_of,
    load_game,
    moves_of,
    refuse_unwritable,
    write_text,
)
from zerosum.game import FIRST, SECOND, BadMove, BadRequest, Game, ZerosumError

if TYPE_CHECKING:
    from zerosum.cli.output import Output
    from zerosum.cli.progress import Progress
    from zerosum.players import Player
    from zerosum.session import Session

HELP = "play a game in the terminal"
EXAMPLE = "zerosum play tictactoe --first computer --as O --opponent level:3"

COMMANDS = (
    ("hint", "a best move"),
    ("values", "the value of every move"),
    ("why MOVE", "what is wrong with a move, and the answer to it"),
    ("undo", "take your last move back"),
    ("review", "judge the game so far, move by move"),
    ("board", "show the board again"),
    ("help", "this list"),
    ("quit", "leave the game"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument("--opponent", default="perfect", metavar="PLAYER", help=OPPONENT_HELP)
    parser.add_argument("--first", choices=("human", "computer"), help="who moves first (default: human)")
    parser.add_argument("--as", dest="mark", metavar="MARK", help="your mark, X or O; either may start")
    parser.add_argument("--ties", choices=("random", "first", "promising"), default="random", help=TIES_HELP)
    add_position(parser)
    parser.add_argument("--save", metavar="FILE", help="write the game as a record, which review reads")
    add_limits(parser, 5, "each move of the computer")
    add_seed(parser)
    add_count_from(parser)
    add_common(parser)


OPPONENT_HELP = "perfect (default), level:1 to level:8, random, depth:N, mcts:N, minimax, alphabeta, human ..."


def run(options: argparse.Namespace) -> int:
    """Play until the game and the wish for another are over."""
    from zerosum.cli.output import Output, print_json
    from zerosum.cli.progress import Progress

    refuse_unwritable(options.save)
    with Progress("thinking") as progress:
        session = new_session(options, progress)
        # With --json, standard output is for the record alone.
        dialogue = Dialogue(session, Output(plain=options.plain, to_stderr=options.json), progress)
        try:
            dialogue.run()
        except (EOFError, KeyboardInterrupt):
            dialogue.out.say()
            dialogue.out.say("Goodbye.")
    if options.save is not None:
        write_text(options.save, session.record().text())
    if options.json:
        print_json({**session.record().json(), "position": session.game.position_text(session.state)})
    return 0


def new_session(options: argparse.Namespace, progress: Progress) -> Session:
    """Seat the players and set the board up."""
    from zerosum.analysis import Analyst
    from zerosum.players import make_player
    from zerosum.session import Session

    game = load_game(options)
    limit = limit_of(options)
    human_side, swapped = seat(game, options.first, options.mark)
    analyst = Analyst(game, limit=limit, pulse=progress.pulse)
    if options.opponent == "human":
        players: tuple[Player | None, Player | None] = (None, None)
        names = ("human", "human")
    else:
        player = make_player(
            options.opponent,
            game,
            seed=options.seed,
            ties=options.ties,
            limit=limit,
            pulse=progress.pulse,
            analyst=analyst,
        )
        players = (None, player) if human_side == FIRST else (player, None)
        names = ("human", options.opponent) if human_side == FIRST else (options.opponent, "human")
    session = Session(game, analyst, names, players, game.start, swapped)
    if options.position is not None:
        session.start = session.read_position(options.position)
    session.moves = moves_of(game, options, session.start)
    return session


def seat(game: Game, first: str | None, mark: str | None) -> tuple[int, bool]:
    """Which side the human plays, and whether the marks change places so that either may start."""
    if mark is None:
        return (SECOND if first == "computer" else FIRST), False
    labels = [side.lower() for side in game.sides]
    if mark.lower() not in labels:
        raise BadRequest(f"--as takes {game.sides[0]} or {game.sides[1]} in {game.name}, not {mark!r}")
    named = labels.index(mark.lower())
    if first is None:
        return named, False
    side = FIRST if first == "human" else SECOND
    if named != side and not game.marks:
        raise BadRequest(f"in {game.name}, {game.sides[0]} always moves first; leave out --first or --as")
    return side, named != side


class Dialogue:
    """The conversation: what is shown, what is asked, what is answered."""

    def __init__(self, session: Session, out: Output, progress: Progress) -> None:
        """Between a person and this session."""
        self.session = session
        self.game = session.game
        self.out = out
        self.progress = progress
        self.humans = [side for side in (FIRST, SECOND) if session.players[side] is None]
        self.kept_moves = list(session.moves)

    def run(self) -> None:
        """Game after game, until the person has had enough."""
        self.introduce()
        while True:
            self.play_to_the_end()
            if not self.another():
                return
            self.session.moves = list(self.kept_moves)

    def introduce(self) -> None:
        """Who plays what."""
        session = self.session
        if len(self.humans) == 2:
            first, second = session.label(FIRST), session.label(SECOND)
            who = f"{first} and {second} are both moved by hand; {first} moves first."
        else:
            me, you = self.humans[0], 1 - self.humans[0]
            order = "you move first" if me == FIRST else "the computer moves first"
            who = f"You are {session.label(me)}, the computer ({session.names[you]}) is {session.label(you)}; {order}."
        self.out.say(f"{self.game.name}. {who}")
        self.out.say(f"To move, type {self.game.text.what_to_type}; or hint, values, why, undo, review, help, quit.")

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
            self.show_board()
        self.out.say(self.verdict())
        self.out.say(f"Moves: {self.moves_text()}")

    def doubt(self, side: int) -> str:
        """A remark where a perfect move was not to be had."""
        last = self.session.analyst.last
        exact_wanted = self.session.names[side].startswith(("perfect", "level"))
        if not exact_wanted or last is None or last.exact:
            return ""
        return f" (Too large to solve here: its best guess, {last.value}.)"

    def ask_for_move(self) -> None:
        """Ask until a move is made, or one is taken back."""
        from zerosum.cli.output import counted

        session = self.session
        whose = f"Your move ({session.label(session.side)}): "
        entry = self.ask(whose)
        word, _, rest = entry.partition(" ")
        commands = {
            "hint": self.hint,
            "values": self.values,
            "review": self.review,
            "board": self.show_board,
            "help": self.help,
            "?": self.help,
        }
        try:
            if not entry:
                raise BadMove(f"nothing typed; type {self.game.text.what_to_type}, or help")
            if word in ("quit", "exit"):
                raise EOFError
            if word == "undo":
                count = session.undo()
                self.out.say(f"{counted(count, 'move', 'moves')} taken back.")
                self.show_board()
            elif word == "why":
                self.why(rest.strip())
            elif entry in commands:
                commands[entry]()
            else:
                move = self.game.read_move(session.state, entry)
                session.play(move)
                if len(self.humans) == 2 or session.over or session.players[session.side] is None:
                    self.show_board()
        except ZerosumError as error:
            self.progress.wipe()
            self.out.say(f"{self.capital(str(error))}.")

    def ask(self, prompt: str) -> str:
        """One line from the person; the end of input ends the conversation."""
        self.out.console.file.write(prompt)
        self.out.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            # In a pipe nobody sees what was typed, and a transcript should be readable.
            self.out.say(line.strip())
        return " ".join(line.split())

    def show_board(self) -> None:
        """The board, with an empty line around it."""
        self.out.say()
        self.out.board(self.session.board(), (self.session.label(FIRST), self.session.label(SECOND)))
        self.out.say()

    def hint(self) -> None:
        """A best move and what it gets."""
        analysis = self.session.analyst(self.session.state)
        self.progress.wipe()
        best = " or ".join(self.game.move_text(analysis.state, move) for move in analysis.best[:3])
        self.out.say(f"Best: {best} ({analysis.value}).")

    def values(self) -> None:
        """The table of all moves."""
        from zerosum.cli.analyze import show_moves

        analysis = self.session.analyst(self.session.state)
        self.progress.wipe()
        show_moves(self.out, analysis)

    def why(self, word: str) -> None:
        """Why not this move."""
        from zerosum.cli.analyze import why_text

        if not word:
            raise BadMove("say which move, as in: why " + self.game.move_text(self.session.state, self.any_move()))
        move = self.game.read_move(self.session.state, word)
        analysis = self.session.analyst(self.session.state)
        self.progress.wipe()
        self.out.say(why_text(self.game, analysis, move))

    def any_move(self) -> object:
        """Some legal move, for an example."""
        return next(iter(self.game.moves(self.session.state)))

    def review(self) -> None:
        """Judge the game so far."""
        from zerosum.analysis import review
        from zerosum.cli.review import show

        if not self.session.moves:
            raise BadRequest("nothing has been played yet")
        judgements = list(review(self.session.analyst, self.session.moves, self.session.start))
        self.progress.wipe()
        show(self.out, self.game, judgements, self.session.label)

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
        return " ".join(self.game.line_text(self.session.start, self.session.moves))

    def another(self) -> bool:
        """After a game: again, a review, the last move back, or goodbye."""
        while True:
            entry = self.ask("Play again? (yes, no, review, undo): ").lower()
            if entry in ("y", "yes"):
                return True
            if entry in ("n", "no", "quit", "exit"):
                self.out.say("Goodbye.")
                return False
            try:
                if entry == "review":
                    self.review()
                elif entry == "undo":
                    self.session.undo()
                    self.play_to_the_end()
                else:
                    self.out.say("Please type yes, no, review or undo.")
            except ZerosumError as error:
                self.out.say(f"{self.capital(str(error))}.")

    @staticmethod
    def capital(sentence: str) -> str:
        """A sentence begins with a capital letter, unless it begins with a quotation."""
        return sentence[:1].upper() + sentence[1:]
