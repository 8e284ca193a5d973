"""Chess positions as FEN, moves as SAN or as engines write them, and the board to draw.

Reference: Edwards, "Portable Game Notation Specification and Implementation Guide" (1994), for FEN and SAN;
the Universal Chess Interface for moves such as e2e4 and e7e8q.

A position is its FEN with `_` between the fields. The last field, the number of the move, is not part of a state: it is
written as 1, and read but not kept. The en passant square is there only where such a capture is legal.
"""

from __future__ import annotations

import re

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.chess_boards import (
    BLACK_LONG,
    BLACK_SHORT,
    COUNTER,
    EN_PASSANT,
    WHITE_LONG,
    WHITE_SHORT,
    Boards,
    State,
    boards_of,
    is_check,
    pawn_attacks,
    state_of,
)
from zerosum.core.games.chess_rules import FIFTY_MOVES, can_pass, why_over
from zerosum.core.rules import Rules, Text

FILES = "abcdefgh"
SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
PROMOTIONS = " NBRQ"
KINDS = {1: "r", 2: "b", 3: "q", 4: "p", 5: "n", 6: "k"}
"""The letter of a piece by its bits: 1 on the straight board, 2 on the diagonal one, 4 on the other one."""
BITS_OF_KIND = {letter: bits for bits, letter in KINDS.items()}
CASTLING = {
    "K": (WHITE_SHORT, "e1", "h1"),
    "Q": (WHITE_LONG, "e1", "a1"),
    "k": (BLACK_SHORT, "e8", "h8"),
    "q": (BLACK_LONG, "e8", "a8"),
}
"""The flag of each right to castle, and where king and rook stand."""

AT_START = {"q": 1, "r": 2, "b": 2, "n": 2, "p": 8}
"""How many pieces each side begins with, by falling value."""
VALUES = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}
NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
PIECE_NAMES = {
    **{letter.upper(): f"white {name}" for letter, name in NAMES.items()},
    **{letter: f"black {name}" for letter, name in NAMES.items()},
}

READING_ORDER = tuple(8 * rank + file for rank in range(7, -1, -1) for file in range(8))
"""The squares row by row from the top left, as FEN and a drawing have them."""

WHAT_TO_TYPE = "a move as in Nf3, exd5, O-O or e8=Q; or from and to, as in g1f3 or e7e8q"


def letters_of(boards: Boards) -> list[str]:
    """The FEN letter of each square from a1 to h8, or nothing."""
    straight, diagonal, other, black = boards
    found = []
    for square in range(64):
        bits = straight >> square & 1 | (diagonal >> square & 1) << 1 | (other >> square & 1) << 2
        letter = KINDS.get(bits, "")
        found.append(letter if black >> square & 1 else letter.upper())
    return found


def boards_from(letters: list[str]) -> Boards:
    """The boards with these FEN letters on the squares from a1 to h8."""
    straight = diagonal = other = black = 0
    for square, letter in enumerate(letters):
        bits = BITS_OF_KIND.get(letter.lower(), 0)
        straight |= (bits & 1) << square
        diagonal |= (bits >> 1 & 1) << square
        other |= (bits >> 2) << square
        black |= letter.islower() << square
    return straight, diagonal, other, black


def write_fen(state: State) -> str:
    """The FEN of a state, with blanks between the fields."""
    letters, flags = letters_of(boards_of(state)), state[4]
    rows = ["".join(letters[8 * rank + file] or "." for file in range(8)) for rank in range(7, -1, -1)]
    board = re.sub(r"\.+", lambda dots: str(len(dots[0])), "/".join(rows))
    rights = "".join(letter for letter, (flag, _, _) in CASTLING.items() if flags & flag) or "-"
    file = flags >> EN_PASSANT & 15
    passed = f"{FILES[file - 1]}{3 if flags & 1 else 6}" if file else "-"
    return f"{board} {'wb'[flags & 1]} {rights} {passed} {flags >> COUNTER & 127} 1"


