class Board:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.spots = {n: str(n) for n in range(1, 10)}

    def display(self):
        s = self.spots
        print(f"\n|{s[1]}|{s[2]}|{s[3]}|\n|{s[4]}|{s[5]}|{s[6]}|\n|{s[7]}|{s[8]}|{s[9]}|\n")

    def is_open(self, n):
        return n in self.spots and self.spots[n] == str(n)

    def open_spots(self):
        return [n for n in self.spots if self.is_open(n)]

    def mark(self, n, player):
        self.spots[n] = player

    def erase(self, n):
        self.spots[n] = str(n)

    def winner(self):
        for a, b, c in self.LINES:
            if self.spots[a + 1] == self.spots[b + 1] == self.spots[c + 1]:
                return self.spots[a + 1]
        return None
