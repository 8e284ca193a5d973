"""Human is X and begins. Only the board is printed."""


class Game:
    def __init__(self):
        self.b = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]

    def __str__(self):
        return "\n-----\n".join("|".join(row) for row in self.b)

    def three(self):
        b = self.b
        for i in range(3):
            if b[i][0] == b[i][1] == b[i][2]:
                return b[i][0]
            if b[0][i] == b[1][i] == b[2][i]:
                return b[0][i]
        if b[0][0] == b[1][1] == b[2][2] or b[0][2] == b[1][1] == b[2][0]:
            return b[1][1]
        return None

    def run(self):
        n = 0
        while True:
            print(self)
            while True:
                s = input("> ")
                if s.isdigit() and 1 <= int(s) <= 9 and self.b[(int(s) - 1) // 3][(int(s) - 1) % 3] == s:
                    break
                print("?")
            k = int(s) - 1
            self.b[k // 3][k % 3] = "X"
            n += 1
            if self.three() or n == 9:
                break
            _, k = self.__think("O", n)
            self.b[k // 3][k % 3] = "O"
            n += 1
            if self.three():
                break
        print(self)
        print({"X": "You won.", "O": "I won.", None: "Nobody won."}[self.three()])

    def __think(self, who, n):
        if self.three():
            return (-1, None)
        if n == 9:
            return (0, None)
        best = (-2, None)
        for k in range(9):
            r, c = divmod(k, 3)
            if self.b[r][c] not in "XO":
                old = self.b[r][c]
                self.b[r][c] = who
                v = -self.__think("X" if who == "O" else "O", n + 1)[0]
                self.b[r][c] = old
                if v > best[0]:
                    best = (v, k)
        return best


Game().run()
