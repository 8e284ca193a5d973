package com.julia.tictactoe;

import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        System.out.print("Do you want to play X or O? ");
        boolean humanIsX = scanner.nextLine().trim().equalsIgnoreCase("x");
        Player human = new HumanPlayer(scanner), computer = new MinimaxPlayer();
        Player x = humanIsX ? human : computer, o = humanIsX ? computer : human;
        Board board = new Board();
        while (!board.isOver()) {
            Player p = board.getToMove() == Mark.X ? x : o;
            int i = p.chooseSquare(board);
            if (p == computer) System.out.println("Computer takes square " + (i + 1));
            board = board.play(i);
        }
        System.out.print(board);
        System.out.println(board.winner() == Mark.NONE ? "Draw." : board.winner() + " wins.");
    }
}
