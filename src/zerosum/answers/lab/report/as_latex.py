"""A document as LaTeX for pdfLaTeX, with its pictures as PNG files beside it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import singledispatch
from itertools import zip_longest

from zerosum.answers.lab.report.as_html import KEYWORDS, MARKUP
from zerosum.answers.lab.report.document import (
    Bullets,
    Code,
    Document,
    Figure,
    Listing,
    NumberedTable,
    Paragraph,
    Place,
    Terms,
)
from zerosum.answers.lab.report.highlight import highlighted
from zerosum.answers.lab.report.own_text import NO_TEXT, details_comment, place_text
from zerosum.answers.lab.report.pictures import picture_file, width_of
from zerosum.engines.draw.table_text import cell_text

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{microtype}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,longtable}
\usepackage{graphicx}
\usepackage{xcolor}
\usepackage{fancyvrb}
\usepackage[hidelinks]{hyperref}
\definecolor{keyword}{HTML}{8250DF}
\definecolor{name}{HTML}{0550AE}
\definecolor{string}{HTML}{0A6A3B}
\definecolor{comment}{HTML}{6E7781}
\definecolor{constant}{HTML}{953800}
\newcommand{\stay}{\par\vskip 0pt plus 10\baselineskip\penalty-200\vskip 0pt plus -10\baselineskip}
\newcommand{\tablelabel}[2]{\stay\medskip\noindent{\small\textbf{#1.} #2}\par\nobreak\smallskip}
\newcommand{\figurelabel}[2]{\par\smallskip\noindent{\small\textbf{#1.} #2}\par\medskip}
\newcommand{\reportpicture}[2]{\includegraphics[width=#2\linewidth,height=0.85\textheight,keepaspectratio]{#1}}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5em}
\setlength{\LTleft}{0pt}
\emergencystretch=3em
"""

SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "\N{NO-BREAK SPACE}": "~",
    "−": r"\ensuremath{-}",
    "≤": r"\ensuremath{\leq}",
    "≥": r"\ensuremath{\geq}",
    "≠": r"\ensuremath{\neq}",
    "←": r"\ensuremath{\leftarrow}",
    "→": r"\ensuremath{\rightarrow}",
    "∞": r"\ensuremath{\infty}",
    "√": r"\ensuremath{\surd}",
    "Σ": r"\ensuremath{\Sigma}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "⌈": r"\ensuremath{\lceil}",
    "⌉": r"\ensuremath{\rceil}",
    "⌊": r"\ensuremath{\lfloor}",
    "⌋": r"\ensuremath{\rfloor}",
    "²": r"\ensuremath{^2}",
    "₀": r"\ensuremath{_0}",
    "·": r"\ensuremath{\cdot}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "µ": r"\textmu{}",
    "▷": r"\ensuremath{\triangleright}",
    "△": r"\ensuremath{\triangle}",
    "▽": r"\ensuremath{\triangledown}",
    "★": r"\ensuremath{\star}",
    "“": r"``",
    "”": r"''",
    "‘": r"`",
    "’": r"'",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "…": r"\ldots{}",
}
"""How LaTeX writes the signs that it does not take as they are."""

WIDTH = 0.94
"""The part of the width of a line that columns of text share."""

BLANK = r"\rule{6cm}{0.4pt}"
"""A line to write on."""

SHORT = 16
"""A column whose cells have no more letters is as wide as they are."""


