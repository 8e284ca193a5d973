"""Go: captures, ko and scoring on given boards, its texts, and numbers and games held against other sources."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from tests.brute import cyclic_margins, reachable
from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.board import board_of
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.bitboard import bitboard
from zerosum.core.games.go_groups import groups
from zerosum.core.rules import listed
from zerosum.core.value import Margin
from zerosum.engines.search.result import Limit
from zerosum.engines.search.retrograde import retrograde


@pytest.mark.parametrize(
    ("position", "moves", "after"),
    [
        ("", "C3", "-----/-----/--X--/-----/-----:O"),
        ("", "pass", "-----/-----/-----/-----/-----:O:pass"),
        ("", "pass C3", "-----/-----/--O--/-----/-----:X"),
        ("", "pass pass", "-----/-----/-----/-----/-----:X:pass2"),
        # One stone, a group, two groups at once, in the corner, and stones that hang together at the edge.
        ("-X---/XO---/-X---/-----/-----:X", "C4", "-X---/X-X--/-X---/-----/-----:O"),
        ("-----/--X--/-XOX-/-XO--/--X--:X", "D2", "-----/--X--/-X-X-/-X-X-/--X--:O"),
        ("-XXX-/XOOOX/-X-X-/--X--/-----:X", "C3", "-XXX-/X---X/-XXX-/--X--/-----:O"),
        ("-OX--/OX---/X----/-----/-----:X", "A5", "X-X--/-X---/X----/-----/-----:O"),
        ("-OOOO/XXXXX/-----/-----/-----:X", "A5", "X----/XXXXX/-----/-----/-----:O"),
        ("XXXXO/XXXOO/XXO--/XO---/-O---:O", "A1", "----O/---OO/--O--/-O---/OO---:X"),
        # A ko, and what is none: the capturing stone is not alone, or two stones were captured.
        ("-----/-XO--/X-XO-/-XO--/-----:O", "B3", "-----/-XO--/XO-O-/-XO--/-----:X:koC3"),
        ("-----/-XO--/X-XO-/-XO--/-----:O", "B3 A1", "-----/-XO--/XO-O-/-XO--/X----:O"),
        ("-----/-XO--/X-XO-/-XO--/-----:O", "B3 A1 E1 C3", "-----/-XO--/X-XO-/-XO--/X---O:O:koB3"),
        ("-----/-XO--/X-XO-/-XO--/-----:O", "B3 pass", "-----/-XO--/XO-O-/-XO--/-----:O:pass"),
        ("-----/-OO--/X-XO-/-XO--/-----:O", "B3", "-----/-OO--/XO-O-/-XO--/-----:X"),
        ("-XO--/X-XO-/-XO--/-----/-----:O", "B4", "-XO--/XO-O-/-XO--/-----/-----:X:koC4"),
    ],
)
def test_moves_and_captures(position: str, moves: str, after: str) -> None:
    game = load("go:5")
    state = game.read_position(position) if position else game.start
    assert game.position_text(game.after(game.read_moves(moves, state), state)) == after


@pytest.mark.parametrize(
    ("spec", "position", "move", "message"),
    [
        ("go:5", "X----/-----/-----/-----/-----:O", "A5", "A5 is taken"),
        ("go:5", "-X---/X----/-----/-----/-----:O", "A5", "a stone on A5 would have no liberty"),
        ("go:5", "-OX--/OX---/X----/-----/-----:O", "A5", "a stone on A5 would have no liberty"),
        ("go:5", "-----/-XO--/XO-O-/-XO--/-----:X:koC3", "C3", "C3 is a ko: it may be retaken after a move elsewhere"),
        ("go:5", "", "F1", "'F1' is not a point from A1 to E5, or pass"),
        ("go:9", "", "I5", "'I5' is not a point from A1 to J9, or pass"),
        ("go:19", "", "T20", "'T20' is not a point from A1 to T19, or pass"),
        ("go:5", "", "a0", "'a0' is not a point"),
        ("go:5", "-----/-----/-----/-----/-----:X:pass2", "A1", "the game is over"),
    ],
)
def test_moves_that_are_refused(spec: str, position: str, move: str, message: str) -> None:
    game = load(spec)
    state = game.read_position(position) if position else game.start
    with pytest.raises(BadMove) as refused:
        game.read_move(state, move)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---/---/---", None),
        ("X--/---/---:O", None),
        ("---/---/---:X:pass2", None),
        ("XO-/---/---:Y", "after the colon stands who is to move, X or O, not 'Y'"),
        ("XO-/O--/---:X", "the stone on A3 has no liberty, so it was captured"),
        ("XXX/XXX/XXX:O", "the stone on A3 has no liberty, so it was captured"),
        ("---/---/---:X:pass3", "after the side to move stands pass or pass2, or a ko such as koA1, not 'pass3'"),
        ("---/---/---:X:", None),
        ("---/---/---:X:koD1", "or a ko such as koA1, not 'koD1'"),
        ("---/---/---:X:koA1", "A1 is no ko: X cannot have lost a single stone there to a single stone"),
        ("-XX/XO-/XO-:X:koA3", "A3 is no ko"),
        ("-OX/OX-/X--:X:koA3", "A3 is no ko"),
        ("X-O/---/---/---:X", "a position has 3 rows"),
        ("Z--/---/---:X", "'Z' in row 1, column 1 is not a mark"),
    ],
)
def test_positions_that_are_refused(text: str, message: str | None) -> None:
    game = load("go:3")
    if message is None:
        game.read_position(text)
        return
    with pytest.raises(BadPosition) as refused:
        game.read_position(text)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("go:1", "Go is played on 2x2 to 19x19 here, not on 1x1"),
        ("go:20", "Go is played on 2x2 to 19x19 here, not on 20x20"),
        ("go:9,komi=82", "komi on 9x9 is a whole number from 0 to 81, not 82"),
        ("go:9,komi=7.5", "write go:N or go:N,komi=K"),
        ("go:9,komi=-1", "write go:N or go:N,komi=K"),
        ("go:9x8", "write go:N or go:N,komi=K"),
        ("go:", "write go:N or go:N,komi=K"),
    ],
)
def test_specs_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load(text)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "again", "name"),
    [
        ("go", "go", "Go"),
        ("go:9", "go", "Go"),
        ("go:9x9,komi=7", "go", "Go"),
        ("go:9,komi=0", "go:9,komi=0", "Go, komi 0"),
        ("go:5", "go:5", "Go 5x5"),
        ("go:5,komi=0", "go:5", "Go 5x5"),
        ("go:5,komi=24", "go:5,komi=24", "Go 5x5, komi 24"),
        ("go:19", "go:19", "Go 19x19"),
    ],
)
def test_specs(spec: str, again: str, name: str) -> None:
    assert load(spec).spec == again
    assert load(spec).name == name


@pytest.mark.parametrize(
    ("spec", "board", "score", "utility"),
    [
        ("go:3", "---/---/---", (0, 0), 0),
        ("go:3", "---/-X-/---", (9, 0), 9),
        ("go:5", "--XO-/--XO-/--XO-/--XO-/--XO-", (15, 10), 5),
        ("go:3", "X-O/X-O/X-O", (3, 3), 0),
        ("go:5,komi=6", "--XO-/--XO-/--XO-/--XO-/--XO-", (15, 10), -1),
        ("go:5", "-XO-O/XXOOO/X-O--/XXOOO/-X-O-", (9, 14), -5),
    ],
)
def test_scores(spec: str, board: str, score: tuple[int, int], utility: int) -> None:
    game = load(spec)
    state = game.read_position(f"{board}:X:pass2")
    assert board_of(game, state).score == score
    assert game.utility(state) == utility


@pytest.mark.parametrize(
    ("board", "point", "is_eye"),
    [
        ("-XO--/XX---/-----/-----/-----", "A5", True),
        ("-XO--/XO---/-----/-----/-----", "A5", False),
        ("-X---/X----/-----/-----/-----", "A5", True),
        ("-----/-OXO-/-X-X-/-XXX-/-----", "C3", False),
        ("-----/-OXX-/-X-X-/-XXX-/-----", "C3", True),
        ("-----/--X--/-X-X-/--X--/-----", "C3", True),
        ("-----/--X--/-X-O-/--X--/-----", "C3", False),
        ("--X-X/--OX-/-----/-----/-----", "D5", False),
        ("--X-X/---X-/-----/-----/-----", "D5", True),
        ("-----/-----/-----/-----/-----", "C3", False),
    ],
)
def test_playouts_fill_no_eyes(board: str, point: str, is_eye: bool) -> None:
    """An eye stays one as long as the other side can take at most one of its corners, and none at the edge."""
    game = load("go:5")
    state: Any = game.read_position(f"{board}:X")
    assert game.rules.playout is not None
    assert game.rules.playout(state, game.read_move(state, point)) is not is_eye
    assert not game.rules.playout(state, game.read_move(state, "pass"))


@pytest.mark.parametrize(("spec", "games"), [("go:5", 10), *in_proof(("go:9", 10), ("go:13", 3))])
def test_playouts_end(spec: str, games: int) -> None:
    game, random = load(spec), Random(spec)
    allowed = game.rules.playout
    assert allowed is not None
    for _ in range(games):
        state, plies = game.start, 0
        while not game.is_over(state):
            legal = listed(game.moves(state))
            state = game.play(state, random.choice([move for move in legal if allowed(state, move)] or legal[-1:]))
            plies += 1
        assert plies < 5 * len(game.position_text(state))


def boards(game: Game, size: int) -> int:
    """How many boards the rules read as positions."""
    count = 0
    for cells in product("XO-", repeat=size * size):
        try:
            game.read_position("".join(cells))
        except BadPosition:
            continue
        count += 1
    return count


@pytest.mark.parametrize(("size", "count"), [(2, 57), *in_proof((3, 12_675))])
def test_legal_positions(size: int, count: int) -> None:
    """Every legal position can be read, and comes up in a game (numbers: Tromp and Farneback, 2007)."""
    game = load(f"go:{size}")
    assert boards(game, size) == count
    assert len({state[:2] for state in reachable(game)}) == count


@pytest.mark.proof
def test_legal_positions_on_4x4() -> None:
    """24,318,165 of 43,046,721 boards (Tromp and Farneback, 2007), by the rules' own notion of a captured group."""
    from zerosum.engines.native.compile.rebuild import rebuild

    dead, empty, full = groups(4).dead, bitboard(16).empty, bitboard(16).full

    def is_legal(black: int, white: int) -> bool:
        free = (full[0] & ~(black | white),)
        for point in range(16):
            stone = (1 << point,)
            if black >> point & 1 and dead(stone, (black,), free) != empty:
                return False
            if white >> point & 1 and dead(stone, (white,), free) != empty:
                return False
        return True

    def count_all() -> int:
        count = 0
        for black in range(1 << 16):
            # All subsets of the points without black stones.
            free = 0xFFFF & ~black
            white = free
            while True:
                if is_legal(black, white):
                    count += 1
                if white == 0:
                    break
                white = white - 1 & free
        return count

    assert rebuild(count_all, is_entry=True)() == 24_318_165


