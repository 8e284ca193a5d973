package com.julia.tictactoe;

public interface Player {
    int chooseSquare(Board board);
}
