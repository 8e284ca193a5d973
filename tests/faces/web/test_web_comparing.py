"""The lab report over HTTP: as one answer, as a stream, within its seconds, and for those who leave."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import httpx
import pytest
from pydantic import TypeAdapter

from tests.web import Client, client_of, settings
from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.compare import Point, Setting, compare
from zerosum.answers.lab.cutoffs import cuts_by_rank
from zerosum.answers.lab.move_orders import order_effect, order_rows
from zerosum.core.games import load
from zerosum.faces.web.charts import WIDTHS
from zerosum.faces.web.jobs import comparing
from zerosum.faces.web.lru_cache import LruCache
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.report_models import (
    BeginView,
    ChartView,
    DifferencesView,
    DoneView,
    FitsView,
    MemoryView,
    OrdersView,
    RanksView,
    RowView,
)
from zerosum.faces.web.routes.comparing import Kept, asked

VIEWS: dict[str, Any] = {
    "begin": BeginView,
    "row": RowView,
    "chart": ChartView,
    "differences": DifferencesView,
    "memory": MemoryView,
    "point": Point,
    "fits": FitsView,
    "ranks": RanksView,
    "orders": OrdersView,
    "done": DoneView,
}


class Reader:
    """Asks for reports."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        return self._client.get(path, params=parameters)

    def report(self, **parameters: Any) -> dict[str, Any]:
        answer = self.get("/api/compare", **parameters)
        assert answer.status_code == 200, answer.text
        report: dict[str, Any] = answer.json()
        return report

    def refusal(self, **parameters: Any) -> str:
        answer = self.get("/api/compare", **parameters)
        assert answer.status_code == 400, answer.text
        sentence: str = answer.json()["detail"]
        return sentence


@pytest.fixture(scope="module")
def client() -> Iterator[Reader]:
    with client_of(settings()) as client:
        yield Reader(client)


def events_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@pytest.mark.proof
def test_the_golden_report(client: Reader) -> None:
    report = client.report(game="tictactoe", algorithms="minimax,alphabeta", depths="1-4", seconds=60)
    assert [(row["algorithm"], row["nodes"], row["value"]["text"], row["move"]) for row in report["rows"]] == [
        ("alphabeta", 18297, "draw", "0"),  # the quick ones come first
        ("minimax", 549946, "draw", "0"),
    ]
    assert report["algorithms"] == ["minimax", "alphabeta"]
    assert (report["position"], report["positions"], report["name"]) == ("---/---/---", 1, "Tic-Tac-Toe")
    assert [point["nodes"] for point in report["points"] if point["algorithm"] == "minimax"] == [10, 82, 586, 3610]
    assert report["growth"]["measured"]
    assert report["growth"]["fits"][0]["exponent"] == pytest.approx(1)
    assert report["ranks"][1]["cuts"] == [3325, 674, 197, 32, 9]
    assert [row["order"] for row in report["orders"]["orders"]] == ["best", "own", "random", "worst"]
    assert report["orders"]["orders"][1]["nodes"] == 18297
    assert report["complete"] is True
    assert report["unfinished"] == []
    assert all(row["peak_bytes"] is None for row in report["rows"])


def test_a_report_says_what_the_lab_measures(client: Reader) -> None:
    names = ["minimax", "alphabeta"]
    report = client.report(game="tictactoe", moves="0 4 8", algorithms=",".join(names), depths="1-4", seconds=60)
    game = load("tictactoe")
    state = game.after(game.read_moves("0 4 8"))
    assert (report["position"], report["positions"], report["name"]) == ("X--/-O-/--X", 1, "Tic-Tac-Toe")
    rows = compare(game, [state], names, Setting())
    assert [(row["algorithm"], row["nodes"]) for row in report["rows"]] == [(row.algorithm, row.nodes) for row in rows]
    assert [(row["value"]["text"], row["move"]) for row in report["rows"]] == [("draw", "1")] * 2
    assert [point["nodes"] for point in report["points"] if point["algorithm"] == "minimax"] == [7, 37, 157, 445]
    assert report["growth"]["measured"]
    assert report["growth"]["fits"][0]["exponent"] == pytest.approx(1)
    ranks = [list(each.cuts) for each in cuts_by_rank(game, [state], names, Setting())]
    assert [each["cuts"] for each in report["ranks"]] == ranks
    orders = order_rows(list(order_effect(game, [state], Setting())))
    assert [(row["order"], row["nodes"]) for row in report["orders"]["orders"]] == [
        (row.order, row.nodes) for row in orders
    ]
    assert report["complete"] is True
    assert report["unfinished"] == []
    assert all(row["peak_bytes"] is None for row in report["rows"])


