"""What is recorded of a search: the columns, the tree, the bounds, the lines of source, the packed bytes."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf, isnan, nan
from typing import Any

import pytest

import zerosum.engines.recording.recorder as recorder_module
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.tree import WrittenTree, read_leaves, read_tree
from zerosum.core.rules import CHANCE, FIRST, Move, State, listed
from zerosum.core.value import WIN, Margin, Score, scale_for
from zerosum.engines.draw.tree_text import tree_lines
from zerosum.engines.recording.examples import EXAMPLES
from zerosum.engines.recording.packed import TYPES, column_bytes, header, packed, pruned_branches
from zerosum.engines.recording.recorder import (
    CUT,
    ENTER,
    ESTIMATED,
    FOUND,
    GUESSED,
    HAS_CUT,
    IS_CHANCE,
    LEAVE,
    MIN,
    NO_PARENT,
    OVER,
    REMEMBERED,
    Recorder,
    Recording,
    record,
)
from zerosum.engines.recording.source_map import source_of
from zerosum.engines.recording.tree import TreeNode, rebuild, unfold_pruned
from zerosum.engines.search import ALGORITHMS, LADDER, Limit, algorithm, alphabeta, minimax
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT
from zerosum.engines.search.transposition_table import Entry, Table

POSITION = "XO-/-X-/--O"

CASES = [
    ("tictactoe", POSITION, None, True),
    ("tictactoe", POSITION, None, False),
    ("connect4:4x4", None, 4, True),
    ("hexapawn", None, None, False),
    ("kalah:2x2", None, 5, True),
    ("((3,12,8),(2,4,6),(14,5,2))", None, None, True),
    ("(((3,5),(6,9)),((1,2),(0,-1)))", None, None, True),
]

BY_WINDOW = [name for name in LADDER if not ALGORITHMS[name].is_best_first]
CUTTING = [name for name in BY_WINDOW if name != "minimax"]


def unpacked(block: bytes) -> tuple[dict[str, Any], dict[str, array[Any]]]:
    """What the page reads: the header and the columns."""
    end = block.index(b"\n") + 1
    assert end % 8 == 0
    about = json.loads(block[:end])
    columns = {}
    for column in about["columns"]:
        values: array[Any] = array(TYPES[column["type"]])
        first = end + column["offset"]
        assert first % 8 == 0
        values.frombytes(block[first : first + column["length"] * values.itemsize])
        columns[column["name"]] = values
    return about, columns


def begin(spec: str, position: str | None) -> tuple[Game, State, bool]:
    written = spec.startswith("(")
    game = read_tree(spec) if written else load(spec)
    return game, game.start if position is None else game.read_position(position), written


@pytest.mark.parametrize("name", list(LADDER))
def test_recording_changes_nothing(name: str) -> None:
    game = load("tictactoe")
    state = game.read_position(POSITION)
    recorder = Recorder()
    recorded = algorithm(name)(game, state, watch=recorder)
    alone = algorithm(name)(game, state)
    assert (recorded.value, recorded.nodes, recorded.line) == (alone.value, alone.nodes, alone.line)
    recording = recorder.recording
    assert recording.kind.count(ENTER) == recording.kind.count(LEAVE) == len(recording.parent)
    depth = 0
    for kind in recording.kind:
        depth += (kind == ENTER) - (kind == LEAVE)
        assert depth >= 0
    assert depth == 0


@pytest.mark.parametrize("name", BY_WINDOW)
def test_counts_are_those_of_the_result(name: str) -> None:
    game = load("tictactoe")
    result, recording = record(game, game.read_position(POSITION), name, plain=False)
    assert recording.kind.count(ENTER) == result.nodes
    assert recording.kind.count(CUT) == len(recording.cuts) == result.cutoffs
    assert recording.kind.count(FOUND) == result.table_hits


@pytest.mark.parametrize("name", list(LADDER))
@pytest.mark.parametrize(("spec", "position", "depth", "plain"), CASES)
def test_the_packed_columns(name: str, spec: str, position: str | None, depth: int | None, plain: bool) -> None:
    """Header and columns against the tree, which replays every move by the rules."""
    game, state, written = begin(spec, position)
    result, recording = record(game, state, name, plain=plain, limit=Limit(depth=depth))
    about, columns = unpacked(packed(recording, result))
    assert about["algorithm"] == name
    assert about["result"]["line"] == game.line_text(state, result.line)
    assert (about["has_window"], about["keeps_best"]) == (recording.has_window, recording.keeps_best)
    for column in ("kind", "node", "place", "parent", "alpha", "beta"):
        assert columns[column].tolist() == getattr(recording, column).tolist()
    assert columns["bound"].tolist() == list(recording.bound)
    for one, other in zip(columns["score"], recording.score, strict=True):
        assert one == other or (isnan(one) and isnan(other))

    roots = rebuild(recording)
    nodes = in_order(roots)
    assert len(nodes) == len(columns["parent"])
    for number, (node, text, flags) in enumerate(zip(nodes, columns["move"], columns["flags"], strict=True)):
        visited = [child for child in node.children if not child.pruned]
        assert bool(flags & MIN) == (node.side == 1)
        assert bool(flags & OVER) == node.over
        assert bool(flags & GUESSED) == (not (node.over or flags & REMEMBERED or visited))
        assert bool(flags & HAS_CUT) == any(child.pruned for child in node.children)
        if not flags & REMEMBERED:
            assert bool(flags & ESTIMATED) == (bool(flags & GUESSED) or any(child.estimated for child in visited))
        assert node.move == recording.move[number]
        assert (node.move is None) == (about["texts"][text] == "")
        for child in node.children:
            assert child.move is not None
            assert game.move_text(node.state, child.move) in about["texts"]

    if written:
        unfold_pruned(game, roots)
    assert len(columns["pruned_parent"]) == sum(each.pruned for root in roots for each in root.walk())
    for parent, event, flags, score in zip(
        columns["pruned_parent"],
        columns["pruned_event"],
        columns["pruned_flags"],
        columns["pruned_score"],
        strict=True,
    ):
        assert columns["kind"][event] == CUT
        if parent < len(nodes):
            assert columns["node"][event] == parent
        assert isnan(score) == (not written or not flags & OVER)


def in_order(roots: list[TreeNode]) -> list[TreeNode]:
    """The visited nodes in the order in which they were entered."""
    return [node for root in roots for node in root.walk() if not node.pruned]


@pytest.mark.parametrize("name", BY_WINDOW)
@pytest.mark.parametrize(("spec", "position", "depth", "plain"), CASES)
def test_the_best_of_the_last_child_is_what_the_parent_returns(
    name: str, spec: str, position: str | None, depth: int | None, plain: bool
) -> None:
    game, state, _ = begin(spec, position)
    _, recording = record(game, state, name, plain=plain, limit=Limit(depth=depth))
    last = {parent: child for child, parent in enumerate(recording.parent) if parent != NO_PARENT}
    assert last
    for parent, child in last.items():
        assert recording.best[child] == recording.score[parent]


def true_score(game: Game, plain: bool, depth: int | None) -> Any:
    """The true score of a state at a ply, by exhaustive search."""
    scale = scale_for(game, plain)
    rules = game.rules

    @cache
    def score(state: State, ply: int) -> Score:
        if rules.is_over(state):
            return scale.end(rules.utility(state))
        if ply == depth:
            assert rules.estimate is not None
            return scale.guess(rules.estimate(state))
        better = max if rules.to_move(state) == FIRST else min
        return better(scale.farther(score(rules.play(state, move), ply + 1)) for move in listed(rules.moves(state)))

    return score


def with_ply(root: TreeNode) -> list[tuple[TreeNode, int]]:
    """The visited nodes below a root, in order, each with its ply."""
    found, todo = [], [(root, 0)]
    while todo:
        node, ply = todo.pop()
        if not node.pruned:
            found.append((node, ply))
            todo.extend((child, ply + 1) for child in reversed(node.children))
    return found


BOUND_CASES = [
    ("tictactoe", POSITION, None, True),
    ("tictactoe", POSITION, None, False),
    ("tictactoe", "--X/O--/X-O", None, True),
    ("hexapawn", None, None, False),
    ("connect4:4x4", None, 4, True),
    ("kalah:2x2", None, 5, True),
    ("((3,12,8),(2,4,6),(14,5,2))", None, None, True),
    ("(((3,5),(6,9)),((1,2),(0,-1)))", None, None, True),
    ("(1,(2,(3,(4,5))))", None, None, True),
]


@pytest.mark.parametrize("name", [*BY_WINDOW, "pns"])
@pytest.mark.parametrize(("spec", "position", "depth", "plain"), BOUND_CASES)
def test_a_score_claims_only_what_is_true(
    name: str, spec: str, position: str | None, depth: int | None, plain: bool
) -> None:
    """Every score is equal to the true score, or a bound in the direction that `bound` says."""
    if depth is not None and name in ("deepening", "pns", "table", "pvs", "mtdf"):
        pytest.skip("at a depth limit these may know more than the depth, or count unfinished positions as level")
    game, state, _ = begin(spec, position)
    _, recording = record(game, state, name, plain=plain, limit=Limit(depth=depth))
    roots = rebuild(recording)[-1:] if name == "deepening" else rebuild(recording)
    score = true_score(game, plain or name == "pns", depth)
    claims: dict[int, int] = defaultdict(int)
    for root in roots:
        for node, ply in with_ply(root):
            if node.score is None or isnan(node.score) or (node.estimated and name == "deepening"):
                continue
            true = score(node.state, ply)
            holds = {EXACT: node.score == true, AT_LEAST: true >= node.score, AT_MOST: true <= node.score}
            assert holds[node.bound], (game.position_text(node.state), node.score, node.bound, true)
            claims[node.bound] += 1
    if name == "minimax":
        assert set(claims) == {EXACT}
    if name == "alphabeta" and depth is None:
        assert claims[AT_MOST] > 0 or claims[AT_LEAST] > 0


def test_a_move_that_only_draws_is_not_said_to_win() -> None:
    """At the end of alpha-beta here, the move 5 was shown as 1 although it only draws: 1 is an upper bound."""
    game = load("tictactoe")
    _, recording = record(game, game.read_position("--X/O--/X-O"), "alphabeta")
    (root,) = rebuild(recording)
    claims = {game.move_text(root.state, child.move or 0): (child.score, child.bound) for child in root.children}
    winning = [word for word, (score, bound) in claims.items() if bound == EXACT and score == recording.score[0]]
    assert claims["5"][1] == AT_MOST
    assert "5" not in winning
    assert winning
    assert root.bound == EXACT


@pytest.mark.parametrize(
    ("tree", "path", "score", "bound"),
    [
        ("((3,5),(2,9))", (), 3, EXACT),
        ("((3,5),(2,9))", (0,), 3, EXACT),
        ("((3,5),(2,9))", (1,), 2, AT_MOST),  # cut after 2: the 9 was never searched
        ("((3,5),(2,1))", (1,), 2, AT_MOST),
        ("((3,5),(9,2))", (1,), 2, EXACT),  # no greater than alpha, but all of its moves were searched
        ("(((3,5),(6,9)),((1,2),(0,-1)))", (0, 1), 6, AT_LEAST),
        ("(((3,5),(6,9)),((1,2),(0,-1)))", (1,), 2, AT_MOST),
        # Cut in both branches below: nothing is cut here, but the score rests on two bounds.
        ("((5,6),(((1,9),(2,8))))", (1, 0), 2, AT_MOST),
        ("((5,6),(((1,9),(2,8))))", (1,), 2, AT_MOST),
        # The bound <= 1 does not matter beside the 3 that was searched.
        ("((5,6),((3,(1,9)),7))", (1, 0), 3, EXACT),
    ],
)
def test_bounds_in_small_trees(tree: str, path: tuple[int, ...], score: int, bound: int) -> None:
    game = read_tree(tree)
    _, recording = record(game, game.start, "alphabeta")
    (node,) = rebuild(recording)
    for move in path:
        node = node.children[move]
    assert (node.score, node.bound) == (score, bound)


LIT = {
    "minimax": {
        ENTER: {
            "return run.answer(lambda: value(run.state, 0))",
            "score, rest = value(rules.play(state, move), ply + 1)",
        },
        LEAVE: {"return run.end(state)", "return run.guess(state)", "return best, line"},
    },
    "alphabeta": {
        ENTER: {
            "return run.answer(lambda: value(run.state, -inf, inf, 0))",
            "score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)",
        },
        CUT: {"if best >= beta:", "if best <= alpha:"},
        LEAVE: {"return run.end(state)", "return run.guess(state)", "return best, line"},
    },
    "table": {
        ENTER: {
            "return run.answer(lambda: search.value(run.state, -inf, inf, 0))",
            "score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)",
        },
        CUT: {"if best >= beta:", "if best <= alpha:"},
        FOUND: {"if entry is not None and has_depth and self.trusts_entries and answers(entry, alpha, beta):"},
        LEAVE: {
            "return self.run.end(state)",
            "return self.run.guess(state)",
            "return entry.score, entry.line",
            "return best, line",
        },
    },
    "pns": {
        ENTER: {
            "evaluate(root, target)",
            "develop(root, target)",
            "develop(most_proving(node), target)",
            "evaluate(child, target)",
        },
        LEAVE: {"return verdict(node, target)"},
    },
    "mcts": {
        ENTER: {
            "playout(root, 0)",
            "result = playout(select(node), ply + 1)",
            "result = playout(expand(node, ply + 1), ply + 1)",
        },
        LEAVE: {"return result"},
    },
    "rave": {
        ENTER: {"playout(root, run.state, 0)", "result = playout(child, rules.play(state, child.move), ply + 1)"},
        LEAVE: {"return result"},
    },
}
"""For each algorithm and kind of event, the lines that are lit."""

LIT["ordering"] = LIT["alphabeta"]
LIT["deepening"] = {**LIT["table"], ENTER: {*LIT["table"][ENTER], "found = search.value(run.state, -inf, inf, 0)"}}
LIT["deepening"][ENTER].remove("return run.answer(lambda: search.value(run.state, -inf, inf, 0))")
LIT["pvs"] = LIT["table"]
LIT["mtdf"] = {
    **LIT["table"],
    ENTER: {
        "score, _ = search.value(run.state, beta - 1, beta, 0)",
        "return search.value(run.state, score - 1, score + 1, 0)",
        "score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)",
    },
}


ONE, TWO = "v ← max(v, {}(T(s, a), α, β))", "v ← min(v, {}(T(s, a), α, β))"
END, GUESS = "if TERMINAL(s) then return U(s)", "if the depth limit is reached then return ESTIMATE(s)"
FIRST_CALL = "function {}(s, α, β) ▷ first call: α = −∞, β = +∞"
STAR_NODE = "if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)"
HIT = "if e is as deep as this search and ANSWERS(e, α, β) then return e.v"
LEAVE_LOOP = "if v ≥ β then leave the loop ▷ cut"
TABLE_LINES = {CUT: {LEAVE_LOOP}, FOUND: {HIT}, LEAVE: {END, GUESS, HIT, LEAVE_LOOP, "return v"}}

SAID: dict[str, dict[int, set[str]]] = {
    "minimax": {
        ENTER: {"function MINIMAX(s)", "v ← max(v, MINIMAX(T(s, a)))", "v ← min(v, MINIMAX(T(s, a)))"},
        LEAVE: {END, GUESS, "return v"},
    },
    "alphabeta": {
        ENTER: {FIRST_CALL.format("ALPHABETA"), ONE.format("ALPHABETA"), TWO.format("ALPHABETA")},
        CUT: {
            "if v ≥ β then return v ▷ cut: MIN has something better",
            "if v ≤ α then return v ▷ cut: MAX has something better",
        },
        LEAVE: {
            END,
            GUESS,
            "if v ≥ β then return v ▷ cut: MIN has something better",
            "if v ≤ α then return v ▷ cut: MAX has something better",
            "return v",
        },
    },
    "ordering": {
        ENTER: {FIRST_CALL.format("ORDERED"), ONE.format("ORDERED")},
        CUT: {"if v ≥ β then ▷ cut"},
        LEAVE: {END, GUESS, "if v ≥ β then ▷ cut", "return v"},
    },
    "table": {**TABLE_LINES, ENTER: {FIRST_CALL.format("TABLE"), ONE.format("TABLE")}},
    "deepening": {**TABLE_LINES, ENTER: {"v ← TABLE(s, −∞, +∞) ▷ with this depth limit", ONE.format("TABLE")}},
    "pvs": {
        **TABLE_LINES,
        ENTER: {
            FIRST_CALL.format("PVS"),
            "x ← PVS(T(s, a), α, β)",
            "x ← PVS(T(s, a), α, α + 1) ▷ null window: is a better?",
            "x ← PVS(T(s, a), α, β) ▷ it is: how much?",
        },
    },
    "mtdf": {
        **TABLE_LINES,
        ENTER: {
            "v ← TABLE(s, β − 1, β) ▷ null window",
            "return TABLE(s, v − 1, v + 1) ▷ once more, for the line",
            ONE.format("TABLE"),
        },
    },
    "pns": {
        ENTER: {
            "tree ← the single node s, with proof = disproof = 1",
            "n ← s",
            "n ← child with the least proof number if PLAYER(n) = MAX,",
            "expand n; a finished game has (0, ∞) if U ≥ target, else (∞, 0)",
        },
        LEAVE: {
            "expand n; a finished game has (0, ∞) if U ≥ target, else (∞, 0)",
            "for each node from n up to s do",
        },
    },
    "mcts": {
        ENTER: {
            "n ← s",
            "n ← child c with the greatest mean(c) + √(2 ln N(n) / N(c))",
            "add one new child of n ▷ expand",
        },
        LEAVE: {"N ← N + 1; total ← total + result"},
    },
    "rave": {
        ENTER: {"n ← s", "n ← a child: at a chance node an outcome, drawn by its odds, else"},
        LEAVE: {"N ← N + 1; total ← total + result"},
    },
}
"""For each algorithm and kind of event, the lines of pseudocode that are lit."""


@pytest.mark.parametrize("name", [*LADDER, "rave"])
def test_the_line_that_does_the_work_is_lit(name: str) -> None:
    """Over three searches, every line of the tables is lit and no other; callers are lines of the same files."""
    game = load("tictactoe")
    source = source_of(name)
    texts = {file.name: file.text.splitlines() for file in source.files}
    rows = source.pseudocode.splitlines()
    lit: dict[int, set[str]] = defaultdict(set)
    said: dict[int, set[str]] = defaultdict(set)
    for position, depth in ((POSITION, None), ("X--/-O-/---", None), ("---/---/---", 3)):
        _, recording = record(game, game.read_position(position), name, limit=Limit(depth=depth))
        for kind, number in set(zip(recording.kind, recording.place, strict=True)):
            place = recording.places[number]
            lit[kind].add(texts[place.file][place.line - 1].strip())
            said[kind].add(" ".join(rows[place.pseudocode - 1].split()))
            assert texts[place.caller_file][place.caller_line - 1].strip()
    assert dict(lit) == LIT[name]
    assert dict(said) == SAID[name]


@pytest.mark.parametrize("name", ["expectimax", "star1", "star2", "mcts"])
@pytest.mark.parametrize(
    ("spec", "depth"),
    [("dicenim:3x2", None), ("pig:4", 4), ("((3,5),?(1:2,2:9),?(1:(1,4),1:3,1:9))", None), ("tictactoe", 3)],
)
def test_the_pseudocode_of_searches_of_chance(name: str, spec: str, depth: int | None) -> None:
    """Every line that is lit has one; the mean of a chance node is worked out at a line that speaks of chance."""
    game, state, _ = begin(spec, None)
    _, recording = record(game, state, name, limit=Limit(depth=depth))
    rows = source_of(name).pseudocode.splitlines()
    for kind, node, number in zip(recording.kind, recording.node, recording.place, strict=True):
        row = rows[recording.places[number].pseudocode - 1]
        parent = recording.parent[node]
        if kind == ENTER and parent != NO_PARENT and recording.flags[parent] & IS_CHANCE:
            assert any(word in row for word in ("P(a | s)", "α', β'", "PROBE", "drawn by its probability")), row
        if kind == LEAVE and name != "mcts" and recording.flags[node] & OVER:
            assert "TERMINAL" in row


def said_at(recording: Recording, step: int) -> str:
    """The line of pseudocode that is lit at a step, which counts from 1."""
    row = recording.places[recording.place[step - 1]].pseudocode
    return source_of(recording.algorithm).pseudocode.splitlines()[row - 1].strip()


EXAMPLE_EVENTS: dict[str, Callable[[Recording, int, int], bool]] = {
    "minimax": lambda recording, kind, node: kind == LEAVE and recording.path_to(node) == [0],
    "alphabeta": lambda recording, kind, node: kind == CUT,
    "ordering": lambda recording, kind, node: kind == ENTER and recording.path_to(node) == [2, 2],
    "table": lambda recording, kind, node: kind == FOUND,
    "deepening": lambda recording, kind, node: kind == ENTER and node > 0 and recording.parent[node] == NO_PARENT,
    "pvs": lambda recording, kind, node: kind == ENTER and recording.path_to(node) == recording.path_to(node - 3),
    "mtdf": lambda recording, kind, node: kind == ENTER and node > 0 and recording.parent[node] == NO_PARENT,
    "pns": lambda recording, kind, node: (
        kind == ENTER and recording.path_to(node) > [min(listed(recording.game.moves(recording.state)))]
    ),
    "mcts": lambda recording, kind, node: kind == ENTER and recording.parent[node] != NO_PARENT,
    "rave": lambda recording, kind, node: kind == ENTER and recording.parent[node] != NO_PARENT,
    "quiescence": lambda recording, kind, node: kind == ENTER and len(recording.path_to(node)) == 2,
    "expectimax": lambda recording, kind, node: kind == LEAVE and bool(recording.flags[node] & IS_CHANCE),
    "star1": lambda recording, kind, node: kind == CUT and bool(recording.flags[node] & IS_CHANCE),
    "star2": lambda recording, kind, node: kind == CUT and bool(recording.flags[node] & IS_CHANCE),
}
"""What happens at the step of each example, given the kind of its event and its node."""

EXAMPLE_LINES = {
    "pvs": "how much",
    "pns": "least proof number",
    "mcts": "greatest mean",
    "star2": "by these bounds",
    "star1": "low ≥ β",
    "expectimax": "Σ",
    "table": "then return e.v",
}
"""Words of the line of pseudocode that is lit there."""


def ignores_a_win(game: Game, state: State, move: Move) -> bool:
    """Whether the side to move could end a game of win, draw and loss with a win, but this move does not."""
    sign = 1 if game.to_move(state) == FIRST else -1

    def wins(move: Move) -> bool:
        after = game.play(state, move)
        return game.is_over(after) and sign * game.utility(after) > 0

    return not isinstance(game, WrittenTree) and any(map(wins, game.moves(state))) and not wins(move)


@pytest.mark.parametrize("name", [name for name, rung in ALGORITHMS.items() if rung.has_tree])
def test_the_opening_example_shows_the_point_of_the_algorithm(name: str) -> None:
    example = EXAMPLES[name]
    game, state, _ = begin(example.tree or example.game, example.position or None)
    result, recording = record(game, state, name, limit=Limit(depth=example.depth))
    assert not any(
        ignores_a_win(game, *at) for at in zip(game.states_along(state, result.line), result.line, strict=False)
    )
    kinds, nodes = recording.kind, recording.node
    assert EXAMPLE_EVENTS[name](recording, kinds[example.step - 1], nodes[example.step - 1])
    assert EXAMPLE_LINES.get(name, "") in said_at(recording, example.step)
    assert not any(
        EXAMPLE_EVENTS[name](recording, kinds[at], nodes[at])
        and EXAMPLE_LINES.get(name, "") in said_at(recording, at + 1)
        for at in range(example.step - 1)
    ), "it happens for the first time"
    assert example.step <= 25
    assert len(kinds) <= 150


def test_only_searches_that_can_be_watched_have_examples() -> None:
    assert list(EXAMPLES) == [name for name, rung in ALGORITHMS.items() if rung.has_tree]


@pytest.mark.parametrize("name", CUTTING)
def test_the_lit_line_belongs_to_the_node(name: str) -> None:
    """MAX cuts by comparing with beta, MIN with alpha; the return of a finished game is that of a leaf."""
    game = load("tictactoe")
    _, recording = record(game, game.read_position("O--/-X-/---"), name)
    texts = {file.name: file.text.splitlines() for file in source_of(name).files}
    assert recording.kind.count(CUT) > 0
    for kind, node, number in zip(recording.kind, recording.node, recording.place, strict=True):
        place = recording.places[number]
        line = texts[place.file][place.line - 1]
        if kind == CUT:
            assert ("best <= alpha" if recording.flags[node] & MIN else "best >= beta") in line
        if kind == LEAVE:
            assert ("run.end" in line) == bool(recording.flags[node] & OVER)


@pytest.mark.parametrize("name", list(LADDER))
def test_the_source_begins_with_the_algorithm(name: str) -> None:
    source = source_of(name)
    first = source.files[0].first
    lines = source.files[0].text.splitlines()[first - 1 : first + 1]
    assert any(
        line.startswith("def ") for line in lines[: 1 + lines[0].startswith(("@search_with(", "@shows_options"))]
    )
    assert source.idea == ALGORITHMS[name].idea


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "table", "pvs"])
def test_the_tree_is_whole(name: str) -> None:
    """Every visited position has all its legal moves below it, visited or pruned."""
    game = load("tictactoe")
    result, recording = record(game, game.read_position(POSITION), name, plain=False)
    (root,) = rebuild(recording)
    visited = [node for node in root.walk() if not node.pruned]
    assert len(visited) == result.nodes
    for node in visited:
        if node.over or node.found:
            assert node.children == []
        else:
            assert {child.move for child in node.children} == set(game.moves(node.state))
    assert any(node.pruned for node in root.walk()) == (name != "minimax")


@pytest.mark.parametrize("spec", ["((3,5),(2,9))", "tictactoe", "hexapawn"])
def test_proof_numbers_follow_from_the_children(spec: str) -> None:
    """By definition (Allis 1994): least and sum at MAX, sum and least at MIN, 0 and infinite at a settled leaf."""
    game, state, _ = begin(spec, None if spec != "tictactoe" else "OX-/X--/OX-")
    _, recording = record(game, state, "pns")
    # The numbers of each path, and how many children it has, within one question.
    now: dict[tuple[Any, ...], tuple[float, float]] = {}
    children: dict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
    checked = 0
    for kind, node in zip(recording.kind, recording.node, strict=True):
        path, settled = tuple(recording.path_to(node)), recording.flags[node] & OVER
        is_evaluated = path not in now
        if kind == ENTER and not path and recording.beta[node] != (recording.beta[node - 1] if node else nan):
            now.clear()
            children.clear()
        if kind == ENTER and path and is_evaluated:
            children[path[:-1]].append(path)
        if kind != LEAVE:
            continue
        found = recording.proof[node], recording.disproof[node]
        if settled:
            assert found == ((0, inf) if recording.score[node] >= recording.beta[node] else (inf, 0))
        elif not children[path]:
            assert found == (1, 1)
        else:
            proofs, disproofs = zip(*(now[child] for child in children[path]), strict=True)
            is_max = not recording.flags[node] & MIN
            assert found == ((min(proofs), sum(disproofs)) if is_max else (sum(proofs), min(disproofs)))
            checked += 1
        now[path] = found
    assert checked > 5


@pytest.mark.parametrize("name", ["table", "deepening", "pvs", "mtdf"])
@pytest.mark.parametrize(("spec", "depth"), [("tictactoe", None), ("connect4:4x4", 4), ("dodgem", 5)])
def test_the_table_is_recorded_as_it_is_filled(
    name: str, spec: str, depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entries that the visits stored are those that the table got, in the same order."""
    put: list[tuple[State, Entry]] = []
    original = Table.put

    def spy(table: Table, state: State, entry: Entry) -> None:
        put.append((state, entry))
        original(table, state, entry)

    monkeypatch.setattr(Table, "put", spy)
    game, state, _ = begin(spec, POSITION if spec == "tictactoe" else None)
    _, recording = record(game, state, name, plain=False, limit=Limit(depth=depth))
    nodes = in_order(rebuild(recording))
    texts = list(recording.texts)
    left = [node for kind, node in zip(recording.kind, recording.node, strict=True) if kind == LEAVE]
    stored = [node for node in left if recording.stored[node]]
    assert put
    assert len(stored) == len(put)
    for node, (where, entry) in zip(stored, put, strict=True):
        assert nodes[node].state == where
        assert (recording.score[node], recording.stored[node] - 1) == (entry.score, entry.bound)
        assert recording.stored_depth[node] - 1 == entry.depth
        assert texts[recording.stored_move[node]] == (game.move_text(where, entry.line[0]) if entry.line else "")
    states = {number: nodes[node].state for node, number in enumerate(recording.position)}
    assert [states[number] for number in recording.position] == [node.state for node in nodes]
    assert len(set(states.values())) == len(states)


