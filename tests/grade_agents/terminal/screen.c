/* Clears the screen before each board; ends after one game. */
#include <stdio.h>
#include <stdlib.h>

static char b[9];

static void draw(void) {
    printf("\033[2J\033[1;1H");
    printf("\033[1mNoughts and crosses\033[0m\n\n");
    for (int i = 0; i < 9; i++) {
        if (b[i] == ' ')
            printf(" \033[90m%d\033[0m ", i + 1);
        else
            printf(" \033[3%cm%c\033[0m ", b[i] == 'X' ? '1' : '4', b[i]);
        if (i % 3 < 2) putchar('|');
        if (i % 3 == 2) printf("\n");
        if (i == 2 || i == 5) printf("---|---|---\n");
    }
    printf("\n");
}

static int won(char p) {
    static const int l[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++)
        if (b[l[i][0]] == p && b[l[i][1]] == p && b[l[i][2]] == p) return 1;
    return 0;
}

static int full(void) {
    for (int i = 0; i < 9; i++)
        if (b[i] == ' ') return 0;
    return 1;
}

static int negamax(char me, char you, int *move) {
    if (won(you)) return -1;
    if (full()) return 0;
    int best = -2;
    for (int i = 0; i < 9; i++) {
        if (b[i] != ' ') continue;
        b[i] = me;
        int v = -negamax(you, me, NULL);
        b[i] = ' ';
        if (v > best) {
            best = v;
            if (move) *move = i;
        }
    }
    return best;
}

int main(void) {
    char answer[32];
    int at;
    for (int i = 0; i < 9; i++) b[i] = ' ';
    printf("Play as X or O? (X moves first) ");
    if (scanf("%31s", answer) != 1) return 1;
    char you = answer[0] == 'o' || answer[0] == 'O' ? 'O' : 'X', me = you == 'X' ? 'O' : 'X', turn = 'X';
    while (!won('X') && !won('O') && !full()) {
        if (turn == you) {
            draw();
            printf("Square: ");
            if (scanf("%d", &at) != 1) {
                if (scanf("%31s", answer) != 1) return 1;
                continue;
            }
            if (at < 1 || at > 9 || b[at - 1] != ' ') continue;
            b[at - 1] = you;
        } else {
            negamax(me, you, &at);
            b[at] = me;
        }
        turn = turn == 'X' ? 'O' : 'X';
    }
    draw();
    printf(won(me) ? "I win.\n" : won(you) ? "You win.\n" : "Draw.\n");
    return 0;
}
