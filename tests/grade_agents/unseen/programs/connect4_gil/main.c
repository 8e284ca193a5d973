#include <stdio.h>
#include "board.h"
#include "ai.h"

int main(void)
{
    Board b;
    int col;
    board_init(&b);
    for (;;) {
        board_print(&b);
        do {
            printf("Your column: ");
            fflush(stdout);
            if (scanf("%d", &col) != 1)
                return 1;
        } while (!board_drop(&b, col - 1, 'X'));
        if (board_wins(&b, 'X')) { board_print(&b); puts("You win"); return 0; }
        if (b.count == ROWS * COLS) { puts("Draw"); return 0; }
        col = ai_column(&b, 'O', 'X');
        board_drop(&b, col, 'O');
        printf("Computer: %d\n", col + 1);
        if (board_wins(&b, 'O')) { board_print(&b); puts("Computer wins"); return 0; }
        if (b.count == ROWS * COLS) { puts("Draw"); return 0; }
    }
}
