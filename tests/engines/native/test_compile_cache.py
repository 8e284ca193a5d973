"""The files of the compile cache: damaged, exchanged, or writable by others, they are never executed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import types

from zerosum.engines.native.compile import cache, cache_files
from zerosum.engines.native.compile.cache_files import get, put

ONE, OTHER = "a" * 64, "b" * 64


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with two entries."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache_files, "_refused", set())
    put(ONE, b"first content")
    put(OTHER, b"other content")
    assert (get(ONE), get(OTHER)) == (b"first content", b"other content")
    return tmp_path / "cache"


def entry(base: Path, key: str = ONE) -> Path:
    return base / "native" / key


def truncate(base: Path, length: int) -> None:
    entry(base).write_bytes(entry(base).read_bytes()[:length])


def flip(base: Path, at: int) -> None:
    stored = bytearray(entry(base).read_bytes())
    stored[at] ^= 1
    entry(base).write_bytes(bytes(stored))


def exchange(base: Path) -> None:
    entry(base).rename(base / "aside")
    entry(base, OTHER).rename(entry(base))
    (base / "aside").rename(entry(base, OTHER))


def replace_by_link(path: Path) -> None:
    target = path.with_name("moved")
    path.rename(target)
    path.symlink_to(target)


def hard_link(base: Path) -> None:
    entry(base).unlink()
    os.link(entry(base, OTHER), entry(base))


def pipe(base: Path) -> None:
    entry(base).unlink()
    os.mkfifo(entry(base))


def folder_in_place(base: Path) -> None:
    entry(base).unlink()
    entry(base).mkdir()


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")

UNTRUSTED_ENTRIES: dict[str, Callable[[Path], object]] = {
    "empty": lambda base: truncate(base, 0),
    "header alone": lambda base: truncate(base, cache_files.HEADER),
    "half": lambda base: truncate(base, cache_files.HEADER + 4),
    "a bit of the version": lambda base: flip(base, 15),
    "a bit of the checksum": lambda base: flip(base, len(cache_files.MAGIC) + 3),
    "a bit of the content": lambda base: flip(base, -1),
    "something else": lambda base: entry(base).write_bytes(b"something else"),
    "something appended": lambda base: entry(base).write_bytes(entry(base).read_bytes() + b"?"),
    "exchanged with another entry": exchange,
    "another entry's copy": lambda base: entry(base).write_bytes(entry(base, OTHER).read_bytes()),
    "another entry's hard link": hard_link,
    "a symbolic link": lambda base: replace_by_link(entry(base)),
    "writable by the group": lambda base: entry(base).chmod(0o660),
    "writable by all": lambda base: entry(base).chmod(0o602),
    "a pipe": pipe,
    "a folder": folder_in_place,
    "gone": lambda base: entry(base).unlink(),
}


@pytest.mark.parametrize("change", UNTRUSTED_ENTRIES.values(), ids=UNTRUSTED_ENTRIES)
def test_an_entry_that_cannot_be_trusted_counts_as_missing(
    change: Callable[[Path], object], base: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(base)
    assert get(ONE) is None
    if not entry(base).is_dir():
        put(ONE, b"written anew")
        assert get(ONE) == b"written anew"
    assert caplog.messages == []


@needs_root
def test_an_entry_of_another_user_counts_as_missing(base: Path) -> None:
    os.chown(entry(base), 12345, -1)
    assert get(ONE) is None


WRITABLE = "can be written to by other users (chmod go-w makes it private)"

UNTRUSTED_FOLDERS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "group": (lambda base: (base / "native").chmod(0o770), "native", WRITABLE),
    "all": (lambda base: (base / "native").chmod(0o703), "native", WRITABLE),
    "sticky": (lambda base: (base / "native").chmod(0o1777), "native", WRITABLE),
    "around it": (lambda base: base.chmod(0o777), "", WRITABLE),
    "link": (lambda base: replace_by_link(base / "native"), "native", "is a symbolic link"),
    "link around it": (replace_by_link, "", "is a symbolic link"),
}
OTHER_USERS_FOLDERS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "owner": (lambda base: os.chown(base / "native", 12345, -1), "native", "belongs to another user"),
    "owner around it": (lambda base: os.chown(base, 12345, -1), "", "belongs to another user"),
}
FOLDERS = [pytest.param(*row, id=name) for name, row in UNTRUSTED_FOLDERS.items()] + [
    pytest.param(*row, id=name, marks=needs_root) for name, row in OTHER_USERS_FOLDERS.items()
]


@pytest.mark.parametrize(("change", "where", "fault"), FOLDERS)
def test_a_folder_that_others_can_write_to_is_not_used(
    change: Callable[[Path], object], where: str, fault: str, base: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(base)
    for _ in range(2):
        assert get(ONE) is None
        put("c" * 64, b"content")
        with cache_files.lock(ONE):
            pass
    assert not entry(base, "c" * 64).exists()
    assert caplog.messages == [f"The compile cache {base / where if where else base} is not used: it {fault}."]


def test_the_warning_is_one_sentence_on_standard_error(base: Path) -> None:
    base.chmod(0o777)
    script = "from zerosum.engines.native.compile.cache_files import get; get('a'); get('b')"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", f"The compile cache {base} is not used: it {WRITABLE}.\n")


@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022, 0o077, 0o277])
def test_what_is_made_is_private_whatever_the_umask(
    umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "new" / "cache"
    monkeypatch.setenv("ZEROSUM_CACHE", str(base))
    before = os.umask(umask)
    try:
        put(ONE, b"content")
        with cache_files.lock(ONE):
            pass
    finally:
        os.umask(before)
    assert get(ONE) == b"content"
    made = {str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert made == {
        "new": 0o700,
        "new/cache": 0o700,
        "new/cache/native": 0o700,
        f"new/cache/native/{ONE}": 0o600,
        "new/cache/locks": 0o700,
        "new/cache/locks/aa": 0o600,
    }


def twice(number: int) -> int:
    return number * 2


def thrice(number: int) -> int:
    return number * 3


MACHINE: list[tuple[str, object]] = [
    ("zerosum.__version__", "0.0.1"),
    ("numba.__version__", "0.0.1"),
    ("llvmlite.__version__", "0.0.1"),
    ("zerosum.engines.native.compile.cache.platform.python_version", lambda: "3.0.0"),
    ("zerosum.engines.native.compile.cache.processor", lambda: "another processor"),
    ("zerosum.engines.native.compile.cache.config.DISABLE_JIT", True),
]
"""What compiled code depends on besides its source, each changed."""


@pytest.mark.parametrize(("name", "other"), MACHINE)
def test_keys_change_with_the_machine(name: str, other: object, monkeypatch: pytest.MonkeyPatch) -> None:
    key = cache.key_of("entry")
    monkeypatch.setattr(name, other)
    cache._machine.cache_clear()
    try:
        assert cache.key_of("entry") != key
    finally:
        cache._machine.cache_clear()


@pytest.mark.proof
def test_exchanged_machine_code_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a whole: the answers are those of the functions that were asked for."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))

    def answers() -> list[int]:
        monkeypatch.setattr(cache, "_ready", {})
        return [cache.build(function, (types.int64,))(7) for function in (twice, thrice)]

    assert answers() == [14, 21]
    one, other = (tmp_path / "native" / cache.key_of(function, (types.int64,)) for function in (twice, thrice))
    one.rename(tmp_path / "aside")
    other.rename(one)
    (tmp_path / "aside").rename(other)
    monkeypatch.setattr(cache, "COUNTS", type(cache.COUNTS)())
    assert answers() == [14, 21]
    assert cache.COUNTS == {"compiled": 2}
    assert answers() == [14, 21]
    assert cache.COUNTS == {"compiled": 2, "loaded": 2}


def test_what_killed_processes_have_left_is_removed(base: Path) -> None:
    old, new = base / "native" / "unfinished-1-old", base / "native" / "unfinished-2-new"
    for file in (old, new):
        file.write_bytes(b"half")
    hours_ago = time.time() - 2 * cache_files.ABANDONED_SECONDS
    os.utime(old, (hours_ago, hours_ago))
    put(ONE, b"content")
    assert (old.exists(), new.exists()) == (False, True)


def test_a_full_disk_leaves_no_half_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    monkeypatch.setattr("os.replace", fail)
    put("key", b"content")
    assert get("key") is None
    assert not list((tmp_path / "native").iterdir())


def test_who_seems_to_compile_for_ever_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    monkeypatch.setattr(cache_files, "LOCK_SECONDS", 0.05)
    with cache_files.lock("same"), cache_files.lock("same"):
        pass


def test_where_files_cannot_be_locked_everybody_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    monkeypatch.setattr("sys.platform", "win32")
    with cache_files.lock("same"), cache_files.lock("same"):
        pass


@pytest.mark.parametrize(
    ("platform", "variables", "end"),
    [
        ("linux", {"ZEROSUM_CACHE": "/somewhere"}, "/somewhere/native"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/zerosum/native"),
        ("linux", {"HOME": "/me"}, "/me/.cache/zerosum/native"),
        ("darwin", {"HOME": "/me"}, "/me/Library/Caches/zerosum/native"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/zerosum/native"),
        ("win32", {}, None),
    ],
)
def test_where_code_is_kept(
    platform: str, variables: dict[str, str], end: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ZEROSUM_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    found = cache_files.folder()
    assert found == (None if end is None else Path(end))


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("ZEROSUM_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("pathlib.Path.home", homeless)
    put("key", b"content")
    assert get("key") is None