def latex_text(document: Document, stem: str, own: Mapping[str, str] = NO_TEXT) -> str:
    """The source; pictures are the files that `picture_file` names for this stem, `own` the texts of its places."""
    lines = [
        PREAMBLE,
        *([details_comment(document.given, ".tex")] if document.given else []),
        rf"\title{{{escaped(document.title)}}}",
        r"\begin{document}",
        r"\begin{titlepage}",
        r"\centering",
    ]
    lines += [r"\vspace*{4cm}", rf"{{\large {escaped(document.subtitle)}\par}}", r"\vspace{1cm}"]
    lines += [rf"{{\Huge\bfseries {escaped(document.title)}\par}}", r"\vspace{2cm}", r"\large", r"\begin{tabular}{ll}"]
    for label, text in document.details:
        lines.append(rf"{escaped(label)} & {escaped(text) or BLANK} \\[0.4em]")
    lines += [r"\end{tabular}", r"\end{titlepage}", ""]
    if document.summary:
        lines += [r"\begin{abstract}", " ".join(map(marked, document.summary)), r"\end{abstract}", ""]
    lines += [r"\setcounter{tocdepth}{1}", r"\tableofcontents", r"\newpage", ""]
    for section in document.sections:
        command = "section" if section.level == 1 else "subsection"
        plain = escaped(section.title.replace("`", ""))
        lines += [rf"\{command}{{\texorpdfstring{{{marked(section.title)}}}{{{plain}}}}}", ""]
        for block in section.blocks:
            lines += [place_text(block, ".tex", own) if isinstance(block, Place) else _block(block, stem), ""]
    lines.append(r"\end{document}")
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text with the signs of LaTeX escaped.

    >>> escaped("50 % of S_0")
    '50~\\\\% of S\\\\_0'
    """
    signs = "".join(_sign(letter) for letter in text.replace(" %", "\N{NO-BREAK SPACE}%"))
    return re.sub("-{2,}", lambda hyphens: "-{}" * len(hyphens[0]), signs)


def _sign(letter: str) -> str:
    if letter in SIGNS:
        return SIGNS[letter]
    if ord(letter) < 0x180:  # what the T1 encoding has
        return letter if letter.isprintable() else " "
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or rf"[U+{ord(letter):04X}]"


def marked(text: str) -> str:
    """A text with its markup.

    >>> marked("`a_b` and b^{d/2}")
    '\\\\texttt{a\\\\_\\\\allowbreak{}b} and b\\\\textsuperscript{d/2}'
    """
    parts, end = [], 0
    for found in MARKUP.finditer(text):
        parts.append(escaped(text[end : found.start()]))
        command = ("texttt", "textsuperscript", "textsubscript")[(found.lastindex or 1) - 1]
        word = escaped(found[found.lastindex or 1])
        if command == "texttt":
            for sign in ("/", r"\_", ","):
                word = word.replace(sign, sign + r"\allowbreak{}")
        parts.append(rf"\{command}{{{word}}}")
        end = found.end()
    return "".join([*parts, escaped(text[end:])])


@singledispatch
def _block(block: object, stem: str) -> str:
    raise TypeError(f"{block!r} is no block of a document")


@_block.register
def _(block: Paragraph, stem: str) -> str:
    lead = rf"\textbf{{{marked(block.lead)}}} " if block.lead else ""
    return rf"{{\small {lead}{marked(block.text)}\par}}" if block.minor else lead + marked(block.text)


@_block.register
def _(block: Bullets, stem: str) -> str:
    items = (rf"\item {marked(item)}" for item in block.items)
    return "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])


@_block.register
def _(block: Terms, stem: str) -> str:
    rows = [rf"{marked(symbol)} & {marked(name)} & {marked(text)} \\" for symbol, name, text in block.rows]
    head = r"\begin{longtable}{@{}p{0.13\linewidth}p{0.15\linewidth}p{0.64\linewidth}@{}}"
    return "\n".join([r"{\small", head, r"\toprule", *rows, r"\bottomrule", r"\end{longtable}}"])


@_block.register
def _(block: NumberedTable, stem: str) -> str:
    headings, rows, _, right = block.table
    cells = [[cell_text(cell) for cell in row] for row in rows]
    lines = []
    for row, link in zip_longest(cells, block.links, fillvalue=""):
        first, *rest = map(marked, row)
        lines.append(" & ".join([rf"\href{{{link}}}{{{first}}}" if link else first, *rest]) + r" \\")
    head = " & ".join(rf"\textbf{{{marked(str(heading))}}}" for heading in headings) + r" \\"
    columns = _columns([str(heading) for heading in headings], cells, right)
    return "\n".join(
        [
            rf"\tablelabel{{{block.label}}}{{{marked(block.caption)}}}",
            r"{\footnotesize\setlength{\tabcolsep}{4pt}",
            rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
            r"\toprule",
            head,
            r"\midrule",
            r"\endhead",
            *lines,
            r"\bottomrule",
            r"\end{longtable}}",
        ]
    )


def _columns(headings: list[str], rows: list[list[str]], right: object) -> str:
    """The columns: numbers to the right, short texts as wide as they are, the others share the rest of the line."""
    longest = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    numbers = [isinstance(right, list | tuple) and heading in right for heading in headings]
    is_narrow = sum(longest) <= 78
    fixed = [is_number or is_narrow or most <= SHORT for is_number, most in zip(numbers, longest, strict=True)]
    used = sum(0.0105 * most + 0.018 for most, is_fixed in zip(longest, fixed, strict=True) if is_fixed)
    wide = [min(most, 60) for most, is_fixed in zip(longest, fixed, strict=True) if not is_fixed]
    left = max(0.3, WIDTH - used - 0.02 * len(wide))
    words = []
    for most, is_fixed, is_number in zip(longest, fixed, numbers, strict=True):
        if is_fixed:
            words.append("r" if is_number else "l")
        else:
            words.append(rf">{{\raggedright\arraybackslash}}p{{{left * min(most, 60) / sum(wide):.3f}\linewidth}}")
    return "".join(words)


@_block.register
def _(block: Figure, stem: str) -> str:
    file = picture_file(stem, block)
    caption = rf"\figurelabel{{{block.label}}}{{{marked(block.caption)}}}"
    return "\n".join(
        [r"\begin{center}", rf"\reportpicture{{{file}}}{{{width_of(block):.2f}}}", r"\end{center}", caption]
    )


@_block.register
def _(block: Code, stem: str) -> str:
    lines = []
    for line in block.text.rstrip("\n").split("\n"):
        code = "".join(map(_sign, line))
        if block.language == "pseudocode":
            code = KEYWORDS.sub(r"\\textbf{\1}", code)
        lines.append(code)
    return _verbatim(lines, "fontsize=\\small")


@_block.register
def _(block: Listing, stem: str) -> str:
    lines = []
    for line in highlighted(block.text):
        pieces = (("".join(map(_sign, text)), kind) for kind, text in line)
        lines.append("".join(rf"\textcolor{{{kind}}}{{{text}}}" if kind else text for text, kind in pieces))
    label = rf"\tablelabel{{{block.label}}}{{\texttt{{{escaped(block.file)}}}}}"
    return (
        label + "\n" + _verbatim(lines, f"fontsize=\\scriptsize,numbers=left,firstnumber={block.first},numbersep=6pt")
    )


def _verbatim(lines: list[str], settings: str) -> str:
    return "\n".join(
        [rf"\begin{{Verbatim}}[commandchars=\\\{{\}},frame=leftline,{settings}]", *lines, r"\end{Verbatim}"]
    )
