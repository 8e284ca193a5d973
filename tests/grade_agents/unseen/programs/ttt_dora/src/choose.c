#include "ttt.h"

static int eval(char *b, char turn, char me, char you)
{
    if (winner(b, me)) return 1 + count_free(b);
    if (winner(b, you)) return -1 - count_free(b);
    if (!count_free(b)) return 0;
    int best = turn == me ? -50 : 50;
    for (int i = 0; i < 9; i++) {
        if (b[i] != FREE) continue;
        b[i] = turn;
        int v = eval(b, turn == me ? you : me, me, you);
        b[i] = FREE;
        if (turn == me ? v > best : v < best) best = v;
    }
    return best;
}

int choose(char *b, char me, char you)
{
    int best = -50, at = -1;
    for (int i = 0; i < 9; i++) {
        if (b[i] != FREE) continue;
        b[i] = me;
        int v = eval(b, you, me, you);
        b[i] = FREE;
        if (v > best) { best = v; at = i; }
    }
    return at;
}
