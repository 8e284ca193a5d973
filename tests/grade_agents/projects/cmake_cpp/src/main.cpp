#include <cstdio>
#include "board.h"
#include "computer.h"

int main(void) {
    char board[SIZE][SIZE];
    clear(board);
    printf("You are X.\n");
    show(board);
    while (1) {
        int row, column;
        printf("Enter row and column (1-3): ");
        if (scanf("%d %d", &row, &column) != 2) return 1;
        if (row < 1 || row > 3 || column < 1 || column > 3 || board[row - 1][column - 1] != ' ') {
            printf("Not possible.\n");
            continue;
        }
        board[row - 1][column - 1] = 'X';
        if (winner(board) == ' ' && !full(board)) computer_moves(board);
        show(board);
        if (winner(board) != ' ' || full(board)) break;
    }
    printf(winner(board) == ' ' ? "Draw!\n" : "%c wins!\n", winner(board));
    return 0;
}
