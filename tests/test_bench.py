"""The node signature: a change of any search shows here, and must be stated when it is stored anew."""

from __future__ import annotations

import json

from bench.run import SIGNATURE, signature


def test_node_signature() -> None:
    assert signature() == json.loads(SIGNATURE.read_text())
