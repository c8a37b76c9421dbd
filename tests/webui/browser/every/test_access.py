"""Accessibility of every page, by axe: no serious finding, in light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from coach.analysis import analyse
from tests.coach.matches import ice_cult
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.present.analysed import about
from webui.record.damage import read
from webui.record.importing import import_log
from webui.record.ready.analyses import Analyses
from webui.table.seats import Role

AXE = Path(__file__).parents[4] / ".cache" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
    const done = arguments[arguments.length - 1];
    const chosen = arguments[0] ? {runOnly: {type: "rule", values: arguments[0]}} : {};
    axe.run(document, {resultTypes: ["violations"], ...chosen}).then((found) => done(found.violations
        .filter((v) => ["serious", "critical"].includes(v.impact))
        .map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join("; ")}`)))"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""All rules of axe that look at colours: the others say the same of a page in the dark."""


def findings(visitor: Visitor, rules: list[str] | None = None) -> list[str]:
    """What axe finds on the page that is open."""
    if not visitor.run("return Boolean(window.axe)"):
        visitor.run(AXE.read_text("utf-8"))
    visitor.driver.set_script_timeout(60)
    found: list[str] = visitor.driver.execute_async_script(RUN, rules)
    return found


def findings_in_both(visitor: Visitor) -> list[str]:
    """What axe finds on the page that is open, in light and in dark."""
    light = findings(visitor)
    visitor.prefer(color_scheme="dark", reduced_motion="reduce")
    assert visitor.run("return matchMedia('(prefers-color-scheme: dark)').matches")
    dark = [f"in the dark: {each}" for each in findings(visitor, COLOURS)]
    visitor.prefer(color_scheme="light", reduced_motion="reduce")
    return light + dark


@pytest.fixture
def busy(site: Site) -> Site:
    """A table with a past turn, a fault and something owed."""
    site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)
    play(site.parts, ("Nn", "Ee"))
    return site


def test_the_table_and_its_dialogs(busy: Site, visitor: Visitor) -> None:
    visitor.open("/table")
    visitor.see("#banner", "(R16)")
    assert findings_in_both(visitor) == []
    play(busy.parts, ("Nn", "Ee"), end=False)
    visitor.see(".owed-line", "on")
    visitor.tap("#menu")
    assert findings_in_both(visitor) == []
    visitor.tap("#more")
    visitor.tap('[data-item="correct.cube"]')
    visitor.tap('dialog button[data-slot="NE"]')
    assert findings_in_both(visitor) == []


def test_every_other_page(busy: Site, visitor: Visitor) -> None:
    visitor.size(1280, 900, color_scheme="light", reduced_motion="reduce")
    match = busy.parts.desk.table().match_id
    found = {}
    plain = ("/home", "/matches", "/new", "/learn", "/join", "/phone", "/help")
    for path in (*plain, f"/matches/{match}", "/table?view=far"):
        visitor.open(path)
        found[path] = findings_in_both(visitor)
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="none"]')
    visitor.see("#seats input")
    found["players"] = findings_in_both(visitor)
    assert {path: each for path, each in found.items() if each} == {}


def test_the_coach_and_a_lesson(busy: Site, visitor: Visitor) -> None:
    log = ice_cult(3, 1)
    match = import_log(busy.parts.store, log)
    Analyses(busy.parts.store).keep(match, about(read(busy.parts.store, match).savable()[0])[0], analyse(log).to_json())
    visitor.open(f"/matches/{match}")
    visitor.tap('#player [data-turn="1"]')
    visitor.see(".coach-board .way")
    assert findings_in_both(visitor) == []
    visitor.tap('[data-learn="r"]')
    visitor.see(".lesson .layer-taps *")
    assert findings_in_both(visitor) == []
    visitor.tap('[data-do="lesson.solution"]')
    visitor.see(".lesson .way")
    assert findings_in_both(visitor) == []


def test_a_phone_in_german(busy: Site, visitor: Visitor) -> None:
    visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
    visitor.open("/table")
    visitor.choose("#language", "de")
    visitor.see("#panel h1", "ist am Zug")
    assert findings(visitor) == []


def test_the_pages_for_other_devices(visitor: Visitor) -> None:
    visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
    open_house = Site(lan=True)
    try:
        visitor.base = open_house.page.address
        open_house.parts.seats.admit(Role.SEAT, "iPhone · Safari", "192.168.1.44", None)
        visitor.open("/invite")
        visitor.see(".device")
        found = {"/invite": findings_in_both(visitor)}
        visitor.open("/new")
        visitor.tap('[data-game="ice-cult"]')
        visitor.tap('[data-source="phone"]')
        visitor.see(".waiting img.qr")
        found["waiting"] = findings_in_both(visitor)
    finally:
        open_house.stop()
    assert {path: each for path, each in found.items() if each} == {}
