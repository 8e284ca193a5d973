import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Spiel spiel = new Spiel();
        Computer computer = new Computer();
        System.out.println("Du bist X. Felder 1 bis 9.");
        while (true) {
            spiel.zeige();
            System.out.print("Zug: ");
            if (!in.hasNextInt()) return;
            int f = in.nextInt() - 1;
            if (f < 0 || f > 8 || spiel.feld[f / 3][f % 3] != ' ') {
                System.out.println("Ungültig");
                continue;
            }
            spiel.feld[f / 3][f % 3] = 'X';
            if (fertig(spiel)) return;
            computer.ziehe(spiel);
            if (fertig(spiel)) return;
        }
    }

    static boolean fertig(Spiel s) {
        if (s.hatReihe('X') || s.hatReihe('O') || s.voll()) {
            s.zeige();
            System.out.println(s.hatReihe('X') ? "Du gewinnst" : s.hatReihe('O') ? "Computer gewinnt" : "Unentschieden");
            return true;
        }
        return false;
    }
}
