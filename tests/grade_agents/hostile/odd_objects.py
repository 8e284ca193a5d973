"""Answers with an object that fails in every way that an object can."""


def attack(board):
    class Odd:
        def __getattribute__(self, name):
            raise SystemExit(name)

        def __repr__(self):
            raise KeyboardInterrupt

        def __eq__(self, other):
            raise GeneratorExit

        __hash__ = None
        __str__ = __iter__ = __len__ = __index__ = __repr__

    return Odd()


def move(board):
    if board.count(" ") == 7:
        return attack(board)
    return board.index(" ")
