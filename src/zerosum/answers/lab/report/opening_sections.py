"""The first sections of a report: its aim, and the theory of games like this one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zerosum.answers.lab.report.algorithms import theory
from zerosum.answers.lab.report.document import Bullets, Code, Document, Paragraph
from zerosum.answers.lab.report.further import can_be_explored
from zerosum.answers.lab.report.measurements import Measurements, goes_by_depth
from zerosum.answers.lab.report.observations import listed_names
from zerosum.answers.lab.report.references import OF_GAME
from zerosum.answers.lab.report.sections import SECTIONS
from zerosum.core.value import DISTANCE, WIN, scale_for
from zerosum.engines.draw.amounts import counted
from zerosum.engines.search import rung
from zerosum.engines.search.cycles import can_repeat


def write_aim(document: Document, measured: Measurements, sections: Sequence[str] = tuple(SECTIONS)) -> None:
    """What the report is for, and what there is to learn."""
    game = measured.game
    document.section("Aim and learning objectives")
    titles = [_lower(theory(name).title) for name in measured.names]
    searched = f"{', '.join(titles[:-1])} and {titles[-1]}" if len(titles) > 1 else titles[0]
    are = "algorithms are" if len(titles) > 1 else "algorithm is"
    document.add(
        Paragraph(
            f"The aim is a program that plays {game.name} by adversarial search, and a measured answer to the question "
            f"what each algorithm costs and gains. The {are} {searched}. All numbers of this report "
            "were measured by one run of one program."
        ),
        Paragraph("After this work one can:"),
        Bullets([words for section, words in _objectives(measured) if section in sections or not section]),
    )


def _lower(text: str) -> str:
    """A title inside a sentence."""
    return text[0].lower() + text[1:] if not text[:2].isupper() else text


def _objectives(measured: Measurements) -> Iterator[tuple[str, str]]:
    """What there is to learn, each with the section that shows it."""
    cutting = [name for name in measured.names if goes_by_depth(name) and rung(name).has_window]
    yield (
        "formulation",
        f"write {measured.game.name} as a search problem: states, start, moves, transition and utility;",
    )
    names = listed_names(iter(measured.names))
    yield "implementation", f"explain {names}, and find each step of the pseudocode in the source;"
    if cutting:
        yield "measurements", "show that pruning changes the number of nodes and not the value;"
    yield "measurements", "measure nodes, time, memory and growth, and compare them with the bounds of theory;"
    if can_be_explored(measured):
        yield "games", "prove by following all replies whether the program can be beaten;"
    yield "improvements", "name the limits of the program, and what each improvement gains;"
    yield "", "say what the measurements show, and what they do not."


def write_theory(document: Document, measured: Measurements) -> None:
    """What kind of game this is, what a search does in it, and why a quick win needs a distance."""
    document.section("Theory")
    document.subsection("The kind of game")
    document.add(Bullets(list(_properties(measured))))
    published = OF_GAME.get(measured.game.spec.partition(":")[0])
    if published is not None:
        key, words = published
        document.add(Paragraph(f"On the game itself: {words.format(document.cite(key))}."))
    _write_search(document, measured)
    _write_distance(document, measured)


def _properties(measured: Measurements) -> Iterator[str]:
    game = measured.game
    first, second = game.sides
    yield (
        f"Zero-sum: what one side wins the other side loses. U(s) is the result for {first}, and −U(s) is the result "
        f"for {second}, so that one number is enough."
    )
    yield (
        f"Two sides: {first} is called MAX because it wants the greatest value, and {second} MIN because it wants the "
        "least."
    )
    yield "Perfect information: both sides see the whole state, and nothing is hidden."
    if game.rules.odds is None:
        yield "Deterministic: a move leads to one state. There are no dice and no cards."
    else:
        yield (
            "With chance: dice or cards move too. An outcome a has the probability P(a | s), so that a side can plan "
            "only for the mean of the results."
        )
    if can_repeat(game.rules):
        yield "With repetition: a game can come back to a state it was in, so that the states form a graph with cycles."
    else:
        yield "Finite: no state comes back in a game, so that every game ends."


def _write_search(document: Document, measured: Measurements) -> None:
    game = measured.game
    document.subsection("Game tree and adversarial search")
    zermelo, neumann, shannon = document.cite("zermelo"), document.cite("neumann"), document.cite("shannon")
    document.add(
        Paragraph(
            "The game tree has the state S_{0} at its root, a branch for each legal move and a finished game at each "
            "leaf. Adversarial search looks for the move that is best against an opponent who wants the opposite. The "
            "value V(s) of a state is what both sides can make sure of:"
        ),
        Code("\n".join(_value_lines(measured)), "text"),
    )
    if game.rules.odds is None:
        document.add(
            Paragraph(
                f"{zermelo} showed for chess that a game of this kind has such a value from every state; {neumann} "
                "proved the minimax theorem for all finite zero-sum games of two sides, those with hidden information "
                f"included. {shannon} described how a computer can use it: search to a limited depth, and estimate the "
                "states at its end."
            )
        )
    else:
        document.add(
            Paragraph(
                f"{neumann} proved that every finite zero-sum game of two sides has such a value, {shannon} described "
                f"how a computer can search for it, and {document.cite('michie')} added the mean for moves of chance."
            )
        )
    document.add(*(Paragraph(text) for text in tree_sizes(measured)))


def _value_lines(measured: Measurements) -> Iterator[str]:
    yield "V(s) = U(s)                             if TERMINAL(s)"
    yield "V(s) = max of V(T(s, a)) over a in A(s)   if PLAYER(s) = MAX"
    yield "V(s) = min of V(T(s, a)) over a in A(s)   if PLAYER(s) = MIN"
    if measured.game.rules.odds is not None:
        yield "V(s) = Σ P(a | s) · V(T(s, a)) over a in A(s)   where chance moves"


def tree_sizes(measured: Measurements) -> Iterator[str]:
    """The size of the whole tree where a search without cut-offs went through it."""
    whole = next(
        (
            row
            for row in measured.rows
            if row.algorithm in ("minimax", "expectimax") and not row.stopped and row.note is None
        ),
        None,
    )
    if whole is None or measured.depth is not None or can_repeat(measured.game.rules):
        return
    games = f": so many different games can be played from S_{{0}}, up to a longest of {whole.deepest} plies"
    yield (
        f"The whole tree of {measured.game.name} from S_{{0}} has {counted(whole.nodes, 'node', 'nodes')}, and "
        f"{whole.leaves:,} of them are leaves{games}."
    )


def _write_distance(document: Document, measured: Measurements) -> None:
    """Why a quick win needs a distance, in a game whose results are win, draw and loss."""
    game = measured.game
    document.subsection("Utility and distance")
    if scale_for(game) is not DISTANCE:
        why = "chance decides how long a game lasts" if game.rules.odds is not None else "the margin is what counts"
        document.add(Paragraph(f"U(s) is the result of a finished game. A distance plays no part here, since {why}."))
        return
    document.add(
        Paragraph(
            "U(s) says who has won, and not how soon. By U alone all winning moves are worth the same, so that a "
            "program may put off a win it has, and a lost program may give up at once although a longer defence gives "
            "the opponent more chances to go wrong. The remedy is to count the plies d to the end: a win is worth C − "
            "d, a loss d − C and a draw 0, with a C that is greater than the length of any game. Then a near win is "
            "worth more than a far one, and every win is still worth more than a draw."
        )
    )
    example = measured.distance
    if example is not None:
        document.add(Paragraph(" ".join(_example_words(measured))))
    here = (
        f"In this report the values are plain: a win is worth 1 and a loss −1 at any distance, as in most textbooks. "
        f"The option `--values distance` counts plies with C = {WIN:,}."
        if measured.plain
        else f"In this report the values count plies, with C = {WIN:,}; a value such as “win in 5” says the plies."
    )
    document.add(Paragraph(here))


def _example_words(measured: Measurements) -> Iterator[str]:
    game, example = measured.game, measured.distance
    assert example is not None
    side = game.side_name(game.to_move(example.state))
    quick, slow = (game.move_text(example.state, move) for move in (example.quick, example.slow))
    plies = counted(example.quick_plies, "ply", "plies")
    yield (
        f"An example is `{game.position_text(example.state)}`: {side} wins by `{quick}` in {plies} and by `{slow}` in "
        f"{example.slow_plies}. By U both are the same."
    )
    if example.cells is None or example.quick_empty is None or example.slow_empty is None:
        return
    cells, depth = example.cells, example.cells - example.quick_empty
    yield (
        f"On a board of {cells} cells that fill one by one, C = {cells + 1} will do, and the plies may be counted from "
        f"the empty board: a win at depth d is worth {cells + 1} − d. At that depth {cells} − d cells are empty, so "
        f"that “empty cells + 1” is the same number in other words. Here the quick win ends at depth {depth} and is "
        f"worth {cells + 1} − {depth} = {cells + 1 - depth}, which is {example.quick_empty} empty cells + 1; the slow "
        f"one ends at depth {cells - example.slow_empty} and is worth {example.slow_empty + 1}."
    )
