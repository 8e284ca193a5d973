"""The parts of the benchmark: what is compared with what; each yields its figures as soon as they are known."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from bench import ours, peers
from bench.measure import REPEATS, Contender, Figure, Times, compared, mean_of, take_turns, timed
from bench.portable import portable
from bench.published import EMPTY_BOARD, SETS, read_set
from zerosum.core.games import load
from zerosum.engines.recording.recorder import Recorder
from zerosum.engines.search import Limit


@dataclass(frozen=True)
class Scope:
    """How much is measured: more positions with `full`; the empty board, which takes minutes, with `empty`."""

    full: bool = False
    empty: bool = False


COUNTS = {"L1_R2": (60, 300), "L1_R3": (6, 30)}
"""How many positions of the hard sets are measured, and with `full`."""

OTHERS = (300, 500)
"""The same for the other sets, where BitBully's emptying of its table takes longer than all the solving."""

EASY = ("L3_R1", "L2_R1")
"""The sets of positions so easy that emptying a table before each decides what is measured."""

LONG_POSITIONS = (3, 10)
"""How many positions that take one thread over a second are solved by two, and with `full`."""

CANDIDATES = 30
"""How many of the hardest set are tried for that."""


def start_up(_: Scope) -> Iterator[Figure]:
    """`zerosum --help` against Python doing nothing."""
    help_words = ours.command("zerosum --help", ("-m", "zerosum", "--help"))
    yield _pair("zerosum --help", help_words, ours.command("", ("-c", "pass")), "python -c pass", repeats=5)


def watching(_: Scope) -> Iterator[Figure]:
    """A watched search against one that is not."""
    watched = ours.answer("mnk:4x3x3", "5 0 6 1", "alphabeta", "reference", watch=Recorder)
    alone = ours.answer("mnk:4x3x3", "5 0 6 1", "alphabeta", "reference")
    yield _pair("alphabeta, watched", watched, alone, "the same, not watched", repeats=5)


def ladder(_: Scope) -> Iterator[Figure]:
    """Each rung of the reference tier against alpha-beta, for the same exact answer."""
    names = ("ordering", "table", "deepening", "pvs", "mtdf")
    rungs = [ours.answer("mnk:4x3x3", "5 0 6", name, "reference") for name in ("alphabeta", *names)]
    base, *others = _present(take_turns(rungs))
    for name, times in zip(names, others, strict=True):
        yield compared(f"mnk:4x3x3, {name}", times, base, "alphabeta")


def tictactoe(_: Scope) -> Iterator[Figure]:
    """Tic-Tac-Toe by minimax, full and warm, by nodes: easyAI and OpenSpiel's Python searches on its C++ game."""
    what = "Tic-Tac-Toe, minimax"
    contenders = [
        ours.search("tictactoe", "minimax", "native", plain=True),
        ours.search("tictactoe", "minimax", "reference", plain=True),
        peers.easyai_tictactoe(),
        peers.openspiel_minimax("tic_tac_toe", 9),
        peers.openspiel_alphabeta("tic_tac_toe", 9),
    ]
    native, reference, easyai, openspiel, pruned = take_turns(contenders)
    assert native is not None
    assert reference is not None
    yield compared(what, native, easyai, "easyAI", 500)
    yield compared(what, native, openspiel, "OpenSpiel, Python minimax", 100)
    yield compared(what, native, pruned, "OpenSpiel, Python alpha-beta", 100)
    yield compared(f"{what}, reference tier", reference, easyai, "easyAI")


