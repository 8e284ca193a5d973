"""Raw memory: layouts give every word to one field, and without the compiler an index outside of a block raises."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from numba import njit

from zerosum.core.errors import BadRequest
from zerosum.engines.native.machine import memory
from zerosum.engines.native.machine import search_layout as control
from zerosum.engines.native.machine.instructions import compiled
from zerosum.engines.native.machine.memory import LINE, Layout, checked, zeros
from zerosum.engines.native.machine.resources import MOST_THREADS, refuse_too_much
from zerosum.engines.native.solver import layout as solver

BLOCKS = {
    "control": (
        control,
        ("STOP", "NODES", "LEAVES", "CUTOFFS", "DEEPEST", "STATUS", "WIDTH", "KEYS", "LENGTHS"),
    ),
    "thread": (solver, [name for name in vars(solver) if name.startswith("THREAD_") and name != "THREAD_WORDS"]),
    "question": (solver, [name for name in vars(solver) if name.startswith("QUESTION_") and name != "QUESTION_WORDS"]),
    "table": (solver, [name for name in vars(solver) if name.startswith("TABLE_")]),
}


@pytest.mark.parametrize("block", BLOCKS)
def test_fields_follow_one_another(block: str) -> None:
    module, names = BLOCKS[block]
    offsets = [vars(module)[name] for name in names]
    assert len(offsets) > 3
    assert offsets == sorted(set(offsets))
    assert offsets[0] == 0


@pytest.mark.parametrize("threads", [0, 1, MOST_THREADS, MOST_THREADS + 1])
def test_how_many_threads_are_supported(threads: int) -> None:
    if 1 <= threads <= 256:
        refuse_too_much(1, threads)
    else:
        with pytest.raises(BadRequest, match=f"threads must be from 1 to 256, not {threads}"):
            refuse_too_much(1, threads)


def test_what_different_threads_write_lies_on_different_cache_lines() -> None:
    assert solver.THREAD_INTERRUPTS // LINE != solver.THREAD_SEEN // LINE
    assert solver.THREAD_WORDS % LINE == solver.QUESTION_WORDS % LINE == solver.TABLE_BUCKETS % LINE == 0
    assert solver.TABLE_GENERATION // LINE != solver.TABLE_BUSY // LINE


def test_a_layout_counts_and_aligns() -> None:
    block = Layout()
    assert [block.field(), block.field(5), block.field()] == [0, 1, 6]
    block.align(LINE)
    assert (block.field(), block.words) == (8, 9)


@pytest.mark.parametrize("words", [1, 7, 100_000, 3_000_000])
def test_a_block_begins_at_a_cache_line(words: int) -> None:
    block = zeros(words)
    assert (len(block), block.ctypes.data % 64, int(block[0]), int(block[-1])) == (words, 0, 0, 0)


@pytest.mark.parametrize("index", [-1, -4, 4, 1 << 40])
def test_an_index_outside_of_a_block_is_refused(index: int) -> None:
    with pytest.raises(IndexError, match=f"index {index} is outside of a block of 4"):
        checked(zeros(4), index)


IN_PYTHON = """
import numpy as np
from zerosum.engines.native.machine import memory
words, halves, reals = np.zeros(4, np.int64), np.zeros(4, np.int32), np.zeros(4)
accesses = [
    (memory.load, words), (memory.store, words, 7), (memory.load_int32, halves), (memory.store_int32, halves, 7),
    (memory.load_real, reals), (memory.store_real, reals, 7.0), (memory.relaxed_load, words),
    (memory.relaxed_store, words, 7), (memory.atomic_load, words), (memory.atomic_store, words, 7),
    (memory.atomic_add, words, 7), (memory.atomic_max, words, 7), (memory.atomic_min, words, 7),
    (memory.atomic_exchange, words, 7),
]
for access, block, *value in accesses:
    access(block, 3, *value)
    for index in (-1, 4):
        try:
            access(block, index, *value)
        except IndexError as error:
            assert str(error) == f"index {index} is outside of a block of 4"
        else:
            raise AssertionError(access)
print(len(accesses), "checked")
"""


def test_without_the_compiler_every_access_is_checked() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", IN_PYTHON], env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("14 checked\n", "")


@pytest.mark.parametrize(
    ("operation", "word", "after"),
    [
        ("atomic_add", 3, 8),
        ("atomic_max", 3, 5),
        ("atomic_max", 9, 9),
        ("atomic_min", 3, 3),
        ("atomic_min", -9, -9),
        ("atomic_exchange", 0, 0),
    ],
)
def test_atomic_changes_give_what_was_there_before(operation: str, word: int, after: int) -> None:
    change, load = compiled(getattr(memory, operation)), compiled(memory.atomic_load)
    block = zeros(8)
    block[2] = 5
    both = njit(lambda at, word: (change(at, 2, word), load(at, 2)))
    assert both(block.ctypes.data, word) == (5, after)
