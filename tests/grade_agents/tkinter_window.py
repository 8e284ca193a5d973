import tkinter as tk
from tkinter import messagebox

root = tk.Tk()
root.title("Tic Tac Toe")

HUMAN = "X"
AI = "O"
cells = [""] * 9
buttons = []


def winner(b):
    for i, j, k in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if b[i] and b[i] == b[j] == b[k]:
            return b[i]
    return None


def minimax(b, maximizing):
    w = winner(b)
    if w == AI:
        return 1
    if w == HUMAN:
        return -1
    if "" not in b:
        return 0
    scores = []
    for i in range(9):
        if b[i] == "":
            b[i] = AI if maximizing else HUMAN
            scores.append(minimax(b, not maximizing))
            b[i] = ""
    return max(scores) if maximizing else min(scores)


def best_ai_move(b):
    best = -2
    move = None
    for i in range(9):
        if b[i] == "":
            b[i] = AI
            s = minimax(b, False)
            b[i] = ""
            if s > best:
                best = s
                move = i
    return move


def on_click(i):
    if cells[i] == "" and not winner(cells):
        cells[i] = HUMAN
        buttons[i].config(text=HUMAN)
        if not winner(cells) and "" in cells:
            j = best_ai_move(cells)
            cells[j] = AI
            buttons[j].config(text=AI)
        if winner(cells):
            messagebox.showinfo("Game over", winner(cells) + " wins")


for i in range(9):
    button = tk.Button(root, text="", font=("Arial", 40), width=3, command=lambda i=i: on_click(i))
    button.grid(row=i // 3, column=i % 3)
    buttons.append(button)

root.mainloop()
