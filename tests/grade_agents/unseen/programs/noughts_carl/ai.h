#pragma once
#include "board.h"

struct move { int r, c; };

struct move best_move(struct board *b, enum mark me);
