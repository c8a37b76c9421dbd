"""The manifest of what is shipped agrees with the files."""

from __future__ import annotations

import hashlib
import importlib.util
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NETWORKS = tomllib.loads((ROOT / "workshop" / "weights.toml").read_text(encoding="utf-8"))["network"]


@pytest.mark.parametrize("network", NETWORKS, ids=lambda network: network["file"])
def test_what_is_shipped_is_what_the_manifest_says(network: dict[str, str]) -> None:
    data = (ROOT / network["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == network["sha256"]
    assert network["lessons"]
    assert importlib.util.find_spec(network["made_by"].split()[2]) is not None


def test_every_network_is_in_the_manifest() -> None:
    shipped = {*ROOT.glob("calibration/*/models/*.onnx"), *ROOT.glob("vision/*/models/*.onnx")}
    assert {str(file.relative_to(ROOT)) for file in shipped} == {network["file"] for network in NETWORKS}
