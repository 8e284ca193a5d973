"""The contents of a lab report: what each section says, from the measurements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from zerosum import __version__
from zerosum.answers.lab.report.algorithms import LINEAR, idea_of, theory
from zerosum.answers.lab.report.closing_sections import write_conclusion, write_improvements
from zerosum.answers.lab.report.commands import part_commands, report_command
from zerosum.answers.lab.report.comparison_section import write_comparison
from zerosum.answers.lab.report.details import NO_DETAILS, Details
from zerosum.answers.lab.report.document import Bullets, Code, Document, Paragraph, Place, Terms
from zerosum.answers.lab.report.formulation import formulation_svg, rules_text, terms
from zerosum.answers.lab.report.games_section import write_games
from zerosum.answers.lab.report.measured_section import depth_words, write_measurements
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import (
    about_nodes,
    about_values,
    determination,
    listed_names,
    memory_line,
    observations,
)
from zerosum.answers.lab.report.opening_sections import write_aim, write_theory
from zerosum.answers.lab.report.program_section import write_implementation
from zerosum.answers.lab.report.references import of_algorithm, reference_lines
from zerosum.answers.lab.report.sections import PLACES, SECTIONS
from zerosum.core.games.tree import is_written
from zerosum.engines.draw.amounts import bytes_text, counted, seconds_text
from zerosum.engines.draw.board_tree_svg import board_tree_svg
from zerosum.engines.draw.table_text import Table
from zerosum.engines.draw.tree_svg import tree_svg
from zerosum.engines.search.pseudocode import pseudocode


def write_contents(
    measured: Measurements,
    file: str = "report.html",
    details: Details = NO_DETAILS,
    sections: Sequence[str] = tuple(SECTIONS),
) -> Document:
    """The whole document; parts that were not measured are left out."""
    title = details.title or f"Search algorithms on {measured.game.name}"
    document = Document(title, f"A lab report about {measured.game.name}", details.rows(), details.given())
    writers: dict[str, Callable[[Document, Measurements], None]] = {
        "aim": partial(write_aim, sections=sections),
        "theory": write_theory,
        "formulation": write_formulation,
        "algorithms": write_algorithms,
        "implementation": write_implementation,
        "games": write_games,
        "measurements": write_measurements,
        "trees": write_trees,
        "comparison": write_comparison,
        "complexity": write_complexity,
        "observations": write_observations,
        "improvements": write_improvements,
        "conclusion": write_conclusion,
    }
    if "summary" in sections:
        document.summary = summary(measured)
    for name, write in writers.items():
        if name in sections:
            before = len(document.sections)
            write(document, measured)
            if name in PLACES and len(document.sections) > before:
                document.add(Place(name))
    if "reproduction" in sections:
        write_reproduction(document, measured, report_command(measured, file, details, sections))
    if "references" in sections and document.cited:
        document.section("References")
        document.add(Bullets(reference_lines(document.cited)))
    return document


def summary(measured: Measurements) -> list[str]:
    """What was done and what came out, in a few sentences."""
    searched = measured.names if measured.rows else [name for name in measured.names if name in measured.growing]
    names = listed_names(iter(searched))
    what = f"{names} searched {measured.game.name} from the position `{measured.game.position_text(measured.start)}`"
    sentences = [f"{what}{depth_words(measured)}.", *about_values(measured), *about_nodes(measured)]
    if measured.unfinished:
        sentences.append(f"Not finished: {'; '.join(measured.unfinished)}.")
    return sentences


def write_formulation(document: Document, measured: Measurements) -> None:
    """The game as a search problem."""
    game = measured.game
    document.section("The game as a search problem")
    for text in rules_text(game):
        document.add(Paragraph(text))
    document.add(Terms(list(terms(measured))))
    document.figure(
        "formulation",
        formulation_svg(measured),
        f"{game.name}: the start state, the state after one move, and the end of a game played at random.",
    )


def write_algorithms(document: Document, measured: Measurements) -> None:
    """Each algorithm: its idea, its pseudocode, where it was published."""
    document.section("Algorithms")
    document.add(
        Paragraph(
            "In the pseudocode, TERMINAL(s) says that the game is over, U(s) is its utility for MAX, and ESTIMATE(s) "
            "is a guess at an unfinished game where the depth limit ends a line."
        )
    )
    for name in measured.names:
        document.subsection(f"{theory(name).title} (`{name}`)")
        document.add(Paragraph(idea_of(name)), Code(pseudocode(name), "pseudocode"))
        document.add(Paragraph(f"Publications: {document.cite(*of_algorithm(name))}.", minor=True))


def write_trees(document: Document, measured: Measurements) -> None:
    """The trees of an example, with boards."""
    game, example = measured.game, measured.example
    if example is None or not measured.trees:
        return
    document.section("Search trees")
    first = document.next_label("Figure")
    ply_words = "" if example.depth is None else f" to a depth of {counted(example.depth, 'ply', 'plies')}"
    size = "its tree is small enough to be drawn" if example.most_children is None else "a part of its tree is drawn"
    chance = "circle: chance, " if game.rules.odds is not None else ""
    document.add(
        Paragraph(
            f"From {first} on, the position `{game.position_text(example.state)}` is searched{ply_words}: {size}. "
            f"Below each board stand who moves (triangle up: MAX, triangle down: MIN, {chance}square: the game is "
            "over) and the score for MAX; ≤ and ≥ mark a bound, ~ an estimate. The interval above a board is the "
            "window [α, β]. The thick line is the best line; a branch that was cut is crossed out."
        )
    )
    for tree in measured.trees:
        result = tree.result
        cut = f", {counted(result.cutoffs, 'cut-off', 'cut-offs')}" if result.cutoffs else ""
        svg = (
            tree_svg(tree.root, game, tree.scale, result.line)
            if is_written(game)
            else board_tree_svg(tree.root, game, tree.scale, result.line, example.most_children)
        )
        more = "" if example.most_children is None else f"; of each node, {example.most_children} moves are drawn"
        document.figure(
            f"tree-{tree.algorithm}",
            svg,
            f"The tree of `{tree.algorithm}`: {counted(result.nodes, 'node', 'nodes')}{cut}{more}.",
            isolated=is_written(game),
        )


def write_complexity(document: Document, measured: Measurements) -> None:
    """Theory beside what was measured."""
    document.section("Complexity")
    breadth = f"{measured.breadth:.2f}"
    source = (
        f"Here b = {breadth} is the factor by which the nodes of `{measured.whole_tree}` grew with each ply"
        if measured.whole_tree is not None
        else f"Here b = {breadth} is the mean number of moves in games played at random"
    )
    document.add(
        Paragraph(
            "For a tree of breadth b and depth d, minimax visits O(b^{d}) nodes. Alpha-beta needs O(b^{d/2}) when the "
            "best move is tried first everywhere: then only b^{⌈d/2⌉} + b^{⌊d/2⌋} − 1 leaves have to be looked at, "
            f"as {document.cite('knuth')} showed. A depth-first search keeps only the path to the current node, which "
            "takes O(d) memory; a transposition table keeps every position that it stores."
        ),
        Paragraph(
            f"{source}. The exponent x says that an algorithm's nodes grew like b^{{x d}}: 1 is the whole tree, one "
            f"half is what perfect cuts leave. {fitted_words(measured)}R² says how well the points lie on that line on "
            "a log axis."
        ),
    )
    fits = {fit.algorithm: fit for fit in measured.fits}
    rows = []
    for name in measured.names:
        fit = fits.get(name)
        share = None if fit is None else fit.exponent(measured.breadth)
        rows.append(
            [
                name,
                theory(name).time,
                "-" if fit is None else f"{fit.branching:.2f}",
                "-" if share is None else f"b^{{{share:.2f} d}}",
                "-" if fit is None else f"{determination(measured, fit):.3f}",
                theory(name).memory,
                _memory_words(measured, name),
            ]
        )
    headings = ["algorithm", "time in theory", "factor a ply", "measured", "R²", "memory in theory", "measured memory"]
    document.table(
        Table(headings, rows, right=["factor a ply", "measured", "R²"]),
        "Complexity in theory and as measured. Memory was measured at the depths of the section on it only.",
    )


def fitted_words(measured: Measurements) -> str:
    """Which depths the growth was fitted to."""
    depths = sorted({point.plies for point in measured.fitted_points})
    return f"It was fitted to the depths {depths[0]} to {depths[-1]}. " if len(depths) > 1 else ""


def _memory_words(measured: Measurements, name: str) -> str:
    points = [point for point in measured.memory if point.algorithm == name]
    if not points:
        peak = next((row.peak_bytes for row in measured.rows if row.algorithm == name), None)
        return "-" if peak is None else f"{bytes_text(peak)} at its peak"
    line = memory_line(points) if theory(name).memory == LINEAR else None
    if line is not None:
        return f"{bytes_text(round(line[0]))} a ply"
    first, last = points[0], points[-1]
    if first is last:
        return f"{bytes_text(first.peak_bytes)} at depth {first.depth}"
    sizes = f"{bytes_text(first.peak_bytes)} to {bytes_text(last.peak_bytes)}"
    return f"{sizes}, depth {first.depth} to {last.depth}"


def write_observations(document: Document, measured: Measurements) -> None:
    """What was observed."""
    sentences = observations(measured)
    if sentences:
        document.section("Observations")
        document.add(*(Paragraph(" ".join(about), lead=f"{name}.") for name, about in sentences.items()))


def write_reproduction(document: Document, measured: Measurements, command: str) -> None:
    """How to get the same numbers."""
    document.section("How to reproduce this")
    searches = measured.rows or measured.points
    spent = sum(search.seconds for search in searches)
    document.add(
        Paragraph(
            f"This report was written by zerosum {__version__}; the searches of {document.where('nodes')} took "
            f"{seconds_text(spent)} together. The same report again:"
        ),
        Code(command, "console"),
        Paragraph("Each part alone, without a limit of time:"),
        Code("\n".join(f"# {what}\n{command}" for what, command in part_commands(measured)), "console"),
    )
