"""How a program in any language is made and started: by compilers and interpreters that are found on this computer."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zerosum.answers.grade.ask.agent import CannotAsk

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


@dataclass(frozen=True)
class Program:
    """How to make a program and start it, both in a folder that holds its file under `name`.

    `make` is empty where nothing has to be made.
    """

    name: str
    run: tuple[str, ...]
    make: tuple[str, ...] = ()


def program_of(file: Path, command: Sequence[str] = ("{file}",)) -> Program:
    """How a file is started. A command other than "{file}" is taken as it is; else the ending of the file decides.

    >>> program_of(Path("agent.rb"), ["ruby", "-w", "{file}"])
    Program(name='agent.rb', run=('ruby', '-w', 'agent.rb'), make=())
    """
    name = file.name
    if tuple(command) != ("{file}",):
        return Program(name, tuple(word.replace("{file}", name) for word in command))
    ending = file.suffix.lower()
    if ending in INTERPRETERS:
        found = _first_found(INTERPRETERS[ending], name)
        return Program(name, _interpreted(found, name))
    if ending in COMPILERS:
        return _compiled(_first_found(COMPILERS[ending], name), file)
    if os.access(file, os.X_OK):
        return Program(name, (f"./{name}",))
    raise CannotAsk(f"{name} cannot be started: name a command for it in the description, or make it executable")


def _first_found(programs: Sequence[str], name: str) -> str:
    for program in programs:
        if shutil.which(program):
            return program
    raise CannotAsk(f"{name} needs {' or '.join(programs)}, which is not found on this computer")


def _interpreted(program: str, name: str) -> tuple[str, ...]:
    if name.endswith(".jar"):
        return (*JAVA[:-2], "-jar", name)
    return (program, "run", name) if program in ("deno", "bun") else (program, name)


def _compiled(compiler: str, file: Path) -> Program:
    name, run = file.name, (f"./{PROGRAM}",)
    if compiler == "javac":
        java = JavaFile.read(file)
        make = ("javac", *JAVAC, "-d", ".", java.name)
        return Program(java.name, (*JAVA, java.main), make)
    if compiler == "go":
        return Program(name, run, ("go", "build", "-o", PROGRAM, name))
    if compiler == "rustc":
        return Program(name, run, ("rustc", "-O", "-o", PROGRAM, name))
    library = ("-lm",) if file.suffix.lower() == ".c" else ()
    return Program(name, run, (compiler, "-O2", "-o", PROGRAM, name, *library))


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
