#include "Player.hpp"
#include <algorithm>
#include <cstdlib>

int Human::move(Board& board)
{
    std::cout << board << symbol << ", choose a field (1-9): " << std::flush;
    int i;
    if (!(std::cin >> i)) std::exit(1);
    return i - 1;
}

int Computer::search(Board& board, bool mine, int depth)
{
    if (board.wins(symbol)) return 10 - depth;
    if (board.wins(enemy())) return depth - 10;
    auto free = board.empty();
    if (free.empty()) return 0;
    int best = mine ? -100 : 100;
    for (int i : free) {
        board.set(i, mine ? symbol : enemy());
        int s = search(board, !mine, depth + 1);
        board.unset(i);
        best = mine ? std::max(best, s) : std::min(best, s);
    }
    return best;
}

int Computer::move(Board& board)
{
    int best = -100, at = -1;
    for (int i : board.empty()) {
        board.set(i, symbol);
        int s = search(board, false, 1);
        board.unset(i);
        if (s > best) { best = s; at = i; }
    }
    std::cout << "Computer plays " << at + 1 << "\n";
    return at;
}
