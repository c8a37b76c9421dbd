"""A fault with the pictures that prove it, made as the eye makes them, without playing a film."""

from __future__ import annotations

import time

import cv2

from engine.icecult.cube import STANDARD_SET
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.words.texts import in_all
from tests.webui.making import PLAYERS
from vision.album import KeptPicture, pointed
from vision.eye import Pointing
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import stage_for
from webui.parts import Parts
from webui.record.events import Told, TurnEnded
from webui.record.opening import create_match
from webui.record.store import Picture
from webui.referee.by_hand import FAULT_OFFERS

MISSED = ("Nn", "Ee")
AT = Pointing(("NW",), ("NW", "S1"))


def pictures(at: Pointing = AT) -> list[bytes]:
    """The virtual table before its first turn and as it lies after it, cut to what is pointed at."""
    film, renderer = (
        Film(random_match(4, "ryg", 1, (), stage=stage_for(4, "sides", "ceiling", (1280, 720)))),
        Renderer(),
    )
    first = film.first_scene()
    scenes = [scene for scene, _ in film.scenes()]
    drawn = [renderer.render(scene).bgr for scene in (scenes[0], scenes[-1])]
    profile = scene_profile(first, drawn[0])
    jpegs = [cv2.imencode(".jpg", bgr)[1].tobytes() for bgr in drawn]
    return [pointed(KeptPicture(0.0, jpeg, profile), at) for jpeg in jpegs]


def with_proof(parts: Parts, source: str = "camera") -> str:
    """A match on the table in which the first turn missed an arrow, with a picture from before and one from after."""
    match_id = create_match(parts.store, PLAYERS, name="Saturday at the lake", source=source)
    rules = IceCult(STANDARD_SET, players="ryg")
    after = rules.begin(State.setup("r")).play_anyway(MISSED)[0].state.to_json() | {"to_move": "y"}
    kept = [
        Picture(f"{k}", name, k, jpeg)
        for (k, name), jpeg in zip(enumerate(("before", "after")), pictures(), strict=True)
    ]
    now = time.time()
    told = {"mover": "r", "colour": "g", "slot": "NW", "path": "S"}
    events = [
        TurnEnded(now, 1, "r", MISSED, after, {"legal": False, "rule": "missed-arrow", "at": 2}, 0.0, 1.0, "camera"),
        Told(now, "1.0", 1, "fault", "missed-arrow", in_all("missed-arrow.enter", **told), ("0", "1"), FAULT_OFFERS),
    ]
    parts.store.append(match_id, events, kept)
    parts.desk.put(match_id)
    return match_id
