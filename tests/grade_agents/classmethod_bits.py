class Bot:
    LINES = (0b111000000, 0b000111000, 0b000000111, 0b100100100, 0b010010010, 0b001001001, 0b100010001, 0b001010100)

    @classmethod
    def wins(cls, bits):
        return any(bits & l == l for l in cls.LINES)

    @classmethod
    def value(cls, me, opp, depth):
        if cls.wins(opp):
            return -1
        if depth == 0 or (me | opp) == 0b111111111:
            return 0
        return max(-cls.value(opp, me | (1 << s), depth - 1) for s in range(9) if not (me | opp) >> s & 1)

    @classmethod
    def get_move(cls, board, player):
        """board: list of 9 'X', 'O' or '-'"""
        me = sum(1 << i for i in range(9) if board[i] == player)
        opp = sum(1 << i for i in range(9) if board[i] not in (player, '-'))
        free = [s for s in range(9) if not (me | opp) >> s & 1]
        return max(free, key=lambda s: -cls.value(opp, me | (1 << s), 3))
