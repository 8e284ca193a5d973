"""A user's own game, and files that are not quite one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import DOMINOES, EXAMPLE, Cli, refused


@pytest.mark.parametrize("game", [EXAMPLE, f"{DOMINOES}:small", DOMINOES])
def test_a_users_own_game_gets_everything(cli: Cli, game: str) -> None:
    limits = ["--nodes", "3000"]
    assert cli("analyze", game, *limits, "--json").json["game"] == game
    assert cli("compare", game, "-a", "table,alphabeta", *limits, "--no-memory", "--json").code == 0
    assert cli("match", "level:2", "random", game, "-n", "2", *limits, "--json").json["games"] == 2
    assert cli("tree", game, "--depth", "2").code == 0
    played = cli("play", game, "--opponent", "random", *limits, stdin="hint\nvalues\nquit\n")
    assert played.code == 0
    assert "Best: " in played.out


FILES = {
    "syntax.py": ("def moves(state)\n    return 0\n", "syntax.py, line 1: expected ':'"),
    "raises.py": ("x = 1\n\ny = x / 0\n", "raises.py, line 3: ZeroDivisionError: division by zero"),
    "empty.py": ("", "empty.py has no game: it lacks start, to_move, moves, play, is_over, utility"),
    "half.py": ("start = (0,)\ndef moves(state): return 0\n", "it lacks to_move, play, is_over, utility"),
    "misspelt.py": (
        Path(EXAMPLE).read_text().replace("def moves", "def move"),
        "misspelt.py has no game: it lacks moves (did you mean move?) (or a Game made from them)",
    ),
    "helper.py": (
        Path(EXAMPLE).read_text().replace("def utility", "def hello(): return 3\ndef value"),
        "helper.py has no game: it lacks utility (or a Game made from them)",
    ),
    "locals.py": (
        "def make():\n    start = (0,)\n    def moves(state): return 0\n    return locals()\n",
        "locals.py: what 'make' returns lacks to_move, play, is_over, utility",
    ),
    "exits.py": ("raise SystemExit(3)\n", "exits.py ends the program while it is being loaded"),
    "imports.py": ("import no_such_module\n", "imports.py, line 1: ModuleNotFoundError: No module named"),
    "value.py": ("raise ValueError('odd')\n", "value.py, line 1: ValueError: odd"),
    "number.py": (
        "start = (0,)\nto_move = moves = play = is_over = utility = 3\n",
        "number.py: 'to_move' must be a function",
    ),
    "sides.py": (
        Path(EXAMPLE).read_text() + "\nsides = ('A', 'A')\n",
        "sides.py: 'sides' must be two different names",
    ),
    "two.py": (
        "from zerosum import load\nfirst, second = load('tictactoe'), load('nim')\n",
        "two.py has several games; name one, as in",
    ),
    "makers.py": (
        "from zerosum import Game, load\ndef a() -> Game: ...\ndef b() -> Game: ...\n",
        "makers.py makes several games; name one, as in",
    ),
    "maker.py": ("from zerosum import Game\ndef make() -> Game:\n    return 1 / 0\n", "maker.py, line 3 in make: Zero"),
    "opens.py": ("open('no_such_data.txt')\n", "opens.py, line 1: FileNotFoundError"),
    "nothing.py": ("from zerosum import Game\ndef make() -> Game: ...\n", "'make' is not a Game, nor does it make one"),
}


@pytest.mark.parametrize("name", list(FILES))
def test_faulty_files(cli: Cli, tmp_path: Path, name: str) -> None:
    text, message = FILES[name]
    (tmp_path / name).write_text(text)
    for command in ("check", "analyze", "play"):
        assert message in refused(cli(command, str(tmp_path / name)))


def test_files_that_are_no_text(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bytes.py").write_bytes(b"\x00\xff\xfe")
    assert "bytes.py" in refused(cli("analyze", str(tmp_path / "bytes.py")))
    assert "has no 'nobody'" in refused(cli("analyze", f"{EXAMPLE}:nobody"))
    assert "is not a Game" in refused(cli("analyze", f"{EXAMPLE}:start"))


def test_an_error_in_the_rules_is_reported_with_its_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "crash.py"
    text = Path(EXAMPLE).read_text().replace("return state[0] - move * move", "return [7][state[0] - 20]")
    file.write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if "[7]" in row)
    said = refused(cli("analyze", str(file)))
    assert f"crash.py, line {line} in play: IndexError: list index out of range" in said


def test_a_single_game_in_a_file_is_found(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from zerosum import load\nmine = load('nim:1,2')\n")
    assert cli("analyze", str(tmp_path / "one.py"), "--json").json["value"]["outcome"] == "win"


def test_files_with_awkward_names(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "x.pydir"
    folder.mkdir()
    text = "import random\nassert random.Random\n" + Path(EXAMPLE).read_text()
    (folder / "random.py").write_text(text)
    assert cli("analyze", str(folder / "random.py"), "--json").json["value"]["outcome"] == "loss"


def test_a_file_may_import_its_neighbour(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_a_game.py").write_text("SIZE = 20\n")
    text = "from neighbour_of_a_game import SIZE\n" + Path(EXAMPLE).read_text().replace("(20, 0)", "(SIZE, 0)")
    (tmp_path / "mine.py").write_text(text)
    assert cli("analyze", str(tmp_path / "mine.py"), "--json").json["value"]["outcome"] == "loss"


def test_imported_makers_are_not_the_files_own(cli: Cli, tmp_path: Path) -> None:
    text = "from zerosum import Game, load\ndef mine() -> Game:\n    return load('nim:1,2')\n"
    (tmp_path / "mine.py").write_text(text)
    assert cli("analyze", str(tmp_path / "mine.py"), "--json").json["best"] == ["2:1"]


def test_a_state_that_is_no_tuple(cli: Cli, tmp_path: Path) -> None:
    text = "start = 5\n" + "\n".join(
        f"def {name}: return {what}"
        for name, what in (
            ("to_move(s)", "s % 2"),
            ("moves(s)", "1"),
            ("play(s, m)", "s - 1"),
            ("is_over(s)", "s == 0"),
            ("utility(s)", "1"),
        )
    )
    (tmp_path / "number.py").write_text(text)
    assert cli("analyze", str(tmp_path / "number.py"), "--json").json["value"]["text"] == "loss in 5"
    assert cli("analyze", str(tmp_path / "number.py"), "-p", "4", "--json").json["value"]["text"] == "win in 4"
    assert "'four' is not a position of this game" in refused(cli("analyze", str(tmp_path / "number.py"), "-p", "four"))


def test_one_counter_more_and_the_first_player_wins(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "more.py").write_text(Path(EXAMPLE).read_text().replace("(20, 0)", "(21, 0)"))
    assert cli("analyze", str(tmp_path / "more.py"), "--json").json["value"]["outcome"] == "win"


def broken(tmp_path: Path, where: str, what: str) -> str:
    """The example with a line put into one of its functions."""
    file = tmp_path / "broken.py"
    head = f"def {where}(state, move):\n" if where == "play" else f"def {where}(state):\n"
    file.write_text(Path(EXAMPLE).read_text().replace(head, f"{head}    {what}\n"))
    return str(file)


@pytest.mark.parametrize(
    "error",
    [
        "SystemExit(7)",
        "EOFError",
        "BrokenPipeError",
        "MemoryError",
        "OSError(2, 'gone', 'data.txt')",
        "KeyError(1)",
        "KeyboardInterrupt",
        "GeneratorExit",
        "type('Odd', (BaseException,), {})('no Exception')",
    ],
)
def test_whatever_the_rules_raise_is_reported_with_its_line(cli: Cli, tmp_path: Path, error: str) -> None:
    file = broken(tmp_path, "moves", f"raise {error}")
    for command in (
        "analyze FILE",
        "match random random FILE",
        "match alphabeta perfect FILE",
        "play FILE --first computer",
        "review FILE -m 1",
        "compare FILE",
        "compare FILE --orders",
        "tree FILE",
        "games FILE",
    ):
        run = cli(*command.replace("FILE", file).split())
        assert run.code == 2, (command, run)
        assert run.err.count("\n") == 1
        assert "broken.py, line" in run.err
        assert "in moves: " in run.err
    said = cli("engine", file, stdin="go\nwait\nquery moves\n").out
    assert said.count("broken.py, line") == 2
    assert "bestmove 0000" in said
    checked = cli("check", file)
    assert checked.code == 1
    assert "the rules stop with an error" in checked.out


@pytest.mark.parametrize(("utility", "margin"), [("2", ""), ("0.5", ""), ("0.5", "\nmargin = True\n")])
def test_utilities_that_are_none_are_refused(cli: Cli, tmp_path: Path, utility: str, margin: str) -> None:
    file = broken(tmp_path, "utility", f"return {utility}")
    Path(file).write_text(Path(file).read_text() + margin)
    assert f"utility gives {utility}" in refused(cli("analyze", file))


def test_finished_games_survive_a_fault_in_the_rules(cli: Cli, tmp_path: Path) -> None:
    file = broken(tmp_path, "play", "if state == (2, 1): raise KeyError('rare')")
    saved = tmp_path / "games.txt"
    run = cli("match", "random", "random", file, "-n", "50", "--seed", "3", "--save", str(saved))
    assert run.code == 2
    assert "in play: KeyError: 'rare'" in run.err
    assert "of 50 games." in run.out
    assert saved.read_text().count("[Game ") >= 1
    played = tmp_path / "played.txt"
    run = cli("play", file, "--opponent", "human", "--save", str(played), stdin="4\n1\n1\n1\n1\n1\n")
    assert run.code == 2
    assert played.read_text().count("[Game ") == 1


def test_records_of_files_with_quotes_in_their_names(cli: Cli, tmp_path: Path) -> None:
    odd = tmp_path / 'q"uote\\.py'
    odd.write_text(Path(EXAMPLE).read_text())
    saved = str(tmp_path / "games.txt")
    assert cli("match", "random", "random", str(odd), "-n", "2", "--save", saved).code == 0
    assert cli("review", "--record", saved).code == 0


def test_a_tree_that_does_not_branch(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(Path(EXAMPLE).read_text().replace("(1, 2, 3, 4)", "(1,)"))
    run = cli("compare", str(file), "-a", "alphabeta", "--growth", "1-6", "--json")
    assert run.json["fits"][0]["exponent"] is None
    assert "nan" not in cli("compare", str(file), "-a", "alphabeta", "--growth", "1-6").out


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("analyze FILE --json", ""),
        ("match random random FILE -n 2 --json", ""),
        ("play FILE --json --opponent random", "1\n"),
        ("review FILE -m 1 --json", ""),
        ("compare FILE -a table --json --no-memory", ""),
        ("compare FILE -a alphabeta --growth 1-3 --json", ""),
        ("compare FILE -a alphabeta --ranks --json", ""),
        ("compare FILE --orders --json", ""),
        ("tree FILE --depth 2 --json", ""),
        ("games FILE --json", ""),
        ("check FILE --games 2 --json", ""),
    ],
)
def test_what_a_game_prints_does_not_come_into_the_json(cli: Cli, tmp_path: Path, command: str, typed: str) -> None:
    file = tmp_path / "loud.py"
    loud = "def is_over(state):\n    print('thinking', state)\n"
    file.write_text("print('loaded')\n" + Path(EXAMPLE).read_text().replace("def is_over(state):\n", loud))
    run = cli(*command.replace("FILE", str(file)).split(), stdin=typed)
    assert isinstance(run.json, dict)
    assert "loaded\n" in run.err
    assert "thinking (" in run.err
