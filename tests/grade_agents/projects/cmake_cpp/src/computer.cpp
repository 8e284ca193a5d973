#include "computer.h"

static int minimax(char b[SIZE][SIZE], int is_computer) {
    char won = winner(b);
    if (won == 'O') return 1;
    if (won == 'X') return -1;
    if (full(b)) return 0;
    int best = is_computer ? -2 : 2;
    for (int i = 0; i < 9; i++) {
        if (b[i / 3][i % 3] != ' ') continue;
        b[i / 3][i % 3] = is_computer ? 'O' : 'X';
        int score = minimax(b, !is_computer);
        b[i / 3][i % 3] = ' ';
        if (is_computer ? score > best : score < best) best = score;
    }
    return best;
}

void computer_moves(char b[SIZE][SIZE]) {
    int best = -2, at = -1;
    for (int i = 0; i < 9; i++) {
        if (b[i / 3][i % 3] != ' ') continue;
        b[i / 3][i % 3] = 'O';
        int score = minimax(b, 0);
        b[i / 3][i % 3] = ' ';
        if (score > best) {
            best = score;
            at = i;
        }
    }
    b[at / 3][at % 3] = 'O';
}