def test_many_positions_say_where_algorithms_differ(client: Reader) -> None:
    report = client.report(
        game="tictactoe", moves="0 4", algorithms="alphabeta,table", positions="random:20", seed=3, seconds=60
    )
    assert report["positions"] == 20
    assert report["complete"]
    first, second = report["rows"]
    assert len(first["sample"]) == 20
    assert first["spread"]["least"] == min(first["sample"])
    assert first["spread"]["most"] == max(first["sample"])
    assert first["nodes"] == sum(first["sample"])
    (differences,) = report["differences"]
    assert (differences["first"], differences["second"]) == ("alphabeta", "table")
    top = differences["positions"][0]
    assert top["factor"] == pytest.approx(max(a / b for a, b in zip(first["sample"], second["sample"], strict=True)))
    assert report["growth"] is None
    assert report["points"] == []


def test_chance_has_searches_of_its_own_and_no_orders(client: Reader) -> None:
    report = client.report(game="dicenim:5x2", depths="1-3", depth=3)
    assert [row["algorithm"] for row in report["rows"]] == ["expectimax", "star1", "star2"]
    assert report["complete"], report["unfinished"]
    assert report["orders"] is None
    nodes = {point["algorithm"]: point["nodes"] for point in report["points"] if point["plies"] == 3}
    assert nodes == {row["algorithm"]: row["nodes"] for row in report["rows"]}


@pytest.mark.parametrize("longest_try", [0.0, 10.0])
def test_every_algorithm_has_one_row_whether_its_first_try_was_long_enough(
    longest_try: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "LONGEST_TRY", longest_try)
    monkeypatch.setattr(comparing, "FIRST_TRY", 1.0)
    game = load("tictactoe")
    start = game.after(game.read_moves("0 4 8 1"))
    bench = comparing.Bench(game, start, [start], ["minimax", "alphabeta"], Setting(), Budget(60))
    rows = [message for message in comparing.rows_of(bench) if isinstance(message, dict) and message["event"] == "row"]
    assert [(row["algorithm"], row["complete"]) for row in rows] == [("minimax", True), ("alphabeta", True)]
    assert [row.algorithm for row in bench.known.rows] == ["minimax", "alphabeta"]


@pytest.mark.parametrize(
    ("asked", "depth", "depths", "seconds"),
    [
        ({"game": "tictactoe"}, None, "1-6", 30),
        ({"game": "chess"}, 3, "1-3", 30),
        ({"game": "chess", "depth": 4}, 4, "1-4", 300),
        ({"game": "chess", "position": "8/8/8/8/8/k7/p7/K7 w - - 0 1"}, None, "1-6", 30),
    ],
)
def test_what_suits_a_game(
    client: Reader, asked: dict[str, Any], depth: int | None, depths: str, seconds: float
) -> None:
    found = client.get("/api/compare/defaults", **asked).json()
    assert (found["depth"], found["depths"], found["seconds"]) == (depth, depths, seconds)
    assert client.get("/api/compare/defaults", game="shogi").status_code == 400


def test_distances_a_depth_and_memory(client: Reader) -> None:
    asked = {"game": "hexapawn:3x3", "algorithms": "table", "values": "distance"}
    exact = client.report(**asked, memory=True)
    assert exact["rows"][0]["value"]["text"] == "loss in 6"
    assert exact["rows"][0]["peak_bytes"] > 0
    limited = client.report(**asked, depth=2)
    assert limited["rows"][0]["value"]["depth"] == 2
    assert limited["rows"][0]["deepest"] == 2


