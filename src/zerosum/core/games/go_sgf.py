"""Games of Go as SGF (Smart Game Format, FF[4]): main lines, set-up stones, results and who played.

    (;FF[4]GM[1]SZ[9]KM[7]PB[Ann]PW[Ben]RE[B+3];B[ee];W[ge];B[];W[])

A tree in brackets is a game; nodes begin with semicolons and hold properties, each with values in square brackets. Of
the variations of a game the first one is read. Points are two letters, the column from the left and the row from above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten
from typing import NamedTuple

from zerosum.core.errors import BadMove, BadPosition, BadRequest
from zerosum.core.games.go_text import SIDES
from zerosum.core.games.grid import EMPTY
from zerosum.core.rules import Notation, Rules, State, Text, WrittenGame, listed

LETTERS = "abcdefghijklmnopqrs"
COLOURS = ("B", "W")
TAGS = {"Black": "PB", "White": "PW", "Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "Rules": "RU"}
"""Tags as other formats call them, and the properties of SGF; other properties of the first node keep their names."""

POSITION = "ZP"
"""A property of our own: the text of a start that stones alone do not tell, because of a ko or a pass."""

WRITTEN_ANEW = {"FF", "GM", "CA", "AP", "SZ", "KM", "RE", "AB", "AW", "AE", "PL", "HA", "B", "W", POSITION}
"""Properties that say what the rest of a written game says too."""


class Property(NamedTuple):
    """A property of a node: its name, its values, and the line of the file on which it stands."""

    name: str
    values: tuple[str, ...]
    line: int


Node = dict[str, Property]


def sgf(size: int, komi: int, rules: Rules, text: Text) -> Notation:
    """The format of games on a board of this size."""

    def write(game: WrittenGame) -> str:
        return write_sgf(game, size, komi, rules, text)

    def read(written: str) -> list[WrittenGame]:
        return [read_game(nodes, size, rules, text) for nodes in main_lines(written)]

    return Notation(name="SGF", suffix=".sgf", write=write, read=read)


def write_sgf(game: WrittenGame, size: int, komi: int, rules: Rules, text: Text) -> str:
    """A game as SGF, eight moves on a line; the result has the margin where the game was played to its end."""
    state = rules.start if game.start is None else game.start
    moves = []
    for move in game.moves:
        moves.append(f";{COLOURS[rules.to_move(state)]}[{written_point(move, size)}]")
        state = rules.play(state, move)
    result = margin_text(rules.utility(state)) if rules.is_over(state) else RESULTS[game.result]
    head = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "zerosum", "SZ": str(size), "KM": str(komi)}
    for name, value in game.tags.items():
        if TAGS.get(name, name) not in WRITTEN_ANEW and re.fullmatch("[A-Z]+", TAGS.get(name, name)):
            head[TAGS.get(name, name)] = escaped(value)
    first = "".join(f"{name}[{value}]" for name, value in head.items()) + f"RE[{result}]" * bool(result)
    rows = ["".join(moves[at : at + 8]) for at in range(0, len(moves), 8)]
    return "\n".join([f"(;{first}{_set_up(game.start, text)}", *rows]) + ")\n"


RESULTS = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0", "*": ""}


def margin_text(margin: float) -> str:
    """A result as Go players write it: B+3, W+0.5, or 0 for a draw.

    >>> margin_text(3), margin_text(-0.5), margin_text(0)
    ('B+3', 'W+0.5', '0')
    """
    return "0" if margin == 0 else f"{COLOURS[margin < 0]}+{abs(margin):g}"


def _set_up(start: State | None, text: Text) -> str:
    """The stones of a start, who is to move, and what these do not tell."""
    if start is None:
        return ""
    position = text.write_position(start)
    board, side, *mark = position.split(":")
    rows = board.split("/")
    words = [
        f"A{colour}"
        + "".join(f"[{LETTERS[x]}{LETTERS[y]}]" for y, row in enumerate(rows) for x in columns_of(row, stone))
        for colour, stone in zip(COLOURS, SIDES, strict=True)
        if stone in board
    ]
    return "".join([*words, f"PL[{COLOURS[SIDES.index(side)]}]", f"{POSITION}[{escaped(position)}]" * bool(mark)])


def columns_of(row: str, stone: str) -> Iterator[int]:
    """Where a stone stands in a row of a position."""
    return (x for x, letter in enumerate(row) if letter == stone)


def written_point(move: int, size: int) -> str:
    """A move as the value of B or W: two letters, or nothing for a pass.

    >>> written_point(0, 9), written_point(80, 9), written_point(81, 9)
    ('aa', 'ii', '')
    """
    return "" if move == size * size else LETTERS[move % size] + LETTERS[move // size]


def escaped(value: str) -> str:
    """A text as the value of a property: its brackets and backslashes have a backslash before them.

    >>> print(escaped("a]"))
    a\\]
    """
    return re.sub(r"([\]\\:])", r"\\\1", value)


def read_game(nodes: list[Node], size: int, rules: Rules, text: Text) -> WrittenGame:
    """A game from the nodes of its main line; raises `BadRequest` with the line of what cannot be."""
    head = nodes[0] if nodes else {}
    if "GM" in head and head["GM"].values[0].strip() != "1":
        raise _bad(head["GM"], "this is another game than Go, which has GM[1]")
    if size_of(head) != size:
        raise _bad(head.get("SZ"), f"this is a game on {size_of(head)}x{size_of(head)}, not on {size}x{size}")
    start = _start(nodes, size, rules, text)
    state, moves = rules.start if start is None else start, []
    for number, node in enumerate(nodes):
        for name in ("AB", "AW", "AE"):
            if number > 0 and name in node:
                raise _bad(node[name], "stones are set up in the middle of the game, which no move can do")
        for colour in COLOURS:
            if colour not in node:
                continue
            move = _read_move(node[colour], state, size, rules, text)
            moves.append(move)
            state = rules.play(state, move)
    names = {name: tag for tag, name in TAGS.items()}
    tags = {names.get(name, name): each.values[0] for name, each in head.items() if name not in WRITTEN_ANEW - {"KM"}}
    return WrittenGame(moves=tuple(moves), start=start, result=_result(head), tags=tags)


def size_of(head: Node) -> int:
    """The size that the first node of a game names; 19 where it names none."""
    if "SZ" not in head:
        return 19
    found = re.fullmatch(r"\s*([0-9]{1,2})(?::\1)?\s*", head["SZ"].values[0])
    if found is None:
        raise _bad(head["SZ"], f"{_shown(head['SZ'], head['SZ'].values[0])} is no size of a square board")
    return int(found[1])


def komi_of(head: Node) -> float | None:
    """The komi that the first node of a game names, if it does."""
    if "KM" not in head:
        return None
    value = head["KM"].values[0]
    if re.fullmatch(r"\s*[+-]?[0-9]{1,4}(\.[0-9]*)?\s*", value) is None:
        raise _bad(head["KM"], f"{_shown(head['KM'], value)} is no komi")
    return float(value)


def _result(head: Node) -> str:
    """The result as other formats write it, the first side's first; "*" where it is not told."""
    word = head["RE"].values[0].strip() if "RE" in head else ""
    if word in ("0", "Draw", "Jigo"):
        return "1/2-1/2"
    return "1-0" if word.startswith("B+") else "0-1" if word.startswith("W+") else "*"


