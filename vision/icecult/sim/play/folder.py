"""A film as a folder of pictures with its truth, to be watched like any recorded match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vision.icecult.sim.draw.render import Renderer, write_jpeg
from vision.icecult.sim.play.motions import Act
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.profile import scene_profile


def write_film(script: MatchScript, folder: Path) -> Iterator[FrameTruth]:
    """0000.jpg and on, match.json, table.json and set.json; the truth of each frame as it is written."""
    folder.mkdir(parents=True, exist_ok=True)
    renderer, frames = Renderer(), []
    for scene, truth in Film(script).scenes():
        name = f"{truth.index:04d}.jpg"
        bgr = draw_frame(renderer, scene, truth).bgr
        (folder / name).write_bytes(write_jpeg(bgr, 95))
        if truth.index == 0:
            scene_profile(scene, bgr, script.cube_set).save(folder / "table.json")
        facts = {"file": name, "t": round(truth.time_s, 4), "rest": truth.resting, "hand": truth.hand}
        frames.append(facts | {"state": dict(truth.state)})
        yield truth
    (folder / "set.json").write_text(json.dumps(dict(script.cube_set)), encoding="utf-8")
    (folder / "match.json").write_text(json.dumps(match_json(script) | {"frames": frames}), encoding="utf-8")


def match_json(script: MatchScript) -> dict[str, Any]:
    """The match as it was played: set, players, dimensions, turns."""
    turns = [
        entry | {"acts": [_text(a) for a in turn.acts], "fix": [_text(a) for a in turn.fix], "kind": turn.fault}
        for entry, turn in zip(script.log(), script.turns, strict=True)
    ]
    return {
        "set": dict(script.cube_set),
        "players": script.players,
        "geometry": script.dims.to_json(),
        "fps": script.fps,
        "start": dict(script.start),
        "winners": script.winners,
        "turns": turns,
    }


def _text(act: Act) -> str:
    return act if isinstance(act, str) else repr(act)
