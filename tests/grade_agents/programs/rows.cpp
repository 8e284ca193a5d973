// Reads the symbol to move and three rows, as in many online judges; writes row and column from 0. Right.
#include <algorithm>
#include <iostream>
#include <string>

std::string board;
const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

bool won(char who) {
    for (auto& line : LINES)
        if (board[line[0]] == who && board[line[1]] == who && board[line[2]] == who) return true;
    return false;
}

int negamax(char me, char other, int* best) {
    if (won(other)) return -1;
    int score = -2;
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] != '_') continue;
        board[cell] = me;
        int value = -negamax(other, me, nullptr);
        board[cell] = '_';
        if (value > score) {
            score = value;
            if (best) *best = cell;
        }
    }
    return score == -2 ? 0 : score;
}

int main() {
    std::string player, row;
    std::cin >> player;
    while (std::cin >> row) board += row;
    int best = -1;
    negamax(player[0], player[0] == 'X' ? 'O' : 'X', &best);
    std::cout << best / 3 << " " << best % 3 << std::endl;
}
