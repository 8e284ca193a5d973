"""Try every reader, and print how many cases it has kept."""

from __future__ import annotations

import sys

from tests.hostile.fork_server import fork_server
from tests.hostile.promise import try_reader
from tests.hostile.readers import READERS

count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
names = sys.argv[2:] or READERS
total = failed = 0
print("| reader | cases | refused | kept | slowest |\n| --- | ---: | ---: | ---: | ---: |")  # noqa: T201
with fork_server() as server:
    for name in names:
        kept = try_reader(server, name, count)
        total, failed = total + kept.cases, failed + len(kept.broken)
        print(  # noqa: T201
            f"| {name} | {kept.cases} | {kept.refused} | {kept.cases - len(kept.broken)} | {kept.slowest:.2f} s |",
            flush=True,
        )
        for broken in kept.broken:
            sys.stderr.write(f"{broken}\n")
print(f"{total} cases, {failed} not kept")  # noqa: T201
