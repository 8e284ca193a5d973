"""A report as one HTML page that needs nothing else: the score, the smallest counterexample, the bug, the checks."""

from __future__ import annotations

import base64
from datetime import date
from html import escape
from pathlib import Path

from zerosum.answers.grade.reports.formats.pictures import counterexample_picture
from zerosum.answers.grade.reports.formats.words import number_text, summary_sentence, unit_text
from zerosum.answers.grade.reports.report import CheckResult, Counterexample, GradeReport
from zerosum.core.errors import ZerosumError
from zerosum.core.games import load


def html_report(report: GradeReport) -> str:
    """The page. What a hidden check found is a count alone, and its counterexample is not shown."""
    style = Path(__file__).with_name("grade.css").read_text(encoding="utf-8")
    title = escape(f"{report.agent}: {report.game}")
    visible = {check.name for check in report.checks if check.is_visible}
    found = report.counterexample
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="generator" content="zerosum">',
        f"<title>{title}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<main>",
        _header(report),
        _counterexample(report.game, found) if found is not None and found.check in visible else "",
        _bug(report),
        _checks(report),
        _notes(report),
        f"<footer>Graded by zerosum on {date.today().isoformat()}, in {report.seconds:.1f} s.</footer>",
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _header(report: GradeReport) -> str:
    share = 100 * report.score / report.out_of if report.out_of else 0
    score = (
        f'<p class="score"><b>{number_text(report.score)}</b> of {number_text(report.out_of)} points</p>'
        f'<div class="bar"><i style="width: {share:.1f}%"></i></div>'
        if report.checks
        else ""
    )
    game = f'<p class="game">{escape(_game_name(report.game))}</p>'
    return (
        f"<header>{game}<h1>{escape(report.student or report.agent)}</h1>{score}</header>\n"
        f'<p class="summary">{escape(summary_sentence(report))}</p>'
    )


def _game_name(spec: str) -> str:
    try:
        return load(spec).name
    except ZerosumError:
        return spec


def _counterexample(spec: str, found: Counterexample) -> str:
    picture = counterexample_picture(spec, found)
    board = f"<pre>{escape(found.board)}</pre>"
    if picture is not None:
        data = base64.b64encode(picture.encode()).decode()
        about = f"The position {found.position}, {found.side} to move. It plays {found.move}."
        board = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(about)}">'
    replay = "\n".join([found.command, *([f"zerosum web, then open {found.address}"] if found.address else [])])
    lines = [
        f"<p>{escape(found.where[0].upper() + found.where[1:])}, {escape(found.side)} is to move.</p>",
        f'<p class="cost">It plays {escape(found.move)}: {escape(found.cost)}.</p>',
        f"<p>A move that holds: {escape(found.better)}.</p>" if found.better else "",
        f"<p>{escape(found.reached)}</p>",
        f"<pre>{escape(replay)}</pre>" if found.command else "",
    ]
    return (
        '<section class="card"><h2>The smallest counterexample</h2>'
        f'<div class="side-by-side"><div>{board}</div><div>{"".join(lines)}</div></div></section>'
    )


def _bug(report: GradeReport) -> str:
    bug = report.shown_bug
    if bug is None:
        return ""
    return (
        f'<section class="card bug"><h2>The bug by name: {escape(bug.name)}</h2>'
        f"<p><strong>{escape(bug.sentence)}</strong></p><p>{escape(bug.evidence)}</p></section>"
    )


def _checks(report: GradeReport) -> str:
    if not report.checks:
        return ""
    rows = "\n".join(map(_check, report.checks))
    headings = '<th scope="col">check</th><th scope="col">result</th><th scope="col" class="number">points</th>'
    return (
        '<section><h2>Checks</h2><div class="wide" role="region" aria-label="Checks" tabindex="0"><table>'
        f'<thead><tr>{headings}<th scope="col" class="number">failed</th><th scope="col">details</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _check(check: CheckResult) -> str:
    mark = f"{'&#10003;' if check.is_met else '&#8230;' if check.is_unfinished else '&#10007;'} {check.result.lower()}"
    details = "".join(f"<li>{escape(detail)}</li>" for detail in check.details) if check.is_visible else ""
    return (
        f'<tr class="{"failed" if check.is_failed else check.result.lower()}"><th scope="row">{escape(check.name)}</th>'
        f'<td class="mark">{mark}</td>'
        f'<td class="number">{number_text(check.points)} of {number_text(check.out_of)}</td>'
        f'<td class="number">{check.failed:,} of {check.tried:,} {escape(unit_text(check))}</td>'
        f'<td><ul class="details">{details}</ul></td></tr>'
    )


def _notes(report: GradeReport) -> str:
    notes = [*report.found, *report.all_notes]
    if not notes:
        return ""
    items = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f'<section><h2>How it was asked</h2><ul class="notes">{items}</ul></section>'
