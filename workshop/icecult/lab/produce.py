"""One scene to one picture with its truth beside it."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.icecult.sim.draw.render import HAND_IDS
from vision.icecult.sim.geometry import Dimensions
from workshop.icecult.lab.picture.trace import Quality, render_linear
from workshop.icecult.lab.picture.truth import THING_ID, ground_truth, numbered
from workshop.icecult.lab.shapes.places import place_pawns, table_of
from workshop.lab.picture.webcam import photograph
from workshop.lab.space import Json

MASK_STEP = 4  # the mask is stored at a quarter of the picture's size
HAND, THING = 255, 128  # its values
Mask = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


def render_scene(scene: Json, out: Path, quality: Quality, geo: Dimensions | None = None) -> Json:
    """Render a scene to `out` (.jpg or .png), its truth (.json) and what covers it (.mask.png); returns the truth."""
    geo = geo or Dimensions()
    geo = replace(geo, **scene.get("geometry", {}))  # a scene may stand for another make of the set
    began, cpu = time.perf_counter(), time.process_time()
    pawns = place_pawns(geo, scene)
    table = table_of(geo, scene, pawns)
    colour, masks = render_linear(geo, scene, table.camera, quality, pawns)
    jpeg = photograph(colour, table.camera, scene)
    ids = numbered(masks, table.camera.resolution_wh)
    truth = ground_truth(table, scene, ids)
    truth["render"] = {
        "spp": quality.spp,
        "cube_spp": quality.cube_spp,
        "scale": quality.scale,
        "seconds": round(time.perf_counter() - began, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    write_mask(out.with_suffix(".mask.png"), ids >= HAND_IDS, ids == THING_ID)
    if out.suffix.lower() in (".jpg", ".jpeg"):
        out.write_bytes(jpeg)
    else:
        cv2.imwrite(str(out), np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)))
    out.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")))
    return truth


def write_mask(path: Path, hands: Mask, things: Mask) -> None:
    """Store hands as 255, things as 128, the rest as 0, at a quarter of the size."""
    h, w = hands.shape
    shares = [
        cv2.resize(mask.astype(np.float32), (w // MASK_STEP, h // MASK_STEP), interpolation=cv2.INTER_AREA)
        for mask in (hands, things)
    ]
    out = np.select([share >= 0.5 for share in shares], [HAND, THING], 0)
    cv2.imwrite(str(path), out.astype(np.uint8))
