"""Seeded faults: programs with one known mistake, run over the rules of a game, to compare an agent's answers with.

`library.py` lists them. Each is a search with a switch at the place where the mistake is made; none has a copy of the
rules.
"""
