"""Agents that only play by prompts in a terminal, in any language.

`TerminalAgent` (`agent.py`) types moves and reads the replies from printed boards (`boards.py`, `grids.py`) or
sentences; `describe_terminal` (`explorer.py`) finds out by trying how a program is played with. The program runs in the
sandbox beside a small host (`host/`).
"""

from zerosum.answers.grade.ask.terminal.agent import TerminalAgent
from zerosum.answers.grade.ask.terminal.explorer import describe_terminal

__all__ = ["TerminalAgent", "describe_terminal"]
