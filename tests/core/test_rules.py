"""What each game must be right about, and the positions that it must refuse."""

from __future__ import annotations

from itertools import product

import pytest

from tests.brute import TINY, reachable
from tests.thinned import in_proof
from zerosum.answers.analysis.soundness import Checker
from zerosum.core.errors import BadPosition
from zerosum.core.games import GAMES, load


@pytest.mark.parametrize(
    "spec",
    [
        *TINY,
        "othello:4",
        "connect4:4x4",
        "hexapawn:4x4",
        "kalah:3x3",
        "oware:2x2",
        "mnk:4x3x3",
        "go:2",
        *in_proof("go:3"),
    ],
)
@pytest.mark.parametrize(("breadth", "games"), [(600, 10), *in_proof((3000, 30))])
def test_the_games_are_sound(spec: str, breadth: int, games: int) -> None:
    report = Checker(load(spec), breadth=breadth, games=games).run()
    assert report.finding is None
    assert report.finished > 0


SLOW = ("mnk", "gomoku", "hex", "go", "chess")
"""Games whose usual board takes long, or is the usual board of another game: those below stand for them."""


@pytest.mark.parametrize(
    "spec",
    [
        *(name for name in GAMES if name not in (*TINY, *SLOW)),
        "nim:10,11,12",
        "hex:7",
        "dots:5x5",
        *in_proof("checkers:6", "othello:6", "mnk:7x9x5", "gomoku:9", "go", "chess", "backgammon:race"),
    ],
)
@pytest.mark.parametrize(("breadth", "games"), [(60, 1), *in_proof((300, 3))])
def test_the_large_games_are_sound(spec: str, breadth: int, games: int) -> None:
    report = Checker(load(spec), breadth=breadth, games=games).run()
    assert report.finding is None
    assert not report.complete
    assert report.longest > 0


@pytest.mark.parametrize(("spec", "count"), [("tictactoe", 5_478), ("morris3", 5_390)])
def test_exactly_the_reachable_positions_are_read(spec: str, count: int) -> None:
    game = load(spec)
    accepted = set()
    for cells in product((*game.sides, "-"), repeat=9):
        for side in ("",) if spec == "tictactoe" else (":W", ":B"):
            try:
                accepted.add(game.read_position("".join(cells) + side))
            except BadPosition:
                continue
    assert accepted == set(reachable(game))
    assert len(accepted) == count


