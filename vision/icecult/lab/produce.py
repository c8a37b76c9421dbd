"""One scene to one picture with its truth beside it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import cv2
import numpy as np

from vision.icecult.lab.geometry import Camera, Geometry, Json, load_geometry
from vision.icecult.lab.picture.trace import Quality, render_linear
from vision.icecult.lab.picture.truth import ground_truth, hand_mask
from vision.icecult.lab.picture.webcam import photograph
from vision.icecult.lab.shapes.pawns import place_pawns

MASK_STEP = 4  # the hand mask is stored at a quarter of the picture's size


def render_scene(scene: Json, out: Path, quality: Quality, geo: Geometry | None = None) -> Json:
    """Render a scene to `out` (.jpg or .png), its truth (.json) and hand mask (.mask.png); returns the truth."""
    geo = geo or load_geometry()
    geo = Geometry({**geo.data, **scene.get("geometry", {})})  # a scene may stand for another make of the set
    began, cpu = time.perf_counter(), time.process_time()
    camera, pawns = Camera(scene["camera"]), place_pawns(geo, scene)
    colour, masks = render_linear(geo, scene, camera, quality, pawns)
    jpeg = photograph(colour, camera, scene)
    truth = ground_truth(geo, scene, camera, pawns, masks)
    truth["render"] = {
        "spp": quality.spp,
        "cube_spp": quality.cube_spp,
        "scale": quality.scale,
        "seconds": round(time.perf_counter() - began, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    write_mask(out.with_suffix(".mask.png"), hand_mask(camera, masks))
    if out.suffix.lower() in (".jpg", ".jpeg"):
        out.write_bytes(jpeg)
    else:
        cv2.imwrite(str(out), np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)))
    out.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")))
    return truth


def write_mask(path: Path, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> None:
    """Store a mask as 0/255 at a quarter of its size."""
    h, w = mask.shape
    small = cv2.resize(mask.astype(np.float32), (w // MASK_STEP, h // MASK_STEP), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), np.where(small >= 0.5, 255, 0).astype(np.uint8))
