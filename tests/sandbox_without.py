"""Start a sandbox on a system that lacks something: `python sandbox_without.py USER CALLS SCRIPT` prints JSON.

The calls, separated by commas, are refused to this process and so to the launcher. USER 0 stays who it is.
"""

from __future__ import annotations

import json
import os
import platform
import sys

from zerosum.answers.grade.ask.description import Limits
from zerosum.answers.grade.host.launcher import linux, system_calls
from zerosum.answers.grade.host.sandbox import start

NUMBERS = {
    "x86_64": {"mount": 165, "unshare": 272, "landlock_create_ruleset": 444},
    "aarch64": {"mount": 40, "unshare": 97, "landlock_create_ruleset": 444},
}


def main() -> None:
    user, calls, script = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    system_calls.NUMBERS[platform.machine()].update(NUMBERS[platform.machine()])
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    linux.gain_no_rights()
    system_calls.refuse(filter(None, calls.split(",")))
    with start(["bash", "-c", script], files={}, limits=Limits()) as process:
        process.wait(20.0)
        lines = process.receive(1.0).decode().split("\n")
        found = {"not_isolated": process.not_isolated, "succeeded": [line for line in lines if line]}
        sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
