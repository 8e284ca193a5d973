#include "ai.h"

static enum mark other(enum mark m) { return m == NOUGHT ? CROSS : NOUGHT; }

static int negamax(struct board *b, enum mark m, int alpha, int beta)
{
    if (has_line(b, other(m))) return -1;
    if (is_full(b)) return 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            if (b->sq[r][c] != EMPTY) continue;
            b->sq[r][c] = m;
            int v = -negamax(b, other(m), -beta, -alpha);
            b->sq[r][c] = EMPTY;
            if (v > alpha) alpha = v;
            if (alpha >= beta) return alpha;
        }
    return alpha;
}

struct move best_move(struct board *b, enum mark me)
{
    struct move best = {-1, -1};
    int top = -2;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            if (b->sq[r][c] != EMPTY) continue;
            b->sq[r][c] = me;
            int v = -negamax(b, other(me), -1, 1);
            b->sq[r][c] = EMPTY;
            if (v > top) { top = v; best.r = r; best.c = c; }
        }
    return best;
}
