"""The rules of chess: legal moves alone, most promising first, and how a game ends.

`chess_boards.py` draws the bits of a state. A move is from | to << 6 | promotion << 12, with promotion 1 to 4 for
knight, bishop, rook, queen. A king that castles moves by two files. Moves are yielded in the order in which a search
should try them: promotions, captures (the most valuable victim first, by the least valuable attacker), then the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.core.games.chess_boards import (
    BLACK_LONG,
    BLACK_SHORT,
    CASTLING,
    CORNER,
    COUNTER,
    EAST,
    EN_PASSANT,
    H8,
    INNER_NORTH_EAST,
    INNER_NORTH_WEST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    NOT_H,
    NOT_RANK_8,
    RANK_1,
    RANK_3,
    RANK_6,
    WHITE_LONG,
    WHITE_SHORT,
    Boards,
    State,
    attackers,
    boards_of,
    diagonal_attacks,
    down,
    full,
    is_check,
    king_attacks,
    knight_attacks,
    lowest,
    pawn_attacks,
    pawn_steps,
    state_of,
    straight_attacks,
    up,
)

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4
"""What a pawn becomes."""

FIFTY_MOVES = 100
"""After this number of plies without a capture or a pawn move, the game is a draw."""

DARK_A1_TO_G8 = 0x2A55AA55AA55AA55
"""The dark squares but h8."""

START: State = (
    0x4B000000000000CB,
    0x3C0000000000003C,
    0x52FF00000000FF52,
    0x7FFF000000000000,
    0b1001 << CORNER | WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG,
)


def outlook(boards: Boards, side: int) -> tuple[int, int, int, int, int, int, int]:
    """What limits the moves of a side: (checkers, targets, danger, and the pieces pinned on each of four lines).

    A move of another piece than the king must end on the targets: all squares, or those that end a check. The king must
    not go into danger. A pinned piece stays on the line between king and pinner: file, rank, or one of two diagonals.

    For each direction from the king, the king's line of sight and that of the other side's sliders the opposite way
    meet on a square if nothing else is between: that square is pinned where it holds an own piece, and ends a check
    where it is free. Sliders see through the king, who cannot run from them along the line.
    """
    straight, diagonal, other, black = boards
    occupied = straight | diagonal | other
    free = full() ^ occupied
    mine = black if side == 1 else occupied ^ black
    theirs = occupied ^ mine
    king = diagonal & other & mine
    rooks, bishops = straight & ~other & theirs, diagonal & ~other & theirs
    through = free | king

    north, from_north = up(king, free, NORTH, NOT_RANK_8), down(rooks, through, NORTH, NOT_RANK_8)
    south, from_south = down(king, free, NORTH, NOT_RANK_8), up(rooks, through, NORTH, NOT_RANK_8)
    east, from_east = up(king, free, EAST, NOT_H), down(rooks, through, EAST, NOT_H)
    west, from_west = down(king, free, EAST, NOT_H), up(rooks, through, EAST, NOT_H)
    file = north & from_north | south & from_south
    rank = east & from_east | west & from_west
    checkers = (north | south | east | west) & rooks
    danger = from_north | from_south | from_east | from_west

    north = up(king, free, NORTH_EAST, INNER_NORTH_EAST)
    south = down(king, free, NORTH_EAST, INNER_NORTH_EAST)
    east = down(king, free, NORTH_WEST, INNER_NORTH_WEST)
    west = up(king, free, NORTH_WEST, INNER_NORTH_WEST)
    from_north = down(bishops, through, NORTH_EAST, INNER_NORTH_EAST)
    from_south = up(bishops, through, NORTH_EAST, INNER_NORTH_EAST)
    from_east = up(bishops, through, NORTH_WEST, INNER_NORTH_WEST)
    from_west = down(bishops, through, NORTH_WEST, INNER_NORTH_WEST)
    rising = north & from_north | south & from_south
    falling = east & from_east | west & from_west
    checkers |= (north | south | east | west) & bishops
    danger |= from_north | from_south | from_east | from_west

    knights, pawns = straight & other & theirs, other & ~straight & ~diagonal & theirs
    danger |= knight_attacks(knights) | pawn_attacks(pawns, 1 - side) | king_attacks(diagonal & other & theirs)
    checkers |= knight_attacks(king) & knights | pawn_attacks(king, side) & pawns
    if checkers == 0:
        targets = full()
    elif checkers ^ checkers & -checkers != 0:
        targets = 0
    else:
        targets = checkers | (file | rank | rising | falling) & free
    return checkers, targets, danger, file & mine, rank & mine, rising & mine, falling & mine


def pin_line(king: int, line: int) -> int:
    """All squares of a line through the king: 0 for its file, 1 for its rank, 2 for the rising diagonal, 3 falling."""
    everywhere = full()
    if line == 0:
        return up(king, everywhere, NORTH, NOT_RANK_8) | down(king, everywhere, NORTH, NOT_RANK_8)
    if line == 1:
        return up(king, everywhere, EAST, NOT_H) | down(king, everywhere, EAST, NOT_H)
    if line == 2:
        inner = INNER_NORTH_EAST
        return up(king, everywhere, NORTH_EAST, inner) | down(king, everywhere, NORTH_EAST, inner)
    inner = INNER_NORTH_WEST
    return up(king, everywhere, NORTH_WEST, inner) | down(king, everywhere, NORTH_WEST, inner)


def allowed(piece: int, king: int, file: int, rank: int, rising: int, falling: int) -> int:
    """Where a pin lets a piece go."""
    if piece & (file | rank | rising | falling) == 0:
        return full()
    return pin_line(king, 0 if piece & file else 1 if piece & rank else 2 if piece & rising else 3)


def of_value(value: int, pawns: int, knights: int, bishops: int, rooks: int, king: int) -> int:
    """The pieces of a value: 0 for pawns, 1 to 4 for knights to queens as in promotions, and more for the king."""
    if value == 0:
        return pawns
    if value == KNIGHT:
        return knights
    if value == BISHOP:
        return bishops & ~rooks
    if value == ROOK:
        return rooks & ~bishops
    return bishops & rooks if value == QUEEN else king


def can_pass(boards: Boards, pawn: int, captured: int, target: int, side: int) -> bool:
    """Whether an en passant capture leaves the own king unattacked: two pawns leave the rank at once."""
    straight, diagonal, other, black = boards
    other = other & ~captured ^ pawn ^ target
    black = black & ~captured if side == 0 else black ^ pawn ^ target
    return not is_check((straight, diagonal, other, black), side)


def to_move(state: State) -> int:
    """0 for White, 1 for Black."""
    return state[4] & 1


def moves(state: State) -> Iterator[int]:
    """The legal moves, promising ones first."""
    # The pieces: those of both sides by kind, and those of the side to move.
    boards, flags = boards_of(state), state[4]
    straight, diagonal, other, black = boards
    side = flags & 1
    occupied = straight | diagonal | other
    free = full() ^ occupied
    mine = black if side == 1 else occupied ^ black
    theirs = occupied ^ mine
    king = diagonal & other & mine
    pawns, knights = other & ~straight & ~diagonal, straight & other
    rooks, bishops = straight & ~other, diagonal & ~other  # both with the queens

    # Checks and pins. Every move below ends on `targets` and stays on the line of its pin, but the king's and en
    # passant: the king avoids `danger`, and en passant is tried out.
    checkers, targets, danger, file, rank, rising, falling = outlook(boards, side)
    pinned = file | rank | rising | falling
    last_rank = RANK_1 << 56 if side == 0 else RANK_1
    back = -8 if side == 0 else 8
    king_moves = king_attacks(king) & ~danger & ~mine

    # Pushes to the last rank. A pawn that is pinned on its file may step along it.
    pushers = pawns & mine & ~(pinned ^ file)
    pushed = pawn_steps(pushers, side) & free
    left = pushed & targets & last_rank
    while left != 0:
        end = lowest(left)
        left ^= left & -left
        for promotion in (QUEEN, KNIGHT, ROOK, BISHOP):
            yield end + back | end << 6 | promotion << 12

    # Captures: the most valuable victim first, by the least valuable attacker (MVV-LVA). `reach` holds all victims.
    reach = (
        king_moves
        | targets
        & (
            straight_attacks(rooks & mine, free)
            | diagonal_attacks(bishops & mine, free)
            | knight_attacks(knights & mine)
            | pawn_attacks(pawns & mine, side)
        )
    ) & theirs
    for value in range(QUEEN, -1, -1):
        victims = reach & of_value(value, pawns, knights, bishops, rooks, 0)
        while victims != 0:
            victim = victims & -victims
            victims ^= victim
            end = lowest(victim)
            # The own pieces that attack this victim, but not those that must end a check elsewhere.
            near = attackers(boards, victim, side) & ~king
            if victim & targets == 0:
                near = 0
            if victim & king_moves != 0:
                near |= king
            for kind in range(6):
                left = near & of_value(kind, pawns, knights, bishops, rooks, king)
                while left != 0:
                    piece = left & -left
                    left ^= piece
                    if piece & pinned == 0 or victim & allowed(piece, king, file, rank, rising, falling) != 0:
                        move = lowest(piece) | end << 6
                        if kind == 0 and victim & last_rank != 0:
                            for promotion in (QUEEN, KNIGHT, ROOK, BISHOP):
                                yield move | promotion << 12
                        else:
                            yield move

    # En passant, onto the file that the flags name: from the fifth rank of White or the fourth of Black.
    if flags >> EN_PASSANT & 15 != 0:
        end = (flags >> EN_PASSANT & 15) - 1 + (40 if side == 0 else 16)
        target = 1 << end
        left = pawn_attacks(target, 1 - side) & pawns & mine
        while left != 0:
            piece = left & -left
            left ^= piece
            if can_pass(boards, piece, 1 << end + back, target, side):
                yield lowest(piece) | end << 6

    # Castling: the king is not in check, the squares between king and rook are empty, and the two that the king passes
    # or reaches are not attacked. On the home rank, 0x60 are files f and g, 0x0E are b to d, and 0x0C are c and d.
    home = 0 if side == 0 else 56
    rights = flags >> CASTLING + 2 * side
    if checkers == 0:
        if rights & 1 != 0 and (occupied | danger) >> home & 0x60 == 0:
            yield home + 4 | home + 6 << 6
        if rights & 2 != 0 and (occupied >> home & 0x0E | danger >> home & 0x0C) == 0:
            yield home + 4 | home + 2 << 6

    # Quiet moves of the pieces: knights, bishops, then rooks and queens.
    movers = (knights | rooks | bishops) & mine
    quiet = free & targets
    for kind in range(3):
        left = movers & (knights if kind == 0 else bishops & ~rooks if kind == 1 else rooks)
        while left != 0:
            piece = left & -left
            left ^= piece
            start = lowest(piece)
            ends = 0
            if kind == 0:
                ends = knight_attacks(piece)
            else:
                if piece & bishops != 0:
                    ends |= diagonal_attacks(piece, free)
                if piece & rooks != 0:
                    ends |= straight_attacks(piece, free)
            ends &= quiet & allowed(piece, king, file, rank, rising, falling)
            while ends != 0:
                yield start | lowest(ends) << 6
                ends ^= ends & -ends

    # Quiet moves of the pawns: two steps, then one.
    left = pawn_steps(pushed & (RANK_3 if side == 0 else RANK_6), side) & quiet
    while left != 0:
        end = lowest(left)
        left ^= left & -left
        yield end + 2 * back | end << 6
    left = pushed & targets & ~last_rank
    while left != 0:
        end = lowest(left)
        left ^= left & -left
        yield end + back | end << 6
    # Quiet moves of the king.
    left = king_moves & free
    start = lowest(king)
    while left != 0:
        yield start | lowest(left) << 6
        left ^= left & -left


def play(state: State, move: int) -> State:
    """The state after a move."""
    straight, diagonal, other, black = boards_of(state)
    flags = state[4]
    side = flags & 1
    start, end, promotion = move & 63, move >> 6 & 63, move >> 12
    from_square, to_square = 1 << start, 1 << end
    is_pawn = other & ~straight & ~diagonal & from_square != 0
    is_capture = (straight | diagonal | other) & to_square != 0

    kept = ~(from_square | to_square)
    if is_pawn and not is_capture and (start ^ end) & 7 != 0:  # en passant: the captured pawn stands behind the target
        kept &= ~(to_square >> 8 if side == 0 else to_square << 8)
    moved_straight, moved_diagonal = straight >> start & 1, diagonal >> start & 1
    moved_other = other >> start & 1
    if promotion != 0:
        moved_straight = 0 if promotion == BISHOP else 1
        moved_diagonal = 1 if promotion in (BISHOP, QUEEN) else 0
        moved_other = 1 if promotion == KNIGHT else 0
    is_king = moved_diagonal & moved_other != 0
    straight = straight & kept | moved_straight << end
    diagonal = diagonal & kept | moved_diagonal << end
    other = other & kept | moved_other << end
    black = black & kept | side << end
    if is_king and (end - start == 2 or start - end == 2):
        rook_from, rook_to = (start + 3, start + 1) if end > start else (start - 4, start - 1)
        straight = straight & ~(1 << rook_from) | 1 << rook_to
        black = black & ~(1 << rook_from) | side << rook_to

    # A king or rook that leaves its square, or a rook that is captured there, ends the right to castle.
    touched = from_square | to_square
    lost = 0
    if touched & 0x91 != 0:
        lost |= WHITE_SHORT if touched & 0x90 != 0 else 0
        lost |= WHITE_LONG if touched & 0x11 != 0 else 0
    if touched >> 56 & 0x91 != 0:
        lost |= BLACK_SHORT if touched >> 56 & 0x90 != 0 else 0
        lost |= BLACK_LONG if touched >> 56 & 0x11 != 0 else 0
    rights = flags & 0b11110 & ~lost
    counter = 0 if is_pawn or is_capture else (flags >> COUNTER & 127) + 1

    passed = 0
    if is_pawn and (end - start == 16 or start - end == 16):
        boards = straight, diagonal, other, black
        target = 1 << (start + end >> 1)
        left = pawn_attacks(target, side) & other & ~straight & ~diagonal & (black if side == 0 else ~black)
        while left != 0:
            pawn = left & -left
            left ^= pawn
            if can_pass(boards, pawn, to_square, target, 1 - side):
                passed = (end & 7) + 1
    flags = 1 - side | rights | passed << EN_PASSANT | counter << COUNTER
    return state_of((straight, diagonal, other, black), flags)


def has_too_few_pieces(boards: Boards) -> bool:
    """Whether no sequence of moves can mate: kings alone, one knight, or bishops on squares of one colour."""
    straight, diagonal, other, _ = boards
    if straight & ~other | other & ~straight & ~diagonal != 0:
        return False
    bishops, knights = diagonal & ~other, straight & other
    if knights != 0:
        return bishops == 0 and knights ^ knights & -knights == 0
    dark = DARK_A1_TO_G8 | 1 << H8
    return bishops & dark == 0 or bishops & ~dark == 0


def has_move(state: State) -> bool:
    """Whether there is a legal move; most positions have a plain one that is seen without listing them."""
    boards, side = boards_of(state), state[4] & 1
    straight, diagonal, other, black = boards
    occupied = straight | diagonal | other
    mine = black if side == 1 else occupied ^ black
    _, targets, danger, file, rank, rising, falling = outlook(boards, side)
    if king_attacks(diagonal & other & mine) & ~danger & ~mine != 0:
        return True
    if targets == 0:
        return False
    loose = mine & ~(file | rank | rising | falling)
    if pawn_steps(other & ~straight & ~diagonal & loose, side) & ~occupied & targets != 0:
        return True
    if knight_attacks(straight & other & loose) & ~mine & targets != 0:
        return True
    for _move in moves(state):
        return True
    return False


def is_over(state: State) -> bool:
    """Whether the game has ended: mate, stalemate, a hundred plies without progress, or too few pieces to mate."""
    return state[4] >> COUNTER & 127 >= FIFTY_MOVES or has_too_few_pieces(boards_of(state)) or not has_move(state)


def utility(state: State) -> int:
    """Who is mated loses; every other end is a draw, the hundredth ply without progress too unless it mates."""
    side = state[4] & 1
    if is_check(boards_of(state), side) and not has_move(state):
        return 2 * side - 1
    return 0


def why_over(state: State) -> str:
    """Which rule has ended a game; a mate by the hundredth ply without progress is a mate."""
    if not has_move(state):
        return "checkmate" if is_check(boards_of(state), state[4] & 1) else "stalemate"
    if has_too_few_pieces(boards_of(state)):
        return "too few pieces to checkmate"
    return "fifty moves without a capture or a pawn move"


def noisy(state: State, move: int) -> bool:
    """Captures and promotions."""
    straight, diagonal, other, _ = boards_of(state)
    start, end = move & 63, move >> 6 & 63
    is_capture = (straight | diagonal | other) >> end & 1 != 0
    is_pawn = (other & ~straight & ~diagonal) >> start & 1 != 0
    return is_capture or move >> 12 != 0 or (is_pawn and (start ^ end) & 7 != 0)


def null_move(state: State) -> State:
    """The other side to move; the same state in check, and where a side with pawns alone may be in zugzwang."""
    boards, flags = boards_of(state), state[4]
    straight, diagonal, other, black = boards
    side = flags & 1
    mine = black if side == 1 else ~black
    if (straight | diagonal & ~other) & mine == 0 or is_check(boards, side):
        return state
    return (*state[:4], (flags ^ 1) & ~(15 << EN_PASSANT))


def position(state: State) -> State:
    """The state without the counter of the fifty-move rule."""
    return (*state[:4], state[4] & ~(127 << COUNTER))


def plies_to_draw(state: State) -> int:
    """After how many plies without a capture or a pawn move the game is a draw."""
    return FIFTY_MOVES - (state[4] >> COUNTER & 127)
