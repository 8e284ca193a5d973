#include <iostream>
#include "engine.h"

int main()
{
    Game g;
    std::cout << g.str();
    while (true) {
        int r, c;
        std::cout << "Row and column (1-3 1-3): " << std::flush;
        if (!(std::cin >> r >> c)) return 1;
        r--; c--;
        if (r < 0 || r > 2 || c < 0 || c > 2 || g.grid[r][c] != '.') {
            std::cout << "Invalid, again\n";
            continue;
        }
        g.grid[r][c] = 'X';
        if (!g.winner() && !g.full()) {
            auto [br, bc] = bestMove(g);
            g.grid[br][bc] = 'O';
        }
        std::cout << g.str();
        if (g.winner()) {
            std::cout << g.winner() << " wins\n";
            return 0;
        }
        if (g.full()) {
            std::cout << "Draw\n";
            return 0;
        }
    }
}
