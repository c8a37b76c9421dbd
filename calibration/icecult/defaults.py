"""The standard set: used wherever no other is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from calibration.sizes.kept import read_set
from engine.core.errors import IcekeeperError

MODELS = Path(__file__).resolve().parent / "models"
STANDARD_SET_PATH = Path(__file__).resolve().parent / "data" / "standard-set.json"


def standard_set() -> dict[str, Any]:
    """The standard set as JSON (docs/FORMATS.md), all 24 faces known."""
    data: dict[str, Any] = json.loads(STANDARD_SET_PATH.read_text(encoding="utf-8"))
    return data


def load_set(path: Path | str) -> dict[str, Any] | None:
    """The cubes of a set file, their shape checked by whoever plays with them; None where no face is known yet."""
    data = read_set(path)
    if not isinstance(data, dict) or not isinstance(data.get("cubes"), dict):
        raise IcekeeperError(f'{path}: expected a set with "cubes"; see docs/FORMATS.md')
    if data.get("schema") and not any(face for cube in data["cubes"].values() for face in cube.values()):
        return None
    return {key: data[key] for key in ("name", "spaces", "cubes") if key in data}
