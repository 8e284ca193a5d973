from game import Game
from bot import choose

game = Game()
while not game.over():
    if game.player == "X":
        print(game)
        i, j = [int(t) for t in input("X, row and column (0-2): ").split()]
        if (i, j) not in game.legal():
            print("no!")
            continue
    else:
        i, j = choose(game)
        print("O takes", i, j)
    game = game.move(i, j)
print(game)
print("winner", game.winner())
