"""The algorithms as pseudocode, one text each: for the lab report and for those who watch a search.

The names are those of the textbook: PLAYER, A (the legal moves), T (the state after a move), TERMINAL, U (the utility
for MAX), ESTIMATE (a guess where the depth limit ends a line), P (the probability of an outcome).
"""

from __future__ import annotations

PSEUDOCODE: dict[str, str] = {
    "minimax": """\
function MINIMAX(s)
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    if PLAYER(s) = MAX then
        v ← −∞
        for each a in A(s) do
            v ← max(v, MINIMAX(T(s, a)))
    else
        v ← +∞
        for each a in A(s) do
            v ← min(v, MINIMAX(T(s, a)))
    return v
""",
    "alphabeta": """\
function ALPHABETA(s, α, β)                    ▷ first call: α = −∞, β = +∞
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    if PLAYER(s) = MAX then
        v ← −∞
        for each a in A(s) do
            v ← max(v, ALPHABETA(T(s, a), α, β))
            α ← max(α, v)
            if v ≥ β then return v             ▷ cut: MIN has something better
    else
        v ← +∞
        for each a in A(s) do
            v ← min(v, ALPHABETA(T(s, a), α, β))
            β ← min(β, v)
            if v ≤ α then return v             ▷ cut: MAX has something better
    return v
""",
    "ordering": """\
function ORDERED(s, α, β)                      ▷ first call: α = −∞, β = +∞
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    v ← −∞                                     ▷ MAX moves; MIN is its mirror
    for each a in SORTED(A(s)) do              ▷ most promising first
        v ← max(v, ORDERED(T(s, a), α, β))
        α ← max(α, v)
        if v ≥ β then                          ▷ cut
            cuts[PLAYER(s), a] ← cuts[PLAYER(s), a] + 1
            return v
    return v

function SORTED(moves)
    if the game names an order then return moves in that order
    return moves by descending cuts[PLAYER(s), a]
""",
    "table": """\
function TABLE(s, α, β)                        ▷ first call: α = −∞, β = +∞
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    e ← table[s]
    if e is as deep as this search and ANSWERS(e, α, β) then return e.v
    v ← −∞                                     ▷ MAX moves; MIN is its mirror
    for each a in SORTED(A(s)), e.a first do
        v ← max(v, TABLE(T(s, a), α, β))
        α ← max(α, v)
        if v ≥ β then leave the loop           ▷ cut
    bound ← AT LEAST if v ≥ β, AT MOST if v ≤ α at entry, else EXACT
    table[s] ← (v, bound, depth, a)
    return v

function ANSWERS(e, α, β)                      ▷ a bound settles one side only
    return e is EXACT, or AT LEAST with e.v ≥ β, or AT MOST with e.v ≤ α
""",
    "deepening": """\
function DEEPENING(s)
    for depth ← 1, 2, 3, ... do
        v ← TABLE(s, −∞, +∞)                   ▷ with this depth limit
        if no estimate was needed, or a limit is reached then
            return v                           ▷ of the last finished depth
""",
    "pvs": """\
function PVS(s, α, β)                          ▷ first call: α = −∞, β = +∞
    as TABLE, with another loop:               ▷ MAX moves; MIN is its mirror
    for each a in SORTED(A(s)), e.a first do
        if a is the first move then
            x ← PVS(T(s, a), α, β)
        else
            x ← PVS(T(s, a), α, α + 1)         ▷ null window: is a better?
            if α < x < β then
                x ← PVS(T(s, a), α, β)         ▷ it is: how much?
        v ← max(v, x);  α ← max(α, v)
        if v ≥ β then leave the loop           ▷ cut
    return v
""",
    "mtdf": """\
function MTDF(s)
    v ← 0;  low ← −∞;  high ← +∞
    while low < high do
        β ← v + 1 if v = low, else v
        v ← TABLE(s, β − 1, β)                 ▷ null window
        if v < β then high ← v else low ← v
    return TABLE(s, v − 1, v + 1)              ▷ once more, for the line
""",
    "pns": """\
function PROOF-NUMBER(s, target)               ▷ does MAX get the target?
    tree ← the single node s, with proof = disproof = 1
    while proof(s) ≠ 0 and disproof(s) ≠ 0 do
        n ← s
        while n has children do
            n ← child with the least proof number if PLAYER(n) = MAX,
                child with the least disproof number if PLAYER(n) = MIN
        expand n; a finished game has (0, ∞) if U ≥ target, else (∞, 0)
        for each node from n up to s do
            MAX: proof ← least of the children, disproof ← sum of the children
            MIN: proof ← sum of the children, disproof ← least of the children
    return proof(s) = 0
""",
    "mcts": """\
function MCTS(s)
    repeat for each playout, until s is proven
        n ← s
        while all moves of n were tried do     ▷ select
            n ← child c with the greatest mean(c) + √(2 ln N(n) / N(c))
            at a chance node: n ← an outcome, drawn by its probability
        add one new child of n                 ▷ expand
        play at random from it to the end      ▷ simulate
        for each node on the path do           ▷ back-propagate
            N ← N + 1;  total ← total + result
            if a child is a proven win, or all children are proven then
                the node is proven
    return the most visited move, unless a proven one is better
""",
    "rave": """\
function RAVE(s)
    repeat for each playout, until s is proven
        n ← s
        while n has children do                ▷ select
            n ← a child: at a chance node an outcome, drawn by its odds, else
                c with the greatest (1 − β) mean(c) + β later(c) + explore(c)
                ▷ β = M / (N + M + N M / k): 1 at first, less with more visits
        if n was visited often enough then give it children, with a prior each
        play at random to the end              ▷ simulate
        for each node on the path do           ▷ back-propagate
            N ← N + 1;  total ← total + result
            for each child whose move the same side made, now or later, do
                M ← M + 1;  later total ← later total + result
            if a child is a proven win, or all children are proven then
                the node is proven
    return the most visited move, unless a proven one is better
""",
    "quiescence": """\
function QUIESCENCE(s, α, β)                   ▷ first call: α = −∞, β = +∞
    if TERMINAL(s) then return U(s)
    v ← −∞;  moves ← A(s)                      ▷ MAX moves; MIN is its mirror
    if the depth limit is reached then
        v ← ESTIMATE(s);  moves ← the noisy moves of A(s)
        α ← max(α, v)
        if v ≥ β then return v                 ▷ stand pat
    for each a in moves do
        v ← max(v, QUIESCENCE(T(s, a), α, β))
        α ← max(α, v)
        if v ≥ β then return v                 ▷ cut: MIN has something better
    return v
""",
    "selective": """\
function SELECTIVE(s)
    for depth ← 1, 2, 3, ... do
        v ← SEARCH(s, v − w, v + w, depth)     ▷ aspiration; wider if it fails
    until a limit is reached, or v needs no estimate

function SEARCH(s, α, β, d)                    ▷ MAX moves; MIN is its mirror
    if TERMINAL(s) then return U(s)
    if s is in check, or has one move then d ← d + 1
    if d ≤ 0 then return QUIESCENCE(s, α, β)
    e ← table[s]
    if e is deep enough and ANSWERS(e, α, β) then return e.v
    if ESTIMATE(s) ≥ β and SEARCH(PASS(s), β − 1, β, d − 3 − d / 4) ≥ β then
        return β                               ▷ null move
    for each a in A(s): e.a, noisy moves, killers, then by history do
        r ← 0 for an early or noisy move, else its reduction
        x ← SEARCH(T(s, a), α, α + 1, d − 1 − r)   ▷ the first move: α, β
        if x > α and r > 0 then search again with r = 0
        if α < x < β then x ← SEARCH(T(s, a), α, β, d − 1)
        v ← max(v, x);  α ← max(α, v)
        if v ≥ β then credit a; leave the loop ▷ cut
    table[s] ← (v, bound, d, a)
    return v

function ANSWERS(e, α, β)                      ▷ a bound settles one side only
    return e is EXACT, or AT LEAST with e.v ≥ β, or AT MOST with e.v ≤ α
""",
    "retrograde": """\
function RETROGRADE(s)
    list every state that can be reached from s, with its parents
    for each side do
        layer ← the finished states that this side has won
        while layer is not empty do
            mark the states of layer as won for the side
            layer ← unmarked parents p where
                PLAYER(p) = side, or all moves of p lead to marked states
    every state that is not marked is a draw
    return the mark of s
""",
    "expectimax": """\
function EXPECTIMAX(s)
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    if PLAYER(s) = MAX then return max over a in A(s) of EXPECTIMAX(T(s, a))
    if PLAYER(s) = MIN then return min over a in A(s) of EXPECTIMAX(T(s, a))
    return Σ over a in A(s) of P(a | s) · EXPECTIMAX(T(s, a))
""",
    "star1": """\
function STAR1(s, α, β)                        ▷ first call: α = −∞, β = +∞
    if TERMINAL(s) then return U(s)
    if the depth limit is reached then return ESTIMATE(s)
    if PLAYER(s) = MAX or MIN then as ALPHABETA, by STAR1(T(s, a), α, β)
    at a chance node, with every score between L and H:
        low ← L;  high ← H                     ▷ bounds of the mean
        for each outcome a with p = P(a | s) do
            α' ← max(L, H − (high − α) / p)
            β' ← min(H, L + (β − low) / p)
            v ← STAR1(T(s, a), α', β')
            low ← low + p (v − L);  high ← high + p (v − H)
            if low ≥ β then return low, if high ≤ α then return high   ▷ cut
        return low
""",
    "star2": """\
function STAR2(s, α, β)                        ▷ first call: α = −∞, β = +∞
    as STAR1; at a chance node first:
        for each outcome a do                  ▷ probe
            v ← PROBE(T(s, a))
            MAX moves there: v is a lower bound of the outcome
            MIN moves there: v is an upper bound of the outcome
            if the mean leaves the window (α, β) by these bounds then return it
        then as STAR1, with these bounds in place of L and H

function PROBE(s)
    return the score of the first move alone
""",
    "value_iteration": """\
function VALUE-ITERATION(s)
    list every state that can be reached from s
    low[x] ← least result, high[x] ← greatest result, for each state x
    for V in (low, high) do
        repeat
            for each state x do
                V[x] ← U(x) if TERMINAL(x);  max, min or mean of V[T(x, a)] else
        until no value changes any more
    return the interval from low[s] to high[s]
""",
}
"""Every algorithm of the ladder by its name."""


def base_name(name: str) -> str:
    """The name of an algorithm without its settings.

    >>> base_name("mcts:500"), base_name("selective-lmr")
    ('mcts', 'selective')
    """
    return name.partition(":")[0].partition("-")[0]


def pseudocode(name: str) -> str:
    """The pseudocode of an algorithm; `mcts:500` has that of `mcts`.

    >>> pseudocode("mcts:500").splitlines()[0]
    'function MCTS(s)'
    """
    return PSEUDOCODE[base_name(name)]
