"""`icekeeper doctor` and the page's Help: what is wrong is said, and what to do."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.waiting import until
from tests.webui.making import PLAYERS, Page
from vision.frame import Frame
from webui.cli import main
from webui.club.checking import checked
from webui.doctor import camera, machine
from webui.doctor.finding import NAMES, Finding, State
from webui.door.certificates import Certificates
from webui.parts import Parts
from webui.record.opening import create_match
from webui.record.store import Store
from webui.settings import LANGUAGES


def film(path: Path, levels: list[int], wide: int = 1280, fps: float = 15.0) -> Path:
    """A film of a room at these brightnesses, with some pattern."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (wide, wide * 9 // 16))
    rng = np.random.default_rng(2)
    for level in levels:
        bgr = np.full((wide * 9 // 16, wide, 3), level, np.uint8)
        bgr[100:200, 100:400] = rng.integers(0, max(level, 1), (100, 300, 3), dtype=np.uint8)
        writer.write(bgr)
    writer.release()
    return path


def said(capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[str, str]]:
    """Name -> state and key of every line that was printed as JSON."""
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["name"] for line in lines] == list(NAMES)
    assert all(line["text"] for line in lines)
    return {line["name"]: (line["state"], line["key"]) for line in lines}


def doctor(tmp_path: Path, *words: str) -> int:
    """Ask the doctor about a folder of its own."""
    return main(["doctor", *words, "--store", str(tmp_path / "matches.sqlite"), "--port", "0", "--json"])


def test_a_good_camera_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = film(tmp_path / "good.avi", [140, 150, 160] * 14)
    assert doctor(tmp_path, str(path)) == 0
    found = said(capsys)
    assert [found[name] for name in ("camera", "light", "size", "speed", "disk", "clock")] == [("well", "well")] * 6
    assert found["certificates"] == ("unused", "none")
    assert found["club"] == ("unused", "none")


@pytest.mark.parametrize(
    ("levels", "wide", "fps", "name", "state", "key"),
    [
        ([3] * 30, 1280, 15.0, "light", "wrong", "dark"),
        ([50] * 30, 1280, 15.0, "light", "worth", "dim"),
        ([255] * 30, 1280, 15.0, "light", "worth", "bright"),
        ([150] * 30, 960, 15.0, "size", "worth", "small"),
        ([150] * 30, 512, 15.0, "size", "wrong", "tiny"),
        ([150] * 9, 1280, 3.0, "speed", "worth", "slow"),
        ([150], 1280, 15.0, "speed", "worth", "one"),
    ],
)
def test_what_is_wrong_with_the_picture_is_said(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    levels: list[int],
    wide: int,
    fps: float,
    name: str,
    state: str,
    key: str,
) -> None:
    status = doctor(tmp_path, str(film(tmp_path / "some.avi", levels, wide, fps)))
    assert said(capsys)[name] == (state, key)
    assert status == int(state == "wrong")


def test_a_camera_that_does_not_open_or_stands_still(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(tmp_path, "nowhere.avi") == 1
    found = said(capsys)
    assert (found["camera"], found["light"]) == (("wrong", "fails"), ("unused", "none"))
    still = [Frame(np.full((720, 1280, 3), 150, np.uint8), k, k / 10, same_s=k / 10) for k in range(30)]
    assert camera.looked("camera 0", still)[0] == Finding("camera", State.WRONG, "frozen", {"name": "camera 0"})


def test_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.disk(tmp_path / "not" / "yet").key == "well"
    file = tmp_path / "file"
    file.touch()
    assert (machine.disk(file).state, machine.disk(file).key) == (State.WRONG, "unwritable")
    monkeypatch.setattr(machine, "LITTLE", 1 << 62)
    assert machine.disk(tmp_path).state is State.WORTH
    monkeypatch.setattr(machine, "FULL", 1 << 61)
    assert machine.disk(tmp_path).state is State.WRONG


def test_a_clock_that_was_never_set_or_runs_behind_the_last_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.clock(now_s=86_400.0).key == "behind"
    store = Store(tmp_path / "matches.sqlite")
    create_match(store, PLAYERS, at=4_000_000_000.0)
    store.close()
    assert doctor(tmp_path) == 1
    assert said(capsys)["clock"] == ("wrong", "behind")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert machine.network(port).key == "taken"
        assert machine.network(port, ours=True).key != "taken"


def test_certificates(tmp_path: Path) -> None:
    made = Certificates(tmp_path / "tls")
    made.fingerprint()
    found = machine.certificates(tmp_path / "tls")
    assert (found.state, found.key) == (State.WELL, "well")
    (tmp_path / "tls" / "page.pem").write_text("no certificate")
    assert machine.certificates(tmp_path / "tls").key == "broken"


def test_the_club(club: str) -> None:
    found = checked(club)
    assert (found.state, found.key) == (State.WELL, "well")
    assert "not-a-secret" not in found.line("en")
    assert checked(club.replace("not-a-secret-of-anybody", "wrong")).key == "password"
    assert checked("postgresql://club:hush@127.0.0.1:9/none").key == "down"
    wrong = checked("hush://x")
    assert wrong.state is State.WRONG
    assert "expected an address" in wrong.line("en")


def test_every_line_is_one_line_in_every_language() -> None:
    for language in LANGUAGES:
        lines = [found.line(language) for found in (*camera.missing(), machine.network(0), machine.club())]
        assert all("\n" not in line and "{" not in line for line in lines)


def test_the_page_says_the_same_to_its_own_machine_alone(parts: Parts) -> None:
    page = Page(parts)
    found = page.post("/api/doctor", {}).get_json()["findings"]
    assert [one["name"] for one in found] == list(NAMES)
    assert {one["name"]: one["key"] for one in found}["disk"] == "well"
    guest = Page(parts, address="192.168.1.20")
    assert guest.post("/api/doctor", {}).status_code in (401, 403)


@pytest.mark.slow
def test_the_page_looks_through_the_camera_that_is_being_set_up(parts: Parts) -> None:
    page = Page(parts)
    assert page.post("/api/setup/camera", {"source": "demo"}).status_code == 200
    until(lambda: parts.setup.jpeg())
    found = {one["name"]: one for one in page.post("/api/doctor").get_json()["findings"]}
    assert (found["camera"]["state"], found["light"]["state"]) == ("well", "well")
    assert found["size"]["said"]["width"] >= 640
    assert float(found["speed"]["said"]["fps"]) > 0
    assert parts.setup.source is not None  # it is still theirs
