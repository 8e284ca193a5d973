#ifndef BOARD_H
#define BOARD_H
#define SIZE 3
void clear(char board[SIZE][SIZE]);
void show(char board[SIZE][SIZE]);
char winner(char board[SIZE][SIZE]);
int full(char board[SIZE][SIZE]);
#endif
