"""Reasons in the game's own words are true: what they prove, exhaustively; and what they say, by the rules alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.brute import bits, truth
from tests.conftest import Cli
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.reasons import because
from zerosum.answers.analysis.review import why_not
from zerosum.answers.analysis.sentences import why_sentence
from zerosum.answers.review import review
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import Move, Reason, State


def found(game: Game, state: State, move: Move) -> list[Reason]:
    """The reasons that a game gives for a move."""
    assert game.reasons is not None
    return list(game.reasons(state, move))


def win_in_one(game: Game, state: State, move: Move) -> bool:
    """Whether a move wins at once, by the rules alone."""
    after = game.rules.play(state, move)
    return game.rules.is_over(after) and game.rules.utility(after) == 1 - 2 * game.rules.to_move(state)


def random_game(game: Game, random: Random) -> Iterator[State]:
    """The unfinished positions of a random game."""
    state = game.start
    while not game.is_over(state):
        yield state
        state = game.play(state, random.choice(list(game.moves(state))))


def exchanged(state: State) -> State:
    """The position with the other side to move, in games of lines."""
    assert isinstance(state, tuple)
    return state[1], state[0], 1 - state[2]


@pytest.mark.parametrize(
    ("spec", "least"),
    [
        ("tictactoe", 6_000),
        ("mnk:4x2x3", 400),
        ("connect4:4x3", 100),
        ("nim:1,2,3", 100),
        ("nim:1,2,3,misere", 100),
        *in_proof(("mnk:4x3x3", 50_000), ("connect4:4x4", 1_000), ("nim:3,3,3", 516)),
    ],
)
def test_what_a_reason_proves_is_so(spec: str, least: int) -> None:
    """In Nim every move has a reason with a proof: 516 moves in all positions of three heaps of 3."""
    game = load(spec)
    values, proofs = truth(spec), 0
    for state in values:
        if game.rules.is_over(state):
            continue
        sign = 1 - 2 * game.rules.to_move(state)
        for move in bits(game.rules.moves(state)):
            after = game.rules.play(state, move)
            for reason in found(game, state, move):
                if reason.result is not None:
                    proofs += 1
                    assert values[after][0] * sign == reason.result, (game.position_text(state), move, reason)
                if "threat" in reason.words and "above" not in reason.words:
                    assert all(win_in_one(game, exchanged(after), each) for each in reason.moves)
                if "a win at" in reason.words:
                    assert all(win_in_one(game, after, each) for each in reason.moves)
    assert proofs >= least, "there are reasons to check"


@pytest.mark.parametrize("spec", ["kalah:3x1", "kalah"])
def test_captures_and_extra_turns(spec: str) -> None:
    game = load(spec)
    words: set[str] = set()
    for state in (state for seed in range(20) for state in random_game(game, Random(seed))):
        for move in game.moves(state):
            after = game.play(state, move)
            said = {reason.words for reason in found(game, state, move)}
            goes_on = game.to_move(after) == game.to_move(state) and not game.is_over(after)
            assert ("moves again" in said) == goes_on
            before, now = (re.findall(r"\d+", game.position_text(each)) for each in (state, after))
            store = len(before) // 2 - 1 + game.to_move(state) * len(before) // 2
            for text in said - {"moves again"}:
                assert text == f"captures: {int(now[store]) - int(before[store])} more in its store"
                assert int(now[store]) - int(before[store]) >= 2
            words |= {text[:5] for text in said}
    assert words == {"moves", "captu"}


def test_corners_and_passes() -> None:
    game = load("othello:4")
    corners, passes = 0, 0
    for state in (state for seed in range(60) for state in random_game(game, Random(seed))):
        for move in game.moves(state):
            text = game.move_text(state, move)
            said = {reason.words for reason in found(game, state, move)}
            assert ("takes a corner" in said) == (text in ("a1", "a4", "d1", "d4"))
            after = game.play(state, move)
            must_pass = not game.is_over(after) and game.line_text(after, list(game.moves(after))[:1]) == ["pass"]
            assert ("leaves the other side no move" in said) == (must_pass and text != "pass")
            corners += text in ("a1", "a4", "d1", "d4")
            passes += must_pass
    assert corners
    assert passes


@pytest.mark.parametrize(
    ("spec", "position", "move", "sentence"),
    [
        ("tictactoe", "X--/-O-/--X", "2", " 2 loses because X then plays 6 and has two threats: 3 and 7."),
        ("tictactoe", "XX-/-O-/O--", "8", " 8 loses because it leaves the other side a win at 2. 2 wins because"),
        ("tictactoe@O", "O--/-X-/--O", "2", " 2 loses because O then plays 6 and has two threats: 3 and 7."),
        ("nim:3,4,5", "3,4,5:A", "1:1", " 1:1 loses because it leaves a nim-sum of 3, not 0. 1:2 wins because it"),
        ("kalah:3x2", "2,2,2,0/2,2,2,0:S", "1", " North then plays 2 and moves again. 2 moves again."),
        ("hexapawn", "BBB/---/WWW:W", "a1a2", ""),
    ],
)  # fmt: skip
def test_sentences(spec: str, position: str, move: str, sentence: str) -> None:
    game = load(spec)
    state = game.read_position(position)
    analysis = Analyst(game)(state)
    asked = game.read_move(state, move)
    assert sentence in why_sentence(game, state, why_not(analysis, asked), asked)
    if game.reasons is None:
        assert because(game, state, analysis[asked]) is None


def test_faces_give_the_reason(cli: Cli) -> None:
    assert "2 loses because X then plays 6" in cli("analyze", "tictactoe", "-p", "X--/-O-/--X", "--why", "2").out
    said = "turns a draw into a loss; best: 4; X then plays 4 and has two threats: 6 and 8"
    assert said in cli("review", "tictactoe", "-m", "0 1 2 5").out
    assert review("tictactoe", "0 1 2 5").rows()[3]["reason"] == "X then plays 4 and has two threats: 6 and 8"
