import tkinter as tk
from tkinter import messagebox
class App:
    def __init__(self):
        self.root=tk.Tk()
        self.board=[""]*9
        self.buttons=[]
        for i in range(9):
            b=tk.Button(self.root,text="",command=lambda i=i:self.click(i)); b.grid(row=i//3,column=i%3); self.buttons.append(b)
        self.human="X"; self.ai="O"
        self.root.mainloop()
    def click(self,i):
        if self.board[i]=="":
            self.board[i]=self.human; self.buttons[i]["text"]="X"
            if not self.check(self.human) and "" in self.board: self.ai_move()
    def check(self,p):
        b=self.board
        return any(b[x]==b[y]==b[z]==p for x,y,z in [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)])
    def minimax(self,is_max):
        if self.check(self.ai): return 1
        if self.check(self.human): return -1
        if "" not in self.board: return 0
        vs=[]
        for i in range(9):
            if self.board[i]=="":
                self.board[i]=self.ai if is_max else self.human
                vs.append(self.minimax(not is_max)); self.board[i]=""
        return max(vs) if is_max else min(vs)
    def ai_move(self):
        best=-2;move=None
        for i in range(9):
            if self.board[i]=="":
                self.board[i]=self.ai; v=self.minimax(False); self.board[i]=""
                if v>best: best,move=v,i
        self.board[move]=self.ai
        self.buttons[move]["text"]="O"
App()
