"""An AEC environment of PettingZoo: `reset`, `step`, `agent_selection`, `rewards`, `terminations`, an action mask."""

from __future__ import annotations

from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import Names, Style

TOTAL = "_zerosum_total"
"""The attribute that adds up the rewards of the first agent."""

CONSTANT = ("metadata", "possible_agents", "action_spaces", "observation_spaces", "_action_spaces", "render_mode")
CONSTANT_TOO = ("_observation_spaces", "np_random", "_np_random", "screen", "clock", "spec")
"""Attributes that no step changes, or that are for showing."""


def make(env: Any, roles: dict[str, str], sides: Sides) -> Names:
    """The six functions over environments, from the one that has been reset."""
    env = getattr(env, "unwrapped", env)
    if len(agents := list(env.possible_agents)) != 2:
        raise BadRules(
            f"an environment of {len(agents)} agents ({', '.join(map(str, agents))}); zerosum has games of two"
        )
    env.reset()
    setattr(env, TOTAL, 0)
    first = env.agent_selection
    sides.marks.extend([first, *(agent for agent in agents if agent != first)])

    def is_over(env: Any) -> bool:
        return not env.agents or any(env.terminations.values()) or any(env.truncations.values())

    def moves(env: Any) -> list[int]:
        agent = env.agent_selection
        return [action for action, is_legal in enumerate(mask_of(env, agent)) if is_legal]

    def play(env: Any, action: Any) -> Any:
        env.step(action)
        setattr(env, TOTAL, getattr(env, TOTAL) + env.rewards.get(first, 0))
        return env

    return {
        "start": env,
        "to_move": lambda env: sides.number(env.agent_selection, is_over=True),
        "moves": moves,
        "play": play,
        "is_over": is_over,
        "utility": lambda env: getattr(env, TOTAL),
        "constant": (*CONSTANT, *CONSTANT_TOO),
    }


def mask_of(env: Any, agent: Any) -> Any:
    """Which actions are legal: the mask in the observation or in the information of an agent, or else all."""
    seen = env.observe(agent)
    for place in (seen, env.infos.get(agent)):
        if isinstance(place, dict) and "action_mask" in place:
            return place["action_mask"]
    raise BadRules("the environment tells no legal moves: observe gives no 'action_mask', nor do infos")


STYLE = Style(
    title="a PettingZoo environment (AEC)",
    methods={"play": ("step",), "start": ("reset",), "moves": ("observe",)},
    values={"to_move": ("possible_agents",)},
    make=make,
)
