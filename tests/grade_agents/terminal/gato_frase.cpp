// Gato sin dibujo: la computadora dice su jugada.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int tablero[3][3];

int gana(int q) {
    for (int i = 0; i < 3; i++) {
        if (tablero[i][0] == q && tablero[i][1] == q && tablero[i][2] == q) return 1;
        if (tablero[0][i] == q && tablero[1][i] == q && tablero[2][i] == q) return 1;
    }
    if (tablero[0][0] == q && tablero[1][1] == q && tablero[2][2] == q) return 1;
    return tablero[0][2] == q && tablero[1][1] == q && tablero[2][0] == q;
}

bool lleno() {
    for (auto& fila : tablero)
        for (int x : fila)
            if (!x) return false;
    return true;
}

int minimax(int quien) {
    if (gana(2)) return 1;
    if (gana(1)) return -1;
    if (lleno()) return 0;
    int mejor = quien == 2 ? -9 : 9;
    for (int f = 0; f < 3; f++)
        for (int c = 0; c < 3; c++)
            if (!tablero[f][c]) {
                tablero[f][c] = quien;
                int v = minimax(3 - quien);
                tablero[f][c] = 0;
                if (quien == 2 ? v > mejor : v < mejor) mejor = v;
            }
    return mejor;
}

void juega() {
    int mejor = -9, bf = 0, bc = 0;
    for (int f = 0; f < 3; f++)
        for (int c = 0; c < 3; c++)
            if (!tablero[f][c]) {
                tablero[f][c] = 2;
                int v = minimax(1);
                tablero[f][c] = 0;
                if (v > mejor) { mejor = v; bf = f; bc = c; }
            }
    tablero[bf][bc] = 2;
    cout << "La computadora juega en " << bf + 1 << "," << bc + 1 << endl;
}

int main() {
    string r;
    cout << "¿Quieres empezar tú? (s/n): ";
    cin >> r;
    if (r != "s") juega();
    while (true) {
        int f, c;
        cout << "Tu turno. Fila y columna: ";
        if (!(cin >> f >> c)) {
            if (cin.eof()) return 0;
            cin.clear();
            cin.ignore(1000, '\n');
            cout << "No entiendo." << endl;
            continue;
        }
        if (f < 1 || f > 3 || c < 1 || c > 3 || tablero[f - 1][c - 1]) {
            cout << "Jugada invalida." << endl;
            continue;
        }
        tablero[f - 1][c - 1] = 1;
        if (gana(1)) { cout << "Ganaste!" << endl; break; }
        if (lleno()) { cout << "Empate" << endl; break; }
        juega();
        if (gana(2)) { cout << "Gana la computadora!" << endl; break; }
        if (lleno()) { cout << "Empate" << endl; break; }
    }
}
