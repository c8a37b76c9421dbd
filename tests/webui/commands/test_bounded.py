"""Whatever file a command is given, it ends soon and says in one sentence what is wrong with it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.parsing import DEEPEST
from tests.calibration.scenes import some_profile
from webui.cli import main

PHOTO = "tests/data/calibration/1020_easy.jpg"
NESTED = "[" * 100_000 + "]" * 100_000
AFTER_A_WORD = '{"cubes": ' * (DEEPEST + 2) + "1" + "}" * (DEEPEST + 2)

COMMANDS: dict[str, Callable[[str, Path], list[str]]] = {
    "calibrate": lambda file, _: ["calibrate", file, "--auto", "--out", "o.json"],
    "calibrate --geometry": lambda file, _: ["calibrate", PHOTO, "--auto", "--out", "o.json", "--geometry", file],
    "calibrate --keep": lambda file, _: ["calibrate", PHOTO, "--auto", "--out", "o.json", "--keep", file],
    "calibrate --set": lambda file, _: ["calibrate", PHOTO, "--auto", "--out", "o.json", "--set", file],
    "calibrate --lens": lambda file, _: ["calibrate", PHOTO, "--auto", "--out", "o.json", "--lens", file],
    "lens": lambda file, _: ["lens", file],
    "read": lambda file, table: ["read", file, "--table", str(table)],
    "read --table": lambda file, _: ["read", PHOTO, "--table", file],
    "read --set": lambda file, table: ["read", PHOTO, "--table", str(table), "--set", file],
    "watch --table": lambda file, _: ["watch", "tests", "--table", file],
    "watch --set": lambda file, table: ["watch", "tests", "--table", str(table), "--set", file],
    "watch --house": lambda file, table: ["watch", "tests", "--table", str(table), "--house", file],
    "meet --table": lambda file, _: ["meet", "tests", "--out", "set.json", "--table", file],
    "learn-set --table": lambda file, _: ["learn-set", PHOTO, "--table", file, "--out", "set.json"],
    "learn-set --observations": lambda file, _: ["learn-set", "--observations", file, "--out", "set.json"],
    "replay": lambda file, _: ["replay", file],
    "import": lambda file, table: ["import", file, "--store", str(table.with_name("m.sqlite"))],
    "play --table": lambda file, table: ["play", PHOTO, "--table", file, "--store", str(table.with_name("p.sqlite"))],
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A profile that can be read."""
    path = tmp_path / "table.json"
    some_profile().save(path)
    return path


def _one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says that fails."""
    assert main(words) == 1
    out, err = capsys.readouterr()
    said = [line for line in (out + err).splitlines() if not line.startswith("{") or '"ok": false' in line]
    assert len(said) == 1, said
    assert len(said[0]) < 400
    assert "Expecting" not in said[0]
    return said[0]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("text", ["endless", "nested", "after a word", "no json"])
def test_a_file_without_end_or_sense_is_refused(
    name: str, text: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table.with_name("given")
    file.write_text({"nested": NESTED, "after a word": AFTER_A_WORD}.get(text, "no"))
    _one_sentence(COMMANDS[name]("/dev/zero" if text == "endless" else str(file), table), capsys)


def test_no_question_is_longer_than_a_line_may_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/zero", "rb") as zeros:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(zeros))
        assert "4 MB" in _one_sentence(["judge"], capsys)


@pytest.mark.parametrize("option", ["--before", "--so-far"])
def test_what_is_nested_in_an_option_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["analyse", "last", "--next", option, NESTED])
    said = capsys.readouterr().err.splitlines()[-1]
    assert "expected a JSON" in said
    assert len(said) < 200


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sizes", "cone_foot_size"), {"mm": 0, "sure": 1.0}),
        (("sizes", "cone_height"), {"mm": 10.0, "sure": float("nan")}),
        (("geometry", "cone_foot_size"), 0),
        (("geometry", "path_width"), 1e-300),
        (("camera", "rvec"), [1e308, 0, 0]),
        (("camera", "tvec_mm"), [0, 0, float("inf")]),
        (("camera", "focal_px"), 1e-300),
        (("camera", "focal_px"), float("nan")),
        (("camera", "distortion"), [1e300, 0, 0, 0, 0]),
        (("camera", "centre_px"), "far away"),
        (("resolution_wh",), [10**400, 720]),
        (("resolution_wh",), [1e15, 720]),
        (("arms", "N", "yaw_deg"), 1e308),
        (("tips_px", "E"), [1e308, 1e308]),
        (("colours", "light_bgr"), [float("nan"), 1, 1]),
    ],
)
def test_a_number_that_cannot_be_is_refused_by_the_name_of_its_field(
    path: tuple[str, ...], value: Any, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(table.read_text())
    inner = data
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner[path[-1]] = value
    table.write_text(json.dumps(data))
    said = _one_sentence(["read", PHOTO, "--table", str(table)], capsys)
    assert ("sure" if "sure" in str(value) and value["mm"] else path[-1]) in said
