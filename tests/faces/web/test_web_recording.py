"""Watching a search over HTTP: the recorded search, its source, and written trees."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engines.recording.test_recording import unpacked
from tests.web import Client, client_of, settings
from zerosum.core.games.tree import read_tree
from zerosum.core.value import Margin
from zerosum.engines.search import alphabeta
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.routes.recording import recorded


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(settings(workers=3)) as client:
        yield client


def parts(content: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """The lines before the bytes, and the bytes."""
    lines = []
    while content:
        line, _, content = content.partition(b"\n")
        lines.append(json.loads(line))
        if "bytes" in lines[-1]:
            assert len(content) == lines[-1]["bytes"]
            return lines, content
    return lines, b""


def test_a_search_of_a_written_tree(client: Client) -> None:
    answer = client.get("/api/recording", params={"target": "((3,5),(2,9))"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/octet-stream"
    _, block = parts(answer.content)
    about, columns = unpacked(block)
    assert about["written"]
    assert about["result"] == {
        "value": Margin(3).json(),
        "exact": True,
        "line": ["0", "0"],
        "nodes": 6,
        "leaves": 3,
        "cutoffs": 1,
        "table_hits": 0,
        "deepest": 2,
    }
    assert len(columns["kind"]) == 13
    assert columns["pruned_score"].tolist() == [9]


@pytest.mark.parametrize(
    ("game", "algorithm", "depth"),
    [
        ("tictactoe", "minimax", 3),
        ("connect4", "alphabeta", 4),
        ("kalah", "alphabeta", 5),
        ("hexapawn", "minimax", None),
        ("pig:20", "", 7),
    ],
)
def test_a_depth_that_can_be_watched(client: Client, game: str, algorithm: str, depth: int | None) -> None:
    about = {"game": game, "algorithm": algorithm}
    assert client.get("/api/recording/depth", params=about).json() == {"depth": depth}
    lines, _ = parts(client.get("/api/recording", params={**about, "depth": depth} if depth else about).content)
    assert 0 < lines[-1]["bytes"] < 1_000_000


def test_a_search_of_a_position(client: Client) -> None:
    asked = {"game": "tictactoe", "position": "XO-/-X-/--O", "moves": "2", "algorithm": "minimax", "values": "distance"}
    about, _ = unpacked(parts(client.get("/api/recording", params=asked).content)[1])
    assert about["position"] == "XOX/-X-/--O"
    assert about["scale"] == "distance"
    assert not about["written"]
    assert about["sides"] == ["X", "O"]


def test_leaves_alone_with_a_branching_and_min_at_the_root(client: Client) -> None:
    asked = {"target": "3 5 2 9", "branching": "2", "root": "min"}
    about, _ = unpacked(parts(client.get("/api/recording", params=asked).content)[1])
    assert (about["game"], about["side"], about["result"]["value"]["margin"]) == ("((3,5),(2,9))", 1, 5)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"target": "((3,5),(2,9)"}, "ends before"),
        ({"target": "((3,5),(2,9))", "algorithm": "magic"}, "no algorithm"),
        ({}, "nothing to search"),
        ({"game": "nonsense"}, "nonsense"),
        ({"game": "other.py"}, "not started with"),
        ({"game": "tictactoe", "position": "XXX/---/---"}, "X"),
    ],
)
def test_what_cannot_be_searched_is_refused(client: Client, asked: dict[str, str], sentence: str) -> None:
    answer = client.get("/api/recording", params=asked)
    assert answer.status_code == 400
    assert sentence in answer.json()["detail"]


def test_what_is_too_large_is_refused_with_a_sentence(client: Client) -> None:
    """At once it is a status; once a sign of life was sent, it is a line."""
    answer = client.get("/api/recording", params={"game": "connect4", "algorithm": "minimax", "seconds": "0.6"})
    if answer.status_code == 400:
        problem = answer.json()["detail"]
    else:
        lines, block = parts(answer.content)
        assert block == b""
        assert all("progress" in line for line in lines[:-1])
        problem = lines[-1]["problem"]
    assert "stopped after" in problem


def test_the_source_that_runs(client: Client) -> None:
    answer = client.get("/api/source", params={"algorithm": "mtdf"}).json()
    assert [file["name"] for file in answer["files"]] == ["mtdf.py", "transposition_table.py"]
    first = answer["files"][0]["first"]
    decorator, definition = answer["files"][0]["text"].splitlines()[first - 1 : first + 1]
    assert decorator.startswith("@search_with(")
    assert definition.startswith("def mtdf(")
    assert "function MTDF(s)" in answer["pseudocode"]
    assert "function TABLE(s, α, β)" in answer["pseudocode"]
    assert client.get("/api/source", params={"algorithm": "magic"}).status_code == 400


def test_boards_for_the_nodes_of_a_tree(client: Client) -> None:
    asked = {"game": "tictactoe", "position": "--X/O--/X-O", "lines": ";0;0 4"}
    answer = client.get("/api/boards", params=asked).json()
    assert [each["position"] for each in answer["positions"]] == ["--X/O--/X-O", "X-X/O--/X-O", "X-X/OO-/X-O"]
    for wrong, sentence in ((";" * 64, "at most 64 boards"), ("0 0", "cell 0 is taken")):
        refused = client.get("/api/boards", params={**asked, "lines": wrong})
        assert refused.status_code == 400
        assert sentence in refused.json()["detail"]


def test_a_tree_has_one_text(client: Client) -> None:
    for root in ("max", "min"):
        answer = client.get("/api/tree", params={"text": "[[3 5] [2 9]]", "root": root})
        assert answer.json() == {"text": "((3,5),(2,9))", "leaves": 4}
    refused = client.get("/api/tree", params={"text": "((3,5),(2,x))"})
    assert refused.status_code == 400
    assert "character 11" in refused.json()["detail"]


def test_a_random_tree_with_two_cuts(client: Client) -> None:
    asked = {"branching": 2, "depth": 3, "cuts": 2, "seed": 5}
    text = client.get("/api/tree/random", params=asked).json()["text"]
    game = read_tree(text)
    assert alphabeta(game, game.start).cutoffs == 2
    refused = client.get("/api/tree/random", params={"branching": 2, "depth": 2, "cuts": 7})
    assert refused.status_code == 400
    assert "7 cuts" in refused.json()["detail"]


def test_a_client_that_leaves_ends_its_search() -> None:
    """With one worker only, the next one gets it as soon as the first has no listener."""

    async def leave_and_ask_again() -> list[bytes]:
        pool = Pool(1)
        try:
            large = dict.fromkeys(("target", "depth", "branching", "position"))
            large |= {
                "game": "connect4",
                "moves": "",
                "algorithm": "alphabeta",
                "values": "plain",
                "seed": 0,
                "root": "max",
            }
            first = recorded(pool, large, 100)
            assert b"progress" in await anext(first)
            await first.aclose()
            small = recorded(pool, {**large, "target": "((3,5),(2,9))"}, 100)
            return [part async for part in small if b"waiting" not in part]
        finally:
            await pool.close()

    parts = asyncio.run(asyncio.wait_for(leave_and_ask_again(), 30))
    assert b"bytes" in parts[0]