def _start(nodes: list[Node], size: int, rules: Rules, text: Text) -> State | None:
    """Where a game begins; None for the empty board with Black to move.

    Without PL, the colour of the first move says who begins, as handicap games have it.
    """
    head = nodes[0] if nodes else {}
    if POSITION in head:
        try:
            return text.read_position(head[POSITION].values[0])
        except BadPosition as error:
            raise _bad(head[POSITION], str(error)) from None
    cells = [EMPTY] * size * size
    for name, stone in (("AB", SIDES[0]), ("AW", SIDES[1])):
        for value in head[name].values if name in head else ():
            for point in _points(head[name], value, size):
                if cells[point] != EMPTY:
                    raise _bad(head[name], f"{_shown(head[name], value)} sets a stone where there is one already")
                cells[point] = stone
    first = next((name for node in nodes for name in COLOURS if name in node), COLOURS[0])
    colour = head["PL"].values[0].strip()[:1].upper() if "PL" in head else first
    if colour not in COLOURS:
        raise _bad(head["PL"], f"{_shown(head['PL'], head['PL'].values[0])} is no colour, B or W")
    try:
        start = text.read_position(f"{''.join(cells)}:{SIDES[COLOURS.index(colour)]}")
    except BadPosition as error:
        raise _bad(head.get("AB", head.get("AW")), str(error)) from None
    return None if start == rules.start else start


