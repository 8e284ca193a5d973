package connectfour;

public class Grid {
    public static final int ROWS = 6, COLS = 7;
    private final int[][] cells = new int[ROWS][COLS]; // row 0 = top

    public boolean canPlay(int col) {
        return col >= 0 && col < COLS && cells[0][col] == 0;
    }

    public int play(int col, int who) {
        int r = ROWS - 1;
        while (cells[r][col] != 0) r--;
        cells[r][col] = who;
        return r;
    }

    public void clear(int row, int col) {
        cells[row][col] = 0;
    }

    public boolean isFull() {
        for (int c = 0; c < COLS; c++)
            if (canPlay(c)) return false;
        return true;
    }

    public boolean hasFour(int who) {
        int[][] dirs = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLS; c++)
                for (int[] d : dirs) {
                    int n = 0;
                    for (int k = 0; k < 4; k++) {
                        int y = r + k * d[0], x = c + k * d[1];
                        if (y < ROWS && x >= 0 && x < COLS && cells[y][x] == who) n++;
                    }
                    if (n == 4) return true;
                }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (int[] row : cells) {
            for (int v : row) sb.append(v == 0 ? ". " : v == 1 ? "R " : "Y ");
            sb.append('\n');
        }
        return sb.append("0 1 2 3 4 5 6").toString();
    }
}
