"""The tokens of Python source by what they are, for listings with colours."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator

KINDS = {tokenize.STRING: "string", tokenize.COMMENT: "comment", tokenize.NUMBER: "constant"}
"""What the tokens are that are not names; operators and blanks are plain."""

DEFINES = ("def", "class")


def highlighted(source: str) -> list[list[tuple[str, str]]]:
    """The lines of a source, each as pieces: a kind ("" for plain text) and the text.

    >>> highlighted("def f(): return 1")[0][:3]
    [('keyword', 'def'), ('', ' '), ('name', 'f')]
    """
    lines: list[list[tuple[str, str]]] = [[]]
    for kind, text in _pieces(source):
        first, *rest = text.split("\n")
        lines[-1].append((kind, first))
        lines += [[(kind, each)] for each in rest]
    return [[(kind, text) for kind, text in line if text] for line in lines]


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    """The source cut into pieces; plain from where it cannot be read as Python."""
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    done, before = 0, ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            kind = _kind(token, before)
            begin, end = (starts[row - 1] + column for row, column in (token.start, token.end))
            if kind and begin >= done:
                yield "", source[done:begin]
                yield kind, source[begin:end]
                done = end
            if token.string.strip():
                before = token.string
    except (tokenize.TokenError, SyntaxError):
        pass
    yield "", source[done:]


def _kind(token: tokenize.TokenInfo, before: str) -> str:
    if token.type != tokenize.NAME:
        return KINDS.get(token.type, "")
    if before in DEFINES:
        return "name"
    if token.string in ("True", "False", "None"):
        return "constant"
    return "keyword" if keyword.iskeyword(token.string) else ""
