"""A solved table in a folder: open it, ask it for the value of a position, walk through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import BadPosition, BadRequest, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import is_registered, load
from zerosum.core.rules import SECOND, Move, State, plain_state
from zerosum.core.value import Expected, Margin, Outcome
from zerosum.engines.native import has_numba, require_numba
from zerosum.engines.native.compile import compile_control
from zerosum.engines.native.compile.background import prepare
from zerosum.engines.native.solver.scores import value_of
from zerosum.engines.search.value_iteration import STATED_ERROR
from zerosum.engines.solve.format.checked_file import CheckedFile, DamagedTable
from zerosum.engines.solve.format.layer_file import (
    LayerKeys,
    LayerScores,
    LayerValues,
    keys_path,
    scores_path,
    values_path,
)
from zerosum.engines.solve.format.manifest import (
    MANIFEST,
    UNFINISHED,
    ChanceEntry,
    Manifest,
    StartSet,
    manifest_spec,
    read_manifest,
    rules_fingerprint,
)
from zerosum.engines.solve.format.table_folder import how_to_solve_again
from zerosum.engines.solve.levels import level_of

if TYPE_CHECKING:
    from zerosum.engines.solve.tables.compiled_probe import CompiledProbe

COMPILED_AFTER = 20_000
"""The look-ups in plain Python after which it pays to load compiled code: both take half a second."""

COMPILE = "zerosum.engines.solve.tables.compiled_probe:compile_for"

CHECKED_WHOLE = 64 << 20
"""The bytes of the largest table that is checked whole when it is opened; a larger one is checked where it is read."""


def manifest_of(folder: Path) -> Manifest:
    """The manifest of a finished table; raises `BadRequest` where there is none."""
    if not (folder / MANIFEST).exists():
        unfinished = (folder / UNFINISHED).exists()
        raise BadRequest(
            f"{folder} has no solved table" + (": it is not finished, run the same solve again" if unfinished else "")
        )
    with advice_on_damage(folder):
        return read_manifest(folder / MANIFEST)


@contextmanager
def advice_on_damage(folder: Path) -> Iterator[None]:
    """Add to the sentence about a damaged file what can be done about it."""
    try:
        yield
    except DamagedTable as error:
        raise DamagedTable(f"{error}; {how_to_solve_again(folder)}") from None


def rules_have_changed(game: Game, folder: Path) -> str:
    """The sentence for a table of the same game, whose rules were others then."""
    where = f"of {game.spec}" if game.source is None else f"in {game.source}"
    return f"the rules {where} have changed since {str(folder)!r} was solved; {how_to_solve_again(folder)}"


def open_table(folder: Path, game: Game | None = None) -> SolvedTable:
    """Open the table of a folder; the game is the registered one that the table names, unless another is given.

    A table is data, which somebody else may have made: it never says which file is run. Raises `BadRequest` where the
    game is in a file, which the user has to name.
    """
    if game is not None:
        return SolvedTable(folder, game)
    spec = manifest_of(folder).game
    if not is_registered(spec):
        raise BadRequest(
            f"{str(folder)!r} is a table of {spec!r}, which is no game of zerosum's own; a table runs no code, "
            "so name the file with its rules: --game FILE"
        )
    return SolvedTable(folder, load(spec))


class SolvedTable:
    """The value of every position that can be reached from where the table begins."""

    def __init__(self, folder: Path, game: Game) -> None:
        """Open a table of this game; raises `BadRequest` for other rules, `DamagedTable` for damaged files."""
        self.folder = folder
        self.game = game
        self.manifest: Manifest = manifest_of(folder)
        try:
            self.start = game.read_position(self.manifest.start)
            begun = [self.manifest.start] if self.manifest.starts is None else self.manifest.starts.named
            has_same_rules = rules_fingerprint(game, *map(game.read_position, begun)) == self.manifest.rules
        except BadPosition:
            has_same_rules = False
        if not has_same_rules:
            if manifest_spec(game) == self.manifest.game:
                raise BadRequest(rules_have_changed(game, folder))
            raise BadRequest(f"{folder} is a table of {self.manifest.game} by other rules than those of {game.spec}")
        with advice_on_damage(folder):
            self.layout = self.manifest.layout(game, self.start)
        self._pack, self.unpack, self._fits = self.layout.functions()
        self.folded = without_counter(game if self.manifest.symmetry else without_symmetries(game))
        """The game without its counter, and without its symmetries where the table does not use them."""
        self._position: Callable[[State], State] = game.rules.position or _itself
        self._canonical: Callable[[State], State] = self.folded.rules.canonical or _itself
        self.first_level = level_of(self.start, self.manifest.counted or ())
        """The level of the positions in layer 0."""
        self.key_layers: list[LayerKeys] = []
        self.layers: list[tuple[LayerKeys, LayerScores]] = []
        """The keys and scores of each layer; a game of chance has `key_layers` and `value_layers` alone."""
        self.value_layers: list[LayerValues] = []
        with advice_on_damage(folder):
            self._open_layers()
        self._left = COMPILED_AFTER
        self._look_up = self._plain_score

    def _open_layers(self) -> None:
        folder, entries = self.folder, self.manifest.layers
        if not entries:
            raise DamagedTable(f"{folder / MANIFEST} names no layer")
        if self.manifest.chance is not None and len(entries) > 1:
            raise DamagedTable(f"{folder / MANIFEST} names {len(entries)} layers; a table of a game of chance has one")
        self.key_layers += [
            LayerKeys(keys_path(folder, i), entry.keys, entry.stored) for i, entry in enumerate(entries)
        ]
        for number, (keys, entry) in enumerate(zip(self.key_layers, entries, strict=True)):
            if entry.scores is None:
                raise DamagedTable(f"{folder / MANIFEST} names no scores for layer {number}")
            if self.manifest.chance is None:
                self.layers.append((keys, LayerScores(scores_path(folder, number), entry.scores, entry.stored)))
            else:
                self.value_layers.append(LayerValues(values_path(folder, number), entry.scores, entry.stored))
        if sum(file.length for file in self.files) <= CHECKED_WHOLE:
            for file in self.files:
                file.check_all()

    @property
    def files(self) -> list[CheckedFile]:
        """All files but the manifest."""
        values = [part.file for part in self.value_layers] + [scores.file for _, scores in self.layers]
        return [part.file for part in self.key_layers] + values

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<SolvedTable {self.game.spec}: {self.manifest.positions:,} positions>"

    def layer_of(self, state: State) -> int:
        """The number of the layer in which a state would be."""
        if self.manifest.counted is None:
            return 0
        return level_of(state, self.manifest.counted) - self.first_level

    def score(self, state: State) -> int | None:
        """The score of a state for the side to move (see `layer_file.py`); None for a state that is not there.

        Plain Python answers first. After some thousand look-ups in a process, compiled code takes over as soon as it
        is ready; until then it is compiled in the background. A game of chance has no scores, but values alone.
        """
        if self.value_layers:
            raise self._no_scores()
        score = self._look_up(self._position(state))
        return score if score is None or self._is_in_time(state, score) else None

    def _is_in_time(self, state: State, score: int) -> bool:
        """Whether a value holds with the counter of a state, which the table does not know.

        A counter only ends games as draws, so that a draw stays one. A win or a loss is sure where the counter cannot
        end the game before; otherwise it depends on moves that set the counter back.
        """
        left = self.game.rules.plies_to_draw
        if left is None or self.manifest.margin:
            return True
        value = value_of(score, False)
        return not isinstance(value, Outcome) or value.result == 0 or (value.distance or 0) <= left(state)

    def _plain_score(self, state: State) -> int | None:
        """The score of a state, or in a game of chance, which is one layer, its place there."""
        self._left -= 1
        if self._left == 0 and has_numba():
            prepare(self.game, COMPILE, (str(self.folder.absolute()),), when_done=self._take_over)
        found = self._place(state)
        if found is None:
            return None
        number, place = found
        return place if self.value_layers else self.layers[number][1].score(place)

    def _place(self, state: State) -> tuple[int, int] | None:
        """The layer of a state, and its place there; None for a state that is not there."""
        stored = plain_state(self._canonical(state))
        number = self.layer_of(stored)
        if not 0 <= number < len(self.key_layers) or not self._fits(stored) or not self._is_given_back(stored):
            return None
        place = self.key_layers[number].find(self._pack(stored))
        return None if place < 0 else (number, place)

    def _no_scores(self) -> BadRequest:
        return BadRequest(f"{self.folder} is a table of a game of chance, which has means and no scores")

    def _is_given_back(self, state: State) -> bool:
        """Whether a key gives its state back: a game's own key of a state that cannot be reached may be another's."""
        key = self._pack(state)
        try:
            return bool(key >= 0 and self.unpack(key) == state)
        except (ArithmeticError, LookupError, ValueError):  # it is no key of any state
            return False

    def _take_over(self) -> None:
        """Change over to compiled code where it was compiled in the background."""
        try:
            with compile_control.only_loading():
                self.compiled()
        except (compile_control.NotCached, ZerosumError):  # it could not be compiled: plain Python goes on
            pass

    def compiled(self) -> SolvedTable:
        """The same table, which now uses compiled look-ups; compiles them if that was not done before."""
        self._look_up = self._compiled.score
        return self

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code answers."""
        return self._look_up != self._plain_score

    @cached_property
    def _compiled(self) -> CompiledProbe:
        require_numba()
        from zerosum.engines.solve.tables.compiled_probe import CompiledProbe

        return CompiledProbe(self)

    def scores(self, states: Iterable[Any]) -> Any:
        """The scores of many states in a numpy array of 16-bit numbers, by compiled code.

        The states are given one by one, or as an array with a row for each and a column for each number of a state.
        The score of a state that is not there is -32,768.
        """
        if self.value_layers:
            raise self._no_scores()
        return self._compiled.scores(states)

    def scores_of_keys(self, keys: Any) -> Any:
        """The same for an array of keys of stored states, as the files have them."""
        if self.value_layers:
            raise self._no_scores()
        return self._compiled.scores_of_keys(keys)

    def find(self, state: State) -> Outcome | Margin | Expected | None:
        """The value of a state for the side to move, for the first player where chance moves; None if it is not there.

        A mean has its error, and the probabilities of the results where the table tells them.
        """
        found = self._look_up(self._position(state)) if self.value_layers else self.score(state)
        if found is None:
            return None
        if self.manifest.chance is None:
            return value_of(found, self.manifest.margin)
        layer, side = self.value_layers[0], self.game.rules.to_move(state)
        return expected(layer.value(found), layer.draw(found), self.manifest.chance, side)

    def value(self, state: State) -> Outcome | Margin | Expected:
        """The same; raises `BadPosition` for a state that cannot be reached, or that is none of the game."""
        if not is_formed_like(state, self.game.start):
            raise BadPosition(f"{state!r} is no state of {self.game.name}: the first one is {self.game.start!r}")
        found = self.find(state)
        if found is None:
            text, begun = self.game.position_text(state), self.manifest.beginning
            if self._look_up(self._position(state)) is not None:
                raise BadPosition(f"{text} may be a draw by its counter before the end that the table knows")
            raise BadPosition(f"{text} is not in the table: it cannot be reached from {begun}")
        return found

    @property
    def bytes(self) -> int:
        """The size of its files."""
        files = sum(file.path.stat().st_size for file in self.files)
        return files + (self.folder / MANIFEST).stat().st_size

    def states(self, layer: int) -> Iterator[State]:
        """The stored states of a layer."""
        return map(self.unpack, self.key_layers[layer])

    def __iter__(self) -> Iterator[tuple[State, int]]:
        """Every stored state with its score, layer by layer."""
        for number in range(len(self.key_layers)):
            yield from self.layer(number)

    def layer(self, number: int) -> Iterator[tuple[State, int]]:
        """Every stored state of a layer with its score."""
        if self.value_layers:
            raise self._no_scores()
        keys, scores = self.layers[number]
        for key, score in zip(keys, scores, strict=True):
            yield self.unpack(key), score

    def __reduce__(self) -> tuple[type[SolvedTable], tuple[Path, Game]]:
        """Pickle where it is; it is opened again."""
        return SolvedTable, (self.folder, self.game)


