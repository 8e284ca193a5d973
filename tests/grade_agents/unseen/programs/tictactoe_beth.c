#include <stdio.h>
#include <stdlib.h>

#define N 3
#define HUMAN 'o'
#define COMPUTER 'x'

/* The computer starts. Rows and columns are numbered 1 2 3 */

static char b[N][N];
static int moves = 0;

static int line(char p)
{
    int i, j, d1 = 0, d2 = 0;
    for (i = 0; i < N; i++) {
        int row = 0, col = 0;
        for (j = 0; j < N; j++) {
            if (b[i][j] == p) row++;
            if (b[j][i] == p) col++;
        }
        if (row == N || col == N) return 1;
        if (b[i][i] == p) d1++;
        if (b[i][N-1-i] == p) d2++;
    }
    return d1 == N || d2 == N;
}

static int value(char turn)
{
    int i, j, v, best;
    if (moves == N * N)
        return 0;                       /* board full, draw */
    if (line(COMPUTER)) return 1;
    if (line(HUMAN)) return -1;
    best = turn == COMPUTER ? -2 : 2;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (b[i][j] == ' ') {
                b[i][j] = turn;
                moves++;
                v = value(turn == COMPUTER ? HUMAN : COMPUTER);
                moves--;
                b[i][j] = ' ';
                if (turn == COMPUTER ? v > best : v < best)
                    best = v;
            }
    return best;
}

static void computer(void)
{
    int i, j, v, best = -2, bi = 0, bj = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (b[i][j] == ' ') {
                b[i][j] = COMPUTER;
                moves++;
                v = value(HUMAN);
                moves--;
                b[i][j] = ' ';
                if (v > best) { best = v; bi = i; bj = j; }
            }
    b[bi][bj] = COMPUTER;
    moves++;
    printf("computer: %d %d\n", bi + 1, bj + 1);
}

static void show(void)
{
    int i;
    puts("");
    for (i = 0; i < N; i++)
        printf("%c %c %c\n", b[i][0] == ' ' ? '.' : b[i][0], b[i][1] == ' ' ? '.' : b[i][1], b[i][2] == ' ' ? '.' : b[i][2]);
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) b[i][j] = ' ';
    for (;;) {
        computer();
        show();
        if (line(COMPUTER)) { puts("computer wins"); return EXIT_SUCCESS; }
        if (moves == 9) { puts("draw"); return EXIT_SUCCESS; }
        for (;;) {
            printf("row col? ");
            fflush(stdout);
            if (scanf("%d %d", &i, &j) != 2) return EXIT_FAILURE;
            if (i >= 1 && i <= 3 && j >= 1 && j <= 3 && b[i-1][j-1] == ' ') break;
            puts("try again");
        }
        b[i-1][j-1] = HUMAN;
        moves++;
        if (line(HUMAN)) { show(); puts("you win"); return EXIT_SUCCESS; }
    }
}
