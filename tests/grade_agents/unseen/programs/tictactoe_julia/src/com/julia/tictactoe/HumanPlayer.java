package com.julia.tictactoe;

import java.util.Scanner;

public class HumanPlayer implements Player {
    private final Scanner scanner;

    public HumanPlayer(Scanner scanner) {
        this.scanner = scanner;
    }

    @Override
    public int chooseSquare(Board board) {
        System.out.print(board);
        while (true) {
            System.out.print("Square (1-9): ");
            int i = Integer.parseInt(scanner.nextLine().trim()) - 1;
            if (board.isFree(i)) return i;
            System.out.println("Not free.");
        }
    }
}
