#ifndef BOARD_H
#define BOARD_H

#define ROWS 6
#define COLS 7

typedef struct {
    char cell[ROWS][COLS];   /* row 0 is the bottom */
    int height[COLS];
    int count;
} Board;

void board_init(Board *b);
int  board_drop(Board *b, int col, char disc);   /* 0 if column is full */
void board_undo(Board *b, int col);
int  board_wins(const Board *b, char disc);
void board_print(const Board *b);

#endif