def depth(_: Scope) -> Iterator[Figure]:
    """Connect Four by alpha-beta to depth 8, constant estimate, one thread, by nodes; ours also to depth 10."""
    contenders = [
        ours.search("connect4", "alphabeta", "native", Limit(depth=8)),
        ours.search("connect4", "alphabeta", "native", Limit(depth=10)),
        ours.entry("connect4", Limit(depth=8)),
        peers.easyai_connect4(8),
        peers.easyai_connect4_lean(8),
        peers.openspiel_alphabeta("connect_four", 8),
    ]
    *mine, shipped, lean, openspiel = take_turns(contenders)
    for what, times in zip(("8", "10", "8, entry alone"), _present(mine), strict=True):
        what = f"Connect Four, alpha-beta {what}"
        yield compared(what, times, shipped, "easyAI, its own game, 8", 1000)
        yield compared(what, times, lean, "easyAI, a lean bit board, 8")
        yield compared(what, times, openspiel, "OpenSpiel, Python, 8", 50)


def mnk(_: Scope) -> Iterator[Figure]:
    """Four in a row on 4x4 by alpha-beta with a table: the native tier against the reference, which does it once."""
    native, solver = _present(take_turns([ours.answer("mnk:4x4x4", "", "table", "native"), ours.solved("mnk:4x4x4")]))
    reference = timed(ours.slow_answer("mnk:4x4x4", "table"), 1)
    yield compared("mnk:4x4x4, table", native, reference, "reference tier, once", 100)
    yield compared("mnk:4x4x4, solver", solver, reference, "reference tier's table, once")


def yielded(_: Scope) -> Iterator[Figure]:
    """Connect Four's sequences of 8 moves, compiled: yielded moves against bit sets, without and with checks."""
    games = (
        (ours.yielding_connect4(checked=False), load("connect4")),
        (
            ours.yielding_connect4(checked=True),
            ours.checked_connect4(),
        ),
    )
    for what, pair, target in zip(("as our own", "as a user's"), games, (0.95, None), strict=True):
        mine, theirs = (ours.sequences(game, 8) for game in pair)
        yield _pair(f"Connect Four, perft, yielded, {what}", mine, theirs, "a bit set", target, repeats=9)


def chess(_: Scope) -> Iterator[Figure]:
    """The sequences of 5 moves of chess, compiled, by sequences: python-chess to 4 moves, which would take a minute."""
    mine, made, counted = take_turns(
        [
            ours.sequences(load("chess"), 5),
            peers.python_chess_sequences(4, bulk=False),
            peers.python_chess_sequences(4, bulk=True),
        ]
    )
    assert mine is not None
    yield compared("Chess, perft 5", mine, made, "python-chess, 4, each move made", 50)
    yield compared("Chess, perft 5", mine, counted, "python-chess, 4, the last ones counted", 50)


def whole_games(scope: Scope) -> Iterator[Figure]:
    """Connect Four solved into a table, by positions, against numpy's sort and unique, which stores nothing."""
    sizes = [(5, 4, 3_945_711), *([(5, 5, 69_763_700)] if scope.full else [])]
    for width, height, positions in sizes:
        mine, theirs = ours.whole_table(width, height, positions), ours.sort_unique(width, height, positions)
        yield _pair(f"Connect Four {width}x{height}, whole table", mine, theirs, theirs.name)


def cluster(scope: Scope) -> Iterator[Figure]:
    """Connect Four solved on a Dask cluster: two workers against one, and against the time in our kernels alone."""
    if find_spec("distributed") is None or (os.cpu_count() or 1) < 2:
        return
    from bench.cluster import Workers

    spec, positions = ("connect4:5x5", 69_763_700) if scope.full else ("connect4:5x4", 3_945_711)
    what = f"Connect Four {spec[-3:]} on Dask"
    one, two = Workers(1), Workers(2)
    try:
        alone, both = _present(take_turns([one.whole_table(spec, positions), two.whole_table(spec, positions)]))
        yield compared(f"{what}, two workers", both, alone, "one worker")
        for workers in (one, two):
            every, inside = _present(take_turns(workers.idle(positions), 1))
            yield compared(f"{what}, seconds of {workers.count} in all", every, inside, "in our kernels")
    finally:
        one.close()
        two.close()


