"""Whether the rules of a game are sound: invariants that must hold in every position, checked on many.

Positions are checked breadth first from the start, so that the first fault is found by a shortest game; then along
random games, to reach the end of games that are too large to check completely. A time limit is shared between the two.

A position that can come up again is a property, not a fault: `Report.can_repeat`. States that are not tuples of
machine words, and rules that numba cannot compile, are no fault either: `Report.plain_python_because` says why such a
game runs in plain Python only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from zerosum.answers.analysis.adjudication import Adjudicator
from zerosum.answers.analysis.machine_code import why_not_compiled
from zerosum.answers.analysis.purity import Purity
from zerosum.answers.analysis.repetition import shortest_repetition
from zerosum.answers.analysis.state_words import why_no_words
from zerosum.answers.analysis.suspicions import suspicions
from zerosum.answers.analysis.text_checks import check_text_forms
from zerosum.answers.analysis.wrong_rules import Fault, refuse_wrong_answers
from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.games.user_files.blaming import blame, blamed_on_a_file, describe, is_ctrl_c
from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import CHANCE, NO_KEY, WORD, Move, State, listed, positions_of
from zerosum.core.symmetry import symmetry_fault
from zerosum.engines.native import has_numba
from zerosum.engines.search.result import Stopped

BREADTH = 20_000
RANDOM_GAMES = 200


@dataclass(frozen=True)
class Finding:
    """The first thing that is wrong, and the shortest game found that shows it (None: no game is needed)."""

    what: str
    moves: tuple[str, ...] | None
    position: str


@dataclass(frozen=True)
class Report:
    """What was tried, and what was found.

    `complete` says that every position was tried. `can_repeat` says whether a position can come up again in a game, and
    `repetition` has the moves of such a game, the shortest where all positions were tried; None where no game has shown
    it and some positions were not tried. `plain_python_because` says why the game cannot be compiled, None
    where it can, or nobody can tell: without numba, and while there is a fault. `compiles` is True or False where that
    is known. `out_of_time` says that the time limit came before so many positions and games.
    `warnings` are sentences about rules that are sound, and hardly what their author means.
    """

    positions: int
    games: int
    finished: int
    longest: int
    complete: bool
    finding: Finding | None
    can_repeat: bool | None
    repetition: tuple[str, ...] | None
    plain_python_because: str | None
    compiles: bool | None
    out_of_time: bool = False
    warnings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether no fault was found, for `if zerosum.check(file)`."""
        return self.finding is None

    @property
    def sound(self) -> bool | None:
        """True or False where that is known: no fault in all positions, or a fault; None where some were not tried."""
        if self.finding is not None:
            return False
        return True if self.complete else None


