"""The page's modules behind Compare, run by Node where there is one: lock-step on recorded searches, CSV, charts."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page.node import answer_of, needs_node, saved
from tests.thinned import in_proof
from zerosum.core.games import load
from zerosum.engines.recording.recorder import record as record_search
from zerosum.engines.search import Limit

pytestmark = needs_node


def record(folder: Path, name: str) -> str:
    """The file of a recorded search, as the page gets it."""
    game = load("tictactoe")
    state = game.after(game.read_moves("0 4 8"))
    return saved(folder, record_search(game, state, name, limit=Limit(depth=4)), name)


LOAD = """
import { answer, given, searchIn } from "harness";
import { CUT, ENTER, LEAVE } from "page/recording/recording.js";
import { countsAt, firstDifference, stepAtSameNode } from "page/recording/lockstep.js";
const [one, other] = given.map(searchIn);
"""

FOLLOW = """
const leader = one;
const found = { visits: 0, cuts: 0, remembers: 0, ends: 0, wrong: [] };
const text = (recording, node) => recording.moves(node).join(" ");
for (let step = 0; step < leader.recording.events; step++) {
  const { step: at, how } = stepAtSameNode(leader.tree, step, other.tree);
  found[how]++;
  const mine = text(leader.recording, leader.recording.node[step]);
  const theirs = text(other.recording, other.recording.node[at]);
  const leaves = leader.recording.kind[step] === LEAVE;
  const right = {
    visits: mine === theirs && other.recording.kind[at] === (leaves ? LEAVE : ENTER),
    cuts: mine.startsWith(theirs) && [CUT, LEAVE].includes(other.recording.kind[at]),
    remembers: mine.startsWith(theirs) && other.recording.kind[at] === LEAVE,
    ends: mine.startsWith(theirs) && other.recording.kind[at] === LEAVE,
  }[how];
  if (!right) found.wrong.push([step, at, how, mine, theirs]);
}
const last = countsAt(leader.recording, leader.recording.events - 1);
answer({ ...found, counts: last, result: leader.recording.about.result });
"""


@pytest.mark.parametrize(
    ("leader", "other", "seen"),
    [
        ("minimax", "alphabeta", {"visits", "cuts"}),
        ("alphabeta", "minimax", {"visits"}),
        ("alphabeta", "table", {"visits", "cuts", "remembers"}),
        ("deepening", "alphabeta", {"visits", "cuts"}),
        ("minimax", "pvs", {"visits", "cuts", "remembers"}),
    ],
)
def test_the_other_search_is_at_the_same_node(tmp_path: Path, leader: str, other: str, seen: set[str]) -> None:
    found = answer_of(LOAD + FOLLOW, [record(tmp_path, name) for name in (leader, other)])
    assert found["wrong"] == []
    assert {how for how in ("visits", "cuts", "remembers", "ends") if found[how]} == seen
    result = found["result"]
    assert found["counts"] == {"nodes": result["nodes"], "cuts": result["cutoffs"]}


def test_where_two_searches_part(tmp_path: Path) -> None:
    script = """
    const at = firstDifference(one.recording, other.recording);
    const kinds = [other, one].map((each) => each.recording.kind[at]);
    answer([at, firstDifference(one.recording, one.recording), ...kinds.map((kind) => kind === CUT)]);
    """
    at, none, cuts, full = answer_of(LOAD + script, [record(tmp_path, name) for name in ("minimax", "alphabeta")])
    assert at > 0
    assert (none, cuts, full) == (-1, True, False)


def test_csv_and_the_chart_that_fits() -> None:
    script = r"""
    import { answer } from "harness";
    import { readable } from "page/ui/amounts.js";
    import { fitting } from "page/ui/chart.js";
    import { csvText } from "page/ui/downloads.js";
    const pictures = [340, 520, 900].map((width) => ({ width, svg: "" }));
    answer({
      csv: csvText([{ name: 'a, "b"', nodes: 12, none: null }, { name: "c", nodes: 0, none: undefined }]),
      empty: csvText([]),
      fitting: [200, 340, 415, 425, 600, 700, 2000].map((width) => fitting(pictures, width).width),
      words: [readable(18297), readable(2.5), readable(1e6)],
    });
    """
    assert answer_of(script) == {
        "csv": 'name,nodes,none\n"a, ""b""",12,\nc,0,\n',
        "empty": "",
        "fitting": [340, 340, 340, 520, 520, 900, 900],
        "words": ["18,297", "2.5", "1,000,000"],
    }


