"""Tic-Tac-Toe as an AEC environment of PettingZoo."""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import AgentSelector

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToeEnv(AECEnv):
    metadata = {"name": "tictactoe", "is_parallelizable": False, "render_modes": []}

    def __init__(self):
        super().__init__()
        self.possible_agents = ["player_1", "player_2"]
        self.action_spaces = {agent: spaces.Discrete(9) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0, 2, (9,), np.int8),
                "action_mask": spaces.Box(0, 1, (9,), np.int8),
            })
            for agent in self.possible_agents
        }

    def reset(self, seed=None, options=None):
        self.agents = self.possible_agents[:]
        self.board = np.zeros(9, dtype=np.int8)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._selector = AgentSelector(self.agents)
        self.agent_selection = self._selector.reset()

    def observe(self, agent):
        mask = np.zeros(9, dtype=np.int8)
        if agent == self.agent_selection:
            mask[self.board == 0] = 1
        return {"observation": self.board.copy(), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            return self._was_dead_step(action)
        mark = self.agents.index(agent) + 1
        self.board[action] = mark
        if any((self.board[list(line)] == mark).all() for line in LINES):
            for each in self.agents:
                self.rewards[each] = 1 if each == agent else -1
            self.terminations = dict.fromkeys(self.agents, True)
        elif (self.board != 0).all():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._selector.next()
        self._accumulate_rewards()

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]
