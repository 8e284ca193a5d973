import random


class Board:
    def __init__(self):
        self.rows = [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]

    def __str__(self):
        return "\n".join(str(row) for row in self.rows)

    def winner(self):
        lines = self.rows + [list(column) for column in zip(*self.rows)]
        lines.append([self.rows[i][i] for i in range(3)])
        lines.append([self.rows[i][2 - i] for i in range(3)])
        for line in lines:
            if line[0] != " " and line.count(line[0]) == 3:
                return line[0]

    def empty(self):
        return [(r, c) for r in range(3) for c in range(3) if self.rows[r][c] == " "]


class Human:
    def __init__(self, mark):
        self.mark = mark

    def move(self, board):
        while True:
            try:
                r, c = map(int, input(f"Player {self.mark}, enter row and column (0-2): ").split())
            except ValueError:
                print("Two numbers please, like: 0 2")
                continue
            if (r, c) in board.empty():
                return r, c
            print("That cell is not free")


class Computer:
    def __init__(self, mark):
        self.mark = mark
        self.other = "O" if mark == "X" else "X"
        self.seen = {}

    def value(self, board, mark):
        key = (str(board), mark)
        if key not in self.seen:
            won = board.winner()
            if won:
                self.seen[key] = 1 if won == self.mark else -1
            elif not board.empty():
                self.seen[key] = 0
            else:
                values = []
                for r, c in board.empty():
                    board.rows[r][c] = mark
                    values.append(self.value(board, self.other if mark == self.mark else self.mark))
                    board.rows[r][c] = " "
                self.seen[key] = max(values) if mark == self.mark else min(values)
        return self.seen[key]

    def move(self, board):
        values = {}
        for r, c in board.empty():
            board.rows[r][c] = self.mark
            values[r, c] = self.value(board, self.other)
            board.rows[r][c] = " "
        best = max(values.values())
        return random.choice([cell for cell in values if values[cell] == best])


def play(first, second):
    board = Board()
    players = [first, second]
    while board.winner() is None and board.empty():
        print(board)
        player = players[0]
        r, c = player.move(board)
        board.rows[r][c] = player.mark
        players.reverse()
    print(board)
    print("Winner:", board.winner() or "nobody")


def menu():
    while True:
        print("\n1) Two players\n2) You against the computer\n3) The computer begins\n4) Quit")
        choice = input("> ")
        if choice == "1":
            play(Human("X"), Human("O"))
        elif choice == "2":
            play(Human("X"), Computer("O"))
        elif choice == "3":
            play(Computer("X"), Human("O"))
        elif choice == "4":
            return


if __name__ == "__main__":
    menu()
