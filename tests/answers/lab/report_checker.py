"""A checker of lab reports: every number and every comparison is recomputed from the JSON of the same report.

It knows nothing of how the report is written. A sentence with a number or a comparison that no rule here claims is a
fault too, unless it is one of the sentences of theory (`report_theory.txt`), which are the same in every report.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.answers.lab.report_statements import Sentence, sentences
from zerosum.answers.lab.report.lab_report import LabReport
from zerosum.core.game import Game

Data = dict[str, Any]
Check = Callable[["Truth", re.Match[str]], bool]

RULES: list[tuple[re.Pattern[str], Check]] = []

COMPARES = re.compile(
    r"\b(most|least|fewest|fewer|more|less|fastest|slowest|cheapest|dearest|times as|agree|none|cannot|only|exactly|"
    r"nothing|every|all|best|worst|slower|faster|longer|widest|quickest)\b|\d"
)
"""What makes a sentence one that has to be checked."""

BEYOND_DEPTH = ("mcts", "rave", "retrograde", "value_iteration", "selective")
"""The searches for which a depth limit is none."""

NAME = r"`([^`]+)`"
NAMES = r"(`[^`]+`(?:(?:, | and )`[^`]+`)*)"
COUNT = r"([\d,]+)"
NUMBER = r"([\d.,]+)"
SHARE = r"([\d.]+ %)"
TIME = r"([\d.]+ (?:ms|s))"
SIZE = r"([\d.]+ [kMGT]?B)"

THEORY = Path(__file__).with_name("report_theory.txt")


class Truth:
    """What the JSON of a report says."""

    def __init__(self, report: LabReport) -> None:
        self.data: Data = report.json()
        self.game: Game = report.measured.game
        self.rows: list[Data] = self.data["rows"]
        self.document = report.document()

    @property
    def done(self) -> list[Data]:
        """The rows that can be compared: ended, and with the same limit."""
        return [
            row
            for row in self.rows
            if not row["stopped"]
            and row["note"] is None
            and (self.data["depth"] is None or not row["algorithm"].startswith(BEYOND_DEPTH))
        ]

    def row(self, name: str) -> Data:
        return next(row for row in [*self.rows, *self.data["further"]] if row["algorithm"] == name)

    def points(self, name: str) -> list[Data]:
        return [point for point in self.data["points"] if point["algorithm"] == name]

    def is_extreme(self, name: str, key: str, *, most: bool) -> bool:
        """Whether a row has the greatest or the least of something among all that can be compared."""
        values = [row[key] for row in self.done]
        return bool(self.row(name)[key] == (max(values) if most else min(values)))

    def replies(self, name: str) -> list[Data]:
        return [each for each in self.data["replies"] if each["algorithm"] == name]


def about(text: str, value: float) -> bool:
    """Whether a number as it is written stands for this value: it is off by half of its last digit at most.

    >>> about("3.3 %", 0.0332), about("24.6 ms", 0.02461), about("2.0 kB", 2049), about("13", 14)
    (True, True, True, False)
    """
    found = re.fullmatch(r"[-−+~ ]*([\d,]+(?:\.(\d+))?)( ?[%a-zµA-Z]+)?", text.strip())
    assert found, text
    unit = (found[3] or "").strip()
    scale = {"%": 100, "ms": 1e3, "µs": 1e6, "kB": 1e-3, "MB": 1e-6, "GB": 1e-9}.get(unit, 1.0)
    step = 10.0 ** -len(found[2] or "")
    return abs(float(found[1].replace(",", "")) - value * scale) <= step * 0.5000001 + 1e-9


def count(text: str) -> int:
    return int(text.replace(",", ""))


def names(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def says(pattern: str) -> Callable[[Check], Check]:
    """The check of sentences of this form."""

    def decorated(check: Check) -> Check:
        RULES.append((re.compile(pattern), check))
        return check

    return decorated


def false_statements(report: LabReport) -> list[str]:
    """The sentences of a report that its numbers do not support, and those that nothing here can check."""
    truth = Truth(report)
    theory = set(THEORY.read_text(encoding="utf-8").splitlines())
    wrong = []
    for sentence in sentences(truth.document):
        if COMPARES.search(re.sub(r"`[^`]*`", "", sentence.text)) is None and not re.search(
            r"\d", sentence.text.replace("S_{0}", "")
        ):
            continue
        if sentence.text in theory or is_quoted(truth, sentence):
            continue
        found = [(check, match) for pattern, check in RULES if (match := pattern.fullmatch(sentence.text))]
        if not found:
            wrong.append(f"unchecked: {sentence.section}: {sentence.text}")
        elif not all(check(truth, match) for check, match in found):
            wrong.append(f"false: {sentence.section}: {sentence.text}")
    return wrong


def is_quoted(truth: Truth, sentence: Sentence) -> bool:
    """Whether a sentence is the game's own description, a name of it, or what an algorithm's file says of its idea."""
    from zerosum.answers.lab.report.algorithms import THEORY as KNOWN
    from zerosum.answers.lab.report.algorithms import idea_of

    game = truth.game
    name, (first, second) = game.name, game.sides
    about_game = [
        f"The aim is a program that plays {name} by adversarial search, and a measured answer to the question what "
        "each algorithm costs and gains.",
        f"write {name} as a search problem: states, start, moves, transition and utility;",
        f"{name}: the start state, the state after one move, and the end of a game played at random.",
        f"The rules of {name}",
        f"Two sides: {first} is called MAX because it wants the greatest value, and {second} MIN because it "
        f"wants the least.",
    ]
    quoted = [game.about, *truth.data["unfinished"], *about_game, *(idea_of(name) for name in truth.data["algorithms"])]
    titles = [f"{KNOWN[name.partition(':')[0]].title} (`{name}`)" for name in truth.data["algorithms"]]
    texts = [" ".join(text.split()) for text in quoted]
    return any(sentence.text in text for text in texts) or sentence.text in titles


@says(rf"{NAMES} searched (.+) from the position `(.+)`( to .+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return (
        names(said[1]) == ([row["algorithm"] for row in truth.rows] or truth.data["algorithms"])
        and said[2] == truth.game.name
        and said[3] == truth.data["position"]
        and is_depth(truth, said[4])
    )


@says(r"All searches began at `(.+)` and went( to .+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[1] == truth.data["position"] and is_depth(truth, said[2])


def is_depth(truth: Truth, words: str) -> bool:
    depth = truth.data["depth"]
    if not truth.rows:
        deepest = max(point["plies"] for point in truth.data["points"])
        return words.startswith(f" to depths of up to {deepest} pl")
    if depth is None:
        return words == " to the end of the game"
    why = ", chosen because a search of the whole game did not end in its share of the time"
    expected = f" to a depth of {depth} {'ply' if depth == 1 else 'plies'}"
    return words == expected + (why if truth.data["depth_chosen"] else "")


@says(rf"(All|{NAMES}) agree: S_\{{0\}} is (worth .+|a .+) for (\S+?)(, a (win|draw|loss))?\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    exact = [row for row in truth.rows if row["exact"] and not row["stopped"] and row["note"] is None]
    who = [row["algorithm"] for row in truth.rows] if said[1] == "All" else names(said[1])
    values = {(row["value"].get("outcome"), row["value"]["rank"]) for row in exact}
    word = said[6] is None or exact[0]["value"]["outcome"] == said[6]
    return [row["algorithm"] for row in exact] == who and len(values) == 1 and word and is_value(said[3], exact[0])


@says(rf"{NAME} finds the exact value: S_\{{0\}} is (worth .+|a .+) for (\S+?)(, a (win|draw|loss))?\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    exact = [row for row in truth.rows if row["exact"] and not row["stopped"] and row["note"] is None]
    return [row["algorithm"] for row in exact] == [said[1]] and is_value(said[2], exact[0])


@says(
    rf"{NAME}(?: to depth (\d+))? finds the exact value in {COUNT} nodes?: S_\{{0\}} is (worth .+|a .+) for (\S+?)"
    r"(, a (win|draw|loss))?\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    """A search beyond the rows, where none of those is exact."""
    if any(row["exact"] and not row["stopped"] and row["note"] is None for row in truth.rows):
        return False
    row = truth.data["exact"] if said[2] else truth.row(said[1])
    depth = said[2] is None or int(said[2]) == truth.data["exact_depth"]
    right = depth and row["exact"] and row["algorithm"] == said[1] and row["nodes"] == count(said[3])
    return bool(right and is_value(said[4], row))


def is_value(words: str, row: Data) -> bool:
    value = row["value"]
    if words.startswith("a "):
        return words == f"a {value['text']}"
    number = words.removeprefix("worth ").replace("−", "-")
    if value["kind"] == "outcome":
        return number == str({"win": 1, "draw": 0, "loss": -1}[value["outcome"]])
    return number == str(value["margin"]) if value["kind"] == "margin" else number == value["short"]


@says(rf"{NAMES} agree on the estimate ~ (\S+) for (\S+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    found = [truth.row(name)["value"] for name in names(said[1])]
    shown = said[2].replace("−", "-")
    same = len({each["estimate"] for each in found}) == 1 and all(each["kind"] == "estimate" for each in found)
    return same and abs(float(shown) - found[0]["estimate"]) <= (0.0006 if "." in shown else 0)


@says(rf"{NAME} visited {COUNT} nodes, {SHARE} of the {COUNT} of {NAME}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    one, other = truth.row(said[1])["nodes"], truth.row(said[5])["nodes"]
    return (count(said[2]), count(said[4])) == (one, other) and one < other and about(said[3], one / other)


@says(rf"{NAME} visited {COUNT} nodes, exactly as many as {NAME}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(count(said[2]) == truth.row(said[1])["nodes"] == truth.row(said[3])["nodes"])


@says(rf"{NAME} visited {COUNT} nodes, {NUMBER} times as many as the {COUNT} of {NAME}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    one, other = truth.row(said[1])["nodes"], truth.row(said[5])["nodes"]
    return (count(said[2]), count(said[4])) == (one, other) and one > other and about(said[3], one / other)


@says(r"From one algorithm to the next: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    parts = [re.fullmatch(rf"{NAME} visited {SHARE} of the nodes of {NAME}", part) for part in said[1].split(", ")]
    return all(
        part is not None
        and truth.row(part[1])["nodes"] < truth.row(part[3])["nodes"]
        and about(part[2], truth.row(part[1])["nodes"] / truth.row(part[3])["nodes"])
        for part in parts
    )


@says(rf"There are only {COUNT} different states, so {NAME} visited each of them {NUMBER} times on average\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    states = truth.data["states"]
    row = truth.row(said[2])
    return (
        states["exact"]
        and count(said[1]) == states["count"] < row["nodes"]
        and about(said[3], row["nodes"] / states["count"])
    )


@says(rf"{NAMES} visited fewer nodes than there are states\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    states = truth.data["states"]
    return states["exact"] and all(truth.row(name)["nodes"] < states["count"] for name in names(said[1]))


@says(rf"In {NAME}, {COUNT} of the {COUNT} nodes \({SHARE}\) w(?:as|ere) known from before\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    row = truth.row(said[1])
    hits = (row["table_hits"], row["nodes"])
    return (count(said[2]), count(said[3])) == hits and about(said[4], hits[0] / hits[1])


@says(rf"{SHARE} of the {COUNT} cut-offs of {NAME} came after the first move that was tried\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    cuts = next(each for each in truth.data["ranks"] if each["algorithm"] == said[3])["cuts"]
    return count(said[2]) == sum(cuts) and about(said[1], cuts[0] / sum(cuts))


@says(rf"With {NAME} it was {SHARE}: (more|fewer) than with {NAME}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    shares = {
        each["algorithm"]: each["cuts"][0] / sum(each["cuts"]) for each in truth.data["ranks"] if sum(each["cuts"])
    }
    one, other = shares[said[1]], shares[said[4]]
    return about(said[2], one) and (one > other) == (said[3] == "more")


def order(truth: Truth, name: str) -> float:
    return float(next(each for each in truth.data["orders"] if each["order"] == name)["nodes"])


@says(
    rf"With the best move first everywhere, `alphabeta` would visit {COUNT} nodes instead of {COUNT}, {SHARE} of them\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    best, own = order(truth, "best"), order(truth, "own")
    return (count(said[1]), count(said[2])) == (best, own) and best < own and about(said[3], best / own)


@says(rf"With the worst move first it would visit {COUNT}, {NUMBER} times as many\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    worst, own = order(truth, "worst"), order(truth, "own")
    return count(said[1]) == worst > own and about(said[2], worst / own)


@says(rf"With each ply from (\d+) to (\d+), the nodes of {NAME} grew by a factor of b = {NUMBER} on average\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    depths = [point["plies"] for point in truth.points(said[3])]
    return (int(said[1]), int(said[2])) == (depths[0], depths[-1]) and about(said[4], slope(truth, said[3]))


def slope(truth: Truth, name: str) -> float:
    """The factor by which nodes grow a ply: least squares on a log axis, to the depth of the first algorithm."""
    from math import exp, log

    first = truth.data["points"][0]["algorithm"]
    last = max(point["plies"] for point in truth.points(first))
    points = [(point["plies"], log(max(1, point["nodes"]))) for point in truth.points(name) if point["plies"] <= last]
    mean_x, mean_y = (sum(each[axis] for each in points) / len(points) for axis in (0, 1))
    return exp(sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points))


def breadth(truth: Truth) -> float:
    """The b of b^d: how the whole tree grew where a search went through it, else the mean number of moves."""
    whole = truth.data["whole_tree"]
    return slope(truth, whole) if whole is not None else float(truth.data["mean_moves"])


@says(
    rf"The nodes of {NAME} grew by a factor of {NUMBER} a ply, like b\^{{([\d.]+) d}}: "
    r"(as fast as the whole tree|faster than the whole tree|between b\^{d/2} and b\^{d}|slower than b\^{d/2})\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    from math import log

    share = log(slope(truth, said[1])) / log(breadth(truth))
    where = {
        "as fast as the whole tree": abs(share - 1) <= 0.03,
        "faster than the whole tree": share > 1,
        "between b^{d/2} and b^{d}": 0.5 <= share < 1,
        "slower than b^{d/2}": share < 0.5,
    }
    return about(said[2], slope(truth, said[1])) and about(said[3], share) and where[said[4]]


@says(rf"{NAME} (was|took) {NUMBER} times as (fast|long) as {NAME} \({TIME} against {TIME}\)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    one, other = truth.row(said[1])["seconds"], truth.row(said[5])["seconds"]
    factor = other / one if said[4] == "fast" else one / other
    return about(said[6], one) and about(said[7], other) and factor > 1 and about(said[3], factor)


@says(
    rf"A node is cheapest in {NAME} \(([\d.]+ µs)\) and dearest in {NAME} \(([\d.]+ µs)\), so that fewer "
    rf"nodes do not save "
    r"time in the same proportion\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    each = {row["algorithm"]: row["seconds"] / row["nodes"] for row in truth.done}
    least, most = min(each.values()), max(each.values())
    return each[said[1]] == least and each[said[3]] == most and about(said[2], least) and about(said[4], most)


@says(
    rf"The peak memory of {NAME} grew by {SIZE} a ply, from {SIZE} at depth (\d+) to {SIZE} at depth (\d+): linear, as "
    r"O\(d\) says \(R² = ([\d.]+)\)\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    points = [(each["depth"], each["peak_bytes"]) for each in truth.data["memory"] if each["algorithm"] == said[1]]
    mean_x, mean_y = (sum(each[axis] for each in points) / len(points) for axis in (0, 1))
    steep = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    rest = sum((y - mean_y - steep * (x - mean_x)) ** 2 for x, y in points)
    determined = 1 - rest / sum((y - mean_y) ** 2 for _, y in points)
    ends = (points[0][0], points[-1][0]) == (int(said[4]), int(said[6]))
    sizes = about(said[2], steep) and about(said[3], points[0][1]) and about(said[5], points[-1][1])
    return ends and sizes and about(said[7], determined) and determined >= 0.9


@says(rf"{NAME} held {SIZE} at its peak, {NUMBER} times as much as {NAME} with {SIZE}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    one, other = truth.row(said[1])["peak_bytes"], truth.row(said[4])["peak_bytes"]
    measured = [row["peak_bytes"] for row in truth.done if row["peak_bytes"]]
    extreme = one == max(measured) and other == min(measured)
    return extreme and about(said[2], one) and about(said[5], other) and about(said[3], one / other)
