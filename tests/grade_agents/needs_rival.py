class Player:
    def __init__(self, name, mark):
        self.name = name
        self.mark = mark
        self.opponent = None

    def set_opponent(self, opponent):
        self.opponent = opponent


class ComputerPlayer(Player):
    WINS = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,7),(0,4,8),(2,4,6)]

    def make_move(self, board):
        move, _ = self._search(board, self, self.opponent)
        return move

    def _wins(self, board, mark):
        return any(board[a] == board[b] == board[c] == mark for a, b, c in self.WINS)

    def _search(self, board, mover, waiter):
        if self._wins(board, waiter.mark):
            return None, -1
        free = [i for i in range(9) if board[i] == '']
        if not free:
            return None, 0
        best = (None, -2)
        for i in free:
            board[i] = mover.mark
            v = -self._search(board, waiter, mover)[1]
            board[i] = ''
            if v > best[1]:
                best = (i, v)
        return best


if __name__ == '__main__':
    p1 = ComputerPlayer('Deep Thought', 'X')
    p2 = ComputerPlayer('HAL', 'O')
    p1.set_opponent(p2)
    p2.set_opponent(p1)
    b = [''] * 9
    print(p1.make_move(b))
