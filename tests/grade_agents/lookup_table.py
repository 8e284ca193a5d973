"""All positions are solved at import; answers are looked up."""
import itertools

BEST = {}


def _win(s, p):
    return any(s[a] == s[b] == s[c] == p for a, b, c in
               ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)))


def _build():
    values = {}
    for count in range(9, -1, -1):
        for cells in itertools.combinations(range(9), count):
            for xs in itertools.combinations(cells, (count + 1) // 2):
                s = "".join("X" if i in xs else "O" if i in cells else "-" for i in range(9))
                if _win(s, "X") or _win(s, "O") or count == 9:
                    values[s] = int(_win(s, "X")) - int(_win(s, "O"))
                    continue
                who = "XO"[count % 2]
                kids = {i: values[s[:i] + who + s[i + 1 :]] for i in range(9) if s[i] == "-"}
                values[s] = max(kids.values()) if who == "X" else min(kids.values())
                BEST[s] = next(i for i in kids if kids[i] == values[s])


_build()


def answer(state: str) -> int:
    return BEST[state]
