"""The server: who may ask, what every route answers, streams, and the command that starts it."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.conftest import EXAMPLE, Cli, refused
from tests.web import HOST, TOKEN, Client, client_of, settings
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, listed
from zerosum.core.value import WIN, Estimate, Margin, Outcome, Value
from zerosum.faces.web import server
from zerosum.faces.web.app import PAGE, SCREENS, create_app, index
from zerosum.faces.web.jobs.positions import position_json
from zerosum.faces.web.models import JudgementView, ValueView
from zerosum.faces.web.pool import Pool
from zerosum.faces.web.security import Guard
from zerosum.faces.web.server import listen


@pytest.fixture(scope="module")
def lab() -> Iterator[Client]:
    """A client that was given the token, of a server that was started with a game of the user's own."""
    with client_of(settings(files=(EXAMPLE,), opened="connect4")) as client:
        yield client


@pytest.fixture
def stranger(lab: Client) -> Client:
    """A client of the same server that has no token."""
    return lab.stranger()


COOKIE = Guard(TOKEN, frozenset()).cookie

# Who may ask.


def test_without_the_token_nothing_is_shown(stranger: Client) -> None:
    for path in ("/", "/play/tictactoe", "/page/main.js", "/nonsense"):
        answer = stranger.get(path)
        assert answer.status_code == 401
        assert "open the address that zerosum web printed" in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    answer = stranger.get("/api/lab")
    assert answer.status_code == 401
    assert answer.json()["detail"].startswith("open the address that zerosum web printed")


def test_the_token_is_exchanged_for_a_cookie(stranger: Client) -> None:
    answer = stranger.get(f"/play/connect4:6x5?moves=1+2&token={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/play/connect4:6x5?moves=1+2"
    assert TOKEN not in answer.headers["location"]
    for word in (f"{COOKIE}={TOKEN}", "Path=/", "HttpOnly", "SameSite=Strict"):
        assert word in answer.headers["set-cookie"]
    given = {"cookie": f"{COOKIE}={TOKEN}"}
    assert stranger.get("/api/lab", headers=given).status_code == 200


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/", "/\\elsewhere.example", "/a%0d%0aset-cookie:x=1", "/%E2%99%9F"]
)
def test_a_redirect_leads_nowhere_else(stranger: Client, path: str) -> None:
    answer = stranger.get(f"http://{HOST}{path}?token={TOKEN}")
    assert answer.status_code == 303
    assert re.fullmatch(r"/[\w.%:/-]*", answer.headers["location"])
    assert not answer.headers["location"].startswith("//")
    assert "x" not in answer.cookies


def test_a_wrong_token_is_no_token(stranger: Client) -> None:
    assert stranger.get("/?token=wrong").status_code == 401
    wrong = ("Bearer wrong", TOKEN[:-1], TOKEN, f"Basic {TOKEN}", f"Bearer{TOKEN}", "Bearer", "")
    for headers in (*({"authorization": each} for each in wrong), {"cookie": f"{COOKIE}=wrong"}):
        assert stranger.get("/api/lab", headers=headers).status_code == 401


def test_a_browser_that_comes_from_a_file_gets_a_page_that_reloads(stranger: Client) -> None:
    """Along a redirect from another site, a browser does not send a strict cookie."""
    answer = stranger.get(f"/play/nim:3,4,5?moves=1&a=%22&token={TOKEN}", headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 200
    assert answer.text.count('content="0;url=/play/nim:3,4,5?moves=1&amp;a=%22"') == 1
    assert TOKEN not in answer.text
    assert f"{COOKIE}={TOKEN}" in answer.headers["set-cookie"]


def test_servers_on_other_ports_have_other_cookies() -> None:
    """A browser keeps the cookies of a machine together, whatever the port."""
    assert Guard("another token", frozenset()).cookie != COOKIE


@pytest.mark.parametrize(
    "cookie", [f"{COOKIE}={TOKEN}", f'odd={{"a": "b, c"}}; {COOKIE}={TOKEN}', f"{COOKIE}=old; =; ; {COOKIE}={TOKEN}"]
)
def test_cookies_of_other_servers_do_not_matter(stranger: Client, cookie: str) -> None:
    assert stranger.get("/api/lab", headers={"cookie": cookie}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "evil.example:8000", ""])