@pytest.mark.parametrize("spec", [*TINY, "oware:2x2", "oware:3x1"])
def test_positions_round_trip(spec: str) -> None:
    game = load(spec)
    for state in reachable(game):
        assert game.read_position(game.position_text(state)) == state


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("tictactoe", "XXX", "a position has 9 cells (3 rows of 3), but 'XXX' has 3"),
        ("tictactoe", "", "a position has 9 cells"),
        ("tictactoe", "X-O/-O-", "a position has 3 rows, but 'X-O/-O-' has 2"),
        ("tictactoe", "X-O/-O-/X-", "row 3, 'X-', has 2"),
        ("tictactoe", "X-O/-Z-/X--", "'Z' in row 2, column 2 is not a mark; use X, O or - for empty"),
        ("tictactoe", "y--/---/---", "'y' in row 1, column 1"),
        ("tictactoe", "XX-/---/---", "2 X and 0 O cannot be: X begins"),
        ("tictactoe", "O--/---/---", "0 X and 1 O cannot be"),
        ("tictactoe", "XXX/OOO/---", "both X and O have 3 in a row"),
        ("tictactoe", "XXX/OO-/O--", "X has 3 in a row, but the other side has moved since"),
        ("tictactoe", "OOO/XX-/XX-", "O has 3 in a row, but the other side has moved since"),
        ("mnk:5x3x3", "XXX--/OOO--/-----", "both X and O have 3 in a row"),
        ("mnk:8x2x3", "XXX-XXX-/OO-OO-O-", "two lines that one move cannot have completed"),
        ("connect4:4x4", "----/X---/----/----", "the disc in row 2, column 1 hangs over an empty cell"),
        ("connect4:4x4", "----/----/----/XX--", "2 X and 0 O"),
        ("connect4:4x4", "----/----/OOOO/XXXX", "both X and O have 4 in a row"),
        ("connect4:4x4", "----/----/OOXO/XXXX", "5 X and 3 O"),
        ("connect4:4x5", "----/----/O---/OOO-/XXXX", "X has 4 in a row, but the other side has moved since"),
        ("connect4:4x5", "----/----/OOO-/OOOX/XXXX", "5 X and 6 O"),
        ("connect4:4x5", "O---/OOO-/OOO-/XXXX/XXXX", "two lines that one move cannot have completed"),
        ("nim:3,4,5", "3,4", "3 heaps, but '3,4' has 2"),
        ("nim:3,4,5", "3,4,6", "heap 3 holds from 0 to 5 things, not '6'"),
        ("nim:3,4,5", "3,4,x", "heap 3 holds"),
        ("nim:3,4,5", "3,4,5:C", "after the colon stands who is to move, A or B, not 'C'"),
        ("nim:3,4,5", "3,4,5:B", "B cannot be to move"),
        ("nim:3,4,5", "3,4,4:A", "A cannot be to move"),
        ("kalah:2x2", "2,2,0:S", "two sides with a slash between"),
        ("kalah:2x2", "2,2/2,2,0:S", "South has 2 pits and a store, but '2,2' has 2 numbers"),
        ("kalah:2x2", "2,9,0/2,2,0:S", "South's pit 2 holds from 0 to 8 seeds, not '9'"),
        ("kalah:2x2", "2,2,0/2,2,x:S", "North's store holds from 0 to 8 seeds, not 'x'"),
        ("kalah:2x2", "2,2,1/2,2,0:S", "this game has 8 seeds, but the position has 9"),
        ("kalah:2x2", "0,0,4/2,2,0:S", "South's pits are empty, so the game is over"),
        ("othello:4", "----/-OX-/-X--/----:X", "c3 is empty, but the four cells in the centre never are"),
        ("othello:4", "----/-OX-/-XO-/----:W", "X or O, not 'W'"),
        ("hexapawn:3x3", "BBB/B--/WWW:W", "B has at most 3 pawns, but the position has 4"),
        ("hexapawn:3x3", "W--/---/B--:W", "more than one pawn has reached the far row"),
        ("hexapawn:3x3", "W-B/---/---:W", "W has reached the far row, so W cannot be to move"),
        ("hexapawn:3x3", "BBB/-x-/WWW:W", "'x' in row 2, column 2"),
        ("hexapawn:3x3", "---/---/---:W", "there is no pawn on the board"),
        ("hexapawn:3x3", "BBB/---/WWW:B", "0 steps by W and 0 by B cannot be with B to move"),
        ("breakthrough:2x4", "BB/B-/--/WW:W", "B has at most 2 pawns, but the position has 3"),
        ("breakthrough:2x4", "WW/--/--/--:B", "more than one pawn has reached the far row"),
        ("breakthrough:2x4", "W-/B-/--/--:W", "W has reached the far row, so W cannot be to move"),
        ("breakthrough:2x4", "B-/--/--/--:B", "W has just moved, but has no pawn on the board"),
        ("breakthrough:2x4", "BB/--/WW/--:B", "2 steps by W and 0 by B cannot be with B to move"),
        ("breakthrough:2x5", "BB/BB/W-/-W/WW:W", "1 steps by W and 0 by B cannot be with W to move"),
        ("hex:2", "X-/X-", "2 X and 0 O cannot be: X begins"),
        ("hex:2", "XO/XO", "X has joined its edges, but the other side has moved since"),
        ("hex:3", "OOO/XXX/X--", "O has joined its edges, but the other side has moved since"),
        ("hex:4", "XOOX/XOOX/XOOX/X-OX", "X has joined its edges more than once"),
        ("dots:1x1", "-/--/-", "'-/--/-' is not written like -/--/-:0-0:A"),
        ("dots:1x1", "-/-/-:0-0:A", "is not written like"),
        ("dots:1x1", "X/--/-:0-0:B", "'X' is not a line; use x for a line and - for none"),
        ("dots:1x1", "-/--/-:0-0:C", "at the end stands who is to move, A or B, not 'C'"),
        ("dots:1x1", "-/--/-:1-0:A", "0 boxes are closed, so '1-0' cannot be the boxes of both sides"),
        ("dots:1x1", "x/--/-:0-0:A", "with 1 lines and 0 closed boxes, A cannot be to move"),
        ("dots:1x1", "x/xx/x:0-1:A", "with 4 lines and 1 closed boxes, A cannot be to move"),
        ("morris3", "WW-/---/---:W", "2 W and 0 B cannot be: W begins and they take turns"),
        ("morris3", "WB-/WB-/WB-:W", "W has three in a row, so W cannot be to move"),
        ("morris3", "W--/---/---:W", "after 1 men B places one, so W cannot be to move"),
        ("nineholes", "WWW/W--/BBB:W", "W has at most 3 men, but the position has 4"),
        ("nineholes", "W-B/--/---:W", "row 2 has 3 points, but '--' has 2"),
        ("ponghauki", "WW/-/BB:X", "W or B, not 'X'"),
        ("ponghauki", "WW/B/BB:W", "B has two men, but the position has 3"),
        ("ponghauki", "WW-B", "a position has 5 points, but 'WW-B' has 4"),
        ("ponghauki", "WW/-BB:W", "a position has 3 rows, but 'WW/-BB' has 2"),
        ("ponghauki", "Wx/-/BB:W", "'x' on c3 is not a mark; use W, B or - for an empty point"),
        ("dodgem", "WWW/---/-BB:W", "W has at most 2 cars, but the position has 3"),
        ("dodgem", "---/---/-BB:W", "W has no car left, so W has won and cannot be to move"),
        ("quixo:3", "---/---/---:O", "nothing is marked, so O cannot be to move: X begins"),
        ("quixo:3", "---/-X-/---:X", "O has moved last, but there is no O on the board"),
        ("morris9", "---/---/---/------/---/---/---:W:19", "the men to be placed, from 0 to 18, not '19'"),
        ("morris9", "---/---/---/------/---/---/---:W:x", "the men to be placed, from 0 to 18, not 'x'"),
        ("morris9", "---/---/---/------/---/---/---:B:18", "with 18 men to be placed, W is to move"),
        ("morris9", "WW-/---/---/------/---/---/---:B:17", "W has placed 1 men, but the position has 2"),
        ("morris9", "WW-/---/---/------/---/---/BBB:B", "W has fewer than three men, so the game was over"),
        ("ultimate", "X--------" + "/---------" * 8, "the board to move on, from 1 to 9 or any, not ''"),
        ("ultimate", "X--------" + "/---------" * 8 + ":any", "no X lies where it gives the other side a free choice"),
        ("ultimate", "X--------" + "/---------" * 8 + ":2", "no X lies where it sends the other side to board 2"),
        ("ultimate", "XX-------" + "/---------" * 8 + ":1", "2 X and 0 O cannot be"),
        ("ultimate", "XXX---O-O" + "/---------" * 8 + ":1", "board 1 is closed, so nobody must move there"),
        ("ultimate", "XXX------/OOO------" + "/---------" * 7 + ":any", "both sides have a line on one board"),
        ("ultimate", "XXXXXXXXX/OO-OO-OO-/O--O--O--" + "/---------" * 6 + ":2", "X has three boards in a row"),
    ],
)
def test_impossible_positions(spec: str, text: str, message: str) -> None:
    with pytest.raises(BadPosition) as error:
        load(spec).read_position(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("spec", "text", "utility"),
    [
        ("tictactoe", "XOX/OXO/XOX", 1),  # a full board with a line is a win, not a draw
        ("tictactoe", "XOX/XOO/OXX", 0),
        ("tictactoe", "OOO/XX-/X--", -1),
        ("mnk:3x3x4", "XOX/XOO/OXX", 0),
        ("mnk:1x1x1", "X", 1),
        ("mnk:5x1x3", "XXXOO", 1),
        ("mnk:6x2x3", "XXXXX-/OO-OO-", 1),  # the middle one made both lines at once
        ("connect4:4x4", "X---/X---/XO--/XOO-", 1),
        ("othello:4", "XXXX/XXXX/XXXX/XXXX:X", 16),
        ("othello:4", "----/-XX-/-XX-/----:O", 4),  # nobody can move; empty squares count for nobody
        ("kalah:2x2", "0,0,5/0,0,3:N", 2),
        ("nim:2,2", "0,0:A", -1),
        ("nim:2,2,misere", "0,0:A", 1),
        ("hexapawn:3x3", "W--/-BB/---:B", 1),
        ("hexapawn:3x3", "B--/W--/---:W", -1),  # blocked: whoever is to move has lost
        ("hexapawn:3x3", "---/---/W--:B", 1),  # nothing left to move
        ("breakthrough:3x3", "-W-/B--/---:B", 1),
        ("breakthrough:3x3", "---/-W-/---:B", 1),  # the last pawn was captured
        ("breakthrough:3x3", "---/-W-/B--:W", -1),
        ("dots:1x1", "x/xx/x:0-1:B", -1),
        ("dots:1x2", "xx/xxx/xx:2-0:A", 2),
        ("ultimate", "XXXXXXXXX/OO-OO-OO-/O--O-----" + "/---------" * 6 + ":any", 1),
        ("oware:2x2", "0,0,5/0,0,3:N", 2),
        ("hex:1", "X", 1),
        ("hex:3", "-OX/-XO/X--", 1),
        ("hex:3", "XXO/XO-/O--", -1),
        ("morris3", "WWW/BB-/B--:B", 1),
        ("nineholes", "W--/BBB/-WW:W", -1),
        ("ponghauki", "-W/B/BW:W", -1),  # blocked: whoever is to move has lost
        ("dodgem", "---/W--/---:W", -1),
        ("dodgem", "--W/-WB/---:B", -1),  # blocked: whoever is to move has won
        ("quixo:3", "XXX/---/OO-:O", 1),
        ("quixo:3", "XXX/OOO/---:O", -1),  # X has completed both lines, and has lost
        ("morris9", "WWW/---/---/------/---/---/B-B:B", 1),  # two men left
        ("morris9", "WBW/---/---/B----B/---/---/WBW:W", -1),  # four men, all blocked
    ],
)
def test_finished_positions(spec: str, text: str, utility: int) -> None:
    game = load(spec)
    state = game.read_position(text)
    assert game.is_over(state)
    assert game.utility(state) == utility
    assert game.read_position(game.position_text(state)) == state


