"""Without a browser the tests that need one are skipped, and the run says so in the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT


@pytest.mark.proof
def test_skipped_loudly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n2", "tests/browser"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert re.search(
        r"^no Chromium: \d+ browser tests were skipped; apt-get install chromium$", ran.stdout, re.MULTILINE
    )
