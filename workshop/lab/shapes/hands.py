"""Hands and sleeves as meshes."""

from __future__ import annotations

from functools import lru_cache

from vision.sim.hands import capsules, hand_frame
from vision.sim.space import Array
from workshop.lab.shapes.digits import digit_meshes
from workshop.lab.shapes.materials import diffuse, plastic, rgb, to_mitsuba
from workshop.lab.shapes.meshes import Tri
from workshop.lab.shapes.surface import blob
from workshop.lab.space import Json

FRAME = ("yaw_deg", "pitch_deg", "twist_deg", "left")


@lru_cache(maxsize=16)
def hand_meshes(kind: str = "pinch", sleeve_at_mm: float = 225.0) -> tuple[Tri, Tri]:
    """Skin and sleeve of a right hand; the sleeve's far part is left out: it could reach the camera."""
    skin, sleeve = capsules(kind, sleeve_at_mm)
    return blob(skin, smooth_mm=3.5), blob(sleeve[1:], voxel_mm=5.0)


def hand_rotation(hand: Json) -> Array:
    """Rotation from the hand's own frame to the world."""
    return hand_frame(**{key: hand[key] for key in FRAME})


def hand_parts(scene: Json) -> Json:
    """Mitsuba meshes of all hands and sleeves in the scene."""
    parts: Json = {}
    for k, hand in enumerate(scene.get("hands", [])):
        cuff_mm = float(hand.get("sleeve_at_mm", 225.0))
        jointed = "digits" in hand
        skin, sleeve = (
            digit_meshes(hand["digits"], cuff_mm) if jointed else hand_meshes(hand.get("kind", "pinch"), cuff_mm)
        )
        r = hand_rotation(hand)
        for name, tri, bsdf in (
            (f"hand_{k}", skin, plastic(rgb(hand["skin"]), hand.get("alpha", 0.38))),
            (f"sleeve_{k}", sleeve, diffuse(rgb(hand["sleeve"]))),
        ):
            moved = tri.moved(r, hand["at_mm"])
            if hand["left"]:
                moved.f = moved.f[:, ::-1]
            parts[name] = to_mitsuba(name, moved, bsdf)
    return parts
