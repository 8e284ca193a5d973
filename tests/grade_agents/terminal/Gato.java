import java.util.*;

class Gato {
    private final int[] celdas = new int[9];
    private final Scanner entrada = new Scanner(System.in);
    private static final int[][] LINEAS = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

    int ganador() {
        for (int[] l : LINEAS)
            if (celdas[l[0]] != 0 && celdas[l[0]] == celdas[l[1]] && celdas[l[1]] == celdas[l[2]]) return celdas[l[0]];
        return 0;
    }

    boolean lleno() {
        return Arrays.stream(celdas).noneMatch(c -> c == 0);
    }

    int valor(int turno) {
        int g = ganador();
        if (g != 0 || lleno()) return g == 0 ? 0 : g == turno ? 1 : -1;
        int mejor = -2;
        for (int i = 0; i < 9; i++)
            if (celdas[i] == 0) {
                celdas[i] = turno;
                mejor = Math.max(mejor, -valor(-turno));
                celdas[i] = 0;
            }
        return mejor;
    }

    void maquina() {
        int mejor = -2, donde = 0;
        for (int i = 0; i < 9; i++)
            if (celdas[i] == 0) {
                celdas[i] = -1;
                int v = -valor(1);
                celdas[i] = 0;
                if (v > mejor) {
                    mejor = v;
                    donde = i;
                }
            }
        celdas[donde] = -1;
    }

    void dibuja() {
        StringBuilder s = new StringBuilder("\n");
        for (int i = 0; i < 9; i++) {
            s.append(celdas[i] == 0 ? "[ ]" : celdas[i] == 1 ? "[X]" : "[O]");
            if (i % 3 == 2) s.append("\n");
        }
        System.out.println(s);
    }

    void jugar() {
        System.out.print("Escribe tu nombre: ");
        String nombre = entrada.nextLine();
        System.out.println("Hola " + nombre + ", tus fichas son X");
        System.out.print("¿Quién empieza? [1] " + nombre + "  [2] máquina: ");
        boolean mio = !entrada.nextLine().trim().equals("2");
        while (ganador() == 0 && !lleno()) {
            if (mio) {
                dibuja();
                System.out.print("Casilla (1-9): ");
                int n;
                try {
                    n = Integer.parseInt(entrada.nextLine().trim());
                } catch (NumberFormatException e) {
                    continue;
                }
                if (n < 1 || n > 9 || celdas[n - 1] != 0) continue;
                celdas[n - 1] = 1;
            } else {
                maquina();
            }
            mio = !mio;
        }
        dibuja();
        System.out.println(ganador() == 1 ? "Ganas" : ganador() == -1 ? "Gana la máquina" : "Empate");
    }

    public static void main(String[] args) {
        new Gato().jugar();
    }
}