def look_ups(_: Scope) -> Iterator[Figure]:
    """Positions of random games looked up in a solved table of Connect Four 5x4, compiled against plain Python."""
    plain, compiled, batch = _present(take_turns(ours.look_ups(5, 4)))
    yield compared("Connect Four 5x4, look-ups, compiled", compiled, plain, "plain Python", 5)
    yield compared("Connect Four 5x4, look-ups, compiled, an array", batch, plain, "plain Python", 5)


def sets(scope: Scope) -> Iterator[Figure]:
    """Connect Four's published sets, one thread, an empty table each: exact against BitBully, outcome against exact."""
    solver = ours.solver()
    exact: list[Figure] = []
    outcome: list[Figure] = []
    for name in SETS:
        positions = read_set(name, COUNTS.get(name, OTHERS)[scope.full])
        contenders = [
            peers.bitbully(positions),
            ours.exact_scores(solver, positions),
            ours.outcomes(solver, positions),
            peers.bitbully_one_table(positions) if name in EASY else None,
        ]
        bitbully, scores, winners, one_table = take_turns(contenders)
        assert scores is not None
        assert winners is not None
        what = f"{name}, first {len(positions)}"
        exact.append(compared(f"{what}, exact", scores, bitbully, "BitBully", 1))
        outcome.append(compared(f"{what}, outcome", winners, scores, "the same, exact"))
        yield exact[-1]
        if name in EASY:
            yield compared(f"{what}, exact", scores, one_table, "BitBully, table never emptied")
        yield outcome[-1]
    yield mean_of("the six sets, exact, geometric mean", exact, 3)
    yield mean_of("the six sets, outcome, geometric mean", outcome, 3)


def empty(scope: Scope) -> Iterator[Figure]:
    """The empty 7x6 board, exact score, no book, one thread, once."""
    if not scope.empty:
        return
    solver = ours.solver(memory=ours.EMPTY_BOARD_MEMORY)
    board, bitbully = take_turns([ours.exact_scores(solver, EMPTY_BOARD), peers.bitbully(EMPTY_BOARD)], 1)
    assert board is not None
    yield compared("the empty board, exact", board, bitbully, "BitBully, once", 5)


def threads(scope: Scope) -> Iterator[Figure]:
    """Two threads against one, on positions that take one over a second."""
    if (os.cpu_count() or 1) < 2:
        return
    one, two = ours.solver(1), ours.solver(2)
    positions: list[tuple[str, int]] = []
    for position in read_set("L1_R3", CANDIDATES):
        if len(positions) < LONG_POSITIONS[scope.full] and ours.in_threads(one, [position]).go() > 1:
            positions.append(position)
    if not positions:
        return
    yield _pair(
        f"L1_R3, {len(positions)} over a second, two threads",
        ours.in_threads(two, positions),
        ours.in_threads(one, positions),
        "one thread",
        1.6,
    )


PARTS: dict[str, Callable[[Scope], Iterator[Figure]]] = {
    "start-up": start_up,
    "watching": watching,
    "ladder": ladder,
    "tictactoe": tictactoe,
    "depth": depth,
    "mnk": mnk,
    "yielded": yielded,
    "chess": chess,
    "whole-games": whole_games,
    "look-ups": look_ups,
    "cluster": cluster,
    "sets": sets,
    "threads": threads,
    "portable": portable,
    "empty": empty,
}
"""The parts by the names that `--only` chooses from, quick ones first."""


def chosen(word: str | None) -> list[str]:
    """The parts whose name contains a word; all without one."""
    return [name for name in PARTS if word is None or word in name]


def _pair(
    what: str, ours: Contender, theirs: Contender, against: str, target: float | None = None, repeats: int = REPEATS
) -> Figure:
    mine, other = _present(take_turns([theirs, ours], repeats))[::-1]
    return compared(what, mine, other, against, target)


def _present(times: Sequence[Times | None]) -> list[Times]:
    """Times of contenders that are never missing."""
    return [each for each in times if each is not None]
