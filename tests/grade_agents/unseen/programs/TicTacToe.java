import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/** Tic-tac-toe, Igor. Human against an unbeatable computer. */
public class TicTacToe {
    static char[][] board = new char[3][3];
    static final char EMPTY = ' ';
    static Random random = new Random();

    static boolean hasWon(char p) {
        for (int i = 0; i < 3; i++) {
            if (board[i][0] == p && board[i][1] == p && board[i][2] == p) return true;
            if (board[0][i] == p && board[1][i] == p && board[2][i] == p) return true;
        }
        return (board[0][0] == p && board[1][1] == p && board[2][2] == p)
            || (board[0][2] == p && board[1][1] == p && board[2][0] == p);
    }

    static List<int[]> freeCells() {
        List<int[]> free = new ArrayList<>();
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                if (board[r][c] == EMPTY) free.add(new int[]{r, c});
        return free;
    }

    static int minimax(char turn, char ai, char human) {
        if (hasWon(ai)) return 1;
        if (hasWon(human)) return -1;
        List<int[]> free = freeCells();
        if (free.isEmpty()) return 0;
        int best = turn == ai ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (int[] m : free) {
            board[m[0]][m[1]] = turn;
            int v = minimax(turn == ai ? human : ai, ai, human);
            board[m[0]][m[1]] = EMPTY;
            best = turn == ai ? Math.max(best, v) : Math.min(best, v);
        }
        return best;
    }

    static int[] aiMove(char ai, char human) {
        List<int[]> good = new ArrayList<>();
        int best = Integer.MIN_VALUE;
        for (int[] m : freeCells()) {
            board[m[0]][m[1]] = ai;
            int v = minimax(human, ai, human);
            board[m[0]][m[1]] = EMPTY;
            if (v > best) {
                best = v;
                good.clear();
            }
            if (v == best) good.add(m);
        }
        return good.get(random.nextInt(good.size()));
    }

    static void print() {
        System.out.println("-------------");
        for (char[] row : board) {
            System.out.println("| " + row[0] + " | " + row[1] + " | " + row[2] + " |");
            System.out.println("-------------");
        }
    }

    public static void main(String[] args) {
        for (char[] row : board) java.util.Arrays.fill(row, EMPTY);
        Scanner sc = new Scanner(System.in);
        char turn = 'X';
        while (true) {
            print();
            if (turn == 'X') {
                System.out.print("Your turn, row and column (1-3): ");
                int r = sc.nextInt() - 1, c = sc.nextInt() - 1;
                if (r < 0 || r > 2 || c < 0 || c > 2 || board[r][c] != EMPTY) {
                    System.out.println("This move is not valid");
                    continue;
                }
                board[r][c] = 'X';
            } else {
                int[] m = aiMove('O', 'X');
                board[m[0]][m[1]] = 'O';
                System.out.println("Computer: " + (m[0] + 1) + " " + (m[1] + 1));
            }
            if (hasWon(turn)) {
                print();
                System.out.println(turn + " won!");
                return;
            }
            if (freeCells().isEmpty()) {
                print();
                System.out.println("Draw");
                return;
            }
            turn = turn == 'X' ? 'O' : 'X';
        }
    }
}