def read_fen(text: str) -> State:
    """The state of a FEN, or of its first four fields; raises `BadPosition` for what cannot occur in a game."""
    fields = re.split(r"[\s_]+", text.strip())
    if len(fields) not in (4, 6):
        raise BadPosition(
            f"a FEN has six fields (board, side, castling, en passant, counter, move number), or the first four; "
            f"{text!r:.80} has {len(fields)}"
        )
    board, side_letter, rights, passed, counter, number = (*fields, "0", "1")[:6]
    letters = _read_board(board)
    if side_letter not in ("w", "b"):
        raise BadPosition(f"the side to move is w or b, not {side_letter!r}")
    side = "wb".index(side_letter)
    boards = boards_from(letters)
    _refuse_pieces(letters)
    if is_check(boards, 1 - side):
        raise BadPosition(
            f"the king of {('Black', 'White')[side]} is in check, but {('White', 'Black')[side]} is to move"
        )
    if not (re.fullmatch("0*[0-9]{1,3}", counter) and int(counter[-3:]) <= FIFTY_MOVES):
        raise BadPosition(
            f"the plies since the last capture or pawn move are from 0 to {FIFTY_MOVES}, which draws, "
            f"not {counter!r:.40}"
        )
    if not (number.isascii() and number.isdigit()):
        raise BadPosition(f"the number of the move is a number, not {number!r}")
    flags = side | _read_rights(rights, letters) | int(counter) << COUNTER
    return state_of(boards, flags | _read_passed(passed, letters, boards, side) << EN_PASSANT)


def _read_board(board: str) -> list[str]:
    rows = board.split("/")
    if len(rows) != 8:
        raise BadPosition(f"a board has 8 rows with / between them, but {board!r} has {len(rows)}")
    letters = [""] * 64
    for row, text in enumerate(rows):
        cells = re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), text)
        wrong = re.search(r"[^1-8pnbrqkPNBRQK]", text)
        if wrong:
            raise BadPosition(
                f"{wrong[0]!r} in row {8 - row} is no piece; use PNBRQK, pnbrqk, or a number of empty squares"
            )
        if len(cells) != 8:
            raise BadPosition(f"row {8 - row}, {text!r}, has {len(cells)} squares, not 8")
        for file, letter in enumerate(cells):
            letters[8 * (7 - row) + file] = letter.replace(".", "")
    return letters


def _refuse_pieces(letters: list[str]) -> None:
    """Refuse what no game can have: kings, pawns and promoted pieces that are too many or in wrong places."""
    for name, change in (("White", str.upper), ("Black", str.lower)):
        counts = {letter: letters.count(change(letter)) for letter in "kqrbnp"}
        if counts["k"] != 1:
            raise BadPosition(f"{name} has {counts['k']} kings, but must have one")
        if any(letters[square] == change("p") for square in (*range(8), *range(56, 64))):
            raise BadPosition(f"{name} has a pawn on the first or the last rank")
        promoted = sum(max(0, counts[letter] - usual) for letter, usual in (("q", 1), ("r", 2), ("b", 2), ("n", 2)))
        if counts["p"] + promoted > 8:
            raise BadPosition(f"{name} has more pieces than eight pawns and their promotions allow")


def _read_rights(rights: str, letters: list[str]) -> int:
    if rights == "-":
        return 0
    if not rights or any(letter not in CASTLING for letter in rights) or len(set(rights)) != len(rights):
        raise BadPosition(f"castling is -, or some of KQkq, not {rights!r}")
    flags = 0
    for letter in rights:
        flag, king, rook = CASTLING[letter]
        change = str.upper if letter.isupper() else str.lower
        if letters[SQUARES.index(king)] != change("k") or letters[SQUARES.index(rook)] != change("r"):
            raise BadPosition(f"castling {letter} needs the king on {king} and the rook on {rook}")
        flags |= flag
    return flags


def _read_passed(passed: str, letters: list[str], boards: Boards, side: int) -> int:
    """The file of an en passant capture, from 1, or 0 where no such capture is legal."""
    if passed == "-":
        return 0
    rank, behind, pawn = ("6", -8, "p") if side == 0 else ("3", 8, "P")
    if passed not in SQUARES or passed[1] != rank:
        raise BadPosition(f"the en passant square is -, or on rank {rank} where a pawn has passed it, not {passed!r}")
    target = SQUARES.index(passed)
    if letters[target] or letters[target - behind] or letters[target + behind] != pawn:
        raise BadPosition(f"no pawn can just have passed {passed}")
    near = pawn_attacks(1 << target, 1 - side)
    mine = "P" if side == 0 else "p"
    pawns = [1 << square for square in range(64) if near >> square & 1 and letters[square] == mine]
    is_legal = any(can_pass(boards, each, 1 << target + behind, 1 << target, side) for each in pawns)
    return target % 8 + 1 if is_legal else 0


