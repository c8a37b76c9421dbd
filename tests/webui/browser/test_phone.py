"""A phone as the camera: a film of a match through a browser's camera, over https, to the verdict."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.icecult.state import State
from tests.vision.test_phone import jpeg
from tests.webui.browser.conftest import SPARING, Site, Visitor, chromium
from tests.webui.browser.filming import FLAGS, camera_flags, every, write_y4m
from tests.webui.browser.test_camera import FILM_S, short_film
from vision.icecult.sim.play.source import SimSource
from vision.sources.phone import PhoneSource, Shot
from webui.icecult.demo import DEMO_PATIENCE
from webui.record.opening import seats
from webui.table.seats import Role

STEP, FPS = 3, 3
"""Every third picture of a film of twelve a second, shown a little slower than life: the machine may be busy."""


@pytest.fixture
def house() -> Iterator[Site]:
    """A page open to the network, to which every browser is a stranger."""
    made = Site(strangers=True, lan=True)
    yield made
    made.stop()


def missed_and_won() -> SimSource:
    """Yellow misses an arrow for good; then red brings its fifth pawn home."""
    script = short_film(12.0, (1280, 720)).script
    turns = (replace(script.turns[0], fix=(), fix_when="soon"), script.turns[1])
    return SimSource(replace(script, turns=turns, rest_s=(1.4, 1.6)))


def phone_page(site: Site, phone: Visitor) -> None:
    """Join by the link behind the QR code for cameras."""
    phone.base = f"https://127.0.0.1:{site.page.port}"
    phone.size(390, 844)
    phone.driver.get(f"{phone.base}/join#{site.parts.seats.invitation().seat}/phone")
    phone.see("#phone-video")


def test_a_match_through_a_phones_camera_over_https_to_its_verdicts(house: Site, tmp_path: Path) -> None:
    film = missed_and_won()
    write_y4m(tmp_path / "film.y4m", every(film.script, STEP), FPS)
    house.parts.desk.watch(
        PhoneSource((1280, 720)),
        film.profile(),
        seats("yr", ("Ada", "Bela")),
        start=State.from_json(film.script.start),
        patience=DEMO_PATIENCE,
        camera="phone",
    )
    with chromium(tmp_path / "phone", *SPARING, *camera_flags(tmp_path / "film.y4m")) as driver:
        phone = Visitor(driver)
        phone_page(house, phone)
        phone.see("#phone-said", "The referee sees the table through this phone")
        phone.see("#phone-numbers", "1280×720")

        def won() -> bool:
            return house.parts.desk.table().view()["winners"] == "r"

        phone.until(won, FILM_S)
        phone.open("/table")
        phone.see("#panel h1", "Red wins")
        phone.see("#history", "Yellow")
    first = house.parts.desk.table().match.turns[0]
    assert (first.verdict["legal"], first.verdict.get("rule")) == (False, "missed-arrow"), first.verdict


def test_a_phone_without_a_match_waits_and_is_sent_to_the_door_when_removed(house: Site, tmp_path: Path) -> None:
    with chromium(tmp_path / "phone", *SPARING, *FLAGS) as driver:
        phone = Visitor(driver)
        phone_page(house, phone)
        phone.see("#phone-said", "The referee does not want pictures now")
        house.parts.setup.choose("phone")
        phone.see("#phone-said", "The referee sees the table through this phone")
        assert house.parts.setup.after(-1, 5) is not None
        (device,) = house.parts.seats.listed()
        house.parts.seats.remove(device.id)
        phone.see("#code")
        assert driver.current_url.endswith("/join")


def test_over_http_a_phone_sends_single_pictures_and_is_told_how_they_count(house: Site, tmp_path: Path) -> None:
    house.parts.setup.choose("phone")
    cv2.imwrite(str(tmp_path / "still.png"), np.random.default_rng(2).integers(0, 255, (480, 640, 3), np.uint8))
    name = f"{socket.gethostname().lower()}.local:{house.page.port}"
    with chromium(tmp_path / "phone", *SPARING, "--host-resolver-rules=MAP *.local 127.0.0.1") as driver:
        phone = Visitor(driver)
        phone.size(390, 844)
        phone.base = f"http://{name}"  # to a browser no http page is safe but one of localhost
        driver.get(f"{phone.base}/join#{house.parts.seats.invitation().seat}/phone")
        phone.see("#phone-unsafe", "the browser keeps the camera to itself")
        phone.see(f'#phone-unsafe a[href="https://{name}/phone"]')
        phone.see("#phone-single[open]", "Each picture counts as the table at rest and is read at once")
        phone.give("#phone-still", str(tmp_path / "still.png"))
        phone.see("#phone-said", "pictures sent: 1")
    seen = house.parts.setup.frame()
    assert (seen.alone, seen.resolution_wh) == (True, (640, 480))


def test_the_wizard_says_how_a_phone_can_be_the_camera(site: Site, visitor: Visitor) -> None:
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="phone"]')
    visitor.see("#phone-lan code", "icekeeper play --lan")
    assert not site.parts.setup.choosing


def test_the_wizard_shows_the_code_to_scan_until_a_picture_comes(visitor: Visitor) -> None:
    open_house = Site(lan=True)
    try:
        visitor.base = open_house.page.address
        visitor.open("/new")
        visitor.tap('[data-game="ice-cult"]')
        visitor.tap('[data-source="phone"]')
        visitor.see(".waiting img.qr")
        visitor.see(".waiting .code", open_house.parts.seats.invitation().seat)
        phone = open_house.parts.setup.phone
        assert phone is not None
        phone.push(Shot(jpeg(640, 360), delay_ms=90, battery=55))
        visitor.see(".live-picture > img:not([hidden])")
        visitor.gone(".waiting")
        visitor.see("#board-step", "battery 55 %")
    finally:
        open_house.stop()


def test_the_host_sees_who_is_here_and_takes_a_place_back(visitor: Visitor) -> None:
    open_house = Site(lan=True)
    try:
        visitor.base = open_house.page.address
        device = open_house.parts.seats.admit(Role.SEAT, "iPhone · Safari", "192.168.1.44", None)
        code = open_house.parts.seats.invitation().seat
        visitor.open("/invite")
        visitor.see(f'[data-device="{device.id}"]', "iPhone · Safari")
        visitor.run("window.confirm = () => true")
        visitor.tap(".device button", "Remove")
        visitor.see("#devices", "Nobody has joined yet")
        assert open_house.parts.seats.invitation().seat != code
        visitor.see("#codes .code", open_house.parts.seats.invitation().seat)
    finally:
        open_house.stop()


PACE = """
    const done = arguments[arguments.length - 1];
    import("/static/shell/camera/pace.js").then(({ Pace }) => {
        const pace = new Pace();
        const after = (n, ms) => { for (let i = 0; i < n; i++) pace.note(ms); return { ...pace.now }; };
        done([after(200, 80), after(9, 900), after(1, 900), after(60, 900), after(39, 90), after(400, 90)]) })"""


def test_a_slow_line_gets_coarser_and_fewer_pictures_before_smaller_ones(site: Site, visitor: Visitor) -> None:
    visitor.open("/home")
    quick, hiccup, slow, worst, careful, again = visitor.driver.execute_async_script(PACE)
    assert quick == hiccup == again == {"side": 1280, "quality": 0.8, "rate": 10}
    assert slow["side"] == 1280
    assert slow["quality"] < quick["quality"]
    assert worst == careful == {"side": 640, "quality": 0.6, "rate": 4}
