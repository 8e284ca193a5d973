#include <stdio.h>
#include "board.h"

void clear_board(struct board *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            b->sq[r][c] = EMPTY;
}

void print_board(const struct board *b)
{
    printf("   a b c\n");
    for (int r = 0; r < 3; r++) {
        printf("%d  ", r + 1);
        for (int c = 0; c < 3; c++)
            printf("%c ", ".OX"[b->sq[r][c]]);
        printf("\n");
    }
}

bool has_line(const struct board *b, enum mark m)
{
    for (int i = 0; i < 3; i++) {
        if (b->sq[i][0] == m && b->sq[i][1] == m && b->sq[i][2] == m) return true;
        if (b->sq[0][i] == m && b->sq[1][i] == m && b->sq[2][i] == m) return true;
    }
    if (b->sq[0][0] == m && b->sq[1][1] == m && b->sq[2][2] == m) return true;
    return b->sq[0][2] == m && b->sq[1][1] == m && b->sq[2][0] == m;
}

bool is_full(const struct board *b)
{
    for (int i = 0; i < 9; i++)
        if (b->sq[i / 3][i % 3] == EMPTY) return false;
    return true;
}