@pytest.mark.parametrize(
    ("spec", "moves", "position"),
    [
        ("connect4", "4 4 4 4", "-------/-------/---O---/---X---/---O---/---X---"),
        ("kalah:6x4", "3", "4,4,0,5,5,5,1/4,4,4,4,4,4,0:S"),  # the last seed in the store: again
        ("kalah:6x4", "3 6", "4,4,0,5,5,0,2/5,5,5,5,4,4,0:N"),
        ("kalah:2x1", "2", "1,0,1/1,1,0:S"),
        ("kalah:3x1", "1", "0,2,1,0/1,1,1,0:N"),
        ("kalah:3x1", "3 2", "1,0,0,3/0,1,1,0:N"),  # a capture: pit 3 is empty, and one seed lies opposite
        ("othello", "d3", "--------/--------/---X----/---XX---/---XO---/--------/--------/--------:O"),
        ("hexapawn:3x3", "a1a2 b3xa2", "B-B/B--/-WW:W"),
        ("nim:3,4,5", "2:3", "3,1,5:B"),
        ("breakthrough:3x4", "b1a2 a4-a3 c1b2 a3xb2", "-BB/---/WB-/W--:W"),
        ("hex:3", "b2 c1 A3", "--O/-X-/X--"),
        ("ultimate", "e5 d4 c3", "---------/---------/--X------/---O-----/----X----" + "/---------" * 4 + ":9"),
        ("oware:3x2", "3", "2,2,0,6/0,0,2,0:N"),  # both threes are captured
        ("oware:1x1", "1", "0,0/2,0:N"),  # what would capture all captures nothing
        ("dots:1x2", "1 3 6", "x-/x--/x-:0-0:B"),
        ("dots:1x2", "1 3 6 4", "x-/xx-/x-:0-1:B"),  # who closes a box moves again
        ("dots:1x2", "1 3 6 2 5 7 4", "xx/xxx/xx:2-0:A"),  # one line closes two
        ("morris3", "a3 b3 c3 a2 b2 c2 b2-b1", "WBW/B-B/-W-:B"),
        ("nineholes", "a3 b3 c3 a2 b2 c2 a3a1", "-BW/BWB/W--:B"),
        ("ponghauki", "a3 a1-a3", "BW/W/-B:W"),
        ("dodgem", "a3-b3 c1-c2 b3-c3 b1-a1 c3-off", "---/W-B/B--:B"),
        ("quixo:3", "a1-c1 a2-c2 b3-a3", "X--/--O/--X:O"),
        ("quixo:3", "a1-a3 a1-a3", "O--/X--/---:X"),
        ("morris9", "a1 d7 a4 d6 a7xd7", "W--/-B-/---/W-----/---/---/W--:B:13"),
    ],
)
def test_moves_lead_where_they_should(spec: str, moves: str, position: str) -> None:
    game = load(spec)
    assert game.position_text(game.after(game.read_moves(moves))) == position


