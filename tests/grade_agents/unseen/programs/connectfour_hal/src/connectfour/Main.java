package connectfour;

import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Grid grid = new Grid();
        ComputerPlayer pc = new ComputerPlayer(2, 4);
        int who = 1;
        while (true) {
            int col;
            if (who == 1) {
                System.out.println(grid);
                System.out.print("Column (0-6)? ");
                col = in.nextInt();
                if (!grid.canPlay(col)) {
                    System.out.println("Invalid column.");
                    continue;
                }
            } else {
                col = pc.chooseColumn(grid);
                System.out.println("Computer drops in column " + col);
            }
            grid.play(col, who);
            if (grid.hasFour(who)) {
                System.out.println(grid);
                System.out.println(who == 1 ? "You won!" : "You lost!");
                break;
            }
            if (grid.isFull()) {
                System.out.println("Tie.");
                break;
            }
            who = 3 - who;
        }
    }
}
