#ifndef ENGINE_H
#define ENGINE_H
#include <utility>
#include "game.h"

std::pair<int,int> bestMove(Game& g);   // for O
#endif