@pytest.mark.parametrize(
    ("wanted", "rows"),
    [
        ({"game": "tictactoe", "moves": "0 4 8"}, ["minimax", "alphabeta"]),
        ({"game": "tictactoe@O", "position": "XO-/-O-/--X", "depth": "3"}, ["minimax", "alphabeta"]),
        ({"game": "nim:2,3", "positions": "random:3", "depths": "", "algorithms": "pvs"}, ["pvs"]),
        *in_proof(({"game": "dicenim:4x2", "algorithms": "star1"}, ["star1"])),
    ],
)
def test_the_copied_python_and_commands_measure_the_report(wanted: dict[str, str], rows: list[str]) -> None:
    usual = {
        "position": "", "moves": "", "algorithms": "minimax,alphabeta", "positions": "one", "depths": "1-2",
        "depth": "", "seed": "0", "values": "plain", "tier": "reference", "seconds": "20", "memory": "",
    }  # fmt: skip
    orders = "false" if "dicenim" in wanted["game"] else "true"
    script = f"""
    import {{ answer }} from "harness";
    import {{ command, python }} from "page/screens/compare_copy.js";
    const wanted = {json.dumps({**usual, **wanted})};
    answer([python(wanted, {orders}), command(wanted, {orders}).split("\\n")]);
    """
    python, commands = answer_of(script)
    printed = subprocess.run([sys.executable, "-c", python], capture_output=True, text=True, timeout=120)
    assert printed.returncode == 0, printed.stderr
    assert [line.split()[0] for line in printed.stdout.splitlines()] == rows
    for command in commands:
        ran = subprocess.run([sys.executable, "-m", *shlex.split(command)], capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, (command, ran.stderr)


WANTED = """
import { answer } from "harness";
import { chosenIn, shortened, wantedOf, withAble, withGame } from "page/screens/compare_wanted.js";
const algorithms = ["minimax", "alphabeta"];
const chess = { able: [...algorithms, "table"], algorithms, depth: 3, depths: "1-3", seconds: 30 };
const picked = ({ algorithms, depths, depth, seconds }) => [algorithms, depths, depth, seconds];
const wanted = (parameters) => picked(wantedOf(chosenIn({ game: "chess", ...parameters }), chess));
const short = (chosen) => shortened({ game: "chess", ...chosen }, chess);
const other = { game: "chess", depth: "4", position: "8/8", algorithms: "pvs", values: "distance" };
answer({
  wanted: [{}, { depth: "none", depths: "none" }, { depth: "4", view: "lockstep" }].map(wanted),
  short: [{ depth: "" }, { depth: "3" }, { depths: " 1-3 ", seconds: "30", position: "" }, { seed: "1" }].map(short),
  other: [withGame(other, "go")],
  able: ["minimax,star1,table:2", "star1", undefined].map((algorithms) => withAble({ algorithms }, chess.able)),
});
"""


def test_what_is_measured_follows_the_game_until_it_is_chosen() -> None:
    assert answer_of(WANTED) == {
        "wanted": [
            ["minimax,alphabeta", "1-3", "3", "30"],
            ["minimax,alphabeta", "", "", "30"],
            ["minimax,alphabeta", "1-3", "4", "30"],
        ],
        "short": [
            {"game": "chess", "depth": "none"},
            {"game": "chess", "depth": "3"},
            {"game": "chess"},
            {"game": "chess", "seed": "1"},
        ],
        "other": [{"game": "go", "algorithms": "pvs", "values": "distance"}],
        "able": [{"algorithms": "minimax,table:2"}, {}, {}],
    }
