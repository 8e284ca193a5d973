"""Measure zerosum: the node signature, and speed as ratios taken in one run.

    make bench                        everything, as a table, in about ten minutes
    python bench/run.py --json FILE   also as JSON
    python bench/run.py --only NAME   only the parts whose name contains this
    python bench/run.py --full        more positions, and the empty Connect Four board (an hour)
    python bench/run.py --signature   only the node counts, compared with bench/signature.json

A peer is measured when it is installed (pip install 'zerosum[bench]'). "faster" is by the medians of the
repeats, "best" by the shortest of them, and "noise" the longest repeat over the shortest.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from bench import signature
from bench.measure import Figure
from bench.parts import PARTS, Scope, chosen

WIDTHS = (42, 14, 30, 14, 9, 9, 6)
HEADS = ("what", "ours", "against", "theirs", "faster", "best", "noise", "target")


def quantity(seconds: float | None, unit: str) -> str:
    """Seconds per unit as text: nodes as a speed, anything else as a time.

    >>> quantity(1e-8, "node"), quantity(0.0123, "position"), quantity(None, "run")
    ('100 M/s', '12.3 ms', '')
    """
    if seconds is None:
        return ""
    if unit == "node":
        rate = 1 / seconds
        return f"{_three(rate / 1e6)} M/s" if rate >= 1e6 else f"{_three(rate / 1e3)} k/s"
    for factor, name in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{_three(seconds * factor)} {name}"
    return f"{_three(seconds * 1e6)} µs"


def times(ratio: float | None) -> str:
    """A ratio as text.

    >>> times(1234.5), times(3.14159), times(None)
    ('1,234 x', '3.14 x', '')
    """
    return "" if ratio is None else f"{_three(ratio)} x"


def verdict(figure: Figure) -> str:
    """The last column: the target, and whether it was reached."""
    if figure.target is None:
        return "" if figure.ratio is not None else "not installed"
    said = {True: "reached", False: "MISSED", None: "not installed"}[figure.reached]
    return f"{figure.target:,g} x: {said}"


def line(figure: Figure) -> str:
    """A row of the table."""
    cells = (
        figure.what,
        quantity(figure.ours, figure.unit),
        figure.against,
        quantity(figure.theirs, figure.unit),
        times(figure.ratio),
        times(figure.best),
        "once" if figure.noise is None else f"{figure.noise:.2f}",
        verdict(figure),
    )
    return _row(cells)


def _row(cells: Sequence[str]) -> str:
    padded = [f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=False)]
    return " ".join([*padded, cells[-1]]).rstrip()


def _three(number: float) -> str:
    """Three significant digits, or all digits before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def machine() -> dict[str, Any]:
    """The machine that it was measured on."""
    versions = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
    return {**versions, "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None}


def count_nodes(is_stored_anew: bool) -> tuple[signature.Signature, bool]:
    """Count and print the signature; whether it is the stored one."""
    counted = signature.signature()
    if is_stored_anew:
        signature.store(counted)
    changed = signature.changes(signature.stored(), counted)
    total = sum(sum(group.values()) for group in counted.values())
    print("node signature", total, "CHANGED" if changed else "as stored")
    for group, names in counted.items():
        for name, nodes in names.items():
            print(f"  {group:<10} {name:<18} {nodes:>9,}")
    for change in changed:
        print(f"  changed: {change}")
    return counted, not changed


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures, each as soon as it is known; fail when the signature is not the stored one."""
    parser = argparse.ArgumentParser(description="Measure zerosum.")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--only", metavar="NAME", help=f"only parts with this in their name: {', '.join(PARTS)}")
    parser.add_argument("--full", action="store_true", help="more positions, and the empty board")
    parser.add_argument("--empty", action="store_true", help="also solve the empty Connect Four board (minutes)")
    parser.add_argument("--signature", action="store_true", help="only count nodes")
    parser.add_argument("--store", action="store_true", help="store the counted nodes as the new signature")
    options = parser.parse_args(words)
    names = chosen(options.only)
    if not names:
        parser.error(f"no part has {options.only!r} in its name; there are: {', '.join(PARTS)}")
    found: dict[str, Any] = {"machine": machine()}
    is_same = True
    if options.signature or options.store or options.only is None:
        found["signature"], is_same = count_nodes(options.store)
    figures: list[Figure] = []
    if not options.signature:
        print(_row(HEADS))
        scope = Scope(full=options.full, empty=options.full or options.empty)
        for name in names:
            for figure in PARTS[name](scope):
                figures.append(figure)
                print(line(figure), flush=True)
        judged = [figure.reached for figure in figures if figure.reached is not None]
        print(f"{sum(judged)} of {len(judged)} targets reached")
    if options.json:
        found["figures"] = [{**asdict(figure), "reached": figure.reached} for figure in figures]
        Path(options.json).write_text(json.dumps(found, indent=2) + "\n")
    return 0 if is_same else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped")
