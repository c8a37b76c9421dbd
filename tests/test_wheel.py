"""The wheel: small, without what makes pictures or trains, and it plays when installed alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_MB = 10


@pytest.fixture(scope="module")
def wheel(outside: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip install .` builds it, from the files that git knows."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith(("tests/", "docs/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(out), "."]
    done = subprocess.run(build, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_is_small_and_has_no_workshop(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.stat().st_size < MOST_MB * 2**20
    assert not [name for name in names if name.startswith("workshop/")]
    script = "webui/static/shell/pages/table.js"
    for needed in (script, "webui/templates/table.html", "vision/icecult/models/cubes.onnx"):
        assert needed in names


def test_the_installed_wheel_judges_and_reads(wheel: Path, tmp_path: Path) -> None:
    room = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(room), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    alone = {**os.environ, "PYTHONPATH": str(room)}

    def run(*words: str, given: str = "") -> str:
        command = [sys.executable, "-m", "webui.cli", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=alone, input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = "import webui.cli; print(webui.cli.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", where], cwd=tmp_path, env=alone, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith(str(room))
    question = json.loads((ROOT / "tests/data/judge.jsonl").read_text("utf-8").splitlines()[0])
    assert json.loads(run("judge", given=json.dumps(question["in"]) + "\n"))["legal"] == question["out"]["legal"]
    photo = str(ROOT / "tests/data/calibration/1020_easy.jpg")
    run("calibrate", photo, "--auto", "--out", "table.json")
    assert "cubes" in json.loads(run("read", photo, "--table", "table.json").splitlines()[-1])