def test_the_stream_has_the_parts_of_the_report(client: Reader) -> None:
    asked = {"game": "nim:1,2,3", "algorithms": "minimax,alphabeta,pns", "positions": "all", "depths": "1-9"}
    answer = client.get("/api/compare/stream", **asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = events_of(answer.text)
    names = [name for name, _ in events]
    assert names[0] == "begin"
    assert names[-2:] == ["done", "end"]
    assert [names.count(name) for name in ("row", "differences", "ranks", "fits")] == [3, 2, 3, 1]
    for name, data in events:
        if name in VIEWS:
            TypeAdapter(VIEWS[name]).validate_python(data)
        else:
            assert name in ("doing", "progress", "waiting", "end")
    charts = {data["part"]: data["pictures"] for name, data in events if name == "chart"}
    assert set(charts) == {"nodes", "spread", "growth", "ranks", "orders"}
    for pictures in charts.values():
        assert [each["width"] for each in pictures] == list(WIDTHS)
        for each in pictures:
            root = ET.fromstring(each["svg"])
            assert (root.get("width"), root.get("role")) == (str(each["width"]), "img")
    assert "b^(d/2)" in charts["growth"][0]["svg"], "the last one has the guides"
    assert all(f">{name}<" in charts["nodes"][0]["svg"] for name in ("minimax", "alphabeta", "pns"))
    report = client.report(**asked)
    timeless = [{**data, "seconds": 0} for name, data in events if name == "row"]
    assert timeless == [{**row, "seconds": 0} for row in report["rows"]]


def test_a_report_ends_within_its_seconds_and_says_what_is_missing(client: Reader) -> None:
    began = time.monotonic()
    report = client.report(
        game="connect4", algorithms="minimax,alphabeta", positions="random:50", depths="1-30", seconds=1.5
    )
    assert time.monotonic() - began < 6
    assert not report["complete"]
    assert not report["rows"][0]["complete"]
    assert report["rows"][0]["positions"] < 50
    assert any("minimax finished" in each for each in report["unfinished"])
    assert any("of 30" in each for each in report["unfinished"])
    assert any("orders of moves" in each for each in report["unfinished"])


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"game": "shogi"}, "there is no game"),
        ({"game": "tictactoe", "algorithms": "magic"}, "there is no algorithm 'magic'"),
        ({"game": "tictactoe", "algorithms": ""}, "there is no algorithm ''"),
        ({"game": "tictactoe", "algorithms": "pns", "tier": "native"}, "reference tier only"),
        ({"game": "tictactoe", "position": "XXX/OO-/---"}, "is finished, so there is nothing to compare"),
        ({"game": "tictactoe", "positions": "some"}, "positions are one, all or random:N"),
        ({"game": "tictactoe", "depths": "5-1"}, "smaller one first"),
        ({"game": "tictactoe", "moves": "0 0"}, "move 2"),
        ({"game": "connect4", "positions": "all"}, "more than 200,000 positions"),
        ({"game": "my_game.py"}, "was not started with"),
    ],
)
def test_bad_requests_get_a_sentence(client: Reader, asked: dict[str, Any], says: str) -> None:
    assert says in client.refusal(**asked)


def test_a_stream_that_is_refused_at_once_has_a_status(client: Reader) -> None:
    assert client.get("/api/compare/stream", game="shogi").status_code == 400


@pytest.mark.parametrize("asked", [{"tier": "gpu"}, {"seconds": 0}, {"seconds": 1e9}, {"depth": 0}, {"seed": -1}])
def test_impossible_settings_are_refused(client: Reader, asked: dict[str, Any]) -> None:
    answer = client.get("/api/compare", game="tictactoe", **asked)
    assert answer.status_code == 422
    assert next(iter(asked)) in answer.json()["detail"]


@pytest.mark.parametrize("positions", ["one", "random:5000"])
def test_who_leaves_stops_the_search(positions: str) -> None:
    """The only worker is free again long before the report would have ended, in a long search or in many small ones."""
    arguments = {
        "game": "connect4" if positions == "one" else "nim:1,2",
        "algorithms": ["minimax"] if positions == "one" else ["mcts:200"],
        "positions": positions,
        "depths": "",
        "depth": None,
        "seed": 0,
        "values": "plain",
        "tier": "reference",
        "memory": False,
    }

    async def leave() -> float:
        pool = Pool(1)
        try:
            stream = pool.stream("comparison", arguments, seconds=100)
            async for _, answer, _ in stream:
                if answer.get("event") == "doing":
                    break
            await stream.aclose()
            began = time.monotonic()
            await asyncio.wait_for(pool.ask("position", {"game": "nim"}, seconds=10), 20)
            return time.monotonic() - began
        finally:
            await pool.close()

    assert asyncio.run(leave()) < 5


