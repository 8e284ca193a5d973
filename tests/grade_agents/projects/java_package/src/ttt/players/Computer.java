package ttt.players;

public class Computer {
    private final char me;
    private final char other;

    public Computer(char me) {
        this.me = me;
        this.other = me == 'X' ? 'O' : 'X';
    }

    public int choose(char[] cells, Rules rules) {
        int best = -2, choice = -1;
        for (int cell = 0; cell < 9; cell++) {
            if (cells[cell] != ' ') continue;
            cells[cell] = me;
            int score = score(cells, rules, other);
            cells[cell] = ' ';
            if (score > best) {
                best = score;
                choice = cell;
            }
        }
        return choice;
    }

    private int score(char[] cells, Rules rules, char turn) {
        if (rules.won(cells, me)) return 1;
        if (rules.won(cells, other)) return -1;
        int best = turn == me ? -1 : 1;
        boolean isFull = true;
        for (int cell = 0; cell < 9; cell++) {
            if (cells[cell] != ' ') continue;
            isFull = false;
            cells[cell] = turn;
            int score = score(cells, rules, turn == me ? other : me);
            cells[cell] = ' ';
            best = turn == me ? Math.max(best, score) : Math.min(best, score);
        }
        return isFull ? 0 : best;
    }

    public interface Rules {
        boolean won(char[] cells, char who);
    }
}
