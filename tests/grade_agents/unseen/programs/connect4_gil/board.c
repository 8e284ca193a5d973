#include <stdio.h>
#include <string.h>
#include "board.h"

void board_init(Board *b)
{
    memset(b->cell, '.', sizeof b->cell);
    memset(b->height, 0, sizeof b->height);
    b->count = 0;
}

int board_drop(Board *b, int col, char disc)
{
    if (col < 0 || col >= COLS || b->height[col] >= ROWS)
        return 0;
    b->cell[b->height[col]++][col] = disc;
    b->count++;
    return 1;
}

void board_undo(Board *b, int col)
{
    b->cell[--b->height[col]][col] = '.';
    b->count--;
}

int board_wins(const Board *b, char d)
{
    static const int dr[] = {0, 1, 1, -1}, dc[] = {1, 0, 1, 1};
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            for (int k = 0; k < 4; k++) {
                int n = 0, y = r, x = c;
                while (n < 4 && y >= 0 && y < ROWS && x < COLS && b->cell[y][x] == d) {
                    n++; y += dr[k]; x += dc[k];
                }
                if (n == 4) return 1;
            }
    return 0;
}

void board_print(const Board *b)
{
    for (int r = ROWS - 1; r >= 0; r--) {
        for (int c = 0; c < COLS; c++)
            printf(" %c", b->cell[r][c]);
        printf("\n");
    }
    printf(" 1 2 3 4 5 6 7\n");
}
