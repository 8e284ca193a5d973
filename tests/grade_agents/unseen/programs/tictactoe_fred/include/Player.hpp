#pragma once
#include "Board.hpp"

class Player {
public:
    explicit Player(char s) : symbol(s) {}
    virtual ~Player() = default;
    virtual int move(Board& board) = 0;
    const char symbol;
};

class Human : public Player {
public:
    using Player::Player;
    int move(Board& board) override;
};

class Computer : public Player {
public:
    using Player::Player;
    int move(Board& board) override;
private:
    int search(Board& board, bool mine, int depth);
    char enemy() const { return symbol == 'X' ? 'O' : 'X'; }
};
