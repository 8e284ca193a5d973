#include <algorithm>
#include <iostream>
using namespace std;

char square[10] = {'o', '1', '2', '3', '4', '5', '6', '7', '8', '9'};

int checkwin(char a, char b) {
    int w[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};
    bool full = true;
    for (int i = 1; i <= 9; i++)
        if (square[i] == '0' + i) full = false;
    if (full) return 3;  // a full board is called a draw before the lines are looked at
    for (auto& l : w) {
        if (square[l[0]] == a && square[l[1]] == a && square[l[2]] == a) return 1;
        if (square[l[0]] == b && square[l[1]] == b && square[l[2]] == b) return 2;
    }
    return 0;
}

void board() {
    cout << "\n\n\tTic Tac Toe\n\n";
    cout << "Player 1 (X)  -  Computer (O)\n\n";
    for (int r = 0; r < 3; r++) {
        cout << "     |     |     \n";
        cout << "  " << square[3 * r + 1] << "  |  " << square[3 * r + 2] << "  |  " << square[3 * r + 3] << "\n";
        cout << (r < 2 ? "_____|_____|_____\n" : "     |     |     \n");
    }
    cout << "\n";
}

int search(bool computer) {
    int over = checkwin('O', 'X');
    if (over == 1) return 10;
    if (over == 2) return -10;
    if (over == 3) return 0;
    int best = computer ? -100 : 100;
    for (int i = 1; i <= 9; i++)
        if (square[i] == '0' + i) {
            square[i] = computer ? 'O' : 'X';
            int v = search(!computer);
            square[i] = '0' + i;
            best = computer ? max(best, v) : min(best, v);
        }
    return best;
}

int main() {
    int choice;
    while (checkwin('O', 'X') == 0) {
        board();
        cout << "Player 1, enter a number:  ";
        cin >> choice;
        if (!cin) {
            if (cin.eof()) return 1;
            cin.clear();
            cin.ignore(1000, '\n');
            continue;
        }
        if (choice < 1 || choice > 9 || square[choice] != '0' + choice) {
            cout << "Invalid move\n";
            continue;
        }
        square[choice] = 'X';
        if (checkwin('O', 'X')) break;
        int best = -100, move = 0;
        for (int i = 1; i <= 9; i++)
            if (square[i] == '0' + i) {
                square[i] = 'O';
                int v = search(false);
                square[i] = '0' + i;
                if (v > best) { best = v; move = i; }
            }
        square[move] = 'O';
    }
    board();
    cout << "==> game over\n";
    return 0;
}
