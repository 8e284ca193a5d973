import math
import random


class TicTacToe:
    def __init__(self):
        self.board = self.make_board()
        self.current_winner = None

    @staticmethod
    def make_board():
        return [" " for _ in range(9)]

    def make_move(self, square, letter):
        if self.board[square] == " ":
            self.board[square] = letter
            if self.winner(square, letter):
                self.current_winner = letter
            return True
        return False

    def winner(self, square, letter):
        row = square // 3
        if all(s == letter for s in self.board[row * 3 : (row + 1) * 3]):
            return True
        col = square % 3
        if all(s == letter for s in [self.board[col + i * 3] for i in range(3)]):
            return True
        if square % 2 == 0:
            if all(self.board[i] == letter for i in [0, 4, 8]):
                return True
            if all(self.board[i] == letter for i in [2, 4, 6]):
                return True
        return False

    def empty_squares(self):
        return " " in self.board

    def num_empty_squares(self):
        return self.board.count(" ")

    def available_moves(self):
        return [i for i, x in enumerate(self.board) if x == " "]


class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        pass


class HumanPlayer(Player):
    def get_move(self, game):
        while True:
            square = input(self.letter + "'s turn. Input move (0-8): ")
            try:
                val = int(square)
                if val not in game.available_moves():
                    raise ValueError
                return val
            except ValueError:
                print("Invalid square. Try again.")


class RandomComputerPlayer(Player):
    def get_move(self, game):
        return random.choice(game.available_moves())


class GeniusComputerPlayer(Player):
    def get_move(self, game):
        if len(game.available_moves()) == 9:
            return random.choice(game.available_moves())
        return self.minimax(game, self.letter)["position"]

    def minimax(self, state, player):
        max_player = self.letter
        other_player = "O" if player == "X" else "X"
        if state.current_winner == other_player:
            empty = state.num_empty_squares() + 1
            return {"position": None, "score": empty if other_player == max_player else -empty}
        if not state.empty_squares():
            return {"position": None, "score": 0}
        if player == max_player:
            best = {"position": None, "score": -math.inf}
        else:
            best = {"position": None, "score": math.inf}
        for possible_move in state.available_moves():
            state.make_move(possible_move, player)
            sim_score = self.minimax(state, other_player)
            state.board[possible_move] = " "
            state.current_winner = None
            sim_score["position"] = possible_move
            if player == max_player:
                if sim_score["score"] > best["score"]:
                    best = sim_score
            elif sim_score["score"] < best["score"]:
                best = sim_score
        return best


def play(game, x_player, o_player, print_game=True):
    letter = "X"
    while game.empty_squares():
        square = (o_player if letter == "O" else x_player).get_move(game)
        if game.make_move(square, letter):
            if game.current_winner:
                return letter
            letter = "O" if letter == "X" else "X"


if __name__ == "__main__":
    play(TicTacToe(), HumanPlayer("X"), GeniusComputerPlayer("O"))
