"""How a program in any language is made and started: by compilers and interpreters that are found on this computer."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.host.project import files_of, is_test, main_file, main_files
from zerosum.answers.grade.host.submission_files import HEADERS

PROGRAM: Final = "a.out"

INTERPRETERS: Final = {
    ".py": (sys.executable,),
    ".js": ("node", "deno", "bun"),
    ".mjs": ("node", "deno", "bun"),
    ".cjs": ("node", "bun"),
    ".ts": ("deno", "bun", "tsx", "ts-node"),
    ".rb": ("ruby",),
    ".pl": ("perl",),
    ".lua": ("lua", "luajit"),
    ".php": ("php",),
    ".r": ("Rscript",),
    ".jl": ("julia",),
    ".sh": ("bash", "sh"),
    ".scm": ("guile",),
    ".jar": ("java",),
}
"""By the ending of a file: the programs that run it, the first one that is found."""

COMPILERS: Final = {
    ".cpp": ("g++", "clang++", "c++"),
    ".cc": ("g++", "clang++", "c++"),
    ".cxx": ("g++", "clang++", "c++"),
    ".c": ("gcc", "clang", "cc"),
    ".java": ("javac",),
    ".rs": ("rustc",),
    ".go": ("go",),
    ".hs": ("ghc",),
}
"""By the ending of a file: the compilers of it, the first one that is found."""

JAVA: Final = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", ".")
"""A short-lived virtual machine with few threads."""

JAVAC: Final = ("-nowarn", "-J-XX:+UseSerialGC", "-XDstringConcat=inline")
"""Strings that are joined without code made at run time: a program starts in a fifth less processor time."""


BUILDS: Final = {
    "Cargo.toml": ("cargo", "cargo build --release --offline"),
    "CMakeLists.txt": ("cmake", "cmake -S . -B .built && cmake --build .built"),
    "Makefile": ("make", "make"),
    "makefile": ("make", "make"),
}
"""By the name of a build file: its tool, and how it builds."""

BUILD: Final = """\
touch .before; sleep 0.01
({build}) > .said 2>&1 < /dev/null
find . -type f -perm -u+x -newer .before ! -name '*.so*' ! -name '*.o' ! -path '*/CMakeFiles/*' ! -path '*/deps/*' \\
  ! -path '*/build/*' > .found
