"""A game tree written down, as in `((3,5),(2,9))`: MAX and MIN choose branches, leaves are pay-offs.

A state is (number of the node,). Nodes are numbered as they stand in the text, the root being 0; a
move is the number of a child, from 0. MAX moves at the root, then they take turns.

A question mark makes a node of chance, whose children may have weights: in `((3,5),?(1:2,2:9))` the 9 is twice as
likely as the 2. Chance takes no turn: below it moves who would have moved in its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, SECOND, Knowledge, Rules, Text
from zerosum.core.value import Value

State = tuple[int]
MOST_CHILDREN = 63
DEEPEST = 100
TOKEN = re.compile(r"\s*(\?\s*[(\[]|[()\[\],]|[0-9]{1,9}\s*:|[-+]?[0-9]{1,15}(?![0-9.]))")
CLOSES = {"(": ")", "[": "]"}


@dataclass
class Branch:
    """A node of the tree while it is being read: children, or the pay-off of a leaf.

    `depth` counts the nodes of MAX and MIN above it, `weight` is for the child of a node of chance.
    """

    children: list[int]
    depth: int
    leaf: int | None = None
    is_chance: bool = False
    weight: int = 1


@dataclass(frozen=True)
class WrittenTree(Game):
    """The game that a written tree is. MAX is the first player whoever moves at the root."""

    @property
    def brackets(self) -> str:
        """The text of the tree, without the side that moves at its root."""
        return self.spec.partition("@")[0]

    def begun_by(self, mark: str) -> Game:
        """The same tree with this side at its root, which is no exchange of names: MAX still wants great numbers."""
        if mark.upper() not in self.sides:
            raise BadSpec(f"a tree is begun by MAX or MIN, not by {mark!r}")
        return read_tree(self.brackets, root_is_max=mark.upper() == "MAX")


def tree_game(nodes: list[Branch], *, root_is_max: bool = True) -> WrittenTree:
    """The game of a written tree, from its nodes in the order of the text."""
    children = tuple(tuple(node.children) for node in nodes)
    sides = tuple(CHANCE if node.is_chance else (node.depth + (not root_is_max)) % 2 for node in nodes)
    leaves = tuple(node.leaf or 0 for node in nodes)
    weights = tuple(node.weight for node in nodes)

    def to_move(state: State) -> int:
        return sides[state[0]]

    def moves(state: State) -> int:
        return (1 << len(children[state[0]])) - 1

    def play(state: State, move: int) -> State:
        return (children[state[0]][move],)

    def is_over(state: State) -> bool:
        return len(children[state[0]]) == 0

    def utility(state: State) -> int:
        return leaves[state[0]]

    def odds(state: State, move: int) -> int:
        return weights[children[state[0]][move]]

    def write_position(state: State) -> str:
        return str(state[0])

    def read_position(text: str) -> State:
        if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) >= len(nodes):
            raise BadPosition(f"a node has a number from 0 to {len(nodes) - 1}, not {text!r}")
        return (int(text),)

    def write_move(state: State, move: int) -> str:
        return str(move)

    def read_move(state: State, word: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) >= len(children[state[0]]):
            raise BadMove(f"a child has a number from 0 to {len(children[state[0]]) - 1}, not {word!r}")
        return int(word)

    ends = [node.leaf for node in nodes if node.leaf is not None]
    least, greatest = min(ends), max(ends)

    def floor(state: State) -> int:
        return -greatest if sides[state[0]] == SECOND else least

    def ceiling(state: State) -> int:
        return -least if sides[state[0]] == SECOND else greatest

    text = tree_text(nodes)
    return WrittenTree(
        name="Tree",
        spec=text if root_is_max else f"{text}@MIN",
        rules=Rules(
            (0,), to_move, moves, play, is_over, utility, odds=odds if CHANCE in sides else None, repeats=False
        ),
        text=Text(
            write_position=write_position,
            read_position=read_position,
            write_move=write_move,
            read_move=read_move,
            draw=lambda state: tree_text(nodes, state[0]),
            what_to_type="the number of a child, from 0",
        ),
        sides=("MAX", "MIN"),
        margin=True,
        # Star1 and Star2 cut by the bounds of what can still come.
        knowledge=Knowledge(floor=floor, ceiling=ceiling) if CHANCE in sides else Knowledge(),
        reload=partial(reload_tree, text, root_is_max),
        about="MAX and MIN choose branches in turn; MAX wants a leaf with a great number, MIN a small one.",
    )


def is_written(game: Game) -> bool:
    """Whether a game is a written tree."""
    return isinstance(game, WrittenTree)


def value_to_show(game: Game, side: int, value: Value) -> Value:
    """The value, for the side to move, as people read it: in a written tree for MAX, in a game for the side to move."""
    return -value if is_written(game) and side == SECOND else value


def reload_tree(text: str, root_is_max: bool) -> Game:
    """Read a tree again, for unpickling, perhaps in another process."""
    return read_tree(text, root_is_max=root_is_max)


def tree_text(nodes: list[Branch], number: int = 0) -> str:
    """The tree as text that `read_tree` reads back."""
    node = nodes[number]
    if not node.children:
        return str(node.leaf)
    weights = [f"{nodes[child].weight}:" if node.is_chance else "" for child in node.children]
    children = [tree_text(nodes, child) for child in node.children]
    inside = ",".join(weight + child for weight, child in zip(weights, children, strict=True))
    return f"{'?' if node.is_chance else ''}({inside})"


def read_tree(text: str, *, root_is_max: bool = True) -> WrittenTree:
    """The game of a nested list: round or square brackets, commas or blanks between.

    >>> read_tree("((3 5) (2 9))").spec
    '((3,5),(2,9))'
    """
    nodes: list[Branch] = []
    open_nodes: list[int] = []
    closing: list[str] = []
    place = 0
    end = len(text.rstrip())
    may_go_on = True  # a comma stands only between two children
    weight: int | None = None
    while place < end:
        token = TOKEN.match(text, place)
        after_number = place > 0 and text[place - 1].isdigit()
        if token is None or (after_number and token.start(1) == place and token[1][-1].isdigit()):
            wrong = text[place:].split()[0]
            raise BadSpec(
                f"character {text.index(wrong, place) + 1} of the tree, {wrong[:20]!r}, is not a bracket, "
                "a comma or a whole number of at most 15 digits"
            )
        word = token[1].replace(" ", "")
        place = token.end()
        if word[-1] == ":":
            if not open_nodes or not nodes[open_nodes[-1]].is_chance or weight is not None or int(word[:-1]) == 0:
                raise BadSpec(
                    f"character {place} of the tree ends a weight; weights from 1 stand before the children of a node "
                    "of chance, as in ?(1:2,2:9)"
                )
            weight = int(word[:-1])
            continue
        if weight is not None and word in ",)]":
            raise BadSpec(f"character {place} of the tree stands where a child should follow its weight")
        if word == ",":
            if not open_nodes or not may_go_on or not nodes[open_nodes[-1]].children:
                raise BadSpec(f"character {place} of the tree is a comma that does not stand between two children")
            may_go_on = False
            continue
        if word in ")]":
            if not open_nodes:
                raise BadSpec(f"character {place} of the tree closes a bracket that was not opened")
            if not nodes[open_nodes[-1]].children or not may_go_on:
                raise BadSpec(f"character {place} of the tree closes a bracket where a child should stand")
            open_nodes.pop()
            if word != (wanted := closing.pop()):
                raise BadSpec(f"character {place} of the tree is {word!r}, but {wanted!r} would close this bracket")
            continue
        if nodes and not open_nodes:
            raise BadSpec(f"character {place} of the tree stands after its end; put brackets around it all")
        if open_nodes:
            siblings = nodes[open_nodes[-1]].children
            if len(siblings) == MOST_CHILDREN:
                raise BadSpec(f"a node of the tree has more than {MOST_CHILDREN} children")
            siblings.append(len(nodes))
        decisions = sum(not nodes[above].is_chance for above in open_nodes)
        branch = Branch([], decisions, is_chance=word[0] == "?", weight=weight or 1)
        may_go_on, weight, word = True, None, word.lstrip("?")
        if word in CLOSES:
            if len(open_nodes) == DEEPEST:
                raise BadSpec(f"the tree is more than {DEEPEST} plies deep")
            open_nodes.append(len(nodes))
            closing.append(CLOSES[word])
        else:
            branch.leaf = int(word)
        nodes.append(branch)
    if open_nodes:
        raise BadSpec(f"the tree ends before {closing[-1]!r} closes a bracket")
    if not nodes:
        raise BadSpec("the tree is empty; write one like ((3,5),(2,9))")
    spec = tree_text(nodes)
    game = _MADE.get((spec, root_is_max))
    if game is None:
        game = tree_game(nodes, root_is_max=root_is_max)
        _MADE[spec, root_is_max] = game
    return game


_MADE: WeakValueDictionary[tuple[str, bool], WrittenTree] = WeakValueDictionary()
"""The trees in use, so that the same text gives an equal game, as a pickle needs it."""


def read_leaves(text: str, branching: int, *, root_is_max: bool = True) -> WrittenTree:
    """The game of a full tree with `branching` children at every node, from its leaves alone.

    >>> read_leaves("3 5 6 9 1 2 0 -1", 2).spec
    '(((3,5),(6,9)),((1,2),(0,-1)))'
    """
    if any(bracket in text for bracket in "()[]"):
        raise BadSpec("a tree in brackets needs no branching; with it, write the leaves alone, as in '3 5 2 9'")
    words = text.replace(",", " ").split()
    for number, word in enumerate(words, start=1):
        if not re.fullmatch(r"[-+]?[0-9]{1,15}", word):
            raise BadSpec(f"leaf {number}, {word!r}, is not a whole number of at most 15 digits")
    if not 2 <= branching <= MOST_CHILDREN:
        raise BadSpec(f"a tree branches 2 to {MOST_CHILDREN} ways, not {branching}")
    size = 1
    while size < len(words):
        size *= branching
    if not words or size != len(words):
        raise BadSpec(f"{len(words)} leaves do not fill a tree that branches {branching} ways everywhere")
    level = [str(int(word)) for word in words]
    while len(level) > 1:
        level = ["(" + ",".join(level[start : start + branching]) + ")" for start in range(0, len(level), branching)]
    return read_tree(level[0], root_is_max=root_is_max)