def test_other_names_are_refused(lab: Client, host: str) -> None:
    answer = lab.get("/api/lab", headers={"host": host})
    assert answer.status_code == 421
    assert answer.json()["detail"].startswith("this server does not go by that name")
    assert lab.get(f"/?token={TOKEN}", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "", "http://127.0.0.1:8001", "x" * 5000])
def test_other_origins_are_refused(lab: Client, origin: str) -> None:
    answer = lab.get("/api/lab", headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json() == {"detail": "this request comes from another site"}


def test_our_own_origin_is_welcome(lab: Client) -> None:
    assert lab.get("/api/lab", headers={"origin": f"http://{HOST}"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/api/lab", {"origin": "http://localhost:8000"}, None),
        ("GET", "/api/lab", {"origin": "http://LocalHost:8000"}, None),
        ("GET", "/api/lab", {"host": "LOCALHOST:8000"}, None),
        ("GET", "/", {"sec-fetch-site": "cross-site"}, None),
        ("POST", "/", {"sec-fetch-site": "cross-site"}, 403),
        ("POST", "/", {"sec-fetch-site": "same-origin"}, None),
        ("GET", "/api/lab", {"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_which_requests_the_guard_refuses(method: str, path: str, headers: dict[str, str], status: int | None) -> None:
    """Names of hosts are the same in upper case; only pages may be asked for by other sites."""
    guard = Guard(TOKEN, frozenset({"localhost:8000"}))
    given = {"host": "localhost:8000", "authorization": f"Bearer {TOKEN}", **headers}
    refused = guard.refusal(method, path, given)
    assert (refused and refused[0]) == status


def test_what_changes_something_comes_from_our_own_page(lab: Client) -> None:
    assert lab.post("/api/lab", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert lab.post("/api/lab", headers={"sec-fetch-site": "same-site"}).status_code == 403
    assert lab.post("/api/lab", headers={"sec-fetch-site": "same-origin"}).status_code == 405


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
def test_a_picture_of_another_page_starts_no_search(site: str, status: int, lab: Client) -> None:
    assert lab.get("/api/lab", headers={"sec-fetch-site": site}).status_code == status
    assert lab.get("/", headers={"sec-fetch-site": site}).status_code == 200


def test_every_answer_has_the_policy(lab: Client, stranger: Client) -> None:
    for answer in (lab.get("/"), lab.get("/api/lab"), lab.get("/api/nothing"), stranger.get("/"), lab.get("/page/x")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert not re.search(r"https?:|\*", policy)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers


def test_the_scripts_of_the_page_are_named_by_hash(lab: Client) -> None:
    import base64
    import hashlib

    inside = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", index(), re.DOTALL)
    assert inside
    policy = lab.get("/").headers["content-security-policy"]
    for script in inside:
        assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in policy


FILES = sorted(
    file.relative_to(PAGE).as_posix()
    for file in PAGE.rglob("*")
    if file.is_file() and file.parent.name != "__pycache__"  # left behind by whoever has imported an agent
)
NO_ADDRESS = re.compile(r"http://www\.w3\.org/[\w/]+|https?://(localhost|127\.0\.0\.1)\b")
"""Names of kinds of documents, which nobody fetches."""


@pytest.mark.parametrize("file", FILES)
def test_files_of_the_page_are_served_and_name_no_other_host(lab: Client, file: str) -> None:
    answer = lab.get(f"/page/{file}")
    assert answer.status_code == 200
    assert answer.content == (PAGE / file).read_bytes()
    if not file.endswith("LICENSE") and not file.endswith(".json"):
        kind = {"js": "javascript", "css": "css", "html": "html", "svg": "svg", "py": "python"}[file.rpartition(".")[2]]
        assert kind in answer.headers["content-type"]
        assert not re.search(r"(https?:)?//[\w-]+\.[\w.]+", NO_ADDRESS.sub("", answer.text)), file


def test_the_page_is_at_all_its_addresses(lab: Client) -> None:
    for screen in SCREENS:
        for path in (screen, f"{screen.rstrip('/')}/connect4:6x5" if screen != "/" else "/"):
            answer = lab.get(path)
            assert answer.status_code == 200
            assert answer.text == index()
    for script in re.findall(r'(?:src|href)="(/[^"]+)"', index()):
        assert lab.get(script).status_code == 200, script


@pytest.mark.parametrize("path", ["/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py", "/page/", "/api/x"])
def test_nothing_else_is_served(lab: Client, path: str) -> None:
    assert lab.get(f"http://{HOST}{path}").status_code in (404, 405)


# What every route answers.


def test_lab(lab: Client) -> None:
    found = lab.get("/api/lab").json()
    assert {"tictactoe", "connect4", EXAMPLE} <= {game["spec"] for game in found["games"]}
    assert found["players"][0] == "perfect"
    assert "alphabeta" in [rung["name"] for rung in found["algorithms"]]
    assert found["opened"] == "connect4"
    for game in found["games"]:
        assert all(load(spec).spec == spec for spec in game["examples"])
    small = [game["spec"] for game in found["games"] if game["is_small"]]
    assert small == ["tictactoe", "mnk", "nim", "dicenim", "hexapawn"]


def test_position(lab: Client) -> None:
    found = lab.get("/api/position", params={"game": "tictactoe", "moves": "4 0"}).json()
    assert found["position"] == "O--/-X-/---"
    assert found["side"] == 0
    assert found["legal"] == ["1", "2", "3", "5", "6", "7", "8"]
    assert len(found["board"]["cells"]) == 9
    assert lab.get("/api/position", params={"game": "tictactoe", "moves": "4 0"}).json() == found
    over = lab.get("/api/position", params={"game": "tictactoe", "moves": "0 3 1 4 2"}).json()
    assert (over["over"], over["utility"], over["legal"]) == (True, 1, [])
    own = lab.get("/api/position", params={"game": EXAMPLE}).json()
    assert own["game"] == EXAMPLE


POSITIONS = [
    {"game": "tictactoe", "moves": "1"},
    {"game": "tictactoe", "moves": "1", "count_from": "1"},
    {"game": "tictactoe", "moves": "1", "count_from": "0"},
    {"game": "tictactoe", "moves": "1", "position": "---/-X-/---"},
    {"game": "tictactoe@O", "moves": "1"},
]


def test_cached_positions_differ_by_all_that_was_asked(lab: Client) -> None:
    """Each question is asked after all others, and answered as by a server that was asked nothing before."""
    found = [lab.get("/api/position", params=asked).json() for asked in POSITIONS]
    shown = [(each["position"], each["legal"][0], each["side"]) for each in found]
    assert shown == [
        ("-X-/---/---", "0", 1),
        ("X--/---/---", "2", 1),
        ("-X-/---/---", "0", 1),
        ("-O-/-X-/---", "0", 0),
        ("-O-/---/---", "0", 1),
    ]
    assert [lab.get("/api/position", params=asked).json() for asked in POSITIONS] == found


def test_samples_of_other_seeds_are_others(lab: Client) -> None:
    asked = [{"game": "tictactoe", "plies": plies, "seed": seed} for plies in (3, 4) for seed in (0, 1)]
    found = [lab.get("/api/sample", params=each).json()["position"] for each in asked]
    assert len(set(found)) == len(asked)


@pytest.mark.parametrize(
    ("game", "moves", "count_from", "to", "wanted"),
    [
        ("tictactoe", "4 0 8", None, "1", "5 1 9"),
        ("tictactoe@O", "5 1 9", "1", None, "4 0 8"),
        ("connect4", "4 4 3", None, "0", "3 3 2"),
        ("nim", "1:2 3:5", None, "0", "0:2 2:5"),
        ("kalah", "3 1 2", "1", "1", "3 1 2"),
    ],
)
def test_moves_in_another_numbering(
    lab: Client, game: str, moves: str, count_from: str | None, to: str | None, wanted: str
) -> None:
    asked = {"game": game, "moves": moves, "count_from": count_from, "to": to}
    given = {name: value for name, value in asked.items() if value is not None}
    assert lab.get("/api/renumbered", params=given).json() == {"moves": wanted.split()}


GAME_FILES = [
    # game, where it begins, its moves; a part of its text
    ("chess", None, "e4 e5 Nf3", "1. e4 e5 2. Nf3 *"),
    ("chess", "4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1", "a8=Q+", '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]'),
    ("checkers", None, "11-15 22-18 15x22", "1. 11-15 22-18 2. 15x22"),
    ("go:5", None, "C3 pass", ";B[cc]"),
]


@pytest.mark.parametrize(("game", "position", "moves", "part"), GAME_FILES)
def test_games_are_written_and_read_in_their_own_formats(
    lab: Client, game: str, position: str | None, moves: str, part: str
) -> None:
    given = {"game": game, "moves": moves, **({} if position is None else {"position": position})}
    text = lab.get("/api/game_text", params=given).json()["text"]
    assert part in text
    read = lab.get("/api/read_game", params={"game": game, "text": text}).json()
    assert read == {"position": position, "moves": moves.split()}


def test_game_files_that_cannot_be_are_refused(lab: Client) -> None:
    assert "no file format" in lab.get("/api/game_text", params={"game": "tictactoe"}).json()["detail"]
    refused = lab.get("/api/read_game", params={"game": "chess", "text": "1. e4 e5 2. Ke3"})
    assert refused.status_code == 400
    assert "Ke3" in refused.json()["detail"]


def test_a_game_without_numbers_has_no_numbering(lab: Client) -> None:
    answer = lab.get("/api/position", params={"game": "othello", "count_from": "1"})
    assert answer.status_code == 400
    assert answer.json()["detail"] == "othello does not count its moves from 0 or 1, so there is nothing to choose"


def test_reply(lab: Client) -> None:
    asked = {"game": "tictactoe", "position": "XX-OO----", "player": "alphabeta", "ties": "first"}
    found = lab.get("/api/reply", params=asked).json()
    assert found["move"] == "2"
    assert found["after"]["over"]


@pytest.mark.parametrize(
    ("moves", "players", "reply"),
    [
        ("", {}, None),  # the first side is a person
        ("0 3 1", {"o": "alphabeta"}, "2"),
        ("0 3 1 4 2", {"o": "alphabeta"}, None),  # the game is over
        ("0 3 1", {"x": "alphabeta", "o": "human"}, None),
        ("0 3 1 4", {"x": "alphabeta", "o": "human"}, "2"),
    ],
)
def test_a_turn_is_a_position_and_the_reply_of_a_computer(
    lab: Client, moves: str, players: dict[str, str], reply: str | None
) -> None:
    asked = {"game": "tictactoe", "moves": moves, "ties": "first"}
    found = lab.get("/api/turn", params={**asked, **players}).json()
    assert found["position"]["position"] == lab.get("/api/position", params=asked).json()["position"]
    assert reply == (found["reply"] and found["reply"]["move"])
    # Only a person chooses among moves that the page has to show at once.
    assert bool(found["position"]["changes"]) is (reply is None and not found["position"]["over"])


@pytest.mark.parametrize(
    "params",
    [{"moves": "0 0"}, {"moves": "0", "o": "nobody"}],
    ids=["an illegal move", "no such player"],
)
def test_a_turn_can_be_refused(lab: Client, params: dict[str, str]) -> None:
    assert lab.get("/api/turn", params={"game": "tictactoe", **params}).status_code == 400


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4", "kalah", "othello:4", "nim", "hexapawn", "quixo:3", "dots:2x2"]
)
def test_the_changes_of_a_move_are_the_board_after_it(spec: str) -> None:
    game = load(spec)
    random, state, moves = Random(1), game.start, list[Any]()
    while not game.is_over(state) and len(moves) < 12:
        now = position_json(game, game.start, moves)
        chosen = [] if game.to_move(state) == CHANCE else listed(game.moves(state))
        for move in chosen:
            after = position_json(game, game.start, [*moves, move])
            said = now["changes"][game.move_text(state, move)]
            pieces = [said["cells"].get(index, cell["piece"]) for index, cell in enumerate(now["board"]["cells"])]
            assert pieces == [cell["piece"] for cell in after["board"]["cells"]]
            assert {name: said[name] for name in ("side", "mover", "over")}.items() <= after.items()
        moves.append(random.choice(list(listed(game.moves(state)))))
        state = game.rules.play(state, moves[-1])


@pytest.mark.parametrize(
    ("params", "over", "count"),
    [
        ({"game": "tictactoe", "plies": 0}, False, 0),
        ({"game": "connect4", "plies": 6}, False, 6),
        ({"game": "pig:20", "plies": 4}, False, 4),
        ({"game": "nim:1,1", "plies": 9}, False, 1),  # stops before the end
        ({"game": "nim:1,1", "ended": True}, True, 2),
    ],
)
def test_a_sample_is_a_position_after_random_moves(lab: Client, params: dict[str, Any], over: bool, count: int) -> None:
    found = lab.get("/api/sample", params={**params, "seed": 2}).json()
    assert (found["over"], len(found["moves"])) == (over, count)
    assert found == lab.get("/api/sample", params={**params, "seed": 2}).json()


@pytest.mark.parametrize(
    ("moves", "player", "estimate"),
    [
        ("4 4 4 4 4 2 3 3 3 6", "perfect", True),
        ("4 4 4 4 4 2 3 3 3 6", "level:8", True),
        ("4 4 4 4 4 2 3 3 3 6", "random", False),
        ("4 4", "perfect", False),  # the book knows
        ("4 4 4 4 4", "perfect", True),  # the book knows the value of the position, but of no move
    ],
)
def test_a_reply_says_whether_it_rests_on_an_estimate(lab: Client, moves: str, player: str, estimate: bool) -> None:
    asked = {"game": "connect4", "moves": moves, "player": player, "seconds": 0.01}
    assert lab.get("/api/reply", params=asked).json()["estimate"] is estimate


def test_analysis(lab: Client) -> None:
    found = lab.get("/api/analysis", params={"game": "tictactoe", "position": "XX-OO----"}).json()
    assert found["exact"]
    assert found["best"] == ["2"]
    assert found["value"]["letter"] == "W"
    assert found["value"]["distance"] == 1
    assert found["moves"][0]["move"] == "2"


def test_a_request_has_the_options_of_the_capability(lab: Client) -> None:
    assert lab.get("/api/lab").json()["analysis_options"] == {"nodes": "--nodes", "depth": "--depth"}
    found = lab.get("/api/analysis", params={"game": "connect4:6x5", "depth": "2"}).json()
    assert {each["value"]["depth"] for each in found["moves"]} == {2}
    refused = lab.get("/api/analysis", params={"game": "connect4:6x5", "depth": "0"})
    assert (refused.status_code, refused.json()["detail"]) == (422, "depth must be at least 1, not 0")


def test_lines_go_on_where_the_book_ends(lab: Client) -> None:
    asked = {"game": "connect4", "moves": "4 4 4 4", "move": "1", "seconds": 2}
    found = lab.get("/api/why", params=asked).json()
    assert [len(found[line]) for line in ("line", "best_line")] == [1, 1]
    found = lab.get("/api/why", params={**asked, "whole_lines": True}).json()
    assert len(found["line"]) > 1
    assert [step["guess"] for step in found["line"][:2]] == [False, True]


def test_why(lab: Client) -> None:
    found = lab.get("/api/why", params={"game": "tictactoe", "position": "XX-OO----", "move": "8"}).json()
    assert (found["best"], found["is_mistake"], found["exact"]) == ("2", True, True)
    assert found["sentence"]
    assert found["best_line"][0]["over"]


def test_review(lab: Client) -> None:
    asked = {"game": "tictactoe", "position": "XX-OO----", "moves": "8 5"}
    found = lab.get("/api/review", params=asked).json()["moves"]
    assert [each["move"] for each in found] == ["8", "5"]
    assert found[0]["mistake"]
    streamed = events(lab.get("/api/review/stream", params=asked).text)
    answers = [JudgementView.model_validate(data).model_dump() for name, data in streamed if name == "answer"]
    assert answers == found
    assert streamed[-1] == ("end", {})


@pytest.mark.parametrize("value", [Estimate(-20, 3), Estimate(WIN // 25, 2, is_mean=True), Outcome(1, 5), Margin(-3)])
def test_values_of_every_kind_are_answers(value: Value) -> None:
    shown = ValueView.model_validate(value.json()).model_dump()
    assert value.json().items() <= shown.items()


def test_every_refusal_is_described_as_it_is_sent(lab: Client) -> None:
    description = lab.get("/api/openapi.json").json()
    for path, methods in description["paths"].items():
        for method, status in product(methods, ("400", "401", "422")):
            answer = methods[method]["responses"][status]["content"]["application/json"]["schema"]
            assert answer == {"$ref": "#/components/schemas/Problem"}, (path, method, status)
    assert "HTTPValidationError" not in description["components"]["schemas"]


def test_the_description_and_its_page(lab: Client) -> None:
    description = lab.get("/api/openapi.json").json()
    page = lab.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    for path in description["paths"]:
        assert path in page.text
    assert "<script" not in page.text


ASKED = {"game": "tictactoe"}
REFUSED = (
    ("position", {"game": "shogi"}, "there is no game 'shogi'"),
    ("position", {"game": "connect4:0x0"}, "a board of 0x0 is too small"),
    ("position", {**ASKED, "position": "XXXX"}, "XXXX"),
    ("position", {**ASKED, "moves": "4 4"}, "4"),
    ("position", {**ASKED, "moves": "9"}, "'9' is not a cell number"),
    ("position", {"game": "../secret.py"}, "is a file that this server was not started with"),
    ("position", {"game": f"{EXAMPLE}:other"}, "is a file that this server was not started with"),
    ("reply", {**ASKED, "player": "nobody"}, "nobody"),
    ("reply", {**ASKED, "moves": "0 3 1 4 2"}, "is finished, so there is no move to choose"),
    ("analysis", {"game": "x.py"}, "run zerosum web x.py"),
    ("analysis/stream", {"game": "shogi"}, "there is no game 'shogi'"),
    ("analysis/stream", {"game": "x.py:y"}, "is a file"),
    ("why", {**ASKED, "move": "77"}, "77"),
    ("why", {**ASKED, "move": "5", "moves": "0 3 1 4 2"}, "is finished, so there is no move to ask about"),
    ("review", {**ASKED, "moves": "0 0"}, "0"),
    ("review/stream", {**ASKED, "moves": "0 0"}, "0"),
)


@pytest.mark.parametrize(("route", "asked", "sentence"), REFUSED)
def test_what_cannot_be_answered_gets_a_sentence(lab: Client, route: str, asked: dict[str, str], sentence: str) -> None:
    answer = lab.get(f"/api/{route}", params=asked)
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) == {"detail"}
    assert sentence in answer.json()["detail"]
    assert "Traceback" not in answer.text


UNREADABLE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("position", {}, "game: field required"),
    ("position", {"game": ""}, "game: "),
    ("position", {"game": "x" * 2001}, "game: "),
    ("analysis", {**ASKED, "seconds": "0"}, "seconds must be more than 0, not 0"),
    ("analysis", {**ASKED, "seconds": "nan"}, "seconds must be "),
    ("analysis", {**ASKED, "seconds": "soon"}, "seconds must be a number, not soon"),
    ("reply", {**ASKED, "ties": "maybe"}, "ties: "),
    ("reply", {**ASKED, "seed": "-1"}, "seed must be at least 0, not -1"),
    ("why", ASKED, "move: field required"),
)


@pytest.mark.parametrize(("route", "asked", "sentence"), UNREADABLE)
def test_what_cannot_be_read_gets_a_sentence(lab: Client, route: str, asked: dict[str, str], sentence: str) -> None:
    answer = lab.get(f"/api/{route}", params=asked)
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def test_a_file_that_was_not_given_is_not_even_looked_for(lab: Client, tmp_path: Path) -> None:
    trap, sprung = tmp_path / "trap.py", tmp_path / "sprung"
    trap.write_text(f"open({str(sprung)!r}, 'w')\n")
    for spec in (str(trap), f"{trap}:x", f"{trap} ", f"{trap}\n", str(trap).upper().replace(".PY", ".py")):
        for route in ("position", "reply", "analysis", "analysis/stream", "review", "review/stream"):
            assert lab.get(f"/api/{route}", params={"game": spec}).status_code == 400
        assert lab.get("/api/why", params={"game": spec, "move": "1"}).status_code == 400
    assert not sprung.exists()


class Overrun(Pool):
    """A pool that has too much to do, or is broken."""

    problem: Exception

    async def stream(self, *_: Any, **__: Any) -> Any:
        raise self.problem
        yield


def test_too_many_requests_and_faults_have_their_status() -> None:
    from zerosum.faces.web.pool import Busy, Fault

    given = settings()
    pool = given.pool = Overrun(1)
    with client_of(given) as client:
        for problem, status in ((Busy("too many"), 429), (Fault("a worker has died"), 500)):
            pool.problem = problem
            for route in ("position", "analysis", "analysis/stream"):
                answer = client.get(f"/api/{route}", params=ASKED)
                assert (answer.status_code, answer.json()) == (status, {"detail": str(problem)})


# Streams.


def events(text: str) -> list[tuple[str, Any]]:
    return [(name, json.loads(data)) for name, data in re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)]


def test_estimates_then_truth(lab: Client) -> None:
    answer = lab.get("/api/analysis/stream", params={"game": "tictactoe", "seconds": "60"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    found = events(answer.text)
    analyses = [data for name, data in found if name == "answer"]
    assert not analyses[0]["exact"]
    assert analyses[-1]["exact"]
    assert {move["value"]["letter"] for move in analyses[-1]["moves"]} == {"D"}
    depths = [data["moves"][0]["value"]["depth"] or 0 for data in analyses if not data["exact"]]
    assert depths == sorted(depths)
    assert found[-1] == ("end", {})


def test_a_problem_on_the_way_is_an_event() -> None:
    from zerosum.faces.web.pool import Fault

    class Breaking(Pool):
        async def stream(self, *_: Any, **__: Any) -> Any:
            yield "progress", {"done": 1, "unit": "nodes", "seconds": 0.1}, None
            raise Fault("a worker has died")

    given = settings()
    given.pool = Breaking(1)
    with client_of(given) as client:
        found = events(client.get("/api/analysis/stream", params=ASKED).text)
    assert found == [
        ("progress", {"done": 1, "unit": "nodes", "seconds": 0.1}),
        ("problem", {"detail": "a worker has died"}),
    ]


class Leaving(Pool):
    """A pool that knows when a job begins and when nobody listens to it any more."""

    def __init__(self, first: bool) -> None:
        super().__init__(1)
        self.begun, self.left = asyncio.Event(), asyncio.Event()
        self._first = first

    async def stream(self, *_: Any, **__: Any) -> Any:
        try:
            if self._first:
                yield "progress", {"done": 1, "unit": "nodes", "seconds": 0.1}, None
            self.begun.set()
            await asyncio.Event().wait()
        finally:
            self.left.set()


@pytest.mark.parametrize("is_first_there", [True, False])
@pytest.mark.parametrize(
    "path", ["position", "turn", "sample", "reply", "analysis", "review", "why", "analysis/stream", "review/stream"]
)
def test_who_leaves_stops_the_job(path: str, is_first_there: bool) -> None:
    async def test() -> None:
        given = settings()
        pool = given.pool = Leaving(is_first_there)
        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            await pool.begun.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            pass

        headers = [(b"host", HOST.encode()), (b"authorization", f"Bearer {TOKEN}".encode())]
        query = b"game=tictactoe&move=1"
        scope = {"type": "http", "method": "GET", "path": f"/api/{path}", "query_string": query, "headers": headers}
        async with asyncio.timeout(30):
            await create_app(given)(scope, receive, send)
            await pool.left.wait()

    asyncio.run(test())


# The command.


def test_bad_ports_and_games_are_refused(cli: Cli) -> None:
    assert "a port is a number up to 65535, not 70000" in refused(cli("web", "--port", "70000"))
    assert "--port" in refused(cli("web", "--port", "-1"))
    assert "there is no game 'shogi'" in refused(cli("web", "shogi"))
    assert "there is no file" in refused(cli("web", "no_such_file.py"))
    assert "--workers" in refused(cli("web", "--workers", "0"))


def test_a_taken_port_is_refused(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_STATE", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refused(cli("web", "--no-browser", "--port", str(port)))
    assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in sentence
    assert "cannot listen on 203.0.113.1" in refused(cli("web", "--no-browser", "--host", "203.0.113.1"))


def test_a_missing_extra_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "zerosum.faces.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'zerosum[web]'" in refused(cli("web"))


def test_a_port_that_was_taken_meanwhile_is_changed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with server.listen("127.0.0.1", 0, port) as other:
            assert other.getsockname()[1] not in (0, port)


@pytest.mark.parametrize(
    "kept", ["", "[]", "{}", '{"token": "short", "port": 80}', f'{{"token": "{TOKEN}", "port": 0}}']
)
def test_what_was_kept_and_is_damaged_is_made_anew(kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_STATE", str(tmp_path))
    (tmp_path / "web.json").write_text(kept)
    token, port = server.recalled()
    assert port == 0
    assert re.fullmatch(r"[\w-]{32}", token)
    assert token != TOKEN


def test_what_is_kept_is_for_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_STATE", str(tmp_path / "new"))
    server.remember(TOKEN, 8000)
    assert server.recalled() == (TOKEN, 8000)
    assert (tmp_path / "new" / "web.json").stat().st_mode & 0o777 == 0o600
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZEROSUM_STATE", str(tmp_path / "file"))
    server.remember(TOKEN, 8000)
    assert server.recalled()[1] == 0


def test_names_by_which_the_server_may_be_called() -> None:
    assert server.names_of("127.0.0.1", 8000) == {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"}
    assert "192.0.2.7:80" in server.names_of("192.0.2.7", 80)
    assert "192.0.2.7" in server.names_of("192.0.2.7", 80)
    assert "[2001:db8::1]:9" in server.names_of("2001:db8::1", 9)
    assert f"{socket.gethostname().lower()}:8000" in server.names_of("0.0.0.0", 8000)


@contextmanager
def started(state: Path, *words: str) -> Iterator[str]:
    """`zerosum web` as a process, once it has printed its address; ended by Ctrl-C, without a word."""
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser", "--workers", "1", *words]
    environment = {**os.environ, "ZEROSUM_STATE": str(state)}
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("zerosum is at http://127.0.0.1:"), (line, process.communicate()[1])
        assert process.stdout.readline() == "Ctrl-C ends it.\n"
        yield line.split()[-1]
        # As a terminal does: to everything that belongs to it.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (0, "", "")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def test_ctrl_c_with_an_analysis_open_prints_nothing(tmp_path: Path) -> None:
    # The server ends before the client, which still reads.
    with httpx.Client(follow_redirects=True) as browser, suppress(httpx.HTTPError), started(tmp_path) as address:
        browser.get(address)
        question = browser.build_request("GET", httpx.URL(address).join("/api/analysis/stream?game=othello&seconds=60"))
        lines = browser.send(question, stream=True).iter_lines()
        assert next(lines) == "event: answer"


def test_it_comes_back_on_the_same_port_with_the_same_token(tmp_path: Path) -> None:
    with started(tmp_path) as address, httpx.Client(follow_redirects=True) as browser:
        assert browser.get(address).text == index()
        assert browser.get(httpx.URL(address).join("/api/position?game=nim")).json()["game"] == "nim:3,4,5"
    with started(tmp_path, "tictactoe", "--port", "0") as again:
        assert again == address.replace("/?", "/play/tictactoe?")
        with httpx.Client(cookies=browser.cookies) as same:
            assert same.get(httpx.URL(again).join("/api/lab")).json()["opened"] == "tictactoe"


def test_small_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0, 0) as taken:
        assert taken.proto == socket.IPPROTO_TCP, "asyncio turns Nagle's waiting off for sockets that say so"


def test_the_page_weighs_less_than_300_kb() -> None:
    """Every file of it, compressed as the server sends it; a browser weighs the screens under `make proof`."""
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert len(files) > 60
    assert 100_000 < sum(len(gzip.compress(file.read_bytes())) for file in files) < 300_000
