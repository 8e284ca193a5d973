"""The register of readers: whatever reads a file, a text or a stream that somebody else may have made has a line here.

A line says which modules of zerosum it tries, how a good file is made, and how it is read.
`tests/test_hostile_input.py` says when a module that reads has no line here and no reason in `EXEMPT`.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
import zipfile
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zlib import crc32

from tests.hostile.http_requests import REQUEST, SUBMISSION, answer_request
from tests.hostile.mutations import damaged, forged_json
from zerosum.core.games import load
from zerosum.engines.native.portable import manifest
from zerosum.faces.cli import main

KERNELS = manifest.FOLDER

INPUT = "< FILE"
"""At the end of a command line: the file is its standard input."""


@dataclass(frozen=True)
class Reader:
    """A reader: what it is called, the modules that it tries, the good file and its maker, and how it is read.

    `read` is a command line with FILE, FOLDER or TEXT (the content of the file as a word), or a function. `forge`
    makes a false file with the right checksums. `talks` says that there is output before a refusal, `codes` which exit
    codes there are besides 0 and 2, `may_change` which files may be written, and `is_stream` that a function
    gets the content and does not open the file itself.
    """

    name: str
    modules: str
    file: str
    make: Callable[[Path], object]
    read: str | Callable[[Path], object]
    forge: Callable[[bytes, Random], bytes] | None = None
    talks: bool = False
    codes: tuple[int, ...] = ()
    may_change: str = ""
    is_stream: bool = False

    @property
    def is_file(self) -> bool:
        """Whether it opens the file by itself."""
        if callable(self.read):
            return not self.is_stream
        return not ("TEXT" in self.read or INPUT in self.read)

    def words(self, file: Path) -> list[str]:
        """The command line."""
        assert isinstance(self.read, str)
        words = shlex.split(self.read.removesuffix(INPUT))
        if "TEXT" in words:
            text = file.read_bytes().replace(b"\0", b"").decode("utf-8", "surrogateescape")
            words = [" " + text if each == "TEXT" and text.startswith("-") else each for each in words]
            return [text if each == "TEXT" else each for each in words]
        return [each.replace("FILE", str(file)).replace("FOLDER", str(file.parent)) for each in words]


def text(name: str, content: str) -> Callable[[Path], object]:
    """Make a file with this text."""
    return lambda folder: (folder / name).write_text(content, encoding="utf-8")


def command(words: str) -> Callable[[Path], object]:
    """Make files by a command line."""

    def make(folder: Path) -> None:
        with open(os.devnull, "w") as nothing, redirect_stdout(nothing):
            assert main(shlex.split(words.replace("FOLDER", str(folder)))) == 0

    return make


RECORD = '[Game "tictactoe"]\n[First "perfect"]\n[Second "random"]\n[Result "1-0"]\n\n4 0 8 1 6 3 2 1-0\n'
OTHER_RECORD = '[Game "kalah:2x2"]\n[Position "2,2,0/2,2,0:S"]\n[CountFrom "0"]\n[Termination "x"]\n\n0 1 *\n'
PGN = '[Event "?"]\n[White "A \\"B\\""]\n[Result "*"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 $1 Nc6 *\n'
PDN = '[Event "?"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 *\n'
SGF = "(;FF[4]GM[1]SZ[9]KM[7]PB[Ann]PW[Ben]RE[?];B[ee];W[ge](;B[];W[])(;B[aa]))\n"
LESSON = """# A lesson

Some *text* with `code`.

## The first cut

```search
tree: ((3,5),(2,9))
algorithm: alphabeta
```

