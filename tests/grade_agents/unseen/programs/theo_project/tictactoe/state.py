from __future__ import annotations

from dataclasses import dataclass

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class State:
    crosses: frozenset[int] = frozenset()
    noughts: frozenset[int] = frozenset()

    @property
    def crosses_to_move(self) -> bool:
        return len(self.crosses) == len(self.noughts)

    @property
    def free(self) -> list[int]:
        return [i for i in range(9) if i not in self.crosses | self.noughts]

    def put(self, i: int) -> State:
        if self.crosses_to_move:
            return State(self.crosses | {i}, self.noughts)
        return State(self.crosses, self.noughts | {i})

    @property
    def winner(self) -> str | None:
        for line in LINES:
            if self.crosses.issuperset(line):
                return "X"
            if self.noughts.issuperset(line):
                return "O"
        return None

    def __str__(self) -> str:
        cell = lambda i: "X" if i in self.crosses else "O" if i in self.noughts else str(i)
        return "\n".join(" ".join(cell(3 * r + c) for c in range(3)) for r in range(3))
