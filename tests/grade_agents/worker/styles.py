"""Functions in every style in which a grader may have to ask; each answers with the first empty cell."""
import asyncio
import enum
import functools
import random
import sys
import time
from collections import namedtuple
from dataclasses import dataclass

EMPTY = '   '
LINE = '-' * 3
calls = 0
board = [' '] * 9
grid = [[' ', ' ', ' '] for _ in range(3)]
turn = 'X'
answer = None
memo = {}


class Mark(enum.Enum):
    NONE = 0
    CROSS = 1
    NOUGHT = 2


@dataclass
class Cells:
    values: list


@dataclass(frozen=True)
class FrozenCells:
    values: tuple = ()


class Place:
    def __init__(self, row, col):
        self.row = row
        self.col = col


Pair = namedtuple("Pair", "row col")


def first(board):
    return list(board).index(' ')


def first_from_1(board):
    return first(board) + 1


def first_nested(board):
    for row in range(3):
        for column in range(3):
            if board[row][column] == ' ':
                return row, column


def first_column_row(board):
    row, column = first_nested(board)
    return [column, row]


def first_text(board):
    row, column = first_nested(board)
    return f"{row}{column}"


def first_spaced(board):
    row, column = first_nested(board)
    return f"row {row}, column {column}"


def first_dict(board):
    row, column = first_nested(board)
    return {"row": row, "col": column, "score": 3}


def first_object(board):
    return Place(*first_nested(board))


def first_namedtuple(board):
    return Pair(*first_nested(board))


def first_letters(board):
    row, column = first_nested(board)
    return "ABC"[column] + str(row + 1)


def first_numpad(board):
    row, column = first_nested(board)
    return {0: 7, 1: 4, 2: 1}[row] + column


def first_scored(board):
    return [first(board), 17]


def score_first(board):
    return 17, first(board)


def deep_scored(board):
    return {"best": {"move": (first(board),), "value": -1}}


def nth(board):
    return 0


def float_index(board):
    return float(first(board))


def text_index(board):
    return str(first(board))


def own_numbers(board):
    for cell in board:
        if cell not in ('X', 'O'):
            return cell


def own_texts(board):
    return own_numbers(board)


def by_identity(board):
    for index, cell in enumerate(board):
        if cell is '   ':
            return index


def none_cells(board):
    return board.index(None)


def with_enum(board):
    return board.index(Mark.NONE)


def new_board(board, player):
    board = list(board)
    board[first(board)] = player
    return board


def new_nested(board, player):
    board = [list(row) for row in board]
    row, column = first_nested(board)
    board[row][column] = player
    return tuple(map(tuple, board))


def new_string(board, player):
    return board.replace(' ', player, 1)


def changes_board(board, player):
    board[first(board)] = player


def reads_global():
    return board.index(' ')


def changes_global():
    global turn
    row, column = first_nested(grid)
    grid[row][column] = turn


def sets_global(board):
    global answer
    answer = first(board)


def calls_back(board, done):
    done(first(board))


def prints_it(board):
    print("I take", first(board))


def by_dict(board):
    return next(key for key, value in board.items() if value == ' ')


def by_map(maps):
    for row in range(3):
        for column in range(3):
            if not maps[0][row][column] and not maps[1][row][column]:
                return row, column


def by_mine(mine, theirs):
    return min(set(range(9)) - mine - theirs)


def by_dataclass(cells):
    return list(cells.values).index(' ')


async def later(board):
    await asyncio.sleep(0)
    return first(board)


def yields(board):
    yield "thinking"
    yield first(board)


lambda_first = lambda board: board.index(' ')


def shifted(shift, board):
    return first(board) + shift


partial_first = functools.partial(shifted, 0)


@functools.lru_cache(maxsize=None)
def cached(board):
    return board.index(' ')


def with_words(board, player, opponent, depth, ply, alpha, beta, is_max, first_side, literal, *, key):
    assert (player, opponent, depth, ply) == ('O', 'X', 6, 3), (player, opponent, depth, ply)
    assert alpha < -1e9 and beta > 1e9 and is_max is True and first_side is False
    assert literal == [1, 2] and key == "yes"
    return first(board)


def with_moves(board, moves, last, history):
    assert moves == [1, 2, 3, 5, 6, 7] and last == 8 and history == [4, 0, 8], (moves, last, history)
    return moves[0]


