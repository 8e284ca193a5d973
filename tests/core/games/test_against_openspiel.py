"""Random games played move for move against the same game of OpenSpiel, where that is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from tests.thinned import in_proof
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.checkers_rules import bit_of_square, path_of
from zerosum.core.rules import Move, State, listed

Translate = Callable[[Game, State, Move], str]


def breakthrough(game: Game, state: State, move: Move) -> str:
    """In OpenSpiel the side at the top begins, and a star marks a capture."""
    word = game.move_text(state, move)
    rows = game.position_text(game.start).count("/") + 1
    turned = re.sub("[0-9]+", lambda number: str(rows + 1 - int(number.group())), word.replace("x", ""))
    return turned + "*" * ("x" in word)


def same_words(game: Game, state: State, move: Move) -> str:
    return game.move_text(state, move)


def dots(game: Game, state: State, move: Move) -> str:
    """P1(h,0,0) is the first player's first horizontal line; vertical ones are counted apart."""
    row_lengths = [len(row) for row in game.position_text(state).partition(":")[0].split("/")]
    row, left = 0, move
    while left >= row_lengths[row]:
        left -= row_lengths[row]
        row += 1
    return f"P{game.to_move(state) + 1}({'hv'[row % 2]},{row // 2},{left})"


TABLE: list[tuple[str, str, Translate]] = [
    ("breakthrough", "breakthrough", breakthrough),
    ("breakthrough:5x7", "breakthrough(rows=7,columns=5)", breakthrough),
    ("breakthrough:4x4", "breakthrough(rows=4,columns=4)", breakthrough),
    ("dots:2x2", "dots_and_boxes(num_rows=2,num_cols=2)", dots),
    ("dots:3x4", "dots_and_boxes(num_rows=3,num_cols=4)", dots),
    ("hex", "hex", same_words),
    ("hex:2", "hex(board_size=2)", same_words),
    ("hex:5", "hex(board_size=5)", same_words),
    ("hex:8", "hex(board_size=8)", same_words),
]
"""Our game, theirs, and how they write a move of ours."""


@pytest.mark.parametrize(("spec", "theirs", "translate"), TABLE, ids=[row[0] for row in TABLE])
def test_random_games(spec: str, theirs: str, translate: Translate) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, random = load(spec), Random(spec)
    for _ in range(10):
        state, other = game.start, pyspiel.load_game(theirs).new_initial_state()
        while not game.is_over(state):
            assert not other.is_terminal()
            assert game.to_move(state) == other.current_player()
            moves = {translate(game, state, move): move for move in listed(game.moves(state))}
            actions = {other.action_to_string(action): action for action in other.legal_actions()}
            assert sorted(moves) == sorted(actions), game.position_text(state)
            word = random.choice(sorted(moves))
            state = game.play(state, moves[word])
            other.apply_action(actions[word])
        assert other.is_terminal()
        utility = game.utility(state)
        assert other.returns()[0] == (utility > 0) - (utility < 0)


def test_random_games_of_ultimate_tictactoe() -> None:
    """In OpenSpiel a free choice is a move of its own: first the board, then the cell."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, random = load("ultimate"), Random(1)
    for _ in range(30):
        state, other = game.start, pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
        while not game.is_over(state):
            assert game.to_move(state) == other.current_player()
            moves = listed(game.moves(state))
            boards = sorted({move // 9 for move in moves})
            board = random.choice(boards)
            if game.position_text(state).endswith(":any"):
                assert boards == other.legal_actions()
                other.apply_action(board)
            assert [move % 9 for move in moves if move // 9 == board] == other.legal_actions()
            move = random.choice([move for move in moves if move // 9 == board])
            state = game.play(state, move)
            other.apply_action(move % 9)
        assert other.is_terminal()
        assert game.utility(state) == other.returns()[0]


@pytest.mark.parametrize("spec", ["oware", "oware:3x3"])
def test_random_games_of_oware(spec: str) -> None:
    """OpenSpiel stops as soon as a side has more than half of the seeds; each side takes what lies in its houses."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, random = load(spec), Random(spec)
    houses, seeds = (6, 4) if spec == "oware" else (3, 3)
    theirs = pyspiel.load_game(f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})")
    assert game.rules.repetition is not None
    for _ in range(100):
        state, other = game.start, theirs.new_initial_state()
        while not other.is_terminal():
            assert not game.is_over(state)
            assert game.to_move(state) == other.current_player()
            moves = listed(game.moves(state))
            assert list(moves) == other.legal_actions(), game.position_text(state)
            move = random.choice(moves)
            state = game.play(state, move)
            other.apply_action(move)
        south, north = (int(score) for score in re.findall("score = ([0-9]+)", str(other))[::-1])
        assert game.rules.repetition(state) == south - north
        assert other.returns()[0] == (south > north) - (south < north)


