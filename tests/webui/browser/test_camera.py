"""The page with a camera: a filmed match on the virtual table from the first page to the winner."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import near_won
from vision.icecult.sim.play.script import MatchScript, TurnScript
from vision.icecult.sim.play.source import SimSource
from vision.icecult.sim.staging import stage_for
from webui.icecult.demo import DEMO_PATIENCE, open_demo
from webui.record.opening import seats

FILM_S = 90.0


def short_film(
    fps: float = 4.0, size_wh: tuple[int, int] = (960, 540), *, late_s: float = 3.0, live: bool = False
) -> SimSource:
    """Yellow misses an arrow and plays it late; then red brings its fifth pawn home."""
    start = near_won()
    paths = (start.paths[0], ("", "", "", "", "r"), ("",) * 5, start.paths[3])
    turns = (
        TurnScript("y", ("Ee", "Sn"), "missed-arrow", ("yN0@SW",), "late", "fast"),
        TurnScript("r", ("We", "Ns", "rE5.0@NW"), tempo="fast"),
    )
    table = replace(start, paths=paths, to_move="y").to_json()
    stage = stage_for(3, "sides", "ceiling", size_wh)
    script = MatchScript(STANDARD_SET.to_json(), "yr", table, turns, stage, fps, 3, "r", (1.0, 1.2), late_s)
    return SimSource(script, live=live)


def watched(site: Site, film: SimSource) -> None:
    """Put the film on the table, as the demo does with its own."""
    start = State.from_json(film.script.start)
    people = seats("yr", ("Ada", "Bela"))
    desk = site.parts.desk
    desk.watch(film, film.profile(), people, name="Film", start=start, simulated=True, patience=DEMO_PATIENCE)


def test_a_filmed_match_from_the_first_page_to_the_winner(site: Site, visitor: Visitor) -> None:
    watched(site, short_film())
    visitor.open("/")
    visitor.see("#simulated:not([hidden])", "Simulated match")
    visitor.see("#panel h1", "Yellow’s turn")
    visitor.see("#banner", "Yellow’s turn ended with the yellow arrow on SW unused.", FILM_S)
    visitor.see("#banner", "(R16)")
    visitor.see("#panel h1", "Red wins", FILM_S)
    visitor.see('#banner[data-kind="win"]', "Red wins")
    visitor.tap('#switch [data-show="both"]')
    visitor.see("#camera img:not([hidden])")
    visitor.tap('#history [data-turn="1"]')
    visitor.see("dialog h2", "Turn 1, step by step")


def test_the_demo_says_that_it_is_simulated_and_shows_what_its_camera_sees(site: Site, visitor: Visitor) -> None:
    open_demo(site.parts.desk)
    visitor.open("/")
    visitor.see("#simulated:not([hidden])", "a virtual table is being filmed, no real camera")
    visitor.tap('#switch [data-show="camera"]')
    visitor.see("#camera img:not([hidden])")
    width = "return document.querySelector('#camera img').naturalWidth"
    visitor.see('#eye[data-status="rest"]', "at rest", FILM_S)
    visitor.until(lambda: bool(visitor.run(width) == 1280))
    visitor.tap("#menu")
    visitor.tap('[data-item="menu.pause"]')
    visitor.see('#eye[data-status="paused"]', "paused")
    visitor.tap("#menu")
    visitor.tap('[data-item="menu.hand-on"]')
    visitor.see("#hand-help", "Tap a side of the block")


def test_letters_and_what_is_owed_stand_on_the_live_picture(site: Site, visitor: Visitor) -> None:
    watched(site, short_film(late_s=60.0, live=True))
    visitor.speak("de")
    visitor.open("/table?show=camera")
    for letter in ("N", "O", "S", "W"):
        visitor.see(f'#camera .mark.path[data-mark="{letter}"]')
    visitor.see('#camera .mark.slot[data-mark="NO"]')
    visitor.until(lambda: bool(visitor.view()["turn"]["owed"]), FILM_S)
    visitor.see("#camera .owed-way", seconds=FILM_S)
    wide = "return document.querySelector('#camera .mark.path rect').getBoundingClientRect().height"
    assert visitor.run(wide) >= 18, "readable"
    visitor.size(820, 1180, reduced_motion="reduce")
    visitor.see("#camera .picture-whole", "Ganzes Bild")
    assert "scale(1)" not in visitor.run("return document.querySelector('#camera img').style.transform")
    visitor.tap("#camera .picture-whole")
    visitor.see("#camera .picture-whole", "Näher")
    assert "scale(1)" in visitor.run("return document.querySelector('#camera img').style.transform")
    visitor.tap('#switch [data-show="both"]')
    visitor.see("#camera .mark.path")
    assert visitor.complaints() == []