found=$( (grep -vi test .found; cat .found) | head -n 1)
if [ -n "$found" ]; then [ "$found" = ./{program} ] || cp "$found" {program}; exit 0; fi
{direct} && exit 0
cat .said >&2; exit 1
"""
"""Build as the author would; where that makes no program, compile all sources. The program is a new executable file."""


@dataclass(frozen=True)
class Program:
    """How to make a program and start it, both in a folder that holds `files` by their names in it.

    `make` is empty where nothing has to be made. `tools` are the compilers and interpreters.
    """

    files: Mapping[str, Path]
    run: tuple[str, ...]
    make: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


def program_of(place: Path, command: Sequence[str] = ("{file}",)) -> Program:
    """How a file or the folder of a program is started, as `command` says, or by the language; `CannotAsk`.

    >>> program_of(Path("agent.rb"), ["ruby", "-w", "{file}"]).run
    ('ruby', '-w', 'agent.rb')
    """
    main = main_file(place) if place.is_dir() else place
    files = files_of(place)
    name = next((name for name, path in files.items() if path == main), main.name)
    if tuple(command) != ("{file}",):
        run = tuple(word.replace("{file}", name) for word in command)
        return Program(files, run, tools=run)
    ending = main.suffix.lower()
    if ending in INTERPRETERS:
        found = first_found(INTERPRETERS[ending], main.name)
        return Program(files, _interpreted(found, name), tools=(found,))
    if ending in COMPILERS:
        return _compiled(first_found(COMPILERS[ending], main.name), files, name)
    if os.access(main, os.X_OK):
        return Program(files, (f"./{name}",))
    raise CannotAsk(f"{name} cannot be started: name a command for it in the description, or make it executable")


def first_found(programs: Sequence[str], name: str) -> str:
    """The first of these programs that is on this computer; `CannotRun` where a file needs one and there is none."""
    for program in programs:
        if shutil.which(program):
            return program
    raise CannotRun(f"{name} needs {' or '.join(programs)}, which is not found on this computer")


def _interpreted(program: str, name: str) -> tuple[str, ...]:
    if name.endswith(".jar"):
        return (*JAVA[:-2], "-jar", name)
    return (program, "run", name) if program in ("deno", "bun") else (program, name)


def _compiled(compiler: str, files: Mapping[str, Path], main: str) -> Program:
    """By its build file where there is one and its tool, else all sources at once."""
    if compiler == "javac":
        return _java(files, main)
    if compiler == "go":
        sources = ["."] if "go.mod" in files else [main, *_beside(files, main, (".go",))]
        direct = ["go", "build", "-o", PROGRAM, *sources]
    elif compiler == "rustc":
        direct = ["rustc", "-O", "-o", PROGRAM, main]
    elif compiler == "ghc":
        direct = [compiler, "-O2", "-o", PROGRAM, main]
    else:
        direct = _c(compiler, files, main)
    for name, (tool, build) in BUILDS.items():
        if name in files:
            if shutil.which(tool) is None and tool == "cargo":
                raise CannotRun(f"{name} needs {tool}, which is not found on this computer")
            if shutil.which(tool) is not None:
                script = BUILD.format(build=build, direct=shlex.join(direct), program=PROGRAM)
                return Program(files, (f"./{PROGRAM}",), ("sh", "-c", script), (tool, compiler))
    return Program(files, (f"./{PROGRAM}",), tuple(direct), (compiler,))


def _c(compiler: str, files: Mapping[str, Path], main: str) -> list[str]:
    """All sources but those with another main function, with the folders of the headers."""
    endings = tuple(ending for ending, compilers in COMPILERS.items() if "g++" in compilers)
    sources = [main, *_beside(files, main, (".c", *endings))]
    if any(name.lower().endswith(endings) for name in sources):
        compiler = first_found(COMPILERS[".cpp"], main)
    headers = sorted({Path(name).parent.as_posix() for name in files if name.endswith(HEADERS)})
    text = "".join(files[name].read_text(encoding="utf-8", errors="replace") for name in sources)
    libraries = [f"-l{name}" for name in ("ncurses",) if f"<{name}.h>" in text or "<curses.h>" in text]
    return [compiler, "-O2", "-o", PROGRAM, *(f"-I{each}" for each in headers), *sources, *libraries, "-lm", "-pthread"]


def _beside(files: Mapping[str, Path], main: str, endings: tuple[str, ...]) -> list[str]:
    """The other sources that belong to the program of a main file: those without a main function of their own."""
    others = [name for name in files if name != main and name.lower().endswith(endings)]
    mains = set(main_files([files[name] for name in others]))
    return [name for name in others if files[name] not in mains]


def _java(files: Mapping[str, Path], main: str) -> Program:
    """All classes at once. A file alone is called as its public class is, whatever it is called."""
    java = JavaFile.read(files[main])
    sources = [name for name in files if name.endswith(".java") and not is_test(name)]
    if len(sources) == 1:
        files = {java.name if name == main else name: path for name, path in files.items()}
        sources = [java.name]
    return Program(files, (*JAVA, java.main), ("javac", *JAVAC, "-d", ".", *sources), ("java", "javac"))


@dataclass(frozen=True)
class JavaFile:
    """What the compiler wants a Java file to be called, and the class that has its main method."""

    name: str
    main: str

    @staticmethod
    def read(file: Path) -> JavaFile:
        """Look into the file: its public class gives the name, and the class around `main` is run."""
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise CannotAsk(f"{file} cannot be read: {error.strerror or error}") from None
        kinds = r"(?:class|record|enum|interface)"
        public = re.search(rf"^\s*public\s+(?:(?:final|abstract|strictfp)\s+)*{kinds}\s+(\w+)", text, re.MULTILINE)
        package = re.search(r"^\s*package\s+([\w.]+)\s*;", text, re.MULTILINE)
        main = re.search(r"\bvoid\s+main\s*\(", text)
        before_main = text[: main.start()] if main else ""
        outer = re.findall(rf"^(?:\w+\s+)*{kinds}\s+(\w+)", before_main, re.MULTILINE)
        name = public[1] if public else file.stem
        around = outer[-1] if outer else name
        return JavaFile(f"{name}.java", f"{package[1]}.{around}" if package else around)
