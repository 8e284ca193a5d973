#include "game.h"

Game::Game()
{
    for (auto& row : grid)
        for (char& c : row) c = '.';
}

char Game::winner() const
{
    for (int i = 0; i < 3; i++) {
        if (grid[i][0] != '.' && grid[i][0] == grid[i][1] && grid[i][1] == grid[i][2]) return grid[i][0];
        if (grid[0][i] != '.' && grid[0][i] == grid[1][i] && grid[1][i] == grid[2][i]) return grid[0][i];
    }
    if (grid[1][1] != '.') {
        if (grid[0][0] == grid[1][1] && grid[1][1] == grid[2][2]) return grid[1][1];
        if (grid[0][2] == grid[1][1] && grid[1][1] == grid[2][0]) return grid[1][1];
    }
    return 0;
}

bool Game::full() const
{
    for (auto& row : grid)
        for (char c : row) if (c == '.') return false;
    return true;
}

std::string Game::str() const
{
    std::string s;
    for (auto& row : grid) {
        for (char c : row) { s += c; s += ' '; }
        s += '\n';
    }
    return s;
}
