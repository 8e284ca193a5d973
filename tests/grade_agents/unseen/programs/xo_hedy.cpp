// XO igra — Hedy
#include <iostream>
#include <vector>
#include <string>
#include <cstdlib>
#include <ctime>
using namespace std;

vector<char> t(9, ' ');
char ja = 'X', pc = 'O';

bool pobjeda(char z) {
    int l[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    for (int i = 0; i < 8; i++)
        if (t[l[i][0]] == z && t[l[i][1]] == z && t[l[i][2]] == z) return true;
    return false;
}

bool puno() {
    for (char c : t) if (c == ' ') return false;
    return true;
}

int trazi(char z) {
    for (int i = 0; i < 9; i++)
        if (t[i] == ' ') {
            t[i] = z;
            bool p = pobjeda(z);
            t[i] = ' ';
            if (p) return i;
        }
    return -1;
}

int racunalo() {
    int i = trazi(pc);
    if (i >= 0) return i;
    i = trazi(ja);
    if (i >= 0) return i;
    if (t[4] == ' ') return 4;
    while (true) {
        i = rand() % 9;
        if (t[i] == ' ') return i;
    }
}

void crtaj() {
    for (int r = 0; r < 3; r++)
        cout << t[3*r] << "|" << t[3*r+1] << "|" << t[3*r+2] << endl << (r < 2 ? "-+-+-\n" : "");
}

int main() {
    srand(time(0));
    while (true) {
        crtaj();
        cout << "Tvoj potez (0-8): ";
        int p;
        if (!(cin >> p)) return 0;
        if (p < 0 || p > 8 || t[p] != ' ') { cout << "Krivo!" << endl; continue; }
        t[p] = ja;
        if (pobjeda(ja)) { crtaj(); cout << "Pobijedio si!" << endl; break; }
        if (puno()) { cout << "Nerijeseno" << endl; break; }
        int q = racunalo();
        t[q] = pc;
        cout << "Racunalo igra " << q << endl;
        if (pobjeda(pc)) { crtaj(); cout << "Izgubio si." << endl; break; }
    }
}
