print("Welcome to Tic Tac Toe!")

board = ["-", "-", "-", "-", "-", "-", "-", "-", "-"]


def display():
    print(board[0] + " | " + board[1] + " | " + board[2])
    print(board[3] + " | " + board[4] + " | " + board[5])
    print(board[6] + " | " + board[7] + " | " + board[8])


def winner_of(b):
    combos = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    for combo in combos:
        if b[combo[0]] == b[combo[1]] == b[combo[2]] and b[combo[0]] != "-":
            return b[combo[0]]
    return None


def minimax(b, symbol, ai):
    w = winner_of(b)
    if w == ai:
        return 1
    if w is not None:
        return -1
    if "-" not in b:
        return 0
    nxt = "O" if symbol == "X" else "X"
    best = None
    for i in range(9):
        if b[i] == "-":
            b[i] = symbol
            s = minimax(b, nxt, ai)
            b[i] = "-"
            if best is None or (symbol == ai and s > best) or (symbol != ai and s < best):
                best = s
    return best


def ai_move(b, ai):
    results = {}
    for i in range(9):
        if b[i] == "-":
            b[i] = ai
            results[i] = minimax(b, "O" if ai == "X" else "X", ai)
            b[i] = "-"
    top = max(results.values())
    for i in results:
        if results[i] == top:
            return i


display()
while winner_of(board) is None and "-" in board:
    position = int(input("Choose a position from 1-9: ")) - 1
    board[position] = "X"
    if winner_of(board) is None and "-" in board:
        board[ai_move(board, "O")] = "O"
    display()
print("Game over")