def with_history_text(board, played):
    assert played == "408", played
    return first(board)


def to_move(board):
    return "X" if board.count("X") == board.count("O") else "O"


def new_state():
    return {"cells": [" "] * 9, "turn": "X"}


def by_state(state):
    assert state["turn"] == to_move(state["cells"])
    return first(state["cells"])


def plays_and_exits(board, player):
    board[first(board)] = player
    exit()


class Rival:
    def __init__(self, mark):
        self.mark = mark
        self.opponent = None

    def move(self, board):
        assert self.mark == to_move(board) != self.opponent.mark and self.opponent.opponent is self
        return first(board)


def kaggle(observation, configuration):
    assert observation.mark == observation["mark"] == 2 and observation.step == 3
    assert configuration.columns * configuration["rows"] == 9 and configuration.inarow == 3
    return observation.board.index(0)


def floods(board):
    for number in range(20000):
        print("node", number)
    sys.stdout.flush()
    return first(board)


def sleeps(board):
    time.sleep(1000)
    return first(board)


def counts(board):
    global calls
    calls += 7
    return first(board)


def fresh_counter(board):
    global calls
    calls += 1
    return first(board) if calls == 1 else None


def fresh_memo(board, player):
    if not memo:
        memo["player"] = player
    return first(board) if memo["player"] == player else None


def fresh_default(board, seen=[]):
    seen.append(1)
    return first(board) if len(seen) == 1 else None


def randomly(board):
    return random.choice([index for index, cell in enumerate(board) if cell == ' '])


def deep(board):
    def down(depth):
        return 0 if depth == 0 else down(depth - 1)

    down(900)
    return first(board)


class Game:
    board = None

    def __init__(self):
        self.board = [[' '] * 3 for _ in range(3)]
        self.current = 'X'
        self.nodes = 0
        self.chosen = None

    def best(self):
        self.nodes += 5
        self.chosen = first_nested(self.board)
        return self.chosen

    def play_best(self):
        row, column = first_nested(self.board)
        self.board[row][column] = self.current

    @staticmethod
    def choose(board):
        return first(board)

    @classmethod
    def pick(cls, board):
        return first(board)


class Player:
    def __init__(self, symbol, name="me"):
        self.symbol = symbol

    def move(self, board):
        return first(board) if self.symbol == 'O' else None


class Slow:
    def __init__(self):
        self.moves = 0
        time.perf_counter()
        end = time.process_time() + 0.06
        while time.process_time() < end:
            pass

    def move(self, board):
        self.moves += 1
        return first(board) if self.moves == 1 else None


class Remembers:
    def __init__(self):
        self.seen = []

    def move(self, last):
        if last is not None:
            self.seen.append(last)
        mine = next(cell for cell in range(9) if cell not in self.seen)
        self.seen.append(mine)
        return mine


ai = Game()


def returns_none(board):
    return None


def returns_nonsense(board):
    return "the middle"


def returns_taken(board):
    return 4


def returns_twelve(board):
    return 12


def returns_megabyte(board):
    return "9" * 1000000


def returns_true(board):
    return True


def raises(board):
    return board[99]


def exits(board):
    sys.exit(3)


def asks(board):
    return int(input("Your move? "))


def asks_for_ever(board):
    while True:
        try:
            return int(input("Your move? "))
        except:
            print("Try again")


# The functions of the rules
def get_actions(board):
    return {(row, column) for row in range(3) for column in range(3) if board[row][column] == ' '}


def actions_generator(board):
    for row, column in get_actions(board):
        yield row, column


def after(board, action):
    row, column = action
    if board[row][column] != ' ':
        raise ValueError("taken")
    new = [row[:] for row in board]
    new[row][column] = whose(board)
    return new


def after_in_place(board, action):
    board[action[0]][action[1]] = whose(board)


def whose(board):
    cells = [cell for row in board for cell in row]
    return 'O' if cells.count('X') > cells.count('O') else 'X'


def who_won(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] != ' ' and len(set(line)) == 1:
            return line[0]
    return None


def is_finished(board):
    return who_won(board) is not None or not get_actions(board)


def score(board):
    return {'X': 1, 'O': -1, None: 0}[who_won(board)]
