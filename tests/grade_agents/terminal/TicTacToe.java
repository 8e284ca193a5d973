import java.util.Scanner;

public class TicTacToe {
    static char[][] board = {{' ', ' ', ' '}, {' ', ' ', ' '}, {' ', ' ', ' '}};
    static char human, computer;

    static void print() {
        System.out.println("  1   2   3");
        for (int r = 0; r < 3; r++) {
            System.out.println((char) ('A' + r) + " " + board[r][0] + " | " + board[r][1] + " | " + board[r][2]);
            if (r < 2) System.out.println("  ---------");
        }
    }

    static boolean wins(char p) {
        for (int i = 0; i < 3; i++) {
            if (board[i][0] == p && board[i][1] == p && board[i][2] == p) return true;
            if (board[0][i] == p && board[1][i] == p && board[2][i] == p) return true;
        }
        return board[0][0] == p && board[1][1] == p && board[2][2] == p
            || board[0][2] == p && board[1][1] == p && board[2][0] == p;
    }

    static boolean full() {
        for (char[] row : board) for (char c : row) if (c == ' ') return false;
        return true;
    }

    static int minimax(int depth, boolean isMax) {
        if (wins(computer)) return 10 - depth;
        if (wins(human)) return depth - 10;
        if (full() || depth == 3) return 0;
        int best = isMax ? -1000 : 1000;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                if (board[r][c] == ' ') {
                    board[r][c] = isMax ? computer : human;
                    int value = minimax(depth + 1, !isMax);
                    board[r][c] = ' ';
                    best = isMax ? Math.max(best, value) : Math.min(best, value);
                }
        return best;
    }

    static void computerMove() {
        int best = -1000, row = -1, column = -1;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                if (board[r][c] == ' ') {
                    board[r][c] = computer;
                    int value = minimax(1, false);
                    board[r][c] = ' ';
                    if (value > best) {
                        best = value;
                        row = r;
                        column = c;
                    }
                }
        board[row][column] = computer;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("Do you want to go first? (yes/no): ");
        boolean humanTurn = in.nextLine().trim().equalsIgnoreCase("yes");
        human = humanTurn ? 'X' : 'O';
        computer = humanTurn ? 'O' : 'X';
        while (!wins('X') && !wins('O') && !full()) {
            if (humanTurn) {
                print();
                System.out.print("Enter your move (like B2): ");
                String move = in.nextLine().trim().toUpperCase();
                if (move.length() != 2) {
                    System.out.println("Invalid!");
                    continue;
                }
                int r = move.charAt(0) - 'A', c = move.charAt(1) - '1';
                if (r < 0 || r > 2 || c < 0 || c > 2 || board[r][c] != ' ') {
                    System.out.println("Invalid!");
                    continue;
                }
                board[r][c] = human;
            } else {
                computerMove();
            }
            humanTurn = !humanTurn;
        }
        print();
        System.out.println(wins(human) ? "You win" : wins(computer) ? "Computer wins" : "Draw");
    }
}