def test_kalah_captures_even_nothing() -> None:
    """A last seed in an own empty hole goes to the store although nothing lies opposite."""
    game = load("kalah:2x2")
    state = game.read_position("1,0,3/0,1,3:S")
    # The seed from pit 1 falls into the empty pit 2, opposite North's empty pit 1.
    after = game.play(state, 0)
    assert game.position_text(after) == "0,0,4/0,0,4:N"
    assert game.is_over(after)


def test_kalah_sows_around_past_the_other_store() -> None:
    game = load("kalah:2x4")
    state = game.read_position("0,7,1/4,3,1:S")
    assert game.position_text(game.play(state, 1)) == "1,1,3/6,4,1:N"


def test_othello_passes() -> None:
    game = load("othello:4")
    state = game.read_position("O---/OXX-/OXX-/--X-:X")
    assert [game.move_text(state, move) for move in game.moves(state)] == ["pass"]
    passed = game.play(state, game.read_move(state, "pass"))
    assert game.to_move(passed) == 1
    assert "pass" not in [game.move_text(passed, move) for move in game.moves(passed)]


@pytest.mark.parametrize(
    ("spec", "drawing"),
    [
        ("tictactoe", " X | 1 | 2\n---+---+---\n 3 | 4 | 5\n---+---+---\n 6 | 7 | 8"),
        ("connect4:4x2", " 1 2 3 4\n . . . .\n X . . ."),
        ("hexapawn:2x3", "    a  b\n 3  B  B\n 2  W b2\n 1 a1  W"),
        ("breakthrough:2x3", "    a  b\n 3  B  B\n 2  W b2\n 1 a1  W"),
        ("hex:3", "X  b1 c1\n a2 b2 c2\n   a3 b3 c3"),
        ("dots:1x2", "+---+ 2 +\n3   4   5\n+ 6 + 7 +\nA has 0, B 0"),
        ("nim:2,1", " heap 1: |  1\n heap 2: |  1"),
        ("ponghauki", "    a  b  c\n 3 a3     W\n 2     W\n 1  B     B"),
        ("dodgem", "    a  b  c\n 3 a3  W c3\n 2  W b2 c2\n 1 a1  B  B"),
        ("quixo:3", "    a  b  c\n 3 a3 b3  X\n 2 a2 b2 c2\n 1 a1 b1 c1"),
        ("morris3", "    a  b  c\n 3  W b3 c3\n 2 a2 b2 c2\n 1 a1 b1 c1"),
        ("othello:4", "    a  b  c  d\n 1 a1  X c1  .\n 2  .  X  X  .\n 3 a3  X  O  .\n 4  .  .  .  ."),
    ],
)
def test_drawings_show_what_to_type(spec: str, drawing: str) -> None:
    game = load(spec)
    state = game.play(game.start, next(iter(game.moves(game.start))))
    assert game.text.draw(state) == drawing


