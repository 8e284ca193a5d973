"""The publications that a report cites: how each is named in the text, and its line in the list of references."""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.engines.search.pseudocode import base_name

REFERENCES: dict[str, tuple[str, str]] = {
    "allis": (
        "Allis (1988)",
        "L. V. Allis: A Knowledge-based Approach of Connect-Four. Master's thesis, Vrije Universiteit Amsterdam, 1988.",
    ),
    "allis-pns": (
        "Allis, van der Meulen and van den Herik (1994)",
        "L. V. Allis, M. van der Meulen and H. J. van den Herik: Proof-Number Search. Artificial Intelligence 66(1), "
        "91–124, 1994.",
    ),
    "ballard": (
        "Ballard (1983)",
        "B. W. Ballard: The *-Minimax Search Procedure for Trees Containing Chance Nodes. Artificial Intelligence "
        "21(3), 327–350, 1983.",
    ),
    "bellman": ("Bellman (1957)", "R. Bellman: Dynamic Programming. Princeton University Press, 1957."),
    "bouton": (
        "Bouton (1901)",
        "C. L. Bouton: Nim, a Game with a Complete Mathematical Theory. Annals of Mathematics 3(1/4), 35–39, 1901.",
    ),
    "donninger": (
        "Donninger (1993)",
        "C. Donninger: Null Move and Deep Search: Selective-Search Heuristics for Obtuse Chess Programs. ICCA Journal "
        "16(3), 137–143, 1993.",
    ),
    "gelly": (
        "Gelly and Silver (2011)",
        "S. Gelly and D. Silver: Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer Go. Artificial "
        "Intelligence 175(11), 1856–1875, 2011.",
    ),
    "greenblatt": (
        "Greenblatt, Eastlake and Crocker (1967)",
        "R. D. Greenblatt, D. E. Eastlake and S. D. Crocker: The Greenblatt Chess Program. Proceedings of the AFIPS "
        "Fall Joint Computer Conference 31, 801–810, 1967.",
    ),
    "knuth": (
        "Knuth and Moore (1975)",
        "D. E. Knuth and R. W. Moore: An Analysis of Alpha-Beta Pruning. Artificial Intelligence 6(4), 293–326, 1975.",
    ),
    "kocsis": (
        "Kocsis and Szepesvári (2006)",
        "L. Kocsis and C. Szepesvári: Bandit Based Monte-Carlo Planning. Machine Learning: ECML 2006, LNCS 4212, "
        "282–293, 2006.",
    ),
    "korf": (
        "Korf (1985)",
        "R. E. Korf: Depth-First Iterative-Deepening: An Optimal Admissible Tree Search. Artificial Intelligence "
        "27(1), 97–109, 1985.",
    ),
    "marsland": (
        "Marsland (1986)",
        "T. A. Marsland: A Review of Game-Tree Pruning. ICCA Journal 9(1), 3–19, 1986.",
    ),
    "marsland-campbell": (
        "Marsland and Campbell (1982)",
        "T. A. Marsland and M. Campbell: Parallel Search of Strongly Ordered Game Trees. ACM Computing Surveys 14(4), "
        "533–551, 1982.",
    ),
    "michie": (
        "Michie (1966)",
        "D. Michie: Game-Playing and Game-Learning Automata. In L. Fox (ed.): Advances in Programming and "
        "Non-Numerical Computation, 183–200. Pergamon Press, 1966.",
    ),
    "neller": (
        "Neller and Presser (2004)",
        "T. W. Neller and C. G. M. Presser: Optimal Play of the Dice Game Pig. The UMAP Journal 25(1), 25–47, 2004.",
    ),
    "neumann": (
        "von Neumann (1928)",
        "J. von Neumann: Zur Theorie der Gesellschaftsspiele. Mathematische Annalen 100, 295–320, 1928.",
    ),
    "pearl": (
        "Pearl (1980)",
        "J. Pearl: SCOUT: A Simple Game-Searching Algorithm with Proven Optimal Properties. Proceedings of the First "
        "AAAI Conference on Artificial Intelligence, 143–145, 1980.",
    ),
    "plaat": (
        "Plaat, Schaeffer, Pijls and de Bruin (1996)",
        "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin: Best-First Fixed-Depth Minimax Algorithms. Artificial "
        "Intelligence 87(1–2), 255–293, 1996.",
    ),
    "russell": (
        "Russell and Norvig (2021)",
        "S. Russell and P. Norvig: Artificial Intelligence: A Modern Approach, 4th edition. Pearson, 2021.",
    ),
    "samuel": (
        "Samuel (1959)",
        "A. L. Samuel: Some Studies in Machine Learning Using the Game of Checkers. IBM Journal of Research and "
        "Development 3(3), 210–229, 1959.",
    ),
    "schaeffer": ("Schaeffer (1983)", "J. Schaeffer: The History Heuristic. ICCA Journal 6(3), 16–19, 1983."),
    "shannon": (
        "Shannon (1950)",
        "C. E. Shannon: Programming a Computer for Playing Chess. Philosophical Magazine 41(314), 256–275, 1950.",
    ),
    "shapley": (
        "Shapley (1953)",
        "L. S. Shapley: Stochastic Games. Proceedings of the National Academy of Sciences 39(10), 1095–1100, 1953.",
    ),
    "slagle": (
        "Slagle and Dixon (1969)",
        "J. R. Slagle and J. K. Dixon: Experiments with Some Programs that Search Game Trees. Journal of the ACM "
        "16(2), 189–207, 1969.",
    ),
    "slate": (
        "Slate and Atkin (1977)",
        "D. J. Slate and L. R. Atkin: Chess 4.5: The Northwestern University Chess Program. In P. W. Frey (ed.): Chess "
        "Skill in Man and Machine, 82–118. Springer, 1977.",
    ),
    "sutton": (
        "Sutton and Barto (2018)",
        "R. S. Sutton and A. G. Barto: Reinforcement Learning: An Introduction, 2nd edition. MIT Press, 2018.",
    ),
    "thompson": (
        "Thompson (1986)",
        "K. Thompson: Retrograde Analysis of Certain Endgames. ICCA Journal 9(3), 131–139, 1986.",
    ),
    "winands": (
        "Winands, Björnsson and Saito (2008)",
        "M. H. M. Winands, Y. Björnsson and J.-T. Saito: Monte-Carlo Tree Search Solver. Computers and Games: CG 2008, "
        "LNCS 5131, 25–36, 2008.",
    ),
    "zermelo": (
        "Zermelo (1913)",
        "E. Zermelo: Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels. Proceedings of the Fifth "
        "International Congress of Mathematicians, vol. 2, 501–504. Cambridge University Press, 1913.",
    ),
}
"""By key: the name and year of the text, and the line of the list."""

