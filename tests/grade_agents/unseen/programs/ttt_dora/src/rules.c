#include <stdio.h>
#include "ttt.h"

static const int WINS[][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8},
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
    {0, 4, 8}, {2, 4, 7},
};

int winner(const char *b, char p)
{
    for (unsigned i = 0; i < sizeof WINS / sizeof WINS[0]; i++)
        if (b[WINS[i][0]] == p && b[WINS[i][1]] == p && b[WINS[i][2]] == p)
            return 1;
    return 0;
}

int count_free(const char *b)
{
    int n = 0;
    for (int i = 0; i < 9; i++)
        n += b[i] == FREE;
    return n;
}

void show(const char *b)
{
    for (int i = 0; i < 9; i++)
        printf("%c%c", b[i], i % 3 == 2 ? '\n' : ' ');
}
