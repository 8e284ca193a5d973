public class Spiel {
    char[][] feld = {{' ', ' ', ' '}, {' ', ' ', ' '}, {' ', ' ', ' '}};

    boolean hatReihe(char z) {
        for (int i = 0; i < 3; i++) {
            if (feld[i][0] == z && feld[i][1] == z && feld[i][2] == z) return true;
            if (feld[0][i] == z && feld[1][i] == z && feld[2][i] == z) return true;
        }
        return feld[1][1] == z && (feld[0][0] == z && feld[2][2] == z || feld[0][2] == z && feld[2][0] == z);
    }

    /** -1: X hat gewonnen, 1: O hat gewonnen, 0: nichts */
    int ergebnis() {
        for (int i = 0; i < 3; i++) {
            if (feld[i][0] == feld[i][1] && feld[i][1] == feld[i][2])
                return feld[i][0] == 'O' ? 1 : -1;
            if (feld[0][i] == feld[1][i] && feld[1][i] == feld[2][i])
                return feld[0][i] == 'O' ? 1 : -1;
        }
        if (feld[0][0] == feld[1][1] && feld[1][1] == feld[2][2])
            return feld[1][1] == 'O' ? 1 : -1;
        if (feld[0][2] == feld[1][1] && feld[1][1] == feld[2][0])
            return feld[1][1] == 'O' ? 1 : -1;
        return 0;
    }

    boolean voll() {
        for (char[] reihe : feld)
            for (char c : reihe)
                if (c == ' ') return false;
        return true;
    }

    void zeige() {
        for (char[] r : feld) System.out.println(" " + r[0] + " | " + r[1] + " | " + r[2]);
        System.out.println();
    }
}
