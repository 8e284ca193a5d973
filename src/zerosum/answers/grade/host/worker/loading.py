"""Load a submission: run its top-level statements, and keep what is defined when one of them does not end well.

A program that asks for input, opens a window or loops for ever at its top level is loaded up to there; of the rest
only imports, definitions and assignments are run, and the same of a main guard. Every statement is compiled by itself,
so the constants of all statements are made one object each: comparing texts by identity works as in the whole file.
"""

from __future__ import annotations
import __future__ as future

import ast
import dis
import os
import re
import signal
import sys
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from zerosum.answers.grade.host.worker.output import StopLoading

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
PACKAGE = "submission_package"
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class Constants:
    """One object for each constant of the submission's files."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: dict[tuple[type, Any], Any] = {}

    def one(self, value: Any) -> Any:
        """The object that stands for all that are equal to it."""
        if isinstance(value, str):
            value = sys.intern(value)
        return self._known.setdefault((type(value), value), value)

    def share(self, tree: ast.AST) -> None:
        """Make every constant of a tree that object."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, bytes)):
                node.value = self.one(node.value)


class Submission:
    """A loaded file: its module, its syntax tree, and `notes`, sentences about what was left out."""

    def __init__(self, file: Path, *, only_definitions: bool, statement_seconds: float) -> None:
        """Take the file; nothing is run yet."""
        self.file = file
        self.constants = Constants()
        self.notes: list[str] = []
        self.errors: list[str] = []
        self.trees: dict[str, ast.Module] = {}
        self.modules: list[ModuleType] = []
        self._only_definitions = only_definitions
        self._seconds = statement_seconds
        self.module = ModuleType(module_name(file))

    def load(self) -> None:
        """Run the file. It raises `SyntaxError`, or `ValueError` for a null byte; other exceptions go into `errors`."""
        sys.path.append(str(self.file.parent))  # for its packages; its files are found by the finder
        sys.meta_path.insert(0, _BesideFinder(self))
        sys.argv = [str(self.file)]
        module = self.module
        module.__file__ = str(self.file)
        module.__package__ = self._package()
        sys.modules[module.__name__] = module
        sys.modules["__main__"] = module  # pickling, and `import __main__`
        self.run(module, self.file)

    def _package(self) -> str:
        """The name of a package that stands for the folder of the file, so that its relative imports work."""
        package = ModuleType(PACKAGE)
        package.__path__ = [str(self.file.parent)]
        sys.modules[PACKAGE] = package
        return PACKAGE

    def run(self, module: ModuleType, file: Path) -> None:
        """Run the statements of a file in a module."""
        source = file.read_bytes()
        if re.search(rb"\bsleep\(", source):
            self.notes.append("it does not wait where it calls sleep")
        tree = ast.parse(source, str(file))
        self.constants.share(tree)
        self.trees[module.__name__] = tree
        self.modules.append(module)
        flags = 0
        stopped = self._only_definitions
        for statement in tree.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                for alias in statement.names:
                    flags |= getattr(future, alias.name).compiler_flag
            if isinstance(statement, ast.If) and is_main_guard(statement):
                self._run_guard(module, statement, flags)
            elif not stopped:
                stopped = self._run_statement(module, statement, flags)
            elif isinstance(statement, (*DEFINITIONS, *ASSIGNMENTS)) or _is_import_try(statement):
                self._run_statement(module, statement, flags)
        if stopped:
            self._define_missing(module, tree, flags)

    def _define_missing(self, module: ModuleType, tree: ast.Module, flags: int) -> None:
        """Give the module the names that only its skipped statements assign, as far as its functions use them.

        Of several assignments, as in `if symbol == "X": bot = "O"` and its `else`, the first that can be run counts.
        """
        for statement in _all_assignments(tree):
            names = set(_bound(statement))
            if names & set(missing_names(module, tree)):
                errors, notes = len(self.errors), len(self.notes)
                if not self._run_statement(module, statement, flags) and len(self.errors) == errors:
                    self.notes.append(f"{', '.join(sorted(names))}: taken from line {statement.lineno}")
                else:
                    del self.notes[notes:]
                del self.errors[errors:]

    def _run_guard(self, module: ModuleType, guard: ast.If, flags: int) -> None:
        """Give the module the names that only its main guard defines, as far as its functions use them."""
        missing = set(missing_names(module, self.trees[module.__name__]))
        for statement in _flat(guard.body):
            if not isinstance(statement, (*DEFINITIONS, *ASSIGNMENTS)):
                continue
            names = set(_bound(statement))
            if names & missing and not any(name in module.__dict__ for name in names):
                errors = len(self.errors)
                if not self._run_statement(module, statement, flags) and len(self.errors) == errors:
                    self.notes.append(f"{', '.join(sorted(names))}: taken from below the main guard")
                del self.errors[errors:]

    def _run_statement(self, module: ModuleType, statement: ast.stmt, flags: int) -> bool:
        """Run one statement; whether it waited for a person, ended the program or took too long."""
        code = compile(ast.Module([statement], []), str(module.__file__), "exec", flags, dont_inherit=True)
        where = f"line {statement.lineno}"
        try:
            with Alarm(self._seconds):
                exec(code, module.__dict__)  # the statement of the submission
        except StopLoading as stop:
            self.notes.append(f"{where} waits for {stop}: of the rest only definitions were loaded")
            return True
        except SystemExit:
            self.notes.append(f"{where} ends the program: of the rest only definitions were loaded")
            return True
        except Late:
            self.notes.append(
                f"{where} did not end within {self._seconds:g} s: of the rest only definitions were loaded"
            )
            return True
        except Exception as error:
            self.errors.append(f"{where}: {type(error).__name__}: {shortened(error)}")
            return not isinstance(statement, DEFINITIONS)
        return False


