"""Check the vendored JavaScript against the packages as they were published: `python tools/vendored.py`.

It needs npm, which fetches the packages; `tests/test_vendored.py` checks the same files by their recorded hashes.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "src" / "zerosum" / "faces" / "web" / "page" / "vendor"


def published(package: str, version: str, folder: Path) -> tarfile.TarFile:
    """A package as its registry has it."""
    command = ["npm", "pack", "--silent", f"{package}@{version}", "--pack-destination", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return tarfile.open(folder / done.stdout.split()[-1])


def main() -> int:
    """Compare every vendored file byte by byte; `--record` writes the hashes down."""
    listed = json.loads((VENDOR / "vendored.json").read_text())
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        archives: dict[tuple[str, str], tarfile.TarFile] = {}
        for each in listed:
            name = each["package"], each["version"]
            if name not in archives:
                archives[name] = published(*name, Path(folder))
            member = archives[name].extractfile(f"package/{each['path']}")
            ours = (VENDOR / each["file"]).read_bytes()
            if member is None or member.read() != ours:
                wrong.append(each["file"])
            each["sha256"] = hashlib.sha256(ours).hexdigest()
    if wrong:
        sys.stderr.write(f"not as published: {', '.join(wrong)}\n")
        return 1
    if "--record" in sys.argv:
        (VENDOR / "vendored.json").write_text(json.dumps(listed, indent=2) + "\n")
    sys.stdout.write(f"{len(listed)} files are as published\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
