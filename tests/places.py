"""Where the project, its tests and their data lie."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EXAMPLES = ROOT / "examples"
DATA = TESTS / "data"
AGENTS = TESTS / "grade_agents"