def engine_move(state: State, move: int) -> str:
    """A move as UCI writes it: from, to, and what a pawn becomes."""
    return SQUARES[move & 63] + SQUARES[move >> 6 & 63] + PROMOTIONS[move >> 12].strip().lower()


def draw(state: State) -> str:
    """The board as text, with dots for empty squares and the names of ranks and files."""
    letters = letters_of(boards_of(state))
    rows = [" ".join(letters[8 * rank + file] or "." for file in range(8)) for rank in range(7, -1, -1)]
    lines = [f" {8 - number}  {row}" for number, row in enumerate(rows)]
    return "\n".join([*lines, "", f"    {' '.join(FILES)}"])


def captured_pieces(letters: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What White and Black have captured, the most valuable pieces first: what is missing of the other side's pieces.

    A pawn that was promoted is on the board as another piece, and not captured.
    """
    found = []
    for change in (str.lower, str.upper):
        missing = {letter: usual - letters.count(change(letter)) for letter, usual in AT_START.items()}
        missing["p"] += sum(min(0, left) for left in missing.values())
        found.append(tuple(change(letter) for letter, left in missing.items() for _ in range(left)))
    return found[0], found[1]


def text(rules: Rules) -> Text:
    """FEN, SAN and UCI moves; SAN needs to know the other legal moves."""

    def legal_moves(state: State) -> list[int]:
        return [] if rules.is_over(state) else list(rules.moves(state))  # type: ignore[arg-type]

    def plain_san(state: State, move: int, legal: list[int]) -> str:
        """The move without the sign of a check."""
        letters = letters_of(boards_of(state))
        start, end = move & 63, move >> 6 & 63
        letter = letters[start].upper()
        if letter == "K" and abs(end - start) == 2:
            return "O-O" if end > start else "O-O-O"
        is_capture = bool(letters[end]) or (letter == "P" and (start ^ end) & 7)
        takes = "x" if is_capture else ""
        if letter == "P":
            becomes = f"={PROMOTIONS[move >> 12]}" if move >> 12 else ""
            return (FILES[start % 8] if takes else "") + takes + SQUARES[end] + becomes
        others = [
            each & 63
            for each in legal
            if each >> 6 & 63 == end and each & 63 != start and letters[each & 63] == letters[start]
        ]
        which = ""
        if others:
            if all(each % 8 != start % 8 for each in others):
                which = FILES[start % 8]
            elif all(each // 8 != start // 8 for each in others):
                which = str(start // 8 + 1)
            else:
                which = SQUARES[start]
        return letter + which + takes + SQUARES[end]

    def write_move(state: State, move: int) -> str:
        after = rules.play(state, move)
        sign = ""
        if is_check(boards_of(after), after[4] & 1):  # type: ignore[index, arg-type]
            sign = "#" if rules.is_over(after) and rules.utility(after) else "+"
        return plain_san(state, move, legal_moves(state)) + sign

    def read_move(state: State, word: str) -> int:
        legal = legal_moves(state)
        by_squares = re.fullmatch(r"([a-h][1-8])[-x]?([a-h][1-8])=?([nbrqNBRQ]?)", word)
        if by_squares:
            start, end = SQUARES.index(by_squares[1]), SQUARES.index(by_squares[2])
            found = [each for each in legal if each & 4095 == start | end << 6]
            if found and found[0] >> 12 and not by_squares[3]:
                raise BadMove(f"{word!r} promotes a pawn: add what it becomes, as in {word}q")
            move = start | end << 6 | (PROMOTIONS.index(by_squares[3].upper()) if by_squares[3] else 0) << 12
            return move if move in legal else _refuse(state, word, start, end)
        bare = word.rstrip("!?").rstrip("+#").removesuffix("e.p.").replace("0", "O")
        if bare in ("O-O", "O-O-O"):
            found = [each for each in legal if plain_san(state, each, legal) == bare]
            if not found:
                raise BadMove(f"{word!r} is not possible here: {_why_no_castling(state, bare)}")
            return found[0]
        parts = re.fullmatch(r"([KQRBN]?)([a-h]?)([1-8]?)[-x]?([a-h][1-8])=?([QRBN]?)", bare)
        if parts is None:
            capital = bare[:1].upper() + bare[1:]
            is_piece = capital != bare and capital in (plain_san(state, each, legal) for each in legal)
            meant = f" (did you mean {capital}?)" if is_piece else ""
            raise BadMove(f"{word!r} is not a move{meant}; write {WHAT_TO_TYPE}")
        letter, file, rank, target, becomes = parts.groups()
        letters, end = letters_of(boards_of(state)), SQUARES.index(target)
        fits = [
            each
            for each in legal
            if each >> 6 & 63 == end
            and letters[each & 63].upper() == (letter or "P")
            and (letter or file or (each & 63) % 8 == end % 8)  # a pawn that captures is named by its file
            and SQUARES[each & 63].startswith(file)
            and SQUARES[each & 63].endswith(rank)
        ]
        if fits and fits[0] >> 12 and letter == "" and not becomes:
            raise BadMove(f"{word!r} promotes a pawn: add what it becomes, as in {bare}=Q")
        fits = [each for each in fits if PROMOTIONS[each >> 12].strip() == becomes]
        if len(fits) > 1:
            texts = " or ".join(plain_san(state, each, legal) for each in fits)
            raise BadMove(f"{word!r} could be {texts}")
        if not fits:
            raise BadMove(f"{word!r} is not a legal move here; legal: {_some(state, legal)}")
        return fits[0]

    def _some(state: State, legal: list[int]) -> str:
        texts = [write_move(state, each) for each in legal[:20]]
        return " ".join([*texts, *["..."] * (len(legal) > 20)]) or "none"

    def _refuse(state: State, word: str, start: int, end: int) -> int:
        letters = letters_of(boards_of(state))
        side = state[4] & 1
        if not letters[start]:
            raise BadMove(f"{word!r} is not possible: {SQUARES[start]} is empty")
        if letters[start].isupper() == bool(side):
            raise BadMove(
                f"{word!r} moves a piece of {('Black', 'White')[side]}, but {('White', 'Black')[side]} is to move"
            )
        raise BadMove(f"{word!r} is not a legal move here; legal: {_some(state, legal_moves(state))}")

    def board(state: State) -> Board:
        letters = letters_of(boards_of(state))
        cells = tuple(
            Cell(x=square % 8, y=7 - square // 8, name=SQUARES[square], piece=letters[square], kind="chess")
            for square in READING_ORDER
        )
        clicks: dict[int, tuple[int, ...]] = {
            move: (READING_ORDER.index(move & 63), READING_ORDER.index(move >> 6 & 63)) for move in legal_moves(state)
        }
        taken = captured_pieces(letters)
        balance = sum(VALUES[letter] for letter in taken[0]) - sum(VALUES[letter.lower()] for letter in taken[1])
        side = state[4] & 1
        king = letters.index("K" if side == 0 else "k")
        return Board(
            width=8,
            height=8,
            cells=cells,
            columns=tuple(FILES),
            rows=tuple("87654321"),
            moves=clicks,
            marks={READING_ORDER.index(king): "check"} if is_check(boards_of(state), side) else {},
            captured=taken,
            notes=(f"+{balance}" if balance > 0 else "", f"+{-balance}" if balance < 0 else ""),
            lower_side=0,
            piece_names=PIECE_NAMES,
        )

    return Text(
        write_position=lambda state: write_fen(state).replace(" ", "_"),
        read_position=read_fen,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type=WHAT_TO_TYPE,
        board=board,
        engine_move=engine_move,
        why_over=why_over,
    )


def _why_no_castling(state: State, word: str) -> str:
    """Which rule forbids castling here."""
    side = state[4] & 1
    letter = ("K", "k")[side] if word == "O-O" else ("Q", "q")[side]
    if not state[4] & CASTLING[letter][0]:
        return "the king or that rook has moved"
    if is_check(boards_of(state), side):
        return "the king is in check"
    return "a piece is in the way, or the king would pass an attacked square"
