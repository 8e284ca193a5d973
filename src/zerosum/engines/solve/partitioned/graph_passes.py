"""Solve a game without layers in partitions: find its positions step by step, value them in passes.

For games whose graph does not fit into memory (`graph.py` has the others), and on a cluster. A step finds the positions
after one move more: the children of the newest ones, less those that are known. The keys are cut into ranges, of which
each has some sorted files of known keys; small ones are merged, and a range that gets too large is cut in two.

Then each part gets the links from its different children (`partition_steps.link`), and pass after pass values more
positions from the scores of the pass before (`pass_kernel.py`), until nothing changes. First all that does not need
cycles; where that is not everything, wins and losses by their distance, or by their margin, the greatest first; then
the draws that must end. The scores are those of `graph.py`.

After every step and every pass, `found` and `valued` tell how far it is, so that a solve that was stopped goes on.

    found              the ranges and the files of known keys, or where all positions are known, the parts
    found-STEP-R       new keys of range R; `known-STEP-R` and `run-STEP-N` too mean nothing without `found`
    keys-LOW-HIGH      all keys of a part
    CUT/...            everything that depends on where all parts are cut, of which CUT is a hash: `valued`, the links
                       and scores of each part

A solve with another limit of memory may cut elsewhere, and never takes the files of one cut for those of another.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.core.progress import Count, ProgressCallback
from zerosum.engines.native.tables.control import EVERY_KEY
from zerosum.engines.native.tables.pass_kernel import DECIDE, ENDING, SETTLE
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.partitioned.partition_steps import Work, sample
from zerosum.engines.solve.partitioned.partitions import NOTHING, Partitions, Team, bounds, sections
from zerosum.engines.solve.partitioned.scratch import DamagedScratch

FOUND, VALUED = "found", "valued"


class GraphInPasses(Partitions):
    """The steps of a game without layers, on partitions."""

    def __init__(self, work: Work, layout: Layout, team: Team, progress: ProgressCallback, folder: Path) -> None:
        """`folder` is for the arrays of all keys and all scores, which are mapped into memory."""
        super().__init__(work, layout, team, progress)
        self.folder = folder
        self._done = self._total = 0
        self._cut = ""

    def tell(self, _: int) -> None:
        """Tell how many positions are found, or valued."""
        if self.progress is not None:
            self.progress(Count(self._done, "positions", self._total or None))

    def _keep(self, name: str, state: dict[str, Any]) -> None:
        self.scratch.write(name, NOTHING, state)

    def positions(self, starts: Any) -> Any:
        """The keys of all positions that can be reached from those with these keys, ascending; raises `WiderKeys`."""
        state = self.scratch.notes(FOUND)
        if state is None or any(self.scratch.notes(name) is None for name in _needed(state)):
            self.begin()  # without `found`, nobody knows what the files of ranges hold
            self.scratch.write("found-0-0", starts, {"sample": sample(starts)})
            everything = {"low": 0, "high": EVERY_KEY, "known": [["found-0-0", len(starts)]]}
            state = {"step": 0, "ranges": [everything], "newest": ["found-0-0"], "parts": None}
            self._keep(FOUND, state)
        while state["newest"]:
            state = self._step(state)
        if state["parts"] is None:
            state["parts"] = self._all_parts(state["ranges"])
            self._keep(FOUND, state)
        return self._whole("keys", [name for name, *_ in state["parts"]], np.int64)

    def is_begun(self) -> bool:
        """Whether a solve in passes was stopped here."""
        return self.scratch.notes(FOUND) is not None

    def take(self, keys: Any) -> None:
        """Go on with positions that were found in another way."""
        size = self.size_for(len(keys))
        firsts = range(0, len(keys), size)
        ranges = bounds([int(keys[first]) for first in firsts[1:]])
        parts = []
        for first, (low, high) in zip(firsts, ranges, strict=True):
            notes = self.scratch.write(_keys_name(low, high), keys[first : first + size])
            parts.append([_keys_name(low, high), low, high, notes["count"]])
        self._keep(FOUND, {"step": 0, "ranges": [], "newest": [], "parts": parts})

    def _step(self, state: dict[str, Any]) -> dict[str, Any]:
        """Find the positions that are one move further away."""
        step = state["step"] + 1
        self._done, self._total = sum(count for each in state["ranges"] for _, count in each["known"]), 0
        runs = [f"run-{step}-{place}" for place in range(len(state["newest"]))]
        self.run([("expand", run, part, None) for run, part in zip(runs, state["newest"], strict=True)], self.tell)
        ranges = [{**each, "known": list(each["known"])} for each in state["ranges"]]
        names = [f"found-{step}-{place}" for place in range(len(ranges))]
        calls = [
            ("merge", name, runs, each["low"], each["high"], [known for known, _ in each["known"]])
            for name, each in zip(names, ranges, strict=True)
        ]
        newest = []
        for name, each, notes in zip(names, ranges, self.run(calls, self.tell), strict=True):
            if notes["count"]:
                each["known"].append([name, notes["count"]])
                newest.append(name)
        self._merge_small(step, ranges)
        after = {"step": step, "ranges": self._cut_large(ranges), "newest": newest, "parts": None}
        self._keep(FOUND, after)
        self.scratch.remove(*runs, *(_files(state) - _files(after)))
        return after

    def _merge_small(self, step: int, ranges: list[dict[str, Any]]) -> None:
        """Merge files of known keys that are not much smaller than the one before, so that there are few of them."""
        calls: list[tuple[Any, ...]] = []
        merged = []
        for place, each in enumerate(ranges):
            known = each["known"]
            first = len(known)
            size = 0
            while first and (first == len(known) or known[first - 1][1] <= 2 * size):
                first -= 1
                size += known[first][1]
            if len(known) - first > 1:
                name = f"known-{step}-{place}"
                calls.append(("merge", name, [each for each, _ in known[first:]], each["low"], each["high"], []))
                merged.append((each, first, name))
        for (each, first, name), notes in zip(merged, self.run(calls, self.tell), strict=True):
            each["known"][first:] = [[name, notes["count"]]]

    def _cut_large(self, ranges: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Cut ranges with too many keys in two, at the middle of a sample of their largest file."""
        sizes = [sum(count for _, count in each["known"]) for each in ranges]
        most = self.size_for(sum(sizes))
        found = []
        for each, size in zip(ranges, sizes, strict=True):
            found.append(each)
            if size <= most:
                continue
            largest = max(each["known"], key=lambda known: known[1])[0]
            notes = self.scratch.notes(largest)
            inside = [key for key in (notes or {}).get("sample", []) if each["low"] < key < each["high"]]
            if inside:
                middle = inside[len(inside) // 2]
                # Half of the keys of every file lie in each range; how many exactly is seen when they are merged.
                halves = [[name, -(-count // 2)] for name, count in each["known"]]
                found[-1:] = [{**each, "high": middle, "known": halves}, {**each, "low": middle, "known": halves}]
        return found

    def _all_parts(self, ranges: list[dict[str, Any]]) -> list[list[Any]]:
        """All keys of each range in one file: its name, the range, and how many there are."""
        names = [_keys_name(each["low"], each["high"]) for each in ranges]
        calls: list[tuple[Any, ...]] = [
            ("merge", name, [known for known, _ in each["known"]], each["low"], each["high"], [])
            for name, each in zip(names, ranges, strict=True)
        ]
        notes = self.run(calls, self.tell)
        both = zip(names, ranges, notes, strict=True)
        return [[name, each["low"], each["high"], told["count"]] for name, each, told in both]

    def _whole(self, name: str, parts: list[str], dtype: Any) -> Any:
        """All numbers of some files in one array, which is mapped into memory."""
        counts = [(self.scratch.notes(part) or {})["count"] for part in parts]
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = np.memmap(self.folder / name, dtype, "w+", shape=(sum(counts),))
        start = 0
        for part, count in zip(parts, counts, strict=True):
            whole[start : start + count] = self.scratch.read(part)
            start += count
        return np.asarray(whole)

    def scores(self, keys: Any) -> tuple[Any, bool]:
        """The score of every position, and whether the game can repeat."""
        try:
            return self._scores(keys)
        except DamagedScratch:
            self.scratch.remove(self._cut)  # scores are found anew; `positions` sees whether keys are missing
            raise

    def _scores(self, keys: Any) -> tuple[Any, bool]:
        found = self.scratch.notes(FOUND)
        assert found is not None
        parts, self._total = found["parts"], len(keys)
        self._cut = _cut_name(parts)
        starts = [0, *np.cumsum([count for *_, count in parts]).tolist()][:-1]
        linked = self._linked(parts, starts)
        touched = [each["touched"] for each in linked]
        ends = self._names("linked", len(parts))
        state = self.scratch.notes(f"{self._cut}/{VALUED}")
        if state is None:
            state = _beginning(0, SETTLE, 0, ends, linked)
        margins = sorted({abs(score) for each in linked for score in each["ends"]} - {0}, reverse=True)
        # Distances are found in their order: all wins and losses are one margin then.
        bars = margins if self.work.margin else [1]
        plan = [(SETTLE, 0), *[(DECIDE, least) for least in bars], (ENDING, 0)]
        while True:
            state = self._passes(state, parts, starts, touched, ends)
            repeats = state["stage"] > 0 or sum(state["left"]) > 0
            if state["stage"] == len(plan) - 1 or not repeats:
                break
            stage = state["stage"] + 1
            known = ends if stage == 1 else state["known"]
            left = [each["left"] for each in linked] if stage == 1 else state["left"]
            mode, least = plan[stage]
            state = {**_beginning(stage, mode, least, known, linked), "left": left, "pass": state["pass"]}
        names = self._names("scores", len(parts))
        calls = [
            ("close", name, part[0], known) for name, part, known in zip(names, parts, state["known"], strict=True)
        ]
        notes = self.run(calls, self.tell)
        self.add_tallies(notes)
        return self._whole("scores", names, np.int16), repeats

    def _names(self, what: str, count: int) -> list[str]:
        """The names of files of all parts."""
        return [f"{self._cut}/{what}-{place}" for place in range(count)]

    def _linked(self, parts: list[list[Any]], starts: list[int]) -> list[dict[str, Any]]:
        """Link every part; gives the notes of the files."""
        places = range(len(parts))
        targets = self._names("linked", len(parts))
        there = [self.scratch.notes(target) for target in targets]
        if any(each is None for each in there):
            runs = self._names("run", len(parts))
            self.run([("expand", runs[place], parts[place][0], None) for place in places], self.tell)
            names = self._names("answers", len(parts))
            calls: list[tuple[Any, ...]] = [
                ("answer", names[place], parts[place][0], None, starts[place], runs, parts[place][1], parts[place][2])
                for place in places
            ]
            counts = [each["counts"] for each in self.run(calls, self.tell)]
            answers = sections(list(zip(names, counts, strict=True)))
            calls = [("link", targets[place], parts[place][0], runs[place], answers[place]) for place in places]
            self.run(calls, self.tell)
            self.scratch.remove(*runs, *names)
        return [self.scratch.notes(target) or {} for target in targets]

    def _passes(
        self,
        state: dict[str, Any],
        parts: list[list[Any]],
        starts: list[int],
        touched: list[list[int]],
        ends: list[str],
    ) -> dict[str, Any]:
        """Pass after pass, until no score is found; a part takes part when scores of its children were found before."""
        while any(state["changed"]):
            number = state["pass"] + 1
            changed = {place for place, is_changed in enumerate(state["changed"]) if is_changed}
            todo = [p for p in range(len(parts)) if state["left"][p] and changed.intersection(touched[p])]
            self._done = self._total - sum(state["left"])
            how = starts, state["mode"], state["least"]
            names = self._names(f"pass-{number}", len(parts))
            calls = [
                ("derive", names[place], ends[place], state["known"][place], state["known"], *how) for place in todo
            ]
            after = {**state, "pass": number, "changed": [False] * len(parts)}
            after["known"], after["left"] = list(state["known"]), list(state["left"])
            for place, notes in zip(todo, self.run(calls, self.tell), strict=True):
                if notes["found"]:
                    after["changed"][place] = True
                    after["known"][place], after["left"][place] = names[place], notes["left"]
            self._keep(f"{self._cut}/{VALUED}", after)
            unused = {names[place] for place in todo} | set(state["known"])
            self.scratch.remove(*(unused - set(after["known"]) - set(ends)))
            state = after
        return state


def _beginning(stage: int, mode: int, least: int, known: list[str], linked: list[dict[str, Any]]) -> dict[str, Any]:
    """Before the first pass of a stage: every part may find something."""
    return {
        "stage": stage,
        "mode": mode,
        "least": least,
        "pass": 0,
        "known": known,
        "left": [each["left"] for each in linked],
        "changed": [True] * len(linked),
    }


def _keys_name(low: int, high: int) -> str:
    """The file of all keys of a range."""
    return f"keys-{low:x}-{high:x}"


def _cut_name(parts: list[list[Any]]) -> str:
    """A folder for the files of parts that are cut so."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _needed(state: dict[str, Any]) -> set[str]:
    """The files without which a solve cannot go on."""
    return _files(state) if state["parts"] is None else {name for name, *_ in state["parts"]}


def _files(state: dict[str, Any]) -> set[str]:
    """The files of keys that a step needs."""
    return {name for each in state["ranges"] for name, _ in each["known"]} | set(state["newest"])
