#include <stdio.h>
#include "board.h"

void clear(char board[SIZE][SIZE]) {
    for (int i = 0; i < 9; i++) board[i / 3][i % 3] = ' ';
}

void show(char board[SIZE][SIZE]) {
    printf("\n");
    for (int r = 0; r < 3; r++) {
        printf(" %c | %c | %c \n", board[r][0], board[r][1], board[r][2]);
        if (r < 2) printf("---+---+---\n");
    }
}

char winner(char b[SIZE][SIZE]) {
    for (int i = 0; i < 3; i++) {
        if (b[i][0] != ' ' && b[i][0] == b[i][1] && b[i][1] == b[i][2]) return b[i][0];
        if (b[0][i] != ' ' && b[0][i] == b[1][i] && b[1][i] == b[2][i]) return b[0][i];
    }
    if (b[1][1] != ' ' && ((b[0][0] == b[1][1] && b[1][1] == b[2][2]) || (b[0][2] == b[1][1] && b[1][1] == b[2][0])))
        return b[1][1];
    return ' ';
}

int full(char b[SIZE][SIZE]) {
    for (int i = 0; i < 9; i++)
        if (b[i / 3][i % 3] == ' ') return 0;
    return 1;
}
