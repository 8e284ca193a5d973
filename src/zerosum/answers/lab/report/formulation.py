"""A game as a search problem: states, start, players, moves, transitions, utilities, with examples from its rules."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from random import Random

from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.state_space import StateSpace
from zerosum.core.board import board_of, touched_by
from zerosum.core.errors import EndlessGame
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Move, State, listed, plain_state
from zerosum.core.value import DISTANCE, WIN, scale_for
from zerosum.engines.draw.amounts import counted
from zerosum.engines.draw.board_row_svg import Shown, board_row_svg
from zerosum.engines.search.cycles import can_repeat

MOST_MOVES = 12
"""So many moves are listed."""


def terms(measured: Measurements) -> Iterator[tuple[str, str, str]]:
    """The rows of the formulation: a symbol, its name, and what it is in this game."""
    game, start = measured.game, measured.start
    first, second = game.sides
    yield "S", "states", " ".join(_states(measured))
    numbers = f", as numbers `{plain_state(start)!r:.120}`" if isinstance(start, tuple) else ""
    yield "S_{0}", "start state", f"`{game.position_text(start)}`{numbers}."
    beginner = game.side_name(game.to_move(start))
    chance = ", and chance, whose outcomes have known odds" if game.rules.odds is not None else ""
    players = f"{first} is MAX and {second} is MIN{chance}; {beginner} moves in S_{{0}}."
    yield "PLAYER(s)", "who moves", players
    yield "A(s)", "legal moves", " ".join(_moves(measured))
    move = example_move(game, start)
    after = game.rules.play(start, move)
    played = f"T(S_{{0}}, {game.move_text(start, move)}) = `{game.position_text(after)}`."
    yield "T(s, a)", "transition", f"The state after move a: {played}"
    if game.rules.odds is not None:
        yield "P(a | s)", "odds", _odds(measured)
    if can_repeat(game.rules):
        yield "repetition", "cycles", _repetition(measured)
    yield "U(s)", "utility", " ".join(_utility(measured))


def _states(measured: Measurements) -> Iterator[str]:
    start, space = measured.start, measured.space
    fields = getattr(start, "_fields", None)
    if fields:
        yield f"A state is a tuple of {counted(len(fields), 'field', 'fields')}: {', '.join(fields)}."
    elif isinstance(start, tuple) and start and all(isinstance(part, int) for part in start):
        what = _integers(measured.game, len(start))
        yield f"A state is a tuple of {counted(len(start), 'integer', 'integers')}{what}."
    if space is not None:
        yield space_sentence(space)


STATE = re.compile(r"A state is \(([^()]+)\)")
BIT_SETS = re.compile(r"\bBit \w+ is\b|\bset of (?:cells|points|squares)\b")


def _integers(game: Game, count: int) -> str:
    """What the integers of a state are, in the words of the file that holds the rules; "" where it does not say."""
    for function in (game.rules.play, game.rules.moves, game.rules.utility):
        written = inspect.getmodule(inspect.unwrap(getattr(function, "func", function)))
        about = " ".join((getattr(written, "__doc__", None) or "").split())
        found = STATE.search(about)
        if found is not None and found[1].count(", ") == count - 1:
            bits = "; a set is one integer with a bit for each cell" if BIT_SETS.search(about) else ""
            return f": {found[1]}{bits}"
    return ""


def space_sentence(space: StateSpace) -> str:
    """How many states there are: a number, or a bound where counting was stopped."""
    if not space.is_complete:
        return f"More than {space.states:,} states can be reached from S_{{0}} (counting was stopped there)."
    up_to = "" if space.classes is None else f"; up to symmetry there are {space.classes:,}"
    reached = counted(space.states, "state", "states")
    return f"{reached} can be reached from S_{{0}}, {space.ends:,} of them finished{up_to}."


def _moves(measured: Measurements) -> Iterator[str]:
    game, start = measured.game, measured.start
    moves = listed(game.moves(start))
    words = [f"`{game.move_text(start, move)}`" for move in moves[:MOST_MOVES]]
    more = ["..."] * (len(moves) > MOST_MOVES)
    yield f"{counted(len(moves), 'move', 'moves')} in S_{{0}}: {', '.join([*words, *more])}."
    if measured.mean_moves is not None:
        yield f"In games played at random a position has {measured.mean_moves:.2f} on average."


def _odds(measured: Measurements) -> str:
    game = measured.game
    state = chance_state(game, measured.start, measured.seed)
    if state is None:
        return "The probability of an outcome where chance moves."
    outcomes = [f"`{game.move_text(state, move)}` {chance}" for move, chance in game.chances(state)[:MOST_MOVES]]
    return f"The probability of an outcome where chance moves; in `{game.position_text(state)}`: {', '.join(outcomes)}."


def _repetition(measured: Measurements) -> str:
    game = measured.game
    if game.rules.repetition is not None:
        return f"A game that comes back to a state it was in ends; the rules say what that is worth to {game.sides[0]}."
    goes_on = "; `value_iteration` lets it go on" if "value_iteration" in measured.names else ""
    return f"A game can come back to a state it was in. A search ends the line there and counts it as a draw{goes_on}."


def _utility(measured: Measurements) -> Iterator[str]:
    game, space = measured.game, measured.space
    first = game.sides[0]
    if scale_for(game, measured.plain) is DISTANCE:
        yield (
            f"For {first}: {WIN:,} − d for a win d plies after the position that is searched, 0 for a draw, "
            f"d − {WIN:,} for a loss after d plies. So a near win is worth more than a far one, and a late loss more "
            "than an early one; the rules themselves say +1, 0 and −1."
        )
    elif game.margin:
        yield f"By how much {first} wins, negative where {first} loses."
    else:
        yield f"For {first}: +1 for a win, 0 for a draw, −1 for a loss."
    if space is not None and space.is_complete and space.finished:
        if len(space.finished) <= 6:
            parts = [f"{count:,} with U = {_signed(each)}" for each, count in sorted(space.finished.items())[::-1]]
            yield f"Of the finished states, {', '.join(parts)}."
        else:
            least, most = min(space.finished), max(space.finished)
            yield f"The finished states have utilities from {_signed(least)} to {_signed(most)}."


def _signed(utility: int) -> str:
    return f"{utility:+d}".replace("+0", "0").replace("-", "−")


def example_move(game: Game, state: State) -> Move:
    """The move of the example: the most promising one where the game says, else the one in the middle."""
    moves = listed(game.moves(state))
    return next((move for move in game.rules.order or () if move in moves), moves[len(moves) // 2])


def chance_state(game: Game, start: State, seed: int) -> State | None:
    """The first position of a random game in which chance moves."""
    try:
        played = game.random_game(start, Random(seed))
        return next((state for state in played if not game.is_over(state) and game.to_move(state) == CHANCE), None)
    except EndlessGame:
        return None


def finished_state(game: Game, start: State, seed: int) -> State | None:
    """The end of a random game, one that somebody has won where there is one among the first ten."""
    random = Random(seed)
    ends: list[State] = []
    for _ in range(10):
        try:
            *_, end = game.random_game(start, random)
        except EndlessGame:
            continue
        if game.is_over(end):
            ends.append(end)
            if game.utility(end):
                return end
    return ends[0] if ends else None


def formulation_svg(measured: Measurements) -> str:
    """The start, the state after the move of the example, and a finished state, as boards."""
    game, start = measured.game, measured.start
    move = example_move(game, start)
    after = game.rules.play(start, move)
    word = game.move_text(start, move)
    row = [
        Shown(board_of(game, start), ["S₀"]),
        Shown(board_of(game, after), [f"T(S₀, {word})"], touched_by(game, start, move), f"a = {word}"),
    ]
    end = finished_state(game, start, measured.seed)
    if end is not None:
        row.append(Shown(board_of(game, end), [f"a finished state: U = {_signed(game.utility(end))}"]))
    return board_row_svg(row, game.sides, f"{game.name}: the start, the state after {word}, and a finished game")


def rules_text(game: Game) -> Sequence[str]:
    """The rules in words, a text for each line that the game gives."""
    return [" ".join(game.about.split())] if game.about else []
