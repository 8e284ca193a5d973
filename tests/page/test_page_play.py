"""What the play screen says: which move decided a game, and who the players are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.node import answer_of, needs_node
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.review import review
from zerosum.core.board import Cell
from zerosum.core.games import load
from zerosum.core.value import Estimate, Margin, Outcome, Value
from zerosum.engines.draw.board_kinds_svg import side_of
from zerosum.engines.draw.pieces import CROWN, PIECES
from zerosum.faces.web.jobs.positions import position_json

pytestmark = needs_node


def said(questions: list[tuple[Any, ...]]) -> list[Any]:
    """What the page answers to each question."""
    answers: list[Any] = answer_of("play.mjs", questions)
    return answers


def judged(spec: str, moves: str) -> list[dict[str, Any]]:
    """The review of a game, as the page gets it."""
    game = load(spec)
    return [each.json(game) for each in review(Analyst(game), game.read_moves(moves), game.start)]


DECISIONS = [
    # game, moves, the person's side, whether it is lost; what is said, and the ply that it is about
    ("tictactoe", "1 7 0 2 3 6 5 4", 0, True, "Your 3rd move, 3, was the mistake: loss in 4 from there.", 5),
    (
        "othello:4",
        "b1 a1 a2 a3 a4 c1 d1 d3 pass c4",
        0,
        True,
        "The start is lost against best play; your 3rd move, a4, cost the most: loss by 9 in place of loss by 8.",
        5,
    ),
    ("nim:1,1", "1:1 2:1", 0, True, "The start is lost against best play, and you made no mistake.", None),
    ("nim:1", "1:1", 1, True, None, None),
    (
        "nim:1,1,1",
        "1:1 2:1 3:1",
        1,
        True,
        "Your first position was lost already against best play, and you made no mistake.",
        None,
    ),
]


def test_the_move_that_decided_the_game_is_named_as_the_list_has_it() -> None:
    answers = said([("decision", judged(spec, moves), side, lost) for spec, moves, side, lost, *_ in DECISIONS])
    found = [answer and (answer["words"], answer["number"]) for answer in answers]
    assert found == [words and (words, ply) for *_, words, ply in DECISIONS]


def judgement(number: int, cost: int, *, is_mistake: bool = False, is_exact: bool = True) -> dict[str, Any]:
    """A move of a long game of margins that makes the margin worse by so much; the sides alternate."""
    values = {"before": Margin(9).json(), "after": Margin(9 - cost).json()}
    mistake = "W→L" if is_mistake else None
    return {
        "number": number,
        "side": (number - 1) % 2,
        "move": f"m{number}",
        "mistake": mistake,
        "exact": is_exact,
        **values,
    }


LATE = [
    # the plies of the mistakes, those whose values are estimates; the move that is named
    ((1, 5), (), "Your 3rd move, m5,"),
    ((5, 9), (), "Your 5th move, m9,"),
    ((5, 9), (9,), "Your 3rd move, m5,"),
    ((41,), (), "Your 21st move, m41,"),
    ((43,), (), "Your 22nd move, m43,"),
    ((21,), (), "Your 11th move, m21,"),
    ((223,), (), "Your 112th move, m223,"),
    ((241,), (), "Your 121st move, m241,"),
]


def test_the_last_exact_mistake_decides_a_game() -> None:
    games = [
        [
            judgement(ply, 10 * (ply in mistakes), is_mistake=ply in mistakes, is_exact=ply not in guessed)
            for ply in range(1, 251)
        ]
        for mistakes, guessed, _ in LATE
    ]
    answers = said([("decision", game, 0, True) for game in games])
    assert [answer["words"].partition(" was")[0] for answer in answers] == [words for *_, words in LATE]


def test_only_exact_costs_are_given_away() -> None:
    game = [judgement(1, 3), judgement(2, 5, is_exact=False), judgement(3, 2), judgement(4, 8, is_mistake=True)]
    assert said([("givenAway", game, ["Black", "White"])]) == ["Black gave away 3 at ply 1; Black gave away 2 at ply 3"]


TURNS = [
    # who moves and whose turn comes; the moves row by row
    ([0, 1, 0, 1], [[[0], [1]], [[2], []]]),
    ([0, 0, 1, 0], [[[0, 1], [2]]]),
    ([0, 1, 1, 0, 0, 1], [[[0], [1, 2]], [[3, 4], []]]),
    ([1, 0, 1], [[[], [0]], [[1], []]]),
]


def test_extra_turns_share_a_row() -> None:
    questions = [("inPairs", ["x"] * (len(movers) - 1), movers) for movers, _ in TURNS]
    assert said(questions) == [rows for _, rows in TURNS]


MOVES_AGAIN = [
    # who has moved, whose turn it is, whether the game is over, the legal moves; what is said
    ([0, 1], 0, False, ["1", "2"], ""),
    ([0, 0], 0, False, ["1", "2"], "South moves again."),
    ([0, 0], 0, True, [], ""),
    ([0, 1], 0, False, ["pass"], "South can only pass."),
    ([0, 2], 2, False, ["1", "2"], ""),
]


def test_what_is_unusual_about_whose_turn_it_is() -> None:
    given = [
        {"movers": movers, "side": side, "over": over, "legal": legal, "names": ["South", "North"], "mover": "chance"}
        for movers, side, over, legal, _ in MOVES_AGAIN
    ]
    assert said([("turnWords", position) for position in given]) == [words for *_, words in MOVES_AGAIN]


GIVEN_AWAY = [
    ("othello:4", "a2 a1 b1 c1 d4 c4 d3 a3 b4 a4", "White gave away 4 at ply 6"),
    ("nim:1,1", "1:1 2:1", ""),
]


def test_a_review_names_the_moves_that_gave_a_margin_away() -> None:
    questions = [("givenAway", judged(spec, moves), ["Black", "White"]) for spec, moves, _ in GIVEN_AWAY]
    assert said(questions) == [words for *_, words in GIVEN_AWAY]


FALLS = [
    # the estimates before and after a move, its cost, its mistake, the noise; whether the review lists it
    (-34, -980, "~ mistake", None, 50, True),
    (-30, -179, "~ worse", None, 50, False),
    (-34, -980, "kept", None, 50, False),
    (-34, -980, "~→L", "~→L", 50, False),
    (3, -5, "~ mistake", None, 2.5, True),
]


def test_a_review_lists_the_moves_after_which_an_estimate_falls_clearly() -> None:
    questions = []
    for before, after, cost, mistake, noise, _ in FALLS:
        values = {"before": Estimate(before, 3).json(), "after": Estimate(after, 3).json()}
        judgement = {"number": 1, "cost": cost, "mistake": mistake, "noise": noise, **values}
        questions.append(("clearFalls", [judgement]))
    assert said(questions) == [[1] if is_listed else [] for *_, is_listed in FALLS]


def estimates(noise: float, *scores: int) -> list[dict[str, Any]]:
    """Judgements of moves with these estimates."""
    values = [Estimate(score, 3).json() for score in scores]
    return [{"before": value, "after": value, "noise": noise} for value in values]


SCALES = [
    (estimates(50, 13, -40), 300),  # half a pawn of noise: the curve of a quiet game is quiet
    (estimates(50, 13, -1800), 600),
    (estimates(0, 0), 1),
    (estimates(2.5, 3, -6), 15),
]


def test_the_curve_of_estimates_is_drawn_in_the_unit_of_the_game() -> None:
    assert said([("estimateScale", judged) for judged, _ in SCALES]) == [scale for _, scale in SCALES]
    middle, better, best, other = said([("height", Estimate(n).json(), int(n < 0), 300) for n in (0, 100, 900, -100)])
    assert best < better < middle - 10
    assert other == better  # worse for the second side


@pytest.mark.parametrize(
    "values",
    [
        [Outcome(1, 1), Outcome(1, 9), Outcome(1, 99), Outcome(0, 5), Outcome(-1, 98), Outcome(-1, 8), Outcome(-1, 2)],
        [Margin(20), Margin(2), Margin(0), Margin(-2), Margin(-20)],
    ],
)
def test_better_values_stand_higher(values: list[Value]) -> None:
    """A faster win above a slower one, a faster loss below; upside down for the second side."""
    heights, others = ([*said([("height", value.json(), side, 1) for value in values])] for side in (0, 1))
    assert heights == sorted(set(heights))
    assert others == sorted(set(others), reverse=True)


PLAYERS = [
    (("playerWord", "perfect", True), "perfect"),
    (("playerWord", "perfect", False), "strongest"),
    (("playerWord", "level:3", False), "level 3"),
    (("easierThan", "perfect"), "level:4"),
    (("easierThan", "mtdf"), "level:4"),
    (("easierThan", "level:2"), "level:1"),
    (("easierThan", "level:1"), "random"),
    (("easierThan", "random"), None),
    (
        (
            "playerGroups",
            ["perfect", "level:1", "level:8", "random", "minimax", "star1"],
            ["minimax"],
            False,
            "mcts:500",
        ),
        [
            {
                "label": "Players",
                "options": [
                    ["human", "human"],
                    ["perfect", "strongest"],
                    ["random", "random"],
                ],
            },
            {"label": "Levels", "options": [["level:1", "level 1, easiest"], ["level:8", "level 8, hardest"]]},
            {"label": "Searches", "options": [["minimax", "minimax"], ["mcts:500", "mcts:500"]]},
        ],
    ),
]


def test_players_in_words_and_in_groups() -> None:
    assert said([question for question, _ in PLAYERS]) == [answer for _, answer in PLAYERS]


SHORTCUTS = [
    # a game and its moves; the keys for hints, a new game and the review
    ("tictactoe", "", ["H", "N", "R"]),
    ("chess", "", ["Alt+H", "Alt+N", "Alt+R"]),
    ("chess", "e4 e5 Qh5", ["Alt+H", "Alt+N", "Alt+R"]),
    ("chess", "f3 e5 g4 Qh4#", ["H", "N", "R"]),
    ("checkers", "", ["H", "N", "R"]),
    ("go", "", ["Alt+H", "N", "R"]),
    ("dodgem", "", ["H", "N", "R"]),  # with columns that have no name
]


def test_shortcuts_are_with_alt_where_moves_begin_with_their_letter() -> None:
    positions = [
        position_json(game, game.start, game.read_moves(moves, game.start))
        for game, moves in ((load(spec), moves) for spec, moves, _ in SHORTCUTS)
    ]
    assert said([("shortcuts", position) for position in positions]) == [keys for *_, keys in SHORTCUTS]


CELLS = [str(cell) for cell in range(9)]
SQUARES = [f"{letter}{number}" for letter in "abcdefgh" for number in range(1, 9)]
TYPED = [
    # legal moves, names of cells and columns, keys; what they do: None where the last one means nothing
    (["0", "1"], CELLS, "1", {"typed": "", "move": "1"}),
    (["0", "1"], CELLS, "4", {"typed": "", "refused": "4"}),
    (["0", "1"], CELLS, "9", {"typed": "", "refused": "9"}),
    (["0", "1"], CELLS, "z", None),
    (["1", "10", "11"], ["1", "10", "11", "12"], "1 Enter", {"typed": "", "move": "1"}),
    (["10", "11"], ["1", "10", "11", "12"], "1 Enter", {"typed": "", "refused": "1"}),
    (["10", "11"], ["1", "10", "11", "12"], "1 2", {"typed": "", "refused": "12"}),
    (["d3", "c4", "f5", "e6"], SQUARES, "a", {"typed": "a"}),
    (["d3", "c4", "f5", "e6"], SQUARES, "a 1", {"typed": "", "refused": "a1"}),
    (["b3", "c4", "f5", "e6"], SQUARES, "c 5", {"typed": "", "refused": "c5"}),
    (["b3", "c4", "f5", "e6"], SQUARES, "c c", {"typed": "c"}),
    (["d3", "c4", "f5", "e6"], SQUARES, "h", None),
    (["d3", "h4"], SQUARES, "h 4", {"typed": "", "move": "h4"}),
    (["a2a3", "a2b3"], SQUARES, "a 2 a 4", {"typed": "", "refused": "a2a4"}),
    (["1:1", "1:2"], ["1"], "1 : 9", {"typed": "", "refused": "1:9"}),
    (["d3"], SQUARES, "a Escape", {"typed": ""}),
    # Upper case tells a bishop from the b-pawn, and is not needed elsewhere.
    (["bxc3", "Bxc3", "Nf3"], SQUARES, "b x c 3", {"typed": "", "move": "bxc3"}),
    (["bxc3", "Bxc3", "Nf3"], SQUARES, "B x c 3", {"typed": "", "move": "Bxc3"}),
    (["bxc3", "Bb5", "Nf3"], SQUARES, "b b 5", {"typed": "", "move": "Bb5"}),
    (["bxc3", "Bb5", "Nf3"], SQUARES, "n f 3", {"typed": "", "move": "Nf3"}),
    (["O-O", "O-O-O", "Kd1"], SQUARES, "o - o Enter", {"typed": "", "move": "O-O"}),
]


def test_what_typed_keys_do() -> None:
    found = said([("typed", legal, names, keys) for legal, names, keys, _ in TYPED])
    for (*case, expected), answer in zip(TYPED, found, strict=True):
        assert answer == expected, case


def squares(*names: str) -> dict[str, Any]:
    """A board of checkers as the page knows it, without moves."""
    return {"cells": [{"name": name, "kind": "draughts", "piece": ""} for name in names], "area": {}}


CHAIN = {**squares(*"abcde"), "moves": {"axbxd": [0, 1, 3], "axcxe": [0, 2, 4], "q": [3, 4], "r": [3, 4]}}
CLICKS = [
    # the cells that are clicked, one after the other; the moves to make or choose from, and the clicks to remember
    ([0], [], [0]),
    ([0, 1], [], [0, 1]),
    ([0, 1, 3], ["axbxd"], [0, 1, 3]),
    ([0, 4], ["axcxe"], [0, 2, 4]),  # the last square of a chain that is the only one to end there
    ([0, 0], [], []),
    ([0, 1, 1], [], []),
    ([3, 4], ["q", "r"], [3, 4]),
]


def test_what_clicks_do_on_chains_and_shared_squares() -> None:
    found = said([("clicks", CHAIN, cells) for cells, _, _ in CLICKS])
    assert found == [{"moves": moves, "clicked": clicked} for _, moves, clicked in CLICKS]


def test_a_click_that_makes_no_move_is_told_why() -> None:
    chain = {**CHAIN, "cells": [{**cell, "piece": "b" if cell["name"] in "abd" else ""} for cell in CHAIN["cells"]]}
    single = {**squares("a", "b", "upper edge"), "moves": {"b": [1]}}
    found = said([("refused", chain, 1), ("refused", chain, 4), ("refused", single, 0), ("refused", single, 2)])
    assert found == [["b", "No legal move begins at b; what can move: a, d."], [], ["a"], []]


def test_moves_may_be_typed_as_their_squares_and_without_signs() -> None:
    cells = [{"name": name} for name in ("e7", "e8", "a1", "h1")]
    board = {"cells": cells, "moves": {"e8=Q+": [0, 1], "e8=N": [0, 1], "Rh1#": [2, 3]}}
    forms = said([("typedForms", ["e8=Q+", "e8=N", "Rh1#", "pass"], board)])[0]
    assert forms == {
        "e8=Q": ["e8=Q+"],
        "e7e8": ["e8=Q+", "e8=N"],
        "e8=N": ["e8=N"],
        "Rh1": ["Rh1#"],
        "a1h1": ["Rh1#"],
        "pass": ["pass"],
    }


SIDES = [
    (["White", "Black"], "chess", "N", 0),
    (["White", "Black"], "chess", "n", 1),
    (["Black", "White"], "draughts", "W", 1),
    (["Black", "White"], "draughts", "b", 0),
    (["X", "O"], "spike", "O12", 1),
    (["X", "O"], "stone", "X", 0),
    (["X", "O"], "square", "#", -1),
]


def test_page_and_svg_know_the_same_pieces_and_whose_they_are() -> None:
    assert said([("pieces",)]) == [{"PIECES": {name: [*paths] for name, paths in PIECES.items()}, "CROWN": CROWN}]
    assert said([("sideOf", sides, kind, piece) for sides, kind, piece, _ in SIDES]) == [side for *_, side in SIDES]
    for (one, other), kind, piece, side in SIDES:
        assert side_of(Cell(x=0, y=0, name="a1", piece=piece, kind=kind), (one, other)) == side
    assert said([("stackOf", "O12"), ("stackOf", "")]) == [{"mark": "O", "count": 12}, {"mark": "", "count": 0}]


MOTIONS = [
    # game, where it begins, the move; which cells move in which way, and from where and by which squares
    ("chess", "4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", "O-O", [["f1", "slide", [2, 0]], ["g1", "slide", [-2, 0]]]),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3_w_-_d6_0_1", "exd6", [["d6", "slide", [1, 1]], ["d5", "vanish", [0, 0]]]),
    ("chess", "1n2k3/P7/8/8/8/8/8/4K3_w_-_-_0_1", "axb8=Q+", [["b8", "slide", [-1, 1]]]),
    (
        "checkers",
        "b-bb/b-bb/w---/----/w--w/----/w-wb/www-:B",
        "5x21",
        [["square 21", "slide", [0, -4], [2, -2]], ["square 9", "vanish", [0, 0]], ["square 17", "vanish", [0, 0]]],
    ),
]


def test_pieces_slide_and_what_they_take_vanishes() -> None:
    questions = []
    for spec, position, move, _ in MOTIONS:
        game = load(spec)
        start = game.read_position(position)
        before, after = (position_json(game, start, game.read_moves(line, start)) for line in ("", move))
        questions.append(("motions", before, after))
    assert said(questions) == [found for *_, found in MOTIONS]


def test_arrow_keys_on_a_board_that_is_turned() -> None:
    cells = [{"x": x, "y": 0, "width": 1, "height": 1} for x in range(3)]
    questions = [("neighbour", cells, [0, 1, 2], 1, "ArrowLeft", turned) for turned in (False, True)]
    assert said(questions) == [0, 2]
