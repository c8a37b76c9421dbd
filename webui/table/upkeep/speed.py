"""Whether this machine runs networks faster in whole numbers or in floats: timed at the first start, and kept."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import vision
from calibration.networks import WAYS, Numbers, faster, run_in
from engine.games import DEFAULT_GAME, GAMES
from webui.record.disk.kept import KeptValue

FILE: Final = "networks.json"


def run_networks_the_faster_way(folder: Path) -> Numbers:
    """Time both ways where nobody has with this ONNX Runtime, keep what was found, and run all networks so."""
    kept = KeptValue(folder / FILE)
    found = kept.read()
    runtime = version("onnxruntime")
    numbers = known(found, runtime)
    if numbers is None:
        numbers = faster(timed_network())
        kept.write({"numbers": numbers, "onnxruntime": runtime})
    run_in(numbers)
    return numbers


def known(found: Any, runtime: str) -> Numbers | None:
    """What was kept for this runtime; None where nothing fit to be believed was."""
    if not isinstance(found, dict) or found.get("onnxruntime") != runtime:
        return None
    return next((way for way in WAYS if way == found.get("numbers")), None)


def timed_network() -> Path:
    """The largest network of the game that is played most."""
    folder = Path(vision.__file__).parent / GAMES[DEFAULT_GAME].folder / "models"
    return max(folder.glob("*.onnx"), key=lambda file: file.stat().st_size)
