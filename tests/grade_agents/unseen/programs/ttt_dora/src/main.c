#include <stdio.h>
#include <string.h>
#include "ttt.h"

int main(void)
{
    char b[10];
    int m;
    strcpy(b, "---------");
    while (1) {
        show(b);
        printf("> ");
        fflush(stdout);
        if (scanf("%d", &m) != 1) return 1;
        if (m < 1 || m > 9 || b[m - 1] != FREE) { printf("??\n"); continue; }
        b[m - 1] = 'X';
        if (winner(b, 'X')) { show(b); printf("X wins\n"); break; }
        if (!count_free(b)) { show(b); printf("draw\n"); break; }
        m = choose(b, 'O', 'X');
        b[m] = 'O';
        printf("O: %d\n", m + 1);
        if (winner(b, 'O')) { show(b); printf("O wins\n"); break; }
    }
    return 0;
}
