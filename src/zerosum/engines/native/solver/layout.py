"""The solver's blocks of raw memory: one for each thread, one for the question, and the header of the table.

Offsets are in words of 8 bytes. A line of the drawing is a cache line or more; a block begins at a cache line.

    thread block    | interrupts |                                      written by all threads, by atomic addition
                    | seen | nodes | pause at | sharers | ...                         written by this thread
                    | history: 64 words for each side |                               ... or by Python between searches
                    | order: 128 words for each ply |

    question block  | low | high | ended | stop | threads |             written by all threads, by atomic operations

    table           | mask | generation | buckets | spent | growing |   written between searches, or to grow
                    | busy marks: 1024 words |                          written by all threads
                    | bucket | bucket | ...                             written by all threads: `transposition_table.py`

What others write to, and what a thread writes at every node, lie on different cache lines: a line that one core
writes is taken away from all other cores. `mtd_driver.py` has the protocol of interrupts, end and stop.
"""

from __future__ import annotations

from zerosum.core.errors import MAX_PLIES
from zerosum.engines.native.machine.memory import LINE, Layout
from zerosum.engines.native.machine.search_layout import MOVES

_thread = Layout()
THREAD_INTERRUPTS = _thread.field()  # how often this thread was told to read the question again
_thread.align(LINE)
THREAD_SEEN = _thread.field()  # the interrupts when it last looked; a search goes on while they are the same
THREAD_NODES = _thread.field()
THREAD_PAUSE_AT = _thread.field()  # node count at which the search pauses: min(NODE_LIMIT, GROW_AT)
THREAD_SHARERS = _thread.field()  # how many threads work on the question
THREAD_NODE_LIMIT = _thread.field()
THREAD_GROW_AT = _thread.field()  # with so many nodes the table grows
THREAD_ERROR = _thread.field()  # why it stopped, as a status of `machine/search_layout.py`, or 0
THREAD_WRONG = _thread.field()  # the utility or move set that was wrong
THREAD_PLIES = _thread.field()  # how many plies its stack is large enough for
_thread.align(LINE)
THREAD_HISTORY = _thread.field(2 * MOVES)  # for each side and place: how often a move there sufficed, in 4096ths
THREAD_ORDER = _thread.field(2 * MOVES * (MAX_PLIES + 2))
_thread.align(LINE)
THREAD_WORDS = _thread.words

ORDER_WORDS = 2 * MOVES
"""The words of a ply in `THREAD_ORDER`: its moves, best first, and behind them once more those that were put off."""

_question = Layout()
QUESTION_LOW = _question.field()  # the position is worth at least this
QUESTION_HIGH = _question.field()  # and at most this
QUESTION_ENDED = _question.field()  # not 0: end the search, for a limit or an error; reset when the next call begins
QUESTION_STOP = _question.field()  # not 0: `Solver.stop` was called, and no call has consumed it yet
QUESTION_THREADS = _question.field()  # how many thread blocks there are
_question.align(LINE)
QUESTION_WORDS = _question.words

BUSY_MARKS = 1024

_table = Layout()
TABLE_MASK = _table.field()  # the number of buckets in use - 1; the number is a power of two
TABLE_GENERATION = _table.field()  # entries of another generation do not count
TABLE_FIRST = _table.field()  # how many buckets are in use when the table is empty
TABLE_MOST = _table.field()  # how many buckets there are
TABLE_SPENT = _table.field()  # the nodes since the table last grew
TABLE_GROWING = _table.field()  # not 0 while a thread doubles the table
_table.align(LINE)
TABLE_BUSY = _table.field(BUSY_MARKS)  # by bucket: the bucket of a position that some thread is searching
_table.align(LINE)
TABLE_BUCKETS = _table.words
