"""A phone as the camera: a film of a match through a browser's camera, over https, to the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.icecult.state import State
from tests.webui.browser.conftest import Site, Visitor, chromium
from tests.webui.browser.filming import FLAGS, camera_flags, every, write_y4m
from tests.webui.browser.test_camera import FILM_S, short_film
from vision.icecult.sim.source import SimSource
from vision.sources.phone import PhoneSource
from webui.record.opening import seats
from webui.table.demo import DEMO_PATIENCE

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
    script = short_film().script
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
    with chromium(tmp_path / "phone", *camera_flags(tmp_path / "film.y4m")) as driver:
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
    with chromium(tmp_path / "phone", *FLAGS) as driver:
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
