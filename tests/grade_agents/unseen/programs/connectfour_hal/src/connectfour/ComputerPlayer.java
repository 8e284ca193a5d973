package connectfour;

public class ComputerPlayer {
    private final int me, other, depth;

    public ComputerPlayer(int me, int depth) {
        this.me = me;
        this.other = 3 - me;
        this.depth = depth;
    }

    public int chooseColumn(Grid grid) {
        int best = Integer.MIN_VALUE, col = -1;
        for (int c : new int[]{3, 2, 4, 1, 5, 0, 6}) {
            if (!grid.canPlay(c)) continue;
            int r = grid.play(c, me);
            int v = minimax(grid, depth - 1, false);
            grid.clear(r, c);
            if (v > best) {
                best = v;
                col = c;
            }
        }
        return col;
    }

    private int minimax(Grid g, int d, boolean mine) {
        if (g.hasFour(me)) return 1000 + d;
        if (g.hasFour(other)) return -1000 - d;
        if (d == 0 || g.isFull()) return 0;
        int best = mine ? -10000 : 10000;
        for (int c = 0; c < Grid.COLS; c++) {
            if (!g.canPlay(c)) continue;
            int r = g.play(c, mine ? me : other);
            int v = minimax(g, d - 1, !mine);
            g.clear(r, c);
            best = mine ? Math.max(best, v) : Math.min(best, v);
        }
        return best;
    }
}
