"""One tiny picture, rendered and checked against its truth; without a path tracer, clear advice instead."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.workshop.lab.scenes import known_scene
from workshop.icecult.lab.__main__ import main
from workshop.icecult.lab.produce import HAND, THING, write_mask
from workshop.lab.picture.denoise import WEIGHTS, denoise
from workshop.lab.shapes.materials import LabError, check_llvm

TINY = ["--spp", "4", "--cube-spp", "4", "--no-denoise"]


def can_render() -> bool:
    """Whether the path tracer and its compiler are installed."""
    if importlib.util.find_spec("mitsuba") is None:
        return False
    import drjit

    return bool(drjit.has_backend(drjit.JitBackend.LLVM))


@pytest.mark.usefixtures("outside")
def test_a_tiny_picture_shows_its_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, scene = known_scene()
    scene["hands"] = []
    (tmp_path / "scene.json").write_text(json.dumps(scene))
    status = main(["render", str(tmp_path / "scene.json"), "--out", str(tmp_path / "shot.png"), *TINY])
    if not can_render():
        assert status == 1
        assert "install" in capsys.readouterr().err
        return
    assert status == 0
    truth = json.loads((tmp_path / "shot.json").read_text())
    picture = cv2.imread(str(tmp_path / "shot.png"))
    assert picture is not None
    assert picture.shape == (90, 160, 3)
    assert picture.std() > 10
    assert truth["observation"]["paths"]["N"][0] == "rgb"
    assert truth["hand_px"] == 0
    assert all(v > 0.5 for v in truth["visibility"]["cubes"].values())
    waiting = next(p for p in truth["pawns"] if p["where"].startswith("start") and p["color"] == "red")
    x0, y0, x1, y1 = waiting["visible_box_px"]
    blue, green, red = (float(v) for v in np.median(picture[y0 : y1 + 1, x0 : x1 + 1].reshape(-1, 3), axis=0))
    assert red > 1.3 * max(blue, green)
    mask = cv2.imread(str(tmp_path / "shot.mask.png"), cv2.IMREAD_GRAYSCALE)
    assert mask is not None
    assert mask.shape == (22, 40)
    assert not mask.any()


def test_a_mask_tells_hands_from_things(tmp_path: Path) -> None:
    hands, things = np.zeros((40, 80), bool), np.zeros((40, 80), bool)
    hands[:, :20], things[:, 16:40] = True, True
    write_mask(tmp_path / "mask.png", hands, things)
    mask = cv2.imread(str(tmp_path / "mask.png"), cv2.IMREAD_GRAYSCALE)
    assert mask is not None
    assert mask[5].tolist() == [HAND] * 5 + [THING] * 5 + [0] * 10


def test_a_broken_scene_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scene.json").write_text("{broken")
    assert main(["render", str(tmp_path / "scene.json"), "--out", str(tmp_path / "shot.jpg")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_an_incomplete_scene_names_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scene.json").write_text("{}")
    assert main(["render", str(tmp_path / "scene.json"), "--out", str(tmp_path / "shot.jpg")]) == 1
    assert "'placement'" in capsys.readouterr().err


def test_sample_writes_a_scene(tmp_path: Path) -> None:
    assert main(["sample", "--seed", "4", "--difficulty", "hard", "--out", str(tmp_path / "scene.json")]) == 0
    assert json.loads((tmp_path / "scene.json").read_text())["difficulty"] == "hard"


@pytest.mark.parametrize("text", ["5", "7:3", "a:b"])
def test_seeds_must_be_a_range(text: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["batch", "--seeds", text, "--out", str(tmp_path)])


def test_the_denoiser_takes_noise_away_and_keeps_what_is_there() -> None:
    rng = np.random.default_rng(5)
    clean = np.full((48, 64, 3), 0.5, np.float32)
    clean[:, 32:] = 0.1
    noisy = np.maximum(clean + rng.normal(0, 0.08, clean.shape).astype(np.float32), 0)
    quiet = denoise(noisy, clean, np.zeros_like(clean))
    assert np.abs(quiet - clean).mean() < 0.5 * np.abs(noisy - clean).mean()


def test_the_denoisers_weights_lie_beside_their_licence() -> None:
    assert (WEIGHTS / "LICENSE-oidn-weights.txt").read_text().strip().startswith("Apache License")


@pytest.mark.parametrize(("machine", "version"), [("x86_64", 14), ("x86_64", 19), ("aarch64", 15)])
def test_an_llvm_that_compiles_is_taken(machine: str, version: int) -> None:
    check_llvm(machine, version)


def test_an_llvm_that_would_end_the_process_is_refused() -> None:
    with pytest.raises(LabError, match="LLVM 15 cannot compile the path tracer on x86_64; install a newer one"):
        check_llvm("x86_64", 15)
