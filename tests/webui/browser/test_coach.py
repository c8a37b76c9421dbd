"""The coach in a browser: a match analysed beside its replay, and training at the table."""

from __future__ import annotations

from tests.coach.matches import ice_cult, iglu
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.record.importing import import_log

PATIENCE_S = 90.0
BOARD = "return document.querySelector('#board').getBoundingClientRect().height"


def test_a_match_is_analysed_beside_its_replay(site: Site, visitor: Visitor) -> None:
    match = import_log(site.parts.store, ice_cult(3, 3))
    visitor.open(f"/matches/{match}")
    visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see("#analysis progress")
    visitor.see('#analysis[data-state="done"] .chances', seconds=PATIENCE_S)
    visitor.see(".coach-summary", "missed a win, turn 3")
    visitor.see(".coach-thorough", "Looked at thoroughly")
    visitor.see('#player [data-turn="3"] .coach-mark', "Blunder")
    tap = """
        const box = document.querySelector(".chances").getBoundingClientRect();
        const at = {bubbles: true, clientX: box.right - 2, clientY: box.top + 9};
        document.querySelector(".chances").dispatchEvent(new MouseEvent("click", at))"""
    visitor.run(tap)
    visitor.see('#analysis[data-turn="3"] h3', "Turn 3")
    visitor.see("#analysis .coach-mark.blunder", "→")
    visitor.tap('.coach-options [data-option="0"]', "Wins")
    visitor.see('.coach-board:not([hidden])[data-step="2"]')
    visitor.choose("#language", "de")
    visitor.see(".coach-summary", "verpasster Sieg: Zug 3")
    visitor.open(f"/matches/{match}")
    visitor.see('#analysis[data-state="done"] .chances')
    assert visitor.complaints() == []


def test_training_shows_the_best_turn_in_one_tap(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS[:2], name="Saturday")
    play(site.parts, FIRST_TURN)
    visitor.open("/")
    visitor.see("#coach-bar[hidden]")
    before = visitor.run(BOARD)
    visitor.tap("#menu")
    visitor.tap('[data-item="training.menu"]')
    for player in "ry":
        visitor.tap(f'[data-player="{player}"]')
    visitor.until(lambda: visitor.view()["training"]["agreed"])
    visitor.tap("[data-close]")
    visitor.see("#coach-bar:not([hidden])")
    assert visitor.run(BOARD) == before, "the board is as large as it was"
    visitor.tap("#advise")
    visitor.see(".coach-dialog .coach-options button", "%", seconds=PATIENCE_S)
    visitor.tap('.coach-dialog [data-option="0"]')
    visitor.see('.coach-dialog .coach-board:not([hidden])[data-step="1"]')
    assert site.parts.desk.table().match.helped == (2,)
    assert visitor.complaints() == []


def test_of_the_set_up_nothing_is_said(site: Site, visitor: Visitor) -> None:
    match = import_log(site.parts.store, iglu(3, 2))
    visitor.open(f"/matches/{match}")
    visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see('#analysis[data-state="done"] .chances', seconds=PATIENCE_S)
    visitor.tap('#player [data-turn="1"]')
    visitor.see("#analysis", "The coach says nothing about this turn.")
    assert visitor.complaints() == []