class Checker:
    """Checks a game's rules; `steps` can be stopped at any time, and `report` says how far it got."""

    def __init__(
        self,
        game: Game,
        *,
        breadth: int = BREADTH,
        games: int = RANDOM_GAMES,
        seed: int = 0,
        seconds: float | None = None,
    ) -> None:
        """Set how many positions to check breadth first, how many random games then, and for how long at most."""
        self.game = game
        self.rules = game.rules
        self.breadth = breadth
        self.wanted_games = games
        self.seconds = seconds
        self.out_of_time = False
        self.random = Random(seed)
        self.seen: dict[State, tuple[State | None, Move | None]] = {}
        self.keys: dict[int, State] = {}
        self.images: Counter[State] = Counter()
        self.tried: set[State] = set()
        self.onward: dict[State, list[tuple[Move, State]]] = {}
        self.ends: dict[State, int] = {}
        self.games = 0
        self.finished = 0
        self.longest = 0
        self.complete = False
        self.finding: Finding | None = None
        self.repetition: list[Move] | None = None
        self.purity = Purity(game.rules)
        adapted = game.adapted
        self.plain_python_because = adapted.because or None if adapted is not None else None
        self.compiles: bool | None = None

    def report(self) -> Report:
        """What has been tried so far, and what was found."""
        return Report(
            positions=len(self.tried),
            games=self.games,
            finished=self.finished,
            longest=self.longest,
            complete=self.complete,
            finding=self.finding,
            can_repeat=True if self.repetition is not None else False if self.complete else None,
            repetition=None if self.repetition is None else self._words(self.repetition),
            plain_python_because=self.plain_python_because if self.finding is None else None,
            compiles=self.compiles,
            out_of_time=self.out_of_time,
            warnings=() if self.finding is not None else suspicions(self.rules, self.onward, self.ends),
        )

    def run(self, progress: ProgressCallback = None) -> Report:
        """Try everything, up to the first fault; `try_to_compile` is not part of it."""
        for positions in self.steps():
            if progress is not None:
                progress(Count(positions))
        return self.report()

    def try_to_compile(self) -> None:
        """Find out whether a game without faults compiles; raises nothing where numba is missing."""
        if self.finding is not None:
            return
        if self.plain_python_because is None and has_numba():
            self.plain_python_because = why_not_compiled(self.game)
            self.compiles = True
        if self.plain_python_because is not None:
            self.compiles = False

    def steps(self) -> Iterator[int]:
        """Try one position or game after another; yield how many positions have been tried."""
        if not self._try(self._start, []):
            return
        begun = perf_counter()
        middle, end = (inf, inf) if self.seconds is None else (begun + self.seconds / 2, begun + self.seconds)
        start = self.rules.start
        self.seen[start] = None, None
        todo = [start]
        for state in todo:
            if not self._try(partial(self._position, state), self._path_to(state), state):
                return
            yield len(self.tried)
            if perf_counter() > middle:
                # The other half is for random games: they show how games end.
                self.out_of_time = True
                break
            if self.rules.is_over(state):
                continue
            self.onward[state] = [(move, self.rules.play(state, move)) for move in listed(self.rules.moves(state))]
            for move, child in self.onward[state]:
                if child not in self.seen and len(self.seen) < self.breadth:
                    self.seen[child] = state, move
                    todo.append(child)
        whole = len(self.seen) < self.breadth and not self.out_of_time
        if whole:
            for state in self._classes():
                if not self._try(partial(self._class_size, state), self._path_to(state), state):
                    return
        random = Random(0)  # of its own: the random games stay the same
        for state in self.purity.in_another_order(random):
            if not self._try(partial(self.purity.try_again, state, random), self._path_to(state), state):
                return
        self.repetition = self._shortest_repetition()
        try:
            for _ in range(self.wanted_games):
                if not self._random_game(end):
                    return
                self.games += 1
                yield len(self.tried)
        except Stopped:
            self.out_of_time = True
        self.complete = whole

    def _random_game(self, end: float) -> bool:
        """Play one game at random; a repetition ends it where it would end a match. Raises `Stopped` at a time."""
        state = self.rules.start
        moves: list[Move] = []
        adjudicator = Adjudicator(self.game, state)
        while not self.rules.is_over(state):
            if perf_counter() > end:
                raise Stopped
            is_chance = self.rules.to_move(state) == CHANCE
            choices = self.game.playout_moves(state)
            moves.append(self.game.roll(state, self.random) if is_chance else self.random.choice(choices))
            state = self.rules.play(state, moves[-1])
            if not self._try(partial(self._position, state), moves, state):
                return False
            is_ended = adjudicator.add(state) is not None
            if adjudicator.times[adjudicator.position(state)] > 1 and self.repetition is None:
                self.repetition = list(moves)
            if is_ended and len(adjudicator.times) > MAX_PLIES:  # no position came twice
                self.finding = Finding(f"a game goes on for more than {MAX_PLIES:,} plies", None, self._text(state))
                return False
            if is_ended:
                return True
            self.seen.setdefault(state, (None, None))
        self.longest = max(self.longest, len(moves))
        return self._try(partial(self._same_end, state), moves, state)

    def _shortest_repetition(self) -> list[Move] | None:
        """The fewest moves that repeat a position among those that were tried breadth first."""
        position = positions_of(self.rules)
        first: dict[State, State] = {}
        for state in self.onward:
            first.setdefault(position(state), state)
        graph = {
            place: [(move, position(child)) for move, child in self.onward[state]] for place, state in first.items()
        }
        return shortest_repetition(graph, lambda place: self._path_to(first[place]))

    def _classes(self) -> list[State]:
        """The canonical states, where the game says how many states each stands for; counted in `self.images`."""
        canonical = self.rules.canonical
        if canonical is None or self.rules.class_size is None:
            return []
        self.images.update(canonical(state) for state in self.tried)
        return [state for state in self.seen if state in self.images]

    def _class_size(self, state: State) -> None:
        """From a first position that has images itself, or gains them, not all images of a position can be reached."""
        class_size = self.rules.class_size
        assert class_size is not None
        size, found = class_size(state), self.images[state]
        are_all_reached = class_size(self.rules.start) == 1 and not self.rules.gains_images
        if not isinstance(size, int) or size < found or (are_all_reached and size != found):
            raise Fault(f"class_size gives {size!r}, but canonical gives this position for {self.images[state]}")

    def _same_end(self, state: State) -> None:
        """An end must be worth the same whenever it is reached."""
        again = self.rules.utility(state)
        if again != self.ends[state]:
            raise Fault(f"utility gives {self.ends[state]!r}, and then {again!r} for the same state")

    def _try(self, claim: Callable[[], None], moves: list[Move], state: State | None = None) -> bool:
        """Run a check; store a finding where it raises `Fault` or the rules raise an error. True without a finding."""
        try:
            claim()
        except Fault as fault:
            self.finding = Finding(str(fault), self._words(moves), self._text(state))
        except BaseException as error:  # rules may raise SystemExit and the like
            if is_ctrl_c(error):
                raise
            where = blame(error, self.game.source or "") or blamed_on_a_file(error) or describe(error)
            what = "" if isinstance(error, RuleStopped) else "the rules stop with an error: "
            self.finding = Finding(f"{what}{where}", self._words(moves), self._text(state))
        return self.finding is None

    def _start(self) -> None:
        start = self.rules.start
        self._state(start, "start")
        if self.rules.is_over(start):
            raise Fault("the game is over before it begins")

    def _state(self, state: State, what: str) -> None:
        """A state can be hashed; note the first one that is not a tuple of as many machine words as the start."""
        if state is None:
            raise Fault(f"{what} gives None, which is no state; return the next state")
        try:
            hash(state)
        except TypeError:
            raise Fault(f"{what} gives {state!r}, which cannot be hashed; make it a tuple of ints") from None
        if self.plain_python_because is None:
            self.plain_python_because = why_no_words(state, what, self.rules.start)

    def _position(self, state: State) -> None:
        """Everything that must hold in one position; a position that held it once is not tried again."""
        if state in self.tried:
            return
        refuse_wrong_answers(self.game, state)
        self._twice("to_move", self.rules.to_move, state)
        over = self._twice("is_over", self.rules.is_over, state)
        if not isinstance(over, int):
            raise Fault(f"is_over gives {over!r}, which is neither True nor False")
        over = bool(over)
        if over:
            self._ending(state)
        else:
            self._moves(state)
            self._repetition(state)
        self._helpers(state, over)
        # A game whose states are not tuples of ints need not have a text for positions; moves lead to them.
        check_text_forms(self.game, state, needs_position_text=why_no_words(state, "", self.rules.start) is None)
        self.purity.try_position(state)
        self.tried.add(state)
        self.finished += over

    def _ending(self, state: State) -> None:
        self._utility("utility", self.ends.setdefault(state, self._twice("utility", self.rules.utility, state)))

    def _moves(self, state: State) -> None:
        moves = self._twice("moves", self._bits_or_tuple, state)
        if isinstance(moves, int) and moves >= WORD and self.plain_python_because is None:
            self.plain_python_because = f"moves gives {moves}, a set with moves above 62"
        if self.rules.to_move(state) == CHANCE:
            self._twice("odds", self.game.chances, state)
        for move in listed(moves):
            before = repr(state)
            child = self.rules.play(state, move)
            self._state(child, f"play of move {self._word(state, move)}")
            if repr(state) != before:
                raise Fault(f"play of move {self._word(state, move)} changes the state it was given")
            if self.rules.play(state, move) != child:
                raise Fault(f"play of move {self._word(state, move)} gives another state the second time")
            if child == state:
                raise Fault(f"move {self._word(state, move)} changes nothing")

    def _repetition(self, state: State) -> None:
        """What a repetition is worth has the form of a utility."""
        if self.rules.repetition is not None:
            self._utility("repetition", self._twice("repetition", self.rules.repetition, state))

    def _utility(self, name: str, utility: object) -> None:
        if not isinstance(utility, int):
            raise Fault(f"{name} gives {utility!r}, which is not an int")
        if not self.game.margin and utility not in (-1, 0, 1):
            raise Fault(f"{name} gives {utility}, not -1, 0 or 1 (a game of margins says margin = True)")

    def _bits_or_tuple(self, state: State) -> int | tuple[Move, ...]:
        """The moves in a form that can be compared; rules may also yield them one by one."""
        moves = self.rules.moves(state)
        return moves if isinstance(moves, int) else tuple(moves)

    def _twice(self, name: str, function: Callable[[State], Any], state: State) -> Any:
        """What a function gives; it must give the same again."""
        answer = function(state)
        for _ in range(2):
            again = function(state)
            if answer != again:
                raise Fault(f"{name} gives {answer!r}, and then {again!r} for the same state")
        return answer

    def _helpers(self, state: State, over: bool) -> None:
        """Check the optional functions: estimate, key, order, canonical, and those for games that cannot be solved."""
        rules = self.rules
        self._position_of(state)
        if not over:
            self._verdicts(state)
            self._null_move(state)
        if rules.estimate is not None:
            estimate = self._twice("estimate", rules.estimate, state)
            if not isinstance(estimate, int):
                raise Fault(f"estimate gives {estimate!r}, which is not an int")
        if rules.key is not None and (key := rules.key(state)) != NO_KEY:
            if self.keys.setdefault(key, state) != state:
                raise Fault(f"key gives {key} here and for {self._text(self.keys[key])}, which is another position")
            if rules.from_key is not None and rules.from_key(key) != state:
                raise Fault(f"from_key gives another state than this one for its key {key}")
        if rules.order is not None and not over:
            missing = [move for move in listed(rules.moves(state)) if move not in rules.order]
            if missing:
                raise Fault(f"order lacks the move {self._word(state, missing[0])}")
        if rules.canonical is not None:
            self._state(rules.canonical(state), "canonical")
            fault = symmetry_fault(self.game, state, self._text)
            if fault is not None:
                raise Fault(fault)

    def _verdicts(self, state: State) -> None:
        """What says yes or no to a move does so."""
        for name, verdict in (("noisy", self.rules.noisy), ("playout", self.rules.playout)):
            for move in () if verdict is None else listed(self.rules.moves(state)):
                if verdict is not None and not isinstance(told := verdict(state, move), int):
                    raise Fault(f"{name} gives {told!r} for the move {self._word(state, move)}, neither True nor False")

    def _null_move(self, state: State) -> None:
        """A pass gives the turn to the other side, or ends the game; where it proves nothing it is the same state."""
        if self.rules.null_move is None:
            return
        passed = self._twice("null_move", self.rules.null_move, state)
        self._state(passed, "null_move")
        # A pass may leave the other side without a move: a stalemate in chess, which the search scores as any end.
        if passed == state or self.rules.is_over(passed):
            return
        if self.rules.to_move(passed) == self.rules.to_move(state):
            raise Fault("null_move gives a state in which the other side is not to move; give the same state instead")

    def _position_of(self, state: State) -> None:
        """A position stands for itself; with it goes a number of plies, which no other state of it may lack."""
        rules = self.rules
        if rules.position is None or rules.plies_to_draw is None:
            return
        position = self._twice("position", rules.position, state)
        self._state(position, "position")
        if rules.position(position) != position:
            raise Fault(f"position gives {self._text(position)}, whose own position is another one")
        if rules.to_move(position) != rules.to_move(state):
            raise Fault("position gives a state in which another side is to move")
        left = self._twice("plies_to_draw", rules.plies_to_draw, state)
        if not isinstance(left, int) or left < 0:
            raise Fault(f"plies_to_draw gives {left!r}, which is not a number of plies from 0")

    def _path_to(self, state: State) -> list[Move]:
        moves: list[Move] = []
        parent, move = self.seen[state]
        while parent is not None and move is not None:
            moves.append(move)
            parent, move = self.seen[parent]
        return moves[::-1]

    def _words(self, moves: list[Move]) -> tuple[str, ...]:
        words = []
        state = self.rules.start
        for move in moves:
            words.append(self._word(state, move))
            state = self.rules.play(state, move)
        return tuple(words)

    def _word(self, state: State, move: Move) -> str:
        try:
            return self.game.move_text(state, move)
        except (Exception, RuleStopped):  # The text forms are under trial too: fall back on the number.
            return str(move)

    def _text(self, state: State | None) -> str:
        try:
            return self.game.position_text(self.rules.start if state is None else state)
        except (Exception, RuleStopped):  # As above.
            return str(state)
