"""Bad input: one sentence on standard error, exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Cli, refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nonsense", "invalid choice: 'nonsense'"),
        ("play", "say which game, as in zerosum play tictactoe, or load one with --load FILE"),
        ("play shogi", "there is no game 'shogi'"),
        ("play tictactoe --first nobody", "invalid choice: 'nobody'"),
        ("play tictactoe --as Z", "--as takes X or O in Tic-Tac-Toe, not 'Z'"),
        ("play kalah --first human --as North", "South always begins"),
        ("play tictactoe --opponent grandma", "there is no player 'grandma'"),
        ("play tictactoe --opponent 2", "there is no player '2' (did you mean level:2?)"),
        ("play tictactoe --opponent level:9", "'level:9' is no level; there are level:1 to level:8"),
        ("play tictactoe --position XXX", "a position has 9 cells"),
        ("play tictactoe --moves 9", "move 1: '9' is not a cell number"),
        ("play othello --count-from 1", "nothing to choose"),
        ("play tictactoe --count-from 2", "invalid choice: 2"),
        ("play tictactoe --save no/such/folder", "cannot be written"),
        ("play tictactoe --begins O --first human --as X", "lets X begin; leave out --begins"),
        ("analyze tictactoe --begins Z", "is begun by X or O, not by 'Z'"),
        ("analyze tictactoe --begins O -p X--/---/---", "0 O and 1 X cannot be: O begins"),
        ("match random random kalah --begins North", "South always begins"),
        ("review --record x --begins O", "leave out --position, --begins and --count-from"),
        ("play tictactoe --as O --first human -p OO-/---/---", "2 O and 0 X cannot be: O begins"),
        ("tree ((3,5],(2,9])", "character 6 of the tree is ']', but ')' would close this bracket"),
        ("tree ((3,,5),(2,9))", "character 5 of the tree is a comma that does not stand between two children"),
        ("tree (3,5) --svg x.png", "--svg writes a .svg file, not 'x.png'"),
        ("match perfect random tictactoe -n -3", "'-3' is not a whole number from 1"),
        ("play tictactoe --seed -1", "'-1' is not a whole number"),
        ("analyze tictactoe --why 9", "'9' is not a cell number"),
        ("analyze tictactoe --time soon", "'soon' is not a number of seconds"),
        ("analyze tictactoe --time nan", "'nan' is not a number of seconds"),
        ("analyze tictactoe --nodes 0", "is not a whole number from 1"),
        ("analyze tictactoe --depth x", "'x' is not a whole number"),
        ("analyze tictactoe --posit X", "unrecognized arguments"),
        ("analyze tictactoe --positon X", "(did you mean --position?); see zerosum analyze --help"),
        ("anlyze tictactoe", "(did you mean analyze?)"),
        ("analyze tictactoe --tier natve", "(did you mean native?)"),
        ("tree (3,5) --begins MIN", "a written tree has --root"),
        ("review tictactoe", "give the moves to review"),
        ("review --moves 4", "say which game the moves are of"),
        ("review tictactoe --moves 4 --record x", "give the moves to review"),
        ("review --record no_such_file", "'no_such_file' cannot be read: No such file or directory"),
        ("compare tictactoe -a minmax", "there is no algorithm 'minmax'"),
        ("compare tictactoe -a", "expected one argument"),
        ("compare tictactoe --positions most", "a file, and 'most' cannot be read: No such file"),
        ("compare tictactoe --positions random:0", "needs a number of positions"),
        ("compare connect4 --positions all", "more than 200,000 positions"),
        ("compare tictactoe --positions all -p XXX/OO-/---", "there is no position to compare on"),
        ("compare tictactoe --growth 5-1", "depths have the smaller one first, unlike 5-1"),
        ("compare tictactoe --growth deep", "--growth takes depths such as 1-6"),
        ("compare tictactoe --growth -p XXX/OO-/---", "nothing that could grow"),
        ("compare tictactoe --growth --positions all", "goes without --positions"),
        ("compare tictactoe --growth nim -m 4", "goes without --position and --moves"),
        ("compare tictactoe --plot x.pdf", "a plot is a .svg or .png file"),
        ("compare tictactoe --plot no/such/x.svg", "cannot be written: its folder does not exist"),
        ("compare tictactoe --csv no/such/x.csv", "cannot be written"),
        ("tree (3,5", "the tree ends before ')' closes a bracket"),
        ("tree nonsense", "there is no game 'nonsense'"),
        ("tree (3,5) -p 1", "--position, --moves, --begins and --count-from are for a game"),
        ("tree tictactoe --root min", "--root is for a written tree"),
        ("tree tictactoe -a minimax --nodes 100", "the search was stopped after 100 nodes"),
        ("tree 1,2,3 --branching 2", "3 leaves do not fill"),
        ("tree (3,5) --svg no/such/x.svg", "cannot be written"),
        ("tree tictactoe --depth 5 --svg x.svg", "show fewer with --levels"),
        ("match perfect tictactoe", "the following arguments are required: GAME"),
        ("match perfect nobody tictactoe", "there is no player 'nobody'"),
        ("match perfect human tictactoe", "there is no player 'human'"),
        ("match perfect random tictactoe -n 0", "is not a whole number from 1"),
        ("games shogi", "there is no game 'shogi'"),
        ("check no_such.py", "there is no file 'no_such.py'"),
        ("check tictactoe --positions 0", "is not a whole number from 1"),
    ],
)
def test_bad_input(cli: Cli, words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused(cli(*words.split(" ")))


def test_growth_over_nothing(cli: Cli) -> None:
    assert "or games with blanks between" in refused(cli("compare", "tictactoe", "--growth", " "))


def test_bad_positions_in_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("---/---/---\nXXX\n")
    assert "positions.txt, line 2: a position has 9 cells" in refused(
        cli("compare", "tictactoe", "--positions", str(file))
    )


def test_bad_records(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "tictactoe"]\n4 0 *\n')
    assert "has 1 game, so there is no game 2" in refused(cli("review", "--record", str(file), "--number", "2"))
    file.write_text("4 0 *\n")
    assert "games.txt: line 1: this game has no" in refused(cli("review", "--record", str(file)))
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in refused(cli("review", "--record", str(file)))


def test_unwritable_files_lose_nothing(cli: Cli, tmp_path: Path) -> None:
    assert "cannot be written" in refused(cli("tree", "(3,5)", "--svg", str(tmp_path)))


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ('[Game "tictactoe"]\n4 0 8 1-0\n', "", "the record says 1-0, but its moves do not end so"),
        ('[Game "tictactoe"]\n0 3 1 4 2 0-1\n', "", "the record says 0-1, but its moves do not end so"),
        ('[Game "tictactoe"]\n4 *\n', "--count-from 0", "leave out --position, --begins and --count-from"),
        ('[Game "tictactoe"]\n4 *\n', "-p X--/---/---", "leave out --position, --begins and --count-from"),
        ('[Game "tic\\qtactoe"]\n4 *\n', "", "is not a quoted text"),
    ],
)
def test_records_that_contradict_themselves(cli: Cli, tmp_path: Path, text: str, options: str, message: str) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text)
    assert message in refused(cli("review", "--record", str(file), *options.split()))


def test_a_record_is_of_its_own_game(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('\ufeff[Game "tictactoe"]\n4 *\n', encoding="utf-8")
    assert cli("review", "--record", str(file)).code == 0
    assert cli("review", "tictactoe", "--record", str(file)).code == 0
    assert "a record of tictactoe, not of connect4" in refused(cli("review", "connect4", "--record", str(file)))


def test_names_that_are_too_long(cli: Cli) -> None:
    assert "File name too long" in refused(cli("analyze", "a" * 300 + ".py"))
    assert "File name too long" in refused(cli("compare", "tictactoe", "--positions", "a" * 300))


def test_what_is_quoted_is_shortened(cli: Cli) -> None:
    assert len(refused(cli("analyze", "tictactoe", "-p", "X" * 100_000))) < 500
    run = cli("play", "tictactoe", stdin="y" * 100_000 + "\n")
    assert len(run.out) < 2000


def test_deep_and_long_trees(cli: Cli) -> None:
    assert "more than 100 plies deep" in refused(cli("tree", "(" * 3000 + "1" + ")" * 3000))
    assert "at most 15 digits" in refused(cli("tree", f"({'9' * 5000})"))
    assert "is not a bracket" in refused(cli("tree", "(٣,٥)"))
