# tic-tac-toe, прим. от Виктор
DEBUG = True

def show(b):
    for i in range(3):
        print(b[3*i], b[3*i+1], b[3*i+2])
    print("======")

def w(b):
    t = ["012","345","678","036","147","258","048","246"]
    for x in t:
        i, j, k = map(int, x)
        if b[i] == b[j] == b[k] and b[i] in "XO":
            return b[i]
    return ""

def minimax(b, ply, player):
    # b is a string, "123456789" at the beginning
    if DEBUG:
        print("  " * ply + "minimax", player, b)
    who = w(b)
    if who == "X": return (1, "")
    if who == "O": return (-1, "")
    res = []
    for ch in b:
        if ch not in "XO":
            v, _ = minimax(b.replace(ch, player), ply + 1, "O" if player == "X" else "X")
            res.append((v, ch))
            if DEBUG: print("  " * ply, ch, "=>", v)
    if res == []:
        return (0, "")
    return max(res) if player == "X" else min(res)

def computer(b, player):
    v, ch = minimax(b, 0, player)
    print("computer takes", ch, "value", v)
    return ch

if __name__ == "__main__":
    b = "123456789"
    b = b.replace("5", "X")
    while w(b) == "" and any(c.isdigit() for c in b):
        show(b)
        ch = input("O: ")
        if ch not in b or ch in "XO":
            continue
        b = b.replace(ch, "O")
        if w(b) == "" and any(c.isdigit() for c in b):
            b = b.replace(computer(b, "X"), "X")
    show(b)
    print("winner:", w(b) or "none")
