#ifndef AI_H
#define AI_H
#include "board.h"
int ai_column(Board *b, char me, char you);
#endif
