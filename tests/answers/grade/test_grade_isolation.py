"""What keeps an agent from the grader on systems that lack something; what is missing is said, and only that."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import zerosum
from tests.places import TESTS
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.host.launcher import system_calls
from zerosum.answers.grade.host.launcher.confinement import (
    FILLS_DISK,
    READS_FILES,
    READS_MEMORY,
    READS_PUBLIC_FILES,
    SEES_PROCESSES,
    WRITES_FILES,
)
from zerosum.answers.grade.host.launcher.landlock import SIGNALS_VERSION, version
from zerosum.answers.grade.host.launcher.linux import descendants
from zerosum.answers.grade.host.sandbox import start
from zerosum.answers.grade.host.submission_files import submission_files

NEEDED = sys.platform == "linux" and version() >= SIGNALS_VERSION and system_calls.can_refuse()
pytestmark = pytest.mark.skipif(not NEEDED or not shutil.which("bash"), reason="a matter of newer Linux")

SOURCE = Path(zerosum.__file__).parent
NOBODY = 65534

OURS = SOURCE / "engines" / "search" / "minimax.py"
assert OURS.is_file()  # else nothing could read it

ATTACKS = {
    "reads our files": f"head -c 1 {OURS} >/dev/null && echo reads our files",
    "writes files": "[ -e {kept} ] && echo x 2>/dev/null >>{kept} && echo writes files",
    "kills": "kill -0 $PPID && [ $PPID -gt 1 ] && echo kills",
    "reads memory": "head -c 1 /proc/$PPID/environ >/dev/null && echo reads memory",
    "connects": "(exec 3<>/dev/tcp/127.0.0.1/{port}) && echo connects",
    "works": "echo x >own && cat own >/dev/null && echo works",
}
"""What the agent tries, one after the other; it prints what it succeeds in."""


def try_all(user: int, refused: str, kept: Path, port: int) -> tuple[set[str], set[str]]:
    """What an agent succeeds in, and what is said about it, where these system calls are refused."""
    script = "\n".join(each.replace("{kept}", str(kept)).replace("{port}", str(port)) for each in ATTACKS.values())
    python = python_for(user)
    program = TESTS / "sandbox_without.py"
    paths = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "TMPDIR": "/tmp", "HOME": "/"}
    run = subprocess.run(
        [python, str(program), str(user), refused, script], capture_output=True, text=True, env=paths, check=False
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    return set(found["succeeded"]), set(found["not_isolated"])


def python_for(user: int) -> str:
    """A Python that this user can start; ours may lie in the home of root."""
    if not user:
        return sys.executable
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    for python in filter(None, (sys.executable, shutil.which("python3", path="/usr/bin"))):
        test = "import sys; sys.exit(sys.version_info < (3, 11))"
        try:
            if subprocess.run([python, "-c", test], user=user, group=user, check=False).returncode == 0:
                return python
        except OSError:
            continue
    pytest.skip("no Python that another user can start")


@pytest.mark.parametrize(
    ("user", "refused", "succeeds", "said"),
    [
        pytest.param(0, "", set(), set(), id="root"),
        pytest.param(0, "unshare", set(), {FILLS_DISK}, id="root without namespaces"),
        pytest.param(0, "mount", set(), {FILLS_DISK}, id="root without mounts"),
        pytest.param(
            0,
            "unshare,landlock_create_ruleset",
            {"reads our files"},
            {READS_PUBLIC_FILES, FILLS_DISK},
            id="root without namespaces and Landlock",
        ),
        pytest.param(NOBODY, "", set(), set(), id="user"),
        pytest.param(NOBODY, "unshare", set(), {FILLS_DISK}, id="user without namespaces"),
        pytest.param(
            NOBODY,
            "unshare,landlock_create_ruleset",
            {"reads our files", "writes files", "kills", "reads memory"},
            {READS_FILES, WRITES_FILES, READS_MEMORY, SEES_PROCESSES, FILLS_DISK},
            id="user without namespaces and Landlock",
        ),
    ],
)
def test_what_is_missing_is_said_and_nothing_else_succeeds(
    user: int, refused: str, succeeds: set[str], said: set[str]
) -> None:
    if user == 0 and os.geteuid() != 0:
        pytest.skip("a matter of root")
    with socket.create_server(("127.0.0.1", 0)) as server, tempfile.NamedTemporaryFile(dir="/tmp") as kept:
        os.chown(kept.name, user, user)
        tried, sentences = try_all(user, refused, Path(kept.name), server.getsockname()[1])
        changed = Path(kept.name).stat().st_size > 0
    assert tried == succeeds | {"works"}
    assert sentences == said
    assert changed == ("writes files" in succeeds)


def test_a_link_in_a_submission_leads_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the solution")
    pack = tmp_path / "student" / "pack"
    pack.mkdir(parents=True)
    (pack / "__init__.py").write_text("")
    (pack / "link.txt").symlink_to(secret)
    (pack.parent / "notes.txt").symlink_to(secret)
    agent = pack.parent / "agent.py"
    agent.write_text('import pack\nopen("notes.txt")')
    assert submission_files(agent).keys() == {"agent.py", "pack/__init__.py"}
    script = "cat pack/link.txt pack/__init__.py; echo end"
    with start(["bash", "-c", script], files={"pack": pack}, limits=Limits()) as process:
        process.wait(20.0)
        assert process.receive(1.0) == b"end\n"


def test_a_grader_that_is_killed_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    """The launcher ends the agent and deletes its folder; the next grader deletes the folder of the killed one."""
    script = "echo started; (setsid sleep 86398 &) ; sleep 86398"
    program = f"""
import sys, time
from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.host.launcher.linux import descendants
from zerosum.answers.grade.host.sandbox import start
process = start(["bash", "-c", {script!r}], files={{}}, limits=Limits())
sys.stdout.write(process.receive(20.0).decode())
sys.stdout.flush()
time.sleep(1000)
"""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "TMPDIR": str(tmp_path)}
    grader = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment)
    assert grader.stdout is not None
    assert grader.stdout.readline() == b"started\n"
    below = descendants(grader.pid)
    assert len(below) > 2
    grader.kill()
    grader.wait()
    grader.stdout.close()
    until = time.monotonic() + 20
    while (any(is_there(process) for process in below) or left(tmp_path) != [".lock"]) and time.monotonic() < until:
        time.sleep(0.02)
    assert not [process for process in below if is_there(process)]
    assert left(tmp_path) == [".lock"]
    program = "from zerosum.answers.grade.host.temporary import temporary_folder; temporary_folder()"
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    assert not list(tmp_path.iterdir())


def left(folder: Path) -> list[str]:
    """The names of what lies in the folders of graders."""
    return [file.name for file in folder.glob("*/*")]


def is_there(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