After it.
"""
DESCRIPTION = 'kind = "python"\ngame = "tictactoe"\n\n[move]\nname = "move"\nform = "index"\n'
ASSIGNMENT = (
    'title = "A homework"\ngame = "tictactoe"\nsubmission = "agent.py"\npass_mark = 60\nseed = 1\ndrawn = 20\n\n'
    "[checks.optimal]\npoints = 50\n\n[limits]\nmove_seconds = 2\n"
)
GAME = """start = (4, 0)
def to_move(state): return state[1]
def moves(state): return range(1, min(2, state[0]) + 1)
def play(state, move): return state[0] - move, 1 - state[1]
def is_over(state): return state[0] == 0
def utility(state): return 2 * state[1] - 1
"""
UCI = "uci\nisready\nsetoption name Hash value 16\nposition startpos moves e2e4 e7e5\ngo depth 1\nstop\nquit\n"
UGI = "ugi\nisready\nposition startpos moves 4 0\ngo nodes 100\nwait\nd\nquit\n"
GTP = "1 boardsize 5\nkomi 6.5\nplay b c3\n2 showboard\nundo\ntime_left b 1 0\nfinal_score\nloadsgf x.sgf\nquit\n"
REPLIES = "id name x\nuciok\nreadyok\ninfo depth 1 score cp 20 nodes 30\nbestmove e2e4\n"
POSITIONS = "---/---/---\nX-O/-O-/X-- # a comment\n"


def session(words: str, content: str) -> Callable[[Path], object]:
    """Make a file of input for a command, and run the command once, so that what it needs is compiled."""

    def make(folder: Path) -> None:
        (folder / "in").write_text(content, encoding="utf-8")
        sys.stdin = io.TextIOWrapper(io.BytesIO(content.encode()), encoding="utf-8")
        command(words)(folder)

    return make


def forged_manifest(content: bytes, random: Random) -> bytes:
    """Another manifest with the right checksum."""
    data = json.loads(content)
    del data["checksum"]
    return seal_manifest(forged_json(data, random))


def seal_manifest(data: object) -> bytes:
    written = json.dumps(data, indent=1)
    return f'{written[:-2]},\n "checksum": "{crc32(written.encode()):08x}"\n}}\n'.encode()


def forged_book(content: bytes, random: Random) -> bytes:
    """Another book with the right checksum: its header, or what is compressed in it, is changed."""
    import zlib
    from hashlib import sha256

    from zerosum.answers.analysis.book import MAGIC

    line, _, packed = content.removeprefix(MAGIC).partition(b"\n")
    header = json.loads(line)
    del header["sha256"]
    if random.random() < 0.5:
        forged_json(header, random)
    else:
        packed = zlib.compress(damaged(zlib.decompress(packed), random))
    header["sha256"] = sha256(json.dumps(list(header.values())).encode() + packed).hexdigest()
    return MAGIC + json.dumps(header).encode() + b"\n" + packed


def forged_lines(content: bytes, random: Random) -> bytes:
    """Another checkpoint of a book, each line with the right checksum."""
    lines = content.decode().splitlines()
    at = random.randrange(len(lines))
    other = damaged(lines[at].rpartition(" ")[0].encode(), random).decode("utf-8", "replace").replace("\n", " ")
    lines[at] = f"{other} {crc32(other.encode()):08x}"
    return ("\n".join(lines) + "\n").encode()


def forged_scratch(content: bytes, random: Random) -> bytes:
    """Another scratch file with the right checksums: its notes or its footer are changed."""
    from zerosum.engines.solve.partitioned.scratch import CHUNK_BYTES, FOOTER, MAGIC

    length, size, width, _, _ = FOOTER.unpack(content[-FOOTER.size :])
    chunks = -(-length // CHUNK_BYTES)
    notes = json.dumps(forged_json(json.loads(content[length + 12 * chunks :][:size]), random)).encode()
    width = random.choice((width, 0, 1, 2, 3, 8, 16, 255, 2**32 - 1))
    tail = content[length : length + 12 * chunks] + (notes if random.random() < 0.7 else b"nonsense")
    written = len(tail) - 12 * chunks
    return content[:length] + tail + FOOTER.pack(length, written, width, crc32(tail), MAGIC)


def forged_lines_of_json(content: bytes, random: Random) -> bytes:
    """Another journal, one value of which is changed."""
    return json.dumps(forged_json(json.loads(content), random)).encode() + b"\n"


def forged_state(content: bytes, random: Random) -> bytes:
    """Other notes of the server."""
    return json.dumps(forged_json(json.loads(content), random)).encode()


def read_starts(file: Path) -> None:
    from zerosum.engines.solve.start_files import read_starts

    list(read_starts(load("tictactoe"), str(file)))


def read_lesson(file: Path) -> None:
    from zerosum.answers.lab.lessons.reader import read_lesson

    read_lesson(file)


def read_description(file: Path) -> None:
    from zerosum.answers.grade.ask.description import read_description
    from zerosum.core.files import read_text

    read_description(read_text(str(file)), str(file))


def read_assignment(file: Path) -> None:
    from zerosum.answers.grade.assignment.assignment import read_assignment

    read_assignment(str(file))


def read_positions(file: Path) -> None:
    from zerosum.answers.grade.truth.position_file import read_positions
    from zerosum.core.files import read_text

    read_positions(load("connect4"), read_text(str(file)), str(file))


def make_scratch(folder: Path) -> None:
    import numpy as np

    from zerosum.engines.solve.partitioned.scratch import Scratch

    Scratch(str(folder)).write("numbers", np.arange(20_000, dtype=np.int64), {"first": 1})


def read_scratch(file: Path) -> None:
    from zerosum.core.errors import BadRequest
    from zerosum.engines.solve.partitioned.scratch import Scratch

    scratch = Scratch(str(file.parent))
    scratch.notes(file.name)
    try:
        scratch.between(file.name, 10, 9000)
        scratch.part(file.name, 5, 100)
        scratch.read(file.name)
    except FileNotFoundError:
        raise BadRequest("the step that makes it runs again") from None


def make_cached(folder: Path) -> None:
    os.environ["ZEROSUM_CACHE"] = str(folder / "cache")
    from zerosum.engines.native.compile.cache_files import put

    put("abc", b"machine code" * 99)


def read_cached(file: Path) -> None:
    os.environ["ZEROSUM_CACHE"] = str(file.parents[1])
    from zerosum.engines.native.compile.cache_files import get

    assert get("abc") in (None, b"machine code" * 99)


REPORT = (
    '# Report\n\n<!-- title page: {"author": "Ada"} -->\n\n'
    "<!-- your text: aim -->\nMine.\n<!-- end of your text: aim -->\n"
)


def make_word_report(folder: Path) -> None:
    from zerosum.answers.lab.report.as_docx import docx_bytes
    from zerosum.answers.lab.report.document import Document, Place
    from zerosum.answers.lab.report.own_blocks import OwnBlock, Span

    document = Document("Report", "of a game")
    document.section("Aim")
    document.add(Place("aim"))
    (folder / "report.docx").write_bytes(docx_bytes(document, {"aim": [OwnBlock((Span("Mine."),))]}))


def read_report(file: Path) -> None:
    """The text of a student from a report that was written before."""
    from zerosum.answers.lab.report.own_files import kept_text

    kept_text(str(file), str(file))


def make_journal(folder: Path) -> None:
    from dataclasses import fields

    from zerosum.answers.grade.reports.journal import Journal
    from zerosum.answers.grade.reports.report import GradeReport

    values = {each.name: () if "tuple" in str(each.type) else None for each in fields(GradeReport)}
    Journal(folder / "journal.jsonl").add("key", GradeReport(**values))  # type: ignore[arg-type]


def read_journal(file: Path) -> None:
    from zerosum.answers.grade.reports.journal import Journal

    Journal(file).get("key")


def make_zip(folder: Path) -> None:
    with zipfile.ZipFile(folder / "agent.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("agent/agent.py", "def move(board): return 0\n" * 50)
        packed.writestr("agent/notes.txt", "notes")


def read_zip(file: Path) -> None:
    from zerosum.answers.grade.host.project import program_in
    from zerosum.answers.grade.host.submission_files import submission_files
    from zerosum.answers.grade.host.unpacking import unpacked

    program_in(file)
    for each in sorted(unpacked(file).rglob("*.py")):
        submission_files(each, alone=False)


def read_source(file: Path) -> None:
    """What is found out about a submission before it is run."""
    from zerosum.answers.grade.ask.which_game import game_of
    from zerosum.answers.grade.host.submission_files import submission_files

    game_of(file)
    submission_files(file, alone=True)


def read_state(file: Path) -> None:
    os.environ["ZEROSUM_STATE"] = str(file.parent)
    from zerosum.faces.web.server import recalled

    token, port = recalled()
    assert len(token) >= 20
    assert 0 <= port < 65536


def make_checkpoint(folder: Path) -> None:
    from zerosum.answers.analysis.book_builder import Checkpoint

    checkpoint = Checkpoint(folder / "x.partial", load("connect4:4x4"), 3)
    checkpoint.add([(5, 1), (0x77, -3)])
    checkpoint.close()


def read_checkpoint(file: Path) -> None:
    from zerosum.answers.analysis.book_builder import Checkpoint

    Checkpoint(file, load("connect4:4x4"), 3).close()


def read_sgf_by_gtp(file: Path) -> None:
    from zerosum.faces.cli.gtp import Gtp

    said: list[str] = []
    Gtp(load("go:9"), said.append).execute(f"loadsgf {file}")
    assert said[0][:1] in "=?"


def read_replies(file: Path) -> None:
    """Ask another program for a move that prints the file, whatever it is asked."""
    from zerosum.answers.play import external_engine
    from zerosum.engines.search.result import Limit

    external_engine.START_SECONDS = external_engine.SILENCE_SECONDS = 0.5
    external_engine.LONGEST_SECONDS = 1.0
    external_engine.QUIT_SECONDS = 0.2
    game = load("chess")
    player = external_engine.ExternalPlayer(f"uci:sh -c 'cat {file}; exec cat >/dev/null'", game, limit=Limit(nodes=10))
    try:
        player(game.start)
    finally:
        player.close()


def read_class(file: Path) -> None:
    """What is found in a folder of submissions."""
    from zerosum.answers.grade.reports.submissions import find_submissions

    for each in find_submissions(file.parent):
        each.name.encode()


def make_class(folder: Path) -> None:
    make_zip(folder)
    (folder / "Jane Doe_1_assignsubmission_file_").mkdir()
    (folder / "Jane Doe_1_assignsubmission_file_" / "agent.py").write_text("def move(board): return 0\n")


TABLE = "solve tictactoe --out FOLDER/t.table"
TABLES = (
    "solve/format/manifest.py solve/format/table_folder.py solve/format/checked_file.py solve/format/layer_arrays.py"
)
COUNT = "SELECT count(*) FROM positions"

QUERY = "SELECT value, count(*) FROM positions WHERE layer < 3 GROUP BY value ORDER BY 2"


def make_export(folder: Path) -> None:
    command(TABLE)(folder)
    command(f"query FOLDER/t.table '{COUNT}'")(folder)


def make_query(folder: Path) -> None:
    make_export(folder)
    (folder / "t.table" / "q.sql").write_text(QUERY)


def copy_kernels(folder: Path) -> None:
    """The manifest of the portable kernels, and one of them."""
    for name in (manifest.MANIFEST, "tictactoe.perft.wasm"):
        (folder / name).write_bytes((KERNELS / name).read_bytes())


def read_manifest(file: Path) -> None:
    manifest.FOLDER = file.parent
    manifest.manifest.cache_clear()
    manifest.manifest()


def read_kernel(file: Path) -> None:
    kernel = manifest.kernel_for("tictactoe", "perft")
    manifest.FOLDER = file.parent
    manifest.module_bytes(kernel)


REGISTER = (
    Reader(
        "records",
        "cli/review.py play/game_record.py files.py",
        "a.txt",
        text("a.txt", RECORD + OTHER_RECORD),
        "review --record FILE --nodes 200",
    ),
    Reader(
        "games to go on with",
        "cli/recorded_game.py",
        "a.txt",
        text("a.txt", RECORD),
        "play --tier reference --load FILE",
    ),
    Reader(
        "records in PGN", "files.py", "a.pgn", text("a.pgn", PGN), "review --record FILE --nodes 5 --tier reference"
    ),
    Reader(
        "records in PDN", "files.py", "a.pdn", text("a.pdn", PDN), "review --record FILE --nodes 5 --tier reference"
    ),
    Reader(
        "records in SGF", "files.py", "a.sgf", text("a.sgf", SGF), "review --record FILE --nodes 5 --tier reference"
    ),
    Reader(
        "positions to compare on",
        "cli/compare.py",
        "p.txt",
        text("p.txt", POSITIONS),
        "compare tictactoe -a alphabeta --no-memory --nodes 50 --tier reference --positions FILE",
    ),
    Reader("positions to solve from", "solve/start_files.py", "p.txt", text("p.txt", POSITIONS), read_starts),
    Reader(
        "positions to grade on",
        "cli/grade.py",
        "p.txt",
        text("p.txt", "2252576253462244111563365343671351441 -1\n44 # x\n"),
        read_positions,
    ),
    Reader(
        "lessons",
        "lab/lessons/reader.py lab/lessons/search_block.py",
        "lesson.md",
        text("lesson.md", LESSON),
        read_lesson,
    ),
    Reader(
        "descriptions",
        "grade_agent.py grade/ask/toml_tables.py",
        "d.toml",
        text("d.toml", DESCRIPTION),
        read_description,
    ),
    Reader(
        "assignments",
        "grade/assignment/assignment.py grade/ask/toml_tables.py",
        "assignment.toml",
        text("assignment.toml", ASSIGNMENT),
        read_assignment,
    ),
    Reader(
        "manifests, probed",
        TABLES + " solve/tables/table.py",
        "t.table/manifest.json",
        command(TABLE),
        "probe FOLDER",
        forged_manifest,
    ),
    Reader("manifests, counted", TABLES, "t.table/manifest.json", command(TABLE), "stats FOLDER", forged_manifest),
    Reader("keys of a table", TABLES, "t.table/layer-004.keys", command(TABLE), "stats FOLDER"),
    Reader("scores of a table", TABLES, "t.table/layer-004.scores", command(TABLE), "stats FOLDER"),
    Reader(
        "manifests of chance",
        TABLES,
        "t.table/manifest.json",
        command("solve dicenim:6x3 --out FOLDER/t.table"),
        "stats FOLDER",
        forged_manifest,
    ),
    Reader(
        "manifests of cycles",
        TABLES,
        "t.table/manifest.json",
        command("solve ponghauki --out FOLDER/t.table"),
        "probe FOLDER",
        forged_manifest,
    ),
    Reader(
        "Parquet exports",
        "solve/data/exported.py solve/data/exporting.py solve/data/querying.py",
        "t.table/positions.parquet",
        make_export,
        f"query FOLDER '{COUNT}'",
        talks=True,
        may_change="*positions.parquet",
    ),
    Reader("SQL", "solve/data/querying.py", "t.table/q.sql", make_query, "query t.table TEXT"),
    Reader(
        "books",
        "analysis/book.py cli/book.py",
        "x.book",
        command("book connect4:4x4 --plies 3 --out FOLDER/x.book"),
        "book connect4:4x4 --out FILE",
        forged_book,
    ),
    Reader(
        "checkpoints of books",
        "analysis/book_builder.py",
        "x.partial",
        make_checkpoint,
        read_checkpoint,
        forged_lines,
        may_change="x.partial",
    ),
    Reader(
        "scratch of a cluster",
        "solve/partitioned/scratch.py",
        "numbers",
        make_scratch,
        read_scratch,
        forged_scratch,
        may_change="numbers",
    ),
    Reader(
        "the compile cache",
        "native/compile/cache_files.py native/compile/numba_internals.py",
        "cache/native/abc",
        make_cached,
        read_cached,
    ),
    Reader(
        "journals of a class",
        "grade/reports/journal.py",
        "journal.jsonl",
        make_journal,
        read_journal,
        forged_lines_of_json,
        may_change="journal.jsonl",
    ),
    Reader(
        "reports with text",
        "lab/report/own_files.py lab/report/own_text.py",
        "report.md",
        text("report.md", REPORT),
        read_report,
    ),
    Reader("reports for Word", "lab/report/as_docx.py", "report.docx", make_word_report, read_report),
    Reader(
        "submissions as zip files",
        "grade/host/unpacking.py grade/host/submission_files.py grade/host/project.py grade/host/package_program.py",
        "agent.zip",
        make_zip,
        read_zip,
    ),
    Reader("class folders", "grade/host/unpacking.py", "agent.zip", make_class, read_class),
    Reader(
        "sources of submissions",
        "grade/ask/agent_opener.py grade/ask/which_game.py grade/host/submission_files.py",
        "agent.py",
        text("agent.py", "import os\ndef tictactoe_move(board): return open('x.json')\n"),
        read_source,
    ),
    Reader(
        "game files",
        "games/user_files/loading.py",
        "game.py",
        text("game.py", GAME),
        "analyze FILE --nodes 50 --tier reference",
        talks=True,
    ),
    Reader(
        "game files, checked",
        "games/user_files/loading.py cli/check.py",
        "game.py",
        text("game.py", GAME),
        "check FILE --positions 20 --games 2",
        talks=True,
        codes=(1,),
    ),
    Reader(
        "texts of positions",
        "",
        "p",
        text("p", "X-O/-O-/X--"),
        "analyze tictactoe --nodes 50 --tier reference --position TEXT",
    ),
    Reader(
        "texts of chess positions",
        "",
        "p",
        text("p", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        "analyze chess --nodes 5 --tier reference --position TEXT",
    ),
    Reader(
        "texts of moves", "", "m", text("m", "4 0 8 1"), "review tictactoe --nodes 50 --tier reference --moves TEXT"
    ),
    Reader(
        "texts of chess moves", "", "m", text("m", "e4 e5 Nf3"), "review chess --nodes 5 --tier reference --moves TEXT"
    ),
    Reader("trees", "", "t", text("t", "((3,5),(2,9))"), "tree TEXT"),
    Reader("names of games", "games/__init__.py", "g", text("g", "connect4:4x4@O"), "games TEXT"),
    Reader(
        "typed moves",
        "cli/dialogue.py",
        "typed",
        text("typed", "4\nhint\nundo\nwhy 1\nvalues\nquit\n"),
        "play tictactoe --opponent random --nodes 50 < FILE",
        talks=True,
    ),
    Reader(
        "UCI",
        "cli/engine.py",
        "in",
        session("engine chess --protocol uci", UCI),
        "engine chess --protocol uci < FILE",
        talks=True,
    ),
    Reader(
        "UGI",
        "cli/engine.py",
        "in",
        session("engine tictactoe --protocol ugi", UGI),
        "engine tictactoe --protocol ugi < FILE",
        talks=True,
    ),
    Reader("GTP", "cli/engine.py cli/gtp.py", "in", text("in", GTP), "engine go:5 --protocol gtp < FILE", talks=True),
    Reader("SGF named by GTP", "cli/gtp.py", "a.sgf", text("a.sgf", SGF), read_sgf_by_gtp),
    Reader("replies of other engines", "play/external_engine.py", "out", text("out", REPLIES), read_replies),
    Reader("manifest of kernels", "native/portable/manifest.py", "manifest.json", copy_kernels, read_manifest),
    Reader("portable kernels", "native/portable/manifest.py", "tictactoe.perft.wasm", copy_kernels, read_kernel),
    Reader("HTTP requests", "web/server.py", "request", text("request", REQUEST), answer_request, is_stream=True),
    Reader("HTTP bodies", "web/server.py", "request", text("request", SUBMISSION), answer_request, is_stream=True),
    Reader(
        "notes of the server",
        "web/server.py",
        "web.json",
        text("web.json", '{"token": "abcdefghijklmnopqrstuvwx", "port": 8000}'),
        read_state,
        forged_state,
    ),
)
AGENTS = "the answers of an agent: test_grade_hostile.py and test_grade_isolation.py run hostile ones"
SANDBOX = "runs in the agent's process, or starts it by an order of the grader"
SUBMISSIONS = "reads a submission that grade/ask/agent_opener.py has opened, with its size limit"
SYSTEM = "reads /proc or opens /dev/null"
PACKAGE = "reads files of this package"
OWN = "reads what this process or a child of it has made, and nobody else can have changed"

EXEMPT = {
    "cli/__init__.py": SYSTEM,
    "grade/assignment/bundle.py": "copies the files of an assignment, which grade/assignment/assignment.py has read",
    "grade/reports/batch.py": "reads descriptions by files.py, as the line of descriptions does",
    "grade/host/cpu_time.py": SYSTEM,
    "grade/ask/describing.py": SUBMISSIONS,
    "grade/ask/finding.py": SUBMISSIONS,
    "grade/reports/formats/as_html.py": PACKAGE,
    "grade/host/launcher/__main__.py": SANDBOX,
    "grade/host/launcher/confinement.py": SYSTEM,
    "grade/host/launcher/landlock.py": SANDBOX,
    "grade/host/launcher/limits.py": SYSTEM,
    "grade/host/launcher/linux.py": SYSTEM,
    "grade/host/inside/program.py": SANDBOX,
    "grade/host/launcher/view.py": SANDBOX,
    "grade/host/launcher/windows.py": SANDBOX,
    "grade/host/program_host.py": AGENTS,
    "grade/ask/python_agent.py": AGENTS,
    "grade/host/sandbox.py": AGENTS,
    "grade/host/streams.py": SYSTEM,
    "grade/ask/terminal/console.py": AGENTS,
    "grade/host/inside/terminal/__main__.py": SANDBOX,
    "grade/host/inside/terminal/channel.py": SANDBOX,
    "grade/host/inside/terminal/pty_program.py": SYSTEM,
    "grade/host/inside/terminal/python_program.py": SANDBOX,
    "grade/ask/javascript.py": SUBMISSIONS,
    "grade/host/agent_process.py": AGENTS,
    "grade/host/temporary.py": "opens the lock files of its own user, and reads nothing",
    "grade/host/toolchain.py": SUBMISSIONS,
    "grade/host/worker/__main__.py": SANDBOX,
    "grade/host/worker/loading.py": SANDBOX,
    "grade/host/worker/output.py": SANDBOX,
    "grade/host/worker_process.py": AGENTS,
    "lab/report/as_html.py": PACKAGE,
    "lab/report/as_pdf.py": OWN,
    "lab/report/program_source.py": "reads this package, and a game file that user_files/loading.py has loaded",
    "native/compile/child_process.py": OWN,
    "native/compile/webassembly.py": OWN,
    "native/portable/sources.py": PACKAGE,
    "native/machine/resources.py": SYSTEM,
    "recording/source_map.py": PACKAGE,
    "solve/local/layered.py": OWN,
    "solve/partitioned/graph_passes.py": OWN,
    "games/user_files/styles/undo_records.py": "reads a game file that games/user_files/loading.py has loaded",
    "solve/partitioned/partition_steps.py": "reads a game file that games/user_files/loading.py has loaded",
    "web/app.py": PACKAGE,
    "web/frames.py": OWN,
    "web/jobs/cached_measurements.py": OWN,
    "web/jobs/reporting.py": OWN,
    "web/pool.py": OWN,
    "web/worker.py": OWN,
}
"""Modules that read, but nothing that the register should try, and why."""

READERS = {reader.name: reader for reader in REGISTER}


def import_everything() -> None:
    """Import what the cases need, once, before they are forked."""
    import duckdb  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    import zerosum.answers.grade.ask.agent_opener
    import zerosum.answers.lab.lessons.reader
    import zerosum.engines.native.compile.numba_internals
    import zerosum.engines.solve.data.querying
    import zerosum.engines.solve.solving
    import zerosum.faces.web.server  # noqa: F401
    from zerosum.faces.cli import build_parser
    from zerosum.faces.cli.commands import COMMANDS

    for name in COMMANDS:
        build_parser(name)
