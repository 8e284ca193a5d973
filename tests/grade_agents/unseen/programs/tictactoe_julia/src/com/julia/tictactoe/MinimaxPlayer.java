package com.julia.tictactoe;

public class MinimaxPlayer implements Player {

    @Override
    public int chooseSquare(Board board) {
        int best = -2;
        int square = -1;
        for (int i = 0; i < 9; i++) {
            if (!board.isFree(i)) continue;
            int v = -evaluate(board.play(i));
            if (v > best) {
                best = v;
                square = i;
            }
        }
        return square;
    }

    /** value for the side to move */
    private int evaluate(Board board) {
        if (board.winner() != Mark.NONE) return -1;
        if (board.isOver()) return 0;
        int best = -2;
        for (int i = 0; i < 9; i++)
            if (board.isFree(i)) best = Math.max(best, -evaluate(board.play(i)));
        return best;
    }
}
