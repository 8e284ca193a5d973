"""The shape of a state: the same tuple with 0 for every number, as in (0, 0, 0) or ((0, 0, 0), 0).

Functions on states are generated for each shape, with every word written out (`state_words.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Shape: TypeAlias = tuple[Any, ...]


def shape_of(state: tuple[Any, ...]) -> Shape:
    """The shape of a state.

    >>> shape_of(((5, 6), 1))
    ((0, 0), 0)
    """
    return tuple(shape_of(each) if isinstance(each, tuple) else 0 for each in state)


def words_of(state: tuple[Any, ...]) -> list[int]:
    """The words of a state, in their order.

    >>> words_of(((5, 6), 1))
    [5, 6, 1]
    """
    return [word for each in state for word in (words_of(each) if isinstance(each, tuple) else [each])]


def members(shape: Shape, name: str) -> list[str]:
    """The expressions for the words of a state that has this name, in their order.

    >>> members(((0, 0), 0), "state")
    ['state[0][0]', 'state[0][1]', 'state[1]']
    """
    found = []
    for index, each in enumerate(shape):
        place = f"{name}[{index}]"
        found += members(each, place) if isinstance(each, tuple) else [place]
    return found


def written(shape: Shape, values: Iterator[str]) -> str:
    """The expression for a state whose words are these expressions.

    >>> written(((0, 0), 0), iter("abc"))
    '((a, b,), c,)'
    """
    parts = (written(each, values) if isinstance(each, tuple) else next(values) for each in shape)
    return f"({' '.join(f'{part},' for part in parts)})"
