"""What the front door's functions return: sequences that turn into rows, data frames and pictures in a notebook."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Generic, TypeVar, overload

from zerosum.analysis.data_frame import frame_of
from zerosum.analysis.review import Judgement
from zerosum.analysis.sentences import judgement_text, mistakes_sentence
from zerosum.draw.table_html import table_html
from zerosum.draw.table_text import Table, table_text
from zerosum.draw.tree_svg import MOST_NODES, tree_svg
from zerosum.draw.tree_text import result_captions, tree_lines
from zerosum.game import Game
from zerosum.games.tree import is_written
from zerosum.lab.compare import Row
from zerosum.lab.report.tables import row_cells, rows_sentences, rows_table
from zerosum.pickled_states import PickledStates
from zerosum.play.game_record import Record
from zerosum.play.match import Tally, tally, termination_sentences
from zerosum.progress import ProgressCallback
from zerosum.recording.recorder import record
from zerosum.recording.tree import TreeNode, rebuild, unfold_pruned
from zerosum.rules import State
from zerosum.search import Limit, Result
from zerosum.value import Scale

Item = TypeVar("Item", covariant=True)


class Items(Sequence[Item], Generic[Item]):
    """A sequence of results that knows its rows."""

    @property
    @abstractmethod
    def _items(self) -> tuple[Item, ...]:
        """The results."""

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        """One result by its number from 0, or several."""
        return self._items[index]

    def __len__(self) -> int:
        """How many results there are."""
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        """The results in order."""
        return iter(self._items)

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each result."""

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame."""
        return frame_of(self.rows())

    @abstractmethod
    def _table(self) -> Table:
        """The results as a table, the same as the command's."""

    def _sentences(self) -> list[str]:
        """What there is to say below the table."""
        return []

    def __str__(self) -> str:
        """A table as lines of text."""
        return "\n".join([table_text(*self._table()), *self._sentences()])

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<{type(self).__name__} {self._table().caption}>"

    def _repr_html_(self) -> str:
        """A table, for a notebook."""
        below = "".join(f"<p>{escape(sentence)}</p>" for sentence in self._sentences())
        return f"<div>{table_html(*self._table())}{below}</div>"


@dataclass(frozen=True, repr=False)
class Comparison(Items[Row], PickledStates):
    """What each algorithm did on the same positions."""

    game: Game
    states: tuple[State, ...]
    _rows: tuple[Row, ...]

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        return {"states": tuple(map(change, self.states))}

    @property
    def _items(self) -> tuple[Row, ...]:
        return self._rows

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each algorithm, for a data frame or a CSV file."""
        return [row_cells(self.game, list(self.states), row) for row in self._rows]

    def _table(self) -> Table:
        return rows_table(self.game, self.states, self._rows)

    def _sentences(self) -> list[str]:
        return rows_sentences(self.states, self._rows)


@dataclass(frozen=True, repr=False)
class Review(Items[Judgement], PickledStates):
    """What each move of a game cost."""

    game: Game
    judgements: tuple[Judgement, ...]

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        return {"judgements": tuple(replace(each, state=change(each.state)) for each in self.judgements)}

    @property
    def _items(self) -> tuple[Judgement, ...]:
        return self.judgements

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The moves that changed win, draw or loss."""
        return tuple(each for each in self.judgements if each.mistake)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each move, as `zerosum review --json` prints it."""
        return [each.json(self.game) for each in self.judgements]

    def _table(self) -> Table:
        game = self.game
        rows = [
            [
                each.number,
                game.side_name(each.side),
                game.move_text(each.state, each.move),
                each.before,
                each.after,
                judgement_text(game, each),
            ]
            for each in self.judgements
        ]
        return Table(["", "side", "move", "before", "after", "judgement"], rows, game.name)

    def _sentences(self) -> list[str]:
        return [mistakes_sentence(self.judgements)]


@dataclass(frozen=True, repr=False)
class Match(Items[Record]):
    """The games of a match, and how the player named first did in them."""

    game: Game
    players: tuple[str, str]
    played: tuple[tuple[int, Record], ...]

    @property
    def _items(self) -> tuple[Record, ...]:
        return tuple(record for _, record in self.played)

    @property
    def score(self) -> Tally:
        """Wins, draws, losses, the share of points and its interval."""
        return tally(self.played)

    @property
    def wins(self) -> int:
        """The games that the player named first has won."""
        return self.score.wins

    @property
    def draws(self) -> int:
        """The games that nobody has won."""
        return self.score.draws

    @property
    def losses(self) -> int:
        """The games that the player named first has lost."""
        return self.score.losses

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each game."""
        return [record.json() for record in self]

    def _table(self) -> Table:
        rows = [[record.players[0], record.players[1], record.result, " ".join(record.moves)] for record in self]
        first, second = self.players
        told = f"{self.game.name}: {first} against {second}, +{self.wins} ={self.draws} -{self.losses}"
        return Table(["first", "second", "result", "moves"], rows, told)

    def _sentences(self) -> list[str]:
        return termination_sentences(self.played)


@dataclass(frozen=True)
class SearchTree(PickledStates):
    """The tree that a search visited: its result, and one root for each time that it started over."""

    game: Game
    state: State
    result: Result
    roots: tuple[TreeNode, ...]
    scale: Scale
    levels: int | None = None

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        roots = tuple(root.with_states(change) for root in self.roots)
        return {"state": change(self.state), "roots": roots}

    @classmethod
    def searched(
        cls,
        game: Game,
        state: State,
        name: str,
        plain: bool,
        limit: Limit,
        seed: int,
        levels: int | None,
        progress: ProgressCallback,
    ) -> SearchTree:
        """Search and record; raises `BadRequest` when a limit stops the search."""
        result, recording = record(game, state, name, plain=plain, seed=seed, limit=limit, progress=progress)
        roots = rebuild(recording, progress)
        if is_written(game):
            unfold_pruned(game, roots)
        return cls(game, state, result, tuple(roots), recording.scale, levels)

    def svg(self, levels: int | None = None) -> str:
        """The tree of the last pass as a picture, down to so many plies; raises `BadRequest` when it is too large."""
        captions = self._captions() if len(self.roots) > 1 else ()
        return tree_svg(self.roots[-1], self.game, self.scale, self.result.line, levels, captions)

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<SearchTree {self.game.spec:.60} by {self.result.algorithm}, {self.result.nodes:,} nodes>"

    def __str__(self) -> str:
        """The tree of the last pass, a node a line, and the result of the search."""
        lines = tree_lines(self.roots[-1], self.game, self.scale, self.levels)
        return "\n".join([*lines, "", *self._captions()])

    def _captions(self) -> list[str]:
        return result_captions(self.game, self.state, self.result, len(self.roots))

    def _repr_svg_(self) -> str:
        """The picture, for a notebook: as many plies as can be drawn, unless `levels` says."""
        if self.levels is not None:
            return self.svg(self.levels)
        sizes: list[int] = []
        layer = [self.roots[-1]]
        while layer and sum(sizes) + len(layer) <= MOST_NODES:
            sizes.append(len(layer))
            layer = [child for node in layer for child in node.children]
        return self.svg(len(sizes) - 1)