@pytest.mark.parametrize("name", list(LADDER))
def test_only_the_numbers_that_a_search_has_are_recorded(name: str) -> None:
    game = load("tictactoe")
    _, recording = record(game, game.read_position(POSITION), name)
    has = {column: len(getattr(recording, column)) for column in ("proof", "disproof", "proven", "position", "stored")}
    count = len(recording.parent)
    is_table = name in ("table", "deepening", "pvs", "mtdf")
    assert has == {
        "proof": count if name == "pns" else 0,
        "disproof": count if name == "pns" else 0,
        "proven": count if name == "mcts" else 0,
        "position": count if is_table else 0,
        "stored": count if is_table else 0,
    }
    assert recording.has_table == is_table
    assert recording.move_order == ("game" if is_table or name == "ordering" else None)


def test_building_a_tree_reports_progress() -> None:
    game = load("tictactoe")
    result, recording = record(game, game.start, "alphabeta", plain=False)
    told: list[int] = []
    rebuild(recording, lambda progress: told.append(progress.done))
    assert told == list(range(0, result.nodes, 4096))


def test_values_in_the_tree_back_up() -> None:
    game = load("tictactoe")
    recorder = Recorder()
    minimax(game, game.read_position(POSITION), plain=True, watch=recorder)
    (root,) = rebuild(recorder.recording)
    for node in root.walk():
        if node.children:
            choose = max if node.side == 0 else min
            assert node.score == choose(child.score for child in node.children if child.score is not None)


