#ifndef TTT_H
#define TTT_H

#define FREE '-'

int  winner(const char *b, char p);
int  count_free(const char *b);
int  choose(char *b, char me, char you);
void show(const char *b);

#endif
