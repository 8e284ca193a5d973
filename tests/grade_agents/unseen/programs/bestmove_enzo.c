// reads a position from stdin, three lines with X, O and _ ; the side to move
// is found by counting (X begins). prints "row col" of the best move, from 0.
//   printf "X_O\n_X_\n__O\n" | ./bestmove
#include <stdio.h>

static char s[3][4];

static int wins(char p)
{
    for (int i = 0; i < 3; ++i) {
        if (s[i][0] == p && s[i][1] == p && s[i][2] == p) return 1;
        if (s[0][i] == p && s[1][i] == p && s[2][i] == p) return 1;
    }
    if (s[1][1] != p) return 0;
    return (s[0][0] == p && s[2][2] == p) || (s[0][2] == p && s[2][0] == p);
}

static int solve(char p, int *br, int *bc)
{
    char q = p == 'X' ? 'O' : 'X';
    int best = -2, r2, c2;
    if (wins(q)) return -1;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            if (s[r][c] == '_') {
                s[r][c] = p;
                int v = -solve(q, &r2, &c2);
                s[r][c] = '_';
                if (v > best) { best = v; *br = r; *bc = c; }
            }
    return best == -2 ? 0 : best;
}

int main(void)
{
    int x = 0, o = 0, r = -1, c = -1;
    for (int i = 0; i < 3; ++i)
        if (scanf("%3s", s[i]) != 1) { fprintf(stderr, "three lines please\n"); return 2; }
    for (int i = 0; i < 9; ++i) {
        x += s[i / 3][i % 3] == 'X';
        o += s[i / 3][i % 3] == 'O';
    }
    solve(x > o ? 'O' : 'X', &r, &c);
    printf("%d %d\n", r, c);
    return 0;
}
