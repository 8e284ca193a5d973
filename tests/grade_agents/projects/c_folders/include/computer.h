#include "board.h"
void computer_moves(char board[SIZE][SIZE]);
