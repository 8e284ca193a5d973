package ttt;

import java.util.Scanner;
import ttt.players.Computer;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Board board = new Board();
        System.out.print("Do you want to play X or O? ");
        char human = in.next().toUpperCase().charAt(0);
        char machine = human == 'X' ? 'O' : 'X';
        Computer computer = new Computer(machine);
        char turn = 'X';
        board.print();
        while (!board.isFull() && !board.hasWon('X') && !board.hasWon('O')) {
            if (turn == human) {
                System.out.print("Your move (1-9): ");
                int cell = in.nextInt() - 1;
                if (cell < 0 || cell > 8 || !board.isFree(cell)) continue;
                board.cells[cell] = human;
            } else {
                int cell = computer.choose(board.cells, (cells, who) -> board.hasWon(who));
                board.cells[cell] = machine;
            }
            board.print();
            turn = turn == 'X' ? 'O' : 'X';
        }
        System.out.println(board.hasWon('X') ? "X wins" : board.hasWon('O') ? "O wins" : "Draw");
    }
}
