/* tic tac toe against the computer - Abel */
#include <stdio.h>

char board[9] = {'1','2','3','4','5','6','7','8','9'};

void print_board(void)
{
    printf("\n");
    for (int i = 0; i < 9; i += 3) {
        printf(" %c | %c | %c\n", board[i], board[i+1], board[i+2]);
        if (i < 6) printf("---+---+---\n");
    }
    printf("\n");
}

int is_free(int i) { return board[i] != 'X' && board[i] != 'O'; }

int win(char c)
{
    int l[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    for (int i = 0; i < 8; i++)
        if (board[l[i][0]] == c && board[l[i][1]] == c && board[l[i][2]] == c)
            return 1;
    return 0;
}

int full(void)
{
    for (int i = 0; i < 9; i++)
        if (is_free(i)) return 0;
    return 1;
}

int minimax(int computers_turn)
{
    if (win('O')) return 10;
    if (win('X')) return -10;
    if (full()) return 0;
    int best = computers_turn ? -100 : 100;
    for (int i = 0; i < 9; i++) {
        if (!is_free(i)) continue;
        char old = board[i];
        board[i] = computers_turn ? 'O' : 'X';
        int s = minimax(!computers_turn);
        board[i] = old;
        if (computers_turn && s > best) best = s;
        if (!computers_turn && s < best) best = s;
    }
    return best;
}

int computer_move(void)
{
    int best = -100, move = -1;
    for (int i = 0; i < 9; i++) {
        if (!is_free(i)) continue;
        char old = board[i];
        board[i] = 'O';
        int s = minimax(0);
        board[i] = old;
        if (s > best) { best = s; move = i; }
    }
    return move;
}

int main(void)
{
    int m;
    while (1) {
        print_board();
        printf("Enter your move (1-9): ");
        fflush(stdout);
        if (scanf("%d", &m) != 1) return 0;
        if (m < 1 || m > 9 || !is_free(m - 1)) {
            printf("Invalid move!\n");
            continue;
        }
        board[m - 1] = 'X';
        if (win('X')) { print_board(); printf("You win!\n"); break; }
        if (full()) { print_board(); printf("Draw!\n"); break; }
        m = computer_move();
        board[m] = 'O';
        printf("Computer chose %d\n", m + 1);
        if (win('O')) { print_board(); printf("Computer wins!\n"); break; }
        if (full()) { print_board(); printf("Draw!\n"); break; }
    }
    return 0;
}
