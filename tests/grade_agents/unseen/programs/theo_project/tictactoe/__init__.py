"""Tic-tac-toe with a perfect opponent."""
from .engine import best_reply
from .state import State

__all__ = ["State", "best_reply"]
