package com.julia.tictactoe;

import java.util.Arrays;

public class Board {
    private final Mark[] squares = new Mark[9];
    private Mark toMove = Mark.X;

    public Board() {
        Arrays.fill(squares, Mark.NONE);
    }

    public Board(Board b) {
        System.arraycopy(b.squares, 0, squares, 0, 9);
        toMove = b.toMove;
    }

    public boolean isFree(int i) {
        return i >= 0 && i < 9 && squares[i] == Mark.NONE;
    }

    public Board play(int i) {
        Board next = new Board(this);
        next.squares[i] = toMove;
        next.toMove = toMove.opposite();
        return next;
    }

    public Mark getToMove() {
        return toMove;
    }

    public Mark winner() {
        int[][] lines = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        for (int[] l : lines) {
            Mark m = squares[l[0]];
            if (m != Mark.NONE && m == squares[l[1]] && m == squares[l[2]]) return m;
        }
        return Mark.NONE;
    }

    public boolean isOver() {
        return winner() != Mark.NONE || Arrays.stream(squares).noneMatch(m -> m == Mark.NONE);
    }

    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            s.append(squares[i] == Mark.NONE ? "." : squares[i].name());
            s.append(i % 3 == 2 ? "\n" : " ");
        }
        return s.toString();
    }
}
