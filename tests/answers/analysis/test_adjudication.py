"""How a game ends that its rules did not end."""

from __future__ import annotations

import pytest

from zerosum.answers.analysis.adjudication import adjudicated
from zerosum.answers.play.game_record import ending_of
from zerosum.core.game import Game
from zerosum.core.rules import Rules, State, Text

TEXT = Text(
    write_position=str,
    read_position=lambda text: text,
    write_move=lambda state, move: str(move),
    read_move=lambda state, text: int(text),
    draw=str,
    what_to_type="a number",
)


def ring(*, counts: bool = False, repetition: int | None = None) -> Game:
    """Two places that the sides walk between for ever; the state may count the plies, as the fifty-move rule does."""
    return Game(
        name="ring",
        spec="ring",
        rules=Rules(
            start=(0, 0),
            to_move=lambda state: state[0] % 2,
            moves=lambda state: 1,
            play=lambda state, move: ((state[0] + 1) % 2, state[1] + 1 if counts else 0),
            is_over=lambda state: state[1] == 100,
            utility=lambda state: 0,
            position=(lambda state: (state[0], 0)) if counts else None,
            plies_to_draw=(lambda state: 100 - state[1]) if counts else None,
            repetition=None if repetition is None else lambda state: repetition,
        ),
        text=TEXT,
    )


@pytest.mark.parametrize("counts", [False, True])
def test_the_third_occurrence_of_a_position_is_a_draw_whatever_its_counter(counts: bool) -> None:
    game = ring(counts=counts)
    states: list[State] = list(game.states_along(game.start, [0] * 4))
    assert adjudicated(game, states[:-1]) is None
    found = adjudicated(game, states)
    assert found is not None
    assert (found.utility, found.reason) == (0, "a draw: the same position came for the third time")


@pytest.mark.parametrize(
    ("repetition", "plies", "utility", "words"),
    [
        (None, 3, None, None),
        (None, 4, None, "a draw: the same position came for the third time"),
        (1, 1, None, None),
        (1, 2, 1, "a win for A: the same position came again"),
        (-1, 2, -1, "a win for B: the same position came again"),
        (0, 2, 0, "a draw: the same position came again"),
    ],
)
def test_a_record_has_a_result_by_the_rules_of_the_game_alone(
    repetition: int | None, plies: int, utility: int | None, words: str | None
) -> None:
    game = ring(repetition=repetition)
    assert ending_of(game, [0] * plies, game.start) == (utility, words)
