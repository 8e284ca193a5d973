#pragma once
#include <array>
#include <iostream>
#include <vector>

class Board {
public:
    Board() { cells.fill(' '); }
    bool set(int i, char p);
    void unset(int i) { cells[i] = ' '; }
    bool wins(char p) const;
    std::vector<int> empty() const;
    friend std::ostream& operator<<(std::ostream& os, const Board& b);
private:
    std::array<char, 9> cells;
};