def test_alphabeta_never_searches_the_nine() -> None:
    game = read_tree("((3,5),(2,9))")
    recorder = Recorder()
    result = alphabeta(game, game.start, watch=recorder)
    (root,) = rebuild(recorder.recording)
    assert root.score == 3
    assert result.move == 0
    nine = root.children[1].children[1]
    assert game.utility(nine.state) == 9
    assert nine.pruned
    assert nine.score is None
    assert root.children[1].cut
    assert recorder.recording.path_to(5) == [1, 0]


def lines_of(recording: Recording) -> list[str]:
    return [line for root in rebuild(recording) for line in tree_lines(root, recording.game, recording.scale)]


def test_several_passes_are_several_trees() -> None:
    game = read_tree("((3,5),(2,9))")
    _, recording = record(game, game.start, "mtdf")
    assert len(rebuild(recording)) > 2
    assert any("(from the table)" in line for line in lines_of(recording))


def test_a_second_search_of_a_move_is_marked() -> None:
    game = read_leaves("1 2 3 4 5 6 7 8", 2)
    _, recording = record(game, game.start, "pvs")
    assert any(node.again for root in rebuild(recording) for node in root.walk())
    assert any("(again)" in line for line in lines_of(recording))


def test_a_stored_estimate_is_marked_as_one() -> None:
    """The table's answer at a depth limit rests on estimates, as does what is made of it."""
    game = load("connect4:4x4")
    _, recording = record(game, game.start, "table", limit=Limit(depth=4))
    remembered = [flags for flags in recording.flags if flags & REMEMBERED]
    assert remembered
    assert any(flags & ESTIMATED for flags in remembered)


