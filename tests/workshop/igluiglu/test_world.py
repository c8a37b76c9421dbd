"""Pictures of the virtual table: what their truths say is what they show."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from vision.igluiglu.sim.draw.lens import through_lens
from vision.igluiglu.sim.draw.painter import Painter
from vision.igluiglu.sim.scene import Hand, Scene
from vision.igluiglu.sim.truth import Json, truth
from vision.sim.space import Array
from workshop.igluiglu.world.__main__ import main
from workshop.igluiglu.world.produce import series
from workshop.igluiglu.world.sampler import sample_scene
from workshop.igluiglu.world.states import played, thrown

pytestmark = pytest.mark.slow


def seen(scene: Scene, state: Json, players: str) -> tuple[Array, Array, Json]:
    """A scene's picture without a camera's defects, its numbers, its truth."""
    painting = Painter(scene, 1.5).paint()
    bgr, ids = through_lens(painting, scene.camera)
    return bgr, ids, truth(scene, state, players, painting, ids)


def easy(seed: int) -> tuple[Scene, Json, str]:
    """A plain scene of a thrown table with nothing in the way."""
    rng = np.random.default_rng(seed)
    state = thrown(rng, "rgyb")
    scene = sample_scene(rng, state, "rgyb", "easy")
    return replace(scene, hands=(), props=()), state, "rgyb"


def test_stills_are_written_with_their_truths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stills", "--seeds", "4:6", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("2 pictures in")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["4_medium.jpg", "4_medium.json", "5_hard.jpg", "5_hard.json"]
    facts = json.loads((tmp_path / "4_medium.json").read_text())
    picture = cv2.imread(str(tmp_path / "4_medium.jpg"))
    assert picture is not None
    assert picture.shape == (facts["camera"]["height"], facts["camera"]["width"], 3)
    assert len(facts["cells"]) == 64


def test_the_truth_is_where_it_says() -> None:
    scene, state, players = easy(3)
    bgr, _, facts = seen(scene, state, players)
    blue = [t for t in facts["things"] if t.get("colour") == "blue" and t["visibility"] > 0.9 and not t.get("lying")]
    red = [t for t in facts["things"] if t.get("colour") == "red" and t["visibility"] > 0.9 and not t.get("lying")]
    assert blue
    assert red

    def colour(thing: Json) -> Array:
        x, y = (np.array(thing["foot_px"]) + thing["apex_px"]) / 2
        return np.asarray(bgr[round(y), round(x)], int)

    assert np.mean([colour(t)[0] > colour(t)[2] for t in blue]) > 0.8
    assert np.mean([colour(t)[2] > colour(t)[0] for t in red]) > 0.8


def test_what_stands_on_the_spaces_is_what_the_state_says() -> None:
    scene, state, players = easy(5)
    facts = seen(scene, state, players)[2]
    words = {name: cell["words"] for name, cell in facts["cells"].items() if cell["words"]}
    assert words == state["on"]
    observation = facts["observation"]
    assert observation["board"] == state["board"]
    assert set(observation["on"]) == set(state["on"])
    assert {name for name, text in observation["on"].items() if text is None} == set(observation["hidden"])
    assert len(observation["hidden"]) < 8  # figures may hide tokens that lie behind them


def test_a_hand_hides_what_is_under_it() -> None:
    scene, state, players = easy(6)
    free = seen(scene, state, players)[2]
    hand = Hand("laid", (0.0, 0.0, 6.0), 90.0)
    facts = seen(replace(scene, hands=(hand,)), state, players)[2]
    hidden = set(facts["observation"]["hidden"]) - set(free["observation"]["hidden"])
    assert hidden
    assert hidden & {"d4", "d5", "e4", "e5"}
    assert len(hidden) < 25
    assert all(facts["observation"]["on"].get(name) is None for name in hidden)


def test_random_games_are_legal_tables() -> None:
    for seed in range(6):
        state = played(np.random.default_rng(seed), "ryb", 10 + 6 * seed)
        assert IgluIglu(players="ryb").read_state(state.to_json()) == state
        assert PartialState.of(state).agrees(state)


def test_a_series_keeps_its_camera_and_set() -> None:
    shots = [facts for _, facts in series(1, "easy")]
    assert len(shots) == 5
    assert len({json.dumps([s["camera"], s["geometry"], s["pixels"]["grid_corners"]]) for s in shots}) == 1
    assert not shots[0]["state"]["reserve"]
    assert len({json.dumps(s["state"]["board"]) for s in shots}) > 2
