"""Random and hostile parameters: whatever is asked, no route answers that the server is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import EXAMPLE
from tests.web import Client, client_of
from tests.web import settings as started_with
from zerosum.faces.web.app import create_app

DESCRIPTION: dict[str, Any] = create_app(started_with(workers=1))._app.openapi()  # type: ignore[attr-defined]
ROUTES = sorted(path for path, methods in DESCRIPTION["paths"].items() if "get" in methods)

HOSTILE = (
    "",
    " ",
    "\0",
    "\n",
    "%",
    "%00",
    "..",
    "../../etc/passwd",
    "/etc/passwd",
    "x.py",
    "x.py:y",
    "-1",
    "0",
    "1e308",
    "nan",
    "inf",
    "-inf",
    "9" * 5000,
    "٣",
    "²",
    "①",
    "♟",
    "\ud800",
    "\N{RIGHT-TO-LEFT OVERRIDE}",
    "'; drop table games; --",
    "<script>alert(1)</script>",
    "{}",
    "[]",
    "null",
    "true",
    "A" * 20_001,
)

LIKELY = {
    "game": (
        "tictactoe",
        "connect4:4x2",
        "nim:1,2,3",
        "kalah:2x2",
        "hexapawn:3x3",
        "othello:4",
        "breakthrough:3x4",
        "hex:3",
        "dots:2x2",
        "ponghauki",
        "dodgem:3",
        "ultimate",
        "oware:2x2",
        EXAMPLE,
        "connect4:0x0",
        "connect4:99x99",
        "connect4:-1x2",
        "mnk:8x8x9",
        "nim:" + ",".join("1" * 99),
        "nim:999999999999999999999",
        "kalah:0x0",
        "othello:3",
        "othello:99",
        "hexapawn:1x1",
        "TICTACTOE",
        "tictactoe:3",
        "((3,12,8),(2,4,6),(14,5,2))",
        "(" * 900,
    ),
    "position": ("---------", "XXXXXXXXX", "XX-OO----", "XO-", "O", "1,2,3", "0,0,0", "---/---/---", "x" * 1999),
    "moves": ("4", "4 0", "0 3 1 4 2", "1 1 1 1 1 1 1 1", "a1 b2", "0 0", "4,0", "pass", "1-2", "4 " * 4000),
    "move": ("0", "1", "4", "a1", "pass", "0-1"),
    "player": ("perfect", "random", "level:1", "level:99", "mcts:10", "mcts:-1", "mcts:x", "alphabeta", "minimax"),
    "seconds": ("0.01", "0.05"),
    "nodes": ("1", "100"),
    "depth": ("1", "2", "0"),
}
"""What gets further than the first check; long searches are kept short."""


def values(name: str) -> st.SearchStrategy[str]:
    likely = st.sampled_from(LIKELY[name]) if name in LIKELY else st.nothing()
    if name == "seconds":
        return st.one_of(likely, likely, st.sampled_from(["0", "-1", "nan", "inf", "1e308", "x", "121"]))
    odd = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20))
    return st.one_of(likely, likely, likely, odd)


def asked(route: str) -> st.SearchStrategy[dict[str, str]]:
    """Parameters of a route: mostly those that it needs, each likely or not, and now and then one that it lacks."""
    known = DESCRIPTION["paths"][route]["get"].get("parameters", ())
    # A time is always given, since the usual one is longer than a test.
    needed = {each["name"]: values(each["name"]) for each in known if each.get("required") or each["name"] == "seconds"}
    optional = {each["name"]: values(each["name"]) for each in known if each["name"] not in needed}
    return st.fixed_dictionaries(needed, optional={**optional, "unknown": st.just("1")})


@pytest.fixture(scope="module")
def lab() -> Iterator[Client]:
    with client_of(started_with(files=(EXAMPLE,))) as client:
        yield client


@pytest.mark.parametrize("route", ROUTES)
def test_whatever_is_asked_the_server_is_not_at_fault(lab: Client, route: str) -> None:
    parameters = DESCRIPTION["paths"][route]["get"].get("parameters", ())

    @settings(max_examples=25 if parameters else 1, suppress_health_check=list(HealthCheck))
    @given(asked(route))
    def ask(parameters: dict[str, str]) -> None:
        # As a browser does: what is no Unicode text is replaced.
        sent = {name: value.encode("utf-8", "replace").decode() for name, value in parameters.items()}
        answer = lab.get(route, params=sent)
        assert answer.status_code in (200, 400, 422), (sent, answer.text)
        if answer.status_code != 200:
            assert set(answer.json()) == {"detail"}
            assert answer.json()["detail"]
        assert "a fault in zerosum" not in answer.text
        assert "Traceback" not in answer.text

    ask()


@pytest.mark.parametrize("route", ROUTES)
def test_raw_bytes_in_the_query(lab: Client, route: str) -> None:
    for query in (b"\xff\xfe", b"game=%ff%fe", b"game=%zz", b"&&==&", b"game=tictactoe&game=nim&seconds=0.01", b"%"):
        answer = lab.get(f"{route}?{query.decode('latin-1')}")
        assert answer.status_code in (200, 400, 422), (query, answer.text)


def test_there_is_something_to_ask() -> None:
    assert len(ROUTES) >= 8