def _read_move(played: Property, state: State, size: int, rules: Rules, text: Text) -> int:
    """The move of a property B or W, which must be legal here."""
    if rules.is_over(state):
        raise _bad(played, "the game goes on after two passes, which end it")
    if COLOURS[rules.to_move(state)] != played.name:
        raise _bad(played, f"{_shown(played, played.values[0])} comes out of turn")
    value = played.values[0].strip()
    move = size * size
    if value not in ("", "tt"):
        points = _points(played, value, size)
        if ":" in value:
            raise _bad(played, f"{_shown(played, value)} is a rectangle, but a move is one point")
        move = points[0]
    if move not in listed(rules.moves(state)):
        try:
            text.read_move(state, text.write_move(state, move))
        except BadMove as error:
            raise _bad(played, str(error)) from None
    return move


def _points(where: Property, value: str, size: int) -> list[int]:
    """The point of a value such as cd, or the points of a rectangle such as ab:cd."""
    corners = value.strip().split(":")
    letters = LETTERS[:size]
    if len(corners) > 2 or not all(re.fullmatch(f"[{letters}]{{2}}", corner) for corner in corners):
        raise _bad(where, f"{_shown(where, value)} is no point of a board of {size}x{size}")
    (left, top), (right, bottom) = (map(letters.index, corner) for corner in (corners[0], corners[-1]))
    if right < left or bottom < top:
        raise _bad(where, f"{_shown(where, value)} is no rectangle from its upper left point to its lower right one")
    return [x + size * y for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _shown(where: Property, value: str) -> str:
    """A property with one of its values as a sentence names it: on one line, and no longer than that."""
    return f"{where.name}[{shorten(value, 40, placeholder='...')}]"


def _bad(where: Property | None, problem: str) -> BadRequest:
    return BadRequest(problem if where is None else f"line {where.line}: {problem}")


TOKEN = re.compile(r"([();])|([A-Za-z]+)|\[((?:\\.|[^\]\\])*)\]|(\S)", re.DOTALL)
"""A bracket or semicolon, the name of a property, one of its values, or what should not be there."""


def main_lines(text: str) -> list[list[Node]]:
    """The nodes of each game of a text along its first variations, which end where a bracket closes first.

    >>> [[sorted(node) for node in nodes] for nodes in main_lines("(;SZ[9](;B[aa];W[bb])(;B[cc]))")]
    [[['SZ'], ['B'], ['W']]]
    """
    games: list[list[Node]] = []
    depth, is_main, name = 0, False, ""
    line, counted = 1, 0
    for token in TOKEN.finditer(text.removeprefix("\ufeff")):
        sign, word, value, wrong = token.groups()
        line += token.string.count("\n", counted, token.start())
        counted = token.start()
        is_value_without_name = value is not None and not name
        if wrong is not None or (depth == 0 and sign != "(") or is_value_without_name:
            raise BadRequest(f"line {line}: {token[0][:20]!r} is no SGF here; a game is written (;FF[4]GM[1] ... )")
        if sign == "(":
            if depth == 0:
                games.append([])
                is_main = True
            depth += 1
        elif sign == ")":
            depth, is_main = depth - 1, False
        elif sign == ";" and is_main:
            games[-1].append({})
        elif word is not None:
            # Older files have lower-case letters in the names of properties, which mean nothing.
            name = "".join(letter for letter in word if letter.isupper())
        elif value is not None and is_main:
            if not games[-1]:
                raise BadRequest(f"line {line}: the property {name} stands before the first node")
            before = games[-1][-1].get(name, Property(name, (), line))
            games[-1][-1][name] = before._replace(values=(*before.values, unescaped(value)))
        if sign is not None:
            name = ""
    if depth:
        raise BadRequest("the SGF ends in the middle of a game")
    if not games:
        raise BadRequest("there is no game in this SGF")
    return games


def unescaped(value: str) -> str:
    """The text of a value: a backslash stands before a character that means itself, and before a soft line break."""
    return re.sub(r"\\(\r\n|\n|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL)
