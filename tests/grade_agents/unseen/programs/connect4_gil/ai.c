#include "ai.h"

/* how many neighbours of the same colour does the top disc of col have */
static int neighbours(const Board *b, int col, char me)
{
    int r = b->height[col] - 1, n = 0;
    for (int y = r - 1; y <= r + 1; y++)
        for (int x = col - 1; x <= col + 1; x++)
            if (y >= 0 && y < ROWS && x >= 0 && x < COLS && b->cell[y][x] == me)
                n++;
    return n;
}

int ai_column(Board *b, char me, char you)
{
    int best = -1, best_score = -1;
    (void)you;
    for (int c = 0; c < COLS; c++) {
        int s;
        if (!board_drop(b, c, me))
            continue;
        s = board_wins(b, me) ? 1000 : neighbours(b, c, me);
        board_undo(b, c);
        if (s > best_score) {
            best_score = s;
            best = c;
        }
    }
    return best;
}
