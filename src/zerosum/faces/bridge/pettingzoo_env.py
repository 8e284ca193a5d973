"""A game as an environment of PettingZoo's AEC API: agents act in turn, and the environment rolls the dice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from zerosum.answers.analysis.adjudication import Adjudication, Adjudicator
from zerosum.core.errors import BadMove, BadRequest
from zerosum.core.game import Game
from zerosum.core.games.plain_text import numbers_in
from zerosum.core.rules import CHANCE, State, listed

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

AGENTS = ("player_0", "player_1")
"""The agents: the first player and the second."""

RANDOM_GAMES = 100
"""So many random games are played to find the size of the action space."""

MOST_PLIES = 1000
"""A game that lasts longer is truncated, unless told otherwise."""


class ZerosumEnv(AECEnv):  # type: ignore[misc]
    """A game for two agents, `player_0` and `player_1`, who get +1, -1 or 0 when it ends.

    An action is a move as the rules number it. The action space holds the numbers from 0 to the greatest move that
    occurs in 100 random games; `actions` gives its size instead. A legal move outside of it is refused with a sentence.

    An observation has the numbers of the state (`observation`) and which actions are legal (`action_mask`: none for an
    agent who is not to move). `observe`, a function from a state to an array of fixed shape and type, replaces the
    numbers; a game whose states are not tuples of equally many whole numbers needs it.

    `margin=True` rewards by the utility itself. Repeated positions end a game as in a match (`Adjudicator`). After
    `max_plies` moves a game is truncated. The seed of `reset` decides what the dice show. `render_mode="ansi"` draws
    the position as text.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "zerosum_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game,
        *,
        actions: int | None = None,
        observe: Callable[[Any], Array] | None = None,
        margin: bool = False,
        max_plies: int = MOST_PLIES,
        render_mode: str | None = None,
    ) -> None:
        """Find the spaces; a game begins with `reset`."""
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise BadRequest(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.game = game
        self.margin = margin
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._encode = observe or self._numbers
        size = greatest_move(game) + 1 if actions is None else actions
        encoded = self._encode(game.start)
        is_float = np.issubdtype(encoded.dtype, np.floating)
        limits = np.finfo(encoded.dtype) if is_float else np.iinfo(encoded.dtype)
        seen = spaces.Box(limits.min, limits.max, encoded.shape, encoded.dtype.type)
        mask = spaces.Box(0, 1, (size,), np.int8)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in AGENTS}
        self.observation_spaces = {agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What this agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What this agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the dice follow from the seed."""
        self._random = Random(seed)
        self._plies = 0
        self.current: State = self.game.start
        self._adjudicator = Adjudicator(self.game, self.current)
        self._adjudication: Adjudication | None = None
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadMove(f"{agent} is to move, and None is no move")
        self._cumulative_rewards[agent] = 0.0
        self._plies += 1
        self._play(int(action))
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Array]:
        """The state, and the legal actions of an agent who is to move."""
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        is_live = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        if is_live and agent == self.agent_selection:
            legal = listed(self.game.moves(self.current))
            if max(legal) >= len(mask):
                raise BadRequest(
                    f"{max(legal)} is a legal move, but the action space has {len(mask)}; give actions={max(legal) + 1}"
                )
            mask[list(legal)] = 1
        return {"observation": self._encode(self.current), "action_mask": mask}

    def render(self) -> str | None:
        """The drawing of the position, where the mode is "ansi"."""
        return self.game.text.draw(self.current) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _play(self, move: int) -> None:
        self.current = self.game.play(self.current, move)
        self._adjudication = self._adjudicator.add(self.current)

    def _go_on(self) -> None:
        """Roll the dice until a player is to move, and end the game if it is over."""
        game = self.game
        while not game.is_over(self.current) and self._adjudication is None:
            side = game.to_move(self.current)
            if side != CHANCE:
                self.agent_selection = AGENTS[side]
                if self._plies >= self.max_plies:
                    self.truncations = dict.fromkeys(AGENTS, True)
                return
            self._play(game.roll(self.current, self._random))
        self._end(game.utility(self.current) if self._adjudication is None else self._adjudication.utility)

    def _end(self, utility: int) -> None:
        """Reward both agents; the one who did not move last is asked first."""
        worth = float(utility if self.margin else (utility > 0) - (utility < 0))
        self.rewards = {AGENTS[0]: worth, AGENTS[1]: -worth}
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(self.agent_selection)]

    def _numbers(self, state: State) -> Array:
        """The numbers of a state."""
        numbers = numbers_in(state)
        if not all(isinstance(each, int) for each in numbers) or len(numbers) != len(numbers_in(self.game.start)):
            raise BadRequest(
                f"a state of {self.game.name} is not always a tuple of equally many whole numbers; "
                "give observe, a function from a state to an array"
            )
        return np.array(numbers, np.int64)


def greatest_move(game: Game) -> int:
    """The greatest move of a player in some random games; a long game counts as far as it was played."""
    greatest = 0
    random = Random(0)
    for _ in range(RANDOM_GAMES):
        for state in islice(game.random_game(game.start, random), MOST_PLIES):
            if not game.is_over(state) and game.to_move(state) != CHANCE:
                greatest = max(greatest, *listed(game.moves(state)))
    return greatest
