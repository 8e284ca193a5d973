"""Solved tables to ask: one position, many, counts."""
