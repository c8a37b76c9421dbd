"""The eye of any table: the toy's board, a reader that is told what to say, and nothing of a game that is on offer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.camera import Camera
from tests.toy.calibration.board import StonesProfile
from tests.toy.vision.table import CAMERA
from vision.eye import Pointing
from vision.frame import Bgr, Frame
from vision.table_eye import TableEye

WIDTH, HEIGHT = CAMERA.resolution_wh


@dataclass(frozen=True)
class Board(StonesProfile):
    """The toy's board, by a name."""

    camera: Camera = CAMERA
    name: str = "first"


@dataclass(frozen=True)
class Brightness:
    """What the toy reads: how bright the picture is."""

    mean: float
    hand: float
    hidden: frozenset[str] = frozenset({"c"})

    def rounded(self) -> Brightness:
        return replace(self, mean=round(self.mean))

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean}


@dataclass
class Reader:
    """Reads the brightness, through the board of this name; `hand` is how likely it says that there is one."""

    through: str = "first"
    hand: float = 0.0
    covered: float = 0.0

    def read(self, bgr: Bgr, previous: Any) -> Brightness:
        return Brightness(float(bgr.mean()), self.hand)

    def hand_share(self, bgr: Bgr) -> float:
        return self.covered

    def is_plain(self, reading: Brightness, usual: frozenset[str]) -> bool:
        return True

    def blind(self, reading: Brightness) -> tuple[str, ...]:
        return tuple(reading.hidden)

    def trouble(self, profile: Any, bgr: Bgr, reading: Any) -> str:
        return "too-far"

    def learned(self, profile: Board) -> Board | None:
        return replace(profile, name="known") if profile.name == "first" else None

    def elsewhere(self, profile: Board) -> Reader:
        return Reader(profile.name)


def film(seconds: float) -> list[Frame]:
    """One still picture again and again."""
    picture = np.random.default_rng(1).integers(60, 200, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    picture = np.repeat(np.repeat(picture[::16, ::16], 16, axis=0), 16, axis=1)
    return [Frame(np.ascontiguousarray(picture), k, k / 4) for k in range(round(4 * seconds))]


def stays(profile: Board, bgr: Bgr) -> tuple[str, Board]:
    return "fits", profile


def test_a_rest_is_read_learned_from_and_proven() -> None:
    told: list[Board] = []
    eye = TableEye(Board(), Reader(), stays, told.append)
    glances = [eye.look(frame) for frame in film(2.0)]
    assert [glance.status for glance in glances[:3]] == ["moving", "rest", "rest"]
    assert isinstance(glances[1].observation, Brightness)
    assert glances[1].places == ("c",)
    assert glances[-1].trouble == "too-far"
    assert [board.name for board in told] == ["known"]
    assert eye.profile is told[0]
    assert [name for name, _, _ in eye.evidence(0.0, 2.0, Pointing(("a3", "b3")))] == ["after"]


def test_a_board_that_moved_is_read_where_it_is_now() -> None:
    other = Board(name="other")
    eye = TableEye(Board(), Reader(), lambda profile, bgr: ("moved", other))
    noted = [note for frame in film(5.0) for note in eye.look(frame).noted]
    assert noted[:1] == ["board-moved"]
    assert eye.profile is other


def test_a_board_that_is_gone_is_told_once() -> None:
    eye = TableEye(Board(), Reader(), lambda profile, bgr: ("lost", profile))
    glances = [eye.look(frame) for frame in film(8.0)]
    assert [note for glance in glances for note in glance.noted] == ["board-lost"]
    assert glances[-1].status == "lost"


def test_a_board_that_comes_in_sight_again_is_found_within_two_seconds() -> None:
    hidden_s, other = 3.5, Board(name="other")
    now = [0.0]
    eye = TableEye(Board(), Reader(), lambda p, bgr: ("moved", other) if now[0] > hidden_s else ("lost", p))
    for frame in film(2 * hidden_s):
        now[0] = frame.taken_at_s
        eye.look(frame)
        if eye.profile is other:
            break
    assert hidden_s < now[0] <= hidden_s + 2.0


def test_a_hand_that_the_reader_sees_is_no_rest() -> None:
    sure, doubted, seen_twice = Reader(hand=0.8), Reader(hand=0.6), Reader(hand=0.6, covered=0.1)
    for reader, status in ((sure, "hand"), (doubted, "rest"), (seen_twice, "hand")):
        eye = TableEye(Board(), reader, stays)
        assert [eye.look(frame).status for frame in film(0.5)][-1] == status
