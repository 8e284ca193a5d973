"""The implementation: the rules and the searches as they ran, and which line does what."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from zerosum.answers.lab.report.document import Code, Document, Paragraph
from zerosum.answers.lab.report.measurements import Measurements
from zerosum.answers.lab.report.observations import listed_names
from zerosum.answers.lab.report.program_source import (
    Mention,
    Part,
    rule_mentions,
    rules_parts,
    search_mentions,
    search_parts,
)
from zerosum.engines.draw.table_text import Table


def write_implementation(document: Document, measured: Measurements) -> None:
    """The program that played and measured."""
    game = measured.game
    document.section("Implementation")
    document.add(
        Paragraph(
            "The program has two layers. The rules of the game are pure functions from states to states: they change "
            "nothing and print nothing. A search calls them, and knows nothing else about the game. So one search "
            "serves every game, and one game every search. Each listing shows the lines that ran, with their numbers "
            "in the file."
        )
    )
    document.subsection(f"The rules of {game.name}")
    labels = _listings(document, rules_parts(game))
    if labels:
        _mentions(document, rule_mentions(game), "symbol", "Where the listing has the parts of the formulation.")
    else:
        document.add(
            Paragraph("No file holds the rules of this game: it was written down when the program was called.")
        )
    document.subsection("The searches")
    shown: dict[tuple[str, int], str] = {}
    for name in measured.names:
        parts = [part for part in search_parts(name) if (part.file, part.first) not in shown]
        again = [shown[part.file, part.first] for part in search_parts(name) if (part.file, part.first) in shown]
        if again:
            document.add(Paragraph(f"`{name}` also runs on {' and '.join(again)}."))
        labels = _listings(document, parts)
        shown.update({(part.file, part.first): label for part, label in zip(parts, labels, strict=True)})
        mentions = search_mentions(name)
        if mentions:
            _mentions(document, mentions, "pseudocode", f"Which lines of `{name}` do what its pseudocode says.")
    document.add(
        Paragraph(
            f"What the searches share stands in `run.py`: it counts the nodes of {listed_names(iter(measured.names))}, "
            "scores the leaves and stops a search at its limit."
        )
    )
    write_console(document, measured)


def write_console(document: Document, measured: Measurements) -> None:
    """How the game is played in a terminal."""
    game = measured.game
    first, second = game.sides
    document.subsection("The console program")
    document.add(
        Paragraph(
            f"The same rules and searches play in a terminal. The option `--as` chooses {first} or {second}, and "
            "`--first` says who begins: the human, the computer, or a question before a game. The board is drawn after "
            "a move, one's own at once. A text that is no legal move is refused with a sentence that says why; the "
            "position stays as it was, and the program asks again. `hint`, `values`, `why`, `undo` and `review` are "
            "answered by the searches of this report's kind, and `help` lists the commands."
        ),
        Code(
            "\n".join(
                shlex.join(["zerosum", "play", game.spec, *words])
                for words in (["--as", first, "--first", "human"], ["--as", second, "--first", "ask"])
            ),
            "console",
        ),
    )


def _listings(document: Document, parts: Sequence[Part]) -> list[str]:
    return [document.listing(part.file, part.first, part.text) for part in parts]


def _mentions(document: Document, mentions: Sequence[Mention], heading: str, caption: str) -> None:
    """A row for each thing, with the lines where it is done."""
    lines: dict[str, list[Mention]] = {}
    for each in mentions:
        lines.setdefault(each.what, []).append(each)
    rows = [
        [f"`{what}`", f"`{found[0].file}`", ", ".join(str(each.line) for each in found), f"`{found[0].code}`"]
        for what, found in lines.items()
    ]
    document.table(Table([heading, "file", "lines", "the first of them"], rows, right=["lines"]), caption)
