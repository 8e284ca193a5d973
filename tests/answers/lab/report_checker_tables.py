"""The checker of lab reports, for tables: every cell is recomputed from the JSON, or read again in "
"the file it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import log
from pathlib import Path
from typing import Any

import zerosum
from tests.answers.lab.report_checker import Truth, about, breadth, count, slope
from tests.answers.lab.report_statements import tables
from zerosum.answers.lab.move_orders import ORDER_WORDS
from zerosum.answers.lab.report.document import NumberedTable

Rows = list[list[str]]
NOTHING = "-"


def false_cells(truth: Truth) -> list[str]:
    """The cells that are not what the JSON says, and the tables that nothing here can check."""
    wrong = []
    for table, rows in tables(truth.document):
        headings = [str(each) for each in table.table.headings]
        check = next((check for begins, check in CHECKS.items() if table.caption.startswith(begins)), None)
        if check is None:
            wrong.append(f"unchecked: {table.label}: {table.caption}")
            continue
        wrong += [f"false: {table.label}: {table.caption}: {what}" for what in check(truth, headings, rows, table)]
    return wrong


def source_lines(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    """The named line of the named file reads as the table says."""
    package = Path(zerosum.__file__).parent
    for what, file, lines, code in rows:
        name = file.strip("`")
        found = [*package.rglob(name)]
        if truth.game.source is not None and Path(truth.game.source).name == name:
            found = [Path(truth.game.source)]
        number = int(lines.split(",")[0])
        texts = [path.read_text(encoding="utf-8").splitlines() for path in found]
        if not any(len(text) >= number and text[number - 1].strip() == code.strip("`") for text in texts):
            yield f"{what}: line {number} of {name} is not {code}"


def counts(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    """The table of what each algorithm did, and that of the further searches."""
    first = truth.row(rows[0][0])
    keys = {"leaves": "leaves", "cut-offs": "cutoffs", "table hits": "table_hits", "deepest ply": "deepest"}
    for cells in rows:
        row = truth.row(cells[0])
        if row["note"] is not None:
            continue
        for heading, cell in zip(headings[1:], cells[1:], strict=True):
            if cell == NOTHING:
                continue
            if heading in keys:
                right = count(cell) == row[keys[heading]]
            elif heading == "nodes":
                right = cell == f"{row['nodes']:,}" + " (stopped)" * bool(row["stopped"])
            elif heading.startswith("of "):
                right = heading == f"of {first['algorithm']}" and about(cell, row["nodes"] / first["nodes"])
            elif heading == "time":
                right = about(cell, row["seconds"])
            elif heading == "peak memory":
                right = about(cell, row["peak_bytes"])
            elif heading == "value":
                right = is_value(cell, row)
            else:
                right = heading == "move" and cell == row["move"]
            if not right:
                yield f"{cells[0]}, {heading}: {cell}"


def is_value(cell: str, row: dict[str, Any]) -> bool:
    """Whether a value is the one of the JSON; an estimate begins with ~ and an exact value does not."""
    value, text = row["value"], cell.replace("−", "-")
    if value["kind"] == "estimate":
        number = float(text.removeprefix("~ "))
        return text.startswith("~ ") and abs(number - value["estimate"]) <= (0.00051 if "." in text else 0.5)
    if value["kind"] == "outcome" and value["distance"] is None:
        return text == str({"win": 1, "draw": 0, "loss": -1}[value["outcome"]])
    return text in (value["text"], value["short"], str(value.get("margin")))


def growth(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    found = {(point["plies"], point["algorithm"]): point["nodes"] for point in truth.data["points"]}
    for depth, *cells in rows:
        for name, cell in zip(headings[1:], cells, strict=True):
            nodes = found.pop((int(depth), name), None)
            if cell != (NOTHING if nodes is None else f"{nodes:,}"):
                yield f"depth {depth}, {name}: {cell}"
    if found:
        yield f"left out: {found}"


def ranks(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    for name, column in zip(headings[1:], list(zip(*rows, strict=True))[1:], strict=True):
        cuts = next(each for each in truth.data["ranks"] if each["algorithm"] == name)["cuts"]
        *shown, total, mean = column
        if [count(cell) for cell in shown if cell != NOTHING] != cuts or count(total) != sum(cuts):
            yield f"{name}: {column}"
        if not about(mean, sum(rank * cut for rank, cut in enumerate(cuts, start=1)) / sum(cuts)):
            yield f"{name}, mean: {mean}"


def orders(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    own = next(each["nodes"] for each in truth.data["orders"] if each["order"] == "own")
    for each, (word, nodes, least, most, of_own) in zip(truth.data["orders"], rows, strict=True):
        right = word == ORDER_WORDS[each["order"]] and (count(least), count(most)) == (each["least"], each["most"])
        if not right or not about(nodes, each["nodes"]) or not about(of_own, each["nodes"] / own):
            yield word


def complexity(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    for name, time, factor, measured, fit, memory, size in rows:
        if not time.startswith("O(") or not memory.startswith("O("):
            yield f"{name}: {time}, {memory}"
        if factor != NOTHING and not about(factor, slope(truth, name)):
            yield f"{name}, factor: {factor}"
        exponent = re.fullmatch(r"b\^\{([\d.]+) d\}", measured)
        if exponent is not None and not about(exponent[1], log(slope(truth, name)) / log(breadth(truth))):
            yield f"{name}, exponent: {measured}"
        if fit != NOTHING and not about(fit, determination(truth, name)):
            yield f"{name}, R²: {fit}"
        peaks = [(each["depth"], each["peak_bytes"]) for each in truth.data["memory"] if each["algorithm"] == name]
        spread = re.fullmatch(r"([\d.]+ \w+) to ([\d.]+ \w+), depth (\d+) to (\d+)", size)
        if spread is not None:
            ends = (peaks[0][0], peaks[-1][0]) == (int(spread[3]), int(spread[4]))
            if not ends or not about(spread[1], peaks[0][1]) or not about(spread[2], peaks[-1][1]):
                yield f"{name}, memory: {size}"
        elif size.endswith("a ply"):
            mean_x, mean_y = (sum(each[axis] for each in peaks) / len(peaks) for axis in (0, 1))
            steep = sum((x - mean_x) * (y - mean_y) for x, y in peaks) / sum((x - mean_x) ** 2 for x, _ in peaks)
            if not about(size.removesuffix(" a ply"), steep):
                yield f"{name}, memory: {size}"
        elif size.endswith("at its peak") and not about(
            size.removesuffix(" at its peak"), truth.row(name)["peak_bytes"]
        ):
            yield f"{name}, memory: {size}"


def determination(truth: Truth, name: str) -> float:
    first = truth.data["points"][0]["algorithm"]
    last = max(point["plies"] for point in truth.points(first))
    points = [(each["plies"], log(max(1, each["nodes"]))) for each in truth.points(name) if each["plies"] <= last]
    mean_x, mean_y = (sum(each[axis] for each in points) / len(points) for axis in (0, 1))
    steep = log(slope(truth, name))
    spread = sum((y - mean_y) ** 2 for _, y in points)
    return 1 - sum((y - mean_y - steep * (x - mean_x)) ** 2 for x, y in points) / spread if spread else 1.0


def replies(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    is_shallow = "few plies" in table.caption
    found = truth.data["shallow" if is_shallow else "replies"]
    for each, (name, side, depth, positions, *ends) in zip(found, rows, strict=True):
        ahead = "to the end" if each["depth"] is None else f"{each['depth']} {'ply' if each['depth'] == 1 else 'plies'}"
        numbers = [each["games"], each["won"], each["drawn"], each["lost"]]
        shown = [f"{number:,}" for number in numbers] if each["is_complete"] else [NOTHING] * 4
        right = (name, side, depth, count(positions)) == (each["algorithm"], each["side"], ahead, each["positions"])
        if not right or ends != shown or (each["is_complete"] and numbers[0] != sum(numbers[1:])):
            yield f"{name} as {side}, {depth}"


KEYS = {"time": "seconds", "nodes": "nodes", "memory": "peak_bytes"}


def qualities(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    """Each cell: its rank among all, its amount, and that the table it names is one of this report."""
    labels = {each.label for each, _ in tables(truth.document)}
    for criterion, *cells in rows:
        for name, cell in zip(headings[1:], cells, strict=True):
            row = truth.row(name)
            named = set(re.findall(r"Table \d+", cell))
            if not named <= labels or not (named or "bound" in cell):
                yield f"{criterion} of {name} names no source: {cell}"
            amount = re.match(r"(.+?): ([\d.,]+(?: \w+)?)(?: \(|$)", cell)
            if criterion in KEYS and amount is not None and "bound" not in amount[1]:
                key = KEYS[criterion]
                if not about(amount[2], row[key]) or not is_rank(truth, amount[1], row[key], key):
                    yield f"{criterion} of {name}: {cell}"
            elif criterion == "decision" and not is_decision(cell, row):
                yield f"decision of {name}: {cell}"
            elif criterion == "scalability" and not is_reached(truth, cell, name):
                yield f"scalability of {name}: {cell}"
            elif criterion == "when to use":
                yield from wrong_uses(truth, cell, name)


def is_rank(truth: Truth, words: str, mine: float, key: str) -> bool:
    slack = 0.0 if key == "nodes" else 0.05
    all_ = [row[key] for row in truth.done]
    less, more = sum(each < mine * (1 - slack) for each in all_), sum(each > mine * (1 + slack) for each in all_)
    if not less and not more:
        return words == ("alone" if len(all_) == 1 else "the same in all")
    place = "least" if not less else "most" if not more else f"rank {less + 1}"
    return words == f"{place} of {len(all_)}"


def is_decision(cell: str, row: dict[str, Any]) -> bool:
    found = re.fullmatch(r"(exact|an estimate): (.+?)(?:, move (.+?))? \(.+\)", cell)
    if found is None:
        return cell.startswith("no value") and row["value"] is None
    return bool((found[1] == "exact") == row["exact"] and is_value(found[2], row) and found[3] == row["move"])


def is_reached(truth: Truth, cell: str, name: str) -> bool:
    quick = [point for point in truth.points(name) if point["seconds"] <= 1]
    found = re.match(r"(?:depth (\d+)|the whole game) within 1 s", cell)
    if found is None:
        return cell.startswith("bound: O(") and not quick
    if found[1] is None:
        return any(point["exact"] for point in quick)
    return bool(int(found[1]) == max(point["plies"] for point in quick))


def wrong_uses(truth: Truth, cell: str, name: str) -> Iterator[str]:
    words = {"nodes": "nodes", "time": "seconds", "memory": "peak_bytes"}
    for each in cell.split("; "):
        most = re.match(r"where (.+) counts? most \(", each)
        if most is not None:
            for word in most[1].split(" and "):
                mine = truth.row(name)[words[word]]
                slack = 0.0 if word == "nodes" else 0.05
                if any(row[words[word]] < mine * (1 - slack) for row in truth.done):
                    yield f"{name}: {each}"
        if each.startswith("no gain") and any(
            truth.row(name)[key] < min(row[key] for row in truth.done if row["algorithm"] != name)
            for key in ("nodes", "seconds")
        ):
            yield f"{name}: {each}"
        step = re.match(r"as a step on the way to `(.+)`, which visits fewer nodes", each)
        if step is not None and truth.row(step[1])["nodes"] >= truth.row(name)["nodes"]:
            yield f"{name}: {each}"


def improvements(truth: Truth, headings: list[str], rows: Rows, table: NumberedTable) -> Iterator[str]:
    """Every count of nodes with its share of the base's, and the losses at small depths."""
    for idea, _, measured, _ in rows:
        for nodes, share, of, base in re.findall(
            r"([\d,]+) nodes, ([\d.,]+ %|[\d.,]+ times as many as) (?:of )?the ([\d,]+) of `(.+?)`", measured
        ):
            one, other = count(nodes), count(of)
            factor = one / other
            known = {row["nodes"] for row in [*truth.rows, *truth.data["further"]]}
            right = (
                one in known
                and other == truth.row(base)["nodes"]
                and about(share.removesuffix(" times as many as"), factor)
            )
            if not right or ("times" in share) != (factor > 1):
                yield f"{idea}: {measured}"
        same = re.match(r"([\d,]+) nodes, as many as `(.+)`", measured)
        if same is not None and count(same[1]) != truth.row(same[2])["nodes"]:
            yield f"{idea}: {measured}"
        depth = re.match(r"`(.+?)` to depth (\d+): ([\d.]+ %) of the nodes to depth (\d+)", measured)
        if depth is not None:
            nodes_at = {point["plies"]: point["nodes"] for point in truth.points(depth[1])}
            if not about(depth[3], nodes_at[int(depth[2])] / nodes_at[int(depth[4])]):
                yield f"{idea}: {measured}"
        lost = re.search(r"`(.+?)` to that depth lost ([\d,]+) of ([\d,]+) games", measured)
        if lost is not None and depth is not None:
            found = [each for each in truth.data["shallow"] if each["depth"] == int(depth[2])]
            if (count(lost[2]), count(lost[3])) != (sum(e["lost"] for e in found), sum(e["games"] for e in found)):
                yield f"{idea}: {measured}"


Check = Callable[[Truth, list[str], Rows, NumberedTable], Iterator[str]]

CHECKS: dict[str, Check] = {
    "Where the listing has the parts": source_lines,
    "Which lines of": source_lines,
    "What each algorithm did": counts,
    "The searches that this report does not compare": counts,
    "Nodes by depth": growth,
    "Cut-offs by the number of moves": ranks,
    "Nodes of alpha-beta by order": orders,
    "Complexity in theory": complexity,
    "All games against": replies,
    "Qualitative comparison": qualities,
    "Improvements": improvements,
}
"""The check of a table by how its caption begins."""