@pytest.mark.parametrize("depth", [1, 2])
def test_whoever_stands_pat_returns_an_estimate(depth: int) -> None:
    """Also where that cuts off the noisy moves at once, so that nothing below has been estimated."""
    game = load("chess")
    state = game.read_position("4k3/3p4/2p1p3/8/3Q4/8/8/4K3_w_-_-_0_1")
    _, recording = record(game, state, "quiescence", limit=Limit(depth=depth))
    plies = [len(recording.path_to(node)) for node in range(len(recording.flags))]
    below = [flags for flags, plies in zip(recording.flags, plies, strict=True) if plies >= depth and not flags & OVER]
    assert any(flags & HAS_CUT for flags in below)
    assert all(flags & ESTIMATED for flags in below)


@pytest.mark.parametrize(("spec", "results"), [("(?(1:2,2:9),4)", [2, 9]), ("dicenim:2x2", [-WIN, WIN])])
def test_the_results_that_chance_can_bring_are_in_the_unit_of_the_scores(spec: str, results: list[Score]) -> None:
    game, state, _ = begin(spec, None)
    result, recording = record(game, state, "star1")
    about = header(recording, result)
    assert about["results"] == results
    scores = unpacked(packed(recording, result))[1]["score"]
    assert results[0] <= min(scores) <= max(scores) <= results[1]


