"""The contract's own vectors: verdicts and counts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.icecult.ends.ends import ends
from tests.engine.tables import position, vectors


@pytest.mark.parametrize("vector", vectors("judge.jsonl"), ids=lambda vector: " ".join(vector["in"]["turn"]))
def test_verdict(vector: dict[str, Any]) -> None:
    rules, state = position(vector["in"])
    verdict = rules.judge(state, vector["in"]["turn"]).to_json()
    assert {key: verdict[key] for key in vector["out"]} == vector["out"]
    if vector["out"].get("rule", "").startswith("missed"):
        assert verdict["owed"]


@pytest.mark.parametrize("vector", vectors("ends.jsonl"), ids=lambda vector: str(vector["count"]))
def test_ends(vector: dict[str, Any]) -> None:
    rules, state = position(vector["in"])
    found = ends(rules.begin(state))
    assert len(found) == len(set(found)) == vector["count"]
    assert sum(1 for _, winners in found if winners) == vector["winning"]
