"""The pseudocode beside the source: for each line of source that is lit, the line of pseudocode that says the same.

The pseudocode of an algorithm is shown with that of the rung that it runs on, as its source is: MTD(f), then TABLE.
"""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.engines.search.pseudocode import PSEUDOCODE

ENDS = {
    "return run.end(state)": "if TERMINAL(s) then return U(s)",
    "return run.guess(state)": "if the depth limit is reached then return ESTIMATE(s)",
}
ENDS_OF_METHODS = {
    "return self.run.end(state)": "if TERMINAL(s) then return U(s)",
    "return self.run.guess(state)": "if the depth limit is reached then return ESTIMATE(s)",
}

SAME: dict[str, dict[str, str]] = {
    "minimax": {
        **ENDS,
        "return run.answer(lambda: value(run.state, 0))": "function MINIMAX(s)",
        "max_value: score, rest = value(rules.play(state, move), ply + 1)": "v ← max(v, MINIMAX(T(s, a)))",
        "min_value: score, rest = value(rules.play(state, move), ply + 1)": "v ← min(v, MINIMAX(T(s, a)))",
        "return best, line": "return v",
    },
    "alphabeta": {
        **ENDS,
        "return run.answer(lambda: value(run.state, -inf, inf, 0))": (
            "function ALPHABETA(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "max_value: score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)": (
            "v ← max(v, ALPHABETA(T(s, a), α, β))"
        ),
        "min_value: score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)": (
            "v ← min(v, ALPHABETA(T(s, a), α, β))"
        ),
        "if best >= beta:": "if v ≥ β then return v ▷ cut: MIN has something better",
        "if best <= alpha:": "if v ≤ α then return v ▷ cut: MAX has something better",
        "return best, line": "return v",
    },
    "ordering": {
        **ENDS,
        "return run.answer(lambda: value(run.state, -inf, inf, 0))": (
            "function ORDERED(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)": (
            "v ← max(v, ORDERED(T(s, a), α, β))"
        ),
        "if best >= beta:": "if v ≥ β then ▷ cut",
        "if best <= alpha:": "if v ≥ β then ▷ cut",
        "return best, line": "return v",
    },
    "table": {
        **ENDS_OF_METHODS,
        "return run.answer(lambda: search.value(run.state, -inf, inf, 0))": (
            "function TABLE(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)": (
            "v ← max(v, TABLE(T(s, a), α, β))"
        ),
        "if entry is not None and has_depth and self.trusts_entries and answers(entry, alpha, beta):": (
            "if e is as deep as this search and ANSWERS(e, α, β) then return e.v"
        ),
        "if best >= beta:": "if v ≥ β then leave the loop ▷ cut",
        "if best <= alpha:": "if v ≥ β then leave the loop ▷ cut",
        "return best, line": "return v",
    },
    "deepening": {"found = search.value(run.state, -inf, inf, 0)": "v ← TABLE(s, −∞, +∞) ▷ with this depth limit"},
    "pvs": {
        "return run.answer(lambda: search.value(run.state, -inf, inf, 0))": (
            "function PVS(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "if best == -inf: score, rest = self.child_value(child, alpha, beta, ply)": "x ← PVS(T(s, a), α, β)",
        "if best == inf: score, rest = self.child_value(child, alpha, beta, ply)": "x ← PVS(T(s, a), α, β)",
        "score, rest = self.child_value(child, alpha, alpha + 1, ply)": (
            "x ← PVS(T(s, a), α, α + 1) ▷ null window: is a better?"
        ),
        "score, rest = self.child_value(child, beta - 1, beta, ply)": (
            "x ← PVS(T(s, a), α, α + 1) ▷ null window: is a better?"
        ),
        "if alpha < score < beta: score, rest = self.child_value(child, alpha, beta, ply)": (
            "x ← PVS(T(s, a), α, β) ▷ it is: how much?"
        ),
        "if best >= beta:": "if v ≥ β then leave the loop ▷ cut",
        "if best <= alpha:": "if v ≥ β then leave the loop ▷ cut",
        "return best, line": "return v",
    },
    "mtdf": {
        "score, _ = search.value(run.state, beta - 1, beta, 0)": "v ← TABLE(s, β − 1, β) ▷ null window",
        "return search.value(run.state, score - 1, score + 1, 0)": (
            "return TABLE(s, v − 1, v + 1) ▷ once more, for the line"
        ),
    },
    "pns": {
        "evaluate(root, target)": "tree ← the single node s, with proof = disproof = 1",
        "develop(root, target)": "n ← s",
        "develop(most_proving(node), target)": "n ← child with the least proof number if PLAYER(n) = MAX,",
        "evaluate(child, target)": "expand n; a finished game has (0, ∞) if U ≥ target, else (∞, 0)",
        "evaluate: return verdict(node, target)": "expand n; a finished game has (0, ∞) if U ≥ target, else (∞, 0)",
        "develop: return verdict(node, target)": "for each node from n up to s do",
    },
    "mcts": {
        "playout(root, 0)": "n ← s",
        "result = playout(select(node), ply + 1)": "n ← child c with the greatest mean(c) + √(2 ln N(n) / N(c))",
        "result = playout(expand(node, ply + 1), ply + 1)": "add one new child of n ▷ expand",
        "result = playout(rolled(node, ply + 1), ply + 1)": (
            "at a chance node: n ← an outcome, drawn by its probability"
        ),
        "return result": "N ← N + 1; total ← total + result",
    },
    "rave": {
        "playout(root, run.state, 0)": "n ← s",
        "result = playout(child, rules.play(state, child.move), ply + 1)": (
            "n ← a child: at a chance node an outcome, drawn by its odds, else"
        ),
        "return result": "N ← N + 1; total ← total + result",
    },
    "quiescence": {
        "return run.end(state)": "if TERMINAL(s) then return U(s)",
        "return run.answer(lambda: value(run.state, -inf, inf, 0))": (
            "function QUIESCENCE(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "score, rest = value(rules.play(state, move), nearer(alpha), nearer(beta), ply + 1)": (
            "v ← max(v, QUIESCENCE(T(s, a), α, β))"
        ),
        "if best >= beta:": "if v ≥ β then return v ▷ cut: MIN has something better",
        "if best <= alpha:": "if v ≥ β then return v ▷ cut: MIN has something better",
        "return best, line": "return v",
    },
    "expectimax": {
        **ENDS,
        "return run.answer(lambda: value(run.state, 0))": "function EXPECTIMAX(s)",
        "max_value: score, rest = value(rules.play(state, move), ply + 1)": (
            "if PLAYER(s) = MAX then return max over a in A(s) of EXPECTIMAX(T(s, a))"
        ),
        "min_value: score, rest = value(rules.play(state, move), ply + 1)": (
            "if PLAYER(s) = MIN then return min over a in A(s) of EXPECTIMAX(T(s, a))"
        ),
        "score, _ = value(rules.play(state, outcome), ply + 1)": (
            "return Σ over a in A(s) of P(a | s) · EXPECTIMAX(T(s, a))"
        ),
        "max_value: return best, line": "if PLAYER(s) = MAX then return max over a in A(s) of EXPECTIMAX(T(s, a))",
        "min_value: return best, line": "if PLAYER(s) = MIN then return min over a in A(s) of EXPECTIMAX(T(s, a))",
        "return mean, NO_LINE": "return Σ over a in A(s) of P(a | s) · EXPECTIMAX(T(s, a))",
    },
    "star1": {
        **ENDS_OF_METHODS,
        "return run.answer(lambda: search.value(run.state, -inf, inf, 0))": (
            "function STAR1(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "score, rest = self.value(self.rules.play(state, move), self.nearer(alpha), self.nearer(beta), ply + 1)": (
            "if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)"
        ),
        "if best >= beta:": "if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)",
        "if best <= alpha:": "if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)",
        "return best, line": "if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)",
        "score, _ = self.value(self.rules.play(state, outcome), lowest, highest, ply + 1)": (
            "v ← STAR1(T(s, a), α', β')"
        ),
        "mean += chance * self.value(self.rules.play(state, outcome), -inf, inf, ply + 1)[0]": (
            "v ← STAR1(T(s, a), α', β')"
        ),
        "if lower >= beta or upper <= alpha:": "if low ≥ β then return low, if high ≤ α then return high ▷ cut",
        "return lower, NO_LINE": "return low",
        "return mean, NO_LINE": "return low",
    },
    "star2": {
        "return run.answer(lambda: search.value(run.state, -inf, inf, 0))": (
            "function STAR2(s, α, β) ▷ first call: α = −∞, β = +∞"
        ),
        "low = max(self.least, self.probe(child, self.least, highest, ply + 1))": "v ← PROBE(T(s, a))",
        "high = min(self.greatest, self.probe(child, lowest, self.greatest, ply + 1))": "v ← PROBE(T(s, a))",
        "score, rest = self.value(self.rules.play(state, move), self.nearer(alpha), self.nearer(beta), ply + 1)": (
            "return the score of the first move alone"
        ),
        "return self.mean_within(state, bounds, alpha, beta, ply)": (
            "then as STAR1, with these bounds in place of L and H"
        ),
        "self.run.cut(moves)": "return the score of the first move alone",
        "return self.farther(score), (move, rest)": "return the score of the first move alone",
        "if lower >= beta or upper <= alpha:": ("if the mean leaves the window (α, β) by these bounds then return it"),
        "if upper <= alpha or lower >= beta:": ("if the mean leaves the window (α, β) by these bounds then return it"),
    },
}
"""For the source of each algorithm: a line, where it is not the only one of its text with its function or with the `if`
around it, and its line of pseudocode."""


def joined_pseudocode(names: Iterable[str]) -> str:
    """The pseudocode of an algorithm and of the rungs that it runs on, one below the other."""
    return "\n".join(PSEUDOCODE[name] for name in names)


def is_in_pseudocode(name: str, keys: Iterable[str]) -> bool:
    """Whether a line of this algorithm's source has a line of pseudocode."""
    return any(key in SAME[name] for key in keys)


def pseudocode_line(names: Iterable[str], name: str, keys: Iterable[str]) -> int:
    """The number, from 1, of the line of `joined_pseudocode` that says what a line of this algorithm's source does.

    `keys` are the forms in which the line may be in `SAME`, the most specific first.

    >>> pseudocode_line(["mtdf", "table"], "table", ["min_value: return best, line", "return best, line"])
    21
    """
    wanted = next(SAME[name][key] for key in keys if key in SAME[name])
    first = 1
    for each in names:
        lines = [" ".join(line.split()) for line in PSEUDOCODE[each].splitlines()]
        if each == name:
            return first + lines.index(wanted)
        first += len(lines) + 1
    raise ValueError(f"{name} is none of the parts that are shown")
