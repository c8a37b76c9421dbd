"""Sizes of a set as they are kept from one evening to the next, and its file: only proportions can be seen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from calibration.errors import SetError
from calibration.files import read_json, write_atomically

Sizes = Mapping[str, Mapping[str, float]]
"""Name -> mm, and how sure that is."""


def plain(sizes: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Sizes as they are written down."""
    return {key: {"mm": float(size["mm"]), "sure": float(size["sure"])} for key, size in sizes.items()}


def least_sure(sizes: Sizes, keys: Iterable[str]) -> float:
    """How sure the least certain of these sizes is."""
    return min(float(sizes[key]["sure"]) for key in keys)


def with_better(ours: Sizes, theirs: Sizes, keys: Iterable[str], scale: float) -> dict[str, dict[str, float]]:
    """Our sizes, those of `keys` taken from another measurement where it is surer; `scale`: our mm in one of theirs."""
    out = plain(ours)
    for key in keys:
        if key in theirs and float(theirs[key]["sure"]) > out.get(key, {"sure": 0.0})["sure"]:
            out[key] = {"mm": round(float(theirs[key]["mm"]) * scale, 2), "sure": float(theirs[key]["sure"])}
    return out


def read_set(path: Path | str) -> Any:
    """The JSON of a set's file; a SetError says what is wrong."""
    try:
        return read_json(path)
    except OSError as error:
        raise SetError(f"{path}: cannot read the set ({error.strerror})") from error
    except ValueError as error:
        raise SetError(f"{path}: expected a set as JSON ({error})") from error


def write_set(path: Path | str, data: Mapping[str, Any]) -> None:
    """Write a set whole or not at all."""
    try:
        write_atomically(path, json.dumps(data, indent=1) + "\n")
    except OSError as error:
        raise SetError(f"{path}: cannot write the set ({error.strerror})") from error
