#ifndef GAME_H
#define GAME_H
#include <string>

struct Game {
    char grid[3][3];
    Game();
    char winner() const;       // 'X', 'O' or 0
    bool full() const;
    std::string str() const;
};
#endif
