"""`icekeeper learn-set` at the virtual table: real pictures, the real reader, a set that nobody told it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from calibration.icecult.learn import SET_UP, script
from engine.core.wording import sign
from engine.icecult.board import SLOTS
from engine.icecult.cube import FACES, CubeSet, Top
from engine.icecult.words.phrases import LANGUAGES
from tests.cases import larger
from tests.webui.commands.guided import FPS, equipment, write_camera, write_photos
from tests.webui.commands.test_meet import Screen
from vision.eye import Glance
from vision.icecult.meeting.rests import PATIENT, Rests
from vision.icecult.observation import CubeReading, Observation
from vision.icecult.sim.scene import Hand
from webui.cli import main
from webui.icecult.commands.spoken import tilt_words
from webui.icecult.commands.terminal_words import words
from webui.words import page_said, page_words


def known(path: Path) -> dict[str, Any]:
    """The cubes of a set file."""
    return plain(json.loads(path.read_text()))


def true(seed: int) -> dict[str, Any]:
    """The cubes on the table."""
    return plain(equipment(seed))


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Arcs' corners can be named in two ways: one of them."""
    cubes: dict[str, Any] = CubeSet.from_json(data).to_json()["cubes"]
    return cubes


def glance(rest: int, *confidences: float, symbol: str = "circle") -> Glance:
    """A look at a resting table whose cubes all show the same."""
    empty = {"paths": dict.fromkeys("NESW", ("",) * 5), "start": "", "goal": dict.fromkeys("NESW", "")}
    seen = [
        Observation(
            cubes={slot: CubeReading(symbol, None if symbol == "circle" else "N", c) for slot in SLOTS}, **empty
        )  # type: ignore[arg-type]
        for c in confidences
    ]
    return Glance(0.0, "rest", rest, 0.0, seen[-1], earlier=tuple(seen[:-1]))


def test_a_rest_is_given_once_and_when_it_is_certain() -> None:
    rests, circle = Rests(), Top("circle", None)
    assert rests.see(Glance(0.0, "hand")) is None
    assert rests.see(glance(0, 0.99)) == dict.fromkeys(SLOTS, circle)  # plain at the first look
    assert rests.see(glance(0, 0.99)) is None
    assert rests.see(glance(1, 0.9)) is None
    assert rests.see(glance(1, 0.9)) == dict.fromkeys(SLOTS, circle)  # the same twice
    assert rests.see(glance(2, 0.5, 0.5)) is None
    for _ in range(PATIENT - 3):
        assert rests.see(glance(2, 0.5)) is None
    assert rests.see(glance(2, 0.5)) == dict.fromkeys(SLOTS)  # cannot be read, said after a while
    assert rests.see(glance(3, 0.9, 0.9, symbol="red")) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_led_and_told_what_is_wrong_in_the_own_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, seen, said = page_words(language), tmp_path / "seen.jsonl", Screen()
    home = {"cubes": {slot: top.to_json() for slot, top in SET_UP.items()}}
    seen.write_text("\n".join(json.dumps(line) for line in (home, {"cubes": home["cubes"] | {"NE": None}}, home)))
    monkeypatch.setattr(sys, "stdout", out := Screen())
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.chdir(tmp_path)
    assert main(["learn-set", "--observations", str(seen), "--language", language]) == 1
    assert out.getvalue() == ""
    lines, tilt = said.getvalue().splitlines(), tilt_words(script()[0], False, language)
    count = page_said("learn.step", language, n=0, of=12)
    assert lines[0] == f"{seen}, line 1: {count}{sign(':', language)} {tilt}"
    assert page_said("learn.problem.again", language, slot=page["slot.NW"], symbol=page["symbol.arc"]) in lines[2]
    assert lines[3].startswith(words("hidden", language))
    assert words("set-written", language, file="set.json") in lines
    assert lines[-1].startswith(f"icekeeper: {words('series-stopped', language, n=0, where=f' ({seen}, line 2)')}")
    assert lines[-1].endswith(tilt)
    assert main(["learn-set", "--language", language]) == 0
    assert tilt in out.getvalue()


@pytest.mark.slow
def test_a_camera_leads_through_the_tilts_and_a_wrong_one_is_put_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    acts = [*script()[:2], "Ee", "Ew", *script()[2:]]  # the third tilt is of another pair, and taken back
    write_camera(tmp_path / "film", equipment(5), acts)
    film = ["--camera", str(tmp_path / "film"), "--fps", str(FPS), "--table", str(tmp_path / "film" / "table.json")]
    assert main(["learn-set", *film, "--out", str(tmp_path / "set.json")]) == 0
    assert known(tmp_path / "set.json") == true(5)
    said = capsys.readouterr()
    *lines, last = [json.loads(line) for line in said.out.splitlines()]
    assert last == {"set": str(tmp_path / "set.json"), "complete": True, "missing": [], "step": len(script())}
    assert [line["ok"] for line in lines] == [True, True, True, False, False, *[True] * 10]
    assert "cube NE should not have moved; put it back" in lines[3]["problems"]
    assert "these cubes look as before; tilt SW and SE together to the north" in said.err


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "seed"), larger([("corners", 8), ("sides", 3)], 1))
def test_photographs_in_order_give_the_set(tmp_path: Path, layout: str, seed: int) -> None:
    photos = write_photos(tmp_path, equipment(seed), layout, seed=seed)
    given = [*photos, "--table", str(tmp_path / "table.json")]
    assert main(["learn-set", *given, "--out", str(tmp_path / "set.json")]) == 0
    assert known(tmp_path / "set.json") == true(seed)


@pytest.mark.slow
def test_a_covered_cube_stays_open_and_a_photograph_that_is_missing_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = Hand((14.0, 14.0, 40.0), 200.0, kind="flat")  # over NE, which shows its north face only then
    photos = write_photos(tmp_path, equipment(3), hands={7: hand})
    table = ["--table", str(tmp_path / "table.json"), "--out", str(tmp_path / "set.json")]
    assert main(["learn-set", *photos, *table]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "cannot be read" in lines[7]["problems"][0]
    assert lines[-1]["missing"] == ["NE:N"]
    found, want = known(tmp_path / "set.json"), true(3)
    assert all(found[slot][face] in (None, want[slot][face]) for slot in want for face in FACES)

    assert main(["learn-set", *photos[:3], *photos[5:], *table]) == 1
    said = capsys.readouterr().err
    assert "stopped after 2 tilts" in said
    assert photos[5] in said
    assert known(tmp_path / "set.json") == found  # what knew more faces is kept
