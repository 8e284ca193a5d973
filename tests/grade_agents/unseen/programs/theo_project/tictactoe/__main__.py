import argparse

from . import State, best_reply


def main():
    parser = argparse.ArgumentParser(prog="tictactoe")
    parser.add_argument("--bot", choices=["x", "o"], default="o")
    bot = parser.parse_args().bot.upper()
    state = State()
    while not state.winner and state.free:
        mover = "X" if state.crosses_to_move else "O"
        if mover == bot:
            i = best_reply(state)
            print(f"bot plays {i}")
        else:
            print(state)
            try:
                i = int(input("your square: "))
            except ValueError:
                continue
            if i not in state.free:
                print("taken")
                continue
        state = state.put(i)
    print(state)
    print(f"{state.winner} wins" if state.winner else "draw")


if __name__ == "__main__":
    main()
