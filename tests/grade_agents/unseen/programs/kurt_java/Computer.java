public class Computer {
    int minimax(Spiel s, boolean computer) {
        int e = s.ergebnis();
        if (e != 0) return e;
        if (s.voll()) return 0;
        int best = computer ? -10 : 10;
        for (int i = 0; i < 9; i++) {
            if (s.feld[i / 3][i % 3] != ' ') continue;
            s.feld[i / 3][i % 3] = computer ? 'O' : 'X';
            int w = minimax(s, !computer);
            s.feld[i / 3][i % 3] = ' ';
            best = computer ? Math.max(best, w) : Math.min(best, w);
        }
        return best;
    }

    void ziehe(Spiel s) {
        int best = -10, wo = -1;
        for (int i = 0; i < 9; i++) {
            if (s.feld[i / 3][i % 3] != ' ') continue;
            s.feld[i / 3][i % 3] = 'O';
            int w = minimax(s, false);
            s.feld[i / 3][i % 3] = ' ';
            if (w > best) {
                best = w;
                wo = i;
            }
        }
        s.feld[wo / 3][wo % 3] = 'O';
        System.out.println("Computer: " + (wo + 1));
    }
}