def test_kalah_drawing_numbers_the_pits_of_the_side_to_move() -> None:
    game = load("kalah:2x2")
    state = game.after(game.read_moves("1"))
    south = game.text.draw(game.start)
    assert south.splitlines()[-1].split() == ["1", "2"]
    assert "North" in south
    assert game.to_move(state) == 0  # two seeds from pit 1 end in the store
    other = game.after(game.read_moves("2"))
    assert game.to_move(other) == 1
    assert game.text.draw(other).splitlines()[0].split() == ["2", "1"]


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "connect4",
        "hexapawn:3x3",
        "othello:4",
        "kalah:3x2",
        "breakthrough",
        "hex:5",
        "dodgem",
        "quixo",
        "morris9",
        "chess",
        "checkers",
        "checkers:6",
    ],
)
def test_estimates_do_not_favour_whoever_is_to_move(spec: str) -> None:
    """The start is level; where it is symmetric, so is its estimate."""
    game = load(spec)
    assert game.rules.estimate is not None
    assert game.rules.estimate(game.start) == 0


@pytest.mark.parametrize("name", GAMES)
def test_examples_show_rules_by_legal_moves(name: str) -> None:
    examples = load(name).examples
    assert examples
    for example in examples:
        game = load(example.game)
        state = game.read_position(example.position) if example.position else game.start
        after = game.after(game.read_moves(example.moves, state), state)
        assert after != state
        assert ("win" in example.words) <= game.is_over(after) or "win a board" in example.words
