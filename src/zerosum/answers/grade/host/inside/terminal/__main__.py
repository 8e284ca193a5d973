"""Obey the grader: start the program, type a line, go back. One JSON object a line, from and to the private pipe.

    {"op": "start", "seconds": 20}                 begin the program anew
    {"op": "type", "line": "5", "seconds": 10}     type a line
    {"op": "back", "depth": 3}                     back to where 3 lines were typed (Python programs only)

A Python program has so many seconds of processor time, and "clock_seconds" by the clock; others have them by the clock.
Each is answered when the program waits for a line, has ended, or has used its time:

    {"state": "waits" | "ended" | "late" | "flood", "printed": TEXT, "code": N or null, "why": TEXT, "seconds": S}
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zerosum.answers.grade.host.inside.terminal import channel, pty_program, python_program
else:
    import channel
    import pty_program
    import python_program


def main() -> None:
    """Serve the program that the only argument describes."""
    order = json.loads(sys.argv[1])
    ends = [int(number) for number in os.environ.pop("ZEROSUM_PIPE", "0 1").split()]
    pipe = channel.Channel(*ends)
    if order["mode"] == "python":
        python_program.serve(order, pipe)
    else:
        pty_program.serve(order, pipe)


if __name__ == "__main__":
    main()
