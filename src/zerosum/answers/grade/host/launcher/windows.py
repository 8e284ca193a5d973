"""Start a command on Windows, where it is not confined: it can be stopped, and that is all.

Run by path, as `__main__.py` on other systems, with the same order and the same words to the grader. Pipes are given as
handles.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import Any

NOT_ISOLATED = (
    "it can read and change the files of the grader's user, zerosum's among them",
    "it can use the network",
    "it can end the grader's process and others of the same user",
    "its memory, its processes and the files that it writes are not limited",
)


def run(order: dict[str, Any]) -> None:
    """Start the command, wait until it ends or the grader wants it to end, and tell how it ended."""
    if sys.platform != "win32":
        raise OSError("this program is for Windows")
    import msvcrt

    status = msvcrt.open_osfhandle(order["status"], 0)
    lifeline = msvcrt.open_osfhandle(order["lifeline"], os.O_RDONLY)
    for handle in (order["status"], order["lifeline"]):
        os.set_handle_inheritable(handle, False)
    environment = order["environment"]
    if order["pipe"]:
        environment["ZEROSUM_PIPE"] = " ".join(map(str, order["pipe"]))
    command = [word.replace("{folder}", order["folder"]) for word in order["command"]]

    def tell(what: dict[str, Any]) -> None:
        os.write(status, json.dumps(what).encode() + b"\n")

    started = {"started": True, "not_isolated": NOT_ISOLATED, "folder": order["folder"]}
    try:
        agent = subprocess.Popen(command, cwd=order["folder"], env=environment, close_fds=False)
    except OSError as error:
        tell(started | {"ended": {"cannot": str(error)}})
        return
    tell(started)

    def end_with_grader() -> None:
        os.read(lifeline, 1)
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(agent.pid)], capture_output=True, check=False)

    threading.Thread(target=end_with_grader, daemon=True).start()
    tell({"ended": {"code": agent.wait()}})


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