@pytest.mark.parametrize(("spec", "value"), [("go:2", 0), ("go:2,komi=1", 0), *in_proof(("go:3", 9))])
def test_known_values(spec: str, value: int) -> None:
    """3x3 is Black's by 9 (van der Werf, 2003). 2x2 is Black's by 1 where repetition is forbidden; here it draws."""
    game = load(spec)
    assert cyclic_margins(spec)[game.start] == value


@pytest.mark.parametrize("one_in", [20, *in_proof(1)])
def test_an_analysis_of_every_position_of_2x2_is_right(one_in: int) -> None:
    game = load("go:2")
    analyst = Analyst(game, tier="reference")
    for state, margin in list(cyclic_margins("go:2").items())[::one_in]:
        if not game.is_over(state):
            analysis, expected = analyst(state), Margin(margin if game.to_move(state) == 0 else -margin)
            assert analysis.exact
            assert analysis.value == expected
            assert retrograde(game, state).value == expected


@pytest.mark.parametrize("tier", ["reference", *in_proof("native")])
def test_an_analysis_says_on_which_tier_it_was_made(tier: str) -> None:
    assert Analyst(load("go:5"), limit=Limit(nodes=500), tier=tier)(load("go:5").start).tier == tier


@pytest.mark.parametrize(
    ("size", "komi", "games"),
    [(2, 0, 20), (5, 3, 10), (9, 7, 2), *in_proof((3, 0, 100), (4, 0, 100), (13, 7, 5), (19, 7, 2))],
)
def test_random_games_against_openspiel(size: int, komi: int, games: int) -> None:
    """The same moves, boards and scores, until a board comes up again, which ends a game of OpenSpiel."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, theirs = load(f"go:{size},komi={komi}"), pyspiel.load_game(f"go(board_size={size},komi={komi}.0)")
    random, finished = Random(size), 0
    for _ in range(games):
        state, other = game.start, theirs.new_initial_state()
        while not game.is_over(state) and not other.is_terminal():
            assert game.to_move(state) == other.current_player()
            moves = {game.move_text(state, move).lower(): move for move in listed(game.moves(state))}
            actions = {other.action_to_string(action).split()[-1].lower(): action for action in other.legal_actions()}
            assert sorted(moves) == sorted(actions), game.position_text(state)
            word = random.choice(sorted(moves))
            state = game.play(state, moves[word])
            other.apply_action(actions[word])
            board = "".join(line.split()[1] for line in str(other).splitlines()[2 : 2 + size])
            assert board == game.position_text(state).partition(":")[0].replace("/", "").replace("-", "+")
        if game.is_over(state):
            utility = game.utility(state)
            assert other.returns()[0] == (utility > 0) - (utility < 0)
            finished += 1
    assert finished > games // 2 or size > 13
