"""Pictures that are kept show nothing of what lies before the players: not a face, not a colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.album import Album
from vision.eye import Pointing
from vision.frame import Frame
from vision.igluiglu.sim.arranging import seat_place
from vision.igluiglu.sim.draw.lens import through_lens
from vision.igluiglu.sim.draw.painter import Painter
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.profile import scene_profile
from vision.igluiglu.sim.scene import Piece, Tile
from vision.igluiglu.veil import veiled

pytestmark = pytest.mark.slow


def picture(face: str, beside: bool) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The demonstration's table with a kept tile face up before a player, or with the same tile on the board."""
    scene = plain_scene(960, 540)
    at = seat_place(scene.geometry, -90.0, 45.0, 20.0) if beside else scene.geometry.centre("d4")
    tile = Tile(*at, face, "" if beside else "d4", "hand r" if beside else "board")
    figure = Piece("inuit", *scene.geometry.centre("d1"), "d1", "r")
    scene = replace(scene, tiles=(tile,), pieces=(figure,))
    return np.asarray(through_lens(Painter(scene, 1.3).paint(), scene.camera)[0], np.uint8)


def proof(face: str, beside: bool) -> bytes:
    """What goes on record of such a table."""
    profile = scene_profile(plain_scene(960, 540))
    album = Album()
    album.keep(Frame(veiled(profile, picture(face, beside)), 0, 0.0), profile)
    (((_, _, data)),) = album.proof(0.0, 1.0, Pointing(("d1", "e1", "h8", "a8")))
    return data


def test_whatever_lies_before_a_player_the_bytes_are_the_same() -> None:
    assert (picture("harpoon", True) != picture("melt", True)).any()
    assert proof("harpoon", True) == proof("melt", True) == proof("back", True)


def test_what_lies_on_the_board_is_kept() -> None:
    assert proof("glacier", False) != proof("back", False)
    profile, bgr = scene_profile(plain_scene(960, 540)), picture("back", False)
    corners = np.round(profile.grid.corners).astype(int)
    middle = corners.mean(0).astype(int)
    assert (veiled(profile, bgr)[middle[1], middle[0]] == bgr[middle[1], middle[0]]).all()
