#include "Board.hpp"

bool Board::set(int i, char p)
{
    if (i < 0 || i > 8 || cells[i] != ' ') return false;
    cells[i] = p;
    return true;
}

bool Board::wins(char p) const
{
    static const int w[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    for (auto& l : w)
        if (cells[l[0]] == p && cells[l[1]] == p && cells[l[2]] == p) return true;
    return false;
}

std::vector<int> Board::empty() const
{
    std::vector<int> v;
    for (int i = 0; i < 9; ++i)
        if (cells[i] == ' ') v.push_back(i);
    return v;
}

std::ostream& operator<<(std::ostream& os, const Board& b)
{
    for (int i = 0; i < 9; ++i)
        os << '[' << b.cells[i] << ']' << (i % 3 == 2 ? "\n" : "");
    return os;
}
