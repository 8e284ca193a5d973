#pragma once
#include <stdbool.h>

enum mark { EMPTY = 0, NOUGHT = 1, CROSS = 2 };

struct board {
    enum mark sq[3][3];
};

void clear_board(struct board *b);
void print_board(const struct board *b);
bool has_line(const struct board *b, enum mark m);
bool is_full(const struct board *b);