OF_ALGORITHM: dict[str, tuple[str, ...]] = {
    "minimax": ("shannon", "russell"),
    "alphabeta": ("knuth", "russell"),
    "ordering": ("slagle", "schaeffer"),
    "table": ("greenblatt", "marsland"),
    "deepening": ("slate", "korf"),
    "pvs": ("pearl", "marsland-campbell"),
    "mtdf": ("plaat",),
    "pns": ("allis-pns",),
    "mcts": ("kocsis", "winands", "russell"),
    "rave": ("gelly", "winands"),
    "quiescence": ("slate", "shannon"),
    "selective": ("marsland", "donninger"),
    "retrograde": ("zermelo", "thompson"),
    "expectimax": ("michie", "russell"),
    "star1": ("ballard",),
    "star2": ("ballard",),
    "value_iteration": ("bellman", "shapley", "neller"),
}
"""Where each algorithm was published."""

OF_GAME: dict[str, tuple[str, str]] = {
    "connect4": (
        "allis",
        "{} showed that on 7 by 6 cells the player who begins wins, if the first disc goes into the middle column; "
        "against the longest defence that takes 41 plies",
    ),
    "nim": ("bouton", "the theory of the game was found by {}"),
    "pig": ("neller", "the best play of the game with 100 points was computed by {}"),
}
"""What was published about a game itself."""


def of_algorithm(name: str) -> tuple[str, ...]:
    """The publications of an algorithm; `mcts:500` has those of `mcts`."""
    return OF_ALGORITHM[base_name(name)]


def reference_lines(keys: Iterable[str]) -> list[str]:
    """The lines of the list of references, in the order of the names in the text.

    >>> reference_lines(["shannon", "knuth"])[0][:15]
    'D. E. Knuth and'
    """
    return [line for _, line in sorted(REFERENCES[key] for key in set(keys))]