def test_nobody_rolls_dice_in_a_finished_game_that_was_skipped() -> None:
    """Whoever the rules say is to move there."""
    game = load("dicenim:3x2")
    rules = game.rules
    ended = replace(rules, to_move=lambda state: CHANCE if rules.is_over(state) else rules.to_move(state))
    _, recording = record(replace(game, rules=ended), game.start, "star2")
    skipped = [flags for _, _, _, flags, _, _ in pruned_branches(recording) if flags & OVER]
    assert skipped
    assert not any(flags & IS_CHANCE for flags in skipped)


def test_a_search_is_about_twenty_bytes_an_event() -> None:
    game = load("tictactoe")
    result, recording = record(game, game.start, "alphabeta")
    assert result.nodes == 18_297
    assert len(packed(recording, result)) < 20 * len(recording.kind)


def test_columns_are_as_narrow_as_their_values_allow() -> None:
    assert column_bytes(array("d", [1, -inf, nan]))[0] == "f4"
    assert column_bytes(array("d", [123_456_789]))[0] == "f8"
    assert column_bytes(array("I", [255]))[0] == "u1"
    assert column_bytes(array("I", [256]))[0] == "u2"
    assert column_bytes(array("I", [65_536])) == ("u4", b"\0\0\1\0")
    assert column_bytes(array("i", [-1])) == ("i4", b"\xff\xff\xff\xff")


