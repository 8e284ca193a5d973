/* gcc -o noughts main.c board.c ai.c */
#include <stdio.h>
#include <ctype.h>
#include "ai.h"

int main(void)
{
    struct board b;
    char line[64];
    enum mark turn = CROSS, human = NOUGHT;

    clear_board(&b);
    printf("Do you want to go first? [y/n] ");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (tolower(line[0]) == 'y') human = CROSS;     /* crosses go first */

    while (!is_full(&b)) {
        if (turn == human) {
            print_board(&b);
            printf("Your move (like b2): ");
            fflush(stdout);
            if (!fgets(line, sizeof line, stdin)) return 1;
            int c = tolower(line[0]) - 'a', r = line[1] - '1';
            if (c < 0 || c > 2 || r < 0 || r > 2 || b.sq[r][c] != EMPTY) {
                printf("Sorry, no.\n");
                continue;
            }
            b.sq[r][c] = human;
        } else {
            struct move m = best_move(&b, turn);
            b.sq[m.r][m.c] = turn;
            printf("I play %c%d\n", 'a' + m.c, m.r + 1);
        }
        if (has_line(&b, turn)) {
            print_board(&b);
            printf("%s\n", turn == human ? "You won." : "I won.");
            return 0;
        }
        turn = turn == CROSS ? NOUGHT : CROSS;
    }
    print_board(&b);
    printf("Nobody won.\n");
    return 0;
}
