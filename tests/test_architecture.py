"""Imports point one way, and the core needs nothing but Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "zerosum"

FLOORS = {
    "core": (
        "setting_names",
        "spelling",
        "escaping",
        "interrupts",
        "progress",
        "errors",
        "rules",
        "side_names",
        "game",
        "symmetry",
        "pickled_states",
        "files",
        "typed_data",
        "value",
        "board",
        "games",
    ),
    "engines": ("search", "recording", "draw", "native", "solve"),
    "answers": ("analysis", "play", "lab", "grade", "capabilities"),
    "faces": ("bridge", "web", "cli"),
}
"""The floors and the rooms of each, from the bottom up: a room imports only from itself and from those before it."""

CAPABILITIES = "capabilities"
"""The files that lie on the floor of answers itself, above its rooms: one for each capability."""

ROOMS = tuple(f"{floor}.{room}" for floor, rooms in FLOORS.items() for room in rooms)

NATIVE_ROOMS = ("machine", "portable", "compile", "search", "solver", "tables")
"""The rooms inside `native`, from the bottom up."""

NEEDS_PACKAGES = ("engines.native", "engines.solve")

STANDARD_LIBRARY_ONLY = tuple(room for room in ROOMS[: ROOMS.index("answers.play") + 1] if room not in NEEDS_PACKAGES)

OUTSIDE = ("__init__", "__main__", "core.__init__", "engines.__init__", "faces.__init__")
"""The start of the package and the sentences of its floors."""

FILES = sorted(SOURCE.rglob("*.py"))


def room_at(parts: list[str]) -> str:
    """The room of a module inside the package, as in `engines.search`."""
    if parts[0] == "answers" and (len(parts) < 2 or parts[1] not in FLOORS["answers"]):
        return f"answers.{CAPABILITIES}"
    return ".".join(parts[:2])


def room_of(module: str) -> str:
    return room_at(module.split(".")[1:])


def imports(file: Path) -> set[str]:
    """Every module a file imports, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(node.module or "")
    return found


def inside(file: Path) -> list[str]:
    return list(file.relative_to(SOURCE).with_suffix("").parts)


def room(file: Path) -> str:
    return room_at(inside(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(inside(file)))
def test_imports_point_down(file: Path) -> None:
    if room(file) in OUTSIDE:
        return
    for module in imports(file):
        if module.startswith("zerosum."):
            assert ROOMS.index(room_of(module)) <= ROOMS.index(room(file)), f"{file.name} imports {module}"


@pytest.mark.parametrize(
    "file", [file for file in FILES if room(file) == "engines.native"], ids=lambda file: "/".join(inside(file))
)
def test_imports_inside_native_point_down(file: Path) -> None:
    place = inside(file)
    if len(place) < 4:
        return
    for module in imports(file):
        parts = module.split(".")
        if parts[:3] == ["zerosum", "engines", "native"] and len(parts) > 4:
            assert NATIVE_ROOMS.index(parts[3]) <= NATIVE_ROOMS.index(place[2]), f"{file.name} imports {module}"


def test_every_room_of_native_is_known() -> None:
    native = [inside(file) for file in FILES if room(file) == "engines.native"]
    assert {place[2] for place in native if len(place) > 3} == set(NATIVE_ROOMS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(inside(file)))
def test_the_core_is_plain_python(file: Path) -> None:
    if room(file) in STANDARD_LIBRARY_ONLY:
        for module in imports(file):
            top = module.split(".")[0]
            assert top == "zerosum" or top in sys.stdlib_module_names, f"{file.name} imports {module}"


HEAVY = ("numba", "numpy", "llvmlite")

COMPILER = ("numba", "llvmlite")
"""`bridge` and `solve` import numpy too: for the observations of PettingZoo, and for layers of positions."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(inside(file)))
def test_only_the_native_room_imports_the_compiler(file: Path) -> None:
    forbidden = {"engines.native": (), "faces.bridge": COMPILER, "engines.solve": COMPILER}.get(room(file), HEAVY)
    assert not any(module.split(".")[0] in forbidden for module in imports(file))


def test_nothing_imports_the_compiler_before_it_is_needed() -> None:
    rooms = ("faces.cli", "answers.lab.compare", "answers.play.players", "engines.native.tiers", "faces.bridge")
    script = f"import sys, {', '.join(f'zerosum.{each}' for each in rooms)}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {name.split(".")[0] for name in ran.stdout.split()} & set(HEAVY)


def test_every_room_is_known() -> None:
    assert {room(file) for file in FILES} - set(OUTSIDE) == set(ROOMS)


def test_games_and_searches_do_not_know_each_other() -> None:
    for file in FILES:
        if room(file) == "engines.search":
            assert not any(module.startswith("zerosum.core.games") for module in imports(file)), file
        if room(file) == "core.games":
            assert not any(module.startswith("zerosum.engines.search") for module in imports(file)), file


def test_nothing_below_the_command_line_prints() -> None:
    for file in FILES:
        if room(file) != "faces.cli":
            calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
            assert not any(isinstance(call.func, ast.Name) and call.func.id == "print" for call in calls), file


def test_every_public_name_can_be_fetched() -> None:
    import zerosum

    for name in zerosum.__all__:
        assert getattr(zerosum, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        zerosum.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_the_stub_for_type_checkers_is_up_to_date() -> None:
    tool = SOURCE.parent.parent / "tools" / "public_names.py"
    ran = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