def test_a_leaf_of_many_digits_is_kept() -> None:
    game = read_tree("(123456789,987654321)")
    result, recording = record(game, game.start, "minimax")
    about, columns = unpacked(packed(recording, result))
    assert columns["score"].tolist() == [987654321, 123456789, 987654321]
    assert about["result"]["value"] == Margin(987654321).json()


def test_a_min_root_is_read_from_max() -> None:
    game = read_tree("((3,5),(2,9))", root_is_max=False)
    result, recording = record(game, game.start, "alphabeta")
    assert header(recording, result)["result"]["value"] == Margin(5).json()


@pytest.mark.parametrize("name", ["minimax", "pns", "mcts"])
def test_too_many_nodes_are_refused_with_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder_module, "MOST_NODES", 100)
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="more than 100 nodes"):
        record(game, game.start, name)


def test_too_many_skipped_moves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("mnk:4x4x4")
    limit = Limit(depth=3)
    record(game, game.start, "alphabeta", limit=limit)
    monkeypatch.setattr(recorder_module, "MOST_SKIPPED", 50)
    with pytest.raises(BadRequest, match="skips more than 50 moves, too many to step through; take less depth"):
        record(game, game.start, "alphabeta", limit=limit)


def test_half_a_search_is_refused() -> None:
    game = load("tictactoe")
    with pytest.raises(BadRequest, match="stopped after 50 nodes"):
        record(game, game.start, "alphabeta", limit=Limit(nodes=50))


def test_an_unknown_algorithm_has_no_source() -> None:
    with pytest.raises(BadRequest, match="no algorithm"):
        source_of("magic")
