"""Solve whole games: enumerate every position, value it, store a table, answer from it."""
