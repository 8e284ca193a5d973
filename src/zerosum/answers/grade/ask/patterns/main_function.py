"""Which function of a submission chooses the move: the one that its author calls, and nothing that the search calls."""

from __future__ import annotations

from typing import Final

from zerosum.answers.grade.ask.patterns.aima import is_aima
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.kaggle import is_kaggle
from zerosum.answers.grade.ask.patterns.names import function_score
from zerosum.answers.grade.ask.source.definitions import Function

LEAST: Final = -6.0
LOOPS: Final = frozenset(
    ["main", "play", "run", "game", "start", "loop", "start_game", "play_game", "main_loop", "game_loop"]
)


def main_functions(findings: Findings) -> list[Function]:
    """The functions that may choose the move, the most likely first."""
    source = findings.source
    functions = list(source.all_functions())
    reached = {each.path: source.reached(each) for each in functions}
    searches = [each for each in functions if each in reached[each.path]]
    below = {
        each.path
        for search in searches
        for each in reached[search.path]
        if search not in reached[each.path] and each is not search
    }
    asking = [each for each in functions if each.asks or any(other.asks for other in reached[each.path])]
    scored = []
    for place, each in enumerate(functions):
        is_search = each in searches
        if (each.name.startswith("__") and each.name != "__call__") or each.path in below:
            continue
        if each.asks or (each in asking and not is_search):
            continue
        score = (
            function_score(each.name, each.owner) if each.name != "__call__" else 5.0 + function_score("", each.owner)
        )
        score += 3.0 * any(other in searches for other in reached[each.path] if other is not each)
        callers = [other for other in functions if each in reached[other.path] and other is not each]
        if is_search and any(other.gives and other not in asking and other not in searches for other in callers):
            score -= 4  # the function that calls it is the agent
        sites = source.sites(each)
        score += 2.0 * any(site.by is None or site.by in asking for site in sites)
        if is_kaggle(each):
            score += 10
        elif is_aima(findings, each):
            score += 6
        if each.name.lower() in LOOPS and not each.gives:
            score -= 4
        if not each.gives and not each.writes and not each.self_writes and not each.called:
            score -= 1
        if score > LEAST:
            scored.append((-score, place, each))
    return [each for _, _, each in sorted(scored, key=lambda row: row[:2])]


def searches(findings: Findings) -> list[Function]:
    """The functions of the submission that call themselves and ask nobody."""
    source = findings.source
    return [each for each in source.all_functions() if not each.asks and each in source.reached(each)]


def is_weak(findings: Findings, function: Function) -> bool:
    """Whether a function plainly plays at random: it searches nothing and looks for no wins."""
    called = [function, *findings.source.reached(function)]
    is_random = any(each.calls & {"choice", "randint", "randrange", "random", "shuffle", "sample"} for each in called)
    looks = any("win" in each.name.lower() or each in findings.source.reached(each) for each in called)
    return is_random and not looks and len(called) <= 4
