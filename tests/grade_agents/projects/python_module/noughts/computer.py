from .board import Board


def value(board: Board, mark: str) -> int:
    if board.winner():
        return 1 if board.winner() == "O" else -1
    if not board.free():
        return 0
    values = []
    for cell in board.free():
        board.cells[cell] = mark
        values.append(value(board, "X" if mark == "O" else "O"))
        board.cells[cell] = " "
    return max(values) if mark == "O" else min(values)


def choose(board: Board) -> int:
    best = None
    for cell in board.free():
        board.cells[cell] = "O"
        worth = value(board, "X")
        board.cells[cell] = " "
        if best is None or worth > best[0]:
            best = (worth, cell)
    return best[1]