def mancala_board(text: str) -> list[int]:
    """A position of Kalah in OpenSpiel's order: North's store, South's pits and store, North's pits."""
    south, north = ([int(number) for number in row.split(",")] for row in text.partition(":")[0].split("/"))
    return [north[-1], *south, *north[:-1]]


def captures_nothing(board: list[int], side: int, pit: int) -> bool:
    """Whether a move ends in an own empty pit that faces an empty one.

    There the rules differ: in Kalah the last seed goes to the store, in OpenSpiel's mancala it stays.
    """
    mine, theirs = (board[1:7], board[8:14]) if side == 0 else (board[8:14], board[1:7])
    end = pit + mine[pit]
    return end < 6 and mine[end] == 0 and theirs[5 - end] == 0


@pytest.mark.parametrize("games", [40, *in_proof(1000)])
def test_random_games_of_kalah(games: int) -> None:
    """Every move of every position, except those that end where the rules differ; OpenSpiel leaves the last seeds."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, theirs, random = load("kalah"), pyspiel.load_game("mancala"), Random(1)
    finished = 0
    for _ in range(games):
        state, other = game.start, theirs.new_initial_state()
        while not game.is_over(state):
            side, board = game.to_move(state), mancala_board(game.position_text(state))
            assert not other.is_terminal()
            assert side == other.current_player()
            moves = listed(game.moves(state))
            assert [move + 1 + 7 * side for move in moves] == sorted(other.legal_actions())
            for move in moves:
                after, child = game.play(state, move), other.child(move + 1 + 7 * side)
                if not game.is_over(after):
                    is_equal = mancala_board(game.position_text(after)) == list(child.observation_tensor(0)[:14])
                    assert is_equal != captures_nothing(board, side, move), game.position_text(state)
            agreed = [move for move in moves if not captures_nothing(board, side, move)]
            if not agreed:
                break
            move = random.choice(agreed)
            state = game.play(state, move)
            other.apply_action(move + 1 + 7 * side)
        else:
            finished += 1
            left = [int(seeds) for seeds in other.observation_tensor(0)[:14]]
            assert other.is_terminal()
            assert game.utility(state) == sum(left[1:8]) - sum(left[8:]) - left[0]
            assert other.returns()[0] == (game.utility(state) > 0) - (game.utility(state) < 0)
    assert finished > games // 5


@pytest.mark.parametrize("games", [10, *in_proof(300)])
def test_random_games_of_checkers(games: int) -> None:
    """OpenSpiel plays a chain jump by jump, has the side that begins at the bottom, and ends games without captures."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, random = load("checkers"), Random(1)
    theirs = pyspiel.load_game("checkers")
    letters = str.maketrans("bwBW-", "o+8*.")

    def cell(square: int) -> str:
        row, place = divmod(square, 4)
        return f"{'hgfedcba'[2 * place + 1 - row % 2]}{row + 1}"

    names = {bit_of_square(8, square): cell(square) for square in range(32)}

    def jumps(move: Move) -> list[str]:
        return [names[one] + names[other] for one, other in pairwise(path_of(8, move))]

    finished = chains = 0
    for _ in range(games):
        state, other = game.start, theirs.new_initial_state()
        while not game.is_over(state) and not other.is_terminal():
            ours = [jumps(move) for move in listed(game.moves(state))]
            chosen = random.randrange(len(ours))
            for ply, word in enumerate(ours[chosen]):
                assert other.current_player() == game.to_move(state)
                actions = {other.action_to_string(action): action for action in other.legal_actions()}
                possible = {each[ply] for each in ours if each[:ply] == ours[chosen][:ply]}
                assert set(actions) == possible, game.position_text(state)
                other.apply_action(actions[word])
            chains += len(ours[chosen]) > 1
            state = game.play(state, listed(game.moves(state))[chosen])
            rows = [line[1:] for line in str(other).splitlines()[:8]]
            dark = [row[y % 2 :: 2] for y, row in enumerate(reversed(rows))]
            assert "/".join(row[::-1] for row in dark) == game.position_text(state)[:-2].translate(letters)
        if game.is_over(state):
            finished += 1
            assert other.is_terminal()
            assert other.returns()[0] == game.utility(state)
        else:
            assert other.returns() == [0, 0]
    assert min(finished, chains) > games // 2
