package ttt;

public class Board {
    final char[] cells = "         ".toCharArray();

    boolean isFree(int cell) {
        return cells[cell] == ' ';
    }

    boolean isFull() {
        return new String(cells).indexOf(' ') < 0;
    }

    boolean hasWon(char who) {
        for (int[] line : Lines.ALL) {
            if (cells[line[0]] == who && cells[line[1]] == who && cells[line[2]] == who) return true;
        }
        return false;
    }

    void print() {
        for (int row = 0; row < 9; row += 3) {
            System.out.println(" " + cells[row] + " | " + cells[row + 1] + " | " + cells[row + 2]);
            if (row < 6) System.out.println("-----------");
        }
    }
}
