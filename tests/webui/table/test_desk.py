"""Which cubes a match begins with: those that are known, else none for a camera and the standard ones by hand."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import pytest

from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.profile import TableProfile
from engine.icecult.cube import STANDARD_SET, UNKNOWN_SET, CubeSet
from engine.icecult.options import HouseRules
from tests.webui.making import FIRST_TURN, PLAYERS, play
from vision.icecult.sim.play.source import SimSource
from webui.icecult.demo import demo_film
from webui.parts import Parts
from webui.present.replay import turn_json
from webui.table.first import open_table
from webui.table.setup import Setup

OWN = replace(STANDARD_SET, name="own")


@cache
def film_profile() -> TableProfile:
    """The virtual table as a camera without any knowledge of the cubes would know it."""
    return demo_film().profile().changed(set=None)


def cubes(parts: Parts) -> CubeSet:
    """The cubes of the match on the table."""
    return parts.desk.table().match.equipment


@pytest.mark.slow
def test_a_camera_that_knows_no_cubes_learns_them_and_one_that_does_uses_them(parts: Parts) -> None:
    profile = film_profile()
    parts.desk.watch(demo_film(), profile, PLAYERS)
    assert cubes(parts) == UNKNOWN_SET
    parts.desk.watch(demo_film(), profile.changed(set=OWN.to_json()), PLAYERS)
    assert cubes(parts) == OWN
    parts.desk.open(PLAYERS)
    assert cubes(parts) == STANDARD_SET


@pytest.mark.slow
def test_a_match_set_up_on_the_page_invents_no_cubes(parts: Parts) -> None:
    def opener(text: str) -> SimSource:
        return demo_film()

    setup = Setup(parts.desk, parts.learning, opener)
    for known, expected in ((None, UNKNOWN_SET), (OWN.to_json(), OWN)):
        parts.learning.kept = KeptSet() if known is None else KeptSet.from_json(known)
        setup.choose("0")
        setup.profile = film_profile()
        setup.start(PLAYERS, "", HouseRules(), "sides")
        assert cubes(parts) == expected
        assert parts.store.camera(parts.desk.table().match_id) == "0"
    setup.close()


@pytest.mark.slow
def test_play_with_a_profile_uses_the_cubes_told_of_or_those_learned(parts: Parts, tmp_path: Path) -> None:
    film = demo_film()
    cv2.imwrite(str(tmp_path / "0.png"), next(film.frames()).bgr)
    film.close()
    table, own, other = tmp_path / "table.json", OWN.to_json(), STANDARD_SET.to_json()
    (tmp_path / "set.json").write_text(json.dumps(own))
    for in_profile, learned, given, expected in (
        (None, None, None, UNKNOWN_SET),
        (own, None, None, OWN),
        (None, own, None, OWN),
        (own, other, None, OWN),
        (other, other, str(tmp_path / "set.json"), OWN),
    ):
        film_profile().changed(set=in_profile).save(table)
        parts.learning.kept = KeptSet() if learned is None else KeptSet.from_json(learned)
        files = {"source": str(tmp_path), "table": str(table), "set_file": given}
        open_table(parts.desk, parts.learning, Namespace(**files, game="ice-cult", players="ry", new=False))
        assert cubes(parts) == expected


def test_the_replay_says_which_turns_could_not_be_checked(table: Parts) -> None:
    session = table.desk.table()
    play(table, FIRST_TURN)
    turn = session.match.turns[0]
    assert turn_json(turn, session.match, {}, {})["unchecked"] is None
    turn.verdict["unchecked"] = ["tilts"]
    assert "could not be checked" in turn_json(turn, session.match, {}, {})["unchecked"]["en"]