def test_one_tier_for_all(client: Reader) -> None:
    report = client.report(game="tictactoe", algorithms="alphabeta", tier="native", seconds=60)
    assert (report["rows"][0]["tier"], report["rows"][0]["nodes"]) == ("native", 18297)
    assert report["ranks"][0]["total"] == report["rows"][0]["cutoffs"]


def test_a_report_as_a_document(client: Reader) -> None:
    answer = client.get("/api/report/stream", game="nim:1,2", algorithms="minimax,alphabeta", seconds=20)
    assert answer.status_code == 200, answer.text
    events = [(name, data) for name, data in events_of(answer.text) if name not in ("progress", "waiting")]
    assert [name for name, _ in events][-2:] == ["report", "end"]
    assert {name for name, _ in events[:-2]} == {"doing"}
    report = dict(events)["report"]
    assert report["complete"] is True
    page = b64decode(report["base64"]).decode()
    assert page.startswith("<!doctype html>")
    assert "minimax" in page
    client.report(game="nim:1,2", algorithms="minimax,alphabeta", depths="1-3", seconds=20)
    again = client.get(
        "/api/report/stream", game="nim:1,2", algorithms="minimax,alphabeta", depths="1-3", seconds=20
    ).text
    measured = [data["what"] for name, data in events_of(again) if name == "doing"]
    of_a_report = ("memory", "a quick and a slow win", "sample games", "all replies", "for comparison")
    assert {what for what in measured if not any(word in what for word in of_a_report)} == {"states", "an example"}, (
        "the rest was measured before"
    )
    written = dict(events_of(again))["report"]
    assert written["complete"] is True
    assert "Growth" in b64decode(written["base64"]).decode()


@pytest.mark.parametrize(
    ("asked", "suffix", "begins"),
    [
        ({"form": "html", "author": "Ada", "sections": "aim,conclusion"}, "html", b"<!doctype html>"),
        ({"form": "md"}, "zip", b"PK"),
        ({"form": "docx", "course": "AI"}, "docx", b"PK"),
    ],
)
def test_a_report_in_other_forms(client: Reader, asked: dict[str, str], suffix: str, begins: bytes) -> None:
    answer = client.get("/api/report/stream", game="nim:1,2", seconds=20, **asked)
    report = dict(events_of(answer.text))["report"]
    content = b64decode(report["base64"])
    assert report["suffix"] == suffix
    assert content.startswith(begins)
    assert (b"<td>Ada</td>" in content) == ("author" in asked)
    if suffix == "zip":
        with ZipFile(BytesIO(content)) as packed:
            assert {Path(each).suffix for each in packed.namelist()} == {".md", ".svg"}


def test_a_report_without_a_known_section(client: Reader) -> None:
    answer = client.get("/api/report/stream", game="nim:1,2", sections="thoery")
    assert "did you mean theory?" in answer.text
    refused = client.get("/api/report/stream", game="nim:1,2", algorithms="nonsense")
    assert (refused.status_code, "there is no algorithm 'nonsense'" in refused.text) == (400, True)


OTHERWISE: list[dict[str, Any]] = [
    {"game": "nim:1,3"},
    {"position": "1,1"},
    {"moves": "1"},
    {"count_from": "1"},
    {"algorithms": "minimax"},
    {"positions": "all"},
    {"depths": "1-2"},
    {"depth": 2},
    {"seed": 1},
    {"values": "distance"},
    {"tier": "native"},
    {"memory": True},
]


@pytest.mark.parametrize("other", OTHERWISE, ids=lambda other: next(iter(other)))
def test_measurements_are_kept_for_the_same_question_alone(other: dict[str, Any]) -> None:
    settings = SimpleNamespace(comparisons=LruCache())
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(settings=settings)))
    Kept(request, asked("nim:1,2")).text = "measured"
    assert Kept(request, asked("nim:1,2")).text == "measured"
    assert Kept(request, asked(**{"game": "nim:1,2", **other})).text is None


def test_every_option_of_a_comparison_is_asked_otherwise() -> None:
    assert {name for other in OTHERWISE for name in other} == asked("nim:1,2").keys()
