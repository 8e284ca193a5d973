"""Stand-ins for modules of windows, sound and colours, so that a program with a window can be loaded without one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from zerosum.answers.grade.host.worker.loading import is_imported_from

WINDOWS = (
    "pygame",
    "tkinter",
    "Tkinter",
    "turtle",
    "curses",
    "pyglet",
    "arcade",
    "kivy",
    "kivymd",
    "wx",
    "PyQt4",
    "PyQt5",
    "PyQt6",
    "PySide2",
    "PySide6",
    "customtkinter",
    "PySimpleGUI",
    "FreeSimpleGUI",
    "easygui",
    "graphics",
    "msvcrt",
    "winsound",
    "keyboard",
    "pynput",
    "pgzrun",
    "pgzero",
    "IPython",
    "ipywidgets",
    "streamlit",
    "flask",
)
"""Always replaced: there is no screen, even where they are installed."""

DECORATION = (
    "colorama",
    "termcolor",
    "pyfiglet",
    "tabulate",
    "playsound",
    "pyttsx3",
    "gtts",
    "rich",
    "tqdm",
    "blessed",
    "prettytable",
    "matplotlib",
    "seaborn",
    "PIL",
    "cv2",
    "emoji",
    "art",
    "simple_term_menu",
    "inquirer",
    "questionary",
    "click",
    "typer",
    "cowsay",
    "kaggle_environments",
    "requests",
)
"""Replaced where they are not installed: an answer needs none of them."""

LOOPS = frozenset(
    (
        *("mainloop", "main_loop", "exitonclick", "done", "textinput", "numinput", "wrapper"),
        *("getch", "getMouse", "getKey", "exec_", "exec", "read", "run"),
    )
)
"""Calls that wait for a person, in whichever module."""

PYGAME_LOOPS = frozenset(
    (
        *("pygame.event.get", "pygame.event.wait", "pygame.event.poll", "pygame.time.wait"),
        *("pygame.display.flip", "pygame.display.update"),
    )
)

TKINTER_NAMES = [
    "Tk",
    "Frame",
    "Label",
    "Button",
    "Canvas",
    "Entry",
    "Text",
    "Toplevel",
    "Menu",
    "Radiobutton",
    "Checkbutton",
    "Scale",
    "Spinbox",
    "Listbox",
    "Scrollbar",
    "PhotoImage",
    "StringVar",
    "IntVar",
    "BooleanVar",
    "DoubleVar",
    "messagebox",
    "ttk",
    "font",
    "simpledialog",
    "filedialog",
    "END",
    "LEFT",
    "RIGHT",
    "TOP",
    "BOTTOM",
    "CENTER",
    "BOTH",
    "X",
    "Y",
    "N",
    "S",
    "E",
    "W",
    "NW",
    "NE",
    "SW",
    "SE",
    "NSEW",
    "DISABLED",
    "NORMAL",
    "ACTIVE",
    "HORIZONTAL",
    "VERTICAL",
    "INSERT",
    "ANCHOR",
    "RAISED",
    "SUNKEN",
    "FLAT",
    "RIDGE",
    "GROOVE",
    "SOLID",
    "mainloop",
    "LabelFrame",
    "PanedWindow",
    "Message",
    "OptionMenu",
    "TclError",
    "Event",
    "WORD",
    "YES",
    "NO",
]
PYGAME_NAMES = [
    "QUIT",
    "KEYDOWN",
    "KEYUP",
    "MOUSEBUTTONDOWN",
    "MOUSEBUTTONUP",
    "MOUSEMOTION",
    "K_ESCAPE",
    "K_SPACE",
    "K_RETURN",
    "K_r",
    "K_q",
    "Rect",
    "Color",
]
TURTLE_NAMES = [
    "Turtle",
    "Screen",
    "mainloop",
    "done",
    "forward",
    "backward",
    "left",
    "right",
    "penup",
    "pendown",
    "goto",
    "color",
    "speed",
    "hideturtle",
]


class Anything:
    """An object that can be called, indexed, looped over and calculated with, and does nothing."""

    def __init__(self, name: str = "", stop: Callable[[str], None] | None = None) -> None:
        """Remember its name, and what ends loading."""
        self.__dict__["_name"] = name
        self.__dict__["_stop"] = stop

    def __call__(self, *args: Any, **settings: Any) -> Any:
        """Call it, which ends loading where a window would wait for events."""
        name: str = self.__dict__.get("_name", "")
        stop = self.__dict__.get("_stop")
        if stop is not None and (name in PYGAME_LOOPS or name.rpartition(".")[2] in LOOPS):
            stop(name)
        return Anything(name, stop)

    def __getattr__(self, name: str) -> Any:
        """Any name."""
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything(f"{self.__dict__.get('_name', '')}.{name}", self.__dict__.get("_stop"))

    def __iter__(self) -> Iterator[Any]:
        """Nothing to loop over."""
        return iter(())

    def __getitem__(self, key: Any) -> Any:
        """Itself."""
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        """Nothing is kept."""
        return

    def __enter__(self) -> Any:
        """Itself."""
        return self

    def __exit__(self, *args: object) -> None:
        """Close it."""
        return

    def __bool__(self) -> bool:
        """False, so that loops end."""
        return False

    def __len__(self) -> int:
        """Empty."""
        return 0

    def __int__(self) -> int:
        """Zero."""
        return 0

    def __index__(self) -> int:
        """Zero."""
        return 0

    def __float__(self) -> float:
        """Zero."""
        return 0.0

    def __str__(self) -> str:
        """Nothing."""
        return ""

    def __lt__(self, other: object) -> bool:
        """Never."""
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def _same(self, *other: object) -> Any:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _same
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __or__ = __ror__ = __and__ = _same

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """A class may inherit from it."""
        return (Anything,)


class StubModule(ModuleType):
    """A module that has every name."""

    _stop: Callable[[str], None] | None = None

    def __getattr__(self, name: str) -> Any:
        """Any name."""
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if name.endswith(("Error", "Exception")):
            return type(name, (Exception,), {})
        value = Anything(f"{self.__name__}.{name}", self._stop)
        setattr(self, name, value)
        return value


class StubFinder(MetaPathFinder, Loader):
    """Finds the stand-ins for imports of the submission; `used` are the names of those that were asked for.

    The standard library tries to import modules of Windows too, and has to find that they are missing.
    """

    def __init__(self, names: Sequence[str], folder: Path, used: list[str], stop: Callable[[str], None]) -> None:
        """Take the names that it stands for, and the folder of the submission."""
        self._names = names
        self._folder = folder
        self._used = used
        self._stop = stop

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """A stand-in for these names and all below them."""
        if fullname.partition(".")[0] not in self._names or not is_imported_from(self._folder):
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A module with every name."""
        top = spec.name.partition(".")[0]
        if top not in self._used:
            self._used.append(top)
        module = StubModule(spec.name)
        module._stop = self._stop
        names = {"tkinter": TKINTER_NAMES, "Tkinter": TKINTER_NAMES, "pygame": PYGAME_NAMES, "turtle": TURTLE_NAMES}
        module.__dict__["__all__"] = names.get(top, [])
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is to be run."""


def install(folder: Path, used: list[str], stop: Callable[[str], None]) -> None:
    """Let the stand-ins be found: those of windows first, the others where there is nothing else."""
    sys.meta_path.insert(0, StubFinder(WINDOWS, folder, used, stop))
    sys.meta_path.append(StubFinder(DECORATION, folder, used, stop))
