"""The charts of a solved table: its positions by layer, by value, or by mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zerosum.engines.draw.chart_svg import Bar, Chart, Series, bar_chart, stacked_bars
from zerosum.faces.web.charts import chart_pictures

STYLES = {"win": 0, "draw": 6, "loss": 1}
"""Blue, grey and orange, as on the rest of the page."""

MEAN_WORDS = {"win": "ahead", "draw": "even", "loss": "behind"}
"""What a value is called where values are means."""


def table_charts(
    layers: Sequence[Mapping[str, int]],
    outcomes: Mapping[str, int],
    means: Sequence[Mapping[str, Any]],
    *,
    chance: bool,
    symmetry: bool,
) -> dict[str, Any]:
    """The charts by name; `means` are the bins of a game of chance, of which there may be none.

    With `symmetry`, the bins count the stored positions: one for all that are images of each other.
    """
    names = MEAN_WORDS if chance else {value: value for value in STYLES}
    drawn = {}
    if len(layers) > 1:
        drawn["layers"] = chart_pictures(lambda width: layers_chart(layers, names, False, width))
        drawn["shares"] = chart_pictures(lambda width: layers_chart(layers, names, True, width))
    else:
        bars = [Bar(names[value], outcomes[value], f"{outcomes[value]:,}", style=STYLES[value]) for value in STYLES]
        drawn["values"] = chart_pictures(lambda width: counts_chart(bars, "Positions by value", "positions", width))
    if means:
        bins = [Bar(bin_name(each), each["stored"], f"{each['stored']:,}", style=bin_style(each)) for each in means]
        across = "stored positions" if symmetry else "positions"
        drawn["means"] = chart_pictures(lambda width: counts_chart(bins, "Positions by mean", across, width))
    return drawn


def layers_chart(layers: Sequence[Mapping[str, int]], names: Mapping[str, str], shares: bool, width: float) -> Chart:
    """The positions of each layer by value, as counts or as shares of the layer."""
    series = [
        Series(names[value], [(number, layer[value]) for number, layer in enumerate(layers)], style)
        for value, style in STYLES.items()
    ]
    told = (
        f"layer {layer['layer']}: " + ", ".join(f"{layer[value]:,} {names[value]}" for value in STYLES)
        for layer in layers
    )
    about = "Positions by layer and value: " + "; ".join(told)
    up = "share of the layer" if shares else "positions"
    bars = [str(layer["layer"]) for layer in layers]
    return stacked_bars(bars, series, "layer", up, about, shares=shares, width=width)


def counts_chart(bars: Sequence[Bar], title: str, across: str, width: float) -> Chart:
    """Counts of positions as bars."""
    about = f"{title}: " + "; ".join(f"{bar.name} {bar.text}" for bar in bars)
    return bar_chart(bars, across, about, log=False, width=width)


def bin_name(means: Mapping[str, Any]) -> str:
    """The range of means of a bin.

    >>> bin_name({"low": -0.25, "high": 0.0})
    '−0.25 to +0.00'
    """
    low, high = (f"{mean:+.2f}".replace("-", "−") for mean in (means["low"], means["high"]))
    return f"{low} to {high}"


def bin_style(means: Mapping[str, Any]) -> int:
    """The colour of a bin: that of a win where all its means are above 0."""
    return STYLES["win" if means["low"] >= 0 else "loss" if means["high"] <= 0 else "draw"]
