"""What faces say in words: how a game ended, why not that move, and what a review found."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.answers.analysis.reasons import because, proven_result
from zerosum.answers.analysis.results import ALLOWED_WIN, CLEARLY_WORSE, KEPT, MISSED_WIN, WORSE, MoveValue
from zerosum.answers.analysis.review import Contrast, Judgement
from zerosum.core.board import board_of
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Estimate, Expected, Outcome, Value
from zerosum.engines.draw.amounts import counted


def ending(game: Game, state: State) -> str:
    """Who has won a finished game."""
    utility = game.utility(state)
    if utility == 0:
        return "a draw"
    return f"{game.side_words(0 if utility > 0 else 1)} has won" + (f" by {abs(utility)}" if game.margin else "")


def why_over(game: Game, state: State) -> str:
    """Which rule has ended a finished game, as in "checkmate"; "" where the game does not say it."""
    return "" if game.text.why_over is None else game.text.why_over(state)


def winning_words(game: Game, state: State) -> str:
    """The cells that have won a finished game, as in " The line: 0, 4, 8."; "" where they have no labels."""
    board = board_of(game, state)
    labels = [board.cells[cell].label for line in board.winning for cell in line]
    return f" The line: {', '.join(labels)}." if labels and all(labels) else ""


def value_words(game: Game, value: Value) -> str:
    """A value in words; that of a game of chance with the probability of each result, as far as these are known."""
    if not isinstance(value, Expected) or not value.results:
        return str(value)
    chances = [f"{word} {100 * value.chance(sign):.1f} %" for word, sign in (("wins", 1), ("draws", 0), ("loses", -1))]
    margins = [f"{utility:+d} {100 * chance:.1f} %" for utility, chance in value.results] if game.margin else []
    return ", ".join([f"expected {value.short()}", *chances]) + (f" (margins: {', '.join(margins)})" if margins else "")


def in_units(game: Game) -> str:
    """What the estimates of a game count, as in ", in seeds"; "" where that has no name."""
    return f", in {game.unit}" if game.unit else ""


def why_sentence(game: Game, state: State, contrast: Contrast, move: Move) -> str:
    """What a move gets beside what the best one gets, and the answer to it."""
    word = game.move_text(state, move)
    if contrast.move.best:
        return f"{word} is as good as any: {contrast.move.value}.{reason_sentence(game, state, contrast.move)}"
    best = game.move_text(state, contrast.best.move)
    sentence = f"{word} gets {contrast.move.value}; {best} gets {contrast.best.value} ({contrast.cost.name})."
    if contrast.reply_at is not None:
        reply = game.line_text(state, contrast.move.line)[contrast.reply_at]
        guessed = contrast.move.guessed_from
        is_guess = guessed is not None and contrast.reply_at >= guessed
        sentence += f" {'A likely' if is_guess else 'The'} answer to {word} is {reply}."
    return sentence + reason_sentence(game, state, contrast.move) + reason_sentence(game, state, contrast.best)


def reason_sentence(game: Game, state: State, of: MoveValue) -> str:
    """The reason for the value of a move in the game's own words, after a blank; "" where it gives none."""
    reason = because(game, state, of, by_answer=not of.best)
    if reason is None:
        return ""
    word, result = game.move_text(state, of.move), proven_result(game, of)
    if result is None:
        return f" {word} {reason[3:]}." if reason.startswith("it ") else f" {reason[0].upper()}{reason[1:]}."
    return f" {word} {'wins' if result > 0 else 'loses'} because {reason}."


def judgement_text(game: Game, judgement: Judgement) -> str:
    """What to say of a move: mistakes in words, other losses named, and what would have been right."""
    better = "".join(f"; ~ better: {game.move_text(judgement.state, move)}" for move in judgement.best[:1])
    if judgement.cost in (WORSE, CLEARLY_WORSE):
        return f"{judgement.cost.name}{better}"
    if judgement.mistake is None:
        return "" if judgement.cost == KEPT else judgement.cost.name
    best = " ".join(game.move_text(judgement.state, move) for move in judgement.best)
    missed = "misses a win in one: " if judgement.missed_win_in_one is not None else ""
    before, after = judgement.before, judgement.after
    if isinstance(before, Expected):
        return f"mistake: {judgement.cost.name}; best: {best}"
    reason = f"; {judgement.reason}" if judgement.reason else ""
    if judgement.cost == ALLOWED_WIN:
        return f"blunder: allows a {allowed_win(after)}{better}{reason}"
    if judgement.cost == MISSED_WIN:
        return f"mistake: {missed or f'misses a {before}: '}{best}"
    assert not isinstance(before, Estimate)
    assert not isinstance(after, Estimate)
    return f"mistake: {missed}turns a {before.word} into a {after.word}; best: {best}{reason}"


def allowed_win(after: Value) -> Outcome:
    """The win of the other side, counted from its next move, where a move was worth this to its mover."""
    assert isinstance(after, Outcome)
    return Outcome(1, None if after.distance is None else after.distance - 1)


def mistakes_sentence(judgements: Sequence[Judgement]) -> str:
    """How many mistakes there are, and how many moves were judged by estimates."""
    if not judgements:
        return "No move was judged."
    mistakes = sum(each.mistake is not None for each in judgements)
    unknown = sum(not each.exact for each in judgements)
    if not unknown:
        return f"{counted(mistakes, 'mistake', 'mistakes')}." if mistakes else "No mistakes."
    certain = sum(each.mistake is not None and each.exact for each in judgements)
    likely = sum(each.cost == CLEARLY_WORSE for each in judgements)
    found = f"{counted(mistakes, 'mistake', 'mistakes')} for certain" if mistakes else "No mistake is certain"
    if certain < mistakes:
        found = counted(mistakes, "mistake", "mistakes") + (f", {certain} for certain" if certain else "")
    if likely:
        found += f"; {counted(likely, 'move is a mistake', 'moves are mistakes')} by estimate (~ mistake)"
    return f"{found}; {counted(unknown, 'move was', 'moves were')} judged by estimates (~), since a limit was reached."
