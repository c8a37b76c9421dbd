"""What every table's profile has, whatever the game; the game's own room says the rest (schema 2; 1 is read too)."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, Self

from calibration.board import Board
from calibration.camera import Camera
from calibration.files import read_json, write_atomically
from engine.core.errors import IcekeeperError

SCHEMA = 2
READABLE = (1, 2)
"""Schema 1 was written when there was one game and names none."""


class ProfileError(IcekeeperError):
    """A profile that cannot be read or does not fit the picture."""


class ShapeError(ProfileError):
    """A picture of another size than the profile is for."""


class Profile(Board, Protocol):
    """One table as one camera sees it."""

    @property
    def resolution_wh(self) -> tuple[int, int]:
        """The picture size it is valid for."""

    @property
    def camera(self) -> Camera:
        """What sees it, in table mm."""

    @property
    def game(self) -> str:
        """Whose board it is."""

    @property
    def layout(self) -> str:
        """Which of the game's ways to lay the board."""

    @property
    def set(self) -> Mapping[str, Any] | None:
        """The equipment as JSON; None until it is known."""

    @property
    def quality(self) -> Mapping[str, Any]:
        """How good the calibration is: grade, numbers and advice."""

    def check_picture(self, width: int, height: int) -> None:
        """Raise ShapeError for a picture of another size."""

    def turned(self, quarters: int) -> Self:
        """The profile for pictures turned clockwise by so many quarters."""

    def to_json(self) -> dict[str, Any]:
        """The whole profile."""


def must_fit(resolution_wh: tuple[int, int], width: int, height: int) -> None:
    """Raise ShapeError for a picture of another size than a profile is for."""
    if (width, height) != resolution_wh:
        w, h = resolution_wh
        raise ShapeError(
            f"the profile is for pictures of {w}x{h}, this one is {width}x{height}; run `icekeeper calibrate` again"
        )


def today() -> str:
    """The moment as it is written into profiles."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_schema(data: Any, name: str) -> None:
    """Raise ProfileError for what is no profile, or one of another version."""
    if not isinstance(data, dict) or "schema" not in data:
        raise ProfileError(
            f"{name}: expected a table profile (with a schema number); make one with `icekeeper calibrate`"
        )
    if data["schema"] not in READABLE:
        raise ProfileError(
            f"{name}: schema {data['schema']!r}, this version reads {SCHEMA}; run `icekeeper calibrate` again"
        )


def read_profile(path: Path | str) -> Any:
    """The JSON of a profile's file; a ProfileError says what is wrong."""
    try:
        return read_json(path)
    except OSError as error:
        raise ProfileError(
            f"{path}: cannot read the profile ({error.strerror}); make one with `icekeeper calibrate`"
        ) from error
    except ValueError as error:
        raise ProfileError(f"{path}: expected a table profile ({error})") from error


def write_profile(path: Path | str, data: Mapping[str, Any]) -> None:
    """Write a profile as JSON."""
    try:
        write_atomically(path, json.dumps(data, indent=1) + "\n")
    except OSError as error:
        raise ProfileError(f"{path}: cannot write the profile ({error.strerror})") from error
