#include "engine.h"
#include <algorithm>

static int alphabeta(Game& g, int alpha, int beta, bool computer)
{
    char w = g.winner();
    if (w == 'O') return 1;
    if (w == 'X') return -1;
    if (g.full()) return 0;

    int best = computer ? -1000 : 1000;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            if (g.grid[r][c] != '.') continue;
            g.grid[r][c] = computer ? 'O' : 'X';
            int v = alphabeta(g, alpha, beta, !computer);
            g.grid[r][c] = '.';
            if (computer) {
                best = std::max(best, v);
                alpha = std::max(alpha, best);
            } else {
                best = std::min(best, v);
                alpha = std::min(beta, best);
            }
            if (alpha >= beta)
                return best;
        }
    }
    return best;
}

std::pair<int,int> bestMove(Game& g)
{
    int best = -1000;
    std::pair<int,int> where{-1, -1};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            if (g.grid[r][c] != '.') continue;
            g.grid[r][c] = 'O';
            int v = alphabeta(g, -1, 1, false);
            g.grid[r][c] = '.';
            if (v > best) { best = v; where = {r, c}; }
        }
    return where;
}