class Late(BaseException):
    """A statement takes too long."""


class Alarm:
    """Raises `Late` in the main thread after some seconds, where the system has such an alarm."""

    def __init__(self, seconds: float) -> None:
        """Take the seconds."""
        self._seconds = seconds
        self._is_there = hasattr(signal, "setitimer")  # not on Windows

    def __enter__(self) -> None:
        """Start the alarm, unless one is running already."""
        if self._is_there and signal.getitimer(signal.ITIMER_REAL)[0] == 0:
            signal.signal(signal.SIGALRM, _late)
            signal.setitimer(signal.ITIMER_REAL, self._seconds, 0.2)
        else:
            self._is_there = False

    def __exit__(self, *args: object) -> None:
        """Stop the alarm."""
        if self._is_there:
            signal.setitimer(signal.ITIMER_REAL, 0.0)


def _late(number: int, frame: FrameType | None) -> None:
    raise Late


class _BesideFinder(MetaPathFinder, Loader):
    """Loads the Python files beside the submission in the same way."""

    def __init__(self, submission: Submission) -> None:
        """Take the submission."""
        self._submission = submission

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """A file with that name beside the submission."""
        name = fullname.removeprefix(f"{PACKAGE}.")
        file = self._submission.file.parent / f"{name}.py"
        is_elsewhere = "." in name or (path is not None and name == fullname)
        if is_elsewhere or not file.is_file() or not is_imported_from(file.parent):
            return None
        return spec_from_file_location(fullname, str(file), loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run it, and keep what it defines."""
        self._submission.run(module, Path(str(module.__file__)))


def is_imported_from(folder: Path) -> bool:
    """Whether the import that goes on now stands in a file of this folder, and not in the library or the worker."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(str(folder))


def module_name(file: Path) -> str:
    """A name for the module that hides no other module."""
    name = "".join(c if c.isalnum() or c == "_" else "_" for c in file.stem)
    return f"submission_{name}" if name in sys.stdlib_module_names or name in sys.modules or not name else name


def is_main_guard(statement: ast.If) -> bool:
    """Whether a statement is `if __name__ == "__main__"`."""
    if not isinstance(statement.test, ast.Compare):
        return False
    sides = [statement.test.left, *statement.test.comparators]
    return any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)


def missing_names(module: ModuleType, tree: ast.Module) -> list[str]:
    """The global names that the functions of a file read and that are not defined."""
    found: dict[str, None] = {}
    for code in _codes(compile(ast.Module(_definitions(tree), []), "<names>", "exec")):
        local = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        for name in _global_reads(code):
            if name not in local and name not in module.__dict__ and name not in builtin_names():
                found[name] = None
    defined = {name for statement in tree.body if isinstance(statement, DEFINITIONS) for name in _bound(statement)}
    return [name for name in found if name not in defined]


def builtin_names() -> frozenset[str]:
    """The names that every module has."""
    return frozenset(dir(__builtins__ if isinstance(__builtins__, ModuleType) else __import__("builtins"))) | {
        "__file__"
    }


def _definitions(tree: ast.Module) -> list[ast.stmt]:
    return [statement for statement in tree.body if isinstance(statement, DEFINITIONS[:3])]


def _codes(code: Any) -> Iterator[Any]:
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield constant
            yield from _codes(constant)


def _global_reads(code: Any) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield str(instruction.argval)


def _is_import_try(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Try) and all(
        isinstance(each, (*DEFINITIONS, *ASSIGNMENTS)) for each in statement.body
    )


def _flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, with those inside of `if`, `try` and `with`, but not those of loops."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            yield from _flat(statement.body)


def _all_assignments(tree: ast.Module) -> Iterator[ast.stmt]:
    """The assignments to globals, wherever they stand: in branches and loops, and in functions that declare them."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        statement = waiting.pop(0)
        if isinstance(statement, ASSIGNMENTS):
            yield statement
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            declared = {name for node in ast.walk(statement) if isinstance(node, ast.Global) for name in node.names}
            for node in ast.walk(statement):
                if isinstance(node, ASSIGNMENTS) and declared & set(_bound(node)):
                    yield node
        elif not isinstance(statement, ast.ClassDef):
            parts = [getattr(statement, part, []) for part in ("body", "orelse", "finalbody")]
            waiting[:0] = [each for part in parts for each in part]


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(statement, ASSIGNMENTS):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    yield node.id


def syntax_problem(error: SyntaxError | ValueError) -> str:
    """What is wrong with a source, and in which line. A null byte has none; before Python 3.12 it is a ValueError."""
    if not isinstance(error, SyntaxError):
        return str(error)
    return f"{error.msg} (line {error.lineno})" if error.lineno else error.msg


def shortened(value: object, most: int = 200) -> str:
    """The text of a value or an exception, on one line."""
    try:
        text = str(value)
    except Exception:  # the submission's own __str__ may raise anything
        return type(value).__name__
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most] + "..."


def submission_line(error: BaseException, folder: str) -> str:
    """Where in the submission's files an exception was raised: "line 12 of agent.py in minimax"."""
    place = ""
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name.startswith(folder):
            code = traceback.tb_frame.f_code
            place = f"line {traceback.tb_lineno} of {os.path.basename(name)} in {code.co_name}"
        traceback = traceback.tb_next
    return place
