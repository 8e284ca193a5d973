// Reads nine numbers (0 empty, 1 and 2) and the number of the side to move; writes the number of a cell from 0. Right.
import java.util.Scanner;

class Numbers {
    static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
    };
    static int[] board = new int[9];

    static boolean won(int who) {
        for (int[] line : LINES)
            if (board[line[0]] == who && board[line[1]] == who && board[line[2]] == who) return true;
        return false;
    }

    static int search(int me, int alpha, int beta, boolean isRoot) {
        if (won(3 - me)) return -10;
        int best = -100, move = -1;
        for (int cell = 0; cell < 9 && alpha < beta; cell++) {
            if (board[cell] != 0) continue;
            board[cell] = me;
            int value = -search(3 - me, -beta, -alpha, false);
            board[cell] = 0;
            if (value > best) {
                best = value;
                move = cell;
            }
            alpha = Math.max(alpha, best);
        }
        if (isRoot) System.out.println(move);
        return move < 0 ? 0 : best;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (int cell = 0; cell < 9; cell++) board[cell] = in.nextInt();
        search(in.nextInt(), -100, 100, true);
    }
}