def expected(mean: float, draw: float | None, chance: ChanceEntry, side: int) -> Expected:
    """A stored mean as a value; `draw` is the probability of a draw, where the table tells it.

    >>> str(expected(0.5, None, ChanceEntry(0.0, 1e-15, [-1, 1]), SECOND))
    'expected +0.500 ± 1e-15, wins 75.0 %'
    """
    if chance.results is None or max(chance.error, chance.draw_error or 0.0) > STATED_ERROR:
        return Expected(mean, chance.error)
    first, *_, last = chance.results
    low, high = (-last, -first) if side == SECOND else (first, last)
    decided = 1.0 if draw is None else 1.0 - draw
    better = min(decided, max(0.0, (mean - low * decided) / (high - low)))
    drawn = () if draw is None else ((0, draw),)
    return Expected(mean, chance.error, ((high, better), *drawn, (low, decided - better)))


def is_formed_like(state: Any, example: Any) -> bool:
    """Whether a state is a tuple of as many whole numbers and tuples as an example.

    >>> is_formed_like((1, (2, 3)), (0, (0, 0))), is_formed_like((1, 2), (0, (0, 0))), is_formed_like(7, (0, 0))
    (True, False, False)
    """
    if not isinstance(example, tuple):
        return isinstance(state, int)
    if not isinstance(state, tuple) or len(state) != len(example):
        return False
    return all(map(is_formed_like, state, example))


def _itself(state: State) -> State:
    return state


def without_symmetries(game: Game) -> Game:
    """The same game, in which no position stands for others."""
    return replace(game, rules=replace(game.rules, canonical=None))


@lru_cache(maxsize=64)
def without_counter(game: Game) -> Game:
    """The same game with positions for states, where its states have a counter: every move sets that back.

    A counter towards a draw would multiply the positions by as many as it counts.
    """
    position, play = game.rules.position, game.rules.play
    if position is None:
        return game

    def play_to_position(state: State, move: Move) -> State:
        return position(play(state, move))

    return replace(game, rules=replace(game.rules, play=play_to_position, position=None, plies_to_draw=None))


def opened_at(table: SolvedTable, start: State, starts: StartSet | None = None) -> SolvedTable:
    """The same table; raises `BadRequest` where it does not begin at this position, or at this set of positions."""
    if plain_state(table.start) != plain_state(start) or table.manifest.starts != starts:
        asked = table.game.position_text(start) if starts is None else f"the {starts.count:,} that are given"
        raise BadRequest(
            f"{str(table.folder)!r} has a table that begins at {table.manifest.beginning}, not at {asked}; "
            "choose another folder"
        )
    return table
