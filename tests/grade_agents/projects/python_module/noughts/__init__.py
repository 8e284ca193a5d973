"""Noughts and crosses against the computer."""
