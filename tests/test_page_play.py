"""What the play screen says: which move decided a game, and who the players are."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import zerosum.web
from zerosum.analysis.analyst import Analyst
from zerosum.analysis.review import review
from zerosum.games import load

PAGE = Path(zerosum.web.__file__).parent / "page"
SCRIPT = Path(__file__).with_name("page_play.mjs")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the page's own code runs in node")


def said(questions: list[tuple[Any, ...]]) -> list[Any]:
    """What the page answers to each question."""
    command = ["node", str(SCRIPT), str(PAGE)]
    ran = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(ran.stdout)
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


GIVEN_AWAY = [
    ("othello:4", "a2 a1 b1 c1 d4 c4 d3 a3 b4 a4", "White gave away 4 at ply 6"),
    ("nim:1,1", "1:1 2:1", ""),
]


def test_a_review_names_the_moves_that_gave_a_margin_away() -> None:
    questions = [("givenAway", judged(spec, moves), ["Black", "White"]) for spec, moves, _ in GIVEN_AWAY]
    assert said(questions) == [words for *_, words in GIVEN_AWAY]


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
        ("playerGroups", ["perfect", "level:1", "level:8", "random", "minimax"], False, "mcts:500"),
        [
            {
                "label": "Players",
                "options": [
                    ["human", "human"],
                    ["perfect", "strongest"],
                    ["level:1", "level 1, easiest"],
                    ["level:8", "level 8, hardest"],
                    ["random", "random"],
                ],
            },
            {"label": "Searches", "options": [["minimax", "minimax"], ["mcts:500", "mcts:500"]]},
        ],
    ),
]


def test_players_in_words_and_in_groups() -> None:
    assert said([question for question, _ in PLAYERS]) == [answer for _, answer in PLAYERS]


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
]


def test_what_typed_keys_do() -> None:
    found = said([("typed", legal, names, keys) for legal, names, keys, _ in TYPED])
    for (*case, expected), answer in zip(TYPED, found, strict=True):
        assert answer == expected, case
