"""How networks are run is timed once on a machine and kept; what is kept for another runtime, or spoiled, is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.icecult.defaults import MODELS
from calibration.networks import WAYS, Network, faster, network, run_in
from webui.table.upkeep.speed import FILE, known, run_networks_the_faster_way, timed_network


def levels(net: Network) -> Any:
    """What the timed network makes of pictures of noise."""
    rng = np.random.default_rng(1)
    crops, facts = rng.integers(0, 255, (4, 128, 80, 3)).astype(np.uint8), rng.random((4, 7), np.float32)
    return net.answer(["levels"], crops=crops, facts=facts)[0]


@pytest.fixture(autouse=True)
def whole_numbers_again() -> Iterator[None]:
    yield
    run_in("whole")


def test_both_ways_run_and_say_nearly_the_same() -> None:
    whole, floats = (levels(Network(timed_network(), way)) for way in WAYS)
    assert 0 < np.abs(whole - floats).mean() < 0.3 * floats.std()


def test_it_is_timed_once_and_kept(tmp_path: Path) -> None:
    chosen = run_networks_the_faster_way(tmp_path)
    assert json.loads((tmp_path / FILE).read_text())["numbers"] == chosen
    (tmp_path / FILE).write_text(json.dumps({"numbers": "floats", "onnxruntime": version("onnxruntime")}))
    assert run_networks_the_faster_way(tmp_path) == "floats"


def test_the_next_network_is_run_as_chosen() -> None:
    run_in("floats")
    assert np.array_equal(levels(network(timed_network())), levels(Network(timed_network(), "floats")))


@pytest.mark.parametrize("found", [None, [], {"numbers": "floats", "onnxruntime": "0.1"}, {"numbers": "many"}])
def test_what_does_not_fit_is_timed_again(found: object) -> None:
    assert known(found, version("onnxruntime")) is None


def test_a_network_in_floats_already_is_run_as_it_is() -> None:
    assert faster(MODELS / "overview.onnx") in WAYS
