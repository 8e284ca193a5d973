"""Write the stub of the package for type checkers, from the table of its public names: `python tools/public_names.py`.

With `--check` nothing is written, and the status is 1 where the stub is out of date.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "zerosum" / "__init__.py"
FILE = PACKAGE.with_suffix(".pyi")

HEADER = "# Written by tools/public_names.py from the table in __init__.py: do not edit.\n\n"


def stub() -> str:
    """The stub's text: one import for each public name, re-exported under the same name."""
    names = sorted((room, name) for name, room in runpy.run_path(str(PACKAGE))["_ROOM_OF"].items())
    lines = [f"from zerosum.{room} import {name} as {name}\n" for room, name in names]
    return HEADER + "".join(lines) + "\n__version__: str\n__all__: list[str]\n"


def main() -> int:
    """Write the file, or say that it is out of date."""
    if "--check" not in sys.argv:
        FILE.write_text(stub())
    elif FILE.read_text() != stub():
        sys.stderr.write(f"{FILE.name} is out of date: run python tools/public_names.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
